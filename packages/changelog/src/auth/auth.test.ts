import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, assertFailure, JWT_SECRET, KEYS, makeApp, type TestApp } from '../testing.ts'
import { findCaller, makeKey, readKeys } from './api-keys.ts'
import { readAuthentication } from './settings.ts'

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
/** Asks from an address of its own, so that failures of one test do not count for another. */
const ask = (
  headers: Record<string, string>,
  [method, url]: readonly [string, string, ...unknown[]] = OPERATIONS[1],
): Promise<Answer> => {
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

/** A token signed with HMAC, whatever its header says. */
function sign(claims: object, { alg = 'HS256', hash = 'sha256', secret = JWT_SECRET } = {}): string {
  const input = `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`
  return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`
}

describe('an operation of /api', () => {
  it.each(OPERATIONS)('%s %s asks for a credential', async (...operation) => {
    const answer = await ask({}, operation)
    expect(assertFailure(answer, 'unauthenticated')).toMatch(/expected an API key/)
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="changelog"')
  })

  it.each(OPERATIONS)('%s %s is open to a key with its scope alone', async (method, url, scope) => {
    expect((await ask({ 'x-api-key': KEYS[scope] }, [method, url])).statusCode).not.toBe(403)
    for (const other of OPERATIONS.map(([, , needed]) => needed).filter((needed) => needed !== scope)) {
      const answer = await ask({ 'x-api-key': KEYS[other] }, [method, url])
      expect(assertFailure(answer, 'forbidden')).toBe(`expected the scope ${scope}, got ${other}`)
      expect(answer.headers['www-authenticate']).toContain(`error="insufficient_scope", scope="${scope}"`)
    }
  })

  it('takes a key as X-API-Key and as Authorization: Bearer', async () => {
    expect((await ask({ 'x-api-key': KEYS.all })).statusCode).toBe(200)
    expect((await ask({ authorization: `Bearer ${KEYS.all}` })).statusCode).toBe(200)
    expect((await ask({ authorization: `bearer ${KEYS.all}` })).statusCode).toBe(200)
  })

  it.each([
    ['a wrong key', { 'x-api-key': 'qb_nobody_0123456789012345678901234567890123456789' }],
    ['the right id with a wrong secret', { 'x-api-key': `${KEYS.all.slice(0, -4)}AAAA` }],
    ['a key with something behind it', { 'x-api-key': `${KEYS.all}x` }],
    ['an empty key', { 'x-api-key': '' }],
    ['a garbage header', { authorization: 'Bearer' }],
    ['a token of nothing', { authorization: 'Bearer a.b.c' }],
    ['basic authentication', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['another scheme with a good key', { authorization: `Token ${KEYS.all}` }],
    [
      'a digest in place of a key',
      { 'x-api-key': readKeys(makeKey('x', ['changes:read']).entry)[0]?.digest.toString('hex') ?? '' },
    ],
  ])('refuses %s', async (_about, headers) => {
    const answer = await ask(headers)
    assertFailure(answer, 'unauthenticated')
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="changelog"/)
  })

  it('refuses a key that was revoked', async () => {
    const { app } = await makeApp({
      environment: { CHANGELOG_API_KEYS: makeKey('other', ['changes:read']).entry },
    })
    assertFailure(
      await app.inject({ url: '/api/changelog', headers: { 'x-api-key': KEYS.all } }),
      'unauthenticated',
    )
  })

  it('is checked before its body is read', async () => {
    const body = { payload: 'not json', headers: { 'content-type': 'text/nothing' } }
    assertFailure(
      await test.app.inject({ method: 'POST', url: '/api/changelog/update', ...body }),
      'unauthenticated',
    )
  })
})

describe('a token', () => {
  const send = (token: string) => ask({ authorization: `Bearer ${token}` })

  it('with exp, iss, aud and the scope is let in', async () => {
    expect((await send(sign({ ...CLAIMS, exp: inAnHour() }))).statusCode).toBe(200)
  })

  it('without the scope is forbidden', async () => {
    assertFailure(await send(sign({ ...CLAIMS, exp: inAnHour(), scope: 'release:create' })), 'forbidden')
    assertFailure(await send(sign({ ...CLAIMS, exp: inAnHour(), scope: undefined })), 'forbidden')
    assertFailure(await send(sign({ ...CLAIMS, exp: inAnHour(), scope: ['changes:read'] })), 'forbidden')
  })

  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const rsaInput = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ ...CLAIMS, exp: inAnHour() })}`
  it.each([
    ['expired', sign({ ...CLAIMS, exp: inAnHour() - 7200 })],
    ['without exp', sign(CLAIMS)],
    ['not valid yet', sign({ ...CLAIMS, exp: inAnHour() + 7200, nbf: inAnHour() })],
    ['of another audience', sign({ ...CLAIMS, exp: inAnHour(), aud: 'other' })],
    ['without an audience', sign({ ...CLAIMS, exp: inAnHour(), aud: undefined })],
    ['of another issuer', sign({ ...CLAIMS, exp: inAnHour(), iss: 'https://evil.example' })],
    ['without an issuer', sign({ ...CLAIMS, exp: inAnHour(), iss: undefined })],
    ['of alg none', `${encode({ alg: 'none', typ: 'JWT' })}.${encode({ ...CLAIMS, exp: inAnHour() })}.`],
    ['of HS512', sign({ ...CLAIMS, exp: inAnHour() }, { alg: 'HS512', hash: 'sha512' })],
    [
      'of HS256 in the header and HS512 in the signature',
      sign({ ...CLAIMS, exp: inAnHour() }, { hash: 'sha512' }),
    ],
    ['of RS256', `${rsaInput}.${createSign('RSA-SHA256').update(rsaInput).sign(privateKey, 'base64url')}`],
    [
      'of RS256 in the header, signed with our secret as if it were the public key',
      sign({ ...CLAIMS, exp: inAnHour() }, { alg: 'RS256' }),
    ],
    [
      'signed with a public key',
      sign(
        { ...CLAIMS, exp: inAnHour() },
        { secret: publicKey.export({ type: 'spki', format: 'pem' }).toString() },
      ),
    ],
    ['signed with another secret', sign({ ...CLAIMS, exp: inAnHour() }, { secret: 'x'.repeat(40) })],
    [
      'changed after it was signed',
      sign({ ...CLAIMS, exp: inAnHour() }).replace(
        /\.[^.]+\./,
        `.${encode({ ...CLAIMS, exp: inAnHour() + 1 })}.`,
      ),
    ],
  ])('that is %s is refused', async (_about, token) => {
    const answer = await send(token)
    assertFailure(answer, 'unauthenticated')
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="changelog", error="invalid_token"')
  })
})

