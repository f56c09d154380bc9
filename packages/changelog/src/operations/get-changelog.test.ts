import { renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHANGELOG_ERRORS, parseChangelog, readHistory } from '@qb/core/changelog'
import { HTTP_ERRORS } from '@qb/http'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { assertError, KEYS, makeApp, makeContext, readValue, type TestApp } from '../testing.ts'
import { getChangelog } from './get-changelog.ts'
import { getVersion } from './get-version.ts'

const LOG = `# Log

## [Unreleased]

### Added

- a
  goes on

## [1.10.0] - 2026-01-02 [YANKED]

### Fixed

- f

## [1.9.0] - some day

- plain

[1.9.0]: https://example.org
`

let test: TestApp
beforeAll(async () => {
  test = await makeApp({ changelog: LOG })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url, headers: { 'x-api-key': KEYS['changes:read'], ...headers } })

describe('getChangelog', () => {
  it('runs without HTTP', async () => {
    const { context } = makeContext({ changelog: LOG })
    const result = await getChangelog.run({ limit: 1 }, context)
    const { revision } = await context.changelog.read()
    expect(result).toMatchObject({ cache: 'private', revision })
    expect(await readValue(result)).toMatchObject({ version: '1.10.0', total: 2 })
  })
})

it.each(['/api/changelog', '/api/changelog/latest', '/api/changelog/unreleased'])(
  'GET %s is rejected with the line when no heading of the changelog is understood',
  async (url) => {
    const other = await makeApp({ changelog: '# Log\n\n- 0.0.1 (2012-02-12)\n  - a\n' })
    const response = await other.app.inject({ url, headers: { 'x-api-key': KEYS['changes:read'] } })
    expect(assertError(response, CHANGELOG_ERRORS.ambiguous)).toContain('line 3: ')
  },
)

describe('getVersion', () => {
  it('runs without HTTP', async () => {
    const { context } = makeContext({ changelog: LOG })
    const result = await getVersion.run({ version: '1.9.0' }, context)
    expect(await readValue(result)).toMatchObject({ version: '1.9.0', date: null })
    await expect(getVersion.run({ version: '9.9.9' }, context)).rejects.toMatchObject({
      code: CHANGELOG_ERRORS.unknown_version.code,
    })
  })
})

