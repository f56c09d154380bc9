import { AppError } from '@qb/core/errors'
import { HTTP_ERRORS } from '@qb/http'
import { describe, expect, it, vi } from 'vitest'
import { serveMessage } from './serve-message.ts'
import { MCP_HEADERS, rpc } from './testing.ts'
import type { Tool } from './tools.ts'

const TOOL: Tool = {
  name: 'test',
  title: 'Test',
  description: 'A tool of a test.',
  access: 'public',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object' },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  call: async () => ({}),
}

/** Returns a message of the given protocol version. Since 2026-07-28, each message names its version and its client. */
function makeMessage(version: '2025-11-25' | '2026-07-28', method: string, params: object) {
  const isModern = version === '2026-07-28'
  const name = (params as { name?: string }).name
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const headers = {
    ...MCP_HEADERS,
    'mcp-protocol-version': version,
    ...(isModern && { 'mcp-method': method, ...(name && { 'mcp-name': name }) }),
  }
  return {
    request: new Request('http://localhost/mcp', { method: 'POST', headers }),
    parsedBody: rpc(method, { ...params, ...(isModern && { _meta: meta }) }),
  }
}

/** Reads the body of a response. */
async function read(response: Promise<Response>) {
  return (await (await response).json()) as {
    readonly result: Readonly<Record<string, unknown>>
    readonly error: { readonly code: number }
  }
}

describe.each(['2025-11-25', '2026-07-28'] as const)('with protocol version %s', (version) => {
  const serve = async (method: string, params: object, tools: readonly Tool[]) => {
    const report = vi.fn((error: unknown) => ({
      status: 500,
      definition: error instanceof AppError ? error.definition : HTTP_ERRORS.internal,
      detail: 'the detail',
      issues: [],
    }))
    const message = makeMessage(version, method, params)
    const response = serveMessage({ ...message, tools, callerId: 'caller', version: '1.2.3', report })
    return { response, report }
  }

  it('lists tools', async () => {
    const { response, report } = await serve('tools/list', {}, [TOOL])
    const { result } = await read(response)
    expect(result.tools).toMatchObject([{ name: 'test', title: 'Test', annotations: TOOL.annotations }])
    expect(report).not.toHaveBeenCalled()
  })

  it('responds with JSON to a call', async () => {
    const call = vi.fn(async () => ({ a: 1 }))
    const { response } = await serve('tools/call', { name: 'test', arguments: { b: 2 } }, [{ ...TOOL, call }])
    expect((await response).headers.get('content-type')).toBe('application/json')
    const { result } = await read(response)
    expect(result).toMatchObject({
      structuredContent: { a: 1 },
      content: [{ type: 'text', text: '{"a":1}' }],
    })
    expect(call).toHaveBeenCalledExactlyOnceWith({ b: 2 }, 'caller')
  })

  it('passes an empty object to a call without arguments', async () => {
    const call = vi.fn(async () => ({}))
    await (await serve('tools/call', { name: 'test' }, [{ ...TOOL, call }])).response
    expect(call).toHaveBeenCalledExactlyOnceWith({}, 'caller')
  })

  it('reports the error of a call, and responds with its code', async () => {
    const error = new AppError(HTTP_ERRORS.invalid_parameters, 'expected a, got b')
    const call = () => Promise.reject(error)
    const { response, report } = await serve('tools/call', { name: 'test' }, [{ ...TOOL, call }])
    const { result } = await read(response)
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'http/invalid_parameters: the detail' }],
    })
    expect(report).toHaveBeenCalledExactlyOnceWith(error)
  })

  it('responds with an error to an unknown method, and does not report it', async () => {
    const { response, report } = await serve('nope', {}, [TOOL])
    expect((await read(response)).error.code).toBe(-32601)
    expect(report).not.toHaveBeenCalled()
  })
})

it('reports what the SDK responds to with 500', async () => {
  const report = vi.fn()
  const message = makeMessage('2026-07-28', 'tools/list', {})
  const tools = [TOOL, TOOL]
  const response = await serveMessage({ ...message, tools, callerId: 'caller', version: '1.2.3', report })
  expect(response.status).toBe(500)
  expect(report).toHaveBeenCalledExactlyOnceWith(expect.any(Error))
})

it('refuses a batch, and calls no tool', async () => {
  const call = vi.fn(async () => ({}))
  const { request } = makeMessage('2025-11-25', 'ping', {})
  const parsedBody = [{ ...rpc('tools/call', { name: 'test', arguments: {} }), id: 1 }]
  const context = { tools: [{ ...TOOL, call }], callerId: 'caller', version: '1.2.3', report: vi.fn() }
  const response = await serveMessage({ request, parsedBody, ...context })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32600 } })
  expect(call).not.toHaveBeenCalled()
})
