// The servers that the questions service is compared with: `node peers.js <kind> <file> [<route>]`. The naive ones do what a
// first implementation does: copy the array, shuffle it, take the first questions, and serialise them. They have no ETag, no
// pages and no metrics. The ceiling sends a constant body.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo, Server } from 'node:net'
import { formatReadyLine } from '@qb/http/ready-line'
import { type Static, Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import seedrandom from 'seedrandom'
import type { BenchQuestion } from './dataset.ts'

/** The query parameters of the questions service, as far as the peers have them. */
const QuerySchema = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
    random: Type.Optional(Type.Boolean()),
    seed: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
    answers: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['visible', 'hidden'] })),
    shuffle_options: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
type Query = Static<typeof QuerySchema>

const ROUTES = ['/api/v1/questions/:category', '/api/v1/questions/:category/random']

function answer(questions: readonly BenchQuestion[], query: Query): object {
  const random = query.seed === undefined ? Math.random : seedrandom.alea(query.seed)
  const ordered = query.random === false ? questions : shuffle(questions, random)
  const page = ordered.slice(0, query.count ?? query.limit ?? 10).map((question) => {
    const { correct_answer, options, ...rest } = question
    const shown = query.shuffle_options ? shuffle(options, random) : options
    return { ...rest, ...(query.answers !== 'hidden' && { correct_answer }), options: shown }
  })
  return { category: 'bench', total: questions.length, questions: page, next: null }
}

function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const copy = [...items]
  for (let index = copy.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    ;[copy[index], copy[other]] = [copy[other] as T, copy[index] as T]
  }
  return copy
}

function readQuestions(file: string): BenchQuestion[] {
  return JSON.parse(readFileSync(file, 'utf8'))
}

async function startFastify(
  routes: readonly string[],
  handler: (request: FastifyRequest, reply: FastifyReply) => void,
): Promise<Server> {
  const { default: fastify } = await import('fastify')
  const app = fastify({ logger: false })
  for (const route of routes) app.get(route, { schema: { querystring: QuerySchema } }, handler)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app.server
}

/**
 * Starts a server of each kind. A kind imports its framework, so that the other ones need not be installed. The file has the
 * questions as JSON, or the body of the ceiling, which has one route.
 */
const PEERS: Readonly<Record<string, (file: string, route: string) => Promise<Server>>> = {
  ceiling(file, route) {
    const body = readFileSync(file, 'utf8')
    return startFastify([route], (_request, reply) => {
      reply.header('content-type', 'application/json; charset=utf-8').send(body)
    })
  },
  'naive Fastify'(file) {
    const questions = readQuestions(file)
    return startFastify(ROUTES, ({ query }, reply) => reply.send(answer(questions, query as Query)))
  },
  async Express(file) {
    const questions = readQuestions(file)
    const { default: express } = await import('express')
    const app = express().get(ROUTES, ({ query }, response) => {
      const { limit, count, random, shuffle_options, ...texts } = query as Record<string, string>
      const numbers = { limit: Number(limit ?? 10), ...(count !== undefined && { count: Number(count) }) }
      const flags = { random: random !== 'false', shuffle_options: shuffle_options === 'true' }
      response.json(answer(questions, { ...texts, ...numbers, ...flags }))
    })
    return app.listen(0, '127.0.0.1')
  },
  async 'json-server'(file) {
    const { default: jsonServer } = await import('json-server')
    const app = jsonServer.create().use(jsonServer.router({ questions: readQuestions(file) }))
    return app.listen(0, '127.0.0.1')
  },
}

const [kind = '', file = '', route = '/'] = process.argv.slice(2)
const server = await PEERS[kind]?.(file, route)
if (!server) throw new Error(`expected one of: ${Object.keys(PEERS).join(', ')}; got ${kind}`)
if (!server.listening) await once(server, 'listening')
const { port } = server.address() as AddressInfo
console.log(formatReadyLine('peer', `http://127.0.0.1:${port}`))
