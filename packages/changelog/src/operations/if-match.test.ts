// Tests `If-Match` with the operations that write.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHANGELOG_ERRORS } from '@qb/core/changelog'
import { HTTP_ERRORS } from '@qb/http'
import { describe, expect, it } from 'vitest'
import { assertError, KEYS, makeApp, type TestApp } from '../testing.ts'

const LOG = '# Log\n\n## [Unreleased]\n\n### Added\n\n- x\n\n## [1.2.0] - 2020-01-01\n\n- y\n'

const OPERATIONS = [
  ['update', { changes: [{ type: 'Added', description: 'new' }] }],
  ['update', {}],
  ['release', { version_bump: 'MINOR' }],
] as const

const post = (test: TestApp, operation: string, payload: object, ifMatch?: string) =>
  test.app.inject({
    method: 'POST',
    url: `/api/changelog/${operation}`,
    headers: { 'x-api-key': KEYS.all, ...(ifMatch !== undefined && { 'if-match': ifMatch }) },
    payload,
  })

const etagOf = async ({ app }: TestApp) =>
  String((await app.inject({ url: '/api/changelog', headers: { 'x-api-key': KEYS.all } })).headers.etag)

describe.each(OPERATIONS)('%s with %j', (operation, payload) => {
  it('returns the ETag of the new revision', async () => {
    const test = await makeApp({ changelog: LOG })
    const response = await post(test, operation, payload)
    expect(response.statusCode).toBe(200)
    expect(response.headers.etag).toBe(await etagOf(test))
  })

  it('succeeds when If-Match contains the ETag of the file', async () => {
    const test = await makeApp({ changelog: LOG })
    for (const value of [(tag: string) => tag, (tag: string) => `"x", ${tag}`, () => '*']) {
      const response = await post(test, operation, payload, value(await etagOf(test)))
      expect(response.statusCode, response.body).toBe(200)
      expect(response.headers.etag).toBe(await etagOf(test))
    }
  })

  it.each([
    ['a different ETag', () => '"0123"'],
    ['the weak ETag', (tag: string) => `W/${tag}`],
    ['an empty value', () => ''],
  ])('responds with 412 and the current ETag for %s, and does not change the file', async (_name, value) => {
    const test = await makeApp({ changelog: LOG })
    const etag = await etagOf(test)
    const response = await post(test, operation, payload, value(etag))
    expect(assertError(response, CHANGELOG_ERRORS.precondition_failed)).toMatch(
      new RegExp(`(?:got|the file has the revision) ${etag.slice(1, -1)}$`),
    )
    expect(response.statusCode).toBe(412)
    expect(response.headers.etag).toBe(etag)
    expect(test.readFile()).toBe(LOG)
  })

  it('responds with 412 for * when there is no file, and succeeds with the ETag of the missing file', async () => {
    const test = await makeApp()
    const etag = await etagOf(test)
    const response = await post(test, operation, payload, '*')
    expect(assertError(response, CHANGELOG_ERRORS.precondition_failed)).toContain('got no file')
    expect(response.headers.etag).toBe(etag)
    expect((await post(test, operation, payload, etag)).statusCode).toBe(200)
  })
})

describe('If-Match', () => {
  it('allows only one of several concurrent writes to the same revision', async () => {
    const test = await makeApp({ changelog: LOG })
    const etag = await etagOf(test)
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        post(test, 'update', { changes: [{ type: 'Added', description: `n${n}` }] }, etag),
      ),
    )
    const statuses = responses.map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(412)])
    expect(test.readFile().match(/^- n\d$/gm)).toHaveLength(1)
    const current = await etagOf(test)
    for (const { headers } of responses) expect(headers.etag).toBe(current)
  })

  it('is checked after authentication and before the descriptions', async () => {
    const test = await makeApp({ changelog: LOG })
    const bad = { changes: [{ type: 'Added', description: '## x' }] }
    assertError(await post(test, 'update', bad, '"0"'), CHANGELOG_ERRORS.precondition_failed)
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/changelog/update',
      headers: { 'if-match': '"0"' },
      payload: bad,
    })
    assertError(response, HTTP_ERRORS.unauthenticated)
    expect(response.headers).not.toHaveProperty('etag')
  })

  it('does not add an ETag to a later error when it matches', async () => {
    const test = await makeApp({ changelog: LOG })
    const response = await post(
      test,
      'update',
      { changes: [{ type: 'Added', description: '## x' }] },
      await etagOf(test),
    )
    assertError(response, CHANGELOG_ERRORS.invalid_description)
    expect(response.headers).not.toHaveProperty('etag')
  })
})

describe('a changelog', () => {
  it('of the maximum size rejects an update and a release', async () => {
    const entry = `- ${'y'.repeat(1021)}\n`
    const missing = 4 * 1024 * 1024 - LOG.length
    const changelog = `${LOG}${entry.repeat(missing / entry.length)}- ${'z'.repeat((missing % entry.length) - 3)}\n`
    expect(changelog).toHaveLength(4 * 1024 * 1024)
    const test = await makeApp({ changelog })
    for (const [operation, payload] of [OPERATIONS[0], OPERATIONS[2]]) {
      const response = await post(test, operation, payload)
      expect(assertError(response, CHANGELOG_ERRORS.edit_refused)).toContain('expected at most 4194304 bytes')
    }
    expect(test.readFile()).toBe(changelog)
  })

  it('that is a folder is an error in every operation, including an update without changes', async () => {
    const test = await makeApp()
    mkdirSync(join(test.folder, 'CHANGELOG.md'))
    writeFileSync(join(test.folder, 'CHANGELOG.md/x'), 'x')
    for (const [operation, payload] of OPERATIONS) {
      assertError(await post(test, operation, payload), CHANGELOG_ERRORS.unreadable)
    }
  })
})
