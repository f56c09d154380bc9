// Every error that an operation declares can be provoked. That no other error is thrown, `makeApp` checks in every test.
import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, lstatSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import * as disk from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHANGELOG_ERRORS, type FileSystem, openChangelogStore } from '@qb/core/changelog'
import { AppError, type ErrorDefinition } from '@qb/core/errors'
import { GIT_ERRORS, openRepository } from '@qb/core/git'
import { HTTP_ERRORS, listErrors, type Service } from '@qb/http'
import { describe, expect, it } from 'vitest'
import { getVersion } from './operations/get-version.ts'
import { OPERATIONS } from './operations/index.ts'
import {
  assertError,
  checkErrors,
  hasPath,
  KEYS,
  makeApp,
  makeContext,
  type TestApp,
  type TestResponse,
  testEnvironment,
} from './testing.ts'

const LOG = '# Log\n\n## [Unreleased]\n\n### Added\n\n- x\n\n## [1.2.0] - 2020-01-01\n\n- y\n'

interface TestRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: object | string
}

/** A request that ends in an error, the app it is sent to, and how it is sent. */
interface Provocation {
  readonly request: TestRequest
  readonly app?: () => Promise<TestApp>
  readonly send?: (app: Service, request: TestRequest) => Promise<TestResponse>
}

const send = (app: Service, { headers, ...request }: TestRequest): Promise<TestResponse> =>
  app.inject({ ...request, headers: { 'x-api-key': KEYS.all, ...headers } })

async function sendTwice(app: Service, request: TestRequest): Promise<TestResponse> {
  assertNoServerError(await send(app, request))
  return send(app, request)
}

function assertNoServerError({ statusCode, body }: TestResponse): void {
  expect(statusCode, body).toBeLessThan(500)
}

const makeWithLog = () => makeApp({ changelog: LOG })
const makeAmbiguous = () => makeApp({ changelog: `${LOG}\n## [Unreleased]\n` })
const makeLimited = () => makeApp({ changelog: LOG, environment: { CHANGELOG_RATE_LIMIT_MAX: '1' } })

function makeDefective(): Promise<TestApp> {
  const run = () => {
    throw new TypeError('a defect')
  }
  return makeApp({ operations: OPERATIONS.map((operation) => ({ ...operation, run })) as typeof OPERATIONS })
}

/** The changelog is not UTF-8. */
async function makeUnreadable(): Promise<TestApp> {
  const made = await makeApp()
  writeFileSync(join(made.folder, 'CHANGELOG.md'), Buffer.from([0xff]))
  return made
}

/** The changelog is read-only. */
async function makeUnwritable(): Promise<TestApp> {
  const made = await makeWithLog()
  chmodSync(join(made.folder, 'CHANGELOG.md'), 0o444)
  return made
}

/** The changelog has nearly the maximum size. */
function makeFull(): Promise<TestApp> {
  const entry = `- ${'y'.repeat(1021)}\n`
  const spare = 16 * 1024 * 1024 - LOG.length
  return makeApp({ changelog: `${LOG}${entry.repeat(spare / entry.length)}`.padEnd(16 * 1024 * 1024, 'z') })
}

/** Another process writes to the changelog before every attempt to replace it. */
function makeContended(): Promise<TestApp> {
  const repositoryPath = mkdtempSync(join(tmpdir(), 'changelog-app-'))
  const path = join(repositoryPath, 'CHANGELOG.md')
  writeFileSync(path, LOG)
  const lstatAfterWrite = ((...args: Parameters<typeof lstatSync>) => {
    appendFileSync(path, '\n')
    return lstatSync(...args)
  }) as typeof lstatSync
  const fileSystem: FileSystem = { ...disk, renameSync, lstatSync: lstatAfterWrite }
  const changelogPath = 'CHANGELOG.md'
  return makeApp({ changelogStore: openChangelogStore({ repositoryPath, changelogPath, fileSystem }) })
}

async function makeRepository(): Promise<TestApp> {
  const made = await makeWithLog()
  execFileSync('git', ['init', '--quiet', '--template=', made.folder])
  return made
}

/** No list of changes ever ends. */
function makeBusy(): Promise<TestApp> {
  const repository = openRepository({ path: tmpdir(), environment: testEnvironment() })
  return makeApp({ repository: { ...repository, refuseSpecialFiles: () => new Promise(() => {}) } })
}

/** Sends as many requests with different refs as may run and wait, and one more. */
const sendTooMany = (app: Service, request: TestRequest) =>
  Promise.race(
    Array.from({ length: 19 }, (_, ref) => send(app, { ...request, url: `${request.url}?since=ref-${ref}` })),
  )

type Provocations = readonly (readonly [ErrorDefinition, Provocation])[]

/** The errors of every operation; `request` is valid. */
const common = (request: TestRequest): Provocations => [
  [HTTP_ERRORS.invalid_parameters, { request: { ...request, url: `${request.url}?unknown=1` } }],
  [HTTP_ERRORS.too_many_requests, { request, app: makeLimited, send: sendTwice }],
  [HTTP_ERRORS.internal, { request, app: makeDefective }],
]

/** The errors of every operation that needs a scope. */
const guarded = (request: TestRequest): Provocations => [
  ...common(request),
  [HTTP_ERRORS.unauthenticated, { request: { ...request, headers: { 'x-api-key': '' } } }],
  [HTTP_ERRORS.forbidden, { request: { ...request, headers: { 'x-api-key': otherKeyOf(request) } } }],
]

