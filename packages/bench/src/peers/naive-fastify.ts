// The naive implementation with Fastify, with the same query validation.
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { printReady, readPeerOptions, readQuestions } from './arguments.ts'
import { answerNaively } from './naive.ts'
import { type PeerQuery, QUERY_SCHEMA } from './query-schema.ts'

const questions = readQuestions(readPeerOptions())
const app = fastify({ logger: false })
for (const url of ['/api/v1/questions/:category', '/api/v1/questions/:category/random']) {
  app.get(url, { schema: { querystring: QUERY_SCHEMA } }, (request, reply) => {
    reply.send(answerNaively(questions, request.query as PeerQuery))
  })
}
await app.listen({ host: '127.0.0.1', port: 0 })
printReady((app.server.address() as AddressInfo).port)
