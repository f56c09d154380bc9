import { CHANGELOG_ERRORS, parseChangelog, readHistory, type Snapshot } from '@qb/core/changelog'
import { describe, expect, it } from 'vitest'
import { createHistoryCache } from './rendered-history.ts'
import { KEYS, makeApp } from './testing.ts'

const section = (n: number) => `## [${n}.0.0] - 2020-01-01\n\n### Added\n\n- Entry “${n}” of \\ ☃\n\n`
const LOG = `# Log\n\n## [Unreleased]\n\n### Fixed\n\n- “x”\n\n${[3, 2, 1].map(section).join('')}`

/** Creates a snapshot of a changelog, with the content as its revision. */
const snapshotOf = (content: string): Snapshot => ({
  text: content,
  revision: content,
  exists: true,
  document: () => parseChangelog(content),
})

describe('a rendered history', () => {
  it.each([
    [20, 0],
    [1, 0],
    [1, 1],
    [2, 1],
    [1, 2],
    [5, 2],
    [5, 3],
    [5, 1e15],
  ])('contains the releases for limit %d and offset %d', (limit, offset) => {
    const { version, unreleased, releases } = readHistory(parseChangelog(LOG))
    const page = releases.slice(offset, offset + limit)
    const body = createHistoryCache()(snapshotOf(LOG)).history(limit, offset)
    expect(body).toBe(JSON.stringify({ version, unreleased, releases: page, total: 3 }))
  })

  it('is empty for an empty changelog', () => {
    const rendered = createHistoryCache()(snapshotOf(''))
    expect(rendered.history(20, 0)).toBe('{"version":"0.0.0","unreleased":[],"releases":[],"total":0}')
    expect(rendered.version('unreleased').markdown()).toBe('')
  })

  it('is rendered once per revision, and cached only for the last revision', () => {
    const render = createHistoryCache()
    const [first, second] = [render(snapshotOf(LOG)), render(snapshotOf(LOG))]
    expect(second).toBe(first)
    expect(render(snapshotOf('# Log\n'))).not.toBe(first)
    expect(render(snapshotOf(LOG))).not.toBe(first)
  })

  it('contains the releases even when Unreleased is ambiguous', () => {
    const rendered = createHistoryCache()(snapshotOf(LOG.replace('# Log\n', '# Log\n\n## Unreleased\n')))
    expect(JSON.parse(rendered.version('2.0.0').json())).toMatchObject({ version: '2.0.0' })
    for (const read of [() => rendered.history(1, 0), () => rendered.version('unreleased')]) {
      expect(read).toThrow(expect.objectContaining({ code: CHANGELOG_ERRORS.ambiguous.code }))
    }
  })
})

describe.each([65_536, 1_000_000])('a response of %d bytes', (length) => {
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
