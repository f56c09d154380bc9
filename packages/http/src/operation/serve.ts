// Turns an operation into a Fastify route: reads the input, calls `run`, sends the result. Only this file depends on
// both operations and Fastify.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { cacheHeaders, etagOf, matchesAny, negotiate, readPrecondition } from './conditional.ts'
import { describeResponses, type ErrorForm, IF_MATCH } from './describe.ts'
import type { Operation } from './operation.ts'
import type { Body, Content, Result } from './result.ts'

/** The request that a guard receives. */
export type Request = FastifyRequest

/** Runs before the body of a request is read. Throws when the caller may not call the operation. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Authorizes the callers of operations with a scope. */
export interface Authorization<Scope extends string> {
  guard(scope: Scope): Guard
  /** OpenAPI security requirements of an operation that needs a scope. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
}

/** Options of {@link routeOf}, shared by all operations. */
export interface RouteOptions<Context, Scope extends string> {
  readonly context: Context
  readonly errorForm: ErrorForm
  readonly authorization?: Authorization<Scope>
}

/** Creates the route of an operation. */
export function routeOf<Context, Scope extends string>(
  operation: Operation<Context, Scope>,
  { context, errorForm, authorization }: RouteOptions<Context, Scope>,
) {
  const { id, method, path, access, tag, summary, description, input } = operation
  if (access !== 'public' && !authorization) throw new Error(`${id}: expected an authorization for ${access}`)
  const isNegotiated = operation.result.schema !== undefined && operation.result.alternatives !== undefined
  const guard = access === 'public' ? undefined : authorization?.guard(access)
  const needs = access === 'public' ? '' : ` Needs the scope \`${access}\`.`
  const schema = {
    operationId: id,
    tags: [tag],
    summary,
    description: `${description}${needs}`,
    ...(guard && { security: authorization?.security }),
    ...(input.path && { params: input.path }),
    ...(input.query && { querystring: input.query }),
    ...(input.body && { body: input.body }),
    ...(operation.isConditional && { headers: IF_MATCH }),
    response: describeResponses(operation, errorForm),
  } as FastifySchema
  return {
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema,
    ...(guard && { onRequest: guard }),
    handler(request: FastifyRequest, reply: FastifyReply) {
      const { params, query, body } = request as { params: object; query: object; body: object }
      if (isNegotiated) reply.header('vary', 'accept')
      const precondition = operation.isConditional && readPrecondition(request.headers['if-match'])
      const given = { ...params, ...query, ...body, ...(precondition && { precondition }) }
      const result = operation.run(given, context)
      if (!(result instanceof Promise)) return send(request, reply, result)
      return result.then((settled) => send(request, reply, settled))
    },
  }
}

function send(request: FastifyRequest, reply: FastifyReply, result: Result): FastifyReply {
  if (result.cache === 'none') {
    reply.headers(cacheHeaders('none'))
    if (result.revision !== undefined) reply.header('etag', etagOf(result.revision))
    return write(request, reply, result.content)
  }
  const etag = etagOf(result.revision, result.key)
  reply.headers(cacheHeaders(result.cache)).header('etag', etag)
  if (matchesAny(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return write(request, reply, result.render())
}

function write(request: FastifyRequest, reply: FastifyReply, content: Content<unknown>): FastifyReply {
  if (content.next) reply.header('link', `<${content.next}>; rel="next"`)
  if ('text' in content) return sendBody(reply.header('content-type', content.mediaType), content.text)
  const { alternatives = {} } = content
  const types = Object.keys(alternatives)
  const type = types.length > 0 ? negotiate(request.raw, ['application/json', ...types]) : undefined
  const alternative = type === undefined ? undefined : alternatives[type]
  if (alternative) return sendBody(reply.header('content-type', `${type}; charset=utf-8`), alternative())
  return sendBody(reply, 'json' in content ? content.json : JSON.stringify(content.value))
}

/** Pieces of a body are joined up to this many bytes, because one system call is then cheaper than several. */
const MAX_JOINED_BYTES = 64 * 1024

/** Sends a body. The pieces of a large body go to the socket unjoined; joining would copy every response. */
function sendBody(reply: FastifyReply, body: Body): FastifyReply {
  if (typeof body === 'string') return reply.send(body)
  const length = body.reduce((sum, piece) => sum + piece.length, 0)
  if (length <= MAX_JOINED_BYTES) return reply.send(Buffer.concat(body, length))
  return reply.header('content-length', length).send(Readable.from(body))
}
