// Runs the baseline of the load measurement: a Fastify server with one route that sends a constant body.
import { formatReadyLine } from '@qb/http/ready-line'
import fastify from 'fastify'

const body = process.argv[2] ?? '{}'
const app = fastify({ logger: false })
app.get('/constant', (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8').send(body)
})
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
const port = typeof address === 'object' ? address?.port : undefined
console.log(formatReadyLine('bare', `http://127.0.0.1:${port}`))
