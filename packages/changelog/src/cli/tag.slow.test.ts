// Tests the command `tag` with real git repositories and remotes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { gitIn, testEnvironment } from '../testing.ts'
import { runChangelogCommand } from './commands.ts'

const logOf = (version: string) => `# Log\n\n## [Unreleased]\n\n## [${version}] - 2020-01-01\n\n- x\n`

let home = ''
let folder = ''
let printed: string[] = []

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const commit = (message: string) => {
  gitIn(folder, 'add', '--all')
  gitIn(folder, 'commit', '--quiet', '--allow-empty', `--message=${message}`)
  return gitIn(folder, 'rev-parse', 'HEAD').trim()
}

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'changelog-tag-'))
  folder = join(home, 'repository')
  gitIn(home, 'init', '--quiet', '--bare', 'remote.git')
  gitIn(home, 'init', '--quiet', '--initial-branch=main', folder)
  gitIn(folder, 'remote', 'add', 'origin', '../remote.git')
  printed = []
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((text) => void printed.push(String(text)))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(home, { recursive: true, maxRetries: 5 })
})

const tag = (variables: Record<string, string> = {}, args: readonly string[] = []) =>
  runChangelogCommand(['tag', ...args], 'changelog', {
    ...testEnvironment(),
    REPOSITORY_PATH: folder,
    CHANGELOG_GIT_NAME: 'Bot',
    CHANGELOG_GIT_EMAIL: 'bot@example.org',
    ...variables,
  })
const remote = (...args: string[]) => gitIn(join(home, 'remote.git'), ...args)

it('tags the commit that added the heading, once, with the message of a release', async () => {
  write('CHANGELOG.md', logOf('1.0.0'))
  const heading = commit('release')
  commit('later')
  const settings = { CHANGELOG_TAG: 'r{version}', CHANGELOG_COMMIT_MESSAGE: 'Release {version} of {path}' }
  expect(await tag(settings)).toBe(0)
  expect(await tag(settings)).toBe(0)
  expect(printed).toEqual([`created r1.0.0 of ${heading}`, 'r1.0.0 exists'])
  expect(remote('rev-parse', 'r1.0.0^{commit}').trim()).toBe(heading)
  expect(remote('for-each-ref', '--format=%(taggername) %(contents:subject)').trim()).toBe(
    'Bot Release 1.0.0 of CHANGELOG.md',
  )
})

it('tags each package that has a release', async () => {
  write('a/CHANGELOG.md', logOf('1.0.0'))
  write('b/CHANGELOG.md', '# Log\n\n## [Unreleased]\n')
  const first = commit('a')
  expect(await tag({ CHANGELOG_PACKAGES: 'a=a,b=b' })).toBe(0)
  expect(printed).toEqual([`created a@1.0.0 of ${first}`, 'b/CHANGELOG.md has no release'])
  write('b/CHANGELOG.md', logOf('2.0.0'))
  const second = commit('b')
  expect(await tag({ CHANGELOG_PACKAGES: 'a=a,b=b' })).toBe(0)
  expect(printed.slice(2)).toEqual(['a@1.0.0 exists', `created b@2.0.0 of ${second}`])
})

it.each([
  ['a heading that is not committed', 5, 'expected the heading of 1.0.0 in a commit', doNothing, {}],
  ['a shallow clone', 5, 'got a shallow one', makeShallow, {}],
  ['no remote', 5, 'expected the remote nowhere', doNothing, { CHANGELOG_REMOTE: 'nowhere' }],
  ['a remote that cannot be reached', 5, 'expected to reach the remote origin', removeRemote, {}],
  ['a remote that refuses tags', 5, 'expected git to push to origin', refuseTags, {}],
  ['an invalid setting', 2, 'CHANGELOG_TAG: expected {version}', doNothing, { CHANGELOG_TAG: 'x' }],
] as const)('%s is an error', async (name, code, message, arrange, variables) => {
  write('code', 'x')
  commit('first')
  write('CHANGELOG.md', logOf('1.0.0'))
  if (!name.startsWith('a heading')) commit('release')
  arrange()
  expect(await tag(variables)).toBe(code)
  expect(printed.join('\n')).toContain(message)
})

it('has no arguments', async () => {
  expect(await tag({}, ['--all'])).toBe(2)
})

function makeShallow(): void {
  gitIn(home, 'clone', '--quiet', '--depth=1', `file://${folder}`, 'shallow')
  folder = join(home, 'shallow')
}

function removeRemote(): void {
  rmSync(join(home, 'remote.git'), { recursive: true })
}

function refuseTags(): void {
  const hook = join(home, 'remote.git/hooks/update')
  mkdirSync(dirname(hook), { recursive: true })
  writeFileSync(hook, '#!/bin/sh\nexit 1\n', { mode: 0o755 })
}

function doNothing(): void {}
