// Attacks on the authentication with ID tokens, with a real issuer and real keys. Each attack is next to its mirror image: the
// token that differs in one part, and is accepted.
import { createHash, createHmac, createSecretKey } from 'node:crypto'
import { Writable } from 'node:stream'
import { CLOCK_TOLERANCE_SECONDS, createLogger, HTTP_ERRORS } from '@qb/http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MCP_HEADERS, rpc } from '../mcp/testing.ts'
import { assertError, JWT_SECRET, KEYS, makeApp, NOW, type TestApp } from '../testing.ts'
import { MAX_TOKEN_AGE_SECONDS } from './id-tokens.ts'
import { COOLDOWN_MS, MAX_AGE_MS, MAX_STALE_MS } from './issuer-keys.ts'
import {
  joinToken,
  makeTestKey,
  respondWithError,
  signToken,
  startIssuer,
  type TestIssuer,
  type TestKey,
} from './testing.ts'

const AUDIENCE = 'https://changelog.example'
const RULES = [
  'repository=owner/name => changes:read',
  'repository=owner/name,ref=refs/heads/main => changelog:write release:create',
  'repository=owner/name,ref=refs/tags/v*,ref_protected=true => release:create',
].join('; ')
const SECONDS = Math.floor(NOW.getTime() / 1000)

const rsa = makeTestKey('rsa', 'RS256')
const ec = makeTestKey('ec', 'ES256')
/** A key that the issuer does not publish. */
const strange = makeTestKey('strange', 'ES256')

let issuer: TestIssuer
let logged: string[] = []
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  issuer = await startIssuer([rsa, ec])
  logged = []
})
afterEach(() => {
  vi.useRealTimers()
  return issuer.close()
})

/** Moves the clocks of the service. */
const pass = (ms: number) => vi.advanceTimersByTime(ms)

const start = (environment: Readonly<Record<string, string>> = {}) =>
  makeApp({
    changelog: '# Log\n',
    environment: {
      CHANGELOG_OIDC_ISSUER: issuer.url,
      CHANGELOG_OIDC_AUDIENCE: AUDIENCE,
      CHANGELOG_OIDC_RULES: RULES,
      CHANGELOG_RATE_LIMIT_MAX: '0',
      ...environment,
    },
    logger: createLogger(
      'test',
      'trace',
      new Writable({
        write(chunk, _encoding, done) {
          logged.push(String(chunk))
          done()
        },
      }),
    ),
  })

let address = 0
/** Sends each request from another address, so that failed authentications are counted separately. */
function send({ app }: TestApp, token: string, method: 'GET' | 'POST' = 'GET', headers = {}) {
  address += 1
  return app.inject({
    method,
    url: method === 'GET' ? '/api/changelog' : '/api/changelog/update',
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(method === 'POST' && { payload: { changes: [{ type: 'Added', description: 'An entry.' }] } }),
    remoteAddress: `10.1.${address >> 8}.${address & 255}`,
  })
}

/** Returns the value of a metric. */
const metricOf = (metrics: string, name: string) =>
  Number(
    metrics
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length),
  )

/** Claims like those of GitHub. */
const claims = (others: object = {}) => ({
  iss: issuer.url,
  aud: AUDIENCE,
  sub: 'repo:owner/name:ref:refs/heads/main',
  iat: SECONDS - 10,
  nbf: SECONDS - 10,
  exp: SECONDS + 290,
  repository: 'owner/name',
  ref: 'refs/heads/main',
  ...others,
})

