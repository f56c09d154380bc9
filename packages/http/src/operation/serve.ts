// Converts an operation to a Fastify route. The route reads the input, calls `run`, and sends the result.
// Authorization and conditional requests are also handled here.
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { readPrecondition } from './conditional.ts'
import { describeResponses, type ErrorFormat, requestHeaders } from './describe.ts'
import type { HeaderFields } from './direct-response.ts'
import { readRequestKey } from './idempotency.ts'
import type { Operation } from './operation.ts'
import { createCacheHook, type ResponseCache } from './response-cache.ts'
import { sendResult } from './send-result.ts'

/**
 * Rejects a request whose caller must not call the operation. It runs before the body of the request is read.
 */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** The authorization of callers by scope. */
export interface Authorization<Scope extends string> {
  /** Creates the guard of operations that require a scope. */
  guard(scope: Scope): Guard
  /** The OpenAPI security requirements of an operation that requires a scope. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
}

/** Options of {@link routeOf}. They are the same for all operations of a service. */
export interface RouteOptions<Context, Scope extends string> {
  readonly context: Context
  readonly errorFormat: ErrorFormat
  readonly authorization?: Authorization<Scope>
  /** Returns the CORS header fields for the `Origin` of a request. By default, there are none. */
  readonly corsHeaders?: (requestOrigin?: string) => HeaderFields
  /** Keeps responses that are the same for every client. By default, none is kept. */
  readonly cache?: ResponseCache | undefined
}

const NO_HEADERS = {}

/**
 * Creates the route of an operation.
 * @throws Error when the operation requires a scope and there is no authorization
 */
export function routeOf<Context, Scope extends string>(
  operation: Operation<Context, Scope>,
  {
    context,
    errorFormat,
    authorization,
    corsHeaders = () => NO_HEADERS,
    cache,
  }: RouteOptions<Context, Scope>,
) {
  const { id, method, path, access } = operation
  if (access !== 'public' && !authorization) throw new Error(`${id}: expected an authorization for ${access}`)
  const pathNames = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name as string)
  const guard = access === 'public' ? undefined : authorization?.guard(access)
  return {
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: schemaOf(operation, errorFormat, guard && authorization?.security),
    ...(guard && { onRequest: guard }),
    ...(cache && operation.result.cache === 'shared' && { preParsing: createCacheHook(cache) }),
    config: {
      setsCorsHeaders: true,
      ...(operation.isLimited === false && { rateLimit: false as const }),
      isNegotiated: operation.result.schema !== undefined && operation.result.alternatives !== undefined,
    },
    handler(request: FastifyRequest, reply: FastifyReply) {
      const input = readInput(request, pathNames)
      const precondition = operation.isConditional && readPrecondition(request.headers['if-match'])
      if (precondition) input.precondition = precondition
      if (operation.isRepeatable) addRequestKey(input, request, id)
      const result = operation.run(input, context)
      const options = { cors: corsHeaders(request.headers.origin), cache }
      if (!(result instanceof Promise)) return sendResult(request, reply, result, options)
      return result.then((settled) => sendResult(request, reply, settled, options))
    },
  }
}

const NO_PARAMETERS = Type.Object({}, { additionalProperties: false })

/**
 * Returns the schema of a route. Fastify validates the input by it, and the OpenAPI document is generated
 * from it.
 */
function schemaOf<Context, Scope extends string>(
  operation: Operation<Context, Scope>,
  errorFormat: ErrorFormat,
  security: Authorization<Scope>['security'] | undefined,
): FastifySchema {
  const { id, access, tag, summary, description, input } = operation
  const requirement = access === 'public' ? '' : ` Requires the scope \`${access}\`.`
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: `${description}${requirement}`,
    ...(security && { security }),
    ...(input.path && { params: input.path }),
    querystring: input.query ?? NO_PARAMETERS,
    ...(input.body && { body: input.body }),
    ...requestHeaders(operation),
    response: describeResponses(operation, errorFormat),
  } as FastifySchema
}

function addRequestKey(input: Record<string, unknown>, request: FastifyRequest, operationId: string): void {
  const { 'idempotency-key': key, 'if-match': ifMatch } = request.headers
  if (key === undefined) return
  const { callerId, body } = request
  input.requestKey = readRequestKey({
    key: String(key),
    name: 'Idempotency-Key',
    operationId,
    callerId,
    body,
    ifMatch,
  })
}

/**
 * Merges the parameters of the path, the query and the body. The query is an object of this request only, so it is
 * extended.
 */
function readInput(
  { params, query, body }: FastifyRequest,
  pathNames: readonly string[],
): Record<string, unknown> {
  const input = query as Record<string, unknown>
  for (const name of pathNames) input[name] = (params as Record<string, unknown>)[name]
  return body === undefined || body === null ? input : { ...input, ...(body as object) }
}
