// The end of a connection that is answered outside of a ServerResponse, where Node frees nothing by itself.
import type { Socket } from 'node:net'

/**
 * Sends the last bytes of a connection, then frees it: as soon as the client closes its side, and after `lingerMs`
 * in any case. What the client still sends is discarded, since closing with unread bytes resets the connection, and
 * the client could lose the response.
 */
export function endConnection(socket: Socket, bytes: string, lingerMs: number): void {
  // Node takes its own listeners off a socket before it hands it over, and an `error` without one ends the process.
  socket.on('error', () => socket.destroy())
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
  socket.end(bytes)
  socket.resume()
}
