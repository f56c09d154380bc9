import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@qb/http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeKey, SCOPES } from './auth/api-keys.ts'
import { createApp } from './index.ts'

const JWT_SECRET = 'b7Qm2xKd90LwZs4TgVn8RfYc1HpJe6Ua'

let repository: string
beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'library-'))
})
afterEach(() => rmSync(repository, { recursive: true }))

describe('the library', () => {
  it('creates an app that edits the changelog', async () => {
    const { key, entry } = makeKey('test', SCOPES)
    const app = await createApp({
      REPOSITORY_PATH: repository,
      CHANGELOG_API_KEYS: entry,
      CHANGELOG_STATE_DIR: join(repository, '.state'),
      CHANGELOG_BASE_PATH: '/changes',
      LOG_LEVEL: 'silent',
    })
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
    const variables = { REPOSITORY_PATH: folder, CHANGELOG_JWT_SECRET: JWT_SECRET }
    const app = await createApp(variables, createLogger('test', 'warn', stream))
    expect(logged).toHaveLength(warnings)
    await app.close()
  })

  it.each(['commit', 'push'] as const)(
    'is rejected without a git repository in the mode %s',
    async (CHANGELOG_RELEASE_MODE) => {
      const variables = {
        CHANGELOG_JWT_SECRET: JWT_SECRET,
        REPOSITORY_PATH: repository,
        CHANGELOG_RELEASE_MODE,
      }
      await expect(createApp(variables)).rejects.toThrow(
        `REPOSITORY_PATH: expected a folder in a git repository, because CHANGELOG_RELEASE_MODE is ${CHANGELOG_RELEASE_MODE}; got a folder in none: `,
      )
    },
  )

  it.each<[Readonly<Record<string, string>>, RegExp]>([
    [{}, /^CHANGELOG_API_KEYS, CHANGELOG_JWT_SECRET, CHANGELOG_OIDC_ISSUER: expected at least one/],
    [{ CHANGELOG_JWT_SECRET: 'short' }, /^CHANGELOG_JWT_SECRET: expected at least 32 bytes/],
    [{ CHANGELOG_API_KEYS: 'x' }, /^CHANGELOG_API_KEYS: /],
    [
      { CHANGELOG_JWT_SECRET: JWT_SECRET, REPOSITORY_PATH: 'missing' },
      /^REPOSITORY_PATH: expected the path of a folder/,
    ],
    [
      { CHANGELOG_JWT_SECRET: JWT_SECRET, REPOSITORY: '.' },
      /^REPOSITORY: expected one of CHANGELOG_BASE_PATH, /,
    ],
  ])('rejects %o by the name of the variable', async (variables, message) => {
    await expect(createApp(variables)).rejects.toThrow(message)
  })
})
