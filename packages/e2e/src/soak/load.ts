// A program that sends requests for some seconds, and prints one line of JSON per second. It is a process of its own, so
// that neither the service nor the test delays it.
//
//   node load.js <url> <seconds> <rate>
//
// With a rate, the load is open: request `i` is due at the time `i / rate`, whether earlier responses have arrived or not,
// and its latency counts from then. A request that must wait for a connection is therefore slow, and not missing. Without
// a rate (0), the load is closed: each connection sends its next request after the response to the previous one.
import { connect } from 'node:net'
import { ROUTES } from './routes.ts'

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

/** What happened in one second. Latencies are in milliseconds. */
export interface Second {
  readonly responses: number
  readonly p50: number
  readonly p99: number
  readonly max: number
  /** The first error, if any. After an error the program ends. */
  readonly error?: string
}

const CONNECTIONS = 32
const [, , url = '', seconds = '0', rate = '0'] = process.argv

const start = performance.now()
const endsAt = start + Number(seconds) * 1000
const idle: Connection[] = []
let latencies: number[] = []
let sent = 0
let inFlight = 0

function fail(error: Error): void {
  console.log(JSON.stringify({ responses: 0, p50: 0, p99: 0, max: 0, error: String(error) } satisfies Second))
  process.exit(1)
}

function send(connection: Connection, dueAt: number): void {
  const number = sent++
  const route = ROUTES[number % ROUTES.length] as (typeof ROUTES)[number]
  const path = route.path.replace('{n}', String(number))
  inFlight++
  connection.send(path, route.headers ?? '', (status) => {
    inFlight--
    latencies.push(performance.now() - dueAt)
    if (status !== route.status) return fail(new Error(`${path}: expected ${route.status}, got ${status}`))
    idle.push(connection)
    dispatch()
  })
}

/** The number of requests that are due, from the start of the load. */
function countDue(now: number): number {
  return Number(rate) === 0
    ? Number.POSITIVE_INFINITY
    : ((Math.min(now, endsAt) - start) * Number(rate)) / 1000
}

function dispatch(): void {
  const now = performance.now()
  while (idle.length > 0 && sent < countDue(now) && (Number(rate) > 0 || now < endsAt)) {
    const dueAt = Number(rate) === 0 ? now : start + (sent * 1000) / Number(rate)
    // In turn: the service closes a connection on which no request comes for 15 seconds.
    send(idle.shift() as Connection, dueAt)
  }
}

function report(): void {
  const sorted = latencies.toSorted((a, b) => a - b)
  latencies = []
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  const second: Second = { responses: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
  console.log(JSON.stringify(second))
}

for (let count = 0; count < CONNECTIONS; count++) idle.push(openConnection(url, fail))
// The shortest interval of timers. A request is sent up to this time after it is due.
setInterval(dispatch, 1)
setInterval(() => {
  const isSent = performance.now() >= endsAt && (Number(rate) === 0 || sent >= countDue(endsAt))
  if (performance.now() < endsAt + 500 || latencies.length > 0) report()
  if (isSent && inFlight === 0) process.exit(0)
}, 1000)
