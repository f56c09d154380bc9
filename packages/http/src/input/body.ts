// Reads JSON bodies strictly. An empty body is an empty object. The error for an unknown member names it. Values are
// not coerced.
import type { AppError, Issue } from '@qb/core/errors'
import type { TObject, TSchema } from '@sinclair/typebox'
import type { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { preview, toIssuesError } from './issues.ts'
import { checkJsonBounds } from './json-bounds.ts'
import { describeExpected } from './text-values.ts'

/** Adds a parser for `application/json`. An empty body is `{}`, with or without that content type. */
export function readJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text.trim() === '') return done(null, {})
    try {
      checkJsonBounds(text)
    } catch (error) {
      return done(error as AppError)
    }
    parseJson(request, text, done)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined) request.body = {}
    done()
  })
}

/** Compiles a validator for bodies of `schema`. One error names the first issues. */
export function compileBody(ajv: Ajv, schema: TSchema) {
  const isValid = ajv.compile(schema)
  return (body: unknown): { value: unknown } | { error: AppError } =>
    isValid(body)
      ? { value: body }
      : { error: toIssuesError(HTTP_ERRORS.invalid_body, findIssues(ajv, schema, body, '')) }
}

/**
 * Descends into objects and lists. Ajv checks other values. `name` is the name of `value`, such as `changes[0].type`.
 */
function* findIssues(ajv: Ajv, schema: TSchema, value: unknown, name: string): Generator<Issue> {
  if (schema.type === 'object' && isObject(value)) yield* findInObject(ajv, schema as TObject, value, name)
  else if (schema.type === 'array' && Array.isArray(value)) yield* findInList(ajv, schema, value, name)
  else if (!ajv.validate(schema, value)) {
    yield { parameter: name, message: `expected ${nameType(schema)}, got ${preview(value)}` }
  }
}

function* findInObject(
  ajv: Ajv,
  { properties, required = [] }: TObject,
  value: Readonly<Record<string, unknown>>,
  name: string,
): Generator<Issue> {
  const nameOf = (member: string) => (name === '' ? member : `${name}.${member}`)
  for (const [member, schema] of Object.entries(properties)) {
    if (Object.hasOwn(value, member)) yield* findIssues(ajv, schema, value[member], nameOf(member))
    else if (required.includes(member)) {
      yield { parameter: nameOf(member), message: `expected a value, got none (${member} is required)` }
    }
  }
  const known = Object.keys(properties)
  for (const member in value) {
    if (Object.hasOwn(properties, member)) continue
    const expected = known.length > 0 ? `any of: ${known.join(', ')}` : 'none'
    yield { parameter: nameOf(member), message: `unknown member; expected ${expected}` }
  }
}

function* findInList(
  ajv: Ajv,
  { items, maxItems = Number.POSITIVE_INFINITY }: TSchema,
  values: readonly unknown[],
  name: string,
): Generator<Issue> {
  if (values.length > maxItems) {
    yield { parameter: name, message: `expected at most ${maxItems} elements, got ${values.length}` }
    return
  }
  for (const [index, value] of values.entries()) yield* findIssues(ajv, items, value, `${name}[${index}]`)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function nameType(schema: TSchema): string {
  if (schema.type === 'array') return 'a list'
  if (schema.type === 'object') return 'an object'
  return describeExpected(schema)
}
