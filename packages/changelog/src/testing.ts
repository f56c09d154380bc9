// A small app for the tests of this package: a folder of its own, a fixed clock, one key per scope.
import { strict as assert } from 'node:assert'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChangelogFile, openChangelogFile } from '@qb/core/changelog'
import { ERRORS, type ErrorCode } from '@qb/core/errors'
import { openRepository, type Repository } from '@qb/core/git'
import { createLogger, type Logger, readConfig, type Service, STATUS } from '@qb/http'
import { createApp } from './app.ts'
import { makeKey } from './auth/api-keys.ts'
import { SCOPES, type Scope } from './auth/scopes.ts'
import { readAuthentication } from './auth/settings.ts'
import { ChangelogConfig } from './config.ts'

export const JWT_SECRET = 'a secret of the tests that is long enough'

const all = makeKey('all', SCOPES)
const byScope = SCOPES.map((scope) => [scope, makeKey(scope.replace(':', '-'), [scope])] as const)

/** Keys that the app of {@link makeApp} knows. */
export const KEYS = {
  all: all.key,
  ...(Object.fromEntries(byScope.map(([scope, { key }]) => [scope, key])) as Record<Scope, string>),
}

const API_KEYS = [all, ...byScope.map(([, made]) => made)].map(({ entry }) => entry).join(',')

/** What a test may set of the app. */
export interface AppOverrides {
  readonly environment?: Readonly<Record<string, string>>
  readonly changelog?: string
  /** In place of the file in the folder. */
  readonly file?: ChangelogFile
  readonly logger?: Logger
  /** In place of the one in the folder. */
  readonly repository?: Repository
}

/** The environment of the test. */
export function testEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env
}

/** An app over a folder with a changelog in it, which is no git repository. */
export interface TestApp {
  readonly app: Service
  readonly folder: string
  readonly readFile: () => string
}

/** Builds an app. */
export async function makeApp({
  environment = {},
  changelog,
  file,
  logger,
  repository,
}: AppOverrides = {}): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'changelog-app-'))
  if (changelog !== undefined) writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  const config = readConfig(ChangelogConfig, {
    CHANGELOG_API_KEYS: API_KEYS,
    CHANGELOG_JWT_SECRET: JWT_SECRET,
    ...environment,
  })
  const app = await createApp({
    config,
    authentication: readAuthentication(config, false),
    repository: repository ?? openRepository({ path: folder, environment: testEnvironment() }),
    file: file ?? openChangelogFile({ repositoryPath: folder, changelogPath: config.CHANGELOG_PATH }),
    logger: logger ?? createLogger('test', 'silent'),
    version: '1.2.3',
    now: () => new Date('2026-11-21T23:59:59Z'),
  })
  return { app, folder, readFile: () => readFileSync(join(folder, 'CHANGELOG.md'), 'utf8') }
}

/** What `app.inject` answers, as far as it is looked at. */
export interface Answer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/**
 * Asserts that an answer is a failure of this code in the one shape that failures have, with nothing added.
 * @returns its text
 */
export function assertFailure({ statusCode, headers, body }: Answer, code: ErrorCode): string {
  assert.equal(statusCode, STATUS[ERRORS[code].kind], body)
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  const failure = JSON.parse(body) as { success: boolean; error: string }
  assert.deepEqual(Object.keys(failure), ['success', 'error'])
  assert.equal(failure.success, false)
  assert.ok(typeof failure.error === 'string' && failure.error.length > 0)
  if (statusCode === 500) assert.equal(failure.error, 'Internal server error')
  return failure.error
}
