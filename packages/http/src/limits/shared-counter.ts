// Counts events in Redis, so that several processes share a limit. Redis is not needed to respond: when it fails or is slow,
// the caller counts on its own.
import type { Redis } from 'ioredis'
import { Counter, Gauge } from 'prom-client'
import type { Logger } from '../observability/log.ts'
import type { Registry } from '../observability/metrics.ts'
import type { Count } from './rate-counter.ts'

/** Counts the events of several processes. */
export interface SharedCounter {
  /** Counts one event of a key. Undefined when the place that counts does not respond. Never throws. */
  count(key: string): Promise<Count | undefined>
  /** Closes the connection to that place. */
  close(): void
}

/** Options of {@link openSharedCounter}. */
export interface SharedCounterOptions {
  /** A URL such as `redis://127.0.0.1:6379`. */
  readonly url: string
  /** The start of the names of the keys. Services with the same prefix share their counts. */
  readonly prefix: string
  /** Length of a window, in milliseconds. */
  readonly windowMs: number
  readonly logger: Logger
  /** Gets the metrics of the connection. */
  readonly registry?: Registry | undefined
}

/** Maximum time of one count, in milliseconds. */
const TIMEOUT_MS = 100
/** How long Redis is not asked after an error, in milliseconds. Otherwise a slow Redis would delay each request. */
const PAUSE_MS = 1000
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

/** Opens a shared counter. It connects in the background. */
export async function openSharedCounter(options: SharedCounterOptions): Promise<SharedCounter> {
  const { url, prefix, windowMs, logger, registry } = options
  // Imported only here, because most services start without it.
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    commandTimeout: TIMEOUT_MS,
    connectTimeout: PAUSE_MS,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * TIMEOUT_MS, MAX_RECONNECT_MS),
  })
  redis.defineCommand('countEvent', { numberOfKeys: 1, lua: COUNT_SCRIPT })
  const health = trackHealth(logger, registry)
  redis.on('error', health.fail)
  redis.on('ready', health.recover)
  let pausedUntil = 0
  return {
    async count(key) {
      if (redis.status !== 'ready' || performance.now() < pausedUntil) return undefined
      try {
        const [current, ttl] = await (redis as CountingRedis).countEvent(prefix + key, windowMs)
        health.recover()
        return { current, ttl }
      } catch (error) {
        pausedUntil = performance.now() + PAUSE_MS
        health.fail(error as Error)
        return undefined
      }
    },
    close: () => redis.disconnect(),
  }
}

/** Logs when Redis fails and when it responds again, and keeps its metrics. */
function trackHealth(logger: Logger, registry: Registry | undefined) {
  const registers = registry ? [registry] : []
  const up = new Gauge({
    name: 'rate_limit_redis_up',
    help: '1 while Redis counts requests, 0 while each process counts its own.',
    aggregator: 'min',
    registers,
  })
  const errors = new Counter({
    name: 'rate_limit_redis_errors_total',
    help: 'Number of errors of Redis.',
    registers,
  })
  let isUp: boolean | undefined
  const set = (value: boolean) => {
    const isChanged = isUp !== value
    isUp = value
    up.set(value ? 1 : 0)
    return isChanged
  }
  set(false)
  isUp = undefined
  return {
    fail(error: Error) {
      errors.inc()
      if (set(false))
        logger.error({ error: error.message }, 'Redis does not count requests, each process does')
    },
    recover() {
      if (set(true)) logger.info('Redis counts requests')
    },
  }
}
