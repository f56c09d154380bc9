// Tests that no request fails while replicas behind nginx are replaced, while one hangs, and while Redis is down.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upstreamsOf } from '../deploy/balancer.ts'
import { createVisitor, type Deployment, readMetric, startDeployment, waitUntilUsed } from './deployment.ts'
import { expectLimit, measureLimit } from './limit.ts'
import { startLoad } from './load.ts'

const RESPONSES = 500

let deployment: Deployment
beforeAll(async () => {
  deployment = await startDeployment()
})
afterAll(() => deployment?.stop())

describe('three replicas behind nginx', () => {
  it('lose no request while one after the other is replaced as soon as the previous one is ready', async () => {
    const { proxy, replicas, nextAddress } = deployment
    const load = startLoad(proxy.url, nextAddress)
    await load.waitForResponses(RESPONSES)
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      for (const replica of replicas) {
        await replica.kill(signal)
        await replica.start()
      }
    }
    await load.waitForResponses(RESPONSES)
    expect((await load.stop()).errors.slice(0, 10)).toEqual([])
  })

  it('lose no request while one hangs', async () => {
    const { proxy, replicas, nextAddress } = deployment
    const send = async (method: string) => {
      const visitor = createVisitor(proxy.url, nextAddress())
      const { status } = await visitor.send(method, '/api/v1/questions/astronomy/random')
      visitor.leave()
      return status
    }
    const [first = expect.unreachable()] = replicas
    await waitUntilUsed(deployment)
    const { length: before } = proxy.log()
    first.pause()
    try {
      // nginx sends every third request to the replica that hangs, so each method gets there.
      const statuses = await Promise.all(
        Array.from({ length: 12 }, (_, i) => send(i % 2 === 0 ? 'GET' : 'POST')),
      )
      expect(statuses).toEqual(Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? 200 : 405)))
    } finally {
      first.resume()
    }
    const repeated = `${new URL(first.url).host}, `
    const isRepeated = () =>
      proxy
        .log()
        .slice(before)
        .map(upstreamsOf)
        .some((list) => list.startsWith(repeated))
    await expect.poll(isRepeated, { timeout: 60_000 }).toBe(true)
  })

  it('lose no request while Redis is killed and started again, and share the rate limit then', async () => {
    const { proxy, redis, replicas, nextAddress } = deployment
    const load = startLoad(proxy.url, nextAddress)
    await load.waitForResponses(RESPONSES)
    const isUp = () => readMetric(deployment, 'rate_limit_redis_up')
    for (let kill = 0; kill < 2; kill++) {
      await redis.kill()
      await expect.poll(isUp, { timeout: 60_000 }).toEqual([0, 0, 0])
      await load.waitForResponses(RESPONSES)
      await redis.start()
      await expect.poll(isUp, { timeout: 60_000 }).toEqual([1, 1, 1])
      await load.waitForResponses(RESPONSES)
    }
    expect((await load.stop()).errors.slice(0, 10)).toEqual([])
    expectLimit(await measureLimit(deployment), replicas.length)
  })
})
