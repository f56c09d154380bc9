// Helpers for the tests of this package. They create apps with a new folder, a fixed clock, and one key per
// scope.
import { strict as assert } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChangelogStore } from '@qb/core/changelog'
import type { ErrorDefinition } from '@qb/core/errors'
import type { Repository } from '@qb/core/git'
import { createLogger, createRegistry, type Logger, readConfig, type Service, statusOf } from '@qb/http'
import { checkErrors } from '@qb/http/testing'
import { createApp } from './app.ts'
import { makeKey, SCOPES, type Scope } from './auth/api-keys.ts'
import { readAuthConfig } from './auth/auth-config.ts'
import { ChangelogConfig } from './config.ts'
import type { ChangelogContext } from './context.ts'
import { openPackages } from './open-changelog.ts'
import { defineOperations } from './operations/index.ts'
import { readSettings } from './settings.ts'

export { readValue } from '@qb/http/testing'

export const JWT_SECRET = 'a secret of the tests that is long enough'

const all = makeKey('all', SCOPES)
const byScope = SCOPES.map((scope) => [scope, makeKey(scope.replace(':', '-'), [scope])] as const)

/** The settings and the operations without a config. */
export const DEFAULT_SETTINGS = readSettings(readConfig(ChangelogConfig, {}))
export const OPERATIONS = defineOperations(DEFAULT_SETTINGS)

/** The API keys that the app of {@link makeApp} accepts: one with all scopes, and one per scope. */
export const KEYS = {
  all: all.key,
  ...(Object.fromEntries(byScope.map(([scope, { key }]) => [scope, key])) as Record<Scope, string>),
}

const API_KEYS = [all, ...byScope.map(([, created]) => created)].map(({ entry }) => entry).join(',')

const CHANGELOG_PATH = 'CHANGELOG.md'
export const NOW = new Date('2026-11-21T23:59:59Z')

/** The parts of an app that a test can replace. */
export interface Overrides {
  readonly environment?: Readonly<Record<string, string>>
  /** The content of the changelog. Default: the file does not exist. */
  readonly changelog?: string
  /** Replaces the store of the file in the folder. */
  readonly changelogStore?: ChangelogStore
  readonly logger?: Logger
  /** Replaces the repository of the folder. */
  readonly repository?: Repository
  /** Default: those of the config. */
  readonly operations?: typeof OPERATIONS
  /** The clock of tokens. Default: a fixed time. */
  readonly now?: () => Date
  /** Prepares the folder. */
  readonly arrange?: (folder: string) => void
}

/** Returns the environment of the test process. */
export function testEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env
}

interface Folder {
  /** The path of the folder. */
  readonly folder: string
  /** Reads the changelog. */
  readonly readFile: () => string
}

/** An app, and the folder with its changelog. The folder is not a git repository. */
export interface TestApp extends Folder {
  readonly app: Service
}

function makeFolder(overrides: Overrides) {
  const { changelog, changelogStore, repository, arrange = () => {} } = overrides
  const folder = mkdtempSync(join(tmpdir(), 'changelog-app-'))
  const path = join(folder, CHANGELOG_PATH)
  const config = readConfig(ChangelogConfig, {
    CHANGELOG_API_KEYS: API_KEYS,
    CHANGELOG_JWT_SECRET: JWT_SECRET,
    CHANGELOG_PATH,
    CHANGELOG_GIT_NAME: 'Service',
    CHANGELOG_GIT_EMAIL: 'service@example.org',
    ...overrides.environment,
  })
  if (changelog !== undefined) writeFileSync(path, changelog)
  arrange(folder)
  return {
    folder,
    config,
    readFile: () => readFileSync(path, 'utf8'),
    opened: {
      ...openPackages(
        config,
        folder,
        testEnvironment(),
        { journal: { folder: join(folder, '.state') } },
        repository,
      ),
      ...(changelogStore && { changelog: changelogStore }),
    },
  }
}

/** Creates an app. The test fails when an operation throws an undeclared error. */
export async function makeApp(overrides: Overrides = {}): Promise<TestApp> {
  const { folder, config, readFile, opened } = makeFolder(overrides)
  const app = await createApp({
    config,
    operations: (overrides.operations ?? defineOperations(readSettings(config))).map(
      checkErrors,
    ) as typeof OPERATIONS,
    authConfig: readAuthConfig(config, false),
    opened,
    logger: overrides.logger ?? createLogger('test', 'silent'),
    version: '1.2.3',
    now: overrides.now ?? (() => NOW),
  })
  return { app, folder, readFile }
}

/** Creates the context of operations, with a folder as in {@link makeApp}. */
export function makeContext(overrides: Overrides = {}): Folder & { readonly context: ChangelogContext } {
  const { folder, readFile, opened } = makeFolder(overrides)
  const context = {
    ...opened,
    version: '1.2.3',
    registry: createRegistry(),
    now: () => NOW,
  }
  return { folder, readFile, context }
}

/** The parts of a response that tests check. `app.inject` provides them. */
export interface TestResponse {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/**
 * Asserts that a response is an error, and that its body has no other members.
 * @returns the error message
 */
export function assertError(
  { statusCode, headers, body }: TestResponse,
  definition: ErrorDefinition,
): string {
  assert.equal(statusCode, statusOf(definition), body)
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  const parsed = JSON.parse(body) as { success: boolean; error: string }
  assert.deepEqual(Object.keys(parsed), ['success', 'error'])
  assert.equal(parsed.success, false)
  assert.ok(typeof parsed.error === 'string' && parsed.error.length > 0)
  if (statusCode === 500) assert.equal(parsed.error, 'Internal server error')
  return parsed.error
}

/** Runs git in a folder, with an identity. Returns its standard output. */
export function gitIn(cwd: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Person', '-c', 'user.email=person@example.org']
  return execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8' })
}
