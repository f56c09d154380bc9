// Holds what the workers of a service share, in the primary: the counts of requests, the metrics, and the mutex of reloads.
import { setTimeout } from 'node:timers/promises'
import { createRateCounter } from '../limits/rate-counter.ts'
import { MAX_KEYS, WINDOW_MS } from '../limits/window.ts'
import type { Channel, Handlers } from './channel.ts'
import { createMutex } from './mutex.ts'
import { createMetricsCollector, type WorkerMetrics } from './worker-metrics.ts'

/** What the workers of a service share. */
export interface SharedState {
  /** Returns the functions that a worker can call. */
  handlersOf(id: number): Handlers
  /** Records that a worker accepts requests. From now on, its metrics are read. */
  addWorker(id: number, channel: Channel): void
  /** Records that a worker has ended by itself, whether it was added or not. */
  removeWorker(id: number): void
}

/** Maximum time that a worker has to return its metrics, in milliseconds. */
const METRICS_TIMEOUT_MS = 1000

/** Creates the state that no worker uses yet. */
export function createSharedState(): SharedState {
  const rateCounter = createRateCounter({ windowMs: WINDOW_MS, maxKeys: MAX_KEYS })
  const mutex = createMutex<number>()
  const metrics = createMetricsCollector()
  const channels = new Map<number, Channel>()
  const readMetrics = async ({ call }: Channel) =>
    (await Promise.race([call('metrics'), rejectLater()])) as WorkerMetrics
  return {
    handlersOf: (id) => ({
      count: ({ key, max }: { key: string; max: number }) => rateCounter.count(key, max),
      metrics: () =>
        metrics.collect(new Map([...channels].map(([id, channel]) => [id, () => readMetrics(channel)]))),
      acquire: () => mutex.acquire(id),
      release: () => mutex.release(id),
    }),
    addWorker(id, channel) {
      channels.set(id, channel)
      metrics.recordReady()
    },
    removeWorker(id) {
      mutex.release(id)
      metrics.recordExit(id, channels.delete(id))
    },
  }
}

async function rejectLater(): Promise<never> {
  await setTimeout(METRICS_TIMEOUT_MS, undefined, { ref: false })
  throw new Error(`expected metrics within ${METRICS_TIMEOUT_MS} ms`)
}
