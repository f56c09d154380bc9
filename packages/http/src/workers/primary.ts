// Runs a service in several processes that listen on the same port. This process is the primary of node:cluster: it
// accepts connections, hands them to the workers in turn, and replaces a worker that ends.
import cluster, { type Worker } from 'node:cluster'
import { formatReadyLine, printReady } from '../lifecycle/ready-line.ts'
import type { Logger } from '../observability/log.ts'
import { createWorkerMetrics, type Workers } from './metrics.ts'
import { sendToWorker, type WorkerMessage } from './worker.ts'

/** Time until a worker that has ended is replaced, so that workers that end at once do not use the whole machine. */
const RESTART_MS = 1000

/**
 * Starts the workers, and prints the ready line when all of them accept requests. When the first worker cannot start,
 * the process exits with code 1. Later, a worker that ends is replaced, also when it is the last one. On SIGINT or
 * SIGTERM, the process stops the workers and exits with code 0.
 * @param name the name of the service in the ready line
 * @param count number of workers
 * @param stopMs time after a signal until workers that have not ended are killed, in milliseconds
 */
export function runWorkers(name: string, count: number, logger: Logger, stopMs: number): void {
  const workers: Workers = new Map()
  const metrics = createWorkerMetrics(workers)
  /** `first` until one worker accepts requests, `others` until all of them do. */
  let phase: 'first' | 'others' | 'running' | 'stopping' = 'first'
  let exitCode = 0

  function start(): void {
    if (phase === 'stopping') return
    try {
      const worker = cluster.fork()
      workers.set(worker, undefined)
      closeLostConnections(worker)
      worker.on('message', (message: WorkerMessage) => void receive(worker, message))
      worker.on('exit', (code, signal) => handleExit(worker, code, signal))
      worker.on('error', ({ message }) => {
        logger.error({ worker: worker.id, error: message }, 'worker, or a message to it, failed')
        // Without a process, there is no event `exit`.
        if (worker.process.pid === undefined && workers.delete(worker)) replace()
      })
    } catch (error) {
      logger.error({ error: (error as Error).message }, 'worker cannot be created')
      replace()
    }
  }

  async function receive(worker: Worker, message: WorkerMessage): Promise<void> {
    if (message.kind === 'ready') handleReady(worker, message.url)
    if (message.kind === 'metrics') metrics.receive(worker, message.metrics)
    if (message.kind !== 'scrape') return
    sendToWorker(worker, { kind: 'page', text: await metrics.collect() })
  }

  function handleReady(worker: Worker, url: string): void {
    // A message can arrive after the end of its sender.
    if (!workers.has(worker)) return
    workers.set(worker, [])
    if (phase === 'running') logger.info({ worker: worker.id }, 'worker started')
    // The first worker starts alone, so that the reason why none can start is printed once.
    if (phase === 'first') {
      phase = 'others'
      for (let other = 1; other < count; other++) start()
    }
    const ready = [...workers.values()].filter((metrics) => metrics !== undefined).length
    if (phase !== 'others' || ready < count) return
    phase = 'running'
    printReady(formatReadyLine(name, url, count))
  }

  function handleExit(worker: Worker, code: number | null, signal: string | null): void {
    const isReady = workers.get(worker) !== undefined
    if (!workers.delete(worker)) return
    // Ctrl-C reaches a worker from the terminal too, and can end one that is still starting before this process has it.
    if (signal === 'SIGINT') stop(0)
    if (phase === 'stopping') {
      // These signals end a worker that is still starting.
      exitCode = Math.max(exitCode, code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1))
      exitWhenStopped()
      return
    }
    metrics.exits.inc()
    logger.error({ worker: worker.id, code, signal, ready: isReady }, 'worker ended')
    replace()
  }

  function replace(): void {
    if (phase === 'first') stop(1)
    else setTimeout(start, RESTART_MS)
  }

  function stop(code: number): void {
    if (phase === 'stopping') return
    phase = 'stopping'
    exitCode = code
    for (const worker of workers.keys()) worker.process.kill('SIGTERM')
    setTimeout(() => {
      for (const worker of workers.keys()) worker.process.kill('SIGKILL')
    }, stopMs)
    exitWhenStopped()
  }

  function exitWhenStopped(): void {
    if (workers.size === 0) process.exit(exitCode)
  }

  // JSON has no NaN, which is a value of some metrics.
  cluster.setupPrimary({ serialization: 'advanced' })
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(event, () => stop(0))
  start()
}

/** A message of node:cluster, as far as it is needed here: it hands a connection over, or acknowledges another message. */
interface ClusterMessage {
  readonly act?: string
  readonly seq?: number
  readonly ack?: number
}

/**
 * Closes the connections that were handed to a worker, when it ends before it has taken them. node:cluster waits for its
 * acknowledgement forever, and the client would wait too.
 * @see https://github.com/nodejs/node/blob/v20.x/lib/internal/cluster/round_robin_handle.js
 */
function closeLostConnections({ process: child }: Worker): void {
  // A process that could not be created has no channel.
  if (!child.connected) return
  const handed = new Map<number | undefined, { close(): void }>()
  const send = child.send.bind(child) as (...args: unknown[]) => boolean
  child.send = ((message: ClusterMessage, connection?: { close(): void }, ...rest: unknown[]) => {
    if (message.act === 'newconn' && connection) handed.set(message.seq, connection)
    return send(message, connection, ...rest)
  }) as typeof child.send
  child.on('internalMessage', ({ ack }: ClusterMessage) => handed.delete(ack))
  child.on('exit', () => {
    for (const connection of handed.values()) connection.close()
  })
}
