// Holds what the workers of a service share, in the primary: the counts of requests, the metrics, and the mutex of reloads.
import { setTimeout } from 'node:timers/promises'
import { createRateCounter } from '../limits/rate-counter.ts'
import { MAX_KEYS, WINDOW_MS } from '../limits/window.ts'
import type { Channel, Handlers } from './channel.ts'
import { createMutex } from './mutex.ts'
import { createMetricsCollector, type WorkerMetrics } from './worker-metrics.ts'

/** What the workers of a service share. */
export interface SharedState {
  /** Returns the functions that a new worker can call. */
  handlersOf(id: number): Handlers
  /** Records that a worker accepts requests. From now on, its metrics are read. */
  addWorker(id: number, channel: Channel): void
  /** Forgets a worker whose process could not be created. */
  forgetWorker(id: number): void
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
  const running = new Set<number>()
  /** Read the metrics of the workers that accept requests. */
  const readers = new Map<number, () => Promise<WorkerMetrics>>()
  const collectMetrics = coalesce(() => metrics.collect(readers))
  return {
    handlersOf(id) {
      running.add(id)
      return {
        count: ({ key, max }: { key: string; max: number }) => rateCounter.count(key, max),
        metrics: collectMetrics,
        acquire() {
          // A message can arrive after the end of its sender, which would never release the mutex.
          if (!running.has(id)) throw new Error('the worker has ended')
          return mutex.acquire(id)
        },
        release: () => mutex.release(id),
      }
    },
    addWorker(id, { call }) {
      const readMetrics = coalesce(() => call('metrics') as Promise<WorkerMetrics>)
      readers.set(id, () => Promise.race([readMetrics(), rejectLater()]))
      metrics.recordReady()
    },
    forgetWorker: (id) => void running.delete(id),
    removeWorker(id) {
      running.delete(id)
      mutex.release(id)
      metrics.recordExit(id, readers.delete(id))
    },
  }
}

/** Returns a function that runs the task, or returns the result of the run that has not ended. */
function coalesce<T>(task: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined
  return () => {
    current ??= task().finally(() => {
      current = undefined
    })
    return current
  }
}

async function rejectLater(): Promise<never> {
  await setTimeout(METRICS_TIMEOUT_MS, undefined, { ref: false })
  throw new Error(`expected metrics within ${METRICS_TIMEOUT_MS} ms`)
}