describe('GET /api/changelog', () => {
  it('returns the version, the unreleased entries and the releases', async () => {
    expect((await get('/api/changelog')).json()).toEqual({
      version: '1.10.0',
      unreleased: [{ type: 'Added', description: 'a\ngoes on' }],
      releases: [
        {
          version: '1.10.0',
          date: '2026-01-02',
          yanked: true,
          changes: [{ type: 'Fixed', description: 'f' }],
        },
        { version: '1.9.0', date: null, yanked: false, changes: [{ type: null, description: 'plain' }] },
      ],
      total: 2,
    })
  })

  it('returns a page by limit and offset', async () => {
    expect((await get('/api/changelog?limit=1&offset=1')).json()).toMatchObject({
      releases: [{ version: '1.9.0' }],
      total: 2,
    })
    expect((await get('/api/changelog?offset=9')).json()).toMatchObject({ releases: [], total: 2 })
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'page=1', 'limit=1&limit=2']) {
      assertError(await get(`/api/changelog?${query}`), HTTP_ERRORS.invalid_parameters)
    }
  })

  it('returns the revision of the file as ETag, and responds with 304 for a matching If-None-Match', async () => {
    const { etag } = (await get('/api/changelog')).headers
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
    for (const value of [String(etag), `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await get('/api/changelog', { 'if-none-match': value })
      expect(response.statusCode).toBe(304)
      expect(response.body).toBe('')
      expect(response.headers.etag).toBe(etag)
    }
    expect((await get('/api/changelog', { 'if-none-match': '"x"' })).statusCode).toBe(200)
  })

  it.each([
    [20, 0],
    [1, 0],
    [1, 1],
    [5, 2],
    [5, 1_000_000_000_000_000],
  ])('returns the releases for limit %d and offset %d', async (limit, offset) => {
    const { version, unreleased, releases } = readHistory(parseChangelog(LOG))
    const page = releases.slice(offset, offset + limit)
    const { body } = await get(`/api/changelog?limit=${limit}&offset=${offset}`)
    expect(body.trim()).toBe(JSON.stringify({ version, unreleased, releases: page, total: 2 }))
  })

  it('is ambiguous with two Unreleased headings, and its releases are still returned', async () => {
    const { app } = await makeApp({ changelog: LOG.replace('# Log\n', '# Log\n\n## Unreleased\n') })
    const read = (url: string) => app.inject({ url, headers: { 'x-api-key': KEYS.all } })
    expect((await read('/api/changelog/1.9.0')).json()).toMatchObject({ version: '1.9.0' })
    for (const path of ['', '/unreleased']) {
      assertError(await read(`/api/changelog${path}`), CHANGELOG_ERRORS.ambiguous)
    }
  })

  it('returns an empty history when there is no file', async () => {
    const { app } = await makeApp()
    const response = await app.inject({ url: '/api/changelog', headers: { 'x-api-key': KEYS.all } })
    expect(response.json()).toEqual({ version: '0.0.0', unreleased: [], releases: [], total: 0 })
  })
})

describe('GET /api/changelog/{version}', () => {
  it.each([
    [
      '1.9.0',
      { version: '1.9.0', date: null, yanked: false, changes: [{ type: null, description: 'plain' }] },
    ],
    [
      'v1.9.0',
      { version: '1.9.0', date: null, yanked: false, changes: [{ type: null, description: 'plain' }] },
    ],
    [
      'latest',
      { version: '1.10.0', date: '2026-01-02', yanked: true, changes: [{ type: 'Fixed', description: 'f' }] },
    ],
    [
      'unreleased',
      {
        version: 'unreleased',
        date: null,
        yanked: false,
        changes: [{ type: 'Added', description: 'a\ngoes on' }],
      },
    ],
  ])('returns %s', async (version, release) => {
    expect((await get(`/api/changelog/${version}`)).json()).toEqual(release)
  })

  it.each(['9.9.9', '1.9', 'Latest', '..%2F', '__proto__', ''])(
    'responds with 404 for %j',
    async (version) => {
      assertError(await get(`/api/changelog/${version}`), CHANGELOG_ERRORS.unknown_version)
    },
  )

  it('returns the notes exactly as in the file for Accept: text/markdown', async () => {
    const markdown = await get('/api/changelog/unreleased', { accept: 'text/markdown' })
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(markdown.headers.vary).toBe('accept')
    expect(markdown.body).toBe('### Added\n\n- a\n  goes on')
  })

  it.each(['*/*', 'application/json', 'text/html', 'text/markdown;q=0.1, application/json', ''])(
    'returns JSON for Accept: %j',
    async (accept) => {
      expect((await get('/api/changelog/latest', { accept })).headers['content-type']).toBe(
        'application/json; charset=utf-8',
      )
    },
  )

  it('responds with 404 for latest when there is no release', async () => {
    const { app } = await makeApp({ changelog: '# Log\n' })
    const response = await app.inject({ url: '/api/changelog/latest', headers: { 'x-api-key': KEYS.all } })
    assertError(response, CHANGELOG_ERRORS.unknown_version)
  })
})

describe('a changelog that was changed long ago', () => {
  let test: TestApp
  beforeEach(async () => {
    test = await makeApp({ changelog: LOG })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  })
  afterEach(() => void vi.useRealTimers())

  const read = (name = 'latest') =>
    test.app.inject({ url: `/api/changelog/${name}`, headers: { 'x-api-key': KEYS['changes:read'] } })

  it('is the same in each response until it is replaced', async () => {
    const [first, second] = [await read(), await read()]
    expect(first.json()).toMatchObject({ version: '1.10.0' })
    expect(second.json()).toEqual(first.json())
    expect(second.headers.etag).toBe(first.headers.etag)
    assertError(await read('9.9.9'), CHANGELOG_ERRORS.unknown_version)
    writeFileSync(join(test.folder, 'next.md'), LOG.replace('1.10.0', '1.11.0'))
    renameSync(join(test.folder, 'next.md'), join(test.folder, 'CHANGELOG.md'))
    const third = await read()
    expect(third.json()).toMatchObject({ version: '1.11.0' })
    expect(third.headers.etag).not.toBe(first.headers.etag)
  })

  it('is rejected in each response when it is not UTF-8, and when it becomes a link out of the repository', async () => {
    await read()
    writeFileSync(join(test.folder, 'CHANGELOG.md'), Buffer.from([0x23, 0xff]))
    for (let repetition = 0; repetition < 3; repetition++) {
      expect(assertError(await read(), CHANGELOG_ERRORS.unreadable)).toContain('CHANGELOG.md:1')
    }
    unlinkSync(join(test.folder, 'CHANGELOG.md'))
    symlinkSync('/etc/hostname', join(test.folder, 'CHANGELOG.md'))
    assertError(await read(), CHANGELOG_ERRORS.unreadable)
  })
})

describe.each([65_536, 65_537, 1_000_000])('a response of %d bytes', (length) => {
  const empty =
    '{"version":"unreleased","date":null,"yanked":false,"changes":[{"type":null,"description":""}]}\n'
  const description = 'x'.repeat(length - empty.length)
  const headers = { 'x-api-key': KEYS.all }

  it('is complete and has its length and type, for GET and HEAD', async () => {
    const { app } = await makeApp({ changelog: `## Unreleased\n\n- ${description}\n` })
    for (const [accept, type, body] of [
      [
        'application/json',
        'application/json',
        empty.replace('"description":""', `"description":"${description}"`),
      ],
      ['text/markdown', 'text/markdown', `- ${description}`],
    ] as const) {
      const url = '/api/changelog/unreleased'
      const response = await app.inject({ url, headers: { ...headers, accept } })
      expect(response.body).toBe(body)
      expect(response.headers).toMatchObject({
        'content-type': `${type}; charset=utf-8`,
        'content-length': String(body.length),
      })
      const head = await app.inject({ method: 'HEAD', url, headers: { ...headers, accept } })
      expect(head.body).toBe('')
      expect(head.headers['content-length']).toBe(String(body.length))
    }
  })
})
