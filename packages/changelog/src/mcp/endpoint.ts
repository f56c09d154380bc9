// Defines `POST /mcp`: the Model Context Protocol over Streamable HTTP, without sessions. The tools are the operations with
// a function definition.
// @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
import { AppError } from '@qb/core/errors'
import { type Endpoint, type FastifyRequest, HTTP_ERRORS } from '@qb/http'
import type { Caller } from '../auth/api-keys.ts'
import type { CallerAuthorization } from '../auth/authorize.ts'
import type { ChangelogContext, ChangelogOperation } from '../context.ts'
import { deriveTool } from './tools.ts'

/** Creates the endpoint. A message that calls a tool without its scope is rejected like a request to its operation. */
export function createMcpEndpoint(
  operations: readonly ChangelogOperation[],
  context: ChangelogContext,
  { authenticate, requireScope }: CallerAuthorization,
): Endpoint {
  const callers = new WeakMap<FastifyRequest, Caller>()
  const tools = operations.flatMap((operation) =>
    operation.functionDefinition ? deriveTool(operation, operation.functionDefinition, context) : [],
  )
  return {
    path: '/mcp',
    allowsOrigin: isLoopback,
    async guard(request, reply) {
      checkOrigin(request.headers.origin)
      callers.set(request, await authenticate(request, reply))
    },
    async handle(request, reply, report) {
      // The SDK takes time to load, so it is imported with the first message.
      const { serveMessage } = await import('./serve-message.ts')
      const caller = callers.get(request) as Caller
      const body = request.body as string
      const parsedBody = parse(body)
      const called = nameCalledTool(parsedBody)
      for (const { name, access } of tools) {
        if (name === called && access !== 'public') requireScope(caller, access, reply)
      }
      return serveMessage({
        request: toWebRequest(request, parsedBody === undefined ? body : null),
        parsedBody,
        tools: tools.filter(({ access }) => access === 'public' || caller.scopes.has(access)),
        callerId: caller.id,
        version: context.version,
        report,
      })
    },
  }
}

/** Parses JSON. Undefined when its syntax is invalid, which is an error of JSON-RPC. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const ACCEPTED = 'application/json, text/event-stream'

/**
 * Converts a request to one of the Fetch API. Credentials are not passed on. The response is JSON, so a client that accepts JSON
 * need not accept an event stream, as the SDK requires.
 * @param body null when it is passed on as a value
 */
function toWebRequest({ headers }: FastifyRequest, body: string | null): Request {
  const { accept = '*/*' } = headers
  const acceptsJson = /\*\/\*|application\/(?:json|\*)/i.test(accept)
  const passed = Object.entries({ ...headers, ...(acceptsJson && { accept: ACCEPTED }) }).filter(
    (entry): entry is [string, string] =>
      /^(?:accept|content-type|mcp-.*)$/.test(entry[0]) && typeof entry[1] === 'string',
  )
  return new Request('http://localhost/mcp', { method: 'POST', headers: passed, body })
}

/** Returns the name of the tool that a message calls. Undefined for other messages. */
function nameCalledTool(message: unknown): unknown {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } | null }
  return method === 'tools/call' ? params?.name : undefined
}

const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]']

function isLoopback(origin: string): boolean {
  return URL.canParse(origin) && LOOPBACK_HOSTS.includes(new URL(origin).hostname)
}

/**
 * Checks the `Origin` of a request. Programs send none. A page sends its own, which must be on a loopback host. Other pages
 * could reach a service on a local address, with a host name that they resolve to that address (DNS rebinding).
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#security-warning
 */
function checkOrigin(origin: string | undefined): void {
  if (origin === undefined || isLoopback(origin)) return
  const message = `Origin: expected none, or one on localhost; got ${JSON.stringify(origin.slice(0, 80))}`
  throw new AppError(HTTP_ERRORS.forbidden, message)
}
