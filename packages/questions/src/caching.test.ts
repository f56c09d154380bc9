// Tests the cache header fields of responses, and which requests have the same ETag.
import { FACET_NAMES, QUESTIONS_ERRORS } from '@qb/core/questions'
import { HTTP_ERRORS, type Service } from '@qb/http'
import { assertProblem } from '@qb/http/testing'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { get, makeApp, makeCsv } from './testing.ts'

let app: Service
beforeAll(async () => {
  app = await makeApp()
})

const etagOf = async (url: string, service = app) => (await get(service, url)).headers.etag

const CACHEABLE = [
  '/api/v1/questions/stars?seed=x',
  '/api/v1/questions/stars?random=false&limit=3',
  '/api/v1/questions/stars/random?seed=x',
  '/api/v1/questions/stars?ids=S-1,S-2',
  '/api/v1/questions/stars/S-1',
  '/api/v1/questions/stars/S-1/check?answer=1',
  '/api/v1/categories',
]

describe('a response that is the same for every client', () => {
  it.each(CACHEABLE)('%s can be cached for a minute and has a strong ETag', async (url) => {
    const { headers } = await get(app, url)
    expect(headers['cache-control']).toBe('public, max-age=60')
    expect(headers.etag).toMatch(/^"[0-9a-f-]+"$/)
    expect(await etagOf(url)).toBe(headers.etag)
  })

  it.each(CACHEABLE)('%s gets 304 for an If-None-Match that contains its ETag', async (url) => {
    const etag = await etagOf(url)
    for (const field of [`${etag}`, `W/${etag}`, `"a", ${etag} , "b"`, '*']) {
      const response = await get(app, url, { 'if-none-match': field })
      expect(response.status, field).toBe(304)
      expect(response.body).toBe('')
      expect(response.headers).toMatchObject({
        etag,
        'cache-control': 'public, max-age=60',
        'access-control-allow-origin': '*',
      })
    }
    for (const field of ['"a"', String(etag).replaceAll('"', ''), '"*"', '']) {
      expect((await get(app, url, { 'if-none-match': field })).status, field).toBe(200)
    }
  })

  it.each([
    ['/api/v1/questions/nothing?seed=x', QUESTIONS_ERRORS.unknown_category],
    ['/api/v1/questions/stars?seed=x&limit=0', HTTP_ERRORS.invalid_parameters],
    ['/api/v1/questions/stars?ids=S-99', QUESTIONS_ERRORS.unknown_question],
    ['/api/v1/questions/stars/S-99', QUESTIONS_ERRORS.unknown_question],
    ['/api/v1/questions/broken?seed=x', QUESTIONS_ERRORS.dataset_unavailable],
  ])('does not get 304 when it is an error: %s', async (url, error) => {
    assertProblem(await get(app, url, { 'if-none-match': '*' }), error)
  })

  it('has the URL of the next page as Link', async () => {
    const { headers, body } = await get(app, '/api/v1/questions/stars?seed=x&limit=5')
    expect(headers.link).toBe(`<${JSON.parse(body).next}>; rel="next"`)
    expect((await get(app, '/api/v1/questions/small_things?seed=x')).headers).not.toHaveProperty('link')
  })
})

describe('a response with a generated seed', () => {
  it.each([
    '/api/v1/questions/stars',
    '/api/v1/questions/stars?difficulty=easy',
    '/api/v1/questions/stars/random',
  ])('%s has no-store and no ETag', async (url) => {
    const { headers, status } = await get(app, url, { 'if-none-match': '*' })
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers).not.toHaveProperty('etag')
  })
})

/** The parameters of a request for a page. An absent member has its default value. */
interface PageQuery {
  readonly order: { readonly seed: string } | { readonly random: string }
  readonly limit?: number
  readonly offset?: number
  readonly answers?: string
  readonly shuffle?: string
  readonly filters: Readonly<Record<string, readonly string[]>>
}

/** Values that the questions of the category have. */
const VALUES = { difficulty: ['easy', 'hard'], topic: ['topic 0', 'topic 1'] }

