// Measures how many requests of one address get through the rate limit of a deployment.
import { expect } from 'vitest'
import { createVisitor, type Deployment, MAX, readMetric } from './deployment.ts'

const PATH = '/api/v1/questions/astronomy/random?count=1'
const CONNECTIONS = 4
const WINDOW_MS = 60_000
/** How much the number of allowed requests may differ from the limit. */
const TOLERANCE = 0.05

/** What the requests of an address have got. */
export interface Measured {
  /** Number of responses with status 200. */
  readonly allowed: number
  /** Number of responses with status 429. */
  readonly rejected: number
  /** Other statuses, and errors. */
  readonly others: readonly string[]
  /** Number of windows of the limit in which the requests were sent, at most. */
  readonly windows: number
  /** How often Redis failed, or took more than 100 ms. */
  readonly redisErrors: number
}

/**
 * Sends twice as many requests as are allowed from a new address.
 * @param task runs meanwhile; the requests do not end before it
 */
export async function measureLimit(
  deployment: Deployment,
  task: () => Promise<void> = async () => undefined,
): Promise<Measured> {
  const { proxy, nextAddress } = deployment
  const [start, address, before] = [performance.now(), nextAddress(), await readErrors(deployment)]
  const others: string[] = []
  let [sent, allowed, rejected, isEnough] = [0, 0, 0, false]
  const clients = Array.from({ length: CONNECTIONS }, async () => {
    const visitor = createVisitor(proxy.url, address)
    while (sent < MAX * 2 || !isEnough) {
      sent++
      const outcome = await visitor.get(PATH).then(({ status }) => status, String)
      if (outcome === 200) allowed++
      else if (outcome === 429) rejected++
      else others.push(String(outcome))
    }
    visitor.leave()
  })
  try {
    await task()
  } finally {
    isEnough = true
    await Promise.all(clients)
  }
  const redisErrors = (await readErrors(deployment)).reduce((sum, { startedAt, errors }, replica) => {
    const previous = before[replica]
    return sum + errors - (previous?.startedAt === startedAt ? previous.errors : 0)
  }, 0)
  const windows = 1 + Math.floor((performance.now() - start) / WINDOW_MS)
  return { allowed, rejected, others, windows, redisErrors }
}

/** Expects that the limit holds for all replicas together. */
export function expectLimit({ allowed, others, windows, redisErrors }: Measured, replicas: number): void {
  expect(others.slice(0, 10)).toEqual([])
  expect(allowed).toBeGreaterThanOrEqual(MAX * (1 - TOLERANCE))
  // On a busy machine, Redis can take more than 100 ms. Each replica then counts on its own for a second.
  const limit = redisErrors === 0 ? MAX * (1 + TOLERANCE) : MAX * replicas
  expect(allowed).toBeLessThanOrEqual(limit * windows)
}

/** The errors that the process of each replica has counted since its start. */
async function readErrors(deployment: Deployment): Promise<{ startedAt: number; errors: number }[]> {
  const startedAt = await readMetric(deployment, 'process_start_time_seconds')
  const errors = await readMetric(deployment, 'rate_limit_redis_errors_total')
  return startedAt.map((time, replica) => ({ startedAt: time, errors: errors[replica] ?? 0 }))
}
