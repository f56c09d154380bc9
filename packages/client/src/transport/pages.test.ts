import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InvalidResponseError } from '../errors.ts'
import { createQuestionsClient } from '../questions/client.ts'
import { createFakeFetch, respond } from '../testing.ts'

const PATH = '/trivia/api/v1/questions/a'

/** A service with questions. `change` changes its pages. */
function serve(count: number, change: (page: Page) => object = (page) => page) {
  const { fetch, requests } = createFakeFetch(async ({ url }) => {
    if (requests.length > 200) throw new Error('expected the iteration to end, got 200 requests')
    const { searchParams } = new URL(url)
    const [limit, offset] = ['limit', 'offset'].map((name) => Number(searchParams.get(name) ?? 0)) as [
      number,
      number,
    ]
    const questions = Array.from({ length: count }, (_, index) => ({ id: `${index}` })).slice(
      offset,
      offset + limit,
    )
    const end = offset + questions.length
    const next = end < count ? `${PATH}?limit=${limit}&seed=drawn&offset=${end}` : null
    return respond(change({ total: count, questions, next }))
  })
  const client = createQuestionsClient({ baseUrl: 'http://service/trivia', fetch })
  return { client, requests }
}

interface Page {
  readonly total: number
  readonly questions: readonly object[]
  readonly next: string | null
}

/** Changes the `next` of the pages that have one. */
function withNext(change: (next: string) => string): (page: Page) => object {
  return ({ next, ...page }) => ({ ...page, next: next === null ? null : change(next) })
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('questions', () => {
  it('yields every question once and in order, for pages of any size and from any offset', async () => {
    const sizes = [fc.integer({ min: 0, max: 120 }), fc.integer({ min: 1, max: 50 }), fc.nat(130)] as const
    await fc.assert(
      fc.asyncProperty(...sizes, async (count, pageSize, offset) => {
        const { client, requests } = serve(count)
        const ids = (await collect(client.questions('a', { pageSize, offset }))).map(({ id }) => Number(id))
        expect(ids).toEqual(Array.from({ length: Math.max(0, count - offset) }, (_, index) => offset + index))
        expect(requests).toHaveLength(Math.max(1, Math.ceil(ids.length / pageSize)))
      }),
    )
  })

  it('sends the options with the first request, and follows `next`', async () => {
    const { client, requests } = serve(70)
    await collect(client.questions('a', { topic: ['x', 'y'], answers: 'hidden' }))
    expect(requests.map(({ url }) => url)).toEqual([
      `http://service${PATH}?topic=x&topic=y&answers=hidden&limit=50`,
      `http://service${PATH}?limit=50&seed=drawn&offset=50`,
    ])
  })

  it.each(['', '/other/prefix', 'https://evil.example/trivia', '//evil.example/trivia'])(
    'stays at its own address when `next` begins with %j',
    async (prefix) => {
      const { client, requests } = serve(
        3,
        withNext((next) => next.replace('/trivia', prefix)),
      )
      expect(await collect(client.questions('a', { pageSize: 2 }))).toHaveLength(3)
      expect(requests[1]?.url).toBe(`http://service${PATH}?limit=2&seed=drawn&offset=2`)
    },
  )

  it('fetches a page when its first question is needed, and nothing after `break`', async () => {
    const { client, requests } = serve(100)
    const questions = client.questions('a', { pageSize: 2 })
    expect(requests).toHaveLength(0)
    let count = 0
    for await (const _ of questions) {
      count += 1
      expect(requests).toHaveLength(Math.ceil(count / 2))
      if (count === 4) break
    }
    expect(requests).toHaveLength(2)
    expect(await questions.next()).toEqual({ done: true, value: undefined })
  })

  it('ends with the reason of the signal', async () => {
    const { client, requests } = serve(100)
    const controller = new AbortController()
    const ids: string[] = []
    const run = async () => {
      for await (const { id } of client.questions('a', { pageSize: 2, signal: controller.signal })) {
        if (ids.push(id) === 3) controller.abort()
      }
    }
    await expect(run()).rejects.toMatchObject({ name: 'AbortError' })
    expect(ids).toEqual(['0', '1', '2'])
    expect(requests).toHaveLength(2)
  })

  it.each<[string, (page: Page) => object]>([
    ['no URL', (page) => ({ ...page, next: 'http://' })],
    ['the same page forever', (page) => ({ ...page, next: `${PATH}?limit=2` })],
    ['an empty page', (page) => ({ ...page, questions: [] })],
    ['more questions than there are', (page) => ({ ...page, total: 1 })],
    ['something that is not text', (page) => ({ ...page, next: 1 })],
    ['a page without questions', ({ questions: _, ...page }) => page],
    ['a page without a total', ({ total: _, ...page }) => page],
  ])('rejects a `next` that leads to %s', async (_name, change) => {
    const { client, requests } = serve(6, change)
    await expect(collect(client.questions('a', { pageSize: 2 }))).rejects.toThrow(InvalidResponseError)
    expect(requests.length).toBeLessThanOrEqual(3)
    expect(requests.every(({ url }) => url.startsWith(`http://service${PATH}`))).toBe(true)
  })
})

describe('mixedQuestions', () => {
  it('yields the questions of several categories', async () => {
    const { client, requests } = serve(
      3,
      withNext((next) => next.replace('/a?', '?')),
    )
    const ids = (await collect(client.mixedQuestions(['a', 'b'], { pageSize: 2 }))).map(({ id }) => id)
    expect(ids).toEqual(['0', '1', '2'])
    expect(requests.map(({ url }) => url)).toEqual([
      'http://service/trivia/api/v1/questions?category=a&category=b&limit=2',
      'http://service/trivia/api/v1/questions?limit=2&seed=drawn&offset=2',
    ])
  })
})
