// Clients that send requests until they are stopped, and check every response. Each client is a sequence of visitors, so
// that none exceeds the rate limit.
import { EventEmitter, once } from 'node:events'
import { ROUTES, type Route } from '../soak/routes.ts'
import { createVisitor, type Visitor, type VisitorResponse } from './deployment.ts'

const CLIENTS = 16
/** Less than the rate limit. */
const REQUESTS_OF_VISITOR = 400
/** One of this number of responses with a seed of their own is kept. */
const KEPT_INTERVAL = 25

/** What the clients have received. */
export interface LoadResult {
  readonly responses: number
  /** The number of responses that came from a replica, and not from the cache of nginx. */
  readonly fromReplicas: number
  readonly errors: readonly string[]
  /** Responses to requests with a seed, by path. */
  readonly seeded: ReadonlyMap<string, Buffer>
}

/** Clients that send requests. */
export interface Load {
  /** Waits until `count` more responses have arrived, or an error. */
  waitForResponses(count: number): Promise<void>
  stop(): Promise<LoadResult>
}

/**
 * Starts the clients.
 * @param nextAddress returns the address of the next visitor
 */
export function startLoad(url: string, nextAddress: () => string): Load {
  const events = new EventEmitter()
  const errors: string[] = []
  const seeded = new Map<string, Buffer>()
  let isStopped = false
  let sent = 0
  let responses = 0
  let fromReplicas = 0

  async function sendNext(visitor: Visitor): Promise<void> {
    const number = sent++
    const route = ROUTES[number % ROUTES.length] as Route
    const path = route.path.replace('{n}', String(number))
    try {
      const response = await visitor.get(path, parseFields(route.headers))
      responses++
      if (response.headers['x-cache-status'] !== 'HIT') fromReplicas++
      const error = checkResponse(route.status, path, response)
      if (error !== undefined) errors.push(`${path}: ${error}`)
      else if (path.includes('seed=') && response.status === 200) keep(number, path, response.body)
    } catch (error) {
      errors.push(`${path}: ${error}`)
    }
    events.emit('end')
  }

  function keep(number: number, path: string, body: Buffer): void {
    const kept = seeded.get(path)
    if (kept && !kept.equals(body)) errors.push(`${path}: expected the same body as before`)
    if (path.includes('seed=42') || number % KEPT_INTERVAL === 0) seeded.set(path, body)
  }

  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isStopped) {
      const visitor = createVisitor(url, nextAddress())
      for (let count = 0; count < REQUESTS_OF_VISITOR && !isStopped; count++) await sendNext(visitor)
      visitor.leave()
    }
  })

  return {
    async waitForResponses(count) {
      const end = responses + count
      while (responses < end && errors.length === 0) await once(events, 'end')
    },
    async stop() {
      isStopped = true
      await Promise.all(clients)
      return { responses, fromReplicas, errors, seeded }
    },
  }
}

function parseFields(lines = ''): Record<string, string> {
  const fields = lines.split('\r\n').filter((line) => line !== '')
  return Object.fromEntries(fields.map((line) => line.split(': ') as [string, string]))
}

/** Returns why a response does not fit its request, or undefined when it does. */
export function checkResponse(
  expectedStatus: number,
  path: string,
  { status, headers, body }: VisitorResponse,
): string | undefined {
  const text = body.toString()
  if (status !== expectedStatus) return `expected ${expectedStatus}, got ${status} ${text.slice(0, 200)}`
  if (status === 304) return text === '' ? undefined : `expected no body, got ${text}`
  const type = status === 200 ? 'application/json' : 'application/problem+json'
  if (!headers['content-type']?.startsWith(type)) return `expected ${type}, got ${headers['content-type']}`
  const value = JSON.parse(text)
  if (status !== 200) return value.status === status ? undefined : `expected problem details, got ${text}`
  return checkContent(path, value, text)
}

function checkContent(
  path: string,
  value: { questions?: unknown[]; seed?: string; correct?: boolean },
  text: string,
): string | undefined {
  const parameters = new URL(path, 'http://x').searchParams
  const count = parameters.get('limit') ?? parameters.get('count')
  if (count !== null && value.questions?.length !== Number(count))
    return `expected ${count} questions, got ${value.questions?.length}`
  const seed = parameters.get('seed')
  if (seed !== null && value.seed !== seed) return `expected the seed ${seed}, got ${value.seed}`
  if (parameters.get('answers') === 'hidden' && text.includes('correct_answer'))
    return 'expected hidden answers'
  if (parameters.get('answer')?.startsWith('no') && value.correct !== false)
    return `expected a wrong answer, got ${text}`
  return undefined
}
