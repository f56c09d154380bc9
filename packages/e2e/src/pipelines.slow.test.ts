// Runs the recipes of docs/pipelines.md as a shell of a CI job does, with a service and a remote.
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createChangelogClient } from '@qb/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { API_KEY, CHANGELOG, createRepository, git, serveChangelog } from './changelog-client.ts'
import { ROOT, type RunningService } from './process.ts'

const page = readFileSync(join(ROOT, 'docs/pipelines.md'), 'utf8')
const recipes = new Map(
  Array.from(page.matchAll(/^```sh recipe=(\S+)\n([\s\S]*?)^```$/gm), ([, name = '', text = '']) => [
    name,
    text,
  ]),
)
const used = new Set<string>()

let home = ''
let server = ''
let service: RunningService | undefined
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'qb-pipelines-'))
  server = join(home, 'server')
  createRepository(join(home, 'first'))
  for (const name of ['api', 'web']) write(join(home, 'first'), `packages/${name}/CHANGELOG.md`, CHANGELOG)
  git(join(home, 'first'), 'add', '--all')
  git(join(home, 'first'), 'commit', '--quiet', '--message=packages')
  for (const tag of ['v1.0.0', 'api@1.0.0', 'web@1.0.0']) git(join(home, 'first'), 'tag', tag)
  git(home, 'clone', '--quiet', '--bare', 'first', 'remote.git')
  git(home, 'clone', '--quiet', 'remote.git', 'server')
  const program = join(ROOT, 'packages/changelog/dist/cli/main.bundle.js')
  write(home, 'bin/changelog', `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`)
  chmodSync(join(home, 'bin/changelog'), 0o755)
})
afterEach(async () => {
  await service?.stop('SIGKILL')
  service = undefined
  rmSync(home, { recursive: true, maxRetries: 5 })
})

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const commit = (folder: string, path: string) => {
  write(folder, path, `${path}\n`)
  git(folder, 'add', '--all')
  git(folder, 'commit', '--quiet', `--message=${path}`)
}

/** Commits a file in the clone of the service, and pushes it. */
const merge = (path: string) => {
  commit(server, path)
  git(server, 'push', '--quiet')
}

