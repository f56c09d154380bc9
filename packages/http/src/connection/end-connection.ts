// Ends a connection whose response is not written through a ServerResponse. Node does not close such a
// connection.
import type { Socket } from 'node:net'

/**
 * Sends the last bytes of a connection. The connection is freed when the client closes its side, or after
 * `lingerMs` at the latest. Until then, bytes from the client are read and discarded. Closing a socket with
 * unread bytes would reset the connection, and the client could lose the response.
 */
export function endConnection(socket: Socket, bytes: string, lingerMs: number): void {
  // Node has removed its own listeners from this socket. An `error` event without a listener would end the
  // process.
  socket.on('error', () => socket.destroy())
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
  socket.end(bytes)
  socket.resume()
}
