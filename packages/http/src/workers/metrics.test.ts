import type { Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { beforeEach, describe, expect, it } from 'vitest'
import { createWorkerMetrics, type Workers } from './metrics.ts'

/** Adds a worker with one metric of each kind. */
function addWorker() {
  const registry = new Registry()
  const registers = [registry]
  let isBusy = false
  const worker = Object.assign(new EventEmitter(), {
    async send() {
      const read = await registry.getMetricsAsJSON()
      if (!isBusy) metrics.receive(worker, read)
    },
  }) as unknown as Worker
  workers.set(worker, [])
  return {
    counter: new Counter({ name: 'requests_total', help: 'x', labelNames: ['route'], registers }),
    histogram: new Histogram({ name: 'seconds', help: 'x', buckets: [1, 2], registers }),
    memory: new Gauge({ name: 'memory_bytes', help: 'x', registers }),
    loaded: new Gauge({ name: 'loaded', help: 'x', aggregator: 'min', registers }),
    worker,
    setBusy(isNowBusy: boolean) {
      isBusy = isNowBusy
    },
  }
}

let workers: Workers
let metrics: ReturnType<typeof createWorkerMetrics>
let first: ReturnType<typeof addWorker>
let second: ReturnType<typeof addWorker>
beforeEach(() => {
  workers = new Map()
  metrics = createWorkerMetrics(workers)
  first = addWorker()
  second = addWorker()
  for (const { counter, histogram, memory } of [first, second]) {
    counter.inc({ route: '/a' }, 2)
    histogram.observe(1.5)
    memory.set(100)
  }
  first.loaded.set(1)
  second.loaded.set(0)
  second.counter.inc({ route: '/b' })
})

/** Returns the samples of metrics of the test, by name and labels. */
async function collect() {
  const lines = (await metrics.collect())
    .split('\n')
    .filter((line) => /^[a-z]/.test(line) && !line.startsWith('process_start'))
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]))
}

describe('the metrics of two workers', () => {
  it('are sums, and of gauges what their aggregator says', async () => {
    expect(await collect()).toEqual({
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

  it('lack those of a worker that has ended', async () => {
    await collect()
    workers.delete(second.worker)
    metrics.exits.inc()
    expect(await collect()).toMatchObject({
      'requests_total{route="/a"}': 2,
      memory_bytes: 100,
      loaded: 1,
      workers: 1,
      worker_exits_total: 1,
    })
  })

  it('contain within a second the previous metrics of a worker that is busy', async () => {
    await collect()
    first.counter.inc({ route: '/a' })
    second.setBusy(true)
    const start = performance.now()
    expect(await collect()).toMatchObject({
      'requests_total{route="/a"}': 5,
      'requests_total{route="/b"}': 1,
      memory_bytes: 200,
    })
    expect(performance.now() - start).toBeLessThan(3000)
  })

  it('lack a worker that has never responded', async () => {
    second.setBusy(true)
    expect(await collect()).toMatchObject({ 'requests_total{route="/a"}': 2 })
  })

  it('contain the start of the primary', async () => {
    workers.clear()
    const start = /^process_start_time_seconds (\d+)$/m.exec(await metrics.collect())?.[1]
    expect(Number(start)).toBeLessThanOrEqual(Date.now() / 1000)
  })
})
