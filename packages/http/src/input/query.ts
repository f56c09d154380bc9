// Parses and validates query strings. An unknown, wrongly repeated or invalid parameter is an error that
// names it. No parameter is ignored.
import { AppError, type Issue } from '@qb/core/errors'
import type { TObject } from '@sinclair/typebox'
import type { Ajv } from 'ajv'
import { parse } from 'fast-querystring'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { compileCoercion, describeMismatch, type RawValues } from './coerce-values.ts'
import { preview, toIssuesError } from './issues.ts'

/**
 * Marks a query string that cannot be decoded. The parser runs inside the router, where it must not throw.
 */
const MALFORMED = Symbol('malformed query')

/** Parses a query string without the leading `?`. A `+` becomes a space, as in form encoding. */
export function parseQuery(query: string): Record<PropertyKey, unknown> {
  if (!query.includes('%')) return parse(query)
  try {
    decodeURIComponent(query)
    return parse(query)
  } catch {
    return { [MALFORMED]: true }
  }
}

/**
 * Compiles a validator for parsed queries of `schema`. Its error contains only the first issues.
 */
export function compileQueryValidator(ajv: Ajv, schema: TObject) {
  const isValid = ajv.compile(schema)
  const coerce = compileCoercion(schema)
  return (query: Record<PropertyKey, unknown>): { value: unknown } | { error: AppError } => {
    if (MALFORMED in query) {
      return {
        error: new AppError(
          HTTP_ERRORS.malformed_url,
          'expected a query string in percent-encoded UTF-8, got bytes that cannot be decoded',
        ),
      }
    }
    const value = coerce(query as RawValues)
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
      yield { parameter, message: explainIssue(schema, parameter, query[parameter]) }
    }
  }
  for (const parameter in values) {
    if (!Object.hasOwn(schema.properties, parameter)) {
      yield { parameter, message: explainIssue(schema, parameter, query[parameter]) }
    }
  }
}

function explainIssue(schema: TObject, parameter: string, actual: unknown): string {
  const property = Object.hasOwn(schema.properties, parameter) ? schema.properties[parameter] : undefined
  if (!property) {
    const names = Object.keys(schema.properties)
    return `unknown parameter; expected ${names.length > 0 ? `one of: ${names.join(', ')}` : 'no parameters'}`
  }
  if (Array.isArray(actual) && property.type !== 'array') return `expected one value, got ${actual.length}`
  return describeMismatch(property, preview(actual))
}
