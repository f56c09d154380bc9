import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMetricsCollector, type MetricsCollector } from './worker-metrics.ts'

/** A worker with one metric of each kind. */
function makeWorker() {
  const registry = new Registry()
  const registers = [registry]
  return {
    counter: new Counter({ name: 'requests_total', help: 'x', labelNames: ['route'], registers }),
    histogram: new Histogram({ name: 'seconds', help: 'x', buckets: [1, 2], registers }),
    memory: new Gauge({ name: 'memory_bytes', help: 'x', registers }),
    loaded: new Gauge({ name: 'loaded', help: 'x', aggregator: 'min', registers }),
    read: () => registry.getMetricsAsJSON(),
  }
}

const fail = () => Promise.reject(new Error('no response'))

let collector: MetricsCollector
let first: ReturnType<typeof makeWorker>
let second: ReturnType<typeof makeWorker>
beforeEach(() => {
  collector = createMetricsCollector()
  first = makeWorker()
  second = makeWorker()
  for (const { counter, histogram, memory } of [first, second]) {
    collector.recordReady()
    counter.inc({ route: '/a' }, 2)
    histogram.observe(1.5)
    memory.set(100)
  }
  first.loaded.set(1)
  second.loaded.set(0)
  second.counter.inc({ route: '/b' })
})

/** Returns the samples of metrics of the test, by name and labels. */
async function collect(
  reads: Readonly<Record<number, () => Promise<never[]> | ReturnType<typeof first.read>>>,
) {
  const entries = Object.entries(reads).map(([id, read]) => [Number(id), read] as const)
  const text = await collector.collect(new Map(entries) as never)
  const lines = text.split('\n').filter((line) => /^[a-z]/.test(line) && !line.startsWith('process_start'))
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]))
}

describe('the metrics of two workers', () => {
  it('are sums, and of gauges what their aggregator says', async () => {
    expect(await collect({ 1: first.read, 2: second.read })).toEqual({
      'requests_total{route="/a"}': 4,
      'requests_total{route="/b"}': 1,
      'seconds_bucket{le="1"}': 0,
      'seconds_bucket{le="2"}': 2,
      'seconds_bucket{le="+Inf"}': 2,
      seconds_sum: 3,
      seconds_count: 2,
      memory_bytes: 200,
      loaded: 0,
      workers: 2,
      worker_exits_total: 0,
    })
  })

  it('keep the counters of a worker that has ended, and not its gauges', async () => {
    await collect({ 1: first.read, 2: second.read })
    collector.recordExit(2, true)
    first.counter.inc({ route: '/a' })
    expect(await collect({ 1: first.read })).toMatchObject({
      'requests_total{route="/a"}': 5,
      'requests_total{route="/b"}': 1,
      seconds_count: 2,
      memory_bytes: 100,
      loaded: 1,
      workers: 1,
      worker_exits_total: 1,
    })
  })

  it('keep the counters of every worker that has ended', async () => {
    await collect({ 1: first.read, 2: second.read })
    collector.recordExit(1, true)
    collector.recordExit(2, true)
    const third = makeWorker()
    third.counter.inc({ route: '/a' }, 10)
    expect(await collect({ 3: third.read })).toMatchObject({ 'requests_total{route="/a"}': 14, workers: 0 })
    collector.recordExit(3, false)
    expect(await collect({})).toMatchObject({
      'requests_total{route="/a"}': 14,
      workers: 0,
      worker_exits_total: 3,
    })
  })

  it('contain the previous metrics of a worker that does not respond', async () => {
    await collect({ 1: first.read, 2: second.read })
    first.counter.inc({ route: '/a' })
    expect(await collect({ 1: first.read, 2: fail })).toMatchObject({
      'requests_total{route="/a"}': 5,
      'requests_total{route="/b"}': 1,
      memory_bytes: 200,
    })
  })

  it('lack a worker that has never responded', async () => {
    expect(await collect({ 1: first.read, 2: fail })).toMatchObject({ 'requests_total{route="/a"}': 2 })
  })

  it('contain the start of the primary', async () => {
    const text = await collector.collect(new Map())
    expect(Number(/^process_start_time_seconds (\d+)$/m.exec(text)?.[1])).toBeLessThanOrEqual(
      Date.now() / 1000,
    )
  })
})
