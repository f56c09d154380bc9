// Renders the messages of commits by their templates, and renders and reads the names of tags and branches, such as `v{version}` or
// `api@{version}`.
import { valid } from 'semver'
import { AppError } from '../errors.ts'
import { GIT_ERRORS } from './errors.ts'
import { isRefName } from './history.ts'

const PLACEHOLDER = '{version}'
/** The template by default. Tags without its `v` are read as well, because many projects have them. */
const DEFAULT_TEMPLATE = 'v{version}'

/** Replaces `{version}` in a template. */
export function renderTemplate(template: string, version: string): string {
  return template.replaceAll(PLACEHOLDER, version)
}

/** Renders the name of a tag. @throws AppError `git/unwritable_repository` when git does not allow it */
export function renderTag(template: string, version: string): string {
  const tag = renderTemplate(template, version)
  if (findTemplateProblem(template) === undefined && isRefName(tag)) return tag
  throw new AppError(
    GIT_ERRORS.unwritable_repository,
    `CHANGELOG_TAG: expected the name of a tag, got ${JSON.stringify(tag)}`,
  )
}

/** Says what is wrong with the template of a tag or of a branch. Undefined when it is valid. */
export function findTemplateProblem(template: string, kind: 'tag' | 'branch' = 'tag'): string | undefined {
  if (!template.includes(PLACEHOLDER))
    return `expected ${PLACEHOLDER} in the name, got ${JSON.stringify(template)}`
  if (isRefName(renderTemplate(template, '1.2.3'))) return undefined
  return `expected the name of a ${kind}, got ${JSON.stringify(template)}`
}

/** Returns a pattern of the refs whose names have the form of a template, with one `*` as git allows it. */
export function patternOf(template: string): string {
  return renderTemplate(template, '*').replace(/\*.*\*/s, '*')
}

/** The names that the tag of a version can have, the preferred one first. */
export function tagNames(template: string, version: string): string[] {
  return readableTemplates(template)
    .map((one) => renderTemplate(one, version))
    .filter(isRefName)
}

/** Reads the SemVer version in the name of a tag. Undefined when the name does not match the template. */
export function readTag(template: string, name: string): string | undefined {
  return readableTemplates(template)
    .map((one) => {
      const start = one.indexOf(PLACEHOLDER)
      const count = one.split(PLACEHOLDER).length - 1
      return name.slice(start, start + PLACEHOLDER.length + (name.length - one.length) / count)
    })
    .find((version) => /^\d/.test(version) && valid(version) && tagNames(template, version).includes(name))
}

function readableTemplates(template: string): string[] {
  return template === DEFAULT_TEMPLATE ? [template, PLACEHOLDER] : [template]
}

/**
 * Renders the message of a commit or a tag. `\\n` is a line break too, because some env files have none.
 * @param values `version` is undefined for an edit that releases nothing; `path` is that of the changelog, from the root of the repository
 */
export function renderMessage(
  template: string,
  values: { readonly version: string | undefined; readonly path: string },
): string {
  return template.replaceAll(/\\n|\{(version|path)\}/g, (text, name?: keyof typeof values) =>
    name ? (values[name] ?? text) : '\n',
  )
}

/** Says what is wrong with the template of the commits of updates. Undefined when it is valid. */
export function findUpdateMessageProblem(template: string): string | undefined {
  if (!/\{versions?\}/.test(template)) return undefined
  return `expected no {version}, because an update has none; got ${JSON.stringify(template)}`
}
