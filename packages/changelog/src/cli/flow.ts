// Implements the client flow: it lists the changes, adds an entry for each, and creates a release. It is a
// client of the HTTP API, and its result is an exit code.
import { hash, randomUUID } from 'node:crypto'

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
  /** Prints a line to standard output. */
  readonly print: (line: string) => void
  /** Prints a line to standard error. */
  readonly printError: (line: string) => void
}

/** An error that ends the flow with an exit code. */
class FlowError extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Matches keys and tokens. Other characters cannot be sent in a header field. */
const CREDENTIAL = /^[\x21-\x7e]+$/

interface Change {
  readonly type: string
  readonly path: string
  readonly category: string
}

/**
 * Runs the flow.
 * @returns 0 when a release was created or there was nothing to release, 1 for an error response, 3 for a
 * missing or invalid key or a missing scope, 4 when the URL does not lead to the service
 */
export async function runFlow(options: FlowOptions): Promise<number> {
  try {
    await runSteps(options)
    return 0
  } catch (error) {
    if (!(error instanceof FlowError)) throw error
    options.printError(error.message)
    return error.exitCode
  }
}

async function runSteps(options: FlowOptions): Promise<void> {
  const { bump, since, dryRun, print } = options
  const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}`
  const { body, headers } = await call(options, 'GET', `/api/repository/changes${query}`)
  const { changes } = body as { changes?: Change[] }
  if (!Array.isArray(changes)) throw createUnexpectedResponseError(options)
  const entries = changes.map(({ type, path, category }) => ({
    type,
    description: `${category}: ${escapePath(path)}`,
  }))
  for (const { type, description } of entries) print(`${type.padEnd(8)}${description}`)
  if (dryRun) return print(await previewRelease(options, entries.length))
  // The same changes since the same base are the same flow, so that a flow that was interrupted can be run again.
  const key = hash('sha256', JSON.stringify([headers.get('changes-base'), bump, entries]))
  await addEntries(options, entries, key)
  await release(options, key)
}

/** Says what the flow would do with a number of entries. */
async function previewRelease(options: FlowOptions, count: number): Promise<string> {
  const { bump } = options
  if (count > 0) return `would add ${formatEntries(count)} and create a ${bump} release`
  const { body } = await call(options, 'POST', '/api/changelog/release', {
    version_bump: bump,
    dry_run: true,
  })
  const { success, version, reason } = body as Released
  return success
    ? `would add nothing and release ${version}`
    : `would add nothing and release nothing; the version is still ${version}: ${reason}`
}

/** Creates the release, unless an earlier run of this flow created it and it is in the changelog. */
async function release(options: FlowOptions, key: string): Promise<void> {
  const { bump, print } = options
  const send = (idempotencyKey: string) =>
    call(options, 'POST', '/api/changelog/release', { version_bump: bump }, idempotencyKey)
  let response = await send(key)
  // What an earlier run released can be gone, and there can be something to release now.
  if (isReplayed(response) && !(await hasVersion(options, response.body as Released)))
    response = await send(newKey(key))
  const { success, version, reason } = response.body as Released
  print(success ? `released ${version}` : `nothing released; the version is still ${version}: ${reason}`)
}

async function hasVersion(options: FlowOptions, { success, version }: Released): Promise<boolean> {
  if (!success) return false
  const { status } = await call(options, 'GET', `/api/changelog/${version}`, undefined, undefined, [404])
  return status !== 404
}

interface Released {
  readonly success: boolean
  readonly version: string
  readonly reason?: string
}

function isReplayed({ headers }: { readonly headers: Headers }): boolean {
  return headers.get('idempotency-replayed') === 'true'
}

/** A key for a request that is not to be answered with the response to an earlier one. */
function newKey(key: string): string {
  return `${key}-${randomUUID()}`
}

interface NewEntry {
  readonly type: string
  readonly description: string
}

/** Adds the entries that are not under Unreleased. */
async function addEntries(options: FlowOptions, entries: readonly NewEntry[], key: string): Promise<void> {
  if (entries.length === 0) return
  const known = await readEntries(options, 'unreleased')
  const changes = entries.filter((entry) => !known.has(textOf(entry)))
  if (changes.length < entries.length)
    options.print(`${formatEntries(entries.length - changes.length)} already under Unreleased`)
  if (changes.length === 0) return
  const response = await call(options, 'POST', '/api/changelog/update', { changes }, key, [422])
  if (response.status !== 422 && !isReplayed(response)) {
    options.print(`added ${formatEntries(changes.length)}`)
    return
  }
  // An earlier run of this flow added these entries, or other ones. They can be released, or gone.
  const released = await readEntries(options, 'latest')
  const missing = changes.filter((entry) => !released.has(textOf(entry)))
  options.print(`${formatEntries(changes.length - missing.length)} added by an earlier run of this flow`)
  if (missing.length === 0) return
  await call(options, 'POST', '/api/changelog/update', { changes: missing }, newKey(key))
  options.print(`added ${formatEntries(missing.length)}`)
}

function textOf({ type, description }: NewEntry): string {
  return JSON.stringify([type, description])
}

/** Reads the entries of a version, as texts that can be compared. */
async function readEntries(options: FlowOptions, version: string): Promise<Set<string>> {
  const { status, body } = await call(
    options,
    'GET',
    `/api/changelog/${version}`,
    undefined,
    undefined,
    [404],
  )
  if (status === 404) return new Set()
  const { changes } = body as { changes?: NewEntry[] }
  if (!Array.isArray(changes)) throw createUnexpectedResponseError(options)
  return new Set(changes.map(textOf))
}

function formatEntries(count: number): string {
  return `${count} ${count === 1 ? 'entry' : 'entries'}`
}

/**
 * Escapes what an entry must not contain: control characters, line separators, bidirectional controls and
 * `<!--`.
 */
function escapePath(path: string): string {
  return path
    .replaceAll(/(?!\t)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu, (char) => {
      return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
    })
    .replaceAll('<!--', '<\\!--')
}

/** Creates the error for a response that is incomplete, or does not come from the changelog service. */
function createUnexpectedResponseError({ url }: Pick<FlowOptions, 'url'>): FlowError {
  return new FlowError(
    4,
    `${url}: expected the changelog service, got an incomplete response or the response of a different server`,
  )
}

/**
 * Calls an operation.
 * @param idempotencyKey the key with which the service recognises a repeated request
 * @param expected statuses that are no errors, besides 200
 */
async function call(
  options: FlowOptions,
  method: string,
  path: string,
  body?: unknown,
  idempotencyKey?: string,
  expected: readonly number[] = [],
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const { url, key } = options
  if (!key) throw new FlowError(3, 'CHANGELOG_API_KEY: expected an API key or a token, got nothing')
  if (!CREDENTIAL.test(key))
    throw new FlowError(
      3,
      'CHANGELOG_API_KEY: expected an API key or a token, got a value with a space or a character that is not ASCII',
    )
  const response = await fetch(url.replace(/\/$/, '') + path, {
    method,
    headers: {
      // `fetch` removes this field, but not `X-API-Key`, when a response redirects to another origin.
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: Error) => {
    throw new FlowError(
      4,
      `${url}: expected the changelog service, got no response: ${(error.cause as Error | undefined)?.message ?? error.message}; --url names another address`,
    )
  })
  const { status, headers } = response
  const result = (await response.json().catch(() => undefined)) as { error?: string } | undefined
  if ((response.ok || expected.includes(status)) && result) return { status, headers, body: result }
  if (response.ok) throw createUnexpectedResponseError({ url })
  // The error of an earlier run had no effect, and what caused it can be mended.
  if (idempotencyKey !== undefined && isReplayed(response))
    return call(options, method, path, body, newKey(idempotencyKey), expected)
  throw createStatusError(method, path, status, result ?? { error: response.statusText })
}

function createStatusError(method: string, path: string, status: number, body: unknown): FlowError {
  const isAuthError = status === 401 || status === 403
  return new FlowError(
    isAuthError ? 3 : 1,
    `${method} ${path}: ${status} ${(body as { error?: string }).error ?? ''}`.trimEnd(),
  )
}