describe('an ID token', () => {
  let test: TestApp
  beforeEach(async () => {
    test = await start()
  })
  const statusOf = async (token: string) => (await send(test, token)).statusCode

  it.each(['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'] as const)('is accepted with %s', async (alg) => {
    const key = makeTestKey('new', alg)
    issuer.keys = [key.jwk]
    // The app of the other tests may have fetched the keys already.
    expect((await send(await start(), signToken(key, claims()))).statusCode).toBe(200)
  })

  it('has the scopes of all rules that match', async () => {
    expect((await send(test, signToken(ec, claims()), 'POST')).statusCode).toBe(200)
    const onBranch = signToken(ec, claims({ ref: 'refs/heads/other' }))
    expect((await send(test, onBranch)).statusCode).toBe(200)
    const rejected = await send(test, onBranch, 'POST')
    expect(assertError(rejected, HTTP_ERRORS.forbidden)).toBe(
      'expected the scope changelog:write, got changes:read',
    )
    expect(rejected.headers['www-authenticate']).toContain('error="insufficient_scope"')
  })

  it.each([
    ['the repository of a stranger', { repository: 'stranger/name' }, /repository="stranger\/name"/],
    ['another name', { repository: 'owner/name2' }, /repository="owner\/name2"/],
    ['no repository', { repository: undefined }, /repository is missing/],
    ['a list of repositories', { repository: ['owner/name'] }, /repository is not a text/],
    ['a repository in another case', { repository: 'Owner/name' }, /repository="Owner\/name"/],
  ])('gets 403 with %s, and the error names the claims of the token', async (_name, others, message) => {
    const response = await send(test, signToken(ec, claims(others)))
    expect(assertError(response, HTTP_ERRORS.forbidden)).toMatch(message)
    expect(response.headers['www-authenticate']).toContain('error="insufficient_scope"')
    expect(response.body).not.toContain('owner/name"')
    expect(await statusOf(signToken(ec, claims()))).toBe(200)
  })

  it('gets scopes from a wildcard only within a segment, and only with the other claims', async () => {
    const release = async (others: object) => {
      const token = signToken(ec, claims({ ...others, repository: 'owner/name' }))
      address += 1
      const response = await test.app.inject({
        method: 'POST',
        url: '/api/changelog/release',
        headers: { authorization: `Bearer ${token}` },
        payload: { dry_run: true },
        remoteAddress: `10.2.0.${address & 255}`,
      })
      return response.statusCode
    }
    expect(await release({ ref: 'refs/tags/v1.0.0', ref_protected: 'true' })).toBe(200)
    expect(await release({ ref: 'refs/tags/v1.0.0', ref_protected: true })).toBe(200)
    expect(await release({ ref: 'refs/tags/v1.0.0' })).toBe(403)
    expect(await release({ ref: 'refs/tags/v1.0.0', ref_protected: 'false' })).toBe(403)
    expect(await release({ ref: 'refs/tags/v1/x', ref_protected: 'true' })).toBe(403)
  })

  const hmac = (secret: string | Buffer) => (input: string) =>
    createHmac('sha256', secret).update(input).digest('base64url')
  const hs256 = { alg: 'HS256', kid: 'rsa', typ: 'JWT' }
  const pem = (key: TestKey) => key.publicKey.export({ type: 'spki', format: 'pem' })
  const der = (key: TestKey) => key.publicKey.export({ type: 'spki', format: 'der' })

  it.each<readonly [string, () => string]>([
    ['of another issuer', () => signToken(ec, claims({ iss: 'https://evil.example' }))],
    ['of an issuer with a slash at the end', () => signToken(ec, claims({ iss: `${issuer.url}/` }))],
    ['without an issuer', () => signToken(ec, claims({ iss: undefined }))],
    ['with a list of issuers', () => signToken(ec, claims({ iss: [issuer.url] }))],
    ['for another audience', () => signToken(ec, claims({ aud: 'https://github.com/owner' }))],
    ['for a longer audience', () => signToken(ec, claims({ aud: `${AUDIENCE}.evil.example` }))],
    ['for other audiences', () => signToken(ec, claims({ aud: ['a', 'b'] }))],
    ['without an audience', () => signToken(ec, claims({ aud: undefined }))],
    ['without a subject', () => signToken(ec, claims({ sub: undefined }))],
    ['with a subject that is a number', () => signToken(ec, claims({ sub: 7 }))],
    ['that expired', () => signToken(ec, claims({ exp: SECONDS - CLOCK_TOLERANCE_SECONDS }))],
    ['without exp', () => signToken(ec, claims({ exp: undefined }))],
    ['with exp as text', () => signToken(ec, claims({ exp: String(SECONDS + 60) }))],
    ['with exp in milliseconds', () => signToken(ec, claims({ exp: (SECONDS + 60) * 1000 }))],
    [
      'with an infinite exp',
      () => signToken(ec, JSON.stringify(claims({ exp: 1 })).replace('"exp":1', '"exp":1e400')),
    ],
    ['with nbf in the future', () => signToken(ec, claims({ nbf: SECONDS + CLOCK_TOLERANCE_SECONDS + 1 }))],
    ['issued in the future', () => signToken(ec, claims({ iat: SECONDS + CLOCK_TOLERANCE_SECONDS + 1 }))],
    ['without iat', () => signToken(ec, claims({ iat: undefined }))],
    [
      'issued more than a day ago',
      () => signToken(ec, claims({ iat: SECONDS - MAX_TOKEN_AGE_SECONDS - CLOCK_TOLERANCE_SECONDS - 1 })),
    ],
    ['with alg none', () => joinToken({ alg: 'none', kid: 'ec' }, claims(), () => '')],
    ['with alg None', () => joinToken({ alg: 'None', kid: 'ec' }, claims(), () => '')],
    ['without alg', () => joinToken({ kid: 'ec' }, claims(), () => '')],
    ['with an empty signature', () => joinToken({ alg: 'ES256', kid: 'ec' }, claims(), () => '')],
    [
      'with a signature of zeros',
      () => joinToken({ alg: 'ES256', kid: 'ec' }, claims(), () => Buffer.alloc(64).toString('base64url')),
    ],
    ['with HS256 and the public key as PEM', () => joinToken(hs256, claims(), hmac(pem(rsa)))],
    ['with HS256 and the public key as DER', () => joinToken(hs256, claims(), hmac(der(rsa)))],
    ['with HS256 and the public key as JWK', () => joinToken(hs256, claims(), hmac(JSON.stringify(rsa.jwk)))],
    [
      'with HS256 and the modulus',
      () => joinToken(hs256, claims(), hmac(Buffer.from(String(rsa.jwk.n), 'base64url'))),
    ],
    [
      'with RS256 and an HMAC with the public key',
      () => joinToken({ ...hs256, alg: 'RS256' }, claims(), hmac(pem(rsa))),
    ],
    [
      'with RS256 and an HMAC with the secret',
      () => joinToken({ ...hs256, alg: 'RS256' }, claims(), hmac(JWT_SECRET)),
    ],
    ['with the algorithm of another key type', () => signToken(ec, claims(), { alg: 'RS256', kid: 'rsa' })],
    ['with the algorithm that the key is not for', () => signToken({ ...rsa, alg: 'PS256' }, claims())],
    ['with the id of another key', () => signToken(strange, claims(), { kid: 'ec' })],
    ['with an unknown key', () => signToken(strange, claims())],
    ['without the id of its key', () => signToken(ec, claims(), { kid: undefined })],
    ['with an id that is a number', () => signToken(ec, claims(), { kid: 7 })],
    ['with a key of its own (jwk)', () => signToken(strange, claims(), { jwk: strange.jwk, kid: 'ec' })],
    [
      'with the URL of its own keys (jku)',
      () => signToken(strange, claims(), { jku: 'http://127.0.0.1:1/', kid: 'ec' }),
    ],
    ['with an unknown critical header', () => signToken(ec, claims(), { crit: ['x'], x: 1 })],
    ['with an unencoded payload', () => signToken(ec, claims(), { crit: ['b64'], b64: false })],
    ['that is an access token', () => signToken(ec, claims(), { typ: 'at+jwt' })],
    ['that is a logout token', () => signToken(ec, claims(), { typ: 'logout+jwt' })],
    [
      'with changed claims',
      () => {
        const [header, , signature] = signToken(ec, claims({ ref: 'x' })).split('.')
        return [header, signToken(ec, claims()).split('.')[1], signature].join('.')
      },
    ],
    ['without a signature part', () => signToken(ec, claims()).split('.').slice(0, 2).join('.')],
    ['with a further part', () => `${signToken(ec, claims())}.x`],
    ['with claims that are an array', () => signToken(ec, '[]')],
    ['with claims that are not JSON', () => signToken(ec, 'claims')],
  ])('gets 401 when it is one %s', async (_name, makeToken) => {
    const response = await send(test, makeToken())
    assertError(response, HTTP_ERRORS.unauthenticated)
    expect(response.headers['www-authenticate']).toBe('Bearer realm="changelog", error="invalid_token"')
    expect(response.body).not.toContain(AUDIENCE)
    expect(await statusOf(signToken(ec, claims()))).toBe(200)
    expect(await statusOf(signToken(rsa, claims()))).toBe(200)
  })

  it.each<readonly [string, () => string]>([
    ['for several audiences', () => signToken(ec, claims({ aud: ['a', AUDIENCE] }))],
    [
      'within the tolerance after exp',
      () => signToken(ec, claims({ exp: SECONDS - CLOCK_TOLERANCE_SECONDS + 1 })),
    ],
    [
      'within the tolerance before nbf',
      () => signToken(ec, claims({ nbf: SECONDS + CLOCK_TOLERANCE_SECONDS })),
    ],
    [
      'within the tolerance before iat',
      () => signToken(ec, claims({ iat: SECONDS + CLOCK_TOLERANCE_SECONDS })),
    ],
    ['without nbf', () => signToken(ec, claims({ nbf: undefined }))],
    ['issued a day ago', () => signToken(ec, claims({ iat: SECONDS - MAX_TOKEN_AGE_SECONDS }))],
    ['without typ', () => signToken(ec, claims(), { typ: undefined })],
    ['with typ in lower case', () => signToken(ec, claims(), { typ: 'jwt' })],
  ])('is accepted %s', async (_name, makeToken) => {
    expect(await statusOf(makeToken())).toBe(200)
  })

  it.each([
    ['that has expired', { exp: SECONDS - 3600 }],
    ['whose claim aud is not accepted', { aud: 'other' }],
    ['whose claim exp is missing', { exp: undefined }],
    ['of another issuer', { iss: 'https://other.example' }],
  ])('gets an error that says: a token %s', async (problem, others) => {
    const response = await send(test, signToken(ec, claims(others)))
    expect(assertError(response, HTTP_ERRORS.unauthenticated)).toContain(`got a token ${problem}`)
  })

  it('does not get the scopes of its claim scope', async () => {
    const token = signToken(
      ec,
      claims({ repository: 'stranger/name', scope: 'changes:read changelog:write' }),
    )
    expect(await statusOf(token)).toBe(403)
  })

  it('is not accepted as X-API-Key', async () => {
    const response = await send(test, 'x', 'GET', { authorization: '', 'x-api-key': signToken(ec, claims()) })
    assertError(response, HTTP_ERRORS.unauthenticated)
  })

  it('is authenticated before the body is read', async () => {
    const token = signToken(ec, claims({ aud: 'other' }))
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/changelog/update',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/nothing' },
      payload: 'not json',
    })
    assertError(response, HTTP_ERRORS.unauthenticated)
  })

  it('with a key is one caller too many, and an invalid one is ignored', async () => {
    const key = { 'x-api-key': KEYS.all }
    assertError(await send(test, signToken(ec, claims()), 'GET', key), HTTP_ERRORS.unauthenticated)
    for (const others of [{ exp: 1 }, { repository: 'stranger/name' }]) {
      expect((await send(test, signToken(ec, claims(others)), 'GET', key)).statusCode).toBe(200)
    }
  })
})

