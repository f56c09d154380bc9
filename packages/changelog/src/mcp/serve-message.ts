// Responds to one JSON-RPC message with the official SDK. Each message has its own server, so there are no sessions.
import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  type StandardSchemaWithJSON,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { ErrorResponse } from '@qb/http'
import type { Tool } from './tools.ts'

/** A message and its context. */
export interface Message {
  /** The request, without a body that could be read. */
  readonly request: Request
  readonly parsedBody: unknown
  /** The tools that the caller may call. */
  readonly tools: readonly Tool[]
  readonly callerId: string
  readonly version: string
  /** Logs an error. Returns the part that the caller may know. */
  readonly report: (error: unknown) => ErrorResponse
}

const INSTRUCTIONS =
  'Maintains the changelog of one git repository. To prepare a release: list the changes with get_repository_changes, add one entry for each change that users notice with update_changelog, then call create_release. With dry_run, the tools that write return a diff and write nothing. An error names what was expected: correct the arguments and call again.'

/** Responds to a message. Clients of protocol versions before 2026-07-28 are served without a session. */
export async function serveMessage(message: Message): Promise<Response> {
  const { request, parsedBody, report } = message
  if (await isLegacyRequest(request, parsedBody)) {
    return Array.isArray(parsedBody) ? serveBatch(message, parsedBody) : serveWithoutSession(message)
  }
  const errors: Error[] = []
  const handler = createMcpHandler(() => createServer(message), { onerror: (error) => errors.push(error) })
  const response = await handler.fetch(request, { parsedBody })
  // The handler also reports the errors of clients, which are not logged.
  if (response.status === 500) for (const error of errors) report(error)
  return response
}

async function serveWithoutSession(message: Message): Promise<Response> {
  const server = createServer(message)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    return await transport.handleRequest(message.request, { parsedBody: message.parsedBody })
  } finally {
    await server.close()
  }
}

/**
 * Responds to a batch. Its requests need different ids, because a response is found by its id. A request that the same
 * batch cancels is handled all the same: the transport would wait for its response forever.
 */
async function serveBatch(message: Message, batch: readonly unknown[]): Promise<Response> {
  const entries = batch.map((entry) => ({ ...(entry as { id?: unknown; method?: unknown } | null), entry }))
  const ids = entries.flatMap(({ id, method }) => (method === undefined || id === undefined ? [] : [id]))
  if (new Set(ids).size < ids.length) return Response.json(DUPLICATE_ID, { status: 400 })
  const isCancelled = ({ id, method }: (typeof entries)[number]) =>
    method === 'notifications/cancelled' && id === undefined
  const parsedBody = entries.filter((each) => !isCancelled(each)).map(({ entry }) => entry)
  if (parsedBody.length === 0 && batch.length > 0) return new Response(null, { status: 202 })
  return serveWithoutSession({ ...message, parsedBody })
}

/** Invalid Request of JSON-RPC 2.0. */
const DUPLICATE_ID = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'expected requests with different ids in a batch' },
}

function createServer({ tools, callerId, version, report }: Message): McpServer {
  const server = new McpServer(
    { name: 'changelog', title: 'Changelog', version },
    { capabilities: { tools: { listChanged: false } }, instructions: INSTRUCTIONS },
  )
  for (const { name, title, description, annotations, inputSchema, outputSchema, call } of tools) {
    const config = { title, description, annotations }
    const schemas = { inputSchema: describe(inputSchema), outputSchema: describe(outputSchema) }
    server.registerTool(name, { ...config, ...schemas }, async (args): Promise<CallToolResult> => {
      try {
        const output = await call(args, callerId)
        return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output }
      } catch (error) {
        const { definition, detail } = report(error)
        return { content: [{ type: 'text', text: `${definition.code}: ${detail}` }], isError: true }
      }
    })
  }
  return server
}

/** Converts a JSON Schema to a schema of the SDK. It accepts every value, because tools validate their arguments. */
function describe(schema: object): StandardSchemaWithJSON {
  const toJsonSchema = () => schema as Record<string, unknown>
  return {
    '~standard': {
      version: 1,
      vendor: 'changelog',
      validate: (value) => ({ value }),
      jsonSchema: { input: toJsonSchema, output: toJsonSchema },
    },
  }
}
