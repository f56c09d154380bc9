// Tests the versions of releases with a real service process: `flow --bump auto`, pre-releases and exact versions, with the program
// and the typed client.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChangelogClient } from '@qb/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { API_KEY, createRepository, git, serveChangelog } from './changelog-client.ts'
import { ROOT, type RunningService } from './process.ts'

const TYPES = 'Added,Changed,Deprecated,Removed,Fixed,Security'

let folder = ''
let service: RunningService
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qb-bump-'))
  createRepository(folder)
  git(folder, 'tag', 'v1.0.0')
  service = await serveChangelog(folder, 'commit', { CHANGELOG_ENTRY_TYPES: TYPES })
})
afterEach(async () => {
  await service.stop('SIGKILL')
  rmSync(folder, { recursive: true, maxRetries: 5 })
})

const connect = () => createChangelogClient({ baseUrl: service.url, apiKey: API_KEY })

/** Runs the flow. */
function runFlow(url: string, args: readonly string[]) {
  const command = ['packages/changelog/dist/cli/main.bundle.js', 'flow', '--url', url]
  const env = { ...process.env, CHANGELOG_API_KEY: API_KEY }
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [...command, ...args], { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

const flow = (url = service.url, ...args: string[]) => runFlow(url, ['--bump', 'auto', ...args])

const edit = (change: (text: string) => string) => {
  const path = join(folder, 'CHANGELOG.md')
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

describe('flow --bump auto', () => {
  it('releases the bump that the entries require, one release after the other', async () => {
    await connect().updateChangelog([{ type: 'Fixed', description: 'A crash.' }])
    expect(await flow()).toMatchObject({ code: 0, stdout: expect.stringMatching(/released 1\.0\.1\n$/) })
    await connect().updateChangelog([{ type: 'Deprecated', description: 'An option.' }])
    expect(await flow()).toMatchObject({ code: 0, stdout: expect.stringMatching(/released 1\.1\.0\n$/) })
    const breaking = [{ type: 'Security', description: '**Breaking:** no TLS 1.1.' }] as const
    await connect().updateChangelog(breaking)
    expect(await flow()).toMatchObject({ code: 0, stdout: expect.stringMatching(/released 2\.0\.0\n$/) })
    expect(git(folder, 'tag').trim().split('\n')).toEqual(['v1.0.0', 'v1.0.1', 'v1.1.0', 'v2.0.0'])
  })

  it('counts the changed paths too, and previews the same', async () => {
    await connect().updateChangelog([{ type: 'Fixed', description: 'A crash.' }])
    writeFileSync(join(folder, 'new.ts'), 'x\n')
    const preview = await flow(service.url, '--dry-run')
    expect(preview.stdout).toMatch(/would add 1 entry and create a MINOR release after 1\.0\.0\n$/)
    expect(git(folder, 'tag')).toBe('v1.0.0\n')
    expect((await flow()).stdout).toMatch(/released 1\.1\.0\n$/)
  })

  it('releases nothing when there is nothing', async () => {
    for (const args of [[], ['--dry-run']]) {
      const { code, stdout } = await flow(service.url, ...args)
      expect(code).toBe(0)
      expect(stdout).toMatch(/; the version is still 1\.0\.0: there is nothing under Unreleased\n$/)
    }
  })

  it.each([
    ['### Internals\n\n- x\n', 'got the type "Internals"'],
    ['- x\n', 'got an entry without a type'],
    ['Some prose.\n', 'got text without entries'],
  ])('is rejected for %j, and releases nothing', async (text, reason) => {
    edit((before) => before.replace('## [Unreleased]\n', `## [Unreleased]\n\n${text}`))
    for (const args of [[], ['--dry-run']]) {
      const { code, stderr } = await flow(service.url, ...args)
      expect(code).toBe(1)
      expect(stderr).toContain(reason)
      expect(stderr).toContain('name the bump with --bump')
    }
    expect(git(folder, 'tag')).toBe('v1.0.0\n')
  })

  it('derives the bump again when an entry is added before the release', async () => {
    await connect().updateChangelog([{ type: 'Fixed', description: 'A crash.' }])
    let isFirst = true
    const proxy = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      if (request.method === 'POST' && isFirst) {
        isFirst = false
        await connect().updateChangelog([{ type: 'Removed', description: 'An option.' }])
      }
      const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
      const answer = await fetch(new URL(request.url ?? '', service.url), {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      })
      const { status } = answer
      const etag = answer.headers.get('etag')
      response.writeHead(status, { 'content-type': 'application/json', ...(etag && { etag }) })
      response.end(Buffer.from(await answer.arrayBuffer()))
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const { port } = proxy.address() as AddressInfo
    const { stdout, stderr } = await flow(`http://127.0.0.1:${port}`)
    proxy.close()
    proxy.closeAllConnections()
    expect(stdout, stderr).toMatch(/released 2\.0\.0\n$/)
  })
})

describe('a train of pre-releases', () => {
  it('is released, and folded into its version, by the program and the typed client', async () => {
    await service.stop()
    service = await serveChangelog(folder, 'commit', { CHANGELOG_PRERELEASE: 'fold' })
    await connect().updateChangelog([{ type: 'Added', description: 'One.' }])
    const first = await runFlow(service.url, ['--bump', 'MINOR', '--prerelease', 'rc'])
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/released 1\.1\.0-rc\.1\n$/) })
    await connect().updateChangelog([{ type: 'Added', description: 'Two.' }])
    const second = await connect().createRelease('MINOR', { prerelease: 'rc' })
    expect(second).toMatchObject({ version: '1.1.0-rc.2', tag: 'v1.1.0-rc.2' })
    const preview = await flow(service.url, '--dry-run')
    expect(preview.stdout).toBe('would add nothing and release 1.1.0\n')
    expect((await flow()).stdout).toBe('released 1.1.0\n')
    expect(await connect().getNotes('1.1.0')).toBe('### Added\n\n- One.\n- Two.')
    expect(git(folder, 'tag').trim().split('\n')).toEqual([
      ...['v1.0.0', 'v1.1.0', 'v1.1.0-rc.1', 'v1.1.0-rc.2'],
    ])
    expect(git(folder, 'status', '--porcelain')).toBe('')
  })

  it('can have exact versions', async () => {
    await connect().updateChangelog([{ type: 'Added', description: 'One.' }])
    const { version } = await connect().createRelease({ version: '2.0.0' })
    expect(version).toBe('2.0.0')
    await connect().updateChangelog([{ type: 'Added', description: 'Two.' }])
    const low = await runFlow(service.url, ['--version', '1.9.0'])
    expect(low).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('version: expected a SemVer version'),
    })
    const both = await runFlow(service.url, ['--version', '3.0.0', '--bump', 'MAJOR'])
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('--version: expected no --bump') })
    expect((await runFlow(service.url, ['--version', '3.0.0'])).stdout).toBe('released 3.0.0\n')
  })
})