describe('HS256 tokens', () => {
  const hs256 = (secret: string | Buffer, others: object, header: object = {}) => {
    const exp = Math.floor(Date.now() / 1000) + 3600
    return joinToken(
      { alg: 'HS256', typ: 'JWT', ...header },
      { sub: 'a', scope: 'changes:read', exp, ...others },
      (input) => createHmac('sha256', secret).update(input).digest('base64url'),
    )
  }

  it('are accepted next to ID tokens, with the secret alone', async () => {
    const test = await start()
    expect((await send(test, hs256(JWT_SECRET, {}))).statusCode).toBe(200)
    expect(
      (await send(test, hs256(JWT_SECRET, { iss: issuer.url, aud: AUDIENCE }, { kid: 'ec' }))).statusCode,
    ).toBe(200)
    expect((await send(test, hs256('x'.repeat(40), {}))).statusCode).toBe(401)
    expect((await send(test, signToken(ec, claims()))).statusCode).toBe(200)
  })

  it('are other callers than ID tokens with the same issuer and subject', async () => {
    const test = await start({ CHANGELOG_RATE_LIMIT_MAX: '1' })
    const { iss, sub } = claims()
    expect((await send(test, hs256(JWT_SECRET, { iss, sub }))).statusCode).toBe(200)
    expect((await send(test, signToken(ec, claims()))).statusCode).toBe(200)
    expect((await send(test, signToken(ec, claims()))).statusCode).toBe(429)
  })

  it('are not verified with a symmetric key of the key set', async () => {
    const secret = createHash('sha256').update('published').digest()
    const { k } = createSecretKey(secret).export({ format: 'jwk' })
    issuer.keys = [{ kty: 'oct', kid: 'oct', alg: 'HS256', use: 'sig', k }, ec.jwk]
    for (const environment of [{}, { CHANGELOG_JWT_SECRET: '' }]) {
      const test = await start(environment)
      for (const alg of ['HS256', 'RS256', 'ES256']) {
        const token = hs256(secret, claims({ exp: SECONDS + 290 }), { alg, kid: 'oct' })
        expect((await send(test, token)).statusCode).toBe(401)
      }
      expect((await send(test, signToken(ec, claims()))).statusCode).toBe(200)
    }
  })

  it('are rejected without a secret, and so are asymmetric tokens without an issuer', async () => {
    const withoutSecret = await start({ CHANGELOG_JWT_SECRET: '' })
    expect((await send(withoutSecret, hs256(JWT_SECRET, {}))).statusCode).toBe(401)
    expect((await send(withoutSecret, hs256('', {}))).statusCode).toBe(401)
    const withoutIssuer = await makeApp({ changelog: '# Log\n' })
    expect((await send(withoutIssuer, signToken(ec, claims()))).statusCode).toBe(401)
    expect((await send(withoutIssuer, hs256(JWT_SECRET, {}))).statusCode).toBe(200)
  })
})

