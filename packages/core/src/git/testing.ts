// Creates scratch repositories for the tests of this slice. They are independent of the git config of the
// machine, and git opens no connection.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { parseChangelog } from '../changelog/index.ts'
import { AppError } from '../errors.ts'
import { type ChangesQuery, listChanges, type ReleasedVersion } from './changes/index.ts'
import type { Environment } from './read.ts'
import { openRepository, type Repository, type RepositoryOptions } from './repository.ts'

const IDENTITY = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgSign=false']
const LOCAL_ONLY = ['-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always']

/** A query by default: the changelog has no release. */
export const QUERY: ChangesQuery = {
  changelogPath: 'CHANGELOG.md',
  tag: 'v{version}',
  release: undefined,
  findRelease: (text) => {
    const { version, releases } = parseChangelog(text)
    return releases.length > 0 ? toRelease(version) : undefined
  },
  isChangelog: (text) => parseChangelog(text).sections.length > 0,
  isExcluded: () => false,
}

/** What a test changes of {@link QUERY}. */
export interface TestQuery extends Partial<ChangesQuery> {
  /** The heading of the current version, such as `## [1.0.0]`. */
  readonly versionHeading?: string | undefined
}

/** Creates a query. */
export function toQuery({ versionHeading, ...query }: TestQuery): ChangesQuery {
  if (versionHeading === undefined) return { ...QUERY, ...query }
  const [version = ''] = /\d[\w.+-]*/.exec(versionHeading) ?? []
  return { ...QUERY, release: toRelease(version), ...query }
}

function toRelease(version: string): ReleasedVersion {
  const isIn = (text: string) =>
    parseChangelog(text).releases.some(({ meaning }) => meaning.version === version)
  return { version, isIn }
}

/** The scratch repository of the current test. */
export interface Scratch {
  /** The folder that contains the repository. A test can add files to it. */
  readonly home: string
  /** The root of the working tree. It is in `home`. */
  readonly folder: string
  /** Runs git in the repository and returns its standard output. */
  git(...args: string[]): string
  /** Writes a file of the repository. Its content is its path by default. */
  put(path: string, text?: string): void
  /** Writes these files, commits the whole working tree, and returns the hash of the commit. */
  commit(...paths: string[]): string
  /** Lists the changes of the repository at `path`, by default this one, as {@link listIn} does. */
  list(query?: TestQuery, path?: string): Promise<string[]>
  /** Lists the changes and returns the error. */
  listError(query?: TestQuery, path?: string): Promise<AppError>
}

/**
 * Creates an empty repository before each test of the file, or of the enclosing `describe`, and removes it
 * afterwards. During the test, git reads the user's config from `<home>/user`, and no system config.
 */
export function useScratch(): Scratch {
  let home = ''
  let folder = ''
  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'git-'))
    folder = join(home, 'repository')
    vi.stubEnv('HOME', join(home, 'user'))
    vi.stubEnv('XDG_CONFIG_HOME', join(home, 'user'))
    vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1')
    gitIn(home, 'init', '-q', '--template=', folder)
    // It stays open while a test changes the repository.
    opened = { folder, repository: openIn(folder) }
    await opened.repository.open()
  })
  afterEach(() => {
    opened = undefined
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

/** Runs git in a folder and returns its standard output. */
export function gitIn(cwd: string, ...args: readonly string[]): string {
  return execFileSync('git', [...IDENTITY, ...LOCAL_ONLY, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Sets the time of all later commits, in seconds since 1970. */
export function setCommitTime(seconds: number): void {
  vi.stubEnv('GIT_AUTHOR_DATE', `${seconds} +0000`)
  vi.stubEnv('GIT_COMMITTER_DATE', `${seconds} +0000`)
}

/** Writes a file and creates its folders. */
export function putIn(folder: string, path: string, text = `${path}\n`): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Commits the whole working tree and returns the hash of the commit. */
export function commitIn(folder: string): string {
  gitIn(folder, 'add', '--all')
  gitIn(folder, 'commit', '-q', '--allow-empty', '-m', 'a commit')
  return gitIn(folder, 'rev-parse', 'HEAD').trim()
}

/**
 * Adds a shell script named `git` before the real git in PATH.
 * @param script creates the script from the path of the real git
 */
export function putGit(home: string, script: (realGit: string) => string): void {
  const realGit = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  const bin = join(home, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${script(realGit)}\n`, { mode: 0o755 })
  prependPath(bin)
}

/** Returns the current environment of the test. */
export function testEnvironment(): Environment {
  return process.env
}

/** Opens the repository at a path with the environment of the test. */
export function openIn(path: string, options: Partial<RepositoryOptions> = {}): Repository {
  return openRepository({ path, environment: testEnvironment(), ...options })
}

/** Adds folders at the beginning of PATH. */
export function prependPath(...folders: readonly string[]): void {
  vi.stubEnv('PATH', [...folders, process.env.PATH].join(':'))
}

/** The scratch repository, opened at the beginning of the test. */
let opened: { readonly folder: string; readonly repository: Repository } | undefined

/**
 * Lists the changes of a repository, in order, each as `Added path`. The scratch repository is listed twice: opened now, and
 * opened at the beginning of the test. The results must be the same.
 */
export async function listIn(path: string, query: TestQuery = {}): Promise<string[]> {
  const [listed] = await Promise.allSettled([list(openIn(path), query)])
  if (opened?.folder === path)
    expect(await Promise.allSettled([list(opened.repository, query)])).toEqual([listed])
  if (listed.status === 'rejected') throw listed.reason
  return listed.value
}

async function list(repository: Repository, query: TestQuery): Promise<string[]> {
  const { changes } = await listChanges(repository, toQuery(query))
  return changes.map(({ type, path: changed }) => `${type} ${changed}`)
}

/** Lists the changes of a repository and returns the error. */
export async function listErrorIn(path: string, query: TestQuery = {}): Promise<AppError> {
  const error = await listIn(path, query).then(
    (changes) => expect.unreachable(`expected an error, got ${JSON.stringify(changes)}`),
    (error) => error,
  )
  expect(error).toBeInstanceOf(AppError)
  return error
}
