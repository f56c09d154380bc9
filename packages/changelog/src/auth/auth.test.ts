import { createHmac, createSign, generateKeyPairSync, randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { CONFIG_ERRORS, type FastifyReply, type FastifyRequest, HTTP_ERRORS, readConfig } from '@qb/http'
import { listenOnFreePort, openConnection } from '@qb/http/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChangelogConfig } from '../config.ts'
import { assertError, JWT_SECRET, KEYS, makeApp, type TestApp, type TestResponse } from '../testing.ts'
import { findCaller, makeKey, parseKeys } from './api-keys.ts'
import { isProduction, readAuthConfig } from './auth-config.ts'
import { createAuthorization } from './authorize.ts'

let test: TestApp
beforeAll(async () => {
  test = await makeApp({
    changelog: '# Log\n',
    environment: {
      CHANGELOG_JWT_ISSUER: 'https://issuer.example',
      CHANGELOG_JWT_AUDIENCE: 'changelog',
      CHANGELOG_RATE_LIMIT_MAX: '0',
    },
  })
})

const OPERATIONS = [
  ['GET', '/api/repository/changes', 'changes:read'],
  ['GET', '/api/changelog', 'changes:read'],
  ['GET', '/api/changelog/latest', 'changes:read'],
  ['GET', '/api/functions', 'changes:read'],
  ['GET', '/metrics', 'changes:read'],
  ['POST', '/api/changelog/update', 'changelog:write'],
  ['POST', '/api/changelog/release', 'release:create'],
] as const

let address = 0
/**
 * Sends each request from a different address, so that the failed authentications of tests are counted
 * separately.
 */
const send = (
  headers: Record<string, string>,
  [method, url]: readonly [string, string, ...unknown[]] = OPERATIONS[1],
): Promise<TestResponse> => {
  address++
  return test.app.inject({
    method: method as 'GET',
    url,
    headers,
    remoteAddress: `10.0.${address >> 8}.${address & 255}`,
  })
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const CLAIMS = {
  iss: 'https://issuer.example',
  aud: 'changelog',
  scope: 'changes:read changelog:write',
  sub: 'ci',
}

/**
 * Creates a token with an HMAC signature. `alg` is the algorithm in its header, which can differ from `hash`.
 */
function sign(claims: object, { alg = 'HS256', hash = 'sha256', secret = JWT_SECRET } = {}): string {
  const input = `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`
  return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`
}

/** Creates a token from claims as JSON. The JSON can contain numbers that `JSON.stringify` does not write. */
function signJson(claims: string): string {
  const input = `${encode({ alg: 'HS256', typ: 'JWT' })}.${Buffer.from(claims).toString('base64url')}`
  return `${input}.${createHmac('sha256', JWT_SECRET).update(input).digest('base64url')}`
}

describe('the guard of an operation', () => {
  it('names the caller of an API key', async () => {
    const { key, entry } = makeKey('ci', ['changes:read'])
    const { guard } = createAuthorization(parseKeys(entry))
    const request = { headers: { 'x-api-key': key } } as unknown as FastifyRequest
    await guard('changes:read')(request, {} as FastifyReply)
    expect(request.callerId).toBe('ci')
  })
})

describe('an operation with a scope', () => {
  it.each(OPERATIONS)('%s %s responds with 401 without a credential', async (...operation) => {
    const response = await send({}, operation)
    expect(assertError(response, HTTP_ERRORS.unauthenticated)).toMatch(/expected an API key/)
    expect(response.headers['www-authenticate']).toBe('Bearer realm="changelog"')
  })

  it.each(OPERATIONS)('%s %s accepts only a key with its scope', async (method, url, scope) => {
    expect((await send({ 'x-api-key': KEYS[scope] }, [method, url])).statusCode).not.toBe(403)
    for (const other of OPERATIONS.map(([, , needed]) => needed).filter((needed) => needed !== scope)) {
      const response = await send({ 'x-api-key': KEYS[other] }, [method, url])
      expect(assertError(response, HTTP_ERRORS.forbidden)).toBe(`expected the scope ${scope}, got ${other}`)
      expect(response.headers['www-authenticate']).toContain(`error="insufficient_scope", scope="${scope}"`)
    }
  })

  it('accepts a key as X-API-Key and as Authorization: Bearer', async () => {
    expect((await send({ 'x-api-key': KEYS.all })).statusCode).toBe(200)
    expect((await send({ authorization: `Bearer ${KEYS.all}` })).statusCode).toBe(200)
    expect((await send({ authorization: `bearer ${KEYS.all}` })).statusCode).toBe(200)
  })

  it.each([
    ['a wrong key', { 'x-api-key': 'qb_nobody_0123456789012345678901234567890123456789' }],
    ['the right id with a wrong secret', { 'x-api-key': `${KEYS.all.slice(0, -4)}AAAA` }],
    ['a key with a character appended', { 'x-api-key': `${KEYS.all}x` }],
    ['an empty key', { 'x-api-key': '' }],
    ['an incomplete Authorization header field', { authorization: 'Bearer' }],
    ['an invalid token', { authorization: 'Bearer a.b.c' }],
    ['basic authentication', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['a valid key with an unknown scheme', { authorization: `Token ${KEYS.all}` }],
    ['a valid key without a scheme', { authorization: KEYS.all }],
    ['a valid token without a scheme', { authorization: sign({ ...CLAIMS, exp: inAnHour() }) }],
    ['two valid keys in one header field', { authorization: `Bearer ${KEYS.all}, Bearer ${KEYS.all}` }],
    ['a valid token as X-API-Key', { 'x-api-key': sign({ ...CLAIMS, exp: inAnHour() }) }],
    [
      'a wrong key and an invalid token',
      { 'x-api-key': 'qb_nobody_0123456789012345678901234567890123456789', authorization: 'Bearer a.b.c' },
    ],
    ['valid keys of two callers', { 'x-api-key': KEYS.all, authorization: `Bearer ${KEYS['changes:read']}` }],
    [
      'a valid key and the valid token of a different caller',
      { 'x-api-key': KEYS.all, authorization: `Bearer ${sign({ ...CLAIMS, exp: inAnHour() })}` },
    ],
    [
      'the digest of a key',
      { 'x-api-key': parseKeys(makeKey('x', ['changes:read']).entry)[0]?.digest.toString('hex') ?? '' },
    ],
  ])('responds with 401 for %s', async (_name, headers) => {
    const response = await send(headers)
    assertError(response, HTTP_ERRORS.unauthenticated)
    expect(response.headers['www-authenticate']).toMatch(/^Bearer realm="changelog"/)
  })

  it.each([
    ['a revoked key and a valid token', 'qb_old_0123456789012345678901234567890123456789', true],
    ['an empty key and a valid token', '', true],
    ['a valid key and the credentials of a proxy', KEYS.all, 'Basic dXNlcjpwYXNz'],
    ['a valid key and an expired token', KEYS.all, `Bearer ${sign({ ...CLAIMS, exp: inAnHour() - 7200 })}`],
    ['the same key twice', KEYS.all, `Bearer ${KEYS.all}`],
  ])('accepts %s', async (_name, key, authorization) => {
    const token = `Bearer ${sign({ ...CLAIMS, exp: inAnHour() })}`
    const headers = { 'x-api-key': key, authorization: authorization === true ? token : authorization }
    expect((await send(headers as Record<string, string>)).statusCode).toBe(200)
  })

  it('responds with 401 for a revoked key', async () => {
    const { app } = await makeApp({
      environment: { CHANGELOG_API_KEYS: makeKey('other', ['changes:read']).entry },
    })
    assertError(
      await app.inject({ url: '/api/changelog', headers: { 'x-api-key': KEYS.all } }),
      HTTP_ERRORS.unauthenticated,
    )
  })

  it('authenticates the caller before the body is read', async () => {
    const body = { payload: 'not json', headers: { 'content-type': 'text/nothing' } }
    assertError(
      await test.app.inject({ method: 'POST', url: '/api/changelog/update', ...body }),
      HTTP_ERRORS.unauthenticated,
    )
  })
})

describe('a token', () => {
  const sendToken = (token: string) => send({ authorization: `Bearer ${token}` })

  it('is accepted with exp, iss, aud and the scope', async () => {
    expect((await sendToken(sign({ ...CLAIMS, exp: inAnHour() }))).statusCode).toBe(200)
  })

  it.each([
    ['exp', -25, 200],
    ['exp', -35, 401],
    ['nbf', 25, 200],
    ['nbf', 35, 401],
  ])(
    'whose %s is %i seconds from now has the status %i, as clocks can differ',
    async (claim, seconds, status) => {
      const time = Math.floor(Date.now() / 1000) + seconds
      const response = await sendToken(sign({ ...CLAIMS, exp: inAnHour(), [claim]: time }))
      expect(response.statusCode).toBe(status)
    },
  )

  it('is accepted with an exp at the end of the year 9999', async () => {
    expect((await sendToken(sign({ ...CLAIMS, exp: 253_402_300_799, nbf: 0, iat: 1.5 }))).statusCode).toBe(
      200,
    )
  })

  it('gets 403 without the scope', async () => {
    assertError(
      await sendToken(sign({ ...CLAIMS, exp: inAnHour(), scope: 'release:create' })),
      HTTP_ERRORS.forbidden,
    )
    assertError(
      await sendToken(sign({ ...CLAIMS, exp: inAnHour(), scope: undefined })),
      HTTP_ERRORS.forbidden,
    )
    assertError(
      await sendToken(sign({ ...CLAIMS, exp: inAnHour(), scope: ['changes:read'] })),
      HTTP_ERRORS.forbidden,
    )
  })

  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const rsaInput = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ ...CLAIMS, exp: inAnHour() })}`
  it.each<readonly [string, string]>([
    ['expired', sign({ ...CLAIMS, exp: inAnHour() - 7200 })],
    ['without exp', sign(CLAIMS)],
    ...['1e400', '-1e400', '253402300801', '1e300', '"9999999999"', 'null', '[9999999999]', '{}', 'true'].map(
      (exp) =>
        [
          `with exp ${exp}`,
          signJson(`{"scope":"changes:read","iss":"https://issuer.example","aud":"changelog","exp":${exp}}`),
        ] as const,
    ),
    ...['nbf', 'iat'].map(
      (claim) =>
        [
          `with ${claim} -1e400`,
          signJson(JSON.stringify({ ...CLAIMS, exp: inAnHour() }).replace('{', `{"${claim}":-1e400,`)),
        ] as const,
    ),
    ['not valid yet', sign({ ...CLAIMS, exp: inAnHour() + 7200, nbf: inAnHour() })],
    ['for a different audience', sign({ ...CLAIMS, exp: inAnHour(), aud: 'other' })],
    ['without an audience', sign({ ...CLAIMS, exp: inAnHour(), aud: undefined })],
    ['of a different issuer', sign({ ...CLAIMS, exp: inAnHour(), iss: 'https://evil.example' })],
    ['without an issuer', sign({ ...CLAIMS, exp: inAnHour(), iss: undefined })],
    ['with alg none', `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ ...CLAIMS, exp: inAnHour() })}.`],
    ['with alg HS512', sign({ ...CLAIMS, exp: inAnHour() }, { alg: 'HS512', hash: 'sha512' })],
    ['with alg HS256 and an HS512 signature', sign({ ...CLAIMS, exp: inAnHour() }, { hash: 'sha512' })],
    [
      'with alg RS256',
      `${rsaInput}.${createSign('RSA-SHA256').update(rsaInput).sign(privateKey, 'base64url')}`,
    ],
    ['with alg RS256 and an HS256 signature', sign({ ...CLAIMS, exp: inAnHour() }, { alg: 'RS256' })],
    [
      'signed with a public key as the HS256 secret',
      sign(
        { ...CLAIMS, exp: inAnHour() },
        { secret: publicKey.export({ type: 'spki', format: 'pem' }).toString() },
      ),
    ],
    ['signed with a different secret', sign({ ...CLAIMS, exp: inAnHour() }, { secret: 'x'.repeat(40) })],
    [
      'modified after signing',
      sign({ ...CLAIMS, exp: inAnHour() }).replace(
        /\.[^.]+\./,
        `.${encode({ ...CLAIMS, exp: inAnHour() + 1 })}.`,
      ),
    ],
  ])('gets 401 when it is %s', async (_name, token) => {
    const response = await sendToken(token)
    assertError(response, HTTP_ERRORS.unauthenticated)
    expect(response.headers['www-authenticate']).toBe('Bearer realm="changelog", error="invalid_token"')
  })
})

describe('a client that waits for 100 Continue', () => {
  const body = '{"changes":[]}'
  let listening: TestApp
  beforeAll(async () => {
    listening = await makeApp({ changelog: '# Log\n' })
    await listenOnFreePort(listening.app)
  })
  afterAll(() => listening.app.close())

  /**
   * Sends the header fields, and the body once it has received 100 Continue. Returns what it has received.
   */
  const sendWaiting = async (headers: string, path = '/api/changelog/update') => {
    const { client, received } = await openConnection(listening.app)
    const closed = once(client, 'close')
    client.once('data', (chunk) => {
      if (String(chunk).startsWith('HTTP/1.1 100 ')) client.write(body)
    })
    client.on('end', () => client.end())
    client.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nexpect: 100-Continue\r\nconnection: close\r\n${headers}\r\n`,
    )
    await closed
    return received()
  }
  const json = `content-type: application/json\r\ncontent-length: ${body.length}\r\n`

  it('gets 100 Continue when it is authorized', async () => {
    const received = await sendWaiting(`${json}x-api-key: ${KEYS.all}\r\n`)
    expect(received).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
  })

  it.each([
    ['without a credential', 401, json, undefined],
    ['without the scope', 403, `${json}x-api-key: ${KEYS['changes:read']}\r\n`, undefined],
    ['on an unknown path', 404, json, '/api/nothing'],
    ['with a wrong method', 405, json, '/api/changelog'],
    [
      'with a body that is too large',
      413,
      `content-type: application/json\r\ncontent-length: 99999999\r\nx-api-key: ${KEYS.all}\r\n`,
      undefined,
    ],
  ])('does not get 100 Continue %s', async (_name, status, headers, path) => {
    expect(await sendWaiting(headers, path)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })
})

describe('rate limiting', () => {
  it('counts requests by key, not by address', async () => {
    const { app } = await makeApp({ changelog: '', environment: { CHANGELOG_RATE_LIMIT_MAX: '2' } })
    const get = (key: string) => app.inject({ url: '/api/changelog', headers: { 'x-api-key': key } })
    expect([(await get(KEYS.all)).statusCode, (await get(KEYS.all)).statusCode]).toEqual([200, 200])
    const rejected = await get(KEYS.all)
    assertError(rejected, HTTP_ERRORS.too_many_requests)
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
    expect((await get(KEYS['changes:read'])).statusCode).toBe(200)
  })

  it('responds with 429 after 60 failed authentications of an address in a minute', async () => {
    const { app } = await makeApp({ changelog: '' })
    const sendInvalid = () => app.inject({ url: '/api/changelog', headers: { 'x-api-key': 'qb_x_wrong' } })
    for (let attempt = 0; attempt < 60; attempt++)
      assertError(await sendInvalid(), HTTP_ERRORS.unauthenticated)
    const rejected = await sendInvalid()
    expect(assertError(rejected, HTTP_ERRORS.too_many_requests)).toContain(
      'expected at most 60 failed authentications a minute',
    )
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0)
    expect((await app.inject({ url: '/api/changelog', headers: { 'x-api-key': KEYS.all } })).statusCode).toBe(
      200,
    )
  })
})

describe('the config of authentication', () => {
  it('contains the id, scopes and digest of each key, but not the key', () => {
    const { key, entry } = makeKey('ci-1', ['changes:read', 'release:create'])
    const [known] = parseKeys(` ${entry} ,`)
    expect(known).toMatchObject({ id: 'ci-1', scopes: new Set(['changes:read', 'release:create']) })
    expect(findCaller(known ? [known] : [], key)?.id).toBe('ci-1')
    expect(entry).not.toContain(key.slice(8))
  })

  const digest = 'a'.repeat(64)
  it.each([
    'nonsense',
    `:changes:read:${digest}`,
    `ci::${digest}`,
    `ci:changes:write:${digest}`,
    `ci:changes:read:${digest.slice(1)}`,
    `c i:changes:read:${digest}`,
    `ci:changes:read:${digest},ci:changes:read:${digest}`,
  ])('is invalid for %j, and the error does not contain the digest', (keys) => {
    expect(() => parseKeys(keys)).toThrow(
      expect.objectContaining({
        code: CONFIG_ERRORS.invalid.code,
        message: expect.not.stringContaining(digest),
      }),
    )
  })

  it('is recognised when it is a key, which the error does not contain', () => {
    const { key, entry } = makeKey('ci', ['changes:read'])
    for (const [keys, position] of [
      [key, 1],
      [`${makeKey('other', ['changes:read']).entry}, ${key}`, 2],
    ] as const) {
      const error = expect.objectContaining({ message: expect.not.stringContaining(key) })
      expect(() => parseKeys(keys)).toThrow(error)
      expect(() => parseKeys(keys)).toThrow(
        new RegExp(`^CHANGELOG_API_KEYS: entry ${position}: expected .*, got what looks like a key`),
      )
    }
    expect(() => parseKeys(entry)).not.toThrow()
  })

  const empty = readConfig(ChangelogConfig, {})
  it('generates a key with every scope when it has no credentials', () => {
    const { keys, generatedKey = '' } = readAuthConfig(empty, false)
    expect(findCaller(keys, generatedKey)?.scopes.size).toBe(3)
    expect(readAuthConfig(empty, false).generatedKey).not.toBe(generatedKey)
  })

  it('is invalid in production when it has no credentials', () => {
    expect(() => readAuthConfig(empty, true)).toThrow(/in production/)
  })

  it.each([
    ['production', true],
    ['Production', true],
    [' PRODUCTION ', true],
    ['development', false],
    ['', false],
    [undefined, false],
  ])('determines from NODE_ENV=%s whether it is for production: %s', (name, expected) => {
    expect(isProduction(name)).toBe(expected)
  })

  it.each([
    [' '.repeat(32), 'got 1 different characters'],
    ['x'.repeat(64), 'got 1 different characters'],
    ['0123450123450123450123450123450123', 'got 6 different characters'],
    ['0123456789'.repeat(4), 'got a text that is repeated'],
    ['correct horse battery correct horse battery corr', 'got a text that is repeated'],
    ['-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYI\n-----END PUBLIC KEY-----', 'got a PEM key'],
    ['\n-----BEGIN RSA PRIVATE KEY-----\nMFkwEwYHKoZIzj0CAQYI', 'got a PEM key'],
    ['-----BEGIN CERTIFICATE-----\\nMFkwEwYHKoZIzj0CAQYI', 'got a PEM key'],
  ])('is invalid with the token secret %j, which is not shown', (secret, got) => {
    let message = ''
    try {
      readAuthConfig({ ...empty, CHANGELOG_JWT_SECRET: secret }, false)
    } catch (error) {
      message = (error as Error).message
    }
    expect(message).toMatch(/^CHANGELOG_JWT_SECRET: expected .*secret/)
    expect(message).toContain(got)
    expect(message).not.toContain(secret)
  })

  it('is valid with random secrets', () => {
    for (let round = 0; round < 200; round++) {
      for (const secret of [
        randomBytes(32).toString('base64'),
        randomBytes(16).toString('hex'),
        Array.from({ length: 39 }, () => randomInt(10)).join(''),
      ]) {
        expect(readAuthConfig({ ...empty, CHANGELOG_JWT_SECRET: secret }, false).jwt?.secret).toBe(secret)
      }
    }
  })

  it('is invalid with a short token secret', () => {
    expect(() => readAuthConfig({ ...empty, CHANGELOG_JWT_SECRET: 'x'.repeat(31) }, false)).toThrow(
      /at least 32 bytes, got 31/,
    )
  })
})

describe('a service without a token secret', () => {
  it('rejects every token, including a token signed with an empty secret', async () => {
    const { app } = await makeApp({ changelog: '', environment: { CHANGELOG_JWT_SECRET: '' } })
    const claims = { scope: 'changes:read', exp: inAnHour() }
    const token = sign(claims, { secret: '' })
    assertError(
      await app.inject({ url: '/api/changelog', headers: { authorization: `Bearer ${token}` } }),
      HTTP_ERRORS.unauthenticated,
    )
  })
})
