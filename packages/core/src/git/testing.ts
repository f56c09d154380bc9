// A scratch repository for the tests of this slice: nobody's home and settings, a name of its own, nothing remote.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { vi } from 'vitest'
import { type ChangesQuery, listChanges } from './changes.ts'
import { openRepository, type Repository, type RepositoryOptions } from './repository.ts'
import type { Environment } from './repository-environment.ts'

const IDENTITY = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgSign=false']
const LOCAL_ONLY = ['-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always']

/** Where a scratch repository is; `home` is to be removed at the end, `vi.unstubAllEnvs()` called. */
export interface Scratch {
  readonly home: string
  /** The repository, in `home`. */
  readonly folder: string
}

/** Makes an empty repository, and an environment in which git reads no settings but its own. */
export function makeScratch(): Scratch {
  const home = mkdtempSync(join(tmpdir(), 'git-'))
  const folder = join(home, 'repository')
  vi.stubEnv('HOME', join(home, 'nobody'))
  vi.stubEnv('XDG_CONFIG_HOME', join(home, 'nobody'))
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1')
  gitIn(home, 'init', '-q', '--template=', folder)
  return { home, folder }
}

/** Runs git in a folder and gives what it printed. */
export function gitIn(cwd: string, ...args: readonly string[]): string {
  return execFileSync('git', [...IDENTITY, ...LOCAL_ONLY, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Sets when the commits that follow are made, in seconds. */
export function setCommitTime(seconds: number): void {
  vi.stubEnv('GIT_AUTHOR_DATE', `${seconds} +0000`)
  vi.stubEnv('GIT_COMMITTER_DATE', `${seconds} +0000`)
}

/** Writes a file, its folders too. */
export function putIn(folder: string, path: string, text = `${path}\n`): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** The environment of the test, as it is now. */
export function testEnvironment(): Environment {
  return process.env
}

/** The repository at a path, read by a git with the environment of the test. */
export function openIn(path: string, options: Partial<RepositoryOptions> = {}): Repository {
  return openRepository({ path, environment: testEnvironment(), ...options })
}

/** Puts programs in front of those that are found by their names. */
export function searchFirst(...folders: readonly string[]): void {
  vi.stubEnv('PATH', [...folders, process.env.PATH].join(':'))
}

/** The changes of a repository as `Added path`, in order. */
export async function listIn(path: string, query: Partial<ChangesQuery> = {}): Promise<string[]> {
  const changes = await listChanges(openIn(path), {
    changelogPath: 'CHANGELOG.md',
    versionHeading: undefined,
    isOwn: () => false,
    ...query,
  })
  return changes.map(({ type, path: changed }) => `${type} ${changed}`)
}
