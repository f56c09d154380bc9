// Defines `POST /mcp`: the Model Context Protocol over Streamable HTTP, without sessions. The tools are the operations with
// a function definition.
// @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
import type { Endpoint, FastifyRequest, Operation } from '@qb/http'
import type { CallerAuthorization } from '../auth/authorize.ts'
import type { Caller, Scope } from '../auth/scopes.ts'
import type { ChangelogContext } from '../context.ts'
import { listCalledTools } from './called-tools.ts'
import { checkOrigin } from './origin.ts'
import { deriveTools, type Tool } from './tools.ts'

/** Options of {@link createMcpEndpoint}. */
export interface McpOptions {
  readonly operations: readonly Operation<ChangelogContext, Scope>[]
  readonly context: ChangelogContext
  readonly authorization: CallerAuthorization
}

/** Creates the endpoint. A message that calls a tool without its scope is rejected like a request to its operation. */
export function createMcpEndpoint({ operations, context, authorization }: McpOptions): Endpoint {
  const { authenticate, requireScope } = authorization
  const callers = new WeakMap<FastifyRequest, Caller>()
  let loaded: Promise<Loaded> | undefined
  return {
    path: '/mcp',
    async guard(request, reply) {
      checkOrigin(request.headers.origin)
      callers.set(request, await authenticate(request, reply))
    },
    async handle({ request, reply, body, report }) {
      loaded ??= load(operations, context)
      const { tools, serveMessage } = await loaded
      const caller = callers.get(request) as Caller
      const parsedBody = parse(body)
      const called = new Set(listCalledTools(parsedBody))
      for (const { name, access } of tools) {
        if (called.has(name) && access !== 'public') requireScope(caller, access, reply)
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

interface Loaded {
  readonly tools: readonly Tool[]
  readonly serveMessage: typeof import('./serve-message.ts').serveMessage
}

async function load(operations: McpOptions['operations'], context: ChangelogContext): Promise<Loaded> {
  const { serveMessage } = await import('./serve-message.ts')
  return { serveMessage, tools: deriveTools(operations, context) }
}

/** Parses JSON. Undefined when its syntax is invalid, which is an error of JSON-RPC. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/**
 * Converts a request to one of the Fetch API. Credentials are not passed on.
 * @param body null when it is passed on as a value
 */
function toWebRequest({ headers }: FastifyRequest, body: string | null): Request {
  const passed = Object.entries(headers).filter(
    (entry): entry is [string, string] =>
      /^(?:accept|content-type|mcp-.*)$/.test(entry[0]) && typeof entry[1] === 'string',
  )
  return new Request('http://localhost/mcp', { method: 'POST', headers: passed, body })
}
