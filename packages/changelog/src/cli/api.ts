// Calls the service for the commands of its clients, and turns its errors into exit codes.
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { ChangelogEntry } from '@qb/core/changelog'
import type { Change } from '@qb/core/git'
import type { Static } from '@sinclair/typebox'
import type { ReleaseResult } from '../operations/create-release.ts'
import type { ChangelogHistory } from '../operations/get-changelog.ts'

/** An error that ends a command with an exit code. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

/** An entry, as far as the commands use it. */
export type Entry = Pick<ChangelogEntry, 'type' | 'description'>
export type Released = Static<typeof ReleaseResult>
/** What a release has: a bump, with or without a pre-release, or an exact version. */
export interface ReleaseTarget {
  readonly version_bump?: string
  readonly prerelease?: string
  readonly version?: string
}

export type History = Static<typeof ChangelogHistory>

/** A key for a request that must not get the response to an earlier one. */
export function newKey(key: string): string {
  return `${key}-${randomUUID()}`
}

/** The text of an entry that can be compared. */
export function textOf({ type, description }: Entry): string {
  return JSON.stringify([type, description])
}

interface Request {
  /** The body of a POST. Without a body, the request is a GET. */
  readonly body?: object
  /** The key with which the service recognises a repeated request. */
  readonly idempotencyKey?: string
  /** The `ETag` that the changelog must have. */
  readonly ifMatch?: string
  /** A status that is no error, besides 200. */
  readonly expected?: number
}

interface Received<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
  /** Whether this is the response to an earlier request with the same key. */
  readonly isReplayed: boolean
}

/** The response with the function definitions, as far as it has packages. */
interface FunctionDefinitions {
  readonly functions: readonly {
    readonly parameters: {
      readonly properties: { readonly package?: { readonly enum: readonly string[] } }
    }
  }[]
}

/** How often a request is sent while the service is busy, and how long it may ask to wait, in seconds. */
const [MAX_ATTEMPTS, MAX_WAIT_SECONDS] = [5, 60]

/** Sends a request, and sends it again when the service asks to wait. Each request takes effect once. */
async function send(target: URL, request: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(target, request)
    const seconds = Number(response.headers.get('retry-after'))
    if (response.ok || attempt === MAX_ATTEMPTS || !(seconds > 0 && seconds <= MAX_WAIT_SECONDS))
      return response
    console.error(`waiting ${seconds} s: ${response.status} ${response.statusText}`)
    await setTimeout(seconds * 1000)
  }
}

export type Api = ReturnType<typeof createApi>

/** Creates the functions that call the service. @param packageName the package that all requests name */
export function createApi(url: string, key: string | undefined, packageName?: string) {
  // Other characters cannot be sent in a header field.
  const isKey = key !== undefined && /^[\x21-\x7e]+$/.test(key)
  const got = key
    ? 'a value with a space or a character that is not ASCII'
    : 'nothing; the service prints a temporary one when it starts, and `make-key` makes one that stays'
  if (!isKey) throw new CommandError(3, `CHANGELOG_API_KEY: expected an API key or a token, got ${got}`)

  async function call<Body extends object>(path: string, request: Request): Promise<Received<Body>> {
    const { body, idempotencyKey, ifMatch, expected } = request
    const method = body ? 'POST' : 'GET'
    const target = new URL(url.replace(/\/$/, '') + path)
    if (packageName !== undefined && !body) target.searchParams.set('package', packageName)
    const response = await send(target, {
      method,
      headers: {
        // `fetch` removes this field, but not `X-API-Key`, when a response redirects to another origin.
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(ifMatch !== undefined && { 'if-match': ifMatch }),
      },
      ...(body && { body: JSON.stringify({ ...body, package: packageName }) }),
    }).catch((error: Error) => {
      const reason = error.cause instanceof Error ? error.cause.message : error.message
      const message = `${url}: expected the changelog service, got no response: ${reason}; --url names another address`
      throw new CommandError(4, message)
    })
    const { ok, status, statusText, headers } = response
    const json = (await response.json().catch(() => undefined)) as Body | undefined
    const { error, ...members } = (json ?? {}) as { error?: string; changes?: unknown }
    // A GET has a list of changes, or of unreleased entries.
    if (ok && (!json || (!body && !Object.values(members).some(Array.isArray)))) {
      const message = `${url}: expected the changelog service, got an incomplete response or the response of a different server`
      throw new CommandError(4, message)
    }
    // A different server has no error of the service, and the service has no such route at a wrong base path.
    if (status === 404 && (error === undefined || headers.get('link')?.includes('#unknown-route'))) {
      const message = `${url}: expected the changelog service, got 404 for ${method} ${path}; --url names another address`
      throw new CommandError(4, message)
    }
    const isReplayed = headers.get('idempotency-replayed') === 'true'
    if (json && (ok || status === expected)) return { status, headers, body: json, isReplayed }
    const exitCode = status === 401 || status === 403 ? 3 : 1
    throw new CommandError(exitCode, `${method} ${path}: ${status} ${error ?? statusText}`.trimEnd())
  }

  return {
    update: (body: object, idempotencyKey: string) =>
      call('/api/changelog/update', { body, idempotencyKey, expected: 422 }),
    release: (body: object, idempotencyKey?: string) =>
      call<Released>('/api/changelog/release', { body, ...(idempotencyKey && { idempotencyKey }) }),
    /** Creates a release only if the changelog has an `ETag`. The status is 412 when it has another one. */
    releaseIf: (etag: string, body: object) =>
      call<Released>('/api/changelog/release', { body, ifMatch: etag, expected: 412 }),
    /** Reads the unreleased entries and the current version, with the `ETag` of the changelog. */
    async readHistory() {
      const { body, headers } = await call<History>('/api/changelog?limit=1', {})
      return { history: body, etag: headers.get('etag') ?? '' }
    },
    /** Lists the names of the packages of the service. */
    async listPackages(): Promise<readonly string[]> {
      const { functions } = (await call<FunctionDefinitions>('/api/functions', {})).body
      return functions[0]?.parameters.properties.package?.enum ?? []
    },
    /** Whether one release can have several packages. A dry run of other release modes than `push` is 400. */
    async releasesTogether(names: readonly string[]): Promise<boolean> {
      const body = { packages: names.map((name) => ({ package: name })), dry_run: true }
      return (await call('/api/changelog/release', { body, expected: 400 })).status === 200
    },
    async listChanges(since: string | undefined) {
      const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}`
      const { body, headers } = await call<{ changes: Change[] }>(`/api/repository/changes${query}`, {})
      return { changes: body.changes, base: headers.get('changes-base') }
    },
    /** Reads the entries of a version, as texts that can be compared. Undefined when there is no such version. */
    async readEntries(version: string): Promise<Set<string> | undefined> {
      const path = `/api/changelog/${version}`
      const { status, body } = await call<{ changes: Entry[] }>(path, { expected: 404 })
      return status === 404 ? undefined : new Set(body.changes.map(textOf))
    },
  }
}
