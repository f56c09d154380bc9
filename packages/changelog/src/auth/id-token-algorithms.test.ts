// Tests the verification of ID tokens by itself: it rejects other algorithms although nothing in front of it has sorted them
// out.
import { createHmac, createSecretKey } from 'node:crypto'
import { createLogger, createRegistry } from '@qb/http'
import * as jose from 'jose'
import { describe, expect, it } from 'vitest'
import { openIdTokens } from './id-tokens.ts'
import { parseRules } from './oidc-rules.ts'
import { joinToken, makeTestKey, signToken, type TestKey } from './testing.ts'

const ISSUER = 'https://issuer.example'
const SECONDS = 1_800_000_000
const CLAIMS = { iss: ISSUER, aud: 'a', sub: 's', iat: SECONDS, exp: SECONDS + 60 }
const secret = Buffer.alloc(64, 7)
const ec = makeTestKey('ec')

/** The verification with one key, whatever a token names. */
const verifierOf = (key: TestKey['publicKey']) =>
  openIdTokens(
    { issuer: ISSUER, audience: 'a', rules: parseRules('sub=s => changes:read') },
    {
      findKey: async () => key as never,
      now: () => new Date(SECONDS * 1000),
      logger: createLogger('test', 'silent'),
      registry: createRegistry(),
    },
  )

const signSymmetrically = (alg: string) =>
  joinToken({ alg, kid: 'ec' }, CLAIMS, (input) =>
    createHmac(`sha${alg.slice(2)}`, secret)
      .update(input)
      .digest('base64url'),
  )

describe('the verifier of ID tokens', () => {
  it.each(['HS256', 'HS384', 'HS512'])('rejects %s even with the key that signed it', async (alg) => {
    const verifier = await verifierOf(createSecretKey(secret))
    const token = signSymmetrically(alg)
    // The token itself is valid.
    await expect(
      jose.jwtVerify(token, secret, { currentDate: new Date(SECONDS * 1000) }),
    ).resolves.toBeDefined()
    expect(verifier.handles(token)).toBe(false)
    expect(await verifier.findCaller(token)).toMatchObject({ kind: 'invalid' })
  })

  it('accepts an asymmetric algorithm', async () => {
    const verifier = await verifierOf(ec.publicKey)
    const token = signToken(ec, CLAIMS)
    expect(verifier.handles(token)).toBe(true)
    expect(await verifier.findCaller(token)).toMatchObject({ kind: 'caller' })
    const unsigned = joinToken({ alg: 'none', kid: 'ec' }, CLAIMS, () => '')
    expect(verifier.handles(unsigned)).toBe(false)
    expect(await verifier.findCaller(unsigned)).toMatchObject({ kind: 'invalid' })
  })

  it.each(['', 'x', 'a.b', 'a.b.c', '..', 'eyJhbGciOiJFUzI1NiJ9..', '\u{1f600}.x.y'])(
    'rejects %j, which is not a token',
    async (text) => {
      expect(await (await verifierOf(ec.publicKey)).findCaller(text)).toMatchObject({ kind: 'invalid' })
    },
  )
})
