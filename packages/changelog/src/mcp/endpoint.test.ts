import { HTTP_ERRORS } from '@qb/http'
import { describe, expect, it } from 'vitest'
import { MAX_FAILED_AUTHENTICATIONS } from '../auth/authorize.ts'
import { assertError, KEYS, makeApp, OPERATIONS } from '../testing.ts'
import { MCP_HEADERS, postMcp, rpc, toolCall } from './testing.ts'

const LOG = '# Log\n\n## [Unreleased]\n\n- x\n'
const RELEASE = toolCall('create_release', { version_bump: 'MINOR' })
const namesOf = (response: { json(): { result: { tools: { name: string }[] } } }) =>
  response.json().result.tools.map(({ name }) => name)

describe('a message', () => {
  it('needs no session', async () => {
    const response = await postMcp(await makeApp(), rpc('tools/list'))
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
    })
    expect(response.headers).not.toHaveProperty('mcp-session-id')
  })

  it('of very many members is rejected before the SDK reads it, which takes a kilobyte for each', async () => {
    const experimental = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`k${index}`, 1]))
    const clientInfo = { name: 'test', version: '1' }
    const params = { protocolVersion: '2025-06-18', capabilities: { experimental }, clientInfo }
    const response = await postMcp(await makeApp(), rpc('initialize', params))
    expect(assertError(response, HTTP_ERRORS.invalid_body)).toBe('expected at most 20000 values in the body')
  })

  it('negotiates the protocol version', async () => {
    const initialize = (protocolVersion: string) =>
      rpc('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } })
    const test = await makeApp()
    for (const [requested, negotiated] of [
      ['2025-06-18', '2025-06-18'],
      ['1999-01-01', '2025-11-25'],
    ] as const) {
      const { result } = (await postMcp(test, initialize(requested))).json()
      expect(result).toMatchObject({
        protocolVersion: negotiated,
        capabilities: { tools: { listChanged: false } },
        serverInfo: { name: 'changelog', version: '1.2.3' },
        instructions: expect.stringContaining('create_release'),
      })
    }
    const response = await postMcp(test, rpc('tools/list'), { 'mcp-protocol-version': '1999-01-01' })
    expect(response.statusCode).toBe(400)
  })

  it('that is a notification has no response', async () => {
    const response = await postMcp(await makeApp(), { jsonrpc: '2.0', method: 'notifications/initialized' })
    expect([response.statusCode, response.body]).toEqual([202, ''])
  })

  it.each([
    ['that is not JSON', '{', 400, -32700],
    ['that is empty', '', 400, -32700],
    ['that is no message', '{}', 400, -32600],
    ['with an unknown method', rpc('tools/nope'), 200, -32601],
    ['with an unknown tool', toolCall('nope'), 200, -32602],
    [
      'with arguments that are no object',
      rpc('tools/call', { name: 'create_release', arguments: 1 }),
      200,
      -32602,
    ],
  ])('%s is an error of JSON-RPC', async (_name, payload, status, code) => {
    const response = await postMcp(await makeApp(), payload)
    expect(response.statusCode, response.body).toBe(status)
    expect(response.json().error.code).toBe(code)
  })

  it('is within the limits of other JSON bodies', async () => {
    const test = await makeApp()
    const deep = `${'['.repeat(40)}${']'.repeat(40)}`
    assertError(await postMcp(test, deep), HTTP_ERRORS.invalid_body)
    assertError(await postMcp(test, ' '.repeat(17 * 1024 * 1024)), HTTP_ERRORS.content_too_large)
    const type = { 'content-type': 'text/plain' }
    assertError(await postMcp(test, 'x', type), HTTP_ERRORS.unsupported_media_type)
  })

  it.each<[accept: string | undefined, status: number]>([
    [undefined, 200],
    ['*/*', 200],
    ['application/json', 200],
    ['application/*;q=0.8, text/html', 200],
    ['text/event-stream, application/json', 200],
    ['text/html', 406],
    ['text/event-stream', 406],
  ])('with Accept: %s gets the status %i', async (accept, status) => {
    const { app } = await makeApp()
    for (const version of ['2025-11-25', undefined]) {
      const { accept: _, 'mcp-protocol-version': _version, ...others } = MCP_HEADERS
      const response = await app.inject({
        method: 'POST',
        url: '/mcp',
        headers: {
          'x-api-key': KEYS.all,
          ...others,
          ...(accept !== undefined && { accept }),
          ...(version !== undefined && { 'mcp-protocol-version': version }),
        },
        payload: rpc('tools/list'),
      })
      expect(response.statusCode).toBe(status)
    }
  })

  it('has no query', async () => {
    const { app } = await makeApp()
    const headers = { 'x-api-key': KEYS.all, ...MCP_HEADERS }
    const response = await app.inject({ method: 'POST', url: '/mcp?a=1', headers, payload: rpc('ping') })
    assertError(response, HTTP_ERRORS.invalid_parameters)
  })
})

it.each(['GET', 'DELETE', 'PUT'] as const)('%s is not allowed', async (method) => {
  const { app } = await makeApp()
  const response = await app.inject({ method, url: '/mcp', headers: { 'x-api-key': KEYS.all } })
  assertError(response, HTTP_ERRORS.method_not_allowed)
  expect(response.headers.allow).toBe('OPTIONS, POST')
})

