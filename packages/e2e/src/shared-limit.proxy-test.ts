// Tests a rate limit that three processes share through a real Redis, also while Redis is down or hangs.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type RunningService, startService } from './process.ts'
import { isCountingInRedis, type RunningRedis, startRedis } from './redis.ts'

const MAX = 200
const PROCESSES = 3

let redis: RunningRedis
let services: RunningService[]
beforeEach(async () => {
  redis = await startRedis()
  services = await Promise.all(Array.from({ length: PROCESSES }, start))
})
afterEach(async () => {
  await Promise.all(services.map((service) => service.stop()))
  await redis.kill()
})

const start = () =>
  startService('questions', {
    QUESTIONS_RATE_LIMIT_MAX: String(MAX),
    RATE_LIMIT_REDIS_URL: redis.url,
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'fatal',
  })

const isUp = (service: RunningService) => isCountingInRedis(service, '203.0.113.99')

async function waitUntil(read: () => Promise<boolean>, expected: boolean): Promise<void> {
  while ((await read()) !== expected) await new Promise((resolve) => setTimeout(resolve, 50))
}

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

/** Sends requests to all services in turn. Returns the number of each status. */
async function send(count: number, address: string): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  for (let sent = 0; sent < count; sent += 10) {
    const responses = await Promise.all(
      Array.from({ length: Math.min(10, count - sent) }, (_, index) =>
        fetch(`${services[(sent + index) % PROCESSES]?.url}/api/v1/categories`, from(address)),
      ),
    )
    for (const { status, body } of responses) {
      await body?.cancel()
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  return statuses
}

it('is shared by all processes', async () => {
  const statuses = await send(MAX * 2, '203.0.113.1')
  expect(statuses).toEqual({ 200: MAX, 429: MAX })
  const response = await fetch(`${services[0]?.url}/api/v1/categories`, from('203.0.113.1'))
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await send(3, '203.0.113.2')).toEqual({ 200: 3 })
  // A request that fails counts too.
  for (let index = 0; index < MAX; index++)
    await fetch(`${services[0]?.url}/nothing`, from('203.0.113.3')).then(({ body }) => body?.cancel())
  expect(await send(6, '203.0.113.3')).toEqual({ 429: 6 })
})

it('holds for a process that has just started', async () => {
  expect(await send(MAX, '203.0.113.1')).toEqual({ 200: MAX })
  for (let index = 0; index < PROCESSES; index++) {
    await services[index]?.stop('SIGKILL')
    services[index] = await start()
    expect(await send(PROCESSES, '203.0.113.1')).toEqual({ 429: PROCESSES })
  }
})

it('is the one of each process while Redis is down, and no request fails', async () => {
  expect(await send(60, '203.0.113.1')).toEqual({ 200: 60 })
  await redis.kill()
  // Each process continues from the last count that it got. The last ten requests were sent at the same time.
  const { 200: allowed = 0, ...others } = await send(MAX * PROCESSES, '203.0.113.1')
  expect(allowed).toBeGreaterThanOrEqual((MAX - 60) * PROCESSES)
  expect(allowed).toBeLessThanOrEqual((MAX - 50) * PROCESSES)
  expect(others).toEqual({ 429: MAX * PROCESSES - allowed })
  for (const service of services) await waitUntil(() => isUp(service), false)
  await redis.start()
  for (const service of services) await waitUntil(() => isUp(service), true)
  expect(await send(MAX * 2, '203.0.113.4')).toEqual({ 200: MAX, 429: MAX })
})

it('is the one of each process while Redis hangs', async () => {
  redis.pause()
  expect(await send(60, '203.0.113.1')).toEqual({ 200: 60 })
  for (const service of services) expect(await isUp(service)).toBe(false)
  redis.resume()
  for (const service of services) {
    await waitUntil(async () => {
      await send(PROCESSES, '203.0.113.5')
      return isUp(service)
    }, true)
  }
})
