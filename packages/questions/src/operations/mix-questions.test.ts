import { createKey, drawOrder, openStream } from '@qb/core/random'
import { HTTP_ERRORS } from '@qb/http'
import { assertProblem } from '@qb/http/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { get, makeApp, makeCsv } from '../testing.ts'

let app: Awaited<ReturnType<typeof makeApp>>
beforeAll(async () => {
  app = await makeApp({
    files: {
      'b.csv': makeCsv('B', 7),
      'a.csv': makeCsv('A', 5),
      'c.csv': 'id,question,correct_answer\n1,Q?,A\n',
      'bad.csv': 'x\n',
    },
  })
})

interface Page {
  readonly categories: string[]
  readonly total: number
  readonly seed?: string
  readonly questions: { category: string; id: string; options?: string[]; correct_answer?: string }[]
  readonly next: string | null
}

const URL = '/api/v1/questions'
async function page(query: string): Promise<Page> {
  const { status, body } = await get(app, query.startsWith('/') ? query : `${URL}?${query}`)
  expect(status, body).toBe(200)
  return JSON.parse(body)
}
const namesOf = ({ questions }: Page) => questions.map(({ category, id }) => `${category}/${id}`)

describe('GET /api/v1/questions', () => {
  it('returns the categories in alphabetical order and in dataset order with random=false', async () => {
    const response = await page('category=b&category=a&random=false&limit=50')
    expect(response).toMatchObject({ categories: ['a', 'b'], total: 12, next: null })
    expect(response).not.toHaveProperty('seed')
    const ids = (prefix: string, size: number) =>
      Array.from({ length: size }, (_, row) => `${prefix.toLowerCase()}/${prefix}-${row}`)
    expect(namesOf(response)).toEqual([...ids('A', 5), ...ids('B', 7)])
    expect(Object.keys(response.questions[0] ?? {})[0]).toBe('category')
  })

  it('draws from all categories under a key of the sorted categories', async () => {
    const all = namesOf(await page('category=a&category=b&random=false&limit=50'))
    const order = drawOrder(openStream(createKey('questions', 'a', 'b', 'x')), 12, 0, 12)
    const expected = order.map((index) => all[index])
    expect(namesOf(await page('category=b&category=a&seed=x&limit=50'))).toEqual(expected)
    expect(namesOf(await page('category=a&category=b&category=a&seed=x&limit=4'))).toEqual(
      expected.slice(0, 4),
    )
  })

  it('has the order of the category with one category', async () => {
    const [mixed, single] = [await page('category=b&seed=x'), await page(`${URL}/b?seed=x`)]
    expect(mixed.questions).toEqual(single.questions.map((question) => ({ ...question, category: 'b' })))
  })

  it('shuffles options as the single category does, and hides answers', async () => {
    const view = 'seed=x&shuffle_options=true&answers=hidden&limit=50'
    const mixed = await page(`category=*&${view}`)
    const single = await page(`${URL}/b?${view}`)
    for (const { category, ...question } of mixed.questions) {
      expect(question).not.toHaveProperty('correct_answer')
      if (category === 'b') expect(single.questions).toContainEqual(question)
    }
  })

  it('uses every served category with *', async () => {
    expect(await page('category=*&random=false&limit=50')).toMatchObject({
      categories: ['a', 'b', 'c'],
      total: 13,
    })
  })

  it('visits every matching question once by following next', async () => {
    const seen: string[] = []
    let url: string | null = `${URL}?category=*&seed=x&limit=5&difficulty=easy&difficulty=hard`
    let total = 0
    while (url !== null) {
      const response: Page = await page(url)
      seen.push(...namesOf(response))
      total = response.total
      url = response.next
    }
    expect(new Set(seen).size).toBe(total)
    expect(seen).toHaveLength(total)
  })

  it('is cacheable with a seed, and changes its ETag with the categories', async () => {
    const etag = async (query: string) => (await get(app, `${URL}?${query}`)).headers.etag
    expect(await etag('category=a&category=b&seed=x')).toBe(await etag('seed=x&category=b&category=a'))
    expect(await etag('category=a&category=b&seed=x')).not.toBe(await etag('category=a&category=c&seed=x'))
    expect((await get(app, `${URL}?category=a`)).headers).toMatchObject({ 'cache-control': 'no-store' })
  })

  it.each([
    ['', 'category'],
    ['category=*&category=a', 'category'],
    [Array.from({ length: 51 }, (_, index) => `category=${index}`).join('&'), 'category'],
    ['category=a&random=false&seed=x', 'seed'],
    ['category=a&category=c&difficulty=hrad', 'difficulty'],
    ['category=a&ids=A-1', 'ids'],
  ])('responds with 400 for ?%s', async (query, parameter) => {
    const problem = assertProblem(await get(app, `${URL}?${query}`), HTTP_ERRORS.invalid_parameters)
    expect(problem.errors?.map((error) => error.parameter)).toContain(parameter)
  })
})
