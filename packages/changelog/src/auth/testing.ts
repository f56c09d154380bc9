// A CI system for tests: an HTTP server on the loopback interface that publishes real keys, and signs tokens with them. Also
// generated rules.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { SCOPES } from './api-keys.ts'
import { IDENTIFYING_CLAIMS, type Rule } from './oidc-rules.ts'

/** A key pair, and the public key as the key set of an issuer contains it. */
export interface TestKey {
  readonly kid: string
  readonly alg: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly jwk: Readonly<Record<string, unknown>>
}

const PAIRS = {
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  PS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ES384: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
}

/** Creates a key pair for an algorithm. */
export function makeTestKey(kid: string, alg: keyof typeof PAIRS = 'ES256'): TestKey {
  const { privateKey, publicKey } = PAIRS[alg]()
  return {
    kid,
    alg,
    privateKey,
    publicKey,
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' },
  }
}

const encode = (value: object | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** Signs claims, which are JSON text or are converted to it. The header can name anything. */
export function signToken(key: TestKey, claims: object | string, header: object = {}): string {
  const { alg, kid, privateKey } = key
  const input = `${encode({ alg, kid, typ: 'JWT', ...header })}.${encode(claims)}`
  return `${input}.${signBytes(Buffer.from(input), alg, privateKey).toString('base64url')}`
}

function signBytes(bytes: Buffer, alg: string, key: KeyObject): Buffer {
  if (alg === 'EdDSA') return sign(null, bytes, key)
  const options = alg.startsWith('PS')
    ? { padding: 6, saltLength: -1 }
    : { dsaEncoding: 'ieee-p1363' as const }
  return sign(`sha${alg.slice(2)}`, bytes, { key, ...options })
}

/** Joins a header, claims and a signature to a token. */
export function joinToken(header: object, claims: object, signatureOf: (input: string) => string): string {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${signatureOf(input)}`
}

/** The documents of an issuer. A test can replace each of them. */
export interface TestIssuer {
  readonly url: string
  /** The paths of the requests so far. */
  readonly requests: string[]
  keys: readonly unknown[]
  /** Members of the discovery document that differ. */
  discovery: Readonly<Record<string, unknown>>
  /** Responds instead of the issuer. */
  listener: RequestListener | undefined
  /** The number of fetches of the key set. */
  countFetches(): number
  close(): Promise<void>
}

/** A listener that responds with an error. */
export const respondWithError: RequestListener = (_request, response) => {
  response.writeHead(500).end()
}

/** Starts an issuer. */
export async function startIssuer(keys: readonly TestKey[]): Promise<TestIssuer> {
  const server = createServer((request, response) => {
    issuer.requests.push(request.url ?? '')
    if (issuer.listener) return issuer.listener(request, response)
    const documents: Readonly<Record<string, unknown>> = {
      '/.well-known/openid-configuration': {
        issuer: issuer.url,
        jwks_uri: `${issuer.url}/keys`,
        ...issuer.discovery,
      },
      '/keys': { keys: issuer.keys },
    }
    const document = documents[request.url ?? '']
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(document ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer: TestIssuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    keys: keys.map(({ jwk }) => jwk),
    discovery: {},
    listener: undefined,
    countFetches: () => issuer.requests.filter((path) => path === '/keys').length,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return issuer
}

/** A value of a claim that a rule can have. */
export const VALUE = fc
  .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'ab/*.:-_ =>é') })
  .map((text) => text.trim())
  .filter((text) => text !== '' && !/^[=>]|=>/.test(text))

const NAME = fc.constantFrom(...IDENTIFYING_CLAIMS, 'ref', 'environment', 'ref_protected', '__proto__')

/** A rule with a claim that identifies a project. */
export const RULE: fc.Arbitrary<Rule> = fc
  .record({
    claims: fc.uniqueArray(fc.record({ name: NAME, pattern: VALUE }), {
      maxLength: 4,
      selector: ({ name }) => name,
    }),
    scopes: fc.uniqueArray(fc.constantFrom(...SCOPES), { minLength: 1 }),
  })
  .map(({ claims, scopes }) => ({
    claims: [{ name: 'repository', pattern: 'a/b' }, ...claims.filter(({ name }) => name !== 'repository')],
    scopes,
  }))

/** Formats rules so that `parseRules` returns them again. */
export function formatRules(rules: readonly Rule[]): string {
  return rules
    .map(({ claims, scopes }) => {
      const patterns = claims.map(({ name, pattern }) => `${name}=${pattern}`)
      return `${patterns.join(',')} => ${scopes.join(' ')}`
    })
    .join('; ')
}
