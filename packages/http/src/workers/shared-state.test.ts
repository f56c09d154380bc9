import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSharedState, type SharedState } from './shared-state.ts'

/** A worker whose metrics are returned when the test says so. */
function addWorker(shared: SharedState, id: number) {
  const handlers = shared.handlersOf(id)
  const reads: ((metrics: unknown) => void)[] = []
  shared.addWorker(id, { call: () => new Promise((resolve) => reads.push(resolve)) })
  return {
    reads,
    metrics: () => handlers.metrics?.(undefined as never) as Promise<string>,
    acquire: () => handlers.acquire?.(undefined as never) as Promise<void>,
  }
}

const requests = (value: number) => [
  { name: 'requests', help: 'x', type: 'counter', aggregator: 'sum', values: [{ value, labels: {} }] },
]

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('metrics', () => {
  it('are read once for requests that arrive at the same time', async () => {
    const shared = createSharedState()
    const worker = addWorker(shared, 1)
    const pages = [worker.metrics(), worker.metrics(), worker.metrics()]
    expect(worker.reads).toHaveLength(1)
    worker.reads[0]?.(requests(5))
    for (const page of await Promise.all(pages)) expect(page).toMatch(/^requests 5$/m)
    const next = worker.metrics()
    worker.reads[1]?.(requests(6))
    expect(await next).toMatch(/^requests 6$/m)
  })

  it('of a worker that does not respond are not asked for again until it responds', async () => {
    const shared = createSharedState()
    const slow = addWorker(shared, 1)
    const fast = addWorker(shared, 2)
    for (let scrape = 0; scrape < 5; scrape++) {
      const page = fast.metrics()
      fast.reads[scrape]?.(requests(scrape))
      await vi.advanceTimersByTimeAsync(1000)
      expect(await page).toMatch(new RegExp(`^requests ${scrape}$`, 'm'))
    }
    expect([slow.reads.length, fast.reads.length]).toEqual([1, 5])
    slow.reads[0]?.(requests(100))
    await vi.advanceTimersByTimeAsync(0)
    const page = fast.metrics()
    slow.reads[1]?.(requests(100))
    fast.reads[5]?.(requests(5))
    expect(await page).toMatch(/^requests 105$/m)
  })
})

describe('a worker that ends', () => {
  it('is counted once, also when its metrics arrive afterwards', async () => {
    const shared = createSharedState()
    const [ending, other] = [addWorker(shared, 1), addWorker(shared, 2)]
    const first = other.metrics()
    ending.reads[0]?.(requests(5))
    other.reads[0]?.(requests(0))
    await first
    const second = other.metrics()
    shared.removeWorker(1)
    ending.reads[1]?.(requests(5))
    other.reads[1]?.(requests(0))
    expect(await second).toMatch(/^requests 5$/m)
  })
})

describe('the mutex', () => {
  it('is not granted to a worker that has ended', async () => {
    const shared = createSharedState()
    const ended = addWorker(shared, 1)
    const other = addWorker(shared, 2)
    shared.removeWorker(1)
    expect(ended.acquire).toThrow('the worker has ended')
    await other.acquire()
  })

  it('passes on when its holder ends', async () => {
    const shared = createSharedState()
    const [holder, other] = [addWorker(shared, 1), addWorker(shared, 2)]
    await holder.acquire()
    const granted = other.acquire()
    shared.removeWorker(1)
    await granted
  })
})
