// Converts an operation to a Fastify route. The route reads the input, calls `run`, and sends the result.
// Authorization and conditional requests are also handled here.
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { baseHeaders, type CacheMode, readPrecondition } from './conditional.ts'
import { describeResponses, type ErrorFormat, requestHeaders } from './describe.ts'
import type { HeaderList } from './direct-response.ts'
import { readRequestKey } from './idempotency.ts'
import { type MaybePromise, settle } from './maybe-promise.ts'
import type { Operation } from './operation.ts'
import { createCacheHook, type ResponseCache } from './response-cache.ts'
import type { Result } from './result.ts'
import { sendResult } from './send-result.ts'

/**
 * Rejects a request whose caller must not call the operation. It runs before the body of the request is read. It returns a promise
 * only when it has to wait.
 */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => MaybePromise<void>

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
  readonly corsHeaders?: CorsHeaders
  /** Keeps responses that are the same for every client. By default, none is kept. */
  readonly cache?: ResponseCache | undefined
}

/** Returns one of a few objects: the lists of header fields are kept for each of them. */
type CorsHeaders = (requestOrigin?: string) => Readonly<Record<string, string>>

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
  const { result: description } = operation
  const isNegotiated = description.schema !== undefined && description.alternatives !== undefined
  // The cache has one representation per URL.
  const keptIn = description.cache === 'shared' && !isNegotiated ? cache : undefined
  const baseListOf = createBaseLists(corsHeaders)
  const guard = access === 'public' ? undefined : authorization?.guard(access)
  return {
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: schemaOf(operation, errorFormat, guard && authorization?.security),
    ...(guard && { onRequest: toHook(guard) }),
    ...(keptIn && { preParsing: createCacheHook(keptIn) }),
    config: {
      setsCorsHeaders: true,
      ...(operation.isLimited === false && { rateLimit: false as const }),
      isNegotiated,
    },
    handler(request: FastifyRequest, reply: FastifyReply) {
      const input = readInput(request)
      const precondition = operation.isConditional && readPrecondition(request.headers['if-match'])
      if (precondition) input.precondition = precondition
      if (operation.isRepeatable) addRequestKey(input, request, id)
      const result = operation.run(input, context)
      const send = (settled: Result) =>
        sendResult(request, reply, settled, baseListOf(request.headers.origin, settled.cache), keptIn)
      return settle(result, send)
    },
  }
}

/** Converts a guard to a hook of Fastify, which calls `done` when it returns no promise. */
export function toHook(guard: Guard) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): MaybePromise<void> => {
    const waiting = guard(request, reply)
    if (!waiting) done()
    return waiting
  }
}

/**
 * Creates a function that returns the header fields that every response of a cache mode has, those of CORS included. The
 * lists are created once.
 */
function createBaseLists(
  corsHeaders: CorsHeaders,
): (origin: string | undefined, mode: CacheMode) => HeaderList {
  const known = new Map<object, Record<CacheMode, HeaderList>>()
  return (origin, mode) => {
    const cors = corsHeaders(origin)
    let lists = known.get(cors)
    if (!lists) {
      const listOf = (cache: CacheMode) => Object.entries({ ...cors, ...baseHeaders(cache) }).flat()
      lists = { none: listOf('none'), shared: listOf('shared'), private: listOf('private') }
      known.set(cors, lists)
    }
    return lists[mode]
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
function readInput({ params, query, body }: FastifyRequest): Record<string, unknown> {
  const input = Object.assign(query as object, params) as Record<string, unknown>
  return body === undefined || body === null ? input : { ...input, ...(body as object) }
}
