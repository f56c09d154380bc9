// Reads the query string strictly. The error for an unknown, repeated or malformed parameter names it; none is
// ignored.
import { AppError, type Issue } from '@qb/core/errors'
import type { TObject } from '@sinclair/typebox'
import type { Ajv } from 'ajv'
import { parse } from 'fast-querystring'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { preview, toIssuesError } from './issues.ts'
import { describeExpected, readTexts, type Texts } from './text-values.ts'

/** Marks a query string that cannot be decoded. The parser runs inside the router and must not throw. */
const MALFORMED = Symbol('malformed query')

/** Parses a query string. `+` is a space, as in form encoding. */
export function parseQuery(text: string): Record<PropertyKey, unknown> {
  if (!text.includes('%')) return parse(text)
  try {
    decodeURIComponent(text)
    return parse(text)
  } catch {
    return { [MALFORMED]: true }
  }
}

/** Compiles a validator for parsed queries of `schema`. One error names the first issues. */
export function compileQuery(ajv: Ajv, schema: TObject) {
  const isValid = ajv.compile(schema)
  return (query: Record<PropertyKey, unknown>): { value: unknown } | { error: AppError } => {
    if (MALFORMED in query) {
      return {
        error: new AppError(
          HTTP_ERRORS.malformed_url,
          'expected a query whose percent-encoding is UTF-8, got one that cannot be decoded',
        ),
      }
    }
    const value = readTexts(schema, query as Texts)
    if (isValid(value)) return { value }
    return { error: toIssuesError(HTTP_ERRORS.invalid_parameters, findIssues(ajv, schema, value, query)) }
  }
}

function* findIssues(
  ajv: Ajv,
  schema: TObject,
  values: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): Generator<Issue> {
  for (const [parameter, property] of Object.entries(schema.properties)) {
    const isMissing = values[parameter] === undefined
    if (isMissing ? schema.required?.includes(parameter) : !ajv.validate(property, values[parameter])) {
      yield { parameter, message: explain(schema, parameter, query[parameter]) }
    }
  }
  for (const parameter in values) {
    if (!Object.hasOwn(schema.properties, parameter)) {
      yield { parameter, message: explain(schema, parameter, query[parameter]) }
    }
  }
}

function explain(schema: TObject, parameter: string, got: unknown): string {
  const property = Object.hasOwn(schema.properties, parameter) ? schema.properties[parameter] : undefined
  if (!property) {
    const known = Object.keys(schema.properties)
    return `unknown parameter; expected ${known.length > 0 ? `any of: ${known.join(', ')}` : 'none'}`
  }
  if (got === undefined) return `expected ${describeExpected(property)}, got nothing`
  if (Array.isArray(got) && property.type !== 'array') return `expected it once, got it ${got.length} times`
  return `expected ${describeExpected(property)}, got ${preview(got)}`
}
