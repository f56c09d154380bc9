// Requests that have a rare status. With them, each documented status of each operation is reached in each run.

import type { Counts, Prober } from './client.ts'
import type { ApiDocument, DocumentedOperation, ServiceName } from './document.ts'
import type { HttpRequest } from './request.ts'
import { createToken, FULL_CALLER, POWERLESS_CALLER, TAGS, UNVERIFIABLE_CALLER } from './targets.ts'

/**
 * The documented statuses that no request reaches without a fault of the service or of the machine: status 500 is a
 * defect, except for questions of a dataset that has never been valid. `declared-errors.test.ts` of each service tests
 * these responses with operations that throw.
 */
export const UNREACHABLE: Readonly<Record<ServiceName, Readonly<Record<string, number>>>> = {
  questions: { listCategories: 500, getHealth: 500, getMetrics: 500, getLiveness: 500, getReadiness: 500 },
  changelog: {
    getRepositoryChanges: 500,
    updateChangelog: 500,
    createRelease: 500,
    getChangelog: 500,
    getVersion: 500,
    listFunctions: 500,
    getMetrics: 500,
    getHealth: 500,
    getLiveness: 500,
    getReadiness: 500,
  },
}

/** Valid values of required parameters. */
const VALUES: Readonly<Record<string, string>> = {
  category: 'astronomy',
  id: 'AST-0002',
  answer: 'x',
  version: 'latest',
}

/** The maximum number of attempts to reach a status that depends on the order of events. */
const ATTEMPTS = 50

interface Options {
  readonly values?: Readonly<Record<string, string>>
  readonly headers?: HttpRequest['headers']
  readonly query?: string
  readonly body?: string
  readonly followUp?: HttpRequest['followUp']
}

/** Creates a valid request for an operation, with some parts replaced. */
function createRequest(
  { method, path, parameters, body }: DocumentedOperation,
  options: Options = {},
): HttpRequest {
  const values = { ...VALUES, ...options.values }
  const query = parameters
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name }) => `${name}=${values[name]}`)
  const parts = [...query, ...(options.query ? [options.query] : [])]
  const headers = options.headers ?? FULL_CALLER
  return {
    kind: 'http',
    method,
    target:
      path.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? '') +
      (parts.length > 0 ? `?${parts.join('&')}` : ''),
    headers:
      body && !headers.some(([name]) => name === 'content-type')
        ? [...headers, ['content-type', 'application/json']]
        : headers,
    ...(body && { body: options.body ?? '{"dry_run":true}' }),
    followUp: options.followUp ?? 'nothing',
  }
}

/** A body with which an operation changes the changelog. */
function writingBody({ body }: DocumentedOperation): string {
  return body?.properties?.changes ? '{"changes":[{"type":"Added","description":"An entry."}]}' : '{}'
}

/** Sends the requests that each operation documents the same errors for. Returns violations. */
async function reachCommon(operation: DocumentedOperation, { probe }: Prober): Promise<string[]> {
  const { responses, body, isPublic } = operation
  const requests: HttpRequest[] = [createRequest(operation), createRequest(operation, { query: 'unknown=1' })]
  if (responses.has(304))
    requests.push(createRequest(operation, { followUp: 'revalidation', ...deterministic(operation) }))
  if (responses.has(404))
    requests.push(createRequest(operation, { values: { category: 'nothing', version: '9.9.9' } }))
  if (!isPublic) {
    requests.push(createRequest(operation, { headers: [] }))
    requests.push(createRequest(operation, { headers: POWERLESS_CALLER }))
  }
  if (body) {
    const withField = (name: string, value: string) =>
      createRequest(operation, { headers: [...FULL_CALLER, [name, value]] })
    requests.push(withField('content-type', 'text/plain'), withField('if-match', '"0"'))
    const key = [...FULL_CALLER, ['idempotency-key', 'reused']] as const
    requests.push(
      createRequest(operation, { headers: key, body: writingBody(operation) }),
      createRequest(operation, { headers: key, body: '{"dry_run":false}' }),
    )
    // The service responds before it reads the body.
    const expect = [...FULL_CALLER, ['expect', '100-continue'], ['content-length', '17000000']] as const
    requests.push(createRequest(operation, { headers: expect }))
  }
  const violations: string[] = []
  for (const request of requests) violations.push(...(await probe(request)))
  return violations
}

/** Options with which the response is the same for every client. */
function deterministic({ parameters }: DocumentedOperation): Options {
  return parameters.some(({ name }) => name === 'seed') ? { query: 'seed=x' } : {}
}

/** Sends two equal requests at the same time until one of them is rejected, because the other one runs. */
async function reachConflict(operation: DocumentedOperation, { probeStatus }: Prober): Promise<string[]> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const headers = [...FULL_CALLER, ['idempotency-key', `twin-${attempt}`]] as const
    const { status, violations } = await probeStatus(
      createRequest(operation, { headers, body: writingBody(operation), followUp: 'twin' }),
    )
    if (violations.length > 0 || status === 409) return violations
  }
  return []
}

/** Requests more lists of changes at the same time than can wait. */
async function reachBusy(operation: DocumentedOperation, { probeStatus }: Prober): Promise<string[]> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const requests = Array.from({ length: TAGS }, (_, tag) =>
      createRequest(operation, { query: `since=t${tag}` }),
    )
    const results = await Promise.all(requests.map((request) => probeStatus(request)))
    const violations = results.flatMap((result) => result.violations)
    if (violations.length > 0 || results.some(({ status }) => status === 503)) return violations
  }
  return []
}

/** Reaches the statuses of a service with a limit of one request, and without usable files. */
async function reachPoor(
  operation: DocumentedOperation,
  address: string,
  { probe }: Prober,
): Promise<string[]> {
  const caller = operation.isPublic ? [] : [['authorization', `Bearer ${createToken(operation.id)}`] as const]
  const request = createRequest(operation, {
    values: { category: 'broken' },
    headers: [...caller, ['x-forwarded-for', address]],
    body: writingBody(operation),
  })
  // The first one has the error of the files, and the second one exceeds the limit.
  const violations = [...(await probe(request, 500)), ...(await probe(request, 500))]
  if (operation.isPublic) return violations
  const unverifiable = {
    ...request,
    headers: [...UNVERIFIABLE_CALLER, ['x-forwarded-for', address] as const],
  }
  return [...violations, ...(await probe(unverifiable, 503))]
}

/** Reaches every documented status that can be reached. Returns violations. */
export async function reachAll({ operations }: ApiDocument, sound: Prober, poor: Prober): Promise<string[]> {
  const violations: string[] = []
  for (const [index, operation] of operations.entries()) {
    violations.push(...(await reachCommon(operation, sound)))
    if (operation.responses.has(409)) violations.push(...(await reachConflict(operation, sound)))
    if (operation.id === 'getRepositoryChanges') violations.push(...(await reachBusy(operation, sound)))
    violations.push(...(await reachPoor(operation, `192.0.2.${index}`, poor)))
  }
  return violations
}

/** Compares the statuses that were reached with the documented ones. */
export function findUnreached(name: ServiceName, { operations }: ApiDocument, counts: Counts): string[] {
  return operations.flatMap(({ id, responses }) =>
    [...responses.keys()].flatMap((status) => {
      const isReached = counts.get(id)?.has(status) ?? false
      const isExpected = UNREACHABLE[name][id] !== status
      if (isReached === isExpected) return []
      return [`${id}: expected ${isExpected ? '' : 'no '}response with the documented status ${status}`]
    }),
  )
}
