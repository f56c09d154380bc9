// Fetches the public keys of an issuer: its discovery document, and the key set that it names. Responses are bounded in time
// and size, and no redirect is followed.
// @see https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig
import type { JWK } from 'jose'
import { parseTrustedUrl } from './issuer-url.ts'

/** Maximum time of both requests together, in milliseconds. */
const TIMEOUT_MS = 5000
/** Maximum size of a response, in bytes. The key sets of CI systems have some kilobytes. */
export const MAX_RESPONSE_BYTES = 256 * 1024

/** A public key with its id. */
export type PublicKey = JWK & { readonly kid: string }

/** Key types of asymmetric algorithms. A symmetric key of a key set would be public, so everybody could sign with it. */
const KEY_TYPES: readonly unknown[] = ['RSA', 'EC', 'OKP']

/**
 * Fetches the keys with which an issuer signs.
 * @throws Error when the issuer does not respond, or not with its keys
 */
export async function fetchKeys(issuer: string, timeoutMs = TIMEOUT_MS): Promise<PublicKey[]> {
  const signal = AbortSignal.timeout(timeoutMs)
  const discovery = await fetchObject(
    new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
    signal,
  )
  if (discovery.issuer !== issuer) {
    throw new Error(`expected the issuer ${issuer} in its discovery document, got ${show(discovery.issuer)}`)
  }
  const url = parseTrustedUrl(discovery.jwks_uri)
  // Only an issuer on this machine can name a URL without TLS.
  if (!url || (url.protocol === 'http:' && !issuer.startsWith('http:')))
    throw new Error(`expected an https URL as jwks_uri, got ${show(discovery.jwks_uri)}`)
  const { keys } = await fetchObject(url, signal)
  const usable = Array.isArray(keys) ? keys.filter(isPublicKey) : []
  if (usable.length === 0) throw new Error(`expected public keys at ${url.href}, got none`)
  return usable
}

/** Fetches a JSON object. */
async function fetchObject(url: URL, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, { signal, redirect: 'manual', headers: { accept: 'application/json' } })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`expected status 200 from ${url.href}, got ${response.status}`)
  }
  const text = await readText(response, url)
  const value = parseJson(text)
  if (!isObject(value)) throw new Error(`expected a JSON object at ${url.href}, got something else`)
  return value
}

async function readText(response: Response, { href }: URL): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    // Leaving the loop cancels the rest of the body.
    if (bytes > MAX_RESPONSE_BYTES) {
      throw new Error(`expected at most ${MAX_RESPONSE_BYTES} bytes from ${href}, got more`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a member of a key set is a public key for signatures. Other members are ignored, as RFC 7517 requires. */
function isPublicKey(key: unknown): key is PublicKey {
  if (!isObject(key)) return false
  const { kty, kid, use, d } = key
  return (
    KEY_TYPES.includes(kty) &&
    typeof kid === 'string' &&
    (use === undefined || use === 'sig') &&
    d === undefined
  )
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 200)
}
