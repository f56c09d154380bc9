// For tests of both services, and of what they share.
import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { ERRORS, type ErrorCode } from '@qb/core/errors'
import { STATUS } from './errors.ts'
import { createLogger } from './log.ts'
import { type ProblemDetails, renderProblem } from './problem.ts'
import { createService, type Service, type ServiceOptions } from './service.ts'

/** What an answer must have to be looked at; `app.inject` and `fetch` both give it. */
export interface Answer {
  readonly status: number
  readonly contentType: string | undefined
  readonly body: string
}

/**
 * Asserts that an answer is a problem of this code in RFC 9457's shape, with nothing added.
 * @returns its body
 */
export function assertProblem(answer: Answer, code: ErrorCode): ProblemDetails {
  const { kind, title } = ERRORS[code]
  assert.equal(answer.contentType, 'application/problem+json; charset=utf-8', answer.body)
  const problem = JSON.parse(answer.body) as ProblemDetails
  assert.equal(problem.type, `/#${code.replaceAll('_', '-')}`, answer.body)
  assert.equal(problem.title, title)
  assert.equal(problem.status, STATUS[kind])
  assert.equal(answer.status, STATUS[kind])
  assert.ok(typeof problem.detail === 'string' && problem.detail.length > 0)
  const members = ['type', 'title', 'status', 'detail', ...(problem.errors ? ['errors'] : [])]
  assert.deepEqual(Object.keys(problem), members)
  for (const error of problem.errors ?? []) assert.deepEqual(Object.keys(error), ['parameter', 'message'])
  return problem
}

/** A service without routes of its own, as far as `options` does not say otherwise. */
export function makeService(options: Partial<ServiceOptions> = {}): Promise<Service> {
  return createService({
    logger: createLogger('test', 'silent'),
    logRequests: false,
    trustProxy: false,
    rateLimit: { max: 0 },
    renderFailure: renderProblem,
    models: [],
    api: {
      title: 'Test',
      version: '1.2.3',
      summary: '',
      description: '',
      license: { name: 'MIT', identifier: 'MIT' },
      tags: [],
      links: [],
      errors: [],
    },
    routes: [],
    ...options,
  })
}

/** Listens on a free port of the loopback and returns it. */
export async function listenOnFreePort(app: Service): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

/** A connection to a service, seen from both of its ends. */
export interface RawConnection {
  readonly client: Socket
  /** The end of the service. */
  readonly accepted: Socket
  /** What the client has received so far, as Latin-1. */
  readonly received: () => string
}

/**
 * Opens a connection to a service that listens. Errors of the client are not thrown, and it closes its side only when
 * the test says so.
 */
export async function openConnection(app: Service): Promise<RawConnection> {
  const client = connect({
    port: (app.server.address() as AddressInfo).port,
    host: '127.0.0.1',
    noDelay: true,
    allowHalfOpen: true,
  })
  const chunks: Buffer[] = []
  client.on('data', (chunk) => chunks.push(chunk))
  client.on('error', () => undefined)
  const [[accepted]] = await Promise.all([once(app.server, 'connection'), once(client, 'connect')])
  return { client, accepted, received: () => Buffer.concat(chunks).toString('latin1') }
}
