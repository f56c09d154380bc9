// Sends requests that are generated from the OpenAPI documents to real processes, and compares each response with the
// document. `FUZZ_REQUESTS` is the number of requests for each service, and `FUZZ_SEED` repeats the requests of a run.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Counts, createProber, type Prober } from './client.ts'
import { findUnreached, reachAll } from './directed.ts'
import { readDocument } from './document.ts'
import { generateRequests } from './generate.ts'
import { type FuzzRequest, formatCommand } from './request.ts'
import { startTarget, type Target } from './targets.ts'

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1500)
const SEED = Number(process.env.FUZZ_SEED ?? 1)
/** The number of clients. Each one generates its requests from a seed of its own, and sends one at a time. */
const CLIENTS = 8
/** The maximum time of the search for the smallest request with the same violation, in milliseconds. */
const SHRINK_MS = 30_000

describe.each(['questions', 'changelog'] as const)('the %s service', (name) => {
  const document = readDocument(name)
  const counts: Counts = new Map()
  let target: Target
  let prober: Prober
  beforeAll(async () => {
    target = await startTarget(name)
    prober = createProber(target.sound.url, document, counts)
  })
  afterAll(async () => {
    prober?.close()
    await target?.stop()
  })

  /** Sends the requests of one client. Returns the smallest failing request as a command, and its violations. */
  async function runClient(client: number): Promise<string | undefined> {
    let deadline = Number.POSITIVE_INFINITY
    const property = fc.asyncProperty(generateRequests(document, target.knowledge), async (request) => {
      // When the time is up, every smaller request counts as one without violations.
      if (performance.now() > deadline) return
      const violations = await prober.probe(request)
      if (violations.length === 0) return
      deadline = Math.min(deadline, performance.now() + SHRINK_MS)
      throw new Error(violations.join('\n'))
    })
    const numRuns = Math.ceil(REQUESTS / CLIENTS)
    const result = await fc.check(property, { seed: SEED + client, numRuns })
    if (!result.failed) return undefined
    const [request] = result.counterexample as [FuzzRequest]
    return `${formatCommand(request, target.sound.url)}\n${result.errorInstance}`
  }

  // First, because a changelog with what hostile requests have written may have no next version.
  it('responds as documented to a request for each status', async () => {
    const poor = createProber(target.poor.url, document, counts)
    const violations = await reachAll(document, prober, poor)
    poor.close()
    expect(violations).toEqual([])
  })

  it(`sends only documented responses (FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS})`, {
    timeout: 1_800_000,
  }, async () => {
    console.log(`${name}: FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS}`)
    const failures = await Promise.all(Array.from({ length: CLIENTS }, (_, client) => runClient(client)))
    expect(failures.filter((failure) => failure !== undefined).join('\n\n')).toBe('')
    expect(target.sound.process.exitCode).toBe(null)
  })

  it('has reached each documented status of each operation', () => {
    console.log(formatCounts(name, counts))
    expect(findUnreached(name, document, counts)).toEqual([])
  })
})

/** Formats the number of responses by operation and status, one line per operation. */
function formatCounts(name: string, counts: Counts): string {
  const lines = [...counts].map(([operation, statuses]) => {
    const parts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
    return `  ${operation.padEnd(22)}${parts.join(', ')}`
  })
  return [`${name}: responses by operation and status`, ...lines].join('\n')
}
