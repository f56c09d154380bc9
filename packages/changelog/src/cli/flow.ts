// The client flow: lists the changes, adds an entry for each, and creates a release. It is a client of the HTTP API, and a
// run that was interrupted can be repeated.
import { hash, randomUUID } from 'node:crypto'
import { type ChangelogEntry, escapeMarkdown } from '@qb/core/changelog'
import type { Change } from '@qb/core/git'
import type { Static } from '@sinclair/typebox'
import type { ReleaseResult } from '../operations/create-release.ts'

/** Options of {@link runFlow}. */
export interface FlowOptions {
  /** The URL of the service. */
  readonly url: string
  /** An API key or a token. */
  readonly key: string | undefined
  /** `MAJOR`, `MINOR` or `PATCH`. */
  readonly bump: string
  /** The commit, tag or branch to compare with. Default: the last release. */
  readonly since: string | undefined
  /** Whether to print what the flow would do, without changing anything. */
  readonly dryRun: boolean
}

/** Number of entries of one update. With long paths too, it is within the limits of the service. */
const ENTRIES_OF_UPDATE = 2000

/** An error that ends a command with an exit code. */
export class CommandError extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

type Entry = Pick<ChangelogEntry, 'type' | 'description'>
type Released = Static<typeof ReleaseResult>

/**
 * Runs the flow, and prints what it does.
 * @throws CommandError with exit code 1 for an error response, 3 for a missing or invalid key or a missing scope, 4 when the URL
 * does not lead to the service
 */
export async function runFlow({ url, key, bump, since, dryRun }: FlowOptions): Promise<void> {
  const api = createApi(url, key)
  const { changes, base } = await api.listChanges(since)
  const entries = changes.map(({ type, path, category }) => ({
    type,
    description: `${category}: ${escapeControls(path)}`,
  }))
  for (const { type, description } of entries) console.log(`${type.padEnd(8)}${description}`)
  if (dryRun) return console.log(await previewRelease(api, bump, entries.length))
  // The same changes since the same base are the same flow, so that a flow that was interrupted can be run again.
  const flowKey = hash('sha256', JSON.stringify([base, bump, entries]))
  await addEntries(api, entries, flowKey)
  await release(api, bump, flowKey)
}

/** Says what the flow would do with a number of entries. */
async function previewRelease(api: Api, bump: string, count: number): Promise<string> {
  if (count > 0) return `would add ${formatEntries(count)} and create a ${bump} release`
  const { body } = await api.release({ version_bump: bump, dry_run: true })
  return `would add nothing and ${describeRelease(body, 'release', 'release nothing')}`
}

function describeRelease({ success, version, reason }: Released, verb: string, none: string): string {
  return success ? `${verb} ${version}` : `${none}; the version is still ${version}: ${reason}`
}

/** Adds the entries that are not under Unreleased. */
async function addEntries(api: Api, entries: readonly Entry[], flowKey: string): Promise<void> {
  if (entries.length === 0) return
  const known = await api.readEntries('unreleased')
  const changes = entries.filter((entry) => !isIn(known, entry))
  if (changes.length < entries.length)
    console.log(`${formatEntries(entries.length - changes.length)} already under Unreleased`)
  for (let start = 0; start < changes.length; start += ENTRIES_OF_UPDATE) {
    const part = changes.slice(start, start + ENTRIES_OF_UPDATE)
    await addPart(api, part, start === 0 ? flowKey : `${flowKey}-${start}`)
  }
}

/** Adds entries with one update. */
async function addPart(api: Api, changes: readonly Entry[], flowKey: string): Promise<void> {
  const { status, isReplayed } = await api.update({ changes, escape: true }, flowKey)
  if (status !== 422 && !isReplayed) return console.log(`added ${formatEntries(changes.length)}`)
  // An earlier run of this flow added these entries, or other ones. They can be released, or gone.
  const released = await api.readEntries('latest')
  const missing = changes.filter((entry) => !isIn(released, entry))
  console.log(`${formatEntries(changes.length - missing.length)} added by an earlier run of this flow`)
  if (missing.length === 0) return
  await api.update({ changes: missing, escape: true }, newKey(flowKey))
  console.log(`added ${formatEntries(missing.length)}`)
}

