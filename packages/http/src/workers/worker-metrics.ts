// Combines the metrics of all workers into one page. Its counters never decrease: what an ended worker has counted is
// kept, and a worker that does not respond counts with its previous metrics.
import {
  AggregatorRegistry,
  Counter,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client'

/** The metrics of one worker, as `Registry.getMetricsAsJSON` returns them. */
export type WorkerMetrics = MetricObjectWithValues<MetricValue<string>>[]

/** The metrics of all workers, and of the workers themselves. */
export interface MetricsCollector {
  /** Records that a worker is ready. */
  recordReady(): void
  /** Records that a worker has ended by itself. */
  recordExit(id: number, wasReady: boolean): void
  /**
   * Reads the metrics of each worker and returns all of them in the Prometheus text format. Counters are added. The
   * `aggregator` of a gauge says how it is combined.
   * @param reads what reads the metrics of a worker, by its id. Its entry is removed when the worker ends
   */
  collect(reads: ReadonlyMap<number, () => Promise<WorkerMetrics>>): Promise<string>
}

/** Creates a collector. */
export function createMetricsCollector(): MetricsCollector {
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
  const latest = new Map<number, WorkerMetrics>()
  let ended: WorkerMetrics = []

  return {
    recordReady: () => ready.inc(),
    recordExit(id, wasReady) {
      if (wasReady) ready.dec()
      exits.inc()
      const counters = (latest.get(id) ?? []).filter(isCounter)
      latest.delete(id)
      ended = AggregatorRegistry.aggregate([ended, counters]).getMetricsAsArray() as WorkerMetrics
    },
    async collect(reads) {
      const readOne = async ([id, read]: [number, () => Promise<WorkerMetrics>]) => {
        const metrics = await read()
        // The counters of a worker that has ended in the meantime are among those of the ended ones.
        if (reads.has(id)) latest.set(id, metrics)
      }
      await Promise.allSettled([...reads].map(readOne))
      const all = AggregatorRegistry.aggregate([ended, ...latest.values()])
      return `${await all.metrics()}\n${await own.metrics()}`
    },
  }
}

function isCounter({ type }: { readonly type: unknown }): boolean {
  return type === 'counter' || type === 'histogram'
}
