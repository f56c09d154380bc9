// Collects Prometheus metrics. Requests are labelled by route pattern and not by URL, so that clients cannot
// create time series.
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Result } from '../operation/operation.ts'

export type { Registry } from 'prom-client'

/** Creates a registry with the metrics of the process, such as memory, CPU time and event loop delay. */
export function createRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** The methods with a label value. The others are `other`, so that clients cannot create time series. */
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST'])

/** Measures every request by method, route pattern and status. Without a registry, it does nothing. */
export function measureRequests(app: FastifyInstance, registry: Registry | undefined): void {
  if (!registry) return
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the end of the request head to the end of the response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  // The search for labels takes longer than the search by name.
  const observers = new Map<string, ReturnType<typeof histogram.labels>>()
  app.addHook('onRequest', (request, reply, done) => {
    const start = performance.now()
    const method = METHODS.has(request.method) ? request.method : 'other'
    const route = request.routeOptions.url ?? 'unknown'
    // A listener of the response costs less than an `onResponse` hook. Aborted responses are measured too.
    reply.raw.on('close', () => {
      const status = reply.raw.statusCode
      const name = `${method} ${status} ${route}`
      const observer = observers.get(name) ?? histogram.labels({ method, route, status })
      observers.set(name, observer)
      observer.observe((performance.now() - start) / 1000)
    })
    done()
  })
}

/** The operation that returns metrics. Each service describes them, and says who may read them. */
export const METRICS = {
  id: 'getMetrics',
  method: 'GET',
  path: '/metrics',
  tag: 'Service',
  summary: 'Get Prometheus metrics',
  input: {},
  result: {
    description: 'Metrics in the Prometheus text format.',
    alternatives: { 'text/plain': Type.String() },
  },
  errors: [],
} as const

/** A source of metrics: the registry of this process, or all workers of a service. */
export type MetricsSource = Pick<Registry, 'metrics' | 'contentType'>

/** Returns metrics in the Prometheus text format. */
export async function readMetrics(source: MetricsSource): Promise<Result<never>> {
  const text = await source.metrics()
  return { cache: 'none', content: { text, mediaType: source.contentType } }
}
