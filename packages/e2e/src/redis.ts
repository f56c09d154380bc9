// Starts Redis on a free port, without files. Requires an installed redis-server.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { findFreePort } from './nginx.ts'
import { type RunningService, stopProcess } from './process.ts'

/**
 * An address of its own. Connections of the loopback interface start at 127.0.0.1, so none of them can take the port while
 * Redis is down.
 */
const HOST = '127.0.0.2'

/** A Redis that can be killed and started again. */
export interface RunningRedis {
  readonly url: string
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops it without closing its connections. */
  pause(): void
  resume(): void
}

/** Starts Redis. */
export async function startRedis(): Promise<RunningRedis> {
  const port = await findFreePort(HOST)
  let child: ChildProcess | undefined
  const start = async () => {
    const options = ['--port', String(port), '--bind', HOST, '--save', '', '--appendonly', 'no']
    const redis = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] })
    child = redis
    const failed = once(redis, 'error').then(([error]) =>
      Promise.reject(new Error(`redis-server cannot be started: ${error}`)),
    )
    const ready = (async () => {
      for await (const line of createInterface({ input: redis.stdout })) {
        if (line.includes('Ready to accept connections')) return
      }
      throw new Error('expected redis-server to be ready, got the end of its output')
    })()
    await Promise.race([failed, ready])
    redis.stdout.resume()
  }
  await start()
  return {
    url: `redis://${HOST}:${port}`,
    start,
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    async kill() {
      if (child) await stopProcess(child, 'SIGKILL')
    },
  }
}

/**
 * Whether a service counts in Redis, from its metrics.
 * @param address the client address of the request for the metrics, which counts too
 */
export async function isCountingInRedis(
  { url }: Pick<RunningService, 'url'>,
  address: string,
): Promise<boolean> {
  const response = await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': address } })
  return (await response.text()).includes('\nrate_limit_redis_up 1')
}