describe('the caller', () => {
  it('is authenticated as for other requests', async () => {
    const test = await makeApp()
    for (const [key, challenge] of [
      ['', 'Bearer realm="changelog", error="invalid_token"'],
      ['qb_all_wrong', 'Bearer realm="changelog", error="invalid_token"'],
    ] as const) {
      const response = await postMcp(test, rpc('tools/list'), { 'x-api-key': key })
      assertError(response, HTTP_ERRORS.unauthenticated)
      expect(response.headers['www-authenticate']).toBe(challenge)
    }
    const headers = { 'x-api-key': 'none', authorization: `Bearer ${KEYS.all}` }
    expect((await postMcp(test, rpc('tools/list'), headers)).statusCode).toBe(200)
  })

  it('is limited in failed authentications', async () => {
    const test = await makeApp()
    for (let count = 0; count < MAX_FAILED_AUTHENTICATIONS; count++) {
      await postMcp(test, rpc('ping'), { 'x-api-key': 'wrong' })
    }
    const response = await postMcp(test, rpc('ping'), { 'x-api-key': 'wrong' })
    assertError(response, HTTP_ERRORS.too_many_requests)
  })

  it('has one rate limit for messages and other requests', async () => {
    const test = await makeApp({ environment: { CHANGELOG_RATE_LIMIT_MAX: '2' } })
    await test.app.inject({ url: '/api/functions', headers: { 'x-api-key': KEYS.all } })
    expect((await postMcp(test, rpc('ping'))).headers['ratelimit-remaining']).toBe('0')
    const response = await postMcp(test, rpc('ping'))
    assertError(response, HTTP_ERRORS.too_many_requests)
    expect(response.headers).toHaveProperty('retry-after')
    expect((await postMcp(test, rpc('ping'), { 'x-api-key': KEYS['changes:read'] })).statusCode).toBe(200)
  })

  it('sees the tools of its scopes', async () => {
    const test = await makeApp()
    const list = async (key: string) => namesOf(await postMcp(test, rpc('tools/list'), { 'x-api-key': key }))
    expect(await list(KEYS.all)).toEqual(['get_repository_changes', 'update_changelog', 'create_release'])
    expect(await list(KEYS['changes:read'])).toEqual(['get_repository_changes'])
    expect(await list(KEYS['changelog:write'])).toEqual(['update_changelog'])
    expect(await list(KEYS['release:create'])).toEqual(['create_release'])
  })

  it('without the scope of a tool is rejected like without the scope of its operation', async () => {
    const test = await makeApp({ changelog: LOG })
    const headers = { 'x-api-key': KEYS['changelog:write'] }
    const viaHttp = await test.app.inject({ method: 'POST', url: '/api/changelog/release', headers })
    const response = await postMcp(test, RELEASE, headers)
    assertError(response, HTTP_ERRORS.forbidden)
    expect(response.body).toBe(viaHttp.body)
    expect(response.headers['www-authenticate']).toBe(viaHttp.headers['www-authenticate'])
    expect(test.readFile()).toBe(LOG)
  })
})

describe('Origin', () => {
  it.each(['http://localhost:6274', 'http://127.0.0.1', 'https://[::1]:1'])(
    'may be %s, and its page may read responses and errors',
    async (origin) => {
      const test = await makeApp()
      const readable = {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': expect.stringContaining('X-Request-Id'),
        vary: 'Origin',
      }
      const response = await postMcp(test, rpc('ping'), { origin })
      expect([response.statusCode, response.headers]).toEqual([200, expect.objectContaining(readable)])
      const error = await postMcp(test, rpc('ping'), { origin, 'x-api-key': 'wrong' })
      expect([error.statusCode, error.headers]).toEqual([401, expect.objectContaining(readable)])
      const preflight = await test.app.inject({
        method: 'OPTIONS',
        url: '/mcp',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,mcp-protocol-version,x-api-key',
        },
      })
      expect(preflight.statusCode).toBe(204)
      expect(preflight.headers).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type,mcp-protocol-version,x-api-key',
      })
    },
  )

  it.each([undefined, 'https://example.org'])('of a preflight that is %j allows nothing', async (origin) => {
    const { app } = await makeApp()
    const headers = origin === undefined ? {} : { origin }
    const response = await app.inject({ method: 'OPTIONS', url: '/mcp', headers })
    expect([response.statusCode, response.headers.allow]).toEqual([204, 'OPTIONS, POST'])
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it.each([
    'https://example.org',
    'http://localhost.example.org',
    'http://127.0.0.1.example.org',
    'null',
    'localhost',
    '',
  ])('must not be %j', async (origin) => {
    const response = await postMcp(await makeApp(), rpc('ping'), { origin })
    expect(assertError(response, HTTP_ERRORS.forbidden)).toMatch(/^Origin: /)
    expect(response.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('is checked before the key', async () => {
    const headers = { origin: 'https://example.org', 'x-api-key': 'wrong' }
    assertError(await postMcp(await makeApp(), rpc('ping'), headers), HTTP_ERRORS.forbidden)
  })
})

it('metrics have the route /mcp, and the OpenAPI document does not', async () => {
  const test = await makeApp()
  await postMcp(test, rpc('ping'))
  const headers = { 'x-api-key': KEYS.all }
  expect((await test.app.inject({ url: '/metrics', headers })).body).toContain('method="POST",route="/mcp"')
  const { paths } = (await test.app.inject('/openapi.json')).json()
  expect(Object.keys(paths)).toHaveLength(OPERATIONS.length)
})
