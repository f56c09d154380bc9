// Connects a worker of a service with its primary.
import cluster, { type Worker } from 'node:cluster'
import { EventEmitter, once } from 'node:events'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { MetricsSource, Registry } from '../observability/metrics.ts'

/** The metrics of one worker, as `Registry.getMetricsAsJSON` returns them. */
export type WorkerMetrics = MetricObjectWithValues<MetricValue<string>>[]

/** A message of a worker: it accepts requests, its metrics, or a request for the metrics of all workers. */
export type WorkerMessage =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'metrics'; readonly metrics: WorkerMetrics }
  | { readonly kind: 'scrape' }

/** A message of the primary: it asks for the metrics of a worker, or answers a `scrape`. */
type PrimaryMessage = { readonly kind: 'read' } | { readonly kind: 'page'; readonly text: string }

/** The connection of a worker to the primary. */
export type Primary = NonNullable<ReturnType<typeof findPrimary>>

/** Returns the connection to the primary, or undefined when this process is not a worker. */
export function findPrimary() {
  const { worker } = cluster
  if (!worker) return undefined
  // The channel is closed when the primary has ended. Then this process ends too, and nothing waits for a message.
  const send = (message: WorkerMessage) => void process.send?.(message, () => undefined)
  return {
    /** The number of this worker. A worker that replaces another one has a new number. */
    workerId: worker.id,
    /** Tells the primary that this worker accepts requests. */
    announce: (url: string) => send({ kind: 'ready', url }),
    /** Publishes the metrics of this worker, and returns those of all workers. */
    shareMetrics(registry: Registry): MetricsSource {
      const pages = new EventEmitter()
      process.on('message', async (message: PrimaryMessage) => {
        if (message.kind === 'page') pages.emit('page', message.text)
        if (message.kind === 'read') send({ kind: 'metrics', metrics: await registry.getMetricsAsJSON() })
      })
      return {
        contentType: registry.contentType,
        async metrics() {
          // The next page may be that of another scrape, which has the same metrics.
          const page = once(pages, 'page')
          send({ kind: 'scrape' })
          return (await page)[0]
        },
      }
    },
  }
}

/** Sends a message to a worker, which can have ended. */
export function sendToWorker(worker: Worker, message: PrimaryMessage): void {
  worker.send(message, () => undefined)
}
