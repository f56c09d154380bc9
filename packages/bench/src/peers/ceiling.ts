// The ceiling: Fastify with the same route and query validation, and a constant body of the same length. An implementation
// with Fastify that does anything at all needs more.
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { printReady, readPeerOptions } from './arguments.ts'
import { QUERY_SCHEMA } from './query-schema.ts'

const { body, route } = readPeerOptions()
const app = fastify({ logger: false })
app.get(route, { schema: { querystring: QUERY_SCHEMA } }, (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(body)
})
await app.listen({ host: '127.0.0.1', port: 0 })
printReady((app.server.address() as AddressInfo).port)
