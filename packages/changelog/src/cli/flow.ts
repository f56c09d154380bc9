// The client flow: get the changes, add one entry for each, release. The result is an exit code.

/** How to run the flow. */
export interface FlowOptions {
  readonly url: string
  readonly key: string | undefined
  readonly bump: string
  readonly since: string | undefined
  /** Print what would be done, and change nothing. */
  readonly dryRun: boolean
  readonly print: (line: string) => void
  readonly complain: (line: string) => void
}

/** Ends the flow with an exit code. */
class FlowError extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The characters of keys and tokens. Others cannot be sent in a header field. */
const SENDABLE = /^[\x21-\x7e]+$/

interface Change {
  readonly type: string
  readonly path: string
  readonly category: string
}

/**
 * Runs the flow.
 * @returns 0 when a release was made or there was nothing to release, 1 for an error of the service, 3 for a missing
 * key or scope, 4 when the service cannot be reached
 */
export async function runFlow(options: FlowOptions): Promise<number> {
  try {
    await flow(options)
    return 0
  } catch (error) {
    if (!(error instanceof FlowError)) throw error
    options.complain(error.message)
    return error.exitCode
  }
}

async function flow(options: FlowOptions): Promise<void> {
  const { bump, since, dryRun, print } = options
  const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}`
  const { changes } = (await call(options, 'GET', `/api/repository/changes${query}`)) as {
    changes?: Change[]
  }
  if (!Array.isArray(changes)) throw unexpectedResponse(options)
  const entries = changes.map(({ type, path, category }) => ({
    type,
    description: `${category}: ${spell(path)}`,
  }))
  for (const { type, description } of entries) print(`${type.padEnd(8)}${description}`)
  if (dryRun) {
    print(`would add ${entries.length} entries and release a ${bump}`)
    return
  }
  if (entries.length > 0) {
    await call(options, 'POST', '/api/changelog/update', { changes: entries })
    print(`added ${entries.length} entries`)
  }
  const release = await call(options, 'POST', '/api/changelog/release', { version_bump: bump })
  const { success, version, reason } = release as { success: boolean; version: string; reason?: string }
  print(success ? `released ${version}` : `nothing released, still ${version}: ${reason}`)
}

/** A path as text of an entry: control and direction characters are escaped, and no comment is opened. */
function spell(path: string): string {
  return path
    .replaceAll(/(?!\t)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu, (char) => {
      return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
    })
    .replaceAll('<!--', '<\\!--')
}

/** The error for a response that is not one of the service, or is incomplete. */
function unexpectedResponse({ url }: Pick<FlowOptions, 'url'>): FlowError {
  return new FlowError(
    4,
    `${url} cannot be reached: expected the changelog service, got the response of something else`,
  )
}

async function call(
  { url, key }: FlowOptions,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  if (!key) throw new FlowError(3, 'CHANGELOG_API_KEY: expected a key in the environment, got none')
  if (!SENDABLE.test(key))
    throw new FlowError(3, 'CHANGELOG_API_KEY: expected a key or a token, got other characters')
  const response = await fetch(new URL(path, url), {
    method,
    headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: Error) => {
    throw new FlowError(
      4,
      `${url} cannot be reached: ${(error.cause as Error | undefined)?.message ?? error.message}`,
    )
  })
  const result = (await response.json().catch(() => undefined)) as { error?: string } | undefined
  if (response.ok && result) return result
  if (response.ok) throw unexpectedResponse({ url })
  const isAboutKey = response.status === 401 || response.status === 403
  throw new FlowError(
    isAboutKey ? 3 : 1,
    `${method} ${path}: ${response.status} ${result?.error ?? response.statusText}`,
  )
}
