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

/** Maximum number of messages in a batch, and of calls of tools among them. */
const [MAX_MESSAGES, MAX_CALLS] = [100, 10]
/** Length of the results of a batch, in characters, from which it calls no further tool. */
const MAX_RESULTS_LENGTH = 1024 * 1024

/**
 * Responds to a batch: to one message after the other, so that the memory is that of one call and of the results. Its requests
 * need different ids. A request that the same batch cancels is handled all the same.
 */
async function serveBatch(message: Message, batch: readonly unknown[]): Promise<Response> {
  const entries = batch.map((entry) => entry as { readonly id?: unknown; readonly method?: unknown })
  const problem = checkBatch(entries)
  if (problem !== undefined) {
    const error = { code: -32600, message: problem }
    return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 })
  }
  const results: string[] = []
  let length = 0
  for (const parsedBody of entries) {
    const { id, method } = parsedBody
    if (length > MAX_RESULTS_LENGTH && method === 'tools/call' && id !== undefined) {
      results.push(JSON.stringify({ jsonrpc: '2.0', id, error: TOO_MUCH }))
      continue
    }
    const response = await serveWithoutSession({ ...message, parsedBody })
    // The header fields are the same for all messages, and so is an error about them.
    if (response.status >= 400) return response
    if (response.status !== 200) continue
    const text = await response.text()
    length += text.length
    results.push(text)
  }
  if (results.length === 0) return new Response(null, { status: 202 })
  const json = results.length === 1 ? results[0] : `[${results.join(',')}]`
  return new Response(json, { headers: { 'content-type': 'application/json' } })
}

/** The error of a call that was not made. -32000 is one of the codes that JSON-RPC leaves to the server. */
const TOO_MUCH = {
  code: -32000,
  message: `expected results of at most ${MAX_RESULTS_LENGTH} characters in a batch, got more before this call, which was not made; send it as a message of its own`,
}

/** Returns why a batch is invalid. */
function checkBatch(entries: readonly { readonly id?: unknown; readonly method?: unknown }[]) {
  const { length } = entries
  if (length > MAX_MESSAGES) return `expected at most ${MAX_MESSAGES} messages in a batch, got ${length}`
  const calls = entries.filter(({ method }) => method === 'tools/call').length
  if (calls > MAX_CALLS) return `expected at most ${MAX_CALLS} calls of tools in a batch, got ${calls}`
  if (length > 1 && entries.some(({ method }) => method === 'initialize'))
    return 'expected a batch without initialize, which is a message of its own'
  const ids = entries.flatMap(({ id, method }) => (method === undefined || id === undefined ? [] : [id]))
  return new Set(ids).size < ids.length ? 'expected requests with different ids in a batch' : undefined
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
