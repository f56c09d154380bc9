// An orderly end: clients are told to close their connections, answers in flight are finished and flushed, and
// only then is the server closed. Node's own close cuts an answer that is written but not yet on the wire.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * How long nobody may have asked anything before idle connections are closed; until then whoever asks gets to see
 * `connection: close` on the answer.
 */
const DRAIN_MS = 250
const CHECK_MS = 20

/** When a server that was told to end was last asked something. */
const lastAsked = new WeakMap<object, number>()
const socketsOf = new WeakMap<object, Set<Socket>>()

/** Whether the server was told to end: its answers then close their connections. To be asked once per request. */
export function isDraining(server: object): boolean {
  if (!lastAsked.has(server)) return false
  lastAsked.set(server, performance.now())
  return true
}

/** Starts noting which connections there are. */
export function watchConnections({ server }: FastifyInstance): void {
  const sockets = new Set<Socket>()
  socketsOf.set(server, sockets)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
}

/**
 * Lets clients go, finishes what is in flight, then closes. After `graceMs` whatever is left is cut.
 */
export async function closeApp(app: FastifyInstance, graceMs: number): Promise<void> {
  const { server } = app
  const sockets = socketsOf.get(server) ?? new Set()
  const start = performance.now()
  const elapsed = () => performance.now() - start
  lastAsked.set(server, start)
  const isQuiet = () => performance.now() - (lastAsked.get(server) ?? start) > DRAIN_MS
  const isFlushed = () => [...sockets].every((socket) => socket.writableLength === 0)
  while (sockets.size > 0 && elapsed() < graceMs && (!isQuiet() || !isFlushed())) await pause()
  const sweep = setInterval(() => {
    if (isFlushed()) server.closeIdleConnections()
  }, CHECK_MS)
  const cut = setTimeout(() => cutAll(sockets), Math.max(0, graceMs - elapsed()))
  try {
    await app.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(cut)
  }
}

/** Node's own `closeAllConnections` leaves those out that asked for a tunnel. */
function cutAll(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) socket.destroy()
}

function pause(): Promise<void> {
  return new Promise((next) => setTimeout(next, CHECK_MS))
}
