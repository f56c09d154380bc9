// The client of the changelog service. Its methods are named like the operations of the API.
import type { paths } from '../generated/changelog.ts'
import { createTransport, fetchData, fetchWith, isReplayed } from '../transport/transport.ts'
import { readErrorBody } from './errors.ts'
import type { ChangelogClient, ChangelogClientOptions, WriteOptions } from './types.ts'

/** Creates a client of the changelog service. */
export function createChangelogClient(options: ChangelogClientOptions): ChangelogClient {
  const authorize = createAuthorize(options)
  const client = createTransport<paths>(options, { readError: readErrorBody, authorize })

  /** Sends a write. All attempts of a call have the same key, so that it takes effect once. */
  const write = (
    path: '/api/changelog/update' | '/api/changelog/release',
    parameters: object,
    { signal, dryRun, ifMatch, idempotencyKey = createKey(), ...selected }: WriteOptions = {},
  ) => {
    const params = { header: { 'idempotency-key': idempotencyKey, 'if-match': ifMatch } as object }
    const body = { ...parameters, dry_run: dryRun, package: selected.package } as object
    const called = client.POST(path, { signal: signal ?? null, params, body })
    return fetchWith(called, (headers) => ({ ...readEtag(headers), replayed: isReplayed(headers) })) as never
  }

  return {
    getRepositoryChanges: ({ signal = null, ...query } = {}) => {
      const called = client.GET('/api/repository/changes', { signal, params: { query: query as object } })
      return fetchWith(called, (headers) => ({ base: headers.get('changes-base') ?? undefined }))
    },
    updateChangelog: (entries, writeOptions) => {
      const parameters = { changes: [...entries], escape: writeOptions?.escape }
      return write('/api/changelog/update', parameters, writeOptions)
    },
    createRelease: (version, writeOptions) => {
      const target = typeof version === 'string' ? { version_bump: version } : version
      return write(
        '/api/changelog/release',
        { ...target, prerelease: writeOptions?.prerelease },
        writeOptions,
      )
    },
    getChangelog: ({ signal = null, ...query } = {}) => {
      const params = { query: query as object }
      return fetchWith(client.GET('/api/changelog', { signal, params }), readEtag)
    },
    getVersion: (version, { signal = null, ...query } = {}) => {
      const params = { path: { version }, ...({ query } as object) }
      return fetchWith(client.GET('/api/changelog/{version}', { signal, params }), readEtag)
    },
    getNotes: (version, { signal = null, ...query } = {}) => {
      const headers = { accept: 'text/markdown' }
      const params = { path: { version }, ...({ query } as object) }
      const settings = { signal, headers, params, parseAs: 'text' } as const
      return fetchData(client.GET('/api/changelog/{version}', settings))
    },
    listFunctions: ({ signal = null } = {}) => fetchData(client.GET('/api/functions', { signal })),
    getHealth: ({ signal = null } = {}) => fetchData(client.GET('/health', { signal })),
    getLiveness: ({ signal = null } = {}) => fetchData(client.GET('/livez', { signal })),
    getReadiness: ({ signal = null } = {}) => fetchData(client.GET('/readyz', { signal })),
    getMetrics: ({ signal = null } = {}) => {
      const headers = { accept: 'text/plain' }
      return fetchData(client.GET('/metrics', { signal, headers, parseAs: 'text' }))
    },
  }
}

/**
 * Creates a function that returns the header fields with the credential. Keys are sent like tokens, because `fetch` removes
 * `Authorization`, but not `X-API-Key`, when a response redirects to another origin.
 */
function createAuthorize({ apiKey, token }: ChangelogClientOptions): () => Promise<Record<string, string>> {
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
  const got = value === undefined || text === '' ? 'none' : 'another value'
  throw new TypeError(`expected an API key or a token of visible ASCII characters, got ${got}`)
}

/** Creates a random key. `crypto.randomUUID` is missing in pages that are not served by HTTPS. */
function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function readEtag(headers: Headers): { etag: string | undefined } {
  return { etag: headers.get('etag') ?? undefined }
}