/** A key without the scope that a request needs. */
function otherKeyOf({ method }: TestRequest): string {
  return method === 'GET' ? KEYS['changelog:write'] : KEYS['changes:read']
}

/** The errors of the operations that write. */
const writing = (request: TestRequest): Provocations => [
  ...guarded(request),
  [HTTP_ERRORS.invalid_body, { request: { ...request, payload: { unknown: 1 } } }],
  [HTTP_ERRORS.content_too_large, { request: { ...request, payload: { long: 'x'.repeat(17_000_000) } } }],
  [
    HTTP_ERRORS.unsupported_media_type,
    { request: { ...request, payload: '{}', headers: { 'content-type': 'text/plain' } } },
  ],
  [CHANGELOG_ERRORS.ambiguous, { request, app: makeAmbiguous }],
  [CHANGELOG_ERRORS.edit_refused, { request, app: makeFull }],
  [CHANGELOG_ERRORS.unreadable, { request, app: makeUnreadable }],
  [CHANGELOG_ERRORS.unwritable, { request, app: makeUnwritable }],
  [CHANGELOG_ERRORS.locked, { request, app: makeContended }],
  [CHANGELOG_ERRORS.precondition_failed, { request: { ...request, headers: { 'if-match': '"0"' } } }],
]

const GET_CHANGES = { method: 'GET', url: '/api/repository/changes' } as const
const GET_CHANGELOG = { method: 'GET', url: '/api/changelog' } as const
const GET_UNRELEASED = { method: 'GET', url: '/api/changelog/unreleased' } as const
const UPDATE = {
  method: 'POST',
  url: '/api/changelog/update',
  payload: { changes: [{ type: 'Added', description: 'An entry.' }] },
} as const
const RELEASE = { method: 'POST', url: '/api/changelog/release', payload: {} } as const

const PROVOCATIONS: Readonly<Record<string, Provocations>> = {
  getRepositoryChanges: [
    ...guarded(GET_CHANGES),
    [
      GIT_ERRORS.invalid_ref,
      { request: { ...GET_CHANGES, url: `${GET_CHANGES.url}?since=nothing` }, app: makeRepository },
    ],
    [GIT_ERRORS.unreadable_repository, { request: GET_CHANGES }],
    [GIT_ERRORS.busy, { request: GET_CHANGES, app: makeBusy, send: sendTooMany }],
    [CHANGELOG_ERRORS.unreadable, { request: GET_CHANGES, app: makeUnreadable }],
  ],
  updateChangelog: [
    ...writing(UPDATE),
    [
      CHANGELOG_ERRORS.invalid_description,
      { request: { ...UPDATE, payload: { changes: [{ type: 'Added', description: '## x' }] } } },
    ],
  ],
  createRelease: writing(RELEASE),
  getChangelog: [
    ...guarded(GET_CHANGELOG),
    [CHANGELOG_ERRORS.ambiguous, { request: GET_CHANGELOG, app: makeAmbiguous }],
    [CHANGELOG_ERRORS.unreadable, { request: GET_CHANGELOG, app: makeUnreadable }],
  ],
  getVersion: [
    ...guarded(GET_UNRELEASED),
    [CHANGELOG_ERRORS.unknown_version, { request: { ...GET_UNRELEASED, url: '/api/changelog/9.9.9' } }],
    [CHANGELOG_ERRORS.ambiguous, { request: GET_UNRELEASED, app: makeAmbiguous }],
    [CHANGELOG_ERRORS.unreadable, { request: GET_UNRELEASED, app: makeUnreadable }],
  ],
  listFunctions: guarded({ method: 'GET', url: '/api/functions' }),
  getMetrics: guarded({ method: 'GET', url: '/metrics' }),
  getHealth: common({ method: 'GET', url: '/health' }),
}

describe.each(OPERATIONS.map((operation) => ({ id: operation.id, operation })))('$id', ({ operation }) => {
  const provocations = new Map(PROVOCATIONS[operation.id])
  const declared = listErrors(operation)

  it('declares each error once, and exactly those that are provoked here', () => {
    const codes = declared.map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    expect([...provocations.keys()].map(({ code }) => code).toSorted()).toEqual(codes.toSorted())
  })

  it.each(declared)('can end in $code', async (error) => {
    const provocation = provocations.get(error) ?? expect.unreachable()
    const { request, app: make = makeWithLog, send: sendAll = send } = provocation
    expect(request.method).toBe(operation.method)
    expect(hasPath(request.url, operation.path), request.url).toBe(true)
    const { app } = await make()
    assertError(await sendAll(app, request), error)
  })
})

describe('checkErrors', () => {
  const throwing = (error: Error) =>
    checkErrors({
      ...getVersion,
      run(_input: object, _context: object): never {
        throw error
      },
    })

  it.fails('fails a test in which an operation ends in an undeclared error', () => {
    const error = new AppError(CHANGELOG_ERRORS.locked, 'no')
    expect(() => throwing(error).run({ version: 'latest' }, makeContext().context)).toThrow(error)
  })

  it('accepts a declared error and an error of another class', () => {
    const { context } = makeContext()
    for (const error of [new AppError(CHANGELOG_ERRORS.unknown_version, 'no'), new Error('a defect')]) {
      expect(() => throwing(error).run({ version: 'latest' }, context)).toThrow(error)
    }
  })
})
