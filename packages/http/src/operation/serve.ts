// Converts an operation to a Fastify route. The route reads the input, calls `run`, and sends the result.
// Authorization and conditional requests are also handled here.
import { Readable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { baseHeaders, etagOf, matchesAny, negotiate, readPrecondition } from './conditional.ts'
import { describeResponses, type ErrorFormat, IF_MATCH } from './describe.ts'
import type { Operation } from './operation.ts'
import type { Body, Content, Result } from './result.ts'

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
}

/**
 * Creates the route of an operation.
 * @throws Error when the operation requires a scope and there is no authorization
 */
export function routeOf<Context, Scope extends string>(
  operation: Operation<Context, Scope>,
  { context, errorFormat, authorization }: RouteOptions<Context, Scope>,
) {
  const { id, method, path, access } = operation
  if (access !== 'public' && !authorization) throw new Error(`${id}: expected an authorization for ${access}`)
  const isNegotiated = operation.result.schema !== undefined && operation.result.alternatives !== undefined
  const guard = access === 'public' ? undefined : authorization?.guard(access)
  return {
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: schemaOf(operation, errorFormat, guard && authorization?.security),
    ...(guard && { onRequest: guard }),
    handler(request: FastifyRequest, reply: FastifyReply) {
      const { params, query, body } = request as { params: object; query: object; body: object }
      if (isNegotiated) reply.header('vary', 'accept')
      const precondition = operation.isConditional && readPrecondition(request.headers['if-match'])
      const input = { ...params, ...query, ...body, ...(precondition && { precondition }) }
      const result = operation.run(input, context)
      if (!(result instanceof Promise)) return send(request, reply, result)
      return result.then((settled) => send(request, reply, settled))
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
    ...(operation.isConditional && { headers: IF_MATCH }),
    response: describeResponses(operation, errorFormat),
  } as FastifySchema
}

function send(request: FastifyRequest, reply: FastifyReply, result: Result): FastifyReply {
  if (result.cache === 'none') {
    reply.headers(baseHeaders('none'))
    if (result.revision !== undefined) reply.header('etag', etagOf(result.revision))
    return sendContent(request, reply, result.content)
  }
  const etag = etagOf(result.revision, result.key)
  reply.headers(baseHeaders(result.cache)).header('etag', etag)
  if (matchesAny(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return sendContent(request, reply, result.render())
}

const NEWLINE = Buffer.from('\n')

function sendContent(request: FastifyRequest, reply: FastifyReply, content: Content<unknown>): FastifyReply {
  if (content.next) reply.header('link', `<${content.next}>; rel="next"`)
  if ('text' in content) return sendBody(reply.header('content-type', content.mediaType), content.text)
  const { alternatives = {} } = content
  const types = Object.keys(alternatives)
  const type = types.length > 0 ? negotiate(request.raw, ['application/json', ...types]) : undefined
  const alternative = type === undefined ? undefined : alternatives[type]
  if (alternative) return sendBody(reply.header('content-type', `${type}; charset=utf-8`), alternative())
  // The newline is for terminals.
  if ('value' in content) return sendBody(reply, `${JSON.stringify(content.value)}\n`)
  return sendBody(reply, typeof content.json === 'string' ? `${content.json}\n` : [...content.json, NEWLINE])
}

/**
 * Maximum size of a body whose chunks are joined, in bytes. Up to this size, one write is faster than
 * several.
 */
const MAX_JOINED_BYTES = 64 * 1024

/**
 * Sends a body. The chunks of a large body are not joined, because that would copy them for every response.
 */
function sendBody(reply: FastifyReply, body: Body): FastifyReply {
  if (typeof body === 'string') return reply.send(body)
  const length = body.reduce((sum, chunk) => sum + chunk.length, 0)
  if (length <= MAX_JOINED_BYTES) return reply.send(Buffer.concat(body, length))
  return reply.header('content-length', length).send(Readable.from(body))
}
