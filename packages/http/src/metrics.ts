// Prometheus metrics: requests by route pattern, never by address, so that no client can make new series.
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export type { Registry } from 'prom-client'

/** A registry with the process's own figures. */
export function createRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** Measures every request: how long it took, by method, route pattern and status. */
export function measureRequests(app: FastifyInstance, registry: Registry | undefined): void {
  if (!registry) return
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request’s head to the answer’s end.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    histogram.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}
