// Keeps the public keys with which an issuer signs ID tokens. jose caches them and finds the key of a token. This module
// finds their URL, bounds what an issuer or a flood of tokens can cause, and reports failures to the log and the metrics.
// @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig
import { get as getPlainly, type IncomingMessage } from 'node:http'
import { get as getSecurely } from 'node:https'
import type { Logger, Registry } from '@qb/http'
import type * as Jose from 'jose'
import { Counter, Gauge } from 'prom-client'
import { getProxyForUrl } from 'proxy-from-env'

/** Minimum time between two attempts to fetch the keys, in milliseconds. jose waits only after a success. */
export const COOLDOWN_MS = 60_000
/** Age at which a token causes another attempt, in milliseconds. A key that the issuer withdraws is accepted that long. */
export const MAX_AGE_MS = 10 * 60_000
/** How long keys are used while every attempt fails, in milliseconds. */
export const MAX_STALE_MS = 24 * 60 * 60_000
/** Maximum size of a response, in bytes. The key sets of CI systems have some kilobytes. */
export const MAX_RESPONSE_BYTES = 256 * 1024
/** Maximum time of an attempt, in milliseconds. */
const TIMEOUT_MS = 5000

export class KeysUnavailable extends Error {
  readonly retryAfterSeconds: number

  constructor(waitMs: number, cause?: unknown) {
    super('the keys of the issuer cannot be fetched', { cause })
    this.retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  }
}

interface IssuerKeysOptions {
  readonly jose: typeof Jose
  readonly issuer: string
  readonly logger: Logger
  readonly registry: Registry
}

/**
 * Returns a function that finds the key of a token, and fetches the keys in the background. The function throws
 * {@link KeysUnavailable}, or an error of jose for an unknown key. A change of the result of fetches is logged once.
 */
export function openIssuerKeys({ jose, issuer, logger, registry }: IssuerKeysOptions): Jose.JWTVerifyGetKey {
  const fetches = new Counter({
    name: 'oidc_jwks_fetches_total',
    help: 'Number of fetches of the keys of the issuer of ID tokens.',
    labelNames: ['result'],
    registers: [registry],
  })
  const fetched = new Gauge({
    name: 'oidc_jwks_fetched_timestamp_seconds',
    help: 'When the keys of the issuer of ID tokens were last fetched. 0 when they never were.',
    registers: [registry],
  })
  for (const result of ['ok', 'error']) fetches.inc({ result }, 0)
  // A monotonic clock: setting the clock of the machine back must not stop the fetches.
  let attemptedAt = Number.NEGATIVE_INFINITY
  let fetchedAt = Number.NEGATIVE_INFINITY
  let hasFailed = false

  const customFetch: Jose.FetchImplementation = async (_url, { signal }) => {
    const now = performance.now()
    const waitMs = attemptedAt + COOLDOWN_MS - now
    if (waitMs > 0) throw new KeysUnavailable(waitMs)
    attemptedAt = now
    try {
      const keys = await fetchKeys(issuer, signal)
      fetchedAt = now
      fetches.inc({ result: 'ok' })
      fetched.setToCurrentTime()
      if (hasFailed) logger.info({ issuer }, 'the keys of the issuer of ID tokens can be fetched again')
      hasFailed = false
      return Response.json({ keys })
    } catch (thrown) {
      const { message, cause } = thrown as Error
      fetches.inc({ result: 'error' })
      const error = cause instanceof Error ? `${message}: ${cause.message}` : message
      if (!hasFailed) logger.error({ issuer, error }, 'the keys of the issuer of ID tokens cannot be fetched')
      hasFailed = true
      throw new KeysUnavailable(attemptedAt + COOLDOWN_MS - performance.now(), thrown)
    }
  }

  // jose gets its URL from `customFetch`, so this one is not requested.
  const remote = jose.createRemoteJWKSet(new URL(issuer), {
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: MAX_STALE_MS,
    timeoutDuration: TIMEOUT_MS,
    [jose.customFetch]: customFetch,
  })
  const refresh = () => remote.reload().catch(() => undefined)
  refresh()
  return async (header, token) => {
    if (performance.now() - fetchedAt >= MAX_AGE_MS) await refresh()
    return remote(header, token)
  }
}

