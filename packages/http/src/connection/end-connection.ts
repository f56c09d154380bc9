// Ends a connection whose response is written outside of a ServerResponse. Node does not free such a connection.
import type { Socket } from 'node:net'

/**
 * Sends the last bytes of a connection, then frees it: when the client closes its side, or after `lingerMs` at the
 * latest. Bytes that the client still sends are discarded. Closing with unread bytes would reset the connection, and
 * the client could lose the response.
 */
export function endConnection(socket: Socket, bytes: string, lingerMs: number): void {
  // Node removes its own listeners before it passes a socket on. An `error` without a listener ends the process.
  socket.on('error', () => socket.destroy())
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
  socket.end(bytes)
  socket.resume()
}
