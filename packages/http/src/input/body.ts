// Parses and validates JSON bodies. An unknown member is an error, and values are not coerced. An empty body
// counts as an empty object.
import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@qb/core/errors'
import type { TSchema } from '@sinclair/typebox'
import type { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { findIssues, type InputKind, preview, toIssuesError } from './issues.ts'
import { describeMismatch } from './values.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body is the JSON text. The route parses it, because its protocol has its own errors of syntax. */
    readonly readsText?: boolean
  }
}

/** Registers the parser of `application/json`. An empty body is `{}`, except on routes that read the text. */
export function readJsonBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer
    const problem = checkEncoding(request.headers, bytes)
    if (problem) return done(problem)
    const json = bytes.toString()
    const { readsText } = request.routeOptions.config
    if (json.trim() === '' && !readsText) return done(null, {})
    try {
      checkJsonLimits(json)
    } catch (error) {
      return done(error as AppError)
    }
    if (readsText) return done(null, json)
    parseJson(request, json, (error, value) => (error ? done(explainJson(json)) : done(null, value)))
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined) request.body = request.routeOptions.config.readsText ? '' : {}
    done()
  })
}

/** Says where a body is not JSON, or that it has a member that no object may have. */
function explainJson(json: string): AppError {
  try {
    JSON.parse(json)
  } catch (error) {
    // Some versions of Node quote the body around the place.
    const place = (error as Error).message.replace(/, .*is not valid JSON$/s, '')
    return new AppError(HTTP_ERRORS.malformed_request, `expected a body in JSON: ${place}`)
  }
  return new AppError(
    HTTP_ERRORS.malformed_request,
    'expected a body without the members __proto__ and constructor',
  )
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/gi

/** Returns the error of a body that is not plain UTF-8. Otherwise U+FFFD would be in place of its invalid bytes. */
function checkEncoding(headers: IncomingHttpHeaders, bytes: Buffer): AppError | undefined {
  const { 'content-encoding': coding = 'identity', 'content-type': type = '' } = headers
  const charset = [...type.matchAll(CHARSET)].find(([, name = '']) => !/^(?:utf-?8|us-ascii)$/i.test(name))
  const unsupported = (message: string) => new AppError(HTTP_ERRORS.unsupported_media_type, message)
  if (!/^identity$/i.test(coding.trim()))
    return unsupported(`expected a body without Content-Encoding, got ${preview(coding)}`)
  if (charset) return unsupported(`expected the charset utf-8, got ${preview(charset[1])}`)
  if (isUtf8(bytes)) return undefined
  return new AppError(HTTP_ERRORS.invalid_body, 'expected a body in UTF-8, got invalid bytes')
}

const BODY: InputKind = {
  noun: 'member',
  descends: true,
  explain(schema, value) {
    if (schema.type === 'array') return `expected an array, got ${preview(value)}`
    // Values of a body are not coerced, so 1 and 0 are not booleans.
    if (schema.type === 'boolean') return `expected true or false, got ${preview(value)}`
    return describeMismatch(schema, preview(value))
  },
}

/** Compiles a validator for bodies of `schema`. Its error contains only the first issues. */
export function compileBodyValidator(ajv: Ajv, schema: TSchema, definition = HTTP_ERRORS.invalid_body) {
  const isValid = ajv.compile(schema)
  return (body: unknown): { value: unknown } | { error: AppError } =>
    isValid(body)
      ? { value: body }
      : { error: toIssuesError(definition, findIssues(ajv, BODY, schema, body)) }
}

/** The limits of a JSON body. Parsed values can take fifty times the memory of the string, and more in MCP. */
export const JSON_LIMITS = {
  /** Maximum sum of commas, objects and arrays. An update of the changelog with 5,000 entries has 15,002. */
  maxValues: 20_000,
  /** Maximum nesting of objects and arrays, in levels. */
  maxDepth: 32,
} as const

/** Checks in linear time that a JSON string is within {@link JSON_LIMITS}. @throws AppError `http/invalid_body` */
export function checkJsonLimits(json: string): void {
  const { maxDepth, maxValues } = JSON_LIMITS
  let depth = 0
  let values = 0
  let isInString = false
  for (let offset = 0; offset < json.length; offset++) {
    const char = json[offset]
    if (isInString) {
      if (char === '\\') offset++
      else if (char === '"') isInString = false
      continue
    }
    if (char === '"') isInString = true
    if (char === '[' || char === '{') depth++
    if (char === ']' || char === '}') depth--
    if (char === ',' || char === '[' || char === '{') values++
    if (depth <= maxDepth && values <= maxValues) continue
    const limit = depth > maxDepth ? `${maxDepth} levels of nesting` : `${maxValues} values`
    throw new AppError(HTTP_ERRORS.invalid_body, `expected at most ${limit} in the body`)
  }
}