const anyQuery: fc.Arbitrary<PageQuery> = fc.record(
  {
    order: fc.constantFrom({ seed: 'x' }, { seed: 'X' }, { random: 'false' }, { random: '0' }),
    limit: fc.constantFrom(1, 10),
    offset: fc.constantFrom(0, 1),
    answers: fc.constantFrom('visible', 'hidden'),
    shuffle: fc.constantFrom('true', '1', 'false', '0'),
    filters: fc.record(
      Object.fromEntries(
        FACET_NAMES.map((name) => [name, fc.array(fc.constantFrom(...VALUES[name]), { maxLength: 3 })]),
      ),
    ),
  },
  { requiredKeys: ['order', 'filters'] },
)

/** Lists the parameters of a request as `name=value`. */
function parametersOf({ order, limit, offset, answers, shuffle, filters }: PageQuery): string[] {
  const single = { ...order, limit, offset, answers, shuffle_options: shuffle }
  const all = [
    ...Object.entries(single).map(([name, value]) => [name, [value]] as const),
    ...Object.entries(filters),
  ]
  return all.flatMap(([name, values]) =>
    values.flatMap((value) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`])),
  )
}

/**
 * Returns the meaning of a request. Two requests have the same meaning when their responses must be the same.
 */
function meaningOf({ order, limit, offset, answers, shuffle, filters }: PageQuery): string {
  const sets = Object.entries(filters).map(([name, values]) => [name, [...new Set(values)].sort()])
  const seed = 'seed' in order ? order.seed : null
  const isShuffled = shuffle === 'true' || shuffle === '1'
  return JSON.stringify([seed, limit ?? 10, offset ?? 0, answers ?? 'visible', isShuffled, sets])
}

describe('the ETag', () => {
  it('is the same when requests have the same meaning, and only then, in any order of parameters', async () => {
    const etags = new Map<string, string>()
    const urlsOf = anyQuery.chain((query) => {
      const parameters = parametersOf(query)
      const shuffled = fc.shuffledSubarray(parameters, { minLength: parameters.length })
      return fc.tuple(fc.constant(query), shuffled)
    })
    await fc.assert(
      fc.asyncProperty(urlsOf, async ([query, parameters]) => {
        const etag = String(await etagOf(`/api/v1/questions/stars?${parameters.join('&')}`))
        const meaning = meaningOf(query)
        expect(etags.get(meaning) ?? etag).toBe(etag)
        etags.set(meaning, etag)
        expect(new Set(etags.values()).size).toBe(etags.size)
      }),
      { numRuns: 300 },
    )
  })

  it('differs between operations, ids, answers and views', async () => {
    const urls = [
      'stars?seed=x',
      'stars?seed=x&limit=5',
      'stars/random?seed=x&count=5',
      'stars?ids=S-1',
      'stars?ids=S-1,S-2',
      'stars?ids=S-2,S-1',
      'stars/S-2/check?answer=1',
      'stars/S-1/check?answer=1',
      'stars/S-1/check?answer=2',
      ...['stars/S-1?', 'stars/S-2?', 'stars?ids=S-3&'].flatMap((path) =>
        ['', 'answers=hidden', 'shuffle_options=1', 'answers=hidden&shuffle_options=1'].map(
          (view) => path + view,
        ),
      ),
    ]
    const etags = await Promise.all(urls.map((path) => etagOf(`/api/v1/questions/${path}`)))
    expect(new Set(etags).size).toBe(urls.length)
  })

  it.each(CACHEABLE)('of %s changes when the revision of the dataset changes', async (url) => {
    const etagWith = async (size: number) =>
      etagOf(url, await makeApp({ files: { 'Refined_Stars_Questions.csv': makeCsv('S', size) } }))
    expect(await etagWith(60)).toBe(await etagWith(60))
    expect(await etagWith(60)).not.toBe(await etagWith(61))
  })

  it('of the categories changes when the title of a category changes', async () => {
    const etagWith = async (name: string) =>
      etagOf(
        '/api/v1/categories',
        await makeApp({ files: { [`Refined_${name}_Questions.csv`]: makeCsv('S', 2) } }),
      )
    expect(await etagWith('Stars')).toBe(await etagWith('Stars'))
    expect(await etagWith('Stars')).not.toBe(await etagWith('STARS'))
  })
})
