// A questions service that is killed and started again at the same address, as a container is.
import { type RunningService, startService } from '../process.ts'

/** A replica. Its address is the same after each start. */
export interface Replica {
  readonly url: string
  /** Sends a signal, and waits until the process has ended. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** Starts it again, and waits for its ready line. */
  start(): Promise<void>
  /** Stops the process without closing its connections. */
  pause(): void
  resume(): void
}

/**
 * Starts a replica.
 * @param host an address of its own, such as `127.0.0.11`. While the replica is down, no connection of another process can
 *   take the port, because connections of the loopback interface start at 127.0.0.1
 */
export async function startReplica(
  host: string,
  environment: Readonly<Record<string, string>>,
): Promise<Replica> {
  const start = (port: string) =>
    startService('questions', { ...environment, QUESTIONS_HOST: host, QUESTIONS_PORT: port })
  let service: RunningService = await start('0')
  const { url } = service
  return {
    url,
    async kill(signal) {
      await service.stop(signal)
    },
    async start() {
      service = await start(new URL(url).port)
    },
    pause: () => service.process.kill('SIGSTOP'),
    resume: () => service.process.kill('SIGCONT'),
  }
}