describe('limits', () => {
  it('count requests per key, not per address', async () => {
    const { app } = await makeApp({ changelog: '', environment: { CHANGELOG_RATE_LIMIT_MAX: '2' } })
    const get = (key: string) => app.inject({ url: '/api/changelog', headers: { 'x-api-key': key } })
    expect([(await get(KEYS.all)).statusCode, (await get(KEYS.all)).statusCode]).toEqual([200, 200])
    const refused = await get(KEYS.all)
    assertFailure(refused, 'too_many_requests')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await get(KEYS['changes:read'])).statusCode).toBe(200)
  })

  it('let an address fail to authenticate 60 times a minute, and then say 429', async () => {
    const { app } = await makeApp({ changelog: '' })
    const fail = () => app.inject({ url: '/api/changelog', headers: { 'x-api-key': 'qb_x_wrong' } })
    for (let attempt = 0; attempt < 60; attempt++) assertFailure(await fail(), 'unauthenticated')
    const refused = await fail()
    assertFailure(refused, 'too_many_requests')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await app.inject({ url: '/api/changelog', headers: { 'x-api-key': KEYS.all } })).statusCode).toBe(
      200,
    )
  })
})

describe('the settings', () => {
  it('are keys, each with an id, scopes and a digest', () => {
    const { key, entry } = makeKey('ci-1', ['changes:read', 'release:create'])
    const [known] = readKeys(` ${entry} ,`)
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
  ])('refuse %j, and say nothing of a digest', (setting) => {
    expect(() => readKeys(setting)).toThrow(
      expect.objectContaining({ code: 'invalid_settings', message: expect.not.stringContaining(digest) }),
    )
  })

  const nothing = { CHANGELOG_API_KEYS: '', CHANGELOG_JWT_SECRET: '' } as Parameters<
    typeof readAuthentication
  >[0]
  it('draw one key with every scope where nothing is configured', () => {
    const { keys, drawnKey = '' } = readAuthentication(nothing, false)
    expect(findCaller(keys, drawnKey)?.scopes.size).toBe(3)
    expect(readAuthentication(nothing, false).drawnKey).not.toBe(drawnKey)
  })

  it('refuse to start with nothing configured in production, and say why', () => {
    expect(() => readAuthentication(nothing, true)).toThrow(/expected at least one of them in production/)
  })

  it('refuse a short secret of tokens', () => {
    expect(() => readAuthentication({ ...nothing, CHANGELOG_JWT_SECRET: 'x'.repeat(31) }, false)).toThrow(
      /at least 32 bytes, got 31/,
    )
  })
})

describe('a service without a secret of tokens', () => {
  it('accepts none, not even one signed with an empty secret', async () => {
    const { app } = await makeApp({ changelog: '', environment: { CHANGELOG_JWT_SECRET: '' } })
    const claims = { scope: 'changes:read', exp: inAnHour() }
    const token = sign(claims, { secret: '' })
    assertFailure(
      await app.inject({ url: '/api/changelog', headers: { authorization: `Bearer ${token}` } }),
      'unauthenticated',
    )
  })
})
