// Prometheus metrics: requests by route pattern, never by address, so that no client can make new series.
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Reply } from './route.ts'

export type { Registry } from 'prom-client'

/** A registry with the process's own figures: memory, processor time, the delay of the event loop. */
export function createRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Other methods share a label: a client could name every one that Node knows. */
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST'])

/** Measures every request: how long it took, by method, route pattern and status. */
export function measureRequests(app: FastifyInstance, registry: Registry | undefined): void {
  if (!registry) return
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request’s head to the answer’s end.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const method = METHODS.has(request.method) ? request.method : 'other'
    histogram.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

/** How the answer of {@link writeMetrics} is described in a route's schema. */
export const METRICS_ANSWER = {
  description: 'Prometheus text.',
  content: { 'text/plain': { schema: Type.String() } },
} as const

/** Every figure as text, and the head of an answer that has it as its body. @see https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function writeMetrics(reply: Pick<Reply, 'headers'>, registry: Registry): Promise<string> {
  reply.headers({ 'content-type': registry.contentType, 'cache-control': 'no-store' })
  return registry.metrics()
}
