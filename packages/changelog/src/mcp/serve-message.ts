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

/** The protocol has no batches since version 2025-06-18. */
const NO_BATCH = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32600, message: 'expected one message, got a batch; send each message by itself' },
}

/** Responds to a message. Clients of protocol versions before 2026-07-28 are served without a session. */
export async function serveMessage(message: Message): Promise<Response> {
  const { request, parsedBody, report } = message
  if (Array.isArray(parsedBody)) return Response.json(NO_BATCH, { status: 400 })
  if (await isLegacyRequest(request, parsedBody)) return serveWithoutSession(message)
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
