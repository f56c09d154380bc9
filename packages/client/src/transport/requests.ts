// Writes requests with openapi-fetch, and checks the parts of their URLs.
import createClient, { type Client, defaultPathSerializer } from 'openapi-fetch'

/**
 * Creates the functions that write requests, with types from the OpenAPI document.
 * @param baseUrl an absolute URL or, in a browser, one relative to the page
 * @throws TypeError when it is not a URL of HTTP, or has a user name, a password, a query or a fragment
 */
export function createRequests<Paths extends object>(
  baseUrl: string | URL,
): Client<Paths, 'application/json'> {
  return createClient<Paths, 'application/json'>({
    baseUrl: readBaseUrl(baseUrl),
    headers: { accept: 'application/json' },
    pathSerializer(path, values) {
      for (const [name, value] of Object.entries(values)) assertPathSegment(name, String(value))
      return defaultPathSerializer(path, values)
    },
  })
}

function readBaseUrl(baseUrl: string | URL): string {
  const { location } = globalThis as { location?: { href: string } }
  const url = parseUrl(baseUrl, location?.href)
  const isAllowed = url && /^https?:$/.test(url.protocol) && !url.username && !url.password
  if (isAllowed && url.search === '' && url.hash === '') return url.href.replace(/\/+$/, '')
  // What is in front of an @ can be a password.
  const text = String(JSON.stringify(baseUrl)).replace(/^"?.*@/, '"…@')
  throw new TypeError(
    `baseUrl: expected an HTTP URL without user name, password, query and fragment, got ${text}`,
  )
}

/** Parses a URL. Returns undefined when it is invalid. Browsers before 2024 have no `URL.parse`. */
export function parseUrl(url: string | URL, base: string | undefined): URL | undefined {
  try {
    return new URL(url, base)
  } catch {
    return undefined
  }
}

/** Rejects values that are steps in a path: with `..`, the URL would be that of another operation. */
function assertPathSegment(name: string, value: string): void {
  if (value !== '' && value !== '.' && value !== '..') return
  throw new TypeError(`${name}: expected a name, got ${JSON.stringify(value)}`)
}
