// Tests `Idempotency-Key` with the operations that write.
import { CHANGELOG_ERRORS } from '@qb/core/changelog'
import { HTTP_ERRORS } from '@qb/http'
import { describe, expect, it } from 'vitest'
import { assertError, KEYS, makeApp, type TestApp } from '../testing.ts'

const LOG = '# Log\n\n## [Unreleased]\n\n### Added\n\n- x\n\n## [1.2.0] - 2020-01-01\n\n- y\n'

const post = ({ app }: TestApp, operation: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: `/api/changelog/${operation}`,
    headers: { 'x-api-key': KEYS.all, 'idempotency-key': 'k', ...headers },
    payload,
  })

const CASES = [
  ['update', { changes: [{ type: 'Added', description: 'new' }] }, /^- new$/gm],
  ['release', { version_bump: 'MINOR' }, /^## \[1\.3\.0\]/gm],
] as const

describe.each(CASES)('%s', (operation, body, effect) => {
  it('takes effect once, and returns the first response', async () => {
    const test = await makeApp({ changelog: LOG })
    const first = await post(test, operation, body)
    expect(first.headers).not.toHaveProperty('idempotency-replayed')
    for (const key of ['k', '"k"']) {
      const second = await post(test, operation, body, { 'idempotency-key': key })
      expect(second.statusCode).toBe(200)
      expect(second.body).toBe(first.body)
      expect(second.headers.etag).toBe(first.headers.etag)
      expect(second.headers['idempotency-replayed']).toBe('true')
    }
    expect(test.readFile().match(effect)).toHaveLength(1)
  })

  it('returns the first response although If-Match does not match any more', async () => {
    const test = await makeApp({ changelog: LOG })
    const { etag } = (await test.app.inject({ url: '/api/changelog', headers: { 'x-api-key': KEYS.all } }))
      .headers
    const headers = { 'if-match': String(etag) }
    expect((await post(test, operation, body, headers)).statusCode).toBe(200)
    expect((await post(test, operation, body, headers)).headers['idempotency-replayed']).toBe('true')
  })

  it('is applied again after a response of 412, also with another If-Match', async () => {
    const test = await makeApp({ changelog: LOG })
    const headers = { 'if-match': '"0"' }
    for (const _attempt of [1, 2]) {
      const refused = await post(test, operation, body, headers)
      assertError(refused, CHANGELOG_ERRORS.precondition_failed)
      expect(refused.headers).not.toHaveProperty('idempotency-replayed')
    }
    expect(test.readFile()).toBe(LOG)
    const response = await post(test, operation, body, { 'if-match': '*' })
    expect(response.statusCode).toBe(200)
    expect(response.headers).not.toHaveProperty('idempotency-replayed')
    assertError(await post(test, operation, body, headers), CHANGELOG_ERRORS.key_reused)
  })

  it('responds with 409 while the first request runs', async () => {
    const test = await makeApp({ changelog: LOG })
    const responses = await Promise.all([1, 2, 3].map(() => post(test, operation, body)))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
    const refused = responses.find(({ statusCode }) => statusCode === 409)
    expect(refused?.headers['retry-after']).toBe('1')
    expect(test.readFile().match(effect)).toHaveLength(1)
  })

  it('ignores the key in a dry run', async () => {
    const test = await makeApp({ changelog: LOG })
    expect((await post(test, operation, { ...body, dry_run: true })).statusCode).toBe(200)
    const response = await post(test, operation, body)
    expect(response.headers).not.toHaveProperty('idempotency-replayed')
    expect(test.readFile().match(effect)).toHaveLength(1)
  })

  it.each(['', 'a b', '"a', 'x'.repeat(256)])('responds with 400 for the key %j', async (key) => {
    const test = await makeApp({ changelog: LOG })
    const response = await post(test, operation, body, { 'idempotency-key': key })
    expect(assertError(response, HTTP_ERRORS.invalid_parameters)).toMatch(
      /^Idempotency-Key: expected 1 to 255/,
    )
    expect(test.readFile()).toBe(LOG)
  })
})

describe('a key', () => {
  it('belongs to one operation', async () => {
    const test = await makeApp({ changelog: LOG })
    for (const [operation, body] of CASES) {
      expect((await post(test, operation, body)).headers).not.toHaveProperty('idempotency-replayed')
    }
  })

  it('belongs to one caller', async () => {
    const test = await makeApp({ changelog: LOG })
    const [operation, body] = CASES[0]
    await post(test, operation, body)
    const response = await post(test, operation, body, { 'x-api-key': KEYS['changelog:write'] })
    expect(response.headers).not.toHaveProperty('idempotency-replayed')
    expect(test.readFile().match(/^- new$/gm)).toHaveLength(2)
  })

  it('is refused with another payload', async () => {
    const test = await makeApp({ changelog: LOG })
    await post(test, 'release', { version_bump: 'MINOR' })
    const response = await post(test, 'release', { version_bump: 'MAJOR' })
    expect(response.statusCode).toBe(422)
    assertError(response, CHANGELOG_ERRORS.key_reused)
  })

  it('of a request without an effect can be used for another one', async () => {
    const test = await makeApp({ changelog: LOG })
    for (const description of ['# x', '# y', 'new']) {
      const response = await post(test, 'update', { changes: [{ type: 'Added', description }] })
      expect(response.statusCode).toBe(description === 'new' ? 200 : 400)
      expect(response.headers).not.toHaveProperty('idempotency-replayed')
    }
  })

  it('of a release with nothing to release releases what was added since', async () => {
    const test = await makeApp({ changelog: LOG.replace('### Added\n\n- x\n\n', '') })
    const body = { version_bump: 'MINOR' }
    for (const _attempt of [1, 2])
      expect((await post(test, 'release', body)).json()).toMatchObject({ success: false, version: '1.2.0' })
    await post(test, 'update', { changes: [{ type: 'Added', description: 'new' }] })
    expect((await post(test, 'release', body)).json()).toMatchObject({ success: true, version: '1.3.0' })
    expect((await post(test, 'release', body)).headers['idempotency-replayed']).toBe('true')
  })
})
