// Counts events in Redis, so that several processes share a limit. Redis is not needed to respond: when it fails or is slow,
// the caller counts on its own.
import { once } from 'node:events'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { Counter, Gauge } from 'prom-client'
import type { Logger } from '../observability/log.ts'
import type { Registry } from '../observability/metrics.ts'
import { type Count, WINDOW_MS } from './counts.ts'

/** Counts the events of several processes. */
export type SharedCounter = Awaited<ReturnType<typeof openSharedCounter>>

/** Options of {@link openSharedCounter}. */
export interface SharedCounterOptions {
  readonly url: string
  /** The start of the names of the keys. Services with the same prefix share their counts. */
  readonly prefix: string
  readonly logger: Logger
  readonly registry?: Registry | undefined
}

/** How long an event waits for its count, in milliseconds. */
const TIMEOUT_MS = 100
/** The time without a response of Redis after which it connects again, and the longest wait at start, in ms. */
const HANG_MS = 5000
const MAX_RECONNECT_MS = 2000

/** Counts one event, and returns the count and the time until the window ends. A key without an end gets one. */
const COUNT_SCRIPT = `
  local current = redis.call('INCR', KEYS[1])
  local ttl = redis.call('PTTL', KEYS[1])
  if ttl < 0 then
    ttl = tonumber(ARGV[1])
    redis.call('PEXPIRE', KEYS[1], ttl)
  end
  return { current, ttl }`

type CountingRedis = Redis & { countEvent(key: string, windowMs: number): Promise<[number, number]> }

/**
 * Opens a shared counter. Waits until Redis responds, so that a process that has just started counts together with the others
 * from its first event. When Redis fails or takes more than five seconds, it connects in the background.
 */
export async function openSharedCounter(options: SharedCounterOptions) {
  const { url, prefix, logger, registry } = options
  // Imported only here, because most services start without it.
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    connectTimeout: HANG_MS,
    socketTimeout: HANG_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * TIMEOUT_MS, MAX_RECONNECT_MS),
  }) as CountingRedis
  redis.defineCommand('countEvent', { numberOfKeys: 1, lua: COUNT_SCRIPT })
  const health = trackHealth(logger, registry)
  redis.on('error', health.fail)
  redis.on('ready', health.recover)
  await once(redis, 'ready', { signal: AbortSignal.timeout(HANG_MS) }).catch(() => undefined)

  async function countInTime(key: string): Promise<Count | undefined> {
    try {
      const [current, ttl] = await Promise.race([redis.countEvent(prefix + key, WINDOW_MS), rejectLater()])
      health.recover()
      return { current, ttl }
    } catch (error) {
      health.fail(error as Error)
      return undefined
    }
  }

  return {
    /** Counts one event of a key. Undefined when Redis does not respond in time. Never throws. */
    async count(key: string): Promise<Count | undefined> {
      if (redis.status !== 'ready') return undefined
      const isUp = health.isUp()
      const counted = countInTime(key)
      // A slow Redis counts every event too, so that its counts are right when it is fast again. No event waits for it.
      return isUp ? counted : undefined
    },
    close: () => redis.disconnect(),
  }
}

/** After a pause of this process, it reads what Redis has sent meanwhile: the event loop reads from sockets before immediates. */
async function rejectLater(): Promise<never> {
  await setTimeout(TIMEOUT_MS, undefined, { ref: false })
  await setImmediate()
  throw new Error(`expected a response within ${TIMEOUT_MS} ms`)
}

/** Logs when Redis fails and when it responds again, and keeps its metrics. */
function trackHealth(logger: Logger, registry: Registry | undefined) {
  const registers = registry ? [registry] : []
  let state: 'starting' | 'up' | 'down' = 'starting'
  new Gauge({
    name: 'rate_limit_redis_up',
    help: '1 while Redis counts requests, 0 while each process counts its own.',
    aggregator: 'min',
    registers,
    collect() {
      this.set(state === 'up' ? 1 : 0)
    },
  })
  const errors = new Counter({
    name: 'rate_limit_redis_errors_total',
    help: 'Number of errors of Redis.',
    registers,
  })
  return {
    isUp: () => state === 'up',
    fail({ message }: Error) {
      errors.inc()
      if (state !== 'down')
        logger.error({ error: message }, 'Redis does not count requests, each process does')
      state = 'down'
    },
    recover() {
      if (state !== 'up') logger.info('Redis counts requests')
      state = 'up'
    },
  }
}
