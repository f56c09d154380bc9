// The client flow for real: a process, a git repository with everything in it that git has, and the command.
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
import { createServer } from 'node:http'
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

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'qb-flow-'))
  folders.push(folder)
  return folder
}

/** Runs git with no settings but these, whatever the machine has. */
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

/** A repository whose one commit holds these files. */
function makeRepository(files: Readonly<Record<string, string>>): string {
  const folder = makeFolder()
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

/** Calls an operation; what it answers with is not known here, so that a test says what it expects. */
async function call({ url }: RunningService, method: string, path: string, body?: unknown, key = KEY) {
  const response = await fetch(new URL(path, url), {
    method,
    headers: { 'x-api-key': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers of any operation
  return { status: response.status, body: (await response.json()) as any }
}

/** Runs the command as people do, with a key in its environment. */
async function runCommand(args: readonly string[], key: string | undefined = KEY) {
  const { CHANGELOG_API_KEY: _, ...environment } = process.env
  const child = spawn(process.execPath, ['packages/changelog/dist/cli/main.js', ...args], {
    cwd: ROOT,
    env: { ...environment, ...(key && { CHANGELOG_API_KEY: key }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [printed, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code, printed, complained }
}

/** A repository after a release, with every kind of work in it that git tells apart. */
function makeBusyRepository(): string {
  const library = makeRepository({ 'lib.c': 'int one;\n' })
  const folder = makeRepository({
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

  // Committed since
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
  // Untracked, and ignored
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

/** The changelog of the busy repository once all of its changes are released. */
function busyChangelog(version: string, date: string): string {
  const sections = ['Added', 'Changed', 'Removed'].map((type) => {
    const entries = BUSY_CHANGES.filter((change) => change.type === type)
    return `### ${type}\n\n${entries.map(({ category, path }) => `- ${category}: ${path}\n`).join('')}\n`
  })
  const released = `## [Unreleased]\n\n## [${version}] - ${date}\n\n${sections.join('')}`
  return CHANGELOG.replace('## [Unreleased]\n\n', released)
}

const entryOf = ({ type, category, path }: (typeof BUSY_CHANGES)[number]) => ({
  type,
  description: `${category}: ${path}`,
})

const today = () => new Date().toISOString().slice(0, 10)

describe('changes, update, release over HTTP', { timeout: START_TIMEOUT_MS }, () => {
  it('lists every path of a busy repository once, writes one entry each, and releases them', async () => {
    const repository = makeBusyRepository()
    const statusBefore = git(repository, 'status', '--porcelain')
    const service = await serve(repository)

    const listed = await call(service, 'GET', '/api/repository/changes')
    expect(listed).toEqual({ status: 200, body: { changes: BUSY_CHANGES } })
    expect(git(repository, 'status', '--porcelain')).toBe(statusBefore)

    const changes = listed.body.changes.map(entryOf)
    expect(await call(service, 'POST', '/api/changelog/update', { changes })).toEqual({
      status: 200,
      body: { success: true, message: 'Changelog updated successfully' },
    })
    const days = [today()]
    expect(await call(service, 'POST', '/api/changelog/release', { version_bump: 'MINOR' })).toEqual({
      status: 200,
      body: { success: true, version: '1.3.0', message: 'Release created successfully' },
    })
    days.push(today())
    expect(days.map((date) => busyChangelog('1.3.0', date))).toContain(readChangelog(repository))
  })

  it('starts anew from the commit that holds the new version’s heading', async () => {
    const repository = makeBusyRepository()
    const service = await serve(repository)
    const changes = BUSY_CHANGES.map(entryOf)
    await call(service, 'POST', '/api/changelog/update', { changes })
    await call(service, 'POST', '/api/changelog/release')
    commitAll(repository)
    expect((await call(service, 'GET', '/api/repository/changes')).body).toEqual({ changes: [] })
    write(repository, { 'src/after.ts': 'x\n' })
    expect((await call(service, 'GET', '/api/repository/changes')).body.changes).toEqual([
      { type: 'Added', path: 'src/after.ts', category: 'Feature' },
    ])
  })

  it('is all that a client needs to know from GET /api/functions', async () => {
    const repository = makeBusyRepository()
    const service = await serve(repository)
    const { functions, endpoints } = (await call(service, 'GET', '/api/functions')).body
    // biome-ignore lint/suspicious/noExplicitAny: JSON Schemas as a client gets them
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
    const entries = changes.map(entryOf)
    for (const entry of entries) {
      expect(type.enum).toContain(entry.type)
      expect(Object.keys(entry)).toEqual(list.items.required)
    }
    const updated = await callFunction('update_changelog', { changes: entries })
    expect(updated.body.success).toBe(true)

    const [bump] = definition('create_release').properties.version_bump.enum
    const released = await callFunction('create_release', { version_bump: bump })
    expect(released.body).toMatchObject({ success: true, version: '2.0.0' })
    const { changes: written } = (await call(service, 'GET', '/api/changelog/2.0.0')).body
    expect(written).toHaveLength(BUSY_CHANGES.length)
    expect(written).toEqual(expect.arrayContaining(entries))
  })
})

describe('changes of repositories that are not as usual', { timeout: START_TIMEOUT_MS }, () => {
  const added = (path: string) => ({ type: 'Added', path, category: 'Feature' })

  it('are refused with the setting and the folder where there is no repository', async () => {
    const folder = makeFolder()
    const { status, body } = await call(await serve(folder), 'GET', '/api/repository/changes')
    expect(status).toBe(400)
    expect(body.error).toContain('REPOSITORY_PATH')
    expect(body.error).toContain(folder)
  })

  it('are all files on a branch without commits', async () => {
    const folder = makeFolder()
    git(folder, 'init')
    write(folder, { 'staged.ts': 'x\n', 'untracked.ts': 'x\n', 'CHANGELOG.md': CHANGELOG })
    git(folder, 'add', 'staged.ts')
    const { body } = await call(await serve(folder), 'GET', '/api/repository/changes')
    expect(body.changes).toEqual(['staged.ts', 'untracked.ts'].map(added))
  })

  it('are refused in a shallow clone that ends before the release, until the history is fetched', async () => {
    const origin = makeRepository({ 'CHANGELOG.md': CHANGELOG, 'one.ts': 'x\n' })
    git(origin, 'tag', 'v1.2.0')
    write(origin, { 'two.ts': 'x\n' })
    commitAll(origin)
    const clone = join(makeFolder(), 'clone')
    git(origin, 'clone', '--depth=1', '--no-tags', `file://${origin}`, clone)
    const service = await serve(clone)
    const refused = await call(service, 'GET', '/api/repository/changes')
    expect(refused.status).toBe(400)
    expect(refused.body.error).toMatch(/shallow clone.*git fetch --unshallow --tags.*\?since=/)
    expect((await call(service, 'GET', '/api/repository/changes?since=HEAD')).body).toEqual({ changes: [] })
    git(clone, 'fetch', '--unshallow', '--tags')
    expect((await call(service, 'GET', '/api/repository/changes')).body.changes).toEqual([added('two.ts')])
  })

  it('are listed in a repository of another owner', async () => {
    const repository = makeRepository({ 'one.ts': 'x\n' })
    write(repository, { 'two.ts': 'x\n' })
    const assumed = { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }
    expect(() =>
      execFileSync('git', ['status'], {
        cwd: repository,
        env: { ...process.env, ...assumed },
        stdio: 'ignore',
      }),
    ).toThrow()
    const service = await serve(repository, assumed)
    expect((await call(service, 'GET', '/api/repository/changes')).body.changes).toEqual([added('two.ts')])
  })
})

describe('the command changelog flow', { timeout: START_TIMEOUT_MS }, () => {
  it('says in a dry run what it would do, and changes nothing', async () => {
    const repository = makeBusyRepository()
    const { url } = await serve(repository)
    const { code, printed, complained } = await runCommand([
      'flow',
      '--url',
      url,
      '--dry-run',
      '--bump',
      'MAJOR',
    ])
    const lines = BUSY_CHANGES.map(({ type, category, path }) => `${type.padEnd(8)}${category}: ${path}`)
    expect(printed).toBe(`${lines.join('\n')}\nwould add 18 entries and release a MAJOR\n`)
    expect({ code, complained }).toEqual({ code: 0, complained: '' })
    expect(readChangelog(repository)).toBe(CHANGELOG)
  })

  it('adds an entry for each change and releases them; once more, there is nothing to release', async () => {
    const repository = makeBusyRepository()
    const { url } = await serve(repository)
    const days = [today()]
    const first = await runCommand(['flow', '--url', url])
    days.push(today())
    expect(first).toMatchObject({ code: 0, complained: '' })
    expect(first.printed).toMatch(/^Added {3}Configuration: back\\slash\.yml\n/)
    expect(first.printed).toMatch(/\nadded 18 entries\nreleased 1\.2\.1\n$/)
    expect(days.map((date) => busyChangelog('1.2.1', date))).toContain(readChangelog(repository))

    commitAll(repository)
    const before = readChangelog(repository)
    const second = await runCommand(['flow', '--url', url, '--bump', 'MAJOR'])
    expect(second).toEqual({
      code: 0,
      printed: 'nothing released, still 1.2.1: there is nothing under Unreleased\n',
      complained: '',
    })
    expect(readChangelog(repository)).toBe(before)
  })

  it('ends with 1 and the service’s reason when it refuses, the file untouched', async () => {
    const ambiguous = `${CHANGELOG}\n## [Unreleased]\n`
    const repository = makeRepository({ 'CHANGELOG.md': ambiguous })
    write(repository, { 'new.ts': 'x\n' })
    const { url } = await serve(repository)
    const refused = await runCommand(['flow', '--url', url])
    expect(refused.code).toBe(1)
    expect(refused.complained).toMatch(
      /^POST \/api\/changelog\/update: 400 expected one Unreleased heading.*line 11\n$/,
    )
    expect(readChangelog(repository)).toBe(ambiguous)
    const unknown = await runCommand(['flow', '--url', url, '--since', 'no-such-tag'])
    expect(unknown).toMatchObject({ code: 1, printed: '' })
    expect(unknown.complained).toContain('no-such-tag')
  })

  it.each([
    { args: [], reason: 'expected a command' },
    { args: ['fly'], reason: 'unknown command: fly' },
    { args: ['flow', '--bump', 'minor'], reason: '--bump: expected MAJOR, MINOR or PATCH, got minor' },
    { args: ['flow', '--bumb', 'MINOR'], reason: '--bumb' },
    { args: ['flow', '--url', '127.0.0.1'], reason: '--url: expected an address' },
    { args: ['flow', '--url', 'localhost:8001'], reason: '--url: expected an address' },
    { args: ['flow', 'MINOR'], reason: 'MINOR' },
    { args: ['make-key'], reason: 'expected one id' },
    { args: ['make-key', 'ci', '--scopes', 'everything'], reason: 'unknown scope: everything' },
    { args: ['make-key', 'a_b'], reason: 'expected 1 to 40 letters, digits and dashes' },
  ])('ends with 2 and its usage for $args', async ({ args, reason }) => {
    const { code, printed, complained } = await runCommand(args)
    expect({ code, printed }).toEqual({ code: 2, printed: '' })
    expect(complained.split('\n\nusage:\n')[0]).toContain(reason)
    expect(complained).toContain('changelog flow [--url')
  })

  it('ends with 3 without a key that may, the file untouched', async () => {
    const repository = makeRepository({ 'CHANGELOG.md': CHANGELOG })
    write(repository, { 'new.ts': 'x\n' })
    const { url } = await serve(repository)
    for (const [key, reason] of [
      ['', 'CHANGELOG_API_KEY: expected a key in the environment, got none'],
      [`${KEY}k`, '401 expected a known API key'],
      ['schlüssel €', 'CHANGELOG_API_KEY: expected a key'],
      [READ_KEY, '403 expected the scope changelog:write, got changes:read'],
    ] as const) {
      const { code, complained } = await runCommand(['flow', '--url', url], key)
      expect(complained).toContain(reason)
      expect(code, reason).toBe(3)
      expect(complained).not.toContain(key || 'no key')
    }
    expect(readChangelog(repository)).toBe(CHANGELOG)
  })

  it('ends with 4 when nothing listens, or something else', async () => {
    const other = createServer((_request, response) => response.end('<p>another service'))
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const foreign = await runCommand(['flow', '--url', url])
    await new Promise((closed) => other.close(closed))
    const absent = await runCommand(['flow', '--url', url])
    for (const { code, printed, complained } of [foreign, absent]) {
      expect({ code, printed }).toEqual({ code: 4, printed: '' })
      expect(complained).toContain(`${url} cannot be reached: `)
      expect(complained.trimEnd().split('\n')).toHaveLength(1)
    }
  })
})

describe('the command changelog make-key', { timeout: START_TIMEOUT_MS }, () => {
  it('prints a key once, and an entry without it that opens the service within its scopes', async () => {
    const { code, printed } = await runCommand([
      'make-key',
      'ci-1',
      '--scopes',
      'changes:read+changelog:write',
    ])
    expect(code).toBe(0)
    const [key = ''] = printed.match(/qb_ci-1_[\w-]{43}/) ?? []
    const entry = /^CHANGELOG_API_KEYS="(.+)"$/m.exec(printed)?.[1] ?? ''
    expect(printed.split(key)).toHaveLength(2)
    expect(entry).toBe(`ci-1:changes:read+changelog:write:${digest(key)}`)

    const repository = makeRepository({ 'CHANGELOG.md': CHANGELOG })
    const service = await serve(repository, { CHANGELOG_API_KEYS: entry })
    const change = { changes: [{ type: 'Added', description: 'One.' }] }
    expect((await call(service, 'GET', '/api/repository/changes', undefined, key)).status).toBe(200)
    expect((await call(service, 'POST', '/api/changelog/update', change, key)).status).toBe(200)
    expect((await call(service, 'POST', '/api/changelog/release', {}, key)).status).toBe(403)
    expect((await call(service, 'POST', '/api/changelog/release', {}, KEY)).status).toBe(401)
  })

  it('makes a key with every scope when none is named, and another one each time', async () => {
    const outputs = await Promise.all([runCommand(['make-key', 'ci']), runCommand(['make-key', 'ci'])])
    for (const { printed } of outputs)
      expect(printed).toContain('="ci:changes:read+changelog:write+release:create:')
    const keys = outputs.map(({ printed }) => /^qb_ci_\S+$/m.exec(printed)?.[0])
    expect(new Set(keys).size).toBe(2)
  })
})
