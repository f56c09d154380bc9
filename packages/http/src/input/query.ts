// Parses and validates query strings. An unknown, wrongly repeated or invalid parameter is an error that
// names it. No parameter is ignored.
import { AppError } from '@qb/core/errors'
import type { TObject } from '@sinclair/typebox'
import type { Ajv } from 'ajv'
import { parse } from 'fast-querystring'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { findIssues, type InputKind, preview, toIssuesError } from './issues.ts'
import { coerceValues, describeMismatch, type RawValues } from './values.ts'

/** Marks a query string that cannot be decoded. The parser runs inside the router, where it must not throw. */
const MALFORMED = Symbol('malformed query')

/** Parses a query string without the leading `?`. A `+` becomes a space, as in form encoding. */
export function parseQuery(query: string): Record<PropertyKey, unknown> {
  if (!query.includes('%')) return parse(query)
  try {
    // The parser takes what cannot be decoded literally. A call whose result is not used would not be in the bundle.
    return decodeURIComponent(query) === '' ? {} : parse(query)
  } catch {
    return { [MALFORMED]: true }
  }
}

/** Compiles a validator for parsed queries of `schema`. Its error contains only the first issues. */
export function compileQueryValidator(ajv: Ajv, schema: TObject) {
  const isValid = ajv.compile(schema)
  return (query: Record<PropertyKey, unknown>): { value: unknown } | { error: AppError } => {
    if (MALFORMED in query) {
      return {
        error: new AppError(
          HTTP_ERRORS.malformed_url,
          'expected a query string in percent-encoded UTF-8, got bytes that cannot be decoded',
        ),
      }
    }
    const value = coerceValues(schema, query as RawValues)
    if (isValid(value)) return { value }
    const kind: InputKind = {
      noun: 'parameter',
      descends: false,
      explain(property, _value, name) {
        const actual = query[name]
        if (Array.isArray(actual) && property.type !== 'array')
          return `expected one value, got ${actual.length}`
        const [example] = actual === undefined ? (property.examples ?? []) : []
        return `${describeMismatch(property, preview(actual))}${example ? `. Example: ${name}=${example}` : ''}`
      },
    }
    return { error: toIssuesError(HTTP_ERRORS.invalid_parameters, findIssues(ajv, kind, schema, value)) }
  }
}
