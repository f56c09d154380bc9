// The query string, read strictly: a parameter that is unknown, repeated or ill-formed is named, never dropped.
import { CoreError, type Issue } from '@qb/core/errors'
import type { TObject } from '@sinclair/typebox'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { parse } from 'fast-querystring'
import { describeExpected, readTexts, type Texts } from './text-values.ts'

/** How many wrong parameters one answer names. */
const MAX_ISSUES = 20

/** Marks a query string that cannot be decoded: the parser runs inside the router, where nothing may throw. */
const MALFORMED = Symbol('malformed query')

/** Parses a query string; `+` is a space, as forms send it. */
export function parseQuery(text: string): Record<PropertyKey, unknown> {
  if (!text.includes('%')) return parse(text)
  try {
    decodeURIComponent(text)
    return parse(text)
  } catch {
    return { [MALFORMED]: true }
  }
}

/** Checks a parsed query against its schema, with every issue in one error. */
export function compileQuery(schema: TObject, validate: ValidateFunction) {
  return (query: Record<PropertyKey, unknown>): { value: unknown } | { error: CoreError } => {
    if (MALFORMED in query) {
      return {
        error: new CoreError(
          'malformed_url',
          'expected a query whose percent-encoding is UTF-8, got one that cannot be decoded',
        ),
      }
    }
    const value = readTexts(schema, query as Texts)
    return validate(value) ? { value } : { error: toInvalidParameters(schema, validate.errors ?? [], query) }
  }
}

function toInvalidParameters(
  schema: TObject,
  errors: readonly ErrorObject[],
  query: Record<string, unknown>,
): CoreError {
  const issues = new Map<string, Issue>()
  for (const error of errors.slice(0, MAX_ISSUES)) {
    const parameter = nameParameter(error)
    issues.set(parameter, { parameter, message: explain(schema, parameter, query[parameter]) })
  }
  const all = [...issues.values()]
  const detail = all.map(({ parameter, message }) => `${parameter}: ${message}`).join('; ')
  return new CoreError('invalid_parameters', detail, { issues: all })
}

function nameParameter({ instancePath, params }: ErrorObject): string {
  const name = params.additionalProperty ?? params.missingProperty ?? instancePath.split('/')[1]
  return String(name).replaceAll('~1', '/').replaceAll('~0', '~')
}

function explain(schema: TObject, parameter: string, got: unknown): string {
  const property = Object.hasOwn(schema.properties, parameter) ? schema.properties[parameter] : undefined
  if (!property) {
    const known = Object.keys(schema.properties)
    return `unknown parameter; expected ${known.length > 0 ? `any of: ${known.join(', ')}` : 'none'}`
  }
  if (got === undefined) return `expected ${describeExpected(property)}, got nothing`
  if (Array.isArray(got) && property.type !== 'array') return `expected it once, got it ${got.length} times`
  return `expected ${describeExpected(property)}, got ${cut(JSON.stringify(got))}`
}

function cut(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
