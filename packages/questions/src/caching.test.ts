// Which answers may be kept, by whom, and how they are known again.
import { assertProblem } from '@qb/http/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeApp, makeSheet } from './testing.ts'

let app: Awaited<ReturnType<typeof makeApp>>
beforeAll(async () => {
  app = await makeApp()
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

const CACHEABLE = [
  '/api/v1/questions/stars?seed=x',
  '/api/v1/questions/stars?random=false&limit=3',
  '/api/v1/questions/stars/random?seed=x',
  '/api/v1/questions/stars?ids=S-1,S-2',
  '/api/v1/questions/stars/S-1',
  '/api/v1/questions/stars/S-1/check?answer=1',
  '/api/v1/categories',
]

describe('an answer that is the same for everyone', () => {
  it.each(CACHEABLE)('%s may be kept for a minute and is known by its tag', async (url) => {
    const { headers } = await get(url)
    expect(headers['cache-control']).toBe('public, max-age=60')
    expect(headers.etag).toMatch(/^"[0-9a-f]{16}(-[0-9a-f]{16})?"$/)
    expect((await get(url)).headers.etag).toBe(headers.etag)
  })

  it.each(CACHEABLE)('%s is 304 to who has it, in a list, weak, or as *', async (url) => {
    const { etag } = (await get(url)).headers
    for (const known of [`${etag}`, `W/${etag}`, `"a", ${etag} , "b"`, '*']) {
      const answer = await get(url, { 'if-none-match': known })
      expect(answer.statusCode, known).toBe(304)
      expect(answer.body).toBe('')
      expect(answer.headers).toMatchObject({
        etag,
        'cache-control': 'public, max-age=60',
        'access-control-allow-origin': '*',
      })
    }
    for (const unknown of ['"a"', String(etag).replaceAll('"', ''), '"*"', '']) {
      expect((await get(url, { 'if-none-match': unknown })).statusCode, unknown).toBe(200)
    }
  })

  it('is 304 only where it would be 200', async () => {
    const known = { 'if-none-match': '*' }
    for (const [url, code] of [
      ['/api/v1/questions/nothing?seed=x', 'unknown_category'],
      ['/api/v1/questions/stars?seed=x&limit=0', 'invalid_parameters'],
      ['/api/v1/questions/stars?ids=S-99', 'unknown_question'],
      ['/api/v1/questions/stars/S-99', 'unknown_question'],
      ['/api/v1/questions/broken?seed=x', 'dataset_unavailable'],
    ] as const) {
      const { statusCode, headers, body } = await get(url, known)
      assertProblem({ status: statusCode, contentType: String(headers['content-type']), body }, code)
    }
  })

  it('has another tag for another question, and the same however it is asked', async () => {
    const tag = async (query: string) => (await get(`/api/v1/questions/stars?${query}`)).headers.etag
    const same = [
      'seed=x',
      'seed=x&limit=10',
      'limit=10&seed=x&random=true&offset=0',
      'seed=x&answers=visible',
    ]
    expect(new Set(await Promise.all(same.map(tag))).size).toBe(1)
    const others = [
      'seed=x',
      'seed=X',
      'seed=x&limit=9',
      'seed=x&offset=1',
      'seed=x&answers=hidden',
      'seed=x&shuffle_options=1',
    ]
    const filters = ['seed=x&difficulty=easy', 'seed=x&topic=easy', 'random=false', 'ids=S-1', 'ids=S-1,S-2']
    expect(new Set(await Promise.all([...others, ...filters].map(tag))).size).toBe(11)
    expect(await tag('seed=x&difficulty=easy&difficulty=hard')).toBe(
      await tag('seed=x&difficulty=hard&difficulty=easy'),
    )
  })

  it('has another tag for another view of the same questions', async () => {
    for (const asked of ['stars/S-1?', 'stars?ids=S-1,S-2&']) {
      const views = ['', 'answers=hidden', 'shuffle_options=1', 'answers=hidden&shuffle_options=1']
      const tags = views.map(async (view) => (await get(`/api/v1/questions/${asked}${view}`)).headers.etag)
      expect(new Set(await Promise.all(tags)).size).toBe(4)
    }
  })

  it('has the tags of this format (golden): when they change, count FORMAT up and write them anew', async () => {
    const tags = CACHEABLE.map(async (url) => (await get(url)).headers.etag)
    expect(await Promise.all(tags)).toMatchInlineSnapshot(`
      [
        ""aeac2027a477d953-0cfa6905b65c9a03"",
        ""aeac2027a477d953-b51b9ffc11ad2e78"",
        ""aeac2027a477d953-ab6d1a506c7123ce"",
        ""aeac2027a477d953-3f6a643c9d750866"",
        ""aeac2027a477d953-3d03eb8000cc32bf"",
        ""aeac2027a477d953-b58b6957acc7a91c"",
        ""1e8c307fc02740b2"",
      ]
    `)
  })

  it('has another tag when the dataset has changed', async () => {
    for (const url of CACHEABLE) {
      const tag = async (size: number) => {
        const other = await makeApp({ sheets: { 'Refined_Stars_Questions.csv': makeSheet('S', size) } })
        return (await other.inject(url)).headers.etag
      }
      expect(await tag(60)).toBe(await tag(60))
      expect(await tag(60)).not.toBe(await tag(61))
    }
  })

  it('has another tag when a category is written otherwise', async () => {
    const tag = async (name: string) => {
      const other = await makeApp({ sheets: { [`Refined_${name}_Questions.csv`]: makeSheet('S', 2) } })
      return (await other.inject('/api/v1/categories')).headers.etag
    }
    expect(await tag('Stars')).toBe(await tag('Stars'))
    expect(await tag('Stars')).not.toBe(await tag('STARS'))
  })

  it('tells where it goes on as a Link too', async () => {
    const { headers, body } = await get('/api/v1/questions/stars?seed=x&limit=5')
    expect(headers.link).toBe(`<${JSON.parse(body).next}>; rel="next"`)
    expect((await get('/api/v1/questions/small_things?seed=x')).headers).not.toHaveProperty('link')
  })
})

describe('an answer with a seed of its own', () => {
  it.each([
    '/api/v1/questions/stars',
    '/api/v1/questions/stars?difficulty=easy',
    '/api/v1/questions/stars/random',
  ])('%s is never kept and has no tag', async (url) => {
    const { headers, statusCode } = await get(url, { 'if-none-match': '*' })
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers).not.toHaveProperty('etag')
  })
})
