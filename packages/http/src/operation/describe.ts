// Describes the responses of an operation for the schema of its Fastify route. @fastify/swagger generates the
// OpenAPI document from that schema.
import { AppError, type ErrorDefinition } from '@qb/core/errors'
import { type TSchema, Type } from '@sinclair/typebox'
import { explainUnknown, toIssuesError } from '../input/issues.ts'
import { ref } from '../input/schemas.ts'
import { type ErrorFormat, toErrorResponse } from '../problems/error-response.ts'
import { HTTP_ERRORS, slugOf, statusOf } from '../problems/http-errors.ts'
import type { Operation, ResultDescription } from './operation.ts'
import { CACHE_CONTROL } from './send.ts'

/** The members of an operation that this file depends on. */
export type DescribedOperation = Pick<
  Operation<never, string>,
  'result' | 'errors' | 'input' | 'access' | 'isConditional' | 'isLimited' | 'isRepeatable'
>

/** Returns the `response` member of a route schema: the successful response, and the errors by status. */
export function describeResponses(
  operation: DescribedOperation,
  errorFormat: ErrorFormat,
): Record<string | number, object> {
  const responses = { ...describeSuccess(operation.result), ...describeErrors(operation, errorFormat) }
  const addHeaders = (status: number, texts: Readonly<Record<string, string>>) => {
    if (responses[status]) responses[status] = { ...responses[status], headers: describeHeaders(texts) }
  }
  addHeaders(429, LIMITS)
  if (!operation.isConditional) return responses
  const revision = { ETag: 'The current revision of the resource.' }
  const replayed = operation.isRepeatable && {
    'Idempotency-Replayed':
      '`true` when this is the response to an earlier request with the same `Idempotency-Key`.',
  }
  addHeaders(200, { ...revision, ...replayed })
  addHeaders(412, revision)
  return responses
}

/** The header fields of a response to a client that may send no more requests for now. */
const LIMITS = {
  'Retry-After': 'In how many seconds the client can send a request again.',
  'RateLimit-Limit': 'The number of requests in a minute.',
  'RateLimit-Remaining': 'The number of requests that are left.',
  'RateLimit-Reset': 'In how many seconds all requests are there again.',
}

function describeHeaders(texts: Readonly<Record<string, string>>): Record<string, TSchema> {
  const described = Object.entries(texts).map(([name, description]) => [name, Type.String({ description })])
  return Object.fromEntries(described)
}

/** The schema of the request header fields of an operation, as a member of a route schema. */
export function requestHeaders({ isConditional, isRepeatable }: DescribedOperation): { headers?: TSchema } {
  if (!isConditional && !isRepeatable) return {}
  const headers = describeHeaders({
    ...(isConditional && {
      'if-match':
        'The `ETag` of an earlier response, a list of such ETags, or `*` for any existing file. If the file has a different revision, the operation returns 412 with the current `ETag`.',
    }),
    ...(isRepeatable && {
      'idempotency-key':
        'A key of 1 to 255 visible ASCII characters that names this request, for example a UUID. When the request is repeated with the same key, it takes effect once, and the first response is returned. With another payload, the operation returns 422.',
    }),
  })
  return { headers: Type.Partial(Type.Object(headers)) }
}

/** Lists every error of an operation, with those of validation, authorization and limits. */
export function listErrors({
  errors,
  input,
  access,
  isLimited = true,
}: DescribedOperation): ErrorDefinition[] {
  const http = HTTP_ERRORS
  return [
    ...(input.body ? [http.invalid_body] : []),
    http.invalid_parameters,
    ...(access === 'public' ? [] : [http.unauthenticated, http.forbidden, http.authentication_unavailable]),
    ...errors,
    ...(input.body ? [http.content_too_large, http.unsupported_media_type] : []),
    ...(isLimited ? [http.too_many_requests] : []),
    http.internal,
  ]
}

const CACHING = {
  shared: `\`${CACHE_CONTROL.shared}\`, or \`no-store\` when the response is for this request only.`,
  private: `\`${CACHE_CONTROL.private}\`. Revalidate before each use.`,
} as const

function describeSuccess(result: ResultDescription): Record<number, object> {
  const { description, schema, example, alternatives = {}, cache, paged } = result
  const json = schema?.$id === undefined ? schema : ref(schema)
  const types = Object.entries({ ...(json && { 'application/json': json }), ...alternatives })
  const content = Object.fromEntries(
    types.map(([type, body]) => [type, { schema: body, ...(body === json && example && { example }) }]),
  )
  const cacheHeaders = describeHeaders({
    ...(cache && { ETag: 'The validator of this response. Absent with `no-store`.' }),
    ...(cache && { 'Cache-Control': CACHING[cache] }),
  })
  const otherHeaders = describeHeaders({
    ...(paged && { Link: 'The URL of the next page, with `rel="next"`. Absent on the last page.' }),
    ...result.headers,
  })
  const headers = { ...cacheHeaders, ...otherHeaders }
  const success = {
    description,
    // @fastify/swagger rejects an empty object.
    ...(types.length > 0 && { content }),
    ...(Object.keys(headers).length > 0 && { headers }),
  }
  if (!cache) return { 200: success }
  const notModified = 'Not modified: `If-None-Match` contains the current `ETag`.'
  return { 200: success, 304: { type: 'null', description: notModified, headers: cacheHeaders } }
}

function describeErrors(operation: DescribedOperation, format: ErrorFormat): Record<number, object> {
  const errors = listErrors(operation)
  const examples = [...exampleIssues(operation), ...(format.examples ?? [])]
  const statuses = [...new Set(errors.map(statusOf))]
  const described = statuses.map((status) => {
    const sameStatus = errors.filter((error) => statusOf(error) === status)
    const description = sameStatus.map(({ title }) => title).join('; ')
    const shown = sameStatus.map((error) => [slugOf(error), exampleOf(error, { ...format, examples })])
    const media = { schema: ref(format.schema), examples: Object.fromEntries(shown) }
    return [status, { description, content: { [format.contentType]: media } }]
  })
  return Object.fromEntries(described)
}

/** Creates the errors of a parameter and of a member that the operation does not have. */
function exampleIssues({ input: { query = Type.Object({}), body } }: DescribedOperation): AppError[] {
  const create = (definition: ErrorDefinition, parameter: string, message: string) =>
    toIssuesError(definition, [{ parameter, message }])
  return [
    create(HTTP_ERRORS.invalid_parameters, 'lang', explainUnknown('parameter', query, 'lang')),
    ...(body ? [create(HTTP_ERRORS.invalid_body, 'note', explainUnknown('member', body, 'note'))] : []),
  ]
}

/** Returns an example response of an error, and its title. */
export function exampleOf(
  definition: ErrorDefinition,
  { render, examples = [] }: ErrorFormat,
): { summary: string; value: object } {
  const example = examples.find((error) => error.definition === definition) ?? new AppError(definition, '')
  return { summary: definition.title, value: render(toErrorResponse(example, 'req-1k')) }
}