describe('the keys of the issuer', () => {
  it('are fetched once for a flood of tokens with unknown keys', async () => {
    const test = await start()
    expect((await send(test, signToken(ec, claims()))).statusCode).toBe(200)
    const flood = async (minute: number) => {
      const tokens = Array.from({ length: 100 }, (_, index) =>
        signToken(strange, claims(), { kid: `${minute} ${index}` }),
      )
      const responses = await Promise.all(tokens.map((token) => send(test, token)))
      expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
    }
    for (let minute = 0; minute < 3; minute++) {
      await flood(minute)
      expect(issuer.countFetches()).toBe(1 + minute)
      await flood(minute + 100)
      expect(issuer.countFetches()).toBe(1 + minute)
      pass(COOLDOWN_MS)
    }
    expect((await send(test, signToken(ec, claims()))).statusCode).toBe(200)
  })

  it('are not fetched for tokens of other issuers or without a key', async () => {
    const test = await start()
    await send(test, signToken(ec, claims()))
    pass(COOLDOWN_MS)
    await send(test, signToken(strange, claims({ iss: 'https://evil.example' })))
    await send(test, signToken(strange, claims(), { kid: undefined }))
    expect(issuer.countFetches()).toBe(1)
  })

  it('are replaced when the issuer has a new key', async () => {
    const test = await start()
    expect((await send(test, signToken(ec, claims()))).statusCode).toBe(200)
    issuer.keys = [strange.jwk]
    pass(COOLDOWN_MS)
    expect((await send(test, signToken(strange, claims()))).statusCode).toBe(200)
    expect((await send(test, signToken(ec, claims()))).statusCode).toBe(401)
  })

  it('are not needed to start, and tokens get 503 until they are there', async () => {
    issuer.listener = respondWithError
    const test = await start()
    const rejected = await send(test, signToken(ec, claims()))
    assertError(rejected, HTTP_ERRORS.authentication_unavailable)
    expect(rejected.headers['retry-after']).toBe('60')
    expect(rejected.headers['www-authenticate']).toBeUndefined()
    const key = { 'x-api-key': KEYS.all }
    expect((await send(test, signToken(ec, claims()), 'GET', key)).statusCode).toBe(200)
    expect((await send(test, '', 'GET', key)).statusCode).toBe(200)
    expect((await send(test, signToken(ec, claims({ iss: 'x' })))).statusCode).toBe(401)
    issuer.listener = undefined
    expect((await send(test, signToken(ec, claims()))).statusCode).toBe(503)
    pass(COOLDOWN_MS)
    expect((await send(test, signToken(ec, claims()))).statusCode).toBe(200)
  })

  it('stay for a day when the issuer cannot be reached later', async () => {
    const test = await start()
    const token = signToken(ec, claims())
    expect((await send(test, token)).statusCode).toBe(200)
    issuer.listener = respondWithError
    pass(MAX_AGE_MS)
    expect((await send(test, token)).statusCode).toBe(200)
    pass(MAX_STALE_MS - MAX_AGE_MS - 1)
    expect((await send(test, token)).statusCode).toBe(200)
    pass(1)
    assertError(await send(test, token), HTTP_ERRORS.authentication_unavailable)
    issuer.listener = undefined
    pass(COOLDOWN_MS)
    expect((await send(test, token)).statusCode).toBe(200)
  })

  it('are logged once when they cannot be fetched and once when they can, and are measured', async () => {
    issuer.listener = respondWithError
    const test = await start()
    const token = signToken(ec, claims())
    const measure = async () =>
      (await test.app.inject({ url: '/metrics', headers: { 'x-api-key': KEYS.all } })).body
    await send(test, token)
    expect(metricOf(await measure(), 'oidc_jwks_fetched_timestamp_seconds')).toBe(0)
    for (let attempt = 0; attempt < 3; attempt++) {
      pass(COOLDOWN_MS)
      await send(test, token)
    }
    issuer.listener = undefined
    pass(COOLDOWN_MS)
    await send(test, token)
    const body = await measure()
    expect(metricOf(body, 'oidc_jwks_fetches_total{result="error"}')).toBe(4)
    expect(metricOf(body, 'oidc_jwks_fetches_total{result="ok"}')).toBe(1)
    expect(metricOf(body, 'oidc_jwks_fetched_timestamp_seconds')).toBeGreaterThan(0)
    const lines = logged.filter((line) => line.includes('the keys of the issuer'))
    expect(lines.map((line) => JSON.parse(line).level)).toEqual([50, 30])
    for (const part of token.split('.')) expect(logged.join('')).not.toContain(part)
  })
})

