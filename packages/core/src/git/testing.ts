// A scratch repository for the tests of this slice. git reads no config of the machine in it, and connects to nothing.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { AppError } from '../errors.ts'
import { type ChangesQuery, listChanges } from './changes/index.ts'
import {
  type Environment,
  openRepository,
  type Repository,
  type RepositoryOptions,
} from './repository/index.ts'

const IDENTITY = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgSign=false']
const LOCAL_ONLY = ['-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always']

/** The scratch repository of the test that runs. */
export interface Scratch {
  /** A folder for what the test needs beside the repository. */
  readonly home: string
  /** The repository, in `home`. */
  readonly folder: string
  /** Runs git in the repository and returns what it printed. */
  git(...args: string[]): string
  /** Writes a file of the repository. */
  put(path: string, text?: string): void
  /** Writes these files, commits everything in the working tree, and returns the hash. */
  commit(...paths: string[]): string
  /** The changes of the repository at `path`, by default this one, as {@link listIn} returns them. */
  list(query?: Partial<ChangesQuery>, path?: string): Promise<string[]>
  /** The error in which listing those changes ends. */
  listError(query?: Partial<ChangesQuery>, path?: string): Promise<AppError>
}

/**
 * Gives each test of the file, or of the enclosing `describe`, an empty repository, and an environment in which git
 * reads no config but that of the repository. Both end with the test.
 */
export function useScratch(): Scratch {
  let home = ''
  let folder = ''
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'git-'))
    folder = join(home, 'repository')
    vi.stubEnv('HOME', join(home, 'user'))
    vi.stubEnv('XDG_CONFIG_HOME', join(home, 'user'))
    vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1')
    gitIn(home, 'init', '-q', '--template=', folder)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(home, { recursive: true })
  })
  return {
    get home() {
      return home
    },
    get folder() {
      return folder
    },
    git: (...args) => gitIn(folder, ...args),
    put: (path, text) => putIn(folder, path, text),
    commit(...paths) {
      for (const path of paths) putIn(folder, path)
      return commitIn(folder)
    },
    list: (query, path = folder) => listIn(path, query),
    listError: (query, path = folder) => listErrorIn(path, query),
  }
}

/** Runs git in a folder and returns what it printed. */
export function gitIn(cwd: string, ...args: readonly string[]): string {
  return execFileSync('git', [...IDENTITY, ...LOCAL_ONLY, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Sets the time of the commits that follow, in seconds since 1970. */
export function setCommitTime(seconds: number): void {
  vi.stubEnv('GIT_AUTHOR_DATE', `${seconds} +0000`)
  vi.stubEnv('GIT_COMMITTER_DATE', `${seconds} +0000`)
}

/** Writes a file, and creates its folders. */
export function putIn(folder: string, path: string, text = `${path}\n`): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Commits everything in the working tree, and returns the hash. */
export function commitIn(folder: string): string {
  gitIn(folder, 'add', '--all')
  gitIn(folder, 'commit', '-q', '--allow-empty', '-m', 'a commit')
  return gitIn(folder, 'rev-parse', 'HEAD').trim()
}

/** Puts a shell script before the real git in PATH; `realGit` in the script is the path of the real one. */
export function putGit(home: string, script: (realGit: string) => string): void {
  const realGit = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  const bin = join(home, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${script(realGit)}\n`, { mode: 0o755 })
  prependPath(bin)
}

/** The current environment of the test. */
export function testEnvironment(): Environment {
  return process.env
}

/** Opens the repository at a path, with the environment of the test. */
export function openIn(path: string, options: Partial<RepositoryOptions> = {}): Repository {
  return openRepository({ path, environment: testEnvironment(), ...options })
}

/** Puts folders at the beginning of PATH. */
export function prependPath(...folders: readonly string[]): void {
  vi.stubEnv('PATH', [...folders, process.env.PATH].join(':'))
}

/** The changes of a repository as `Added path`, in order. */
export async function listIn(path: string, query: Partial<ChangesQuery> = {}): Promise<string[]> {
  const changes = await listChanges(openIn(path), {
    changelogPath: 'CHANGELOG.md',
    versionHeading: undefined,
    isExcluded: () => false,
    ...query,
  })
  return changes.map(({ type, path: changed }) => `${type} ${changed}`)
}

/** The error in which listing the changes ends. */
export async function listErrorIn(path: string, query: Partial<ChangesQuery> = {}): Promise<AppError> {
  const error = await listIn(path, query).then(
    (changes) => expect.unreachable(`expected an error, got ${JSON.stringify(changes)}`),
    (error) => error,
  )
  expect(error).toBeInstanceOf(AppError)
  return error
}
