// Describes an operation as the schema of a Fastify route. @fastify/swagger generates the OpenAPI document from it.
import { AppError, type ErrorDefinition } from '@qb/core/errors'
import { type TSchema, Type } from '@sinclair/typebox'
import { ref } from '../input/schemas.ts'
import { type RenderError, toErrorResponse } from '../problems/error-response.ts'
import { HTTP_ERRORS, nameOf, statusOf } from '../problems/http-errors.ts'
import type { Operation, ResultDescription } from './operation.ts'

/** The format and documentation of a service's error responses. */
export interface ErrorForm {
  readonly contentType: string
  readonly schema: TSchema
  readonly render: RenderError
  /** Examples of errors. An error that is not in the list gets an example with an empty detail. */
  readonly examples?: readonly AppError[]
}

/** The members of an operation that the schema of its route documents. */
export type DescribedOperation = Pick<
  Operation<never, string>,
  'result' | 'errors' | 'input' | 'access' | 'isConditional'
>

/** Returns the `response` part of a route's schema: the successful response, and the errors by status. */
export function describeResponses(
  operation: DescribedOperation,
  form: ErrorForm,
): Record<string | number, object> {
  const success = describeSuccess(operation.result)
  const errors = describeErrors(listErrors(operation), form)
  if (!operation.isConditional) return { ...success, ...errors }
  const headers = { ETag: Type.String({ description: 'The current revision.' }) }
  return { ...success, ...errors, 200: { ...success[200], headers }, 412: { ...errors[412], headers } }
}

/** The request header of an operation with `isConditional`. */
export const IF_MATCH = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description:
        'The `ETag` of an earlier response, a list of them, or `*` for a file that exists. For another revision the response is 412 with the current `ETag`.',
    }),
  ),
})

/** Lists every error of an operation: its own errors and the errors of validation, authorization and limits. */
export function listErrors({ errors, input, access }: DescribedOperation): ErrorDefinition[] {
  const { invalid_parameters, invalid_body, unauthenticated, forbidden } = HTTP_ERRORS
  const { content_too_large, unsupported_media_type, too_many_requests, internal } = HTTP_ERRORS
  return [
    ...(input.body ? [invalid_body] : []),
    invalid_parameters,
    ...(access === 'public' ? [] : [unauthenticated, forbidden]),
    ...errors,
    ...(input.body ? [content_too_large, unsupported_media_type] : []),
    too_many_requests,
    internal,
  ]
}

const CACHE_CONTROL_OF = {
  shared: '`public, max-age=60`; `no-store` when the response was made for this request alone.',
  private: '`private, no-cache`: revalidate before each use.',
} as const

function describeSuccess({
  description,
  schema,
  alternatives = {},
  cache,
  paged,
}: ResultDescription): Record<number, object> {
  const json = schema?.$id === undefined ? schema : ref(schema)
  const types = { ...(json && { 'application/json': json }), ...alternatives }
  const content = Object.fromEntries(Object.entries(types).map(([type, of]) => [type, { schema: of }]))
  const cacheHeaders = cache && {
    ETag: Type.String({ description: 'The validator of this response; absent under `no-store`.' }),
    'Cache-Control': Type.String({ description: CACHE_CONTROL_OF[cache] }),
  }
  const pageHeaders = paged && {
    Link: Type.String({ description: 'The next page with `rel="next"`. Absent on the last page.' }),
  }
  const headers = { ...cacheHeaders, ...pageHeaders }
  const success = { description, content, ...(Object.keys(headers).length > 0 && { headers }) }
  if (!cacheHeaders) return { 200: success }
  const notModified = 'The representation that `If-None-Match` names is current.'
  return { 200: success, 304: { type: 'null', description: notModified, headers: cacheHeaders } }
}

function describeErrors(errors: readonly ErrorDefinition[], form: ErrorForm): Record<number, object> {
  const byStatus = new Map<number, ErrorDefinition[]>()
  for (const error of errors) {
    const status = statusOf(error)
    byStatus.set(status, [...(byStatus.get(status) ?? []), error])
  }
  const described = [...byStatus].map(([status, sameStatus]) => {
    const description = sameStatus.map(({ title }) => title).join('; ')
    const media = { schema: ref(form.schema), examples: exampleOf(sameStatus, form) }
    return [status, { description, content: { [form.contentType]: media } }] as const
  })
  return Object.fromEntries(described)
}

function exampleOf(errors: readonly ErrorDefinition[], { render, examples = [] }: ErrorForm) {
  const named = errors.map((definition) => {
    const error =
      examples.find((example) => example.definition === definition) ?? new AppError(definition, '')
    const value = JSON.parse(render(toErrorResponse(error, 'req-1k')).body)
    return [nameOf(definition), { summary: definition.title, value }] as const
  })
  return Object.fromEntries(named)
}