/** Runs a recipe, or one of its lines. */
function run(name: string, cwd = server, line?: number, variables: Readonly<Record<string, string>> = {}) {
  const text = recipes.get(name) ?? expect.unreachable()
  used.add(name)
  const commands = line === undefined ? text : (text.split('\n')[line] ?? expect.unreachable())
  const env = {
    ...process.env,
    PATH: `${join(home, 'bin')}:${process.env.PATH}`,
    REPOSITORY_PATH: cwd,
    CHANGELOG_API_KEY: API_KEY,
    ...(service && { CHANGELOG_URL: service.url }),
    ...variables,
  }
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile('sh', ['-e', '-c', commands], { cwd, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

const serve = async (environment: Readonly<Record<string, string>> = {}) => {
  service = await serveChangelog(server, 'push', environment)
}
const remoteTags = () => git(join(home, 'remote.git'), 'tag').trim().split('\n')

it('checks pull requests and merge requests in shallow clones', async () => {
  git(server, 'checkout', '--quiet', '-b', 'work')
  commit(server, 'new.ts')
  git(server, 'push', '--quiet', 'origin', 'work')
  git(home, 'clone', '--quiet', '--depth=2', '--branch=work', `file://${join(home, 'remote.git')}`, 'clone')
  const clone = join(home, 'clone')
  const variables = { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' }
  for (const name of ['check', 'check-gitlab']) {
    const result = await run(name, clone, undefined, variables)
    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('Added   Feature: new.ts') })
  }
  const path = join(clone, 'CHANGELOG.md')
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace('## [Unreleased]\n', '## [Unreleased]\n\n### Added\n\n- A file.\n'))
  git(clone, 'commit', '--quiet', '--all', '--amend', '--no-edit')
  for (const name of ['check', 'check-gitlab']) {
    const result = await run(name, clone, undefined, variables)
    expect(result).toMatchObject({ code: 0, stdout: 'CHANGELOG.md has a new entry\n' })
  }
})

it('releases what was merged, and a train of candidates', async () => {
  await serve({ CHANGELOG_PRERELEASE: 'fold' })
  merge('one.ts')
  const released = await run('release')
  expect(released, released.stderr).toMatchObject({ code: 0 })
  expect(released.stdout).toContain('would add 1 entry and create a MINOR release after 1.0.0\n')
  expect(released.stdout).toMatch(/released 1\.1\.0\n$/)
  merge('two.ts')
  expect((await run('train', server, 0)).stdout).toMatch(/released 1\.2\.0-rc\.1\n$/)
  merge('three.ts')
  expect((await run('train', server, 0)).stdout).toMatch(/released 1\.2\.0-rc\.2\n$/)
  expect((await run('train', server, 1)).stdout).toBe('released 1.2.0\n')
  expect(remoteTags()).toEqual(expect.arrayContaining(['v1.1.0', 'v1.2.0-rc.1', 'v1.2.0-rc.2', 'v1.2.0']))
  const text = git(join(home, 'remote.git'), 'show', 'main:CHANGELOG.md')
  expect(text).toContain('- Feature: two.ts\n- Feature: three.ts\n')
  expect(text).not.toContain('-rc.')
})

it('releases packages', async () => {
  const setting = /`CHANGELOG_PACKAGES=(\S+)`/.exec(page)?.[1] ?? expect.unreachable()
  await serve({ CHANGELOG_PACKAGES: setting })
  merge('packages/api/a.ts')
  merge('packages/web/w.ts')
  const { code, stdout, stderr } = await run('packages')
  expect(code, stderr).toBe(0)
  expect(stdout).toContain('released 1.1.0\n')
  expect(remoteTags()).toEqual(expect.arrayContaining(['api@1.1.0', 'web@1.1.0']))
})

it('releases through a protected branch', async () => {
  const setting = /`CHANGELOG_PUSH_BRANCH=(\S+)`/.exec(page)?.[1] ?? expect.unreachable()
  const remote = join(home, 'remote.git')
  await serve({ CHANGELOG_PUSH_BRANCH: setting })
  merge('one.ts')
  write(remote, 'hooks/update', '#!/bin/sh\n[ "$1" != refs/heads/main ]\n')
  chmodSync(join(remote, 'hooks/update'), 0o755)
  const entry = { 'content-type': 'application/json', 'x-api-key': API_KEY }
  const update = await fetch(`${service?.url}/api/changelog/update`, {
    method: 'POST',
    headers: entry,
    body: JSON.stringify({ changes: [{ type: 'Added', description: 'One.' }] }),
  })
  expect(await update.json()).toMatchObject({
    success: false,
    error: expect.stringContaining('hook declined'),
  })
  rmSync(join(remote, 'hooks/update'))
  // The pull request had an entry.
  const path = join(server, 'CHANGELOG.md')
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace('## [Unreleased]\n', '## [Unreleased]\n\n### Added\n\n- One.\n'))
  git(server, 'commit', '--quiet', '--all', '--message=entry')
  git(server, 'push', '--quiet')
  write(remote, 'hooks/update', '#!/bin/sh\n[ "$1" != refs/heads/main ]\n')
  chmodSync(join(remote, 'hooks/update'), 0o755)
  const client = createChangelogClient({ baseUrl: service?.url ?? '', apiKey: API_KEY })
  const { git: plan } = await client.createRelease('MINOR', { dryRun: true })
  expect(plan).toMatchObject({ branch: 'release/1.1.0', remote: 'origin' })
  const released = await run('protected', server)
  expect(released, released.stderr).toMatchObject({ code: 0 })
  expect(JSON.parse(released.stdout)).toMatchObject({ version: '1.1.0', branch: 'release/1.1.0' })
  expect(remoteTags()).not.toContain('v1.1.0')
  git(remote, 'update-ref', 'refs/heads/main', 'release/1.1.0')
  const job = join(home, 'job')
  git(home, 'clone', '--quiet', 'remote.git', job)
  git(job, 'config', 'user.name', 'Job')
  git(job, 'config', 'user.email', 'job@example.org')
  const commit = git(remote, 'rev-parse', 'main').trim()
  const tagged = await run('protected-tag', job)
  expect(tagged, tagged.stderr).toMatchObject({ code: 0, stdout: `created v1.1.0 of ${commit}\n` })
  // A read follows the remote when its last fetch is five seconds old.
  const version = async () => (await client.getVersion('latest')).version
  await expect.poll(version, { timeout: 30_000, interval: 500 }).toBe('1.1.0')
  expect(await run('protected-tag', job)).toMatchObject({ code: 0, stdout: 'v1.1.0 exists\n' })
  expect(git(remote, 'rev-parse', 'v1.1.0^{commit}').trim()).toBe(commit)
})

it('releases packages with one commit', async () => {
  const setting = /`CHANGELOG_PACKAGES=(\S+)`/.exec(page)?.[1] ?? expect.unreachable()
  await serve({ CHANGELOG_PACKAGES: setting })
  merge('packages/api/a.ts')
  merge('packages/web/w.ts')
  const { code, stdout, stderr } = await run('together')
  expect(code, stderr).toBe(0)
  expect(stdout).toMatch(/released api 1\.1\.0, web 1\.1\.0\n$/)
  const tags = git(join(home, 'remote.git'), 'tag', '--points-at', 'main').trim().split('\n')
  expect(tags).toEqual(['api@1.1.0', 'web@1.1.0'])
  expect((await run('together')).stdout).toMatch(/nothing released\n$/)
})

it('commits with the messages', async () => {
  used.add('messages')
  const settings = Array.from(
    (recipes.get('messages') ?? '').matchAll(/^export (\w+)='(.*)'$/gm),
    ([, name = '', value = '']) => [name, value],
  )
  expect(settings).toHaveLength(2)
  await serve(Object.fromEntries(settings))
  merge('one.ts')
  expect((await run('release')).code).toBe(0)
  const log = git(
    join(home, 'remote.git'),
    'log',
    '-2',
    '--format=%s|%(trailers:key=Signed-off-by,valueonly)',
  )
  expect(log.trim().split(/\n+/)).toEqual([
    'chore(release): 1.1.0 [skip ci]|Bot <bot@example.org>',
    'docs: update CHANGELOG.md [skip ci]|Bot <bot@example.org>',
  ])
})

it('every recipe was run', () => {
  expect([...used].toSorted()).toEqual([...recipes.keys()].toSorted())
})
