// Helpers for the tests of both services and of this package.
import { strict as assert } from 'node:assert'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { ErrorDefinition } from '@qb/core/errors'
import { createLogger } from './observability/log.ts'
import type { Operation } from './operation/operation.ts'
import { uncached } from './operation/operation.ts'
import { slugOf, statusOf } from './problems/http-errors.ts'
import { PROBLEM_FORMAT, type ProblemDetails } from './problems/problem-details.ts'
import { createService, type Service, type ServiceOptions } from './service.ts'

export {
  checkErrors,
  findInvalidSchemas,
  hasPath,
  listSchemas,
  readValue,
  testDeclaredErrors,
} from './operation/testing.ts'
export { PROBLEM_FORMAT }

/** The parts of a response that tests check. Both `app.inject` and `fetch` provide them. */
export interface TestResponse {
  readonly status: number
  readonly contentType: string | undefined
  readonly body: string
}

/**
 * Asserts that a response is problem details for an error, and that its body has no other members.
 * @returns the body of the response
 */
export function assertProblem(response: TestResponse, definition: ErrorDefinition): ProblemDetails {
  assert.equal(response.contentType, 'application/problem+json; charset=utf-8', response.body)
  const problem = JSON.parse(response.body) as ProblemDetails
  assert.equal(problem.type, `/errors#${slugOf(definition)}`, response.body)
  assert.equal(problem.title, definition.title)
  assert.equal(problem.status, statusOf(definition))
  assert.equal(response.status, statusOf(definition))
  assert.ok(typeof problem.detail === 'string' && problem.detail.length > 0)
  const members = ['type', 'title', 'status', 'detail', ...(problem.errors ? ['errors'] : [])]
  assert.deepEqual(Object.keys(problem), members)
  for (const error of problem.errors ?? []) assert.deepEqual(Object.keys(error), ['parameter', 'message'])
  return problem
}

/** Creates an operation that returns an empty object. The members of `operation` override the defaults. */
export function makeOperation(operation: Partial<Operation<object, string>>): Operation<object, string> {
  return {
    id: 'test',
    method: 'GET',
    path: '/test',
    access: 'public',
    tag: 'Test',
    summary: 'Test',
    description: 'An operation for a test.',
    input: {},
    result: { description: 'The result.' },
    errors: [],
    run: () => uncached({}),
    ...operation,
  }
}

/** Creates a service. By default it has no operations. */
export function makeService(options: Partial<ServiceOptions<object, string>> = {}): Promise<Service> {
  return createService<object, string>({
    operations: [],
    context: {},
    errorFormat: PROBLEM_FORMAT,
    api: {
      title: 'Test',
      mark: 'T',
      version: '1.2.3',
      headline: 'Test',
      summary: '',
      rules: '',
      license: { name: 'MIT', identifier: 'MIT' },
      tags: [],
      links: [],
    },
    logger: createLogger('test', 'silent'),
    logRequests: false,
    trustProxy: false,
    rateLimit: { max: 0 },
    ...options,
  })
}

/** Listens on a free port of the loopback interface and returns the port. */
export async function listenOnFreePort(app: Service): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

/** A connection to a service, with the sockets of both ends. */
export interface RawConnection {
  readonly client: Socket
  /** The socket of the service. */
  readonly accepted: Socket
  /** The bytes that the client has received so far, as Latin-1. */
  readonly received: () => string
}

/**
 * Opens a connection to a listening service. Errors of the client socket are ignored. The client does not
 * close its side unless the test closes it.
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
