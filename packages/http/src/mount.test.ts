import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { Type } from '@sinclair/typebox'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BasePath } from './base-path.ts'
import { createMountPlugin } from './mount.ts'
import { makeOperation, makeService } from './testing.ts'

const operations = [
  makeOperation({ id: 'read', path: '/test', run: () => ({ cache: 'none', content: { value: 'read' } }) }),
  makeOperation({
    id: 'write',
    path: '/test',
    method: 'POST',
    input: { body: Type.Object({ text: Type.String() }) },
    run: (input) => ({ cache: 'none', content: { value: input } }),
  }),
]
const closed = vi.fn()
const mounted = createMountPlugin(({ basePath }: { basePath?: BasePath }) =>
  makeService({ operations, maxBodyBytes: 20, onClose: closed, ...(basePath !== undefined && { basePath }) }),
)

let host: FastifyInstance
beforeEach(() => {
  closed.mockClear()
  host = fastify()
})
afterEach(() => host.close())

describe('a mounted app', () => {
  it.each(['', '/', '/trivia', '/a/b', '/c/'])('responds below the prefix "%s"', async (prefix) => {
    await host.register(mounted, { prefix })
    const response = await host.inject(`${prefix.replace(/\/$/, '')}/test?`)
    expect([response.statusCode, response.json()]).toEqual([200, 'read'])
  })

  it.each([
    '/%74rivia/quiz/test',
    '/TRIVIA/quiz/test',
    '//trivia///quiz/test',
    '/trivia/quiz/test?a=/trivia',
  ])('responds to %s, which the other app routes to it', async (url) => {
    await host.close()
    host = fastify({ routerOptions: { caseSensitive: false, ignoreDuplicateSlashes: true } })
    await host.register(mounted, { prefix: '/trivia/quiz' })
    const { port } = new URL(await host.listen({ port: 0, host: '127.0.0.1' }))
    const response = await new Promise<IncomingMessage>((resolve) => get({ port, path: url }, resolve))
    // An unknown query parameter is an error of the mounted app.
    expect([url, response.statusCode]).toEqual([url, url.includes('?') ? 400 : 200])
    response.resume()
  })

  it('keeps its own header fields, and sends those that the other app alone has set', async () => {
    host.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'public', 'content-type': 'text/html', 'x-host': 'a' })
    })
    await host.register(mounted, { prefix: '/trivia' })
    const { port } = new URL(await host.listen({ port: 0, host: '127.0.0.1' }))
    const response = await new Promise<IncomingMessage>((resolve) =>
      get({ port, path: '/trivia/test' }, resolve),
    )
    response.resume()
    expect(response.headersDistinct).toMatchObject({
      'cache-control': ['no-store'],
      'content-type': ['application/json; charset=utf-8'],
      'x-host': ['a'],
    })
  })

  it('has its own errors below the prefix, and the other app has its own outside', async () => {
    await host.register(mounted, { prefix: '/trivia' })
    const own = await host.inject('/trivia/none')
    expect([own.statusCode, own.headers['content-type']]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ])
    expect((await host.inject('/test')).json()).toMatchObject({ error: 'Not Found' })
    expect((await host.inject('/triviality')).json()).toMatchObject({ error: 'Not Found' })
  })

  it('redirects the prefix, so that relative links work', async () => {
    await host.register(mounted, { prefix: '/trivia' })
    const { statusCode, headers } = await host.inject('/trivia')
    expect([statusCode, headers.location]).toEqual([308, 'trivia/'])
  })

  it('parses bodies itself', async () => {
    await host.register(mounted, { prefix: '/trivia' })
    const post = (payload: string, type = 'application/json') =>
      host.inject({ method: 'POST', url: '/trivia/test', payload, headers: { 'content-type': type } })
    expect((await post('{"text":"x"}')).json()).toEqual({ text: 'x' })
    expect((await post('{"text":')).statusCode).toBe(400)
    expect((await post('{"text":"xxxxxxxxxxxxxxxxxxxx"}')).statusCode).toBe(413)
    expect((await post('text', 'text/plain')).statusCode).toBe(415)
  })

  it('runs after the hooks of the other app, and sends their header fields', async () => {
    host.addHook('preHandler', async (request, reply) => {
      if (request.headers.authorization === undefined) return reply.code(401).send('no')
      reply.header('x-host', 'yes')
    })
    await host.register(mounted, { prefix: '/trivia' })
    expect((await host.inject('/trivia/test')).statusCode).toBe(401)
    const { statusCode, headers } = await host.inject({
      url: '/trivia/test',
      headers: { authorization: 'x' },
    })
    expect([statusCode, headers['x-host']]).toEqual([200, 'yes'])
  })

  it('keeps a base path that is given', async () => {
    await host.register(mounted, { prefix: '/trivia', basePath: '/site/trivia' })
    expect((await host.inject('/trivia/test')).statusCode).toBe(200)
    expect((await host.inject('/trivia')).headers.location).toBe('trivia/')
  })

  it('responds on a connection, and is closed with the other app', async () => {
    await host.register(mounted, { prefix: '/trivia' })
    const { port } = new URL(await host.listen({ port: 0 }))
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      'GET /trivia/test HTTP/1.1\r\nHost: a\r\n\r\nGET /trivia/test HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    )
    let text = ''
    socket.on('data', (data) => {
      text += data
    })
    await once(socket, 'close')
    expect(text.match(/HTTP\/1.1 200/g)).toHaveLength(2)
    await host.close()
    expect(closed).toHaveBeenCalledOnce()
  })
})
