// The client of the changelog service. Its methods are named like the operations of the API.
import type { paths } from '../generated/changelog.ts'
import type { CallOptions } from '../options.ts'
import { type Called, createTransport, dataOf, fetchData, isReplayed } from '../transport/transport.ts'
import { readErrorBody } from './errors.ts'
import type {
  ChangelogClientOptions,
  ChangelogHealth,
  ChangelogHistory,
  ChangesOptions,
  FunctionList,
  HistoryOptions,
  NewEntry,
  Probe,
  Release,
  ReleaseOutcome,
  RepositoryChanges,
  UpdateOutcome,
  VersionBump,
  WriteOptions,
} from './types.ts'

/**
 * The client of the changelog service. All methods are functions without `this`. A call is rejected with a `ChangelogError`, an
 * `ApiError`, a `NetworkError`, an `InvalidResponseError`, or the reason of its signal.
 */
export interface ChangelogClient {
  /** Lists the paths that changed since the last release. */
  getRepositoryChanges(options?: ChangesOptions): Promise<RepositoryChanges>
  /** Adds entries under Unreleased: all of them, or none. */
  updateChangelog<Dry extends boolean = false>(
    entries: readonly NewEntry[],
    options?: WriteOptions<Dry>,
  ): Promise<UpdateOutcome<Dry>>
  /** Releases the entries under Unreleased. When there are none, `success` is false. */
  createRelease<Dry extends boolean = false>(
    bump: VersionBump,
    options?: WriteOptions<Dry>,
  ): Promise<ReleaseOutcome<Dry>>
  /** Returns the history of releases. */
  getChangelog(options?: HistoryOptions): Promise<ChangelogHistory>
  /** Returns a version, `latest` or `unreleased`. */
  getVersion(version: string, options?: CallOptions): Promise<Release>
  /** Returns the notes of a version, `latest` or `unreleased` in Markdown, exactly as in the file. */
  getNotes(version: string, options?: CallOptions): Promise<string>
  /** Returns function definitions for language models. */
  listFunctions(options?: CallOptions): Promise<FunctionList>
  /** Returns the health of the service. */
  getHealth(options?: CallOptions): Promise<ChangelogHealth>
  /** Resolves while the service runs. */
  getLiveness(options?: CallOptions): Promise<Probe>
  /** Resolves while the service accepts requests. */
  getReadiness(options?: CallOptions): Promise<Probe>
  /** Returns the metrics of the service in the text format of Prometheus. */
  getMetrics(options?: CallOptions): Promise<string>
}

/** Creates a client of the changelog service. */
export function createChangelogClient(options: ChangelogClientOptions): ChangelogClient {
  const authorize = createAuthorize(options)
  const client = createTransport<paths>(options, { readError: readErrorBody, authorize })

  return {
    getRepositoryChanges: async ({ signal = null, since } = {}) => {
      const query = { ...(since !== undefined && { since }) }
      const called = await client.GET('/api/repository/changes', { signal, params: { query } })
      return { ...dataOf(called), base: called.response.headers.get('changes-base') ?? undefined }
    },
    updateChangelog: async (entries, writeOptions = {}) => {
      const { signal = null } = writeOptions
      const body = { changes: [...entries], ...dryRunOf(writeOptions) }
      const params = { header: headersOf(writeOptions) }
      const called = await client.POST('/api/changelog/update', { signal, params, body })
      return { ...dataOf(called), ...writtenOf(called) } as UpdateOutcome<never>
    },
    createRelease: async (bump, writeOptions = {}) => {
      const { signal = null } = writeOptions
      const body = { version_bump: bump, ...dryRunOf(writeOptions) }
      const params = { header: headersOf(writeOptions) }
      const called = await client.POST('/api/changelog/release', { signal, params, body })
      return { ...dataOf(called), ...writtenOf(called) } as ReleaseOutcome<never>
    },
    getChangelog: async ({ signal = null, limit, offset } = {}) => {
      const query = { ...(limit !== undefined && { limit }), ...(offset !== undefined && { offset }) }
      const called = await client.GET('/api/changelog', { signal, params: { query } })
      return { ...dataOf(called), ...etagOf(called) }
    },
    getVersion: async (version, { signal = null } = {}) => {
      const called = await client.GET('/api/changelog/{version}', { signal, params: { path: { version } } })
      return { ...dataOf(called), ...etagOf(called) }
    },
    getNotes: (version, { signal = null } = {}) => {
      const headers = { accept: 'text/markdown' }
      const settings = { signal, headers, params: { path: { version } }, parseAs: 'text' } as const
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
  throw new TypeError('expected an API key or a token of visible ASCII characters, got another value')
}

function dryRunOf({ dryRun }: WriteOptions): { dry_run?: boolean } {
  return dryRun === undefined ? {} : { dry_run: dryRun }
}

/** Returns the header fields of a write. All attempts of a call have the same key, so that it takes effect once. */
function headersOf({ ifMatch, idempotencyKey = createKey() }: WriteOptions) {
  return { 'idempotency-key': idempotencyKey, ...(ifMatch !== undefined && { 'if-match': ifMatch }) }
}

/** Creates a random key. `crypto.randomUUID` is missing in pages that are not served by HTTPS. */
function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function etagOf({ response }: Called<unknown>): { etag: string | undefined } {
  return { etag: response.headers.get('etag') ?? undefined }
}

function writtenOf(called: Called<unknown>): { etag: string | undefined; replayed: boolean } {
  return { ...etagOf(called), replayed: isReplayed(called.response.headers) }
}
