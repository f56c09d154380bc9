import { type ChangelogContent, readHistory } from '@qb/core/changelog'
import { describe, expect, it } from 'vitest'
import { createHistoryCache, type Pieces } from './rendered-history.ts'
import { KEYS, makeApp } from './testing.ts'

const section = (n: number) => `## [${n}.0.0] - 2020-01-01\n\n### Added\n\n- Entry “${n}” of \\ ☃\n\n`
const LOG = `# Log\n\n## [Unreleased]\n\n### Fixed\n\n- “x”\n\n${[3, 2, 1].map(section).join('')}`

const contentOf = (text: string, hash = text): ChangelogContent => ({ text, hash, exists: true })
const join = (pieces: Pieces) => Buffer.concat(pieces).toString()
/** Where the bytes of a piece are, which is the same for two pieces only when they are the same bytes of memory. */
const placesOf = (pieces: Pieces) =>
  pieces.map(({ buffer, byteOffset, length }) => [buffer, byteOffset, length])

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
  ])('has the releases that limit %d and offset %d cut out', (limit, offset) => {
    const { version, unreleased, releases } = readHistory(LOG)
    const cut = releases.slice(offset, offset + limit)
    const body = join(createHistoryCache()(contentOf(LOG)).history(limit, offset))
    expect(body).toBe(JSON.stringify({ version, unreleased, releases: cut, total: 3 }))
  })

  it('is one of nothing where nothing was released', () => {
    const rendered = createHistoryCache()(contentOf(''))
    expect(join(rendered.history(20, 0))).toBe('{"version":"0.0.0","unreleased":[],"releases":[],"total":0}')
    expect(join(rendered.version('unreleased').markdown())).toBe('')
  })

  it('gives the same bytes of memory for the same revision, whoever asks', () => {
    const render = createHistoryCache()
    const ask = () => {
      const rendered = render(contentOf(LOG))
      return [
        rendered.history(2, 1),
        rendered.version('unreleased').json(),
        rendered.version('v2.0.0').json(),
        rendered.version('unreleased').markdown(),
        rendered.version('2.0.0').markdown(),
      ].map(placesOf)
    }
    const [first, second] = [ask(), ask()]
    for (const [index, places] of first.entries()) {
      for (const [piece, [buffer, ...range]] of places.entries()) {
        expect(second[index]?.[piece]?.[0]).toBe(buffer)
        expect(second[index]?.[piece]?.slice(1)).toEqual(range)
      }
    }
  })

  it('has the unreleased entries and the releases once in memory, in every response that has them', () => {
    const rendered = createHistoryCache()(contentOf(LOG))
    const unreleased = rendered.version('unreleased').json()[1]
    const releases = rendered.history(100, 0)[3]
    for (const [limit, offset] of [
      [1, 0],
      [2, 1],
    ] as const) {
      const pieces = rendered.history(limit, offset)
      expect(pieces[1]).toBe(unreleased)
      expect(pieces[3]?.buffer).toBe(releases?.buffer)
    }
    expect(rendered.version('1.0.0').json()[0]?.buffer).toBe(releases?.buffer)
  })

  it('is made once for a revision, and kept for the newest alone', () => {
    const render = createHistoryCache()
    const [first, second] = [render(contentOf(LOG)), render(contentOf(LOG))]
    expect(second).toBe(first)
    expect(render(contentOf('# Log\n'))).not.toBe(first)
    expect(render(contentOf(LOG))).not.toBe(first)
  })

  it('has the releases also where it cannot tell what is unreleased', () => {
    const rendered = createHistoryCache()(contentOf(`${LOG}## Unreleased\n`))
    expect(JSON.parse(join(rendered.version('2.0.0').json()))).toMatchObject({ version: '2.0.0' })
    for (const ask of [() => rendered.history(1, 0), () => rendered.version('unreleased')]) {
      expect(ask).toThrow(expect.objectContaining({ code: 'ambiguous_changelog' }))
    }
  })
})

describe.each([
  ['just small enough to be joined', 65_536],
  ['just too large to be joined', 65_537],
  ['large', 1_000_000],
])('a response %s', (_about, length) => {
  const empty =
    '{"version":"unreleased","date":null,"yanked":false,"changes":[{"type":null,"description":""}]}'
  const description = 'x'.repeat(length - empty.length)
  const headers = { 'x-api-key': KEYS.all }

  it('is whole, with its length and type, also to HEAD', async () => {
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
      const answer = await app.inject({ url, headers: { ...headers, accept } })
      expect(answer.body).toBe(body)
      expect(answer.headers).toMatchObject({
        'content-type': `${type}; charset=utf-8`,
        'content-length': String(body.length),
      })
      const head = await app.inject({ method: 'HEAD', url, headers: { ...headers, accept } })
      expect(head.body).toBe('')
      expect(head.headers['content-length']).toBe(String(body.length))
    }
  })
})
