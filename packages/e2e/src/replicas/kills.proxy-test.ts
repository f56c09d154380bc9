// Tests that no request fails while replicas behind nginx are killed and started again under load, that each replica returns
// the same bytes, and that all of them share the rate limit. `KILLS` is the number of kills, one every five seconds.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { upstreamsOf } from '../deploy/balancer.ts'
import { createVisitor, type Deployment, startDeployment, waitUntilUsed } from './deployment.ts'
import { expectLimit, measureLimit } from './limit.ts'
import { startLoad } from './load.ts'

const KILLS = Number(process.env.KILLS ?? 3)
const INTERVAL_MS = 5000
/** The number of responses that the clients get while a replica is down, and again when it is back. */
const RESPONSES = 500

let deployment: Deployment
beforeAll(async () => {
  deployment = await startDeployment()
})
afterAll(() => deployment?.stop())

describe('three replicas behind nginx', () => {
  it.each([
    '/astronomy?seed=a&limit=50',
    '/astronomy?seed=%C3%A4%20%F0%9F%8C%8D&offset=30&difficulty=easy',
    '/literature?seed=a&answers=hidden&shuffle_options=true',
    '/mathematics/random?seed=7&count=20',
    '?category=*&seed=a&limit=50',
  ])('return the same response to %s, byte for byte', async (name) => {
    const path = `/api/v1/questions${name}`
    const visitor = createVisitor(deployment.proxy.url, deployment.nextAddress())
    const proxied = [await visitor.get(path), await visitor.get(path)]
    visitor.leave()
    expect(proxied.map(({ headers }) => headers['x-cache-status'])).toEqual(['MISS', 'HIT'])
    const [first = expect.unreachable()] = proxied
    expect(JSON.parse(first.body.toString()).questions.length).toBeGreaterThan(0)
    for (const { status, headers, body } of [...proxied, ...(await deployment.getDirectly(path))]) {
      expect(status).toBe(200)
      expect(headers.etag).toBe(first.headers.etag)
      expect(headers['content-type']).toBe(first.headers['content-type'])
      expect(body.equals(first.body)).toBe(true)
    }
  })

  it(`lose no request while one is killed every five seconds, ${KILLS} times, and share the rate limit`, {
    timeout: KILLS * 60_000 + 120_000,
  }, async () => {
    const { proxy, replicas, nextAddress, getDirectly } = deployment
    const load = startLoad(proxy.url, nextAddress)
    await load.waitForResponses(RESPONSES)
    const rounds = []
    for (let kill = 0; kill < KILLS; kill++) {
      const next = pause(INTERVAL_MS)
      const index = kill % replicas.length
      const signal = kill % 2 === 0 ? 'SIGKILL' : 'SIGTERM'
      const restart = async () => {
        await replicas[index]?.kill(signal)
        await load.waitForResponses(RESPONSES)
        await replicas[index]?.start()
        await load.waitForResponses(RESPONSES)
      }
      rounds.push({ signal, replica: index + 1, ...(await measureLimit(deployment, restart)) })
      await next
    }
    await waitUntilUsed(deployment)
    const { responses, fromReplicas, errors, seeded } = await load.stop()
    console.table(rounds)
    const repeated = proxy.log().filter((line) => upstreamsOf(line).includes(', ')).length
    console.log(`load: ${responses} responses, ${fromReplicas} from replicas, ${errors.length} errors`)
    console.log(`nginx sent ${repeated} requests to a second replica`)
    expect(errors.slice(0, 10)).toEqual([])
    expect(fromReplicas).toBeGreaterThan(RESPONSES * KILLS)
    expect(repeated).toBeGreaterThan(0)
    for (const [path, body] of seeded)
      for (const direct of await getDirectly(path)) expect(direct.body.equals(body), path).toBe(true)
    for (const round of rounds) expectLimit(round, replicas.length)
  })
})
