// Replaces the parts of a response that differ between two runs of the same program.
import { createHash } from 'node:crypto'
import type { FuzzResponse, HttpRequest } from '../fuzz/request.ts'

/** Longer bodies, such as scripts, are stored as their hash. */
const MAX_BODY_CHARACTERS = 200_000
/** Fields that differ in each response, or depend on the connection. */
const DROPPED_FIELDS = ['date', 'x-request-id', 'keep-alive']

/** Replacements for the texts of one instance. */
export interface Scrubber {
  /** Replaces times, ports, folders, commits and known content hashes in a text. */
  scrub(text: string): string
  /** Names the content hash of an `ETag` after the changelog, whose dates differ between two days. */
  learnEtag(etag: string | undefined, changelog: string): void
}

export function createScrubber(folder: string, url: string): Scrubber {
  const hashes = new Map<string, string>()
  const { port } = new URL(url)
  const today = new Date().toISOString().slice(0, 10)
  function scrub(text: string): string {
    let result = text
    for (const [hash, name] of hashes) result = result.replaceAll(hash, name)
    return result
      .replaceAll(folder, '<folder>')
      .replaceAll(`127.0.0.1:${port}`, '<host>')
      .replaceAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<time>')
      .replaceAll(today, '<today>')
      .replaceAll(/in \d\d seconds/g, 'in <seconds> seconds')
      .replaceAll(/"uptime_seconds":\d+/g, '"uptime_seconds":0')
      .replaceAll(/<h2>A question of [\s\S]*?<\/pre>/g, '<h2>A question</h2>')
      .replaceAll(/\b[0-9a-f]{40}\b/g, '<commit>')
      .replaceAll(/^index [0-9a-f]+\.\.[0-9a-f]+/gm, 'index <hashes>')
  }
  return {
    scrub,
    learnEtag(etag, changelog) {
      const hash = /^(?:W\/)?"([0-9a-f]{12,64})/.exec(etag ?? '')?.[1]
      if (hash === undefined || hashes.has(hash)) return
      const content = changelog.replaceAll(today, '<today>')
      hashes.set(hash, `<hash ${createHash('sha256').update(content).digest('hex').slice(0, 12)}>`)
    },
  }
}

/** A response, with everything that varies replaced. */
export interface RecordedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export function normaliseResponse(
  { scrub }: Scrubber,
  request: HttpRequest,
  response: FuzzResponse,
): RecordedResponse {
  const isDrawn = response.headers['cache-control'] === 'no-store' && !/[?&]seed=/.test(request.target)
  const withoutDraw = isDrawn ? hideDraw(response.body) : response.body
  const isMetrics = response.headers['content-type']?.startsWith('text/plain; version=')
  let body = scrub(isMetrics ? hideNumbers(withoutDraw) : withoutDraw)
  const isChanged = body !== response.body
  if (body.length > MAX_BODY_CHARACTERS) {
    body = `<${body.length} characters: ${createHash('sha256').update(body).digest('hex').slice(0, 16)}>`
  }
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (DROPPED_FIELDS.includes(name)) continue
    if (name === 'content-length' && (isChanged || isDrawn || isMetrics || request.method === 'HEAD'))
      continue
    headers[name] = normaliseField(
      name,
      isDrawn ? value.replace(/seed=[\w-]+/, 'seed=<drawn>') : scrub(value),
    )
  }
  return { status: response.status, headers, body }
}

function normaliseField(name: string, value: string): string {
  if (name === 'ratelimit-reset' || name === 'retry-after') return Number(value) > 30 ? '<minute>' : value
  return value
}

/** Replaces a seed that the service has drawn, and the questions of its order. */
function hideDraw(body: string): string {
  let value: { seed?: string; questions?: object[]; next?: string | null }
  try {
    value = JSON.parse(body)
  } catch {
    return body
  }
  if (!value || typeof value !== 'object' || !value.seed || !Array.isArray(value.questions)) return body
  return JSON.stringify({
    ...value,
    seed: '<drawn>',
    questions: value.questions.length,
    next: value.next?.replace(/seed=[\w-]+/, 'seed=<drawn>') ?? null,
  })
}

/** Removes the values of metrics, and the samples of the process. */
export function hideNumbers(text: string): string {
  return text
    .split('\n')
    .filter((line) => line.startsWith('#') || !/^(process|nodejs)_/.test(line))
    .map((line) => (line.startsWith('#') ? line : line.replace(/ [^ ]+$/, '')))
    .join('\n')
}
