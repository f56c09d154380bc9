// The client flow: changes → one entry each → update when there are any → release. Exit codes are the result.

/** How to run the flow. */
export interface FlowOptions {
  readonly url: string
  readonly key: string | undefined
  readonly bump: string
  readonly since: string | undefined
  /** Only say what would be done. */
  readonly dryRun: boolean
  readonly print: (line: string) => void
  readonly complain: (line: string) => void
}

/** What a step of the flow ended in, where it ended the flow. */
class FlowError extends Error {
  readonly exitCode: number

  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

/** What keys and tokens are made of; anything else could not be sent as a header. */
const SENDABLE = /^[\x21-\x7e]+$/

interface Change {
  readonly type: string
  readonly path: string
  readonly category: string
}

/**
 * Runs the flow.
 * @returns 0 when a release was made or there was nothing to release, 1 when the service refused, 3 without a
 * key that may, 4 when the service cannot be reached
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
  if (!Array.isArray(changes)) throw notAsExpected(options)
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

/** A path as it can stand in an entry: control characters and direction marks spelled out, no comment opened. */
function spell(path: string): string {
  return path
    .replaceAll(/(?!\t)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu, (char) => {
      return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
    })
    .replaceAll('<!--', '<\\!--')
}

/** The failure to find the service where something else answers, or where an answer is cut off. */
function notAsExpected({ url }: Pick<FlowOptions, 'url'>): FlowError {
  return new FlowError(
    4,
    `${url} cannot be reached: expected the changelog service, got an answer it never gives`,
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
    throw new FlowError(3, 'CHANGELOG_API_KEY: expected a key or a token, got signs that neither has')
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
  const answer = (await response.json().catch(() => undefined)) as { error?: string } | undefined
  if (response.ok && answer) return answer
  if (response.ok) throw notAsExpected({ url })
  const isAboutKey = response.status === 401 || response.status === 403
  throw new FlowError(
    isAboutKey ? 3 : 1,
    `${method} ${path}: ${response.status} ${answer?.error ?? response.statusText}`,
  )
}
