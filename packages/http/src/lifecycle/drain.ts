// Graceful shutdown. Responses carry `connection: close`, responses in flight are finished and flushed, and only then
// is the server closed. Node's own close cuts off a response that is written but not yet sent.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Time without a request before idle connections are closed. A request during that time gets a response with
 * `connection: close`.
 */
const DRAIN_MS = 250
const CHECK_MS = 20

/** The state of a shutdown. It decorates the app. */
interface Drain {
  readonly sockets: Set<Socket>
  /** Time of the last request since shutdown began; undefined before shutdown. */
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

/** Whether shutdown has begun. If so, the response must close its connection. Call it once per request. */
export function isDraining({ drain }: Pick<FastifyInstance, 'drain'>): boolean {
  if (drain.lastRequestAt === undefined) return false
  drain.lastRequestAt = performance.now()
  return true
}

/** Drains and closes the app. After `graceMs` the remaining connections are destroyed. */
export async function closeApp(app: FastifyInstance, graceMs: number): Promise<void> {
  const { server, drain } = app
  const { sockets } = drain
  const start = performance.now()
  const elapsed = () => performance.now() - start
  drain.lastRequestAt = start
  const isQuiet = () => performance.now() - (drain.lastRequestAt ?? start) > DRAIN_MS
  const isFlushed = () => [...sockets].every((socket) => socket.writableLength === 0)
  while (sockets.size > 0 && elapsed() < graceMs && (!isQuiet() || !isFlushed())) await pause()
  const sweep = setInterval(() => {
    if (isFlushed()) server.closeIdleConnections()
  }, CHECK_MS)
  const cut = setTimeout(() => destroyAll(sockets), Math.max(0, graceMs - elapsed()))
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(cut)
  }
}

/** Destroys all connections. Node's own `closeAllConnections` omits connections of CONNECT requests. */
function destroyAll(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) socket.destroy()
}

function pause(): Promise<void> {
  return new Promise((next) => setTimeout(next, CHECK_MS))
}
