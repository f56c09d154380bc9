import { setImmediate } from 'node:timers/promises'
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

describe('a batch', () => {
  const serveBatch = (batch: readonly object[], tools: readonly Tool[] = [TOOL]) => {
    const { request } = makeMessage('2025-11-25', 'ping', {})
    return serveMessage({
      request,
      parsedBody: batch,
      tools,
      callerId: 'caller',
      version: '1.2.3',
      report: vi.fn(),
    })
  }
  const withId = (id: number | string, message: object) => ({ ...message, id })
  const cancel = (requestId: number) => ({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId },
  })

  it.each([
    ['before', (message: object) => [cancel(1), message]],
    ['after', (message: object) => [message, cancel(1)]],
  ])('responds to a request that is cancelled %s it in the same batch', async (_name, makeBatch) => {
    const call = vi.fn(async () => ({ a: 1 }))
    for (const message of [rpc('ping'), rpc('tools/call', { name: 'test', arguments: {} })]) {
      const response = await serveBatch(makeBatch(withId(1, message)), [{ ...TOOL, call }])
      expect(response.status).toBe(200)
      expect([await response.json()].flat()).toMatchObject([{ id: 1, result: {} }])
    }
    expect(call).toHaveBeenCalledOnce()
  })

  it('responds to a request that is named like a cancellation', async () => {
    const response = await serveBatch([{ ...cancel(1), id: 5 }])
    expect([await response.json()].flat()).toMatchObject([{ id: 5, error: { code: -32601 } }])
  })

  it('of cancellations has no response', async () => {
    const response = await serveBatch([cancel(1), cancel(2)])
    expect([response.status, await response.text()]).toEqual([202, ''])
  })

  it('with an id twice calls no tool', async () => {
    const call = vi.fn(async () => ({}))
    const message = rpc('tools/call', { name: 'test', arguments: {} })
    const response = await serveBatch([withId(7, message), withId(7, message)], [{ ...TOOL, call }])
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32600 } })
    expect(call).not.toHaveBeenCalled()
  })

  it('may contain the number and the text of an id', async () => {
    const response = await serveBatch([withId(7, rpc('ping')), withId('7', rpc('ping'))])
    expect(await response.json()).toMatchObject([{ id: 7 }, { id: '7' }])
  })

  it('runs its messages one after the other', async () => {
    let running = 0
    let most = 0
    const call = async () => {
      most = Math.max(most, ++running)
      await setImmediate()
      running -= 1
      return {}
    }
    const batch = Array.from({ length: 10 }, (_, id) =>
      withId(id, rpc('tools/call', { name: 'test', arguments: {} })),
    )
    const response = await serveBatch(batch, [{ ...TOOL, call }])
    expect(await response.json()).toMatchObject(batch.map(({ id }) => ({ id, result: {} })))
    expect(most).toBe(1)
  })

  it('makes no further call when its results are large', async () => {
    const call = vi.fn(async () => ({ text: 'x'.repeat(300_000) }))
    const batch = Array.from({ length: 5 }, (_, id) =>
      withId(id, rpc('tools/call', { name: 'test', arguments: {} })),
    )
    const response = await serveBatch([...batch, withId(9, rpc('ping'))], [{ ...TOOL, call }])
    const [, second, ...others] = (await response.json()) as unknown[]
    expect(second).toMatchObject({ id: 1, result: {} })
    const refused = { error: { code: -32000, message: expect.stringContaining('was not made') } }
    expect(others).toMatchObject([
      { id: 2, ...refused },
      { id: 3, ...refused },
      { id: 4, ...refused },
      { id: 9, result: {} },
    ])
    expect(call).toHaveBeenCalledTimes(2)
  })

  it.each([
    [
      'more than 10 calls',
      Array.from({ length: 11 }, (_, id) => withId(id, rpc('tools/call', { name: 'test', arguments: {} }))),
    ],
    ['initialize', [withId(1, rpc('ping')), withId(2, rpc('initialize', {}))]],
  ])('with %s calls no tool', async (_name, batch) => {
    const call = vi.fn(async () => ({}))
    const response = await serveBatch(batch, [{ ...TOOL, call }])
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ id: null, error: { code: -32600 } })
    expect(call).not.toHaveBeenCalled()
  })
})
