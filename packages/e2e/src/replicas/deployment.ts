// Starts what deploy/compose.yaml runs, without containers and without the changelog service: nginx, three replicas of the
// questions service and Redis. Requires an installed nginx and redis-server.

import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import { startBalancer } from '../deploy/balancer.ts'
import type { RunningProxy } from '../nginx.ts'
import { type RunningService, startService } from '../process.ts'
import { type RunningRedis, startRedis } from '../redis.ts'

/** The rate limit, as deploy/compose.yaml has it by default. */
export const MAX = 600

/** Running services. */
export interface Deployment {
  readonly redis: RunningRedis
  readonly replicas: readonly Replica[]
  readonly proxy: RunningProxy
  /** Returns another address of 127.0.0.0/8 for each call, for a client. */
  nextAddress(): string
  /** Sends a request to each replica, and not through nginx. */
  getDirectly(path: string): Promise<VisitorResponse[]>
  stop(): Promise<void>
}

/** Starts all services. */
export async function startDeployment(): Promise<Deployment> {
  const redis = await startRedis()
  const environment = {
    TRUST_PROXY: 'true',
    QUESTIONS_RATE_LIMIT_MAX: String(MAX),
    RATE_LIMIT_REDIS_URL: redis.url,
    LOG_LEVEL: 'fatal',
  }
  const replicas = await Promise.all([11, 12, 13].map((last) => startReplica(`127.0.0.${last}`, environment)))
  // Nothing listens at the address of the changelog service.
  const proxy = await startBalancer(
    replicas.map(({ url }) => url),
    'http://127.0.0.14:1',
  )
  const nextAddress = createAddresses()

  async function getFrom(url: string, path: string): Promise<VisitorResponse> {
    const visitor = createVisitor(url, '127.0.0.1')
    const response = await visitor.get(path, { 'x-forwarded-for': nextAddress() })
    visitor.leave()
    return response
  }

  return {
    redis,
    replicas,
    proxy,
    nextAddress,
    getDirectly: (path) => Promise.all(replicas.map(({ url }) => getFrom(url, path))),
    async stop() {
      await proxy.stop()
      await Promise.all(replicas.map((replica) => replica.kill('SIGKILL')))
      await redis.kill()
    },
  }
}

/** The first address is 127.16.0.1, so none is that of a server. */
function createAddresses(): () => string {
  let last = 16 << 16
  return () => {
    last++
    return `127.${last >> 16}.${(last >> 8) & 255}.${last & 255}`
  }
}

/**
 * Reads a metric of the process of each replica.
 * @param labels a regular expression; the values with labels that match it are added
 */
export async function readMetric(deployment: Deployment, name: string, labels = ''): Promise<number[]> {
  const pattern = new RegExp(`^${name}${labels && `\\{[^}]*${labels}[^}]*\\}`} (\\S+)$`, 'gm')
  return (await deployment.getDirectly('/metrics')).map(({ body }) =>
    Array.from(body.toString().matchAll(pattern), ([, value]) => Number(value)).reduce((a, b) => a + b, 0),
  )
}

/**
 * Sends requests until nginx has sent some of them to each replica. After errors of a replica, nginx sends it none for some
 * seconds.
 */
export async function waitUntilUsed(deployment: Deployment): Promise<void> {
  const { proxy, nextAddress } = deployment
  const count = () =>
    readMetric(
      deployment,
      'http_request_duration_seconds_count',
      'route="/api/v1/questions/:category/random"',
    )
  const before = await count()
  const isUsed = async () => {
    const visitor = createVisitor(proxy.url, nextAddress())
    for (let sent = 0; sent < 12; sent++) await visitor.get('/api/v1/questions/astronomy/random')
    visitor.leave()
    return (await count()).every((requests, replica) => requests > (before[replica] ?? 0))
  }
  await expect.poll(isUsed, { timeout: 60_000, interval: 100 }).toBe(true)
}

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

/** The time after which a request without a response counts as lost, on any machine. */
const HANG_MS = 60_000

/** A response with its body as bytes. */
export interface VisitorResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A client of one service. */
export interface Visitor {
  /** @throws Error when there is no complete response */
  send(method: string, path: string, headers?: Readonly<Record<string, string>>): Promise<VisitorResponse>
  /** Sends a GET request. @throws Error when there is no complete response */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<VisitorResponse>
  /** Closes the connection. */
  leave(): void
}

/**
 * Creates a visitor.
 * @param address of 127.0.0.0/8: where its connection starts
 */
export function createVisitor(url: string, address: string): Visitor {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: address })
  const { hostname, port } = new URL(url)
  const send: Visitor['send'] = async (method, path, headers = {}) => {
    const signal = AbortSignal.timeout(HANG_MS)
    const message = request({ agent, hostname, port, method, path, headers, signal })
    message.end()
    const [response] = (await once(message, 'response')) as [IncomingMessage]
    return { status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }
  }
  return { send, get: (path, headers) => send('GET', path, headers), leave: () => agent.destroy() }
}
