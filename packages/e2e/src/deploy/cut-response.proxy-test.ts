// Tests what nginx with deploy/nginx.conf does when a replica ends while it sends a response. The replicas are servers that
// close the connection in the middle. Requires an installed nginx.
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RunningProxy } from '../nginx.ts'
import { startBalancer } from './balancer.ts'

const BODY = JSON.stringify({ text: 'x'.repeat(100_000) })
const HEAD = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\ncache-control: public, max-age=60\r\n\r\n`

let servers: Server[]
let proxy: RunningProxy
/** The number of characters of the next responses that are sent before the connection ends. Others are complete. */
let cuts: number[] = []

beforeAll(async () => {
  servers = Array.from({ length: 3 }, () =>
    createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () => {
        const cut = cuts.shift()
        if (cut === undefined) socket.write(HEAD + BODY)
        else socket.end((HEAD + BODY).slice(0, cut))
      })
    }).listen(0, '127.0.0.1'),
  )
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const urls = servers.map((server) => {
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address?.port}`
  })
  proxy = await startBalancer(urls, 'http://127.0.0.14:1')
})
afterAll(async () => {
  await proxy?.stop()
  for (const server of servers ?? []) server.close()
})

async function get(path: string, encoding: string) {
  const response = await fetch(proxy.url + path, { headers: { 'accept-encoding': encoding } })
  return { cache: response.headers.get('x-cache-status'), body: await response.text() }
}

const ENCODINGS = ['identity', 'gzip']

it.each(ENCODINGS)('a response that ends before its body is repeated (%s)', async (encoding) => {
  cuts = [0, HEAD.length - 10]
  expect(await get(`/head-${encoding}`, encoding)).toEqual({ cache: 'MISS', body: BODY })
  expect(cuts).toEqual([])
})

it.each(ENCODINGS)(
  'a response that ends in its body is an error of the client, and not cached (%s)',
  async (encoding) => {
    cuts = [HEAD.length + BODY.length / 2]
    await expect(get(`/body-${encoding}`, encoding)).rejects.toThrow('terminated')
    expect(await get(`/body-${encoding}`, encoding)).toEqual({ cache: 'MISS', body: BODY })
    expect(await get(`/body-${encoding}`, encoding)).toEqual({ cache: 'HIT', body: BODY })
  },
)
