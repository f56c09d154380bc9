// A connection that sends one GET request at a time. It reads only what the soak test needs: the status, and where the
// response ends.
import { connect } from 'node:net'

/** A connection that is kept for all its requests. */
export interface Connection {
  /** Sends a request. The connection must not have one in flight. */
  send(path: string, headers: string, onStatus: (status: number) => void): void
  close(): void
}

/**
 * Opens a connection.
 * @param onError is called when the connection ends, or when a response has no `Content-Length`
 */
export function openConnection(url: string, onError: (error: Error) => void): Connection {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('latin1')
  let received = ''
  let onStatus: ((status: number) => void) | undefined
  let isClosed = false

  socket.on('error', onError)
  socket.on('close', () => {
    if (!isClosed) onError(new Error('expected a connection that stays open, got its end'))
  })
  socket.on('data', (chunk: string) => {
    received = received === '' ? chunk : received + chunk
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd === -1) return
    const status = Number(received.slice(9, 12))
    const length = status === 304 ? '0' : /\r\ncontent-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1]
    if (length === undefined)
      return onError(new Error(`expected Content-Length, got ${received.slice(0, headEnd)}`))
    if (received.length < headEnd + 4 + Number(length)) return
    received = received.slice(headEnd + 4 + Number(length))
    const done = onStatus
    onStatus = undefined
    done?.(status)
  })

  return {
    send(path, headers, onResponse) {
      onStatus = onResponse
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${headers}\r\n`, 'latin1')
    },
    close() {
      isClosed = true
      socket.destroy()
    },
  }
}
