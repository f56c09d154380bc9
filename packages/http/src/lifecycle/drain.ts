// Shuts a service down gracefully. During shutdown every response has `connection: close`. The server is closed once all
// responses are sent, because Node's own close cuts off a response that is written but not yet sent.
import { Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Time without a request before idle connections are closed, in milliseconds. */
const QUIET_MS = 250
/**
 * Share of the grace period in which new connections are accepted. A proxy that does not know of the shutdown sends
 * requests until it cannot connect. The rest of the period is for the responses to them.
 */
const ACCEPTING_SHARE = 0.5
/** Interval of the checks whether shutdown can proceed, in milliseconds. */
const CHECK_MS = 20

declare module 'fastify' {
  interface FastifyInstance {
    drain: {
      readonly sockets: Set<Socket>
      /** Time of the last request since the start of shutdown, on the monotonic clock. Undefined before shutdown. */
      lastRequestAt: number | undefined
    }
  }
}

/** Starts tracking connections. Call it once, before the app listens. */
export function trackConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  app.decorate('drain', { sockets, lastRequestAt: undefined })
  app.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
}

/** Records a request. Returns whether shutdown has begun, so that the response must close its connection. */
export function recordRequest({ drain }: Pick<FastifyInstance, 'drain'>): boolean {
  if (drain.lastRequestAt === undefined) return false
  drain.lastRequestAt = performance.now()
  return true
}

/**
 * Drains and closes the app. New connections are accepted for at most half of `graceMs`. Connections that are still open
 * after `graceMs` are destroyed.
 */
export async function closeApp(app: FastifyInstance, graceMs: number): Promise<void> {
  const { server, drain } = app
  const start = performance.now()
  drain.lastRequestAt = start
  const elapsed = () => performance.now() - start
  const isQuiet = () => performance.now() - (drain.lastRequestAt ?? start) > QUIET_MS
  const isFlushed = () => [...drain.sockets].every((socket) => socket.writableLength === 0)
  while (drain.sockets.size > 0 && elapsed() < graceMs && (!isQuiet() || !isFlushed())) {
    // The close method of an HTTP server would also close its idle connections.
    if (elapsed() >= graceMs * ACCEPTING_SHARE && server.listening) Server.prototype.close.call(server)
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS))
  }
  const closeTimer = setInterval(() => {
    if (isFlushed()) server.closeIdleConnections()
  }, CHECK_MS)
  // Node's own `closeAllConnections` does not include connections of CONNECT requests.
  const destroyAll = () => {
    for (const socket of drain.sockets) socket.destroy()
  }
  const destroyTimer = setTimeout(destroyAll, Math.max(0, graceMs - elapsed()))
  try {
    await app.close()
  } finally {
    clearInterval(closeTimer)
    clearTimeout(destroyTimer)
  }
}
