import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { makeService } from '../testing.ts'
import { type JwtOptions, verifyToken } from './jwt.ts'

const SECRET = 'a secret of more than thirty-two bytes'
/** The last second of the year 9999. */
const MAX_TIME = 253_402_300_799
const NOW = Math.floor(Date.now() / 1000)
const VALID = { sub: 'a', exp: NOW + 3600 }

const encode = (text: string) => Buffer.from(text).toString('base64url')

/** Signs claims, which are JSON text or are converted to it. */
function sign(claims: object | string, { alg = 'HS256', secret = SECRET } = {}): string {
  const payload = typeof claims === 'string' ? claims : JSON.stringify(claims)
  const input = `${encode(JSON.stringify({ alg, typ: 'JWT' }))}.${encode(payload)}`
  if (alg === 'none') return `${input}.`
  return `${input}.${createHmac(`sha${alg.slice(2)}`, secret)
    .update(input)
    .digest('base64url')}`
}

/** Verifies a token with a new service. */
async function verify(token: string, options: Partial<JwtOptions> = {}) {
  const server = await makeService({ jwt: { secret: SECRET, ...options } })
  return verifyToken({ server } as unknown as FastifyRequest, token)
}

describe('verifyToken', () => {
  it('returns the claims of a valid token', async () => {
    const claims = { ...VALID, scope: 'read' }
    expect(await verify(sign(claims))).toEqual(claims)
  })

  it.each([
    ['is not a token', 'token'],
    ['is empty', ''],
    ['has a different secret', sign(VALID, { secret: 'a different secret of thirty-two bytes' })],
    ['has no signature', sign(VALID, { alg: 'none' })],
    ['has the algorithm HS384', sign(VALID, { alg: 'HS384' })],
    ['has the algorithm HS512', sign(VALID, { alg: 'HS512' })],
    [
      'has changed claims',
      sign(VALID).replace(/\.[^.]*\./, `.${encode(JSON.stringify({ ...VALID, sub: 'b' }))}.`),
    ],
  ])('rejects a token that %s', async (_name, token) => {
    expect(await verify(token)).toBeUndefined()
  })

  it.each([
    ['no exp', { sub: 'a' }],
    ['an exp in the past', { exp: NOW - 60 }],
    ['an exp that is a string', { exp: String(NOW + 3600) }],
    ['an exp that is null', { exp: null }],
    ['an exp in milliseconds', { exp: (NOW + 3600) * 1000 }],
    ['an exp after the year 9999', { exp: MAX_TIME + 1 }],
    ['an infinite exp', '{"exp":1e400}'],
    ['an nbf in the future', { ...VALID, nbf: NOW + 600 }],
    ['an nbf that is a string', { ...VALID, nbf: 'now' }],
    ['an nbf that is null', { ...VALID, nbf: null }],
    ['an nbf before all times', { ...VALID, nbf: -MAX_TIME - 1 }],
    ['an iat that is a string', { ...VALID, iat: String(NOW) }],
    ['an iat that is null', { ...VALID, iat: null }],
    ['an iat in milliseconds', { ...VALID, iat: NOW * 1000 }],
    ['a valid nbf and an iat in milliseconds', { ...VALID, nbf: NOW - 60, iat: NOW * 1000 }],
  ])('rejects a token with %s', async (_name, claims) => {
    expect(await verify(sign(claims))).toBeUndefined()
  })

  it.each([
    ['nbf and iat in the past', { ...VALID, nbf: NOW - 60, iat: NOW - 60 }],
    ['only nbf', { ...VALID, nbf: NOW - 60 }],
    ['only iat', { ...VALID, iat: NOW - 60 }],
    ['the last valid exp', { exp: MAX_TIME }],
    ['an iat that is not an integer', { ...VALID, iat: NOW - 0.5 }],
    ['any issuer and audience', { ...VALID, iss: 'x', aud: ['y'] }],
  ])('accepts a token with %s', async (_name, claims) => {
    expect(await verify(sign(claims))).toEqual(claims)
  })

  it('accepts no token without options', async () => {
    const server = await makeService()
    expect(verifyToken({ server } as unknown as FastifyRequest, sign(VALID))).toBeUndefined()
  })
})

describe('verifyToken with an issuer and an audience', () => {
  const STRICT = { issuer: 'the issuer', audience: 'the audience' }
  const claims = { ...VALID, iss: 'the issuer', aud: 'the audience' }

  it.each([
    ['both', claims],
    ['several audiences', { ...claims, aud: ['x', 'the audience'] }],
  ])('accepts a token with %s', async (_name, accepted) => {
    expect(await verify(sign(accepted), STRICT)).toEqual(accepted)
  })

  it.each([
    ['no issuer', { ...claims, iss: undefined }],
    ['no audience', { ...claims, aud: undefined }],
    ['a different issuer', { ...claims, iss: 'the issuers' }],
    ['a different audience', { ...claims, aud: 'the audiences' }],
    ['different audiences', { ...claims, aud: ['x', 'y'] }],
  ])('rejects a token with %s', async (_name, rejected) => {
    expect(await verify(sign(rejected), STRICT)).toBeUndefined()
  })
})
