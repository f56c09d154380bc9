import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@qb/http'
import type { OptionsOf } from '@qb/http/testing'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import { makeKey, SCOPES } from './auth/api-keys.ts'
import type { ChangelogConfig } from './config.ts'
import { type ChangelogOptions, createApp } from './index.ts'

const JWT_SECRET = 'b7Qm2xKd90LwZs4TgVn8RfYc1HpJe6Ua'

let repository: string
beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'library-'))
})
afterEach(() => rmSync(repository, { recursive: true }))

describe('the library', () => {
  it('has an option for each config variable, except those of a process', () => {
    type ProcessVariables = 'CHANGELOG_HOST' | 'CHANGELOG_PORT' | 'LOG_FORMAT'
    expectTypeOf<Omit<ChangelogOptions, 'logger'>>().toEqualTypeOf<
      OptionsOf<Omit<ChangelogConfig, ProcessVariables>>
    >()
  })

  it('creates an app that edits the changelog', async () => {
    const { key, entry } = makeKey('test', SCOPES)
    const stateDir = join(repository, '.state')
    const options = {
      repository,
      apiKeys: entry,
      stateDir,
      basePath: '/changes',
      logLevel: 'silent',
    } as const
    const app = await createApp(options)
    const response = await app.inject({
      method: 'POST',
      url: '/changes/api/changelog/update',
      headers: { 'x-api-key': key },
      payload: { changes: [{ type: 'Added', description: 'A library.' }] },
    })
    expect(response.statusCode).toBe(200)
    expect(readFileSync(join(repository, 'CHANGELOG.md'), 'utf8')).toContain('- A library.')
    await app.close()
  })

  it.each([
    ['a folder that is not in a git repository', false, 1],
    ['a folder in a git repository', true, 0],
  ])('logs a warning for %s', async (_about, isRepository, warnings) => {
    if (isRepository) mkdirSync(join(repository, '.git'))
    const folder = join(repository, 'inner')
    mkdirSync(folder)
    const logged: unknown[] = []
    const stream = { write: (line: string) => void logged.push(JSON.parse(line)) }
    const options = { repository: folder, jwtSecret: JWT_SECRET, stateDir: join(repository, '.state') }
    const app = await createApp({ ...options, logger: createLogger('test', 'warn', stream) })
    expect(logged).toHaveLength(warnings)
    await app.close()
  })

  it.each(['commit', 'push'] as const)(
    'is rejected without a git repository in the mode %s',
    async (releaseMode) => {
      await expect(createApp({ jwtSecret: JWT_SECRET, repository, releaseMode })).rejects.toThrow(
        `repository: expected a folder in a git repository, because CHANGELOG_RELEASE_MODE is ${releaseMode}; got a folder in none: `,
      )
    },
  )

  it.each([
    [{}, /^apiKeys, jwtSecret, oidcIssuer: expected at least one/],
    [{ jwtSecret: 'short' }, /^jwtSecret: expected at least 32 bytes/],
    [{ apiKeys: 'x' }, /^apiKeys: /],
    [{ jwtSecret: JWT_SECRET, repository: 'missing' }, /^repository: expected the path of a folder/],
    [{ jwtSecret: JWT_SECRET, path: '.' } as ChangelogOptions, /^options: expected .*; got path$/],
  ])('rejects %o by the name of the option', async (options, message) => {
    await expect(createApp(options)).rejects.toThrow(message)
  })
})
