import { beforeAll, describe, expect, it } from 'vitest'
import { assertFailure, KEYS, makeApp, type TestApp } from '../testing.ts'

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

describe('GET /api/changelog', () => {
  it('gives the version, what is unreleased, and the releases', async () => {
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

  it('is cut by limit and offset', async () => {
    expect((await get('/api/changelog?limit=1&offset=1')).json()).toMatchObject({
      releases: [{ version: '1.9.0' }],
      total: 2,
    })
    expect((await get('/api/changelog?offset=9')).json()).toMatchObject({ releases: [], total: 2 })
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'offset=-1', 'page=1', 'limit=1&limit=2']) {
      assertFailure(await get(`/api/changelog?${query}`), 'invalid_parameters')
    }
  })

  it('carries the hash of the file as ETag, and is 304 to whoever has it', async () => {
    const { etag } = (await get('/api/changelog')).headers
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
    for (const known of [String(etag), `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await get('/api/changelog', { 'if-none-match': known })
      expect(answer.statusCode).toBe(304)
      expect(answer.body).toBe('')
      expect(answer.headers.etag).toBe(etag)
    }
    expect((await get('/api/changelog', { 'if-none-match': '"x"' })).statusCode).toBe(200)
  })

  it('is an empty history where there is no file', async () => {
    const { app } = await makeApp()
    const answer = await app.inject({ url: '/api/changelog', headers: { 'x-api-key': KEYS.all } })
    expect(answer.json()).toEqual({ version: '0.0.0', unreleased: [], releases: [], total: 0 })
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
  ])('gives %s', async (version, release) => {
    expect((await get(`/api/changelog/${version}`)).json()).toEqual(release)
  })

  it.each(['9.9.9', '1.9', 'Latest', '..%2F', '__proto__', ''])('does not know %j', async (version) => {
    assertFailure(await get(`/api/changelog/${version}`), 'unknown_version')
  })

  it('gives the notes as they stand in the file to who accepts Markdown', async () => {
    const markdown = await get('/api/changelog/unreleased', { accept: 'text/markdown' })
    expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(markdown.headers.vary).toBe('accept')
    expect(markdown.body).toBe('### Added\n\n- a\n  goes on')
  })

  it.each(['*/*', 'application/json', 'text/html', 'text/markdown;q=0.1, application/json', ''])(
    'gives JSON to who accepts %j',
    async (accept) => {
      expect((await get('/api/changelog/latest', { accept })).headers['content-type']).toBe(
        'application/json; charset=utf-8',
      )
    },
  )

  it('gives no version that it would have to guess', async () => {
    const { app } = await makeApp({ changelog: '# Log\n' })
    const answer = await app.inject({ url: '/api/changelog/latest', headers: { 'x-api-key': KEYS.all } })
    assertFailure(answer, 'unknown_version')
  })
})