/** Creates the release, unless an earlier run of this flow created it and it is in the changelog. */
async function release(api: Api, bump: string, flowKey: string): Promise<void> {
  let { body, isReplayed } = await api.release({ version_bump: bump }, flowKey)
  // What an earlier run released can be gone, and there can be something to release now.
  if (isReplayed && !(body.success && (await api.readEntries(body.version))))
    ({ body } = await api.release({ version_bump: bump }, newKey(flowKey)))
  console.log(describeRelease(body, 'released', 'nothing released'))
}

/** A key for a request that must not get the response to an earlier one. */
function newKey(key: string): string {
  return `${key}-${randomUUID()}`
}

function textOf({ type, description }: Entry): string {
  return JSON.stringify([type, description])
}

/** Whether an entry is in the changelog: escaped, as the flow adds it, or as it is. */
function isIn(known: ReadonlySet<string> | undefined, { type, description }: Entry): boolean {
  return [description, escapeMarkdown(description)].some((text) =>
    known?.has(textOf({ type, description: text })),
  )
}

function formatEntries(count: number): string {
  return `${count} ${count === 1 ? 'entry' : 'entries'}`
}

/** Writes control characters, line separators and bidirectional controls, which an entry must not contain, as `\\u000a`. */
function escapeControls(path: string): string {
  return path.replaceAll(/(?!\t)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

interface Request {
  /** The body of a POST. Without a body, the request is a GET. */
  readonly body?: object
  /** The key with which the service recognises a repeated request. */
  readonly idempotencyKey?: string
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

type Api = ReturnType<typeof createApi>

/** Creates the functions that call the service. */
function createApi(url: string, key: string | undefined) {
  // Other characters cannot be sent in a header field.
  const isKey = key !== undefined && /^[\x21-\x7e]+$/.test(key)
  const got = key ? 'a value with a space or a character that is not ASCII' : 'nothing'
  if (!isKey) throw new CommandError(3, `CHANGELOG_API_KEY: expected an API key or a token, got ${got}`)

  async function call<Body extends object>(path: string, request: Request): Promise<Received<Body>> {
    const { body, idempotencyKey, expected } = request
    const method = body ? 'POST' : 'GET'
    const response = await fetch(url.replace(/\/$/, '') + path, {
      method,
      headers: {
        // `fetch` removes this field, but not `X-API-Key`, when a response redirects to another origin.
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((error: Error) => {
      const reason = error.cause instanceof Error ? error.cause.message : error.message
      const message = `${url}: expected the changelog service, got no response: ${reason}; --url names another address`
      throw new CommandError(4, message)
    })
    const { ok, status, statusText, headers } = response
    const json = (await response.json().catch(() => undefined)) as Body | undefined
    const { error = '', changes } = (json ?? { error: statusText }) as { error?: string; changes?: unknown }
    if (ok && (!json || (!body && !Array.isArray(changes)))) {
      const message = `${url}: expected the changelog service, got an incomplete response or the response of a different server`
      throw new CommandError(4, message)
    }
    const isReplayed = headers.get('idempotency-replayed') === 'true'
    if (json && (ok || status === expected)) return { status, headers, body: json, isReplayed }
    // The error of an earlier run had no effect, and its cause can be gone.
    if (idempotencyKey !== undefined && isReplayed)
      return call(path, { ...request, idempotencyKey: newKey(idempotencyKey) })
    const exitCode = status === 401 || status === 403 ? 3 : 1
    throw new CommandError(exitCode, `${method} ${path}: ${status} ${error}`.trimEnd())
  }

  return {
    update: (body: object, idempotencyKey: string) =>
      call('/api/changelog/update', { body, idempotencyKey, expected: 422 }),
    release: (body: object, idempotencyKey?: string) =>
      call<Released>('/api/changelog/release', { body, ...(idempotencyKey && { idempotencyKey }) }),
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