/** Fetches the key set that an issuer names. @throws Error when the issuer does not respond, or not with its keys */
export function fetchKeys(issuer: string, signal: AbortSignal): Promise<Jose.JWK[]> {
  return findKeys(issuer, signal).catch((error: unknown) => {
    // The error of Node does not say that the time has passed.
    throw signal.aborted ? signal.reason : error
  })
}

async function findKeys(issuer: string, signal: AbortSignal): Promise<Jose.JWK[]> {
  const discoveryUrl = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const discovery = await fetchObject(discoveryUrl, signal)
  if (discovery.issuer !== issuer)
    throw new Error(`expected the issuer ${issuer} in its discovery document, got ${show(discovery.issuer)}`)
  const url = parseTrustedUrl(discovery.jwks_uri)
  // Only an issuer on this machine can name a URL without TLS.
  if (!url || (url.protocol === 'http:' && !issuer.startsWith('http:')))
    throw new Error(`expected an https URL as jwks_uri, got ${show(discovery.jwks_uri)}`)
  const { keys } = await fetchObject(url, signal)
  const usable = Array.isArray(keys) ? keys.filter(isPublicKey) : []
  if (usable.length === 0) throw new Error(`expected public keys at ${url.href}, got none`)
  return usable
}

/** Fetches a JSON object of bounded size. Follows no redirect. */
async function fetchObject(url: URL, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
  const response = await get(url, signal)
  if (response.statusCode !== 200) {
    response.destroy()
    throw new Error(`expected status 200 from ${url.href}, got ${response.statusCode}`)
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    // Leaving the loop destroys the rest of the body.
    if (bytes > MAX_RESPONSE_BYTES)
      throw new Error(`expected at most ${MAX_RESPONSE_BYTES} bytes from ${url.href}, got more`)
    chunks.push(chunk)
  }
  return Object(JSON.parse(Buffer.concat(chunks).toString('utf8')))
}

/** Sends a GET request, through the proxy of `HTTPS_PROXY` unless `NO_PROXY` excludes the host. `fetch` of Node 20 has no proxy. */
async function get(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  const proxy = isSecure ? getProxyForUrl(url) : ''
  const options = { signal, headers: { accept: 'application/json' } }
  // Imported only here, because most services need no proxy.
  const agent = proxy === '' ? undefined : new (await import('https-proxy-agent')).HttpsProxyAgent(proxy)
  return new Promise((resolve, reject) => {
    const request = isSecure ? getSecurely(url, { ...options, agent }) : getPlainly(url, options)
    request.on('response', resolve).on('error', reject)
  })
}

/** Key types of asymmetric algorithms. A symmetric key of a key set would be public, so everybody could sign with it. */
const KEY_TYPES: readonly unknown[] = ['RSA', 'EC', 'OKP']

/** Whether a member of a key set is a public key for signatures. Other members are ignored, as RFC 7517 requires. */
function isPublicKey(key: unknown): key is Jose.JWK {
  const { kty, kid, use = 'sig', d } = Object(key) as Readonly<Record<string, unknown>>
  return KEY_TYPES.includes(kty) && typeof kid === 'string' && use === 'sig' && d === undefined
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Returns an https URL without a user, or an http one of this machine. Without TLS, anybody could send the keys. */
export function parseTrustedUrl(text: unknown): URL | undefined {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined
  if (url?.username !== '' || url.password !== '') return undefined
  if (url.protocol === 'https:') return url
  return url.protocol === 'http:' && LOOPBACK.test(url.hostname) ? url : undefined
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 200)
}
