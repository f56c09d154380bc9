// Combines the metrics of all workers into one page. Counters are added, and the `aggregator` of a gauge says how it is
// combined. A sum falls when a worker ends. prom-client's `clusterMetrics` would wait five seconds for a busy worker, and
// then fail.
import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { AggregatorRegistry, Counter, Gauge, Registry } from 'prom-client'
import { sendToWorker, type WorkerMetrics } from './worker.ts'

/** Maximum time that a scrape waits for a busy worker, in milliseconds. */
const METRICS_TIMEOUT_MS = 1000

/** The workers that have not ended, with the metrics that they have sent last. Undefined for one that is still starting. */
export type Workers = Map<Worker, WorkerMetrics | undefined>

/** Creates the metrics of workers, and of the workers themselves. */
export function createWorkerMetrics(workers: Workers) {
  const own = new Registry()
  const registers = [own]
  const ready = new Gauge({ name: 'workers', help: 'Number of workers that accept requests.', registers })
  const exits = new Counter({
    name: 'worker_exits_total',
    help: 'Number of workers that have ended by themselves.',
    registers,
  })
  // A worker that is replaced is not a new start of the service, so this metric is not read from the workers.
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'Start time of the process since unix epoch in seconds.',
    registers,
  }).set(Math.round(Date.now() / 1000 - process.uptime()))
  const listReady = () => [...workers].flatMap(([worker, last]) => (last ? { worker, last } : []))
  return {
    exits,
    receive(worker: Worker, metrics: WorkerMetrics): void {
      if (workers.get(worker)) workers.set(worker, metrics)
      worker.emit('metrics')
    },
    /** Asks the workers for their metrics. A busy worker counts with its last ones. */
    async collect(): Promise<string> {
      const signal = AbortSignal.timeout(METRICS_TIMEOUT_MS)
      const answers = listReady().map(({ worker }) => {
        sendToWorker(worker, { kind: 'read' })
        return once(worker, 'metrics', { signal })
      })
      await Promise.allSettled(answers)
      const current = listReady()
      ready.set(current.length)
      const all = AggregatorRegistry.aggregate(current.map(({ last }) => last))
      return `${await all.metrics()}\n${await own.metrics()}`
    },
  }
}
