// Renders the messages of commits from their templates.
import type { VersionControlOptions } from './plan.ts'

/** What an edit has in place of the placeholders of a template. */
interface Values {
  /** Undefined for an edit that releases nothing. */
  readonly version: string | undefined
  /** The path of the changelog, from the root of the repository. */
  readonly path: string
}

type Templates = Pick<VersionControlOptions, 'commitMessage' | 'updateMessage'>

/** Renders the message of the commit of an edit. In a template, `\\n` is a line break too, because some env files have none. */
export function renderMessage(
  { commitMessage, updateMessage }: Templates,
  { version, path }: Values,
): string {
  const template = version === undefined ? updateMessage : commitMessage
  const values: Readonly<Record<string, string | undefined>> = {
    '\\n': '\n',
    '{version}': version,
    '{path}': path,
  }
  return template.replaceAll(/\\n|\{(?:version|path)\}/g, (name) => values[name] ?? name)
}

/** Says what is wrong with the template of the commits of updates. Undefined when it is valid. */
export function findUpdateMessageProblem(template: string): string | undefined {
  if (!/\{versions?\}/.test(template)) return undefined
  return `expected no {version}, because an update has none; got ${JSON.stringify(template)}`
}
