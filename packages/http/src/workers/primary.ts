// Runs a service in several processes that listen on the same port. This process is the primary of node:cluster: it
// accepts connections, hands them to the workers in turn, and replaces a worker that ends.
import cluster, { type Worker } from 'node:cluster'
import { formatReadyLine } from '../lifecycle/ready-line.ts'
import type { Logger } from '../observability/log.ts'
import { openChannel } from './channel.ts'
import { createRestartDelay } from './restart-delay.ts'
import { createSharedState } from './shared-state.ts'

/** Options of {@link runWorkers}. */
export interface WorkersOptions {
  /** The name of the service in the ready line. */
  readonly name: string
  /** Number of workers. */
  readonly count: number
  readonly logger: Logger
  /** Time after a signal until workers that have not ended are killed, in milliseconds. */
  readonly stopMs: number
}

/** A worker that has not ended. */
interface RunningWorker {
  readonly worker: Worker
  readonly startedAtMs: number
  isReady: boolean
}

/**
 * Starts the workers, and prints the ready line when all of them accept requests. A worker that ends is replaced. When
 * a worker cannot start and no other one accepts requests, the process exits with code 1. On SIGINT or SIGTERM, it
 * stops the workers and exits with code 0.
 */
export function runWorkers({ name, count, logger, stopMs }: WorkersOptions): void {
  const running = new Map<number, RunningWorker>()
  const shared = createSharedState()
  const delayOf = createRestartDelay()
  const isAnyReady = () => [...running.values()].some(({ isReady }) => isReady)
  let isAnnounced = false
  let isStopping = false
  let exitCode = 0

  function start(): void {
    const worker = cluster.fork()
    const entry = { worker, startedAtMs: performance.now(), isReady: false }
    running.set(worker.id, entry)
    const channel = openChannel(worker, {
      ...shared.handlersOf(worker.id),
      ready(url: string) {
        entry.isReady = true
        shared.addWorker(worker.id, channel)
        handleReady(worker.id, url)
      },
    })
  }

  function handleReady(id: number, url: string): void {
    if (isAnnounced) {
      logger.info({ worker: id }, 'worker started')
      return
    }
    // The first worker starts alone, so that the reason why none can start is printed once.
    while (running.size < count) start()
    if (![...running.values()].every(({ isReady }) => isReady)) return
    isAnnounced = true
    process.stdout.write(`${formatReadyLine(name, url, count)}\n`)
  }

  function handleExit(id: number, code: number | null, signal: string | null): void {
    const worker = running.get(id)
    running.delete(id)
    if (!worker) return
    if (isStopping) {
      exitCode = Math.max(exitCode, code ?? 1)
      exitWhenStopped()
    } else if (!worker.isReady && !isAnyReady()) {
      // The worker has printed the reason.
      stop(1)
    } else {
      replace(id, worker, { code, signal })
    }
  }

  function replace(id: number, { startedAtMs }: RunningWorker, exit: object): void {
    shared.removeWorker(id)
    const delayMs = delayOf(performance.now() - startedAtMs)
    logger.error({ worker: id, ...exit, delayMs }, 'worker ended, it is replaced')
    setTimeout(() => {
      if (!isStopping && running.size < count) start()
    }, delayMs)
  }

  function stop(code: number): void {
    if (isStopping) return
    isStopping = true
    exitCode = code
    for (const { worker } of running.values()) worker.process.kill('SIGTERM')
    setTimeout(() => {
      for (const { worker } of running.values()) worker.process.kill('SIGKILL')
    }, stopMs)
    exitWhenStopped()
  }

  function exitWhenStopped(): void {
    if (running.size === 0) process.exit(exitCode)
  }

  // JSON has no NaN, which is a value of some metrics.
  cluster.setupPrimary({ serialization: 'advanced' })
  cluster.on('exit', ({ id }, code, signal) => handleExit(id, code, signal))
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(event, () => stop(0))
  start()
}