describe('the caller of an ID token', () => {
  const update = (test: TestApp, token: string, key: string) =>
    send(test, token, 'POST', { 'idempotency-key': key })

  it('is the same with another token of the same subject', async () => {
    const test = await start()
    const first = await update(test, signToken(ec, claims({ jti: 'a' })), 'key')
    const second = await update(test, signToken(rsa, claims({ jti: 'b', iat: SECONDS })), 'key')
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(test.readFile().match(/An entry\./g)).toHaveLength(1)
    const other = await update(test, signToken(ec, claims({ sub: 'repo:owner/name:environment:x' })), 'key')
    expect(other.headers['idempotency-replayed']).toBeUndefined()
    expect(test.readFile().match(/An entry\./g)).toHaveLength(2)
  })

  it('has a rate limit of its own', async () => {
    const test = await start({ CHANGELOG_RATE_LIMIT_MAX: '1' })
    expect((await send(test, signToken(ec, claims()))).statusCode).toBe(200)
    expect((await send(test, signToken(ec, claims({ sub: 'other' })))).statusCode).toBe(200)
    expect((await send(test, signToken(ec, claims()))).statusCode).toBe(429)
  })

  it.each([
    ['an invalid token', { exp: 1 }, 401],
    ['a token that no rule matches, whatever its subject is', { repository: 'stranger/name' }, 403],
  ])('counts as a failed authentication of the address for %s', async (_name, others, status) => {
    const { app } = await start()
    const statusOf = async (subject: number, more: object) => {
      const token = signToken(ec, claims({ sub: `${subject}`, ...more }))
      return (await app.inject({ url: '/api/changelog', headers: { authorization: `Bearer ${token}` } }))
        .statusCode
    }
    for (let attempt = 0; attempt < 60; attempt++) expect(await statusOf(attempt, others)).toBe(status)
    expect(await statusOf(60, others)).toBe(429)
    expect(await statusOf(61, {})).toBe(200)
  })
})

describe('a caller of MCP', () => {
  const list = ({ app }: TestApp, token: string) =>
    app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${token}`, ...MCP_HEADERS },
      payload: rpc('tools/list'),
    })

  it('has the scopes of the rules', async () => {
    const response = await list(await start(), signToken(rsa, claims({ ref: 'refs/heads/other' })))
    expect(response.statusCode).toBe(200)
    expect(response.json().result.tools.map(({ name }: { name: string }) => name)).toEqual([
      'get_repository_changes',
    ])
  })

  it('that no rule matches gets 403 without the name of a scope', async () => {
    const response = await list(await start(), signToken(rsa, claims({ repository: 'owner/other' })))
    expect(assertError(response, HTTP_ERRORS.forbidden)).toMatch(/^expected a scope, got a token/)
    expect(response.headers['www-authenticate']).toBe('Bearer realm="changelog", error="insufficient_scope"')
  })
})
