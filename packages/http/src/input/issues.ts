// Explains why an input is invalid. Ajv stops at the first issue, because a client controls how many there are. The issues
// of an error are found here, and no more of them than the error contains.
import { AppError, type ErrorDefinition, type Issue, suggestSimilar } from '@qb/core/errors'
import type { TObject, TSchema } from '@sinclair/typebox'
import type { Ajv } from 'ajv'

/** Maximum number of issues in one error. */
export const MAX_ISSUES = 20

/** Maximum length of a quoted value in a message, in UTF-16 code units. Longer values are truncated. */
const MAX_PREVIEW = 80

/** Creates an error with the first {@link MAX_ISSUES} issues. One without a parameter is about the whole input. */
export function toIssuesError(definition: ErrorDefinition, found: Iterable<Issue>): AppError {
  const issues = new Map<string, Issue>()
  for (const issue of found) {
    if (!issues.has(issue.parameter)) issues.set(issue.parameter, issue)
    if (issues.size === MAX_ISSUES) break
  }
  const all = [...issues.values()]
  const lines = all.map(({ parameter, message }) => (parameter ? `${parameter}: ${message}` : message))
  return new AppError(definition, lines.join('; '), { issues: all })
}

/** How the messages of a kind of input are written. */
export interface InputKind {
  /** What a member of an object is called. */
  readonly noun: 'parameter' | 'member'
  /** Whether the elements of an array have issues of their own. */
  readonly descends: boolean
  /** Explains a value that the schema rejects. A missing value is undefined. */
  explain(schema: TSchema, value: unknown, name: string): string
}

type Members = Readonly<Record<string, unknown>>

/** Finds the issues of a value. It descends into objects and arrays, and Ajv validates all other values. */
export function findIssues(ajv: Ajv, kind: InputKind, root: TSchema, input: unknown): Iterable<Issue> {
  /** @param name the path of `value` in the input, such as `changes[0].type` */
  function* find(schema: TSchema, value: unknown, name: string): Generator<Issue> {
    if (schema.type === 'object' && typeof value === 'object' && value !== null && !Array.isArray(value)) {
      yield* findInObject(schema as TObject, value as Members, name === '' ? '' : `${name}.`)
    } else if (kind.descends && schema.type === 'array' && Array.isArray(value)) {
      const { items, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
      if (value.length < minItems || value.length > maxItems) {
        const bound = value.length < minItems ? `at least ${minItems}` : `at most ${maxItems}`
        yield { parameter: name, message: `expected ${bound} elements, got ${value.length}` }
        return
      }
      for (const [index, item] of value.entries()) yield* find(items, item, `${name}[${index}]`)
    } else if (!ajv.validate(schema, value)) {
      yield { parameter: name, message: kind.explain(schema, value, name) }
    }
  }

  function* findInObject(schema: TObject, value: Members, prefix: string) {
    const { properties, required = [] } = schema
    for (const [member, memberSchema] of Object.entries(properties)) {
      const name = prefix + member
      if (Object.hasOwn(value, member)) yield* find(memberSchema, value[member], name)
      else if (required.includes(member))
        yield { parameter: name, message: kind.explain(memberSchema, undefined, name) }
    }
    for (const member in value) {
      if (!Object.hasOwn(properties, member))
        yield { parameter: prefix + member, message: explainUnknown(kind.noun, schema, member) }
    }
  }

  return find(root, input, '')
}

/** Explains a member that the schema of an object does not have. */
export function explainUnknown(noun: InputKind['noun'], { properties }: TObject, member: string): string {
  const names = Object.keys(properties)
  const expected = names.length > 0 ? `one of: ${names.join(', ')}` : `no ${noun}s`
  return `unknown ${noun}; expected ${expected}${suggestSimilar(member, names)}`
}

/** Returns the start of a value as JSON, or `nothing` for undefined. */
export function preview(value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing'
  return json.length > MAX_PREVIEW ? `${json.slice(0, MAX_PREVIEW)}…` : json
}
