// Checks the URLs of an issuer. Keys that come over a connection without TLS could be anybody's, so only the loopback
// interface may be without.

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Returns the URL when it is https, or http on the loopback interface, and contains no user. */
export function parseTrustedUrl(text: unknown): URL | undefined {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined
  if (url?.username !== '' || url.password !== '') return undefined
  if (url.protocol === 'https:') return url
  return url.protocol === 'http:' && LOOPBACK.test(url.hostname) ? url : undefined
}
