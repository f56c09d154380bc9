// Tests the messages of commits with the program and the typed client, and a remote.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChangelogClient } from '@qb/client'
import { expect, it } from 'vitest'
import { API_KEY, createRepository, git, serveChangelog } from './changelog-client.ts'
import { ROOT } from './process.ts'

it('every commit of the service has its template and its trailers', async () => {
  const home = mkdtempSync(join(tmpdir(), 'qb-messages-'))
  createRepository(join(home, 'first'))
  git(home, 'clone', '--quiet', '--bare', 'first', 'remote.git')
  git(home, 'clone', '--quiet', 'remote.git', 'server')
  const service = await serveChangelog(join(home, 'server'), 'push', {
    CHANGELOG_COMMIT_MESSAGE: 'chore(release): {version} [skip ci]\\n\\nSigned-off-by: Bot <bot@example.org>',
    CHANGELOG_UPDATE_MESSAGE: 'docs: {path} [skip ci]\\n\\nSigned-off-by: Bot <bot@example.org>',
  })
  const client = createChangelogClient({ baseUrl: service.url, apiKey: API_KEY })
  const preview = await client.updateChangelog([{ type: 'Added', description: 'One.' }], { dryRun: true })
  expect(preview.git).toMatchObject({ message: 'docs: CHANGELOG.md [skip ci]' })
  await client.updateChangelog([{ type: 'Added', description: 'One.' }])
  writeFileSync(join(home, 'server/new.ts'), 'x\n')
  const command = [
    'packages/changelog/dist/cli/main.bundle.js',
    'flow',
    '--url',
    service.url,
    '--since',
    'HEAD~1',
  ]
  const env = { ...process.env, CHANGELOG_API_KEY: API_KEY }
  execFileSync(process.execPath, command, { cwd: ROOT, env })
  await service.stop()
  const format = '--format=%s|%(trailers:key=Signed-off-by,valueonly,separator=%x2C)'
  expect(git(join(home, 'remote.git'), 'log', '-3', format, 'main').trim().split('\n')).toEqual([
    'chore(release): 1.0.1 [skip ci]|Bot <bot@example.org>',
    'docs: CHANGELOG.md [skip ci]|Bot <bot@example.org>',
    'docs: CHANGELOG.md [skip ci]|Bot <bot@example.org>',
  ])
  rmSync(home, { recursive: true, maxRetries: 5 })
})
