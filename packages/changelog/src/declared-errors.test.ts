// Tests that a request can cause every error that an operation declares. In all other tests, `makeApp` checks
// that no operation throws an undeclared error.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import * as disk from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHANGELOG_ERRORS, type FileSystem, openChangelogStore } from '@qb/core/changelog'
import type { ErrorDefinition } from '@qb/core/errors'
import { GIT_ERRORS } from '@qb/core/git'
import { HTTP_ERRORS, type Service } from '@qb/http'
import { hasPath, testDeclaredErrors } from '@qb/http/testing'
import { expect } from 'vitest'
import { assertError, gitIn, KEYS, makeApp, OPERATIONS, type TestApp, type TestResponse } from './testing.ts'

const LOG = '# Log\n\n## [Unreleased]\n\n### Added\n\n- x\n\n## [1.2.0] - 2020-01-01\n\n- y\n'

interface TestRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: object | string
}

/** A request that causes an error, the app that gets it, and how it is sent. */
interface ErrorRequest {
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

const makeAppWithLog = () => makeApp({ changelog: LOG })
const makeAmbiguousApp = () => makeApp({ changelog: LOG.replace('# Log\n', '# Log\n\n## Unreleased\n') })
const makeLimitedApp = () => makeApp({ changelog: LOG, environment: { CHANGELOG_RATE_LIMIT_MAX: '1' } })

function makeDefectiveApp(): Promise<TestApp> {
  const run = () => {
    throw new TypeError('a defect')
  }
  return makeApp({ operations: OPERATIONS.map((operation) => ({ ...operation, run })) as typeof OPERATIONS })
}

/** Creates an app whose changelog is not UTF-8. */
async function makeUnreadableApp(): Promise<TestApp> {
  const testApp = await makeApp()
  writeFileSync(join(testApp.folder, 'CHANGELOG.md'), Buffer.from([0xff]))
  return testApp
}

/** Creates an app whose changelog is read-only. */
async function makeUnwritableApp(): Promise<TestApp> {
  const testApp = await makeAppWithLog()
  chmodSync(join(testApp.folder, 'CHANGELOG.md'), 0o444)
  return testApp
}

/** Creates an app whose changelog has the maximum size. */
function makeFullApp(): Promise<TestApp> {
  const entry = `- ${'y'.repeat(1021)}\n`
  const spare = 4 * 1024 * 1024 - LOG.length
  return makeApp({ changelog: `${LOG}${entry.repeat(spare / entry.length)}`.padEnd(4 * 1024 * 1024, 'z') })
}

/** Creates an app whose changelog is modified by another process before every attempt to replace it. */
function makeContendedApp(): Promise<TestApp> {
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

async function makeAppWithRepository(): Promise<TestApp> {
  const testApp = await makeAppWithLog()
  execFileSync('git', ['init', '--quiet', '--template=', testApp.folder])
  return testApp
}

/** Creates an app whose lists of changes never complete. */
function makeBusyApp(): Promise<TestApp> {
  return makeApp({ repository: { open: () => new Promise(() => {}) } })
}

/** Sends requests with different refs: one more than can run and wait. Returns the first response. */
const sendTooMany = (app: Service, request: TestRequest) =>
  Promise.race(
    Array.from({ length: 19 }, (_, ref) => send(app, { ...request, url: `${request.url}?since=ref-${ref}` })),
  )

type ErrorRequests = readonly (readonly [ErrorDefinition, ErrorRequest])[]

/** The errors that every operation declares. `request` is valid. */
const commonErrors = (request: TestRequest): ErrorRequests => [
  ...unlimitedErrors(request),
  [HTTP_ERRORS.too_many_requests, { request, app: makeLimitedApp, send: sendTwice }],
]

/** The errors of an operation whose requests do not count for the rate limit. */
const unlimitedErrors = (request: TestRequest): ErrorRequests => [
  [HTTP_ERRORS.invalid_parameters, { request: { ...request, url: `${request.url}?unknown=1` } }],
  [HTTP_ERRORS.internal, { request, app: makeDefectiveApp }],
]

/** The errors that every operation with a scope declares. */
const scopeErrors = (request: TestRequest): ErrorRequests => [
  ...commonErrors(request),
  [HTTP_ERRORS.unauthenticated, { request: { ...request, headers: { 'x-api-key': '' } } }],
  [HTTP_ERRORS.forbidden, { request: { ...request, headers: { 'x-api-key': otherKeyOf(request) } } }],
  [HTTP_ERRORS.authentication_unavailable, { request, app: makeAppWithoutIssuer, send: sendIdToken }],
]

const UNREACHABLE_ISSUER = 'http://127.0.0.1:9'

/** Creates an app whose issuer of ID tokens cannot be reached. */
function makeAppWithoutIssuer(): Promise<TestApp> {
  return makeApp({
    changelog: LOG,
    environment: {
      CHANGELOG_OIDC_ISSUER: UNREACHABLE_ISSUER,
      CHANGELOG_OIDC_AUDIENCE: 'changelog',
      CHANGELOG_OIDC_RULES: 'sub=x => changes:read',
    },
  })
}

/** Sends an ID token instead of a key. */
function sendIdToken(app: Service, request: TestRequest): Promise<TestResponse> {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = `${encode({ alg: 'ES256', kid: 'x' })}.${encode({ iss: UNREACHABLE_ISSUER })}.x`
  return app.inject({ ...request, headers: { authorization: `Bearer ${token}` } })
}

/** Returns a key without the scope that a request requires. */
function otherKeyOf({ method }: TestRequest): string {
  return method === 'GET' ? KEYS['changelog:write'] : KEYS['changes:read']
}

/** The errors that every operation that writes declares. */
const writeErrors = (request: TestRequest): ErrorRequests => [
  ...scopeErrors(request),
  [HTTP_ERRORS.invalid_body, { request: { ...request, payload: { unknown: 1 } } }],
  [HTTP_ERRORS.content_too_large, { request: { ...request, payload: { long: 'x'.repeat(17_000_000) } } }],
  [
    HTTP_ERRORS.unsupported_media_type,
    { request: { ...request, payload: '{}', headers: { 'content-type': 'text/plain' } } },
  ],
  [CHANGELOG_ERRORS.ambiguous, { request, app: makeAmbiguousApp }],
  [CHANGELOG_ERRORS.edit_refused, { request, app: makeFullApp }],
  [CHANGELOG_ERRORS.unreadable, { request, app: makeUnreadableApp }],
  [CHANGELOG_ERRORS.unwritable, { request, app: makeUnwritableApp }],
  [CHANGELOG_ERRORS.locked, { request, app: makeContendedApp }],
  ...remoteErrors(request),
  [CHANGELOG_ERRORS.precondition_failed, { request: { ...request, headers: { 'if-match': '"0"' } } }],
  ...keyErrors({ ...request, headers: { 'idempotency-key': 'k' } }),
]

/** The errors of a request in the release mode `push`. */
const remoteErrors = (request: TestRequest): ErrorRequests => [
  [GIT_ERRORS.unreadable_repository, { request, app: () => makePushApp(() => {}) }],
  [GIT_ERRORS.unexpected_state, { request, app: () => makePushApp((git) => git('init', '--quiet')) }],
  [GIT_ERRORS.unreachable_remote, { request, app: () => makePushApp(addRemote('nowhere')) }],
  [GIT_ERRORS.unwritable_repository, { request, app: () => makePushApp(refuse('exit 1')) }],
  // Another clone is first: the hook moves the branch.
  [
    CHANGELOG_ERRORS.push_rejected,
    {
      request,
      app: () =>
        makePushApp(refuse('env -u GIT_QUARANTINE_PATH git update-ref refs/heads/main other; exit 1')),
    },
  ],
]

type Git = (...args: string[]) => string

const addRemote = (url: string) => (git: Git) => {
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '--message=first')
  git('remote', 'add', 'origin', url)
}

/** Creates a remote with a branch `other`, and a hook that refuses each push. */
const refuse = (script: string) => (git: Git) => {
  const remote = mkdtempSync(join(tmpdir(), 'changelog-app-'))
  git('init', '--quiet', '--bare', remote)
  addRemote(remote)(git)
  git('push', '--quiet', 'origin', 'main', 'main:other')
  const commit = git('commit-tree', '-p', 'HEAD', '-m', 'other', 'HEAD^{tree}').trim()
  git('push', '--quiet', 'origin', `${commit}:refs/heads/other`)
  mkdirSync(join(remote, 'hooks'), { recursive: true })
  writeFileSync(join(remote, 'hooks/pre-receive'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

function makePushApp(arrange: (git: Git) => void): Promise<TestApp> {
  return makeApp({
    changelog: LOG,
    environment: { CHANGELOG_RELEASE_MODE: 'push', CHANGELOG_PUSH_ATTEMPTS: '1' },
    arrange: (folder) => arrange((...args) => gitIn(folder, ...args)),
  })
}

function makeAppWithTag(): Promise<TestApp> {
  return makeApp({
    changelog: LOG,
    environment: { CHANGELOG_RELEASE_MODE: 'commit' },
    arrange(folder) {
      addRemote('nowhere')((...args) => gitIn(folder, ...args))
      gitIn(folder, 'tag', 'v1.2.1')
    },
  })
}

function makeAppWithBranch(): Promise<TestApp> {
  return makeApp({
    changelog: LOG,
    environment: { CHANGELOG_RELEASE_MODE: 'push', CHANGELOG_PUSH_BRANCH: 'release/{version}' },
    arrange(folder) {
      gitIn(folder, 'init', '--quiet', '--bare', join(folder, '.git/remote'))
      addRemote(join(folder, '.git/remote'))((...args) => gitIn(folder, ...args))
      gitIn(folder, 'push', '--quiet', 'origin', 'main', 'main:release/1.2.1')
    },
  })
}

/** The errors of a request with an idempotency key. */
const keyErrors = (request: TestRequest): ErrorRequests => [
  [CHANGELOG_ERRORS.key_reused, { request, send: sendWithOtherPayload }],
  [CHANGELOG_ERRORS.key_in_use, { request, send: async (app) => (await sendBoth(app, request))[1] }],
  [CHANGELOG_ERRORS.undecided, { request, app: makeInterruptedApp, send: sendTwice }],
  [CHANGELOG_ERRORS.journal_unusable, { request, app: makeAppWithoutState }],
]

async function sendWithOtherPayload(app: Service, request: TestRequest) {
  await send(app, request)
  return send(app, { ...request, payload: { ...(request.payload as object), dry_run: false } })
}

const sendBoth = (app: Service, request: TestRequest) => Promise.all([send(app, request), send(app, request)])

/** Creates an app whose first write is interrupted after the file was replaced, and then edited by hand. */
async function makeInterruptedApp(): Promise<TestApp> {
  const repositoryPath = mkdtempSync(join(tmpdir(), 'changelog-app-'))
  const path = join(repositoryPath, 'CHANGELOG.md')
  writeFileSync(path, LOG)
  const interrupted = ((from: string, to: string) => {
    renameSync(from, to)
    appendFileSync(path, '\nBy hand.\n')
    throw new Error('interrupted')
  }) as typeof renameSync
  const fileSystem: FileSystem = { ...disk, lstatSync, renameSync: interrupted }
  const journal = { folder: join(repositoryPath, '.state') }
  const changelogPath = 'CHANGELOG.md'
  return makeApp({
    changelogStore: openChangelogStore({ repositoryPath, changelogPath, fileSystem, journal }),
  })
}

/** Creates an app with a file in place of the folder of its journal. */
async function makeAppWithoutState(): Promise<TestApp> {
  const testApp = await makeAppWithLog()
  writeFileSync(join(testApp.folder, '.state'), '')
  return testApp
}

const GET_CHANGES = { method: 'GET', url: '/api/repository/changes' } as const
const GET_CHANGELOG = { method: 'GET', url: '/api/changelog' } as const
const GET_UNRELEASED = { method: 'GET', url: '/api/changelog/unreleased' } as const
const UPDATE = {
  method: 'POST',
  url: '/api/changelog/update',
  payload: { changes: [{ type: 'Added', description: 'An entry.' }] },
} as const
const RELEASE = { method: 'POST', url: '/api/changelog/release', payload: {} } as const

const ERROR_REQUESTS: Readonly<Record<string, ErrorRequests>> = {
  getRepositoryChanges: [
    ...scopeErrors(GET_CHANGES),
    [
      GIT_ERRORS.invalid_ref,
      { request: { ...GET_CHANGES, url: `${GET_CHANGES.url}?since=nothing` }, app: makeAppWithRepository },
    ],
    [GIT_ERRORS.unreadable_repository, { request: GET_CHANGES }],
    [GIT_ERRORS.busy, { request: GET_CHANGES, app: makeBusyApp, send: sendTooMany }],
    [CHANGELOG_ERRORS.unreadable, { request: GET_CHANGES, app: makeUnreadableApp }],
  ],
  updateChangelog: [
    ...writeErrors(UPDATE),
    [
      CHANGELOG_ERRORS.invalid_description,
      { request: { ...UPDATE, payload: { changes: [{ type: 'Added', description: '## x' }] } } },
    ],
  ],
  createRelease: [
    ...writeErrors(RELEASE),
    [GIT_ERRORS.tag_exists, { request: RELEASE, app: makeAppWithTag }],
    [GIT_ERRORS.branch_exists, { request: RELEASE, app: makeAppWithBranch }],
  ],
  getChangelog: [
    ...scopeErrors(GET_CHANGELOG),
    [CHANGELOG_ERRORS.ambiguous, { request: GET_CHANGELOG, app: makeAmbiguousApp }],
    [CHANGELOG_ERRORS.unreadable, { request: GET_CHANGELOG, app: makeUnreadableApp }],
  ],
  getVersion: [
    ...scopeErrors(GET_UNRELEASED),
    [CHANGELOG_ERRORS.unknown_version, { request: { ...GET_UNRELEASED, url: '/api/changelog/9.9.9' } }],
    [CHANGELOG_ERRORS.ambiguous, { request: GET_UNRELEASED, app: makeAmbiguousApp }],
    [CHANGELOG_ERRORS.unreadable, { request: GET_UNRELEASED, app: makeUnreadableApp }],
  ],
  listFunctions: scopeErrors({ method: 'GET', url: '/api/functions' }),
  getMetrics: scopeErrors({ method: 'GET', url: '/metrics' }),
  getHealth: commonErrors({ method: 'GET', url: '/health' }),
  getLiveness: unlimitedErrors({ method: 'GET', url: '/livez' }),
  getReadiness: unlimitedErrors({ method: 'GET', url: '/readyz' }),
}

testDeclaredErrors(
  OPERATIONS,
  ERROR_REQUESTS,
  async ({ request, app: make = makeAppWithLog, send: sendAll = send }, error, { method, path }) => {
    expect(request.method).toBe(method)
    expect(hasPath(request.url, path), request.url).toBe(true)
    const { app } = await make()
    assertError(await sendAll(app, request), error)
  },
)
