// Shuts a service down gracefully. During shutdown every response has `connection: close`. The server is
// closed once all responses are sent, because Node's own close cuts off a response that is written but not
// yet sent.
import { Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Time without a request, in milliseconds, before idle connections are closed. A request within that time
 * gets a response with `connection: close`.
 */
const QUIET_MS = 250
/**
 * Share of the grace period in which new connections are accepted. A proxy that does not know of the shutdown sends
 * requests until it cannot connect. The rest of the period is for the responses to them.
 */
const ACCEPTING_SHARE = 0.5
/** Interval of the checks whether shutdown can proceed, in milliseconds. */
const CHECK_MS = 20

/** The state of shutdown, as a decorator of the app. */
interface Drain {
  readonly sockets: Set<Socket>
  /**
   * Time of the last request since the start of shutdown, on the monotonic clock. Undefined before shutdown.
   */
  lastRequestAt: number | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain
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

/** Whether shutdown has begun. If so, each response must close its connection. */
export function isDraining({ drain }: Pick<FastifyInstance, 'drain'>): boolean {
  return drain.lastRequestAt !== undefined
}

/**
 * Records a request. Call it once per request: during shutdown, a request keeps idle connections open for
 * longer.
 */
export function recordRequest({ drain }: Pick<FastifyInstance, 'drain'>): void {
  if (drain.lastRequestAt !== undefined) drain.lastRequestAt = performance.now()
}

/**
 * Drains and closes the app. New connections are accepted for at most half of `graceMs`. Connections that are still open
 * after `graceMs` are destroyed.
 */
export async function closeApp(app: FastifyInstance, graceMs: number): Promise<void> {
  const { server, drain } = app
  const { sockets } = drain
  const start = performance.now()
  const elapsed = () => performance.now() - start
  drain.lastRequestAt = start
  const isQuiet = () => performance.now() - (drain.lastRequestAt ?? start) > QUIET_MS
  const isFlushed = () => [...sockets].every((socket) => socket.writableLength === 0)
  while (sockets.size > 0 && elapsed() < graceMs && (!isQuiet() || !isFlushed())) {
    if (elapsed() >= graceMs * ACCEPTING_SHARE) stopListening(server)
    await pause()
  }
  const closeTimer = setInterval(() => {
    if (isFlushed()) server.closeIdleConnections()
  }, CHECK_MS)
  const destroyTimer = setTimeout(() => destroyAll(sockets), Math.max(0, graceMs - elapsed()))
  try {
    await app.close()
  } finally {
    clearInterval(closeTimer)
    clearTimeout(destroyTimer)
  }
}

/** Stops accepting connections. The close method of an HTTP server would also close its idle connections. */
function stopListening(server: Server): void {
  if (server.listening) Server.prototype.close.call(server)
}

/**
 * Destroys all connections. Node's own `closeAllConnections` does not include connections of CONNECT
 * requests.
 */
function destroyAll(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) socket.destroy()
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, CHECK_MS))
}
