// An issuer of ID tokens like that of GitHub Actions: it publishes its keys, and gives tokens to jobs.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A running issuer. */
export interface IdTokenIssuer {
  readonly url: string
  /** The claims of the next tokens, besides those of every token. */
  claims: Readonly<Record<string, unknown>>
  /** When it is false, the issuer responds with errors. */
  isUp: boolean
  /** The variables with which a job requests tokens. */
  readonly runnerVariables: Readonly<Record<string, string>>
  /** The number of tokens that jobs have requested. */
  tokens(): number
  /** Creates a token of a job. */
  createToken(audience: string): string
  close(): Promise<void>
}

const KID = 'e2e'
const REQUEST_TOKEN = 'the token of the runner'
const LIFETIME_SECONDS = 300

/** Starts an issuer on a free port. */
export async function startIdTokenIssuer(): Promise<IdTokenIssuer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  let tokens = 0

  function respond({ url = '/', headers }: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(url, issuer.url)
    const send = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
    if (!issuer.isUp) return void send(500, {})
    if (pathname === '/.well-known/openid-configuration') {
      return void send(200, { issuer: issuer.url, jwks_uri: `${issuer.url}/jwks` })
    }
    if (pathname === '/jwks') {
      return void send(200, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KID, use: 'sig' }] })
    }
    if (headers.authorization !== `Bearer ${REQUEST_TOKEN}`) return void send(401, {})
    tokens += 1
    send(200, { count: 1, value: issuer.createToken(searchParams.get('audience') ?? '') })
  }

  const server = createServer(respond).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer: IdTokenIssuer = {
    url,
    claims: { repository: 'owner/name', ref: 'refs/heads/main' },
    isUp: true,
    runnerVariables: {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: REQUEST_TOKEN,
    },
    tokens: () => tokens,
    createToken(aud) {
      const iat = Math.floor(Date.now() / 1000)
      const { repository, ref } = issuer.claims
      const claims = {
        iss: url,
        aud,
        sub: `repo:${repository}:ref:${ref}`,
        jti: randomUUID(),
        iat,
        nbf: iat,
        exp: iat + LIFETIME_SECONDS,
        ...issuer.claims,
      }
      const input = `${encode({ alg: 'RS256', kid: KID, typ: 'JWT' })}.${encode(claims)}`
      return `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return issuer
}
