// Identifies the caller. A credential is never part of an error message.
import type { ChangelogClientOptions } from './types.ts'

/**
 * Creates a function that returns the header fields with the credential. Keys are sent like tokens, because `fetch` removes
 * `Authorization`, but not `X-API-Key`, when a response redirects to another origin.
 */
export function createAuthorize({
  apiKey,
  token,
}: ChangelogClientOptions): () => Promise<Record<string, string>> {
  const credential = apiKey ?? token
  return async () => {
    const value = typeof credential === 'function' ? await credential() : credential
    return { authorization: `Bearer ${readCredential(value)}` }
  }
}

/** Returns a credential without spaces around it, which files often have. `fetch` would name an invalid one in its error. */
function readCredential(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (/^[\x21-\x7e]+$/.test(text)) return text
  throw new TypeError('expected an API key or a token of visible ASCII characters, got another value')
}
