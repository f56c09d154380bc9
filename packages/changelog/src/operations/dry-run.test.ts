// Tests `dry_run` with the operations that write.
import { readdirSync } from 'node:fs'
import { CHANGELOG_ERRORS } from '@qb/core/changelog'
import { HTTP_ERRORS } from '@qb/http'
import { describe, expect, it } from 'vitest'
import { assertError, KEYS, makeApp, type TestApp } from '../testing.ts'

const LOG = '# Log\n\n## [Unreleased]\n\n### Added\n\n- x\n\n## [1.2.0] - 2020-01-01\n\n- y\n'

const post = ({ app }: TestApp, operation: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/changelog/${operation}`,
    headers: { 'x-api-key': KEYS.all, ...headers },
    payload,
  })

const CASES = [
  ['update', { changes: [{ type: 'Added', description: 'new' }] }, '+- new\n'],
  ['release', { version_bump: 'MINOR' }, '+## [1.3.0] - 2026-11-21\n'],
] as const

describe.each(CASES)('a dry run of %s', (operation, body, added) => {
  it('returns the response and the diff, and writes nothing', async () => {
    const test = await makeApp({ changelog: LOG })
    const dry = await post(test, operation, { ...body, dry_run: true })
    expect(test.readFile()).toBe(LOG)
    expect(readdirSync(test.folder)).toEqual(['CHANGELOG.md'])
    const { dry_run: isDryRun, diff, ...rest } = dry.json()
    expect(isDryRun).toBe(true)
    expect(diff).toMatch(/^--- a\/CHANGELOG\.md\n\+\+\+ b\/CHANGELOG\.md\n@@ /)
    expect(diff).toContain(added)
    const current = await test.app.inject({ url: '/api/changelog', headers: { 'x-api-key': KEYS.all } })
    expect(dry.headers.etag).toBe(current.headers.etag)
    expect((await post(test, operation, { ...body, dry_run: false })).json()).toEqual(rest)
  })

  it('compares If-Match', async () => {
    const test = await makeApp({ changelog: LOG })
    const response = await post(test, operation, { ...body, dry_run: true }, { 'if-match': '"0"' })
    assertError(response, CHANGELOG_ERRORS.precondition_failed)
  })

  it('is rejected for another value than true and false', async () => {
    const test = await makeApp({ changelog: LOG })
    for (const value of ['true', 1, null]) {
      const response = await post(test, operation, { ...body, dry_run: value })
      expect(assertError(response, HTTP_ERRORS.invalid_body)).toMatch(/^dry_run: /)
    }
    expect(test.readFile()).toBe(LOG)
  })
})

describe('a dry run', () => {
  it('is rejected like the edit', async () => {
    const test = await makeApp({ changelog: LOG })
    const bad = { changes: [{ type: 'Added', description: '# x' }], dry_run: true }
    assertError(await post(test, 'update', bad), CHANGELOG_ERRORS.invalid_description)
  })

  it('has an empty diff when nothing would change', async () => {
    const test = await makeApp({ changelog: LOG.replace('- x\n', '') })
    expect((await post(test, 'update', { dry_run: true })).json()).toMatchObject({ success: true, diff: '' })
    expect((await post(test, 'release', { dry_run: true })).json()).toEqual({
      success: false,
      version: '1.2.0',
      message: 'Failed to create release',
      reason: 'there is nothing under Unreleased',
      dry_run: true,
      diff: '',
    })
  })

  it('shows the creation of a file', async () => {
    const test = await makeApp()
    const changes = [{ type: 'Added', description: 'new' }]
    const { diff } = (await post(test, 'update', { changes, dry_run: true })).json()
    expect(diff).toMatch(/^\+- new$/m)
    expect(readdirSync(test.folder)).toEqual([])
  })
})
