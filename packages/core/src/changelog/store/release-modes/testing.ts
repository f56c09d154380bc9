// Creates repositories with a changelog, remotes and clones for the tests of the release modes.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, vi } from 'vitest'
import { openVersionControl, type VersionControlOptions } from '../../../git/index.ts'
import { type ChangelogStore, type ChangelogStoreOptions, openChangelogStore } from '../store.ts'

export const LOG = '# Log\n\n## [Unreleased]\n\n### Added\n\n- x\n\n## [1.2.0] - 2020-01-01\n\n- y\n'

export type Mode = 'commit' | 'push'

/** What a test changes of a store. */
export interface StoreOverrides {
  readonly git?: Partial<VersionControlOptions>
  readonly store?: Partial<ChangelogStoreOptions>
  readonly maxAgeMs?: number
  readonly maxAttempts?: number
  readonly releaseBranch?: string | undefined
}

/** The clones of a test. */
export interface Clones {
  /** The folder that contains everything. */
  readonly home: string
  /** The bare remote. Only in the mode `push`. */
  readonly remote: string
  /** Creates a clone or, in the mode `commit`, a repository, with {@link LOG} and a file `code`. */
  clone(name: string): Clone
}

/** A clone with helpers. */
export interface Clone {
  readonly folder: string
  git(...args: string[]): string
  put(path: string, text: string): void
  read(path?: string): string
  open(overrides?: StoreOverrides): ChangelogStore
}

/** Creates a folder before each test, and removes it afterwards. git uses no config of the machine. */
export function useClones(mode: Mode): Clones {
  let home = ''
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'modes-'))
    vi.stubEnv('HOME', join(home, 'user'))
    vi.stubEnv('XDG_CONFIG_HOME', join(home, 'user'))
    vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1')
    if (mode === 'push') createRemote(home)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(home, { recursive: true, maxRetries: 3 })
  })
  return {
    get home() {
      return home
    },
    get remote() {
      return join(home, 'remote.git')
    },
    clone: (name) => createClone(home, name, mode),
  }
}

function createRemote(home: string): void {
  runIn(home, 'init', '-q', '--bare', '-b', 'main', 'remote.git')
  const first = createRepository(join(home, 'first'))
  first.git('push', '-q', join(home, 'remote.git'), 'main')
}

/** The environment of the test, with the changes of {@link useClones}. */
export function testEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env
}

/** Runs git with an identity. */
export function runIn(folder: string, ...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Person', '-c', 'user.email=person@example.org']
  return execFileSync('git', [...identity, '-c', 'protocol.file.allow=always', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function createRepository(folder: string): Pick<Clone, 'git'> {
  mkdirSync(folder)
  runIn(folder, 'init', '-q', '-b', 'main')
  writeFileSync(join(folder, 'CHANGELOG.md'), LOG)
  writeFileSync(join(folder, 'code'), 'code\n')
  runIn(folder, 'add', '--all')
  runIn(folder, 'commit', '-q', '-m', 'first')
  return { git: (...args) => runIn(folder, ...args) }
}

function createClone(home: string, name: string, mode: Mode): Clone {
  const folder = join(home, name)
  if (mode === 'push') runIn(home, 'clone', '-q', join(home, 'remote.git'), folder)
  else createRepository(folder)
  return {
    folder,
    git: (...args) => runIn(folder, ...args),
    put(path, text) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    },
    read: (path = 'CHANGELOG.md') => readFileSync(join(folder, path), 'utf8'),
    open: (overrides) => openStore(folder, mode, overrides),
  }
}

function openStore(folder: string, mode: Mode, overrides: StoreOverrides = {}): ChangelogStore {
  const { maxAgeMs = 0, maxAttempts = 5, releaseBranch } = overrides
  const remote = { name: 'origin', releaseBranch, maxAttempts, timeoutMs: 30_000, maxAgeMs }
  const versionControl = openVersionControl({
    path: folder,
    environment: testEnvironment(),
    commitMessage: 'Release {version}',
    updateMessage: 'Update {path}',
    tag: 'v{version}',
    name: 'Service',
    email: 'service@example.org',
    runsHooks: false,
    ...(mode === 'push' && { remote }),
    ...overrides.git,
  })
  return openChangelogStore({
    repositoryPath: folder,
    changelogPath: 'CHANGELOG.md',
    versionControl,
    ...overrides.store,
  })
}

/** An update with one entry. */
export const adding = (description: string, key?: string) => ({
  entries: [{ type: 'Added' as const, description }],
  ...(key !== undefined && { idempotencyKey: { id: key, fingerprint: description } }),
})

/** A release. */
export const releasing = (key?: string, bump: 'MAJOR' | 'MINOR' | 'PATCH' = 'MINOR') => ({
  release: { bump, date: '2026-11-22' },
  ...(key !== undefined && { idempotencyKey: { id: key, fingerprint: bump } }),
})

/** The changelog of a second package, whose tags are `web@{version}`. */
export const WEB = 'web/CHANGELOG.md'

/** Commits and pushes the second changelog. */
export function addWeb({ put, git }: Clone): void {
  put(WEB, LOG)
  git('add', WEB)
  git('commit', '-q', '-m', 'web', '--', WEB)
  git('push', '-q', 'origin', 'HEAD')
}

/** Opens the store of the second changelog. */
export function openWeb({ open }: Clone): ChangelogStore {
  return open({ git: { tag: 'web@{version}' }, store: { changelogPath: WEB } })
}
