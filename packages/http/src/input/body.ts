// Parses and validates JSON bodies. An unknown member is an error, and values are not coerced. An empty body
// counts as an empty object.
import type { AppError, Issue } from '@qb/core/errors'
import type { TObject, TSchema } from '@sinclair/typebox'
import type { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { describeMismatch } from './coerce-values.ts'
import { preview, toIssuesError } from './issues.ts'
import { checkJsonLimits } from './json-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body is the JSON text. The route parses it, because its protocol has its own errors of syntax. */
    readonly readsText?: boolean
  }
}

/**
 * Registers the parser of `application/json`. An empty body becomes `{}`, with or without that content type, except on
 * routes that read the text.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const json = String(body)
    const { readsText } = request.routeOptions.config
    if (json.trim() === '' && !readsText) return done(null, {})
    try {
      checkJsonLimits(json)
    } catch (error) {
      return done(error as AppError)
    }
    if (readsText) return done(null, json)
    parseJson(request, json, done)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined) request.body = {}
    done()
  })
}

/**
 * Compiles a validator for bodies of `schema`. Its error contains only the first issues.
 * @param definition the definition of the error
 */
export function compileBodyValidator(ajv: Ajv, schema: TSchema, definition = HTTP_ERRORS.invalid_body) {
  const isValid = ajv.compile(schema)
  return (body: unknown): { value: unknown } | { error: AppError } =>
    isValid(body) ? { value: body } : { error: toIssuesError(definition, findIssues(ajv, schema, body, '')) }
}

/**
 * Finds the issues of a value. It descends into objects and arrays, and Ajv validates all other values.
 * @param name the path of `value` in the body, such as `changes[0].type`
 */
function* findIssues(ajv: Ajv, schema: TSchema, value: unknown, name: string): Generator<Issue> {
  if (schema.type === 'object' && isObject(value)) yield* findInObject(ajv, schema as TObject, value, name)
  else if (schema.type === 'array' && Array.isArray(value)) yield* findInArray(ajv, schema, value, name)
  else if (!ajv.validate(schema, value)) {
    yield { parameter: name, message: explainIssue(schema, preview(value)) }
  }
}

function* findInObject(
  ajv: Ajv,
  { properties, required = [] }: TObject,
  value: Readonly<Record<string, unknown>>,
  name: string,
): Generator<Issue> {
  const pathOf = (member: string) => (name === '' ? member : `${name}.${member}`)
  for (const [member, schema] of Object.entries(properties)) {
    if (Object.hasOwn(value, member)) yield* findIssues(ajv, schema, value[member], pathOf(member))
    else if (required.includes(member)) {
      yield { parameter: pathOf(member), message: explainIssue(schema, 'nothing') }
    }
  }
  const names = Object.keys(properties)
  for (const member in value) {
    if (Object.hasOwn(properties, member)) continue
    const expected = names.length > 0 ? `one of: ${names.join(', ')}` : 'no members'
    yield { parameter: pathOf(member), message: `unknown member; expected ${expected}` }
  }
}

function* findInArray(
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

function explainIssue(schema: TSchema, actual: string): string {
  if (schema.type === 'array') return `expected an array, got ${actual}`
  // Values of a body are not coerced, so 1 and 0 are not booleans.
  if (schema.type === 'boolean') return `expected true or false, got ${actual}`
  return describeMismatch(schema, actual)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
