// `If-Match` on the two operations that write.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assertFailure, KEYS, makeApp, type TestApp } from '../testing.ts'

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
  it('gives the ETag of the file after it', async () => {
    const test = await makeApp({ changelog: LOG })
    const answer = await post(test, operation, payload)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers.etag).toBe(await etagOf(test))
  })

  it('is done when If-Match has the ETag of the file', async () => {
    const test = await makeApp({ changelog: LOG })
    for (const value of [(tag: string) => tag, (tag: string) => `"x", ${tag}`, () => '*']) {
      const answer = await post(test, operation, payload, value(await etagOf(test)))
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.headers.etag).toBe(await etagOf(test))
    }
  })

  it.each([
    ['another tag', () => '"0123"'],
    ['the weak tag', (tag: string) => `W/${tag}`],
    ['nothing', () => ''],
  ])('is 412 with the current ETag for %s, and the file is as before', async (_about, value) => {
    const test = await makeApp({ changelog: LOG })
    const etag = await etagOf(test)
    const answer = await post(test, operation, payload, value(etag))
    expect(assertFailure(answer, 'precondition_failed')).toMatch(/^If-Match: expected .*, got "/)
    expect(answer.statusCode).toBe(412)
    expect(answer.headers.etag).toBe(etag)
    expect(test.readFile()).toBe(LOG)
  })

  it('is 412 for * where there is no file, and goes by its ETag otherwise', async () => {
    const test = await makeApp()
    const etag = await etagOf(test)
    const answer = await post(test, operation, payload, '*')
    expect(assertFailure(answer, 'precondition_failed')).toContain('a file that does not exist')
    expect(answer.headers.etag).toBe(etag)
    expect((await post(test, operation, payload, etag)).statusCode).toBe(200)
  })
})

describe('If-Match', () => {
  it('lets one of many writers through that saw the same revision', async () => {
    const test = await makeApp({ changelog: LOG })
    const etag = await etagOf(test)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        post(test, 'update', { changes: [{ type: 'Added', description: `n${n}` }] }, etag),
      ),
    )
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(412)])
    expect(test.readFile().match(/^- n\d$/gm)).toHaveLength(1)
    const current = await etagOf(test)
    for (const { headers } of answers) expect(headers.etag).toBe(current)
  })

  it('is looked at before the change, but not before the key', async () => {
    const test = await makeApp({ changelog: LOG })
    const bad = { changes: [{ type: 'Added', description: '## x' }] }
    assertFailure(await post(test, 'update', bad, '"0"'), 'precondition_failed')
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/changelog/update',
      headers: { 'if-match': '"0"' },
      payload: bad,
    })
    assertFailure(answer, 'unauthenticated')
    expect(answer.headers).not.toHaveProperty('etag')
  })

  it('that holds leaves no ETag on what fails after it', async () => {
    const test = await makeApp({ changelog: LOG })
    const answer = await post(
      test,
      'update',
      { changes: [{ type: 'Added', description: '## x' }] },
      await etagOf(test),
    )
    assertFailure(answer, 'invalid_description')
    expect(answer.headers).not.toHaveProperty('etag')
  })
})

describe('a changelog', () => {
  it('as large as may be read is not made larger, by an update or a release', async () => {
    const entry = `- ${'y'.repeat(1021)}\n`
    const missing = 16 * 1024 * 1024 - LOG.length
    const changelog = `${LOG}${entry.repeat(missing / entry.length)}- ${'z'.repeat((missing % entry.length) - 3)}\n`
    expect(changelog).toHaveLength(16 * 1024 * 1024)
    const test = await makeApp({ changelog })
    for (const [operation, payload] of [OPERATIONS[0], OPERATIONS[2]]) {
      const answer = await post(test, operation, payload)
      expect(assertFailure(answer, 'changelog_edit_refused')).toContain('expected at most 16777216 bytes')
    }
    expect(test.readFile()).toBe(changelog)
  })

  it('that is a folder is an error of every operation, an update of nothing included', async () => {
    const test = await makeApp()
    mkdirSync(join(test.folder, 'CHANGELOG.md'))
    writeFileSync(join(test.folder, 'CHANGELOG.md/x'), 'x')
    for (const [operation, payload] of OPERATIONS) {
      assertFailure(await post(test, operation, payload), 'unreadable_changelog')
    }
  })
})
