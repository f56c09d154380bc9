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
 * Starts the workers, and prints the ready line when all of them accept requests. When the first worker cannot start,
 * the process exits with code 1. Later, a worker that ends is replaced, also when it is the last one. On SIGINT or
 * SIGTERM, the process stops the workers and exits with code 0.
 */
export function runWorkers({ name, count, logger, stopMs }: WorkersOptions): void {
  const running = new Map<number, RunningWorker>()
  const shared = createSharedState()
  const delayOf = createRestartDelay()
  let isAnyStarted = false
  let isAnnounced = false
  let isStopping = false
  let exitCode = 0
  /** Number of workers that start after a delay. */
  let waiting = 0

  function start(): void {
    const startedAtMs = performance.now()
    let worker: Worker
    try {
      worker = cluster.fork()
    } catch (error) {
      handleFailedFork(startedAtMs, error as Error)
      return
    }
    const { id } = worker
    const entry = { worker, startedAtMs, isReady: false }
    running.set(id, entry)
    const channel = openChannel(worker, {
      ...shared.handlersOf(id),
      ready(url: string) {
        // A message can arrive after the end of its sender.
        if (!running.has(id)) return
        entry.isReady = true
        shared.addWorker(id, channel)
        handleReady(id, url)
      },
    })
    worker.on('error', (error) => {
      if (worker.process.pid !== undefined) {
        logger.error({ worker: id, error: error.message }, 'signal or message to a worker failed')
      } else if (running.delete(id)) {
        shared.forgetWorker(id)
        handleFailedFork(startedAtMs, error)
      }
    })
  }

  function handleReady(id: number, url: string): void {
    isAnyStarted = true
    if (isAnnounced) {
      logger.info({ worker: id }, 'worker started')
      return
    }
    // The first worker starts alone, so that the reason why none can start is printed once.
    while (running.size + waiting < count) start()
    if (running.size < count || ![...running.values()].every(({ isReady }) => isReady)) return
    isAnnounced = true
    process.stdout.write(`${formatReadyLine(name, url, count)}\n`)
  }

  /** Handles a process that could not be created, for example because the system has too many processes. */
  function handleFailedFork(startedAtMs: number, { message }: Error): void {
    logger.error({ error: message }, 'worker cannot be created')
    if (isStopping) exitWhenStopped()
    else if (isAnyStarted) replaceLater(startedAtMs)
    else stop(1)
  }

  function handleExit(id: number, code: number | null, signal: string | null): void {
    const worker = running.get(id)
    running.delete(id)
    if (!worker) return
    shared.removeWorker(id)
    if (isStopping) {
      // These signals end a worker that is still starting. Ctrl-C reaches it from the terminal too.
      exitCode = Math.max(exitCode, code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1))
      exitWhenStopped()
      return
    }
    logger.error({ worker: id, code, signal, ready: worker.isReady }, 'worker ended')
    // A worker that cannot start prints the reason.
    if (isAnyStarted) replaceLater(worker.startedAtMs)
    else stop(1)
  }

  function replaceLater(startedAtMs: number): void {
    waiting++
    setTimeout(
      () => {
        waiting--
        if (!isStopping) start()
      },
      delayOf(performance.now() - startedAtMs),
    )
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
