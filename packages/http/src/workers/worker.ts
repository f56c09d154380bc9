// What a worker shares with the other workers of its service. The primary holds it.
import cluster from 'node:cluster'
import type { Count } from '../limits/rate-counter.ts'
import type { SharedCounter } from '../limits/shared-counter.ts'
import type { MetricsSource, Registry } from '../observability/metrics.ts'
import { type Endpoint, openChannel } from './channel.ts'

/** The connection of a worker to the primary. */
export interface Primary {
  /** The number of this worker. A worker that replaces another one has a new number. */
  readonly workerId: number
  /** Tells the primary that this worker accepts requests. */
  announce(url: string): Promise<void>
  /** Opens the counter of the requests of all workers. A key is blocked once its count exceeds `max`. */
  openCounter(max: number): SharedCounter
  /** Publishes the metrics of this worker, and returns those of all workers. */
  shareMetrics(registry: Registry): MetricsSource
  /**
   * Runs a task while no other worker runs one.
   * @throws Error when the primary has ended, without running the task
   */
  runExclusively<T>(task: () => Promise<T>): Promise<T>
}

/** Returns the connection to the primary, or undefined when this process is not a worker. */
export function findPrimary(): Primary | undefined {
  const { worker } = cluster
  return worker && connect(process, worker.id)
}

function connect(endpoint: Endpoint, workerId: number): Primary {
  let readMetrics = (): unknown => []
  const { call } = openChannel(endpoint, { metrics: () => readMetrics() })
  return {
    workerId,
    announce: async (url) => void (await call('ready', url)),
    openCounter: (max) => ({
      count: (key) => (call('count', { key, max }) as Promise<Count>).catch(() => undefined),
      close: () => undefined,
    }),
    shareMetrics(registry) {
      readMetrics = () => registry.getMetricsAsJSON()
      return { contentType: registry.contentType, metrics: () => call('metrics') as Promise<string> }
    },
    async runExclusively(task) {
      await call('acquire')
      try {
        return await task()
      } finally {
        // Only the end of the primary makes this fail. The mutex has ended with it.
        await call('release').catch(() => undefined)
      }
    },
  }
}
