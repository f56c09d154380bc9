// Tests the client flow with a real service process and real git repositories: over HTTP, and as a command.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { ROOT, type RunningService, startService } from './process.ts'

const KEY = `qb_e2e_${'k'.repeat(43)}`
const READ_KEY = `qb_reader_${'r'.repeat(43)}`
const digest = (key: string) => createHash('sha256').update(key).digest('hex')
const KNOWN_KEYS = [
  `e2e:changes:read+changelog:write+release:create:${digest(KEY)}`,
  `reader:changes:read:${digest(READ_KEY)}`,
].join()
const START_TIMEOUT_MS = 60_000

const CHANGELOG = `# Changelog

## [Unreleased]

## [1.2.0] - 2026-01-01

### Added

- The first.
`

let running: RunningService[] = []
let folders: string[] = []
afterEach(() => {
  for (const { process } of running) process.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true })
  ;[running, folders] = [[], []]
})

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'qb-flow-'))
  folders.push(folder)
  return folder
}

/** Runs git without the config of the user and the machine. */
function git(folder: string, ...args: string[]): string {
  const settings = [
    'protocol.file.allow=always',
    'init.defaultBranch=main',
    'user.name=e2e',
    'user.email=e2e@x',
  ]
  return execFileSync('git', [...settings.flatMap((setting) => ['-c', setting]), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}

/** Creates a repository with one commit that contains the files. */
function createRepository(files: Readonly<Record<string, string>>): string {
  const folder = createFolder()
  git(folder, 'init')
  write(folder, files)
  commitAll(folder)
  return folder
}

function commitAll(folder: string): void {
  git(folder, 'add', '--all')
  git(folder, 'commit', '--message', 'Work')
}

const readChangelog = (folder: string) => readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')

async function serve(repository: string, environment: Readonly<Record<string, string>> = {}) {
  const service = await startService('changelog', {
    REPOSITORY_PATH: repository,
    CHANGELOG_API_KEYS: KNOWN_KEYS,
    ...environment,
  })
  running.push(service)
  return service
}

/** Calls an operation. The body is `any`, because each test asserts its structure. */
async function call({ url }: RunningService, method: string, path: string, body?: unknown, key = KEY) {
  const response = await fetch(new URL(path, url), {
    method,
    headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: the body of any operation
  return { status: response.status, body: (await response.json()) as any }
}

/** Runs the command `changelog` with a key in its environment. An empty key is not passed. */
async function runCommand(args: readonly string[], key: string | undefined = KEY, root = ROOT) {
  const { CHANGELOG_API_KEY: _, ...environment } = process.env
  const child = spawn(process.execPath, ['packages/changelog/dist/cli/main.bundle.js', ...args], {
    cwd: root,
    env: { ...environment, ...(key && { CHANGELOG_API_KEY: key }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code, stdout, stderr }
}

/** Creates a repository with a release and, since then, every kind of change that git distinguishes. */
function createBusyRepository(): string {
  const library = createRepository({ 'lib.c': 'int one;\n' })
  const folder = createRepository({
    '.gitignore': '*.log\n',
    'CHANGELOG.md': CHANGELOG,
    'README.md': 'Read me.\n',
    'docs/größe.md': 'Groß.\n',
    'quo"ted.txt': 'one\n',
    'src/back-and-forth.ts': 'one\n',
    'src/edited.ts': 'one\n',
    'src/gone.ts': 'one\n',
    'src/kept.ts': 'one\n',
    'src/old-name.ts': 'one\ntwo\nthree\nfour\n',
    'src/staged.ts': 'one\n',
    'src/turns-into-a-folder': 'one\n',
    'tool.sh': '#!/bin/sh\n',
    'with space.txt': 'one\n',
  })
  symlinkSync('README.md', join(folder, 'link'))
  git(folder, 'submodule', 'add', library, 'vendor/lib')
  commitAll(folder)
  git(folder, 'tag', '--annotate', '--message', 'Release', 'v1.2.0')
  git(folder, 'tag', 'not-a-version')

  // Committed after the release
  write(folder, { 'src/edited.ts': 'two\n', 'src/back-and-forth.ts': 'two\n', 'src/short-lived.ts': 'one\n' })
  git(folder, 'mv', 'src/old-name.ts', 'src/new-name.ts')
  git(folder, 'rm', 'src/gone.ts')
  commitAll(folder)
  git(folder, 'rm', 'src/short-lived.ts')
  git(folder, 'commit', '--message', 'More work')
  // Staged
  write(folder, { 'src/staged.ts': 'two\n', 'docs/über uns.md': 'Neu.\n' })
  git(folder, 'add', 'src/staged.ts', 'docs/über uns.md')
  git(folder, 'update-index', '--chmod=+x', 'tool.sh')
  chmodSync(join(folder, 'tool.sh'), 0o755)
  // Only in the working tree
  write(folder, {
    'docs/größe.md': 'Größer.\n',
    'quo"ted.txt': 'two\n',
    'src/back-and-forth.ts': 'one\n',
    'with space.txt': 'two\n',
  })
  for (const path of ['link', 'src/turns-into-a-folder']) unlinkSync(join(folder, path))
  symlinkSync('docs/größe.md', join(folder, 'link'))
  write(folder, { 'vendor/lib/lib.c': 'int two;\n' })
  git(join(folder, 'vendor/lib'), 'commit', '--all', '--message', 'Two')
  // Untracked and ignored
  write(folder, {
    'back\\slash.yml': 'x\n',
    'debug.log': 'x\n',
    'src/turns-into-a-folder/inside.ts': 'x\n',
    'tab\there.txt': 'x\n',
    'тесты/вход.test.ts': 'x\n',
    '🎲/“quoted” \'and\' "more".md': 'x\n',
  })
  git(folder, 'checkout', '--detach')
  return folder
}

const BUSY_CHANGES = [
  { type: 'Added', path: 'back\\slash.yml', category: 'Configuration' },
  { type: 'Changed', path: 'docs/größe.md', category: 'Documentation' },
  { type: 'Added', path: 'docs/über uns.md', category: 'Documentation' },
  { type: 'Changed', path: 'link', category: 'Feature' },
  { type: 'Changed', path: 'quo"ted.txt', category: 'Feature' },
  { type: 'Changed', path: 'src/edited.ts', category: 'Feature' },
  { type: 'Removed', path: 'src/gone.ts', category: 'Feature' },
  { type: 'Added', path: 'src/new-name.ts', category: 'Feature' },
  { type: 'Removed', path: 'src/old-name.ts', category: 'Feature' },
  { type: 'Changed', path: 'src/staged.ts', category: 'Feature' },
  { type: 'Removed', path: 'src/turns-into-a-folder', category: 'Feature' },
  { type: 'Added', path: 'src/turns-into-a-folder/inside.ts', category: 'Feature' },
  { type: 'Added', path: 'tab\there.txt', category: 'Feature' },
  { type: 'Changed', path: 'tool.sh', category: 'Feature' },
  { type: 'Changed', path: 'vendor/lib', category: 'Feature' },
  { type: 'Changed', path: 'with space.txt', category: 'Feature' },
  { type: 'Added', path: 'тесты/вход.test.ts', category: 'Tests' },
  { type: 'Added', path: '🎲/“quoted” \'and\' "more".md', category: 'Documentation' },
]

/** Returns the expected changelog of the busy repository after its changes are released. */
function formatBusyChangelog(version: string, date: string): string {
  const sections = ['Added', 'Changed', 'Removed'].map((type) => {
    const entries = BUSY_CHANGES.filter((change) => change.type === type)
    return `### ${type}\n\n${entries.map(({ category, path }) => `- ${category}: ${path}\n`).join('')}\n`
  })
  const released = `## [Unreleased]\n\n## [${version}] - ${date}\n\n${sections.join('')}`
  return CHANGELOG.replace('## [Unreleased]\n\n', released)
}

const toEntry = ({ type, category, path }: (typeof BUSY_CHANGES)[number]) => ({
  type,
  description: `${category}: ${path}`,
})

const formatToday = () => new Date().toISOString().slice(0, 10)

describe('the flow over HTTP', { timeout: START_TIMEOUT_MS }, () => {
  it('lists each changed path once, adds one entry for each, and releases them', async () => {
    const repository = createBusyRepository()
    const statusBefore = git(repository, 'status', '--porcelain')
    const service = await serve(repository)

    const listed = await call(service, 'GET', '/api/repository/changes')
    expect(listed).toEqual({ status: 200, body: { changes: BUSY_CHANGES } })
    expect(git(repository, 'status', '--porcelain')).toBe(statusBefore)

    const changes = listed.body.changes.map(toEntry)
    expect(await call(service, 'POST', '/api/changelog/update', { changes })).toEqual({
      status: 200,
      body: { success: true, message: 'Changelog updated successfully' },
    })
    const days = [formatToday()]
    expect(await call(service, 'POST', '/api/changelog/release', { version_bump: 'MINOR' })).toEqual({
      status: 200,
      body: { success: true, version: '1.3.0', message: 'Release created successfully' },
    })
    days.push(formatToday())
    expect(days.map((date) => formatBusyChangelog('1.3.0', date))).toContain(readChangelog(repository))
  })

  it('lists no changes after the release is committed', async () => {
    const repository = createBusyRepository()
    const service = await serve(repository)
    const changes = BUSY_CHANGES.map(toEntry)
    await call(service, 'POST', '/api/changelog/update', { changes })
    await call(service, 'POST', '/api/changelog/release')
    commitAll(repository)
    expect((await call(service, 'GET', '/api/repository/changes')).body).toEqual({ changes: [] })
    write(repository, { 'src/after.ts': 'x\n' })
    expect((await call(service, 'GET', '/api/repository/changes')).body.changes).toEqual([
      { type: 'Added', path: 'src/after.ts', category: 'Feature' },
    ])
  })

  it('needs no more than the definitions of GET /api/functions', async () => {
    const repository = createBusyRepository()
    const service = await serve(repository)
    const { functions, endpoints } = (await call(service, 'GET', '/api/functions')).body
    // biome-ignore lint/suspicious/noExplicitAny: JSON Schemas in a response
    const definition = (name: string) => functions.find((each: any) => each.name === name).parameters
    const callFunction = (name: string, parameters: object) => {
      const { method, path } = endpoints[name]
      expect(Object.keys(parameters)).toEqual(definition(name).required ?? [])
      return call(service, method, path, method === 'GET' ? undefined : parameters)
    }
    expect(Object.keys(endpoints)).toEqual(functions.map(({ name }: { name: string }) => name))

    const { changes } = (await callFunction('get_repository_changes', {})).body
    const { changes: list } = definition('update_changelog').properties
    const { type, description, ...others } = list.items.properties
    expect([list.type, description.type, others]).toEqual(['array', 'string', {}])
    const entries = changes.map(toEntry)
    for (const entry of entries) {
      expect(type.enum).toContain(entry.type)
      expect(Object.keys(entry)).toEqual(list.items.required)
    }
    const updated = await callFunction('update_changelog', { changes: entries })
    expect(updated.body.success).toBe(true)

    const [bump] = definition('create_release').properties.version_bump.enum
    const released = await callFunction('create_release', { version_bump: bump })
    expect(released.body).toMatchObject({ success: true, version: '2.0.0' })
    const { changes: releasedEntries } = (await call(service, 'GET', '/api/changelog/2.0.0')).body
    expect(releasedEntries).toHaveLength(BUSY_CHANGES.length)
    expect(releasedEntries).toEqual(expect.arrayContaining(entries))
  })
})

describe('the changes of unusual repositories', { timeout: START_TIMEOUT_MS }, () => {
  const added = (path: string) => ({ type: 'Added', path, category: 'Feature' })

  it('are rejected when the folder is not a repository', async () => {
    const folder = createFolder()
    const { status, body } = await call(await serve(folder), 'GET', '/api/repository/changes')
    expect(status).toBe(400)
    expect(body.error).toContain('REPOSITORY_PATH')
    expect(body.error).toContain(folder)
  })

  it('are all files when there are no commits', async () => {
    const folder = createFolder()
    git(folder, 'init')
    write(folder, { 'staged.ts': 'x\n', 'untracked.ts': 'x\n', 'CHANGELOG.md': CHANGELOG })
    git(folder, 'add', 'staged.ts')
    const { body } = await call(await serve(folder), 'GET', '/api/repository/changes')
    expect(body.changes).toEqual(['staged.ts', 'untracked.ts'].map(added))
  })

  it('are rejected in a shallow clone without the release commit, until the history is fetched', async () => {
    const origin = createRepository({ 'CHANGELOG.md': CHANGELOG, 'one.ts': 'x\n' })
    git(origin, 'tag', 'v1.2.0')
    write(origin, { 'two.ts': 'x\n' })
    commitAll(origin)
    const clone = join(createFolder(), 'clone')
    git(origin, 'clone', '--depth=1', '--no-tags', `file://${origin}`, clone)
    const service = await serve(clone)
    const rejected = await call(service, 'GET', '/api/repository/changes')
    expect(rejected.status).toBe(400)
    expect(rejected.body.error).toMatch(/shallow clone.*git fetch --unshallow --tags.*pass `since`/)
    expect((await call(service, 'GET', '/api/repository/changes?since=HEAD')).body).toEqual({ changes: [] })
    git(clone, 'fetch', '--unshallow', '--tags')
    expect((await call(service, 'GET', '/api/repository/changes')).body.changes).toEqual([added('two.ts')])
  })

  it('are listed when a different user owns the repository', async () => {
    const repository = createRepository({ 'one.ts': 'x\n' })
    write(repository, { 'two.ts': 'x\n' })
    const environment = { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }
    expect(() =>
      execFileSync('git', ['status'], {
        cwd: repository,
        env: { ...process.env, ...environment },
        stdio: 'ignore',
      }),
    ).toThrow()
    const service = await serve(repository, environment)
    expect((await call(service, 'GET', '/api/repository/changes')).body.changes).toEqual([added('two.ts')])
  })
})

describe('the command changelog flow', { timeout: START_TIMEOUT_MS }, () => {
  it('prints in a dry run what it would do, and writes nothing', async () => {
    const repository = createBusyRepository()
    const { url } = await serve(repository)
    const { code, stdout, stderr } = await runCommand(['flow', '--url', url, '--dry-run', '--bump', 'MAJOR'])
    const lines = BUSY_CHANGES.map(({ type, category, path }) => `${type.padEnd(8)}${category}: ${path}`)
    expect(stdout).toBe(`${lines.join('\n')}\nwould add 18 entries and create a MAJOR release after 1.2.0\n`)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(readChangelog(repository)).toBe(CHANGELOG)
  })

  it('adds an entry for each change and releases them, and releases nothing the second time', async () => {
    const repository = createBusyRepository()
    const { url } = await serve(repository)
    const days = [formatToday()]
    const first = await runCommand(['flow', '--url', url])
    days.push(formatToday())
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toMatch(/^Added {3}Configuration: back\\slash\.yml\n/)
    expect(first.stdout).toMatch(/\nadded 18 entries\nreleased 1\.2\.1\n$/)
    const released = readChangelog(repository).replace('back\\\\slash', 'back\\slash')
    expect(days.map((date) => formatBusyChangelog('1.2.1', date))).toContain(released)

    commitAll(repository)
    const before = readChangelog(repository)
    const second = await runCommand(['flow', '--url', url, '--bump', 'MAJOR'])
    expect(second).toEqual({
      code: 0,
      stdout: 'nothing released; the version is still 1.2.1: there is nothing under Unreleased\n',
      stderr: '',
    })
    expect(readChangelog(repository)).toBe(before)
  })

  it('prints the warnings of a release', async () => {
    const log = `## Unreleased\n\n- a\n\n## [1.2.0](https://a.b/milestone/7)\n\n- b\n\n## [1.1.0](https://a.b/milestone/6)\n`
    const { url } = await serve(createRepository({ 'CHANGELOG.md': log }))
    const { stdout } = await runCommand(['flow', '--url', url])
    expect(stdout).toMatch(/^released 1\.2\.1\nwarning: 1\.2\.1 has no link/m)
  })

  it('adds paths so that they are rendered as they are, and finds them again', async () => {
    const repository = createRepository({ 'CHANGELOG.md': CHANGELOG })
    write(repository, { 'py/__init__.py': 'x\n', 'a*b*c.txt': 'x\n', 'gen<T>.ts': 'x\n', '<!-- x.md': 'x\n' })
    const { url } = await serve(repository)
    expect((await runCommand(['flow', '--url', url])).stdout).toContain('\nadded 4 entries\n')
    for (const written of ['py/\\_\\_init\\_\\_.py', 'a\\*b\\*c.txt', 'gen\\<T>.ts', '\\<\\!-- x.md'])
      expect(readChangelog(repository)).toContain(`: ${written}\n`)
    expect((await runCommand(['flow', '--url', url])).stdout).toContain('\n4 entries added by an earlier run')
  })

  it('can be repeated: nothing is added or released twice', async () => {
    const repository = createBusyRepository()
    const { url } = await serve(repository)
    expect((await runCommand(['flow', '--url', url])).stdout).toMatch(
      /\nadded 18 entries\nreleased 1\.2\.1\n$/,
    )
    const before = readChangelog(repository)
    const again = await runCommand(['flow', '--url', url])
    expect(again.stdout).toMatch(
      /\n18 entries added by an earlier run of this flow\nan earlier run of this flow released 1\.2\.1\n$/,
    )
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(readChangelog(repository)).toBe(before)
  })

  it('releases nothing twice when the last committed version has no tag, but an older one has', async () => {
    const repository = createRepository({ 'CHANGELOG.md': CHANGELOG, 'a.js': '' })
    git(repository, 'tag', 'v1.2.0')
    write(repository, { 'b.js': '' })
    commitAll(repository)
    write(repository, { 'CHANGELOG.md': CHANGELOG.replace('## [1.2.0]', '## [1.3.0]\n\n- b\n\n## [1.2.0]') })
    commitAll(repository)
    write(repository, { 'c.js': '' })
    commitAll(repository)
    const { url } = await serve(repository)
    const run = async () => (await runCommand(['flow', '--url', url, '--bump', 'MINOR'])).stdout
    expect(await run()).toBe('Added   Feature: c.js\nadded 1 entry\nreleased 1.4.0\n')
    const again = '1 entry added by an earlier run of this flow\nan earlier run of this flow released 1.4.0\n'
    expect(await run()).toBe(`Added   Feature: c.js\n${again}`)
  })

  it('does not get stuck at an error of an earlier run, and releases again what is gone', async () => {
    const repository = createBusyRepository()
    const { url } = await serve(repository)
    const path = join(repository, 'CHANGELOG.md')
    writeFileSync(
      path,
      CHANGELOG.replace('## [Unreleased]\n', '## [Unreleased]\n\n## [Bleeding edge]\n\n- x\n'),
    )
    expect((await runCommand(['flow', '--url', url])).code).toBe(1)
    writeFileSync(path, CHANGELOG)
    expect((await runCommand(['flow', '--url', url])).stdout).toMatch(/\nreleased 1\.2\.1\n$/)
    writeFileSync(path, CHANGELOG)
    const again = await runCommand(['flow', '--url', url])
    expect(again.stdout).toMatch(
      /\n0 entries added by an earlier run of this flow\nadded 18 entries\nreleased 1\.2\.1\n$/,
    )
    expect(readChangelog(repository).match(/^- Configuration: back/gm)).toHaveLength(1)
  })

  it('knows its entries in a file without categories', async () => {
    const repository = createRepository({ 'CHANGELOG.md': '## 1.0.0\n\n- First.\n', 'one.ts': 'x\n' })
    git(repository, 'tag', 'v1.0.0')
    write(repository, { 'two.ts': 'x\n', 'three.ts': 'x\n' })
    const service = await serve(repository, { CHANGELOG_CATEGORIES: 'if-used' })
    const changes = [{ type: 'Added', description: 'Feature: two.ts' }]
    await call(service, 'POST', '/api/changelog/update', { changes })
    const { stdout } = await runCommand(['flow', '--url', service.url])
    expect(stdout).toMatch(/\n1 entry already under Unreleased\nadded 1 entry\nreleased 1\.0\.1\n$/)
    expect(readChangelog(repository)).toContain(
      '## 1.0.1\n\n- Feature: two.ts\n- Feature: three.ts\n\n## 1.0.0\n\n- First.\n',
    )
  })

  it('does not add entries that are under Unreleased already', async () => {
    const repository = createBusyRepository()
    const service = await serve(repository)
    const changes = BUSY_CHANGES.slice(0, 5).map(toEntry)
    await call(service, 'POST', '/api/changelog/update', { changes })
    const { stdout } = await runCommand(['flow', '--url', service.url])
    expect(stdout).toMatch(/\n5 entries already under Unreleased\nadded 13 entries\nreleased 1\.2\.1\n$/)
    expect(readChangelog(repository).match(/^- Configuration: back/gm)).toHaveLength(1)
    // The entries of the first run differ from all entries, so the service does not have them under this payload.
    const before = readChangelog(repository)
    const again = await runCommand(['flow', '--url', service.url])
    expect(again.stdout).toMatch(
      /\n18 entries added by an earlier run of this flow\nan earlier run of this flow released 1\.2\.1\n$/,
    )
    expect(readChangelog(repository)).toBe(before)
  })

  it('ends with exit code 1 and the error of the service, and writes nothing', async () => {
    const ambiguous = CHANGELOG.replace('## [Unreleased]\n', '## [Unreleased]\n\n## Unreleased\n')
    const repository = createRepository({ 'CHANGELOG.md': ambiguous })
    write(repository, { 'new.ts': 'x\n' })
    const { url } = await serve(repository)
    const rejected = await runCommand(['flow', '--url', url])
    expect(rejected.code).toBe(1)
    expect(rejected.stderr).toMatch(
      /^GET \/api\/changelog\/unreleased: 400 expected one Unreleased heading.*line 5\n$/,
    )
    expect(readChangelog(repository)).toBe(ambiguous)
    const unknown = await runCommand(['flow', '--url', url, '--since', 'no-such-tag'])
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(unknown.stderr).toContain('no-such-tag')
  })

  it.each([
    { args: [], reason: 'expected a command' },
    { args: ['fly'], reason: 'unknown command: fly' },
    {
      args: ['flow', '--bump', 'minor'],
      reason: '--bump: expected one of: MAJOR, MINOR, PATCH, auto; got minor',
    },
    { args: ['flow', '--bumb', 'MINOR'], reason: '--bumb' },
    { args: ['flow', '--url', '127.0.0.1'], reason: '--url: expected a URL' },
    { args: ['flow', '--url', 'localhost:8001'], reason: '--url: expected a URL' },
    { args: ['flow', 'MINOR'], reason: 'MINOR' },
    { args: ['make-key'], reason: 'expected one id' },
    { args: ['make-key', 'ci', '--scopes', 'everything'], reason: 'unknown scope: everything' },
    { args: ['make-key', 'a_b'], reason: 'expected 1 to 40 letters, digits and hyphens' },
  ])(
    'ends with exit code 2, and names the command that shows the usage, for $args',
    async ({ args, reason }) => {
      const { code, stdout, stderr } = await runCommand(args)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain(reason)
      expect(stderr).toMatch(/\nchangelog --help shows the usage\n$/)
    },
  )

  it('ends with exit code 3 without an authorised key, and writes nothing', async () => {
    const repository = createRepository({ 'CHANGELOG.md': CHANGELOG })
    write(repository, { 'new.ts': 'x\n' })
    const { url } = await serve(repository)
    for (const [key, reason] of [
      ['', 'CHANGELOG_API_KEY: expected an API key or a token, got nothing; the service prints'],
      [`${KEY}k`, '401 expected a known API key'],
      ['schlüssel €', 'CHANGELOG_API_KEY: expected an API key'],
      [READ_KEY, '403 expected the scope changelog:write, got changes:read'],
    ] as const) {
      const { code, stderr } = await runCommand(['flow', '--url', url], key)
      expect(stderr).toContain(reason)
      expect(code, reason).toBe(3)
      expect(stderr).not.toContain(key || 'no key')
    }
    expect(readChangelog(repository)).toBe(CHANGELOG)
  })

  it.each([
    ['changes:read+changelog:write', 'release:create'],
    ['changes:read+release:create', 'changelog:write'],
  ])('ends with exit code 3 with a key of the scopes %s, and adds no entry', async (scopes, missing) => {
    const repository = createBusyRepository()
    const key = `qb_part_${'p'.repeat(43)}`
    const service = await serve(repository, { CHANGELOG_API_KEYS: `part:${scopes}:${digest(key)}` })
    const before = readChangelog(repository)
    for (const more of [[], ['--bump', 'auto']]) {
      const { code, stderr } = await runCommand(['flow', '--url', service.url, ...more], key)
      expect([code, stderr]).toEqual([3, expect.stringContaining(missing)])
      expect(readChangelog(repository)).toBe(before)
    }
  })

  it('reads .env of its checkout', async () => {
    const root = createFolder()
    const bundle = 'packages/changelog/dist/cli/main.bundle.js'
    write(root, {
      'package.json': '{"type":"module"}',
      '.env': 'CHANGELOG_HOST=localhost\nCHANGELOG_PORT=2\n',
      [bundle]: readFileSync(join(ROOT, bundle), 'utf8'),
    })
    const { code, stderr } = await runCommand(['flow'], KEY, root)
    expect([code, stderr]).toEqual([4, expect.stringMatching(/^http:\/\/localhost:2: /)])
  })

  it('sends its key to no other origin, also when it is redirected there', async () => {
    const headers: IncomingHttpHeaders[] = []
    const other = createServer((request, response) => {
      headers.push(request.headers)
      response.end('{}')
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const redirect = createServer((request, response) => {
      response.writeHead(307, { location: `http://localhost:${port}${request.url}` }).end()
    }).listen(0, '127.0.0.1')
    await once(redirect, 'listening')
    const url = `http://127.0.0.1:${(redirect.address() as AddressInfo).port}`
    expect(await runCommand(['flow', '--url', url])).toMatchObject({ code: 4 })
    redirect.close()
    other.close()
    expect(headers).toHaveLength(1)
    expect(JSON.stringify(headers)).not.toContain(KEY)
  })

  it.each([
    ['1', 0, 3, 'waiting 1 s: 503 '],
    ['61', 1, 1, 'expected the lock'],
    ['soon', 1, 1, 'expected the lock'],
  ])('waits as long as a busy service asks, here %s', async (retryAfter, code, requests, said) => {
    let count = 0
    const service = createServer((request, response) => {
      count += 1
      const isBusy = count === 1
      if (isBusy) response.writeHead(503, { 'retry-after': retryAfter })
      const done = request.method === 'GET' ? '{"changes":[]}' : '{"success":true,"version":"1.3.0"}'
      response.end(isBusy ? '{"error":"expected the lock"}' : done)
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const result = await runCommand(['flow', '--url', url])
    service.close()
    expect([result.code, count]).toEqual([code, requests])
    expect(result.stderr).toContain(said)
    expect(result.stdout).toBe(code === 0 ? 'released 1.3.0\n' : '')
  })

  it('ends with exit code 4 when the URL does not lead to the service', async () => {
    const other = createServer((_request, response) => response.end('<p>a different service'))
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const different = await runCommand(['flow', '--url', url])
    await new Promise((closed) => other.close(closed))
    const missing = await runCommand(['flow', '--url', url])
    for (const { code, stdout, stderr } of [different, missing]) {
      expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
      expect(stderr).toContain(`${url}: expected the changelog service, got `)
      expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    }
  })

  it('ends with exit code 4 when the URL is that of another service, of files, or has a wrong base path', async () => {
    const files = createServer((_request, response) => response.writeHead(404).end('<h1>Not found</h1>'))
    await once(files.listen(0, '127.0.0.1'), 'listening')
    const questions = await startService('questions')
    running.push(questions)
    const { url } = await serve(createRepository({ 'CHANGELOG.md': CHANGELOG }))
    for (const wrong of [
      `http://127.0.0.1:${(files.address() as AddressInfo).port}`,
      questions.url,
      `${url}/trivia`,
    ]) {
      const { code, stdout, stderr } = await runCommand(['flow', '--url', wrong])
      expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
      expect(stderr).toContain(
        `${wrong}: expected the changelog service, got 404 for GET /api/repository/changes; --url`,
      )
    }
    const packages = await runCommand(['flow', '--all', '--url', questions.url])
    expect([packages.code, packages.stdout]).toEqual([4, ''])
    files.close()
  })
})

describe('the command changelog make-key', { timeout: START_TIMEOUT_MS }, () => {
  it('prints a key and its config entry, which grants only the given scopes', async () => {
    const { code, stdout } = await runCommand([
      'make-key',
      'ci-1',
      '--scopes',
      'changes:read+changelog:write',
    ])
    expect(code).toBe(0)
    const [key = ''] = stdout.match(/qb_ci-1_[\w-]{43}/) ?? []
    const entry = /^CHANGELOG_API_KEYS="(.+)"$/m.exec(stdout)?.[1] ?? ''
    expect(stdout.split(key)).toHaveLength(2)
    expect(entry).toBe(`ci-1:changes:read+changelog:write:${digest(key)}`)

    const repository = createRepository({ 'CHANGELOG.md': CHANGELOG })
    const service = await serve(repository, { CHANGELOG_API_KEYS: entry })
    const change = { changes: [{ type: 'Added', description: 'One.' }] }
    expect((await call(service, 'GET', '/api/repository/changes', undefined, key)).status).toBe(200)
    expect((await call(service, 'POST', '/api/changelog/update', change, key)).status).toBe(200)
    expect((await call(service, 'POST', '/api/changelog/release', {}, key)).status).toBe(403)
    expect((await call(service, 'POST', '/api/changelog/release', {}, KEY)).status).toBe(401)
  })

  it('makes a different key each time, with all scopes by default', async () => {
    const outputs = await Promise.all([runCommand(['make-key', 'ci']), runCommand(['make-key', 'ci'])])
    for (const { stdout } of outputs)
      expect(stdout).toContain('="ci:changes:read+changelog:write+release:create:')
    const keys = outputs.map(({ stdout }) => /^qb_ci_\S+$/m.exec(stdout)?.[0])
    expect(new Set(keys).size).toBe(2)
  })
})
