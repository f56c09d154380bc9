// Helpers for the tests of MCP. They send JSON-RPC messages as a client of protocol version 2025-11-25 does.
import type { Service } from '@qb/http'
import { KEYS, type TestApp } from '../testing.ts'

export const MCP_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
}

/** The result of a tool, as a client gets it. */
export interface ToolResult {
  readonly isError?: boolean
  readonly content: readonly { readonly type: string; readonly text: string }[]
  readonly structuredContent?: Readonly<Record<string, unknown>>
}

/** Sends a body to `/mcp`, with the key of all scopes. Header fields can be replaced. */
export async function postMcp(
  { app }: TestApp,
  payload: object | string,
  headers: Record<string, string> = {},
): Promise<Awaited<ReturnType<Service['inject']>>> {
  return app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { 'x-api-key': KEYS.all, ...MCP_HEADERS, ...headers },
    payload,
  })
}

/** Returns the message of a request. */
export function rpc(method: string, params: object = {}) {
  return { jsonrpc: '2.0', id: 1, method, params }
}

/** Returns the message that calls a tool. */
export function toolCall(name: string, args: object = {}) {
  return rpc('tools/call', { name, arguments: args })
}

/** Calls a tool, and returns its result. */
export async function callTool(test: TestApp, name: string, args: object = {}, key = KEYS.all) {
  const response = await postMcp(test, toolCall(name, args), { 'x-api-key': key })
  return response.json<{ result: ToolResult }>().result
}
