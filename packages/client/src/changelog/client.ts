// The client of the changelog service. Its methods are named like the operations of the API.
import type { paths } from '../generated/changelog.ts'
import type { CallOptions } from '../options.ts'
import type { Timers } from '../timers.ts'
import { createCall, type Read } from '../transport/call.ts'
import { createRequests } from '../transport/requests.ts'
import { isReplayed } from '../transport/responses.ts'
import { createAuthorize } from './credential.ts'
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
  return createWith(options)
}

/** Creates a client. Tests replace the timers. */
export function createWith(options: ChangelogClientOptions, timers?: Timers): ChangelogClient {
  const client = createRequests<paths>(options.baseUrl)
  const call = createCall(options, { readError: readErrorBody, authorize: createAuthorize(options) }, timers)
  const read: Read = async (run, signal) => (await call(run, signal)).data

  return {
    getRepositoryChanges: async ({ signal, since } = {}) => {
      const params = { query: { ...(since !== undefined && { since }) } }
      const { data, headers } = await call(
        (init) => client.GET('/api/repository/changes', { ...init, params }),
        signal,
      )
      return { ...data, base: headers.get('changes-base') ?? undefined }
    },
    updateChangelog: async (entries, writeOptions = {}) => {
      const body = { changes: [...entries], ...dryRunOf(writeOptions) }
      const params = { header: headersOf(writeOptions) }
      const { data, headers } = await call(
        (init) => client.POST('/api/changelog/update', { ...init, params, body }),
        writeOptions.signal,
      )
      return { ...data, ...writtenOf(headers) } as UpdateOutcome<never>
    },
    createRelease: async (bump, writeOptions = {}) => {
      const body = { version_bump: bump, ...dryRunOf(writeOptions) }
      const params = { header: headersOf(writeOptions) }
      const { data, headers } = await call(
        (init) => client.POST('/api/changelog/release', { ...init, params, body }),
        writeOptions.signal,
      )
      return { ...data, ...writtenOf(headers) } as ReleaseOutcome<never>
    },
    getChangelog: async ({ signal, limit, offset } = {}) => {
      const query = { ...(limit !== undefined && { limit }), ...(offset !== undefined && { offset }) }
      const { data, headers } = await call(
        (init) => client.GET('/api/changelog', { ...init, params: { query } }),
        signal,
      )
      return { ...data, ...etagOf(headers) }
    },
    getVersion: async (version, { signal } = {}) => {
      const params = { path: { version } }
      const { data, headers } = await call(
        (init) => client.GET('/api/changelog/{version}', { ...init, params }),
        signal,
      )
      return { ...data, ...etagOf(headers) }
    },
    getNotes: (version, { signal } = {}) => {
      const settings = { params: { path: { version } }, headers: { accept: 'text/markdown' } }
      return read(
        (init) => client.GET('/api/changelog/{version}', { ...init, ...settings, parseAs: 'text' }),
        signal,
      )
    },
    listFunctions: ({ signal } = {}) => read((init) => client.GET('/api/functions', init), signal),
    getHealth: ({ signal } = {}) => read((init) => client.GET('/health', init), signal),
    getLiveness: ({ signal } = {}) => read((init) => client.GET('/livez', init), signal),
    getReadiness: ({ signal } = {}) => read((init) => client.GET('/readyz', init), signal),
    getMetrics: ({ signal } = {}) => {
      const headers = { accept: 'text/plain' }
      return read((init) => client.GET('/metrics', { ...init, headers, parseAs: 'text' }), signal)
    },
  }
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

function etagOf(headers: Headers): { etag: string | undefined } {
  return { etag: headers.get('etag') ?? undefined }
}

function writtenOf(headers: Headers): { etag: string | undefined; replayed: boolean } {
  return { ...etagOf(headers), replayed: isReplayed(headers) }
}
