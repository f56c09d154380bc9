// Tests packages with a real service process, a remote, the program and the typed client.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createChangelogClient } from '@qb/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { API_KEY, CHANGELOG, createRepository, git, serveChangelog } from './changelog-client.ts'
import { ROOT, type RunningService } from './process.ts'

const NAMES = ['api', 'web', 'cli', 'lib', 'docs']
const PACKAGES = NAMES.map((name) => `${name}=packages/${name}`).join()

let home = ''
let services: RunningService[] = []
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'qb-packages-'))
  const first = join(home, 'first')
  createRepository(first)
  for (const name of NAMES) write(first, `packages/${name}/CHANGELOG.md`, CHANGELOG)
  git(first, 'add', '--all')
  git(first, 'commit', '--quiet', '--message=packages')
  for (const name of NAMES) git(first, 'tag', `${name}@1.0.0`)
  git(home, 'clone', '--quiet', '--bare', 'first', 'remote.git')
  services = []
})
afterEach(async () => {
  await Promise.all(services.map((service) => service.stop('SIGKILL')))
  rmSync(home, { recursive: true, maxRetries: 5 })
})

function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Starts a service with a clone of its own. */
async function serve(name: string, environment: Readonly<Record<string, string>> = {}) {
  git(home, 'clone', '--quiet', 'remote.git', name)
  const settings = { CHANGELOG_PACKAGES: PACKAGES, CHANGELOG_PUSH_ATTEMPTS: '100', ...environment }
  const service = await serveChangelog(join(home, name), 'push', settings)
  services.push(service)
  return service
}

/** Creates a client that waits, because each of its requests waits for those before it. */
const connect = ({ url }: RunningService) =>
  createChangelogClient({
    baseUrl: url,
    apiKey: API_KEY,
    timeoutMs: 1_200_000,
    retries: { attempts: 50, totalMs: 1_200_000 },
  })

function flow({ url }: RunningService, ...args: string[]) {
  const command = ['packages/changelog/dist/cli/main.bundle.js', 'flow', '--url', url, ...args]
  const env = { ...process.env, CHANGELOG_API_KEY: API_KEY }
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, command, { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

const remote = (...args: string[]) => git(join(home, 'remote.git'), ...args)

describe('the flow of packages', () => {
  it('releases one package, or all that changed', async () => {
    const service = await serve('server')
    write(join(home, 'server'), 'packages/api/a.ts', 'x\n')
    write(join(home, 'server'), 'packages/web/w.ts', 'x\n')
    const one = await flow(service, '--package', 'api', '--bump', 'MINOR')
    expect(one, one.stderr).toMatchObject({ code: 0 })
    expect(one.stdout).toBe('Added   Feature: packages/api/a.ts\nadded 1 entry\nreleased 1.1.0\n')
    git(join(home, 'server'), 'add', 'packages')
    git(join(home, 'server'), 'commit', '--quiet', '--message=code')
    git(join(home, 'server'), 'push', '--quiet')
    const all = await flow(service, '--all', '--bump', 'auto')
    expect(all, all.stderr).toMatchObject({ code: 0 })
    expect(all.stdout).toContain(
      'web:\nAdded   Feature: packages/web/w.ts\nadded 1 entry\nreleased 1.1.0\ncli:\n',
    )
    const tags = remote('tag').trim().split('\n')
    expect(tags).toEqual(expect.arrayContaining(['api@1.1.0', 'web@1.1.0']))
    expect(tags).not.toContain('cli@1.0.1')
    const unknown = await flow(service, '--package', 'apo')
    expect(unknown).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('expected one of: api, web, cli'),
    })
    const missing = await flow(service)
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('got nothing') })
    const both = await flow(service, '--all', '--package', 'api')
    expect(both).toMatchObject({ code: 2 })
  })
})

/** Every sixth one is a release. */
const JOBS = 72

describe('two services with five packages', () => {
  it('lose and repeat nothing, while 60 updates and 12 releases race, half of them of two packages', async () => {
    const clients = (await Promise.all([serve('one'), serve('two')])).map(connect)
    const versions: string[] = []
    const jobs = Array.from({ length: JOBS }, (_, index) => async () => {
      const client = clients[index % 2] as (typeof clients)[number]
      const name = NAMES[index % NAMES.length] as string
      if (index % 6 !== 5) {
        const entries = [{ type: 'Added', description: `Entry ${index}.` }] as const
        return client.updateChangelog(entries, { package: name })
      }
      if (index % 12 === 11) {
        const { success, version } = await client.createRelease('MINOR', { package: name })
        if (success) versions.push(`${name}@${version}`)
        return undefined
      }
      const other = NAMES[(index + 1) % NAMES.length] as string
      const packages = [name, other].map((one) => ({ package: one, version_bump: 'MINOR' as const }))
      const result = await client.createRelease({ packages })
      for (const { package: one, version } of result.packages ?? []) versions.push(`${one}@${version}`)
      return undefined
    })
    const started = jobs.map((job) => job())
    await Promise.all(started)
    expect(new Set(versions).size).toBe(versions.length)
    const tags = remote('tag').trim().split('\n')
    expect(tags.toSorted()).toEqual([...versions, ...NAMES.map((name) => `${name}@1.0.0`)].toSorted())
    for (const [position, name] of NAMES.entries()) {
      const text = remote('show', `main:packages/${name}/CHANGELOG.md`)
      const expected = Array.from({ length: JOBS }, (_, index) => index).filter(
        (index) => index % 6 !== 5 && index % NAMES.length === position,
      )
      const found = [...text.matchAll(/^- Entry (\d+)\.$/gm)].map(([, index]) => Number(index))
      expect(found.toSorted((a, b) => a - b)).toEqual(expected)
      for (const tag of tags.filter((one) => one.startsWith(`${name}@`)))
        expect(text).toContain(`## [${tag.slice(name.length + 1)}]`)
    }
    for (const clone of ['one', 'two']) {
      expect(git(join(home, clone), 'status', '--porcelain')).toBe('')
      git(join(home, clone), 'fsck', '--strict')
    }
  })
})
