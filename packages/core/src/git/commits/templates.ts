// Renders the commit message and the name of the tag of a release.
import { AppError } from '../../errors.ts'
import { GIT_ERRORS } from '../errors.ts'
import { isRefName } from '../repository/index.ts'

const PLACEHOLDER = '{version}'

/** Replaces `{version}` in a template. */
export function renderTemplate(template: string, version: string): string {
  return template.replaceAll(PLACEHOLDER, version)
}

/** Renders the name of a tag. @throws AppError `git/unwritable_repository` when git does not allow it */
export function renderTag(template: string, version: string): string {
  const tag = renderTemplate(template, version)
  const problem = findTagProblem(template)
  if (problem === undefined && isRefName(tag)) return tag
  throw new AppError(
    GIT_ERRORS.unwritable_repository,
    `CHANGELOG_TAG: expected the name of a tag, got ${JSON.stringify(tag)}`,
  )
}

/** Says what is wrong with the template of a tag. Undefined when it is valid. */
export function findTagProblem(template: string): string | undefined {
  if (!template.includes(PLACEHOLDER))
    return `expected ${PLACEHOLDER} in the name, got ${JSON.stringify(template)}`
  if (isRefName(renderTemplate(template, '1.2.3'))) return undefined
  return `expected the name of a tag, got ${JSON.stringify(template)}`
}
