import type { Question } from '@qb/core/questions'
import { assertProblem } from '@qb/http/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeApp } from '../testing.ts'

type App = Awaited<ReturnType<typeof makeApp>>
let app: App
beforeAll(async () => {
  app = await makeApp()
})

async function get(query: string, category = 'stars') {
  const response = await app.inject(`/api/v1/questions/${category}${query}`)
  return {
    status: response.statusCode,
    contentType: String(response.headers['content-type']),
    body: response.body,
    headers: response.headers,
  }
}

async function page(query: string, category?: string) {
  const { status, body } = await get(query, category)
  expect(status, body).toBe(200)
  return JSON.parse(body) as {
    category: string
    total: number
    seed?: string
    questions: Question[]
    next: string | null
  }
}

const idsOf = ({ questions }: { questions: Question[] }) => questions.map(({ id }) => id)
const inOrder = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `S-${from + index}`)

describe('GET /api/v1/questions/{category}', () => {
  it('answers with category, total, seed, questions and next, in this order', async () => {
    const answer = await page('?limit=3&seed=k7Qm2x')
    expect(Object.keys(answer)).toEqual(['category', 'total', 'seed', 'questions', 'next'])
    expect(answer).toMatchObject({ category: 'stars', total: 60, seed: 'k7Qm2x' })
    expect(answer.next).toBe('/api/v1/questions/stars?limit=3&seed=k7Qm2x&offset=3')
  })

  it('gives a question with id, question, correct_answer, options, difficulty and topic', async () => {
    const { questions } = await page('?random=false&limit=1')
    expect(questions).toEqual([
      {
        id: 'S-0',
        question: 'What is S 0?',
        correct_answer: '0',
        options: ['0', 'two', 'three', 'four'],
        difficulty: 'easy',
        topic: 'topic 0',
      },
    ])
  })

  it('leaves out what the dataset does not have, and keeps the text exactly', async () => {
    const { questions } = await page('', 'plain')
    expect(questions).toEqual([
      { id: '1', question: 'Is “π” > 3 & < 4?\nSure?', correct_answer: '<b>yes</b>' },
    ])
  })

  it('is JSON in UTF-8', async () => {
    expect((await get('', 'plain')).contentType).toBe('application/json; charset=utf-8')
  })

  describe('limit', () => {
    it('is 10 when left out', async () => {
      expect((await page('')).questions).toHaveLength(10)
    })
    it.each([1, 50])('may be %i', async (limit) => {
      expect((await page(`?limit=${limit}`)).questions).toHaveLength(limit)
    })
    it('gives what there is when it asks for more', async () => {
      expect(await page('?limit=50', 'small_things')).toMatchObject({ total: 3, next: null })
    })
    it.each(['abc', '0', '51', '1.5', '1e1', '0x10', '', '-1', '+5', '05', '%205', '5%20', '９'])(
      'is refused as %j',
      async (limit) => {
        const problem = assertProblem(
          await get(`?limit=${encodeURI(limit).replaceAll('%25', '%')}`),
          'invalid_parameters',
        )
        expect(problem.errors).toEqual([
          { parameter: 'limit', message: expect.stringMatching(/^expected an integer from 1 to 50, got "/) },
        ])
      },
    )
    it('is refused when repeated', async () => {
      const problem = assertProblem(await get('?limit=1&limit=2'), 'invalid_parameters')
      expect(problem.errors).toEqual([{ parameter: 'limit', message: 'expected it once, got it 2 times' }])
    })
  })

  describe('random', () => {
    it('is true when left out', async () => {
      const [first, second] = [await page('?limit=50'), await page('?limit=50')]
      expect(first.seed).not.toBe(second.seed)
      expect(idsOf(first)).not.toEqual(idsOf(second))
    })
    it.each(['false', '0', 'FALSE', 'False'])(
      'gives the dataset’s order as %s, with no seed',
      async (random) => {
        const answer = await page(`?random=${random}&limit=4`)
        expect(idsOf(answer)).toEqual(inOrder(0, 4))
        expect(answer).not.toHaveProperty('seed')
        expect(answer.next).toBe('/api/v1/questions/stars?limit=4&random=false&offset=4')
      },
    )
    it.each(['true', '1', 'True', 'TRUE'])('draws a seed as %s', async (random) => {
      expect((await page(`?random=${random}`)).seed).toMatch(/^seed-\d+$/)
    })
    it.each(['maybe', '', '2', 'yes', 'null'])('is refused as %j', async (random) => {
      assertProblem(await get(`?random=${random}`), 'invalid_parameters')
    })
  })

  describe('offset', () => {
    it('skips that many of the dataset’s order', async () => {
      expect(idsOf(await page('?random=false&offset=7&limit=2'))).toEqual(inOrder(7, 9))
    })
    it('skips that many of the seed’s order', async () => {
      const all = idsOf(await page('?seed=x&limit=50'))
      expect(idsOf(await page('?seed=x&limit=5&offset=7'))).toEqual(all.slice(7, 12))
    })
    it.each([60, 61, 999999999999999])('gives an empty list past the end (%i)', async (offset) => {
      for (const order of ['random=false', 'seed=x']) {
        expect(await page(`?${order}&offset=${offset}`)).toMatchObject({
          total: 60,
          questions: [],
          next: null,
        })
      }
    })
    it.each(['-1', '1.5', '', 'x'])('is refused as %j', async (offset) => {
      assertProblem(await get(`?offset=${offset}`), 'invalid_parameters')
    })
  })

  describe('seed', () => {
    it('gives the same answer for the same seed', async () => {
      expect((await get('?seed=x')).body).toBe((await get('?seed=x')).body)
    })
    it.each([
      ['42', '042'],
      ['a', 'aa'],
      ['11', '111'],
      ['9007199254740993', '9007199254740992'],
      ['%C3%A9', 'e%CC%81'],
      ['a', 'A'],
      ['a', 'a%20'],
    ])('is compared exactly: %s is not %s', async (a, b) => {
      expect(idsOf(await page(`?seed=${a}`))).not.toEqual(idsOf(await page(`?seed=${b}`)))
    })
    it('is told in the answer exactly as it was sent', async () => {
      const seed = ' “é”\n😀+&=#'
      const answer = await page(`?seed=${encodeURIComponent(seed)}`)
      expect(answer.seed).toBe(seed)
      expect(await app.inject(String(answer.next)).then((next) => next.json().seed)).toBe(seed)
    })
    it('repeats a draw without a seed by the seed that the answer tells', async () => {
      const drawn = await page('?limit=20')
      expect(idsOf(await page(`?limit=20&seed=${drawn.seed}`))).toEqual(idsOf(drawn))
    })
    it('may have 128 characters of four bytes each', async () => {
      expect((await page(`?seed=${encodeURIComponent('😀'.repeat(128))}`)).seed).toBe('😀'.repeat(128))
    })
    it.each([
      ['empty', ''],
      ['of 129 characters', 'x'.repeat(129)],
    ])('is refused when %s', async (_about, seed) => {
      assertProblem(await get(`?seed=${seed}`), 'invalid_parameters')
    })
    it('goes only with random=true', async () => {
      const problem = assertProblem(await get('?random=false&seed=x'), 'invalid_parameters')
      expect(problem.errors).toEqual([{ parameter: 'seed', message: 'does not go with random=false' }])
      await page('?random=true&seed=x')
    })
  })

  describe('difficulty and topic', () => {
    it('keep only rows with that value, and count them in total', async () => {
      const answer = await page('?random=false&difficulty=easy&limit=50')
      expect(answer.total).toBe(20)
      expect(answer.questions.every(({ difficulty }) => difficulty === 'easy')).toBe(true)
    })
    it('may be repeated for any of several', async () => {
      expect((await page('?difficulty=easy&difficulty=hard')).total).toBe(40)
    })
    it('work together', async () => {
      const answer = await page('?difficulty=easy&topic=topic+1&limit=50')
      expect(answer.total).toBe(10)
      expect(answer.questions.every((q) => q.difficulty === 'easy' && q.topic === 'topic 1')).toBe(true)
    })
    it('match exactly, and give an empty list for a value that no row has', async () => {
      expect(await page('?difficulty=Easy')).toMatchObject({ total: 0, questions: [], next: null })
      expect(await page('?topic=x', 'plain')).toMatchObject({ total: 0, questions: [], next: null })
    })
  })

  describe('ids', () => {
    it('answers those questions in that order', async () => {
      const answer = await page('?ids=S-9,S-1,S-33')
      expect(idsOf(answer)).toEqual(['S-9', 'S-1', 'S-33'])
      expect(answer).toMatchObject({ total: 3, next: null })
      expect(answer).not.toHaveProperty('seed')
    })
    it('may be 50', async () => {
      expect(idsOf(await page(`?ids=${inOrder(0, 50).join(',')}`))).toEqual(inOrder(0, 50))
    })
    it.each(['limit=5', 'random=true', 'random=false', 'offset=0', 'seed=x', 'difficulty=easy', 'topic=x'])(
      'does not go with %s',
      async (selector) => {
        const problem = assertProblem(await get(`?ids=S-1&${selector}`), 'invalid_parameters')
        expect(problem.errors).toEqual([
          { parameter: selector.split('=')[0], message: 'does not go with ids' },
        ])
      },
    )
    it.each([
      ['51 of them', inOrder(0, 51).join(',')],
      ['an empty one', 'S-1,,S-2'],
      ['nothing', ''],
      ['a repeated one', 'S-1,S-2,S-1'],
    ])('is refused with %s', async (_about, ids) => {
      assertProblem(await get(`?ids=${ids}`), 'invalid_parameters')
    })
    it('is 404 and names what is unknown', async () => {
      const problem = assertProblem(await get('?ids=S-1,S-99,__proto__'), 'unknown_question')
      expect(problem.detail).toBe('expected ids of the category stars, got "S-99", "__proto__"')
    })
  })

  describe('answers', () => {
    it('hidden leaves out correct_answer and nothing else', async () => {
      const hidden = await page('?seed=x&answers=hidden')
      const visible = await page('?seed=x&answers=visible')
      expect(hidden.questions).toEqual(visible.questions.map(({ correct_answer: _, ...rest }) => rest))
      expect(hidden.next).toContain('answers=hidden')
    })
    it('are visible when left out', async () => {
      expect((await page('')).questions.every(({ correct_answer }) => correct_answer !== undefined)).toBe(
        true,
      )
    })
    it.each(['Hidden', '', 'none'])('is refused as %j', async (answers) => {
      assertProblem(await get(`?answers=${answers}`), 'invalid_parameters')
    })
  })

  describe('shuffle_options', () => {
    it('orders the options by seed and id, the same each time', async () => {
      const plain = await page('?seed=x&limit=50')
      const shuffled = await page('?seed=x&limit=50&shuffle_options=true')
      expect(await page('?seed=x&limit=50&shuffle_options=1')).toEqual(shuffled)
      expect(idsOf(shuffled)).toEqual(idsOf(plain))
      const sorted = ({ questions }: typeof plain) => questions.map(({ options }) => options?.toSorted())
      expect(sorted(shuffled)).toEqual(sorted(plain))
      expect(shuffled.questions).not.toEqual(plain.questions)
      expect((await page('?seed=y&limit=50&shuffle_options=1')).questions).not.toEqual(shuffled.questions)
      expect(shuffled.next).toContain('shuffle_options=true')
    })
    it('gives these orders on every machine (golden)', async () => {
      // Computed by docs/seed-contract/check.py: category `stars`, question `S-0`, seed `x` and no seed.
      const optionsOf = async (query: string) => (await page(query)).questions[0]?.options
      const options = ['0', 'two', 'three', 'four'].toSorted()
      expect(await optionsOf('?random=false&limit=1&shuffle_options=1')).toEqual(
        [1, 2, 0, 3].map((place) => options[place]),
      )
      const seeded = (await page('?seed=x&limit=50&offset=0&shuffle_options=1')).questions
      const rest = (await page('?seed=x&limit=50&offset=50&shuffle_options=1')).questions
      const question = [...seeded, ...rest].find(({ id }) => id === 'S-0')
      expect(question?.options).toEqual([3, 2, 0, 1].map((place) => options[place]))
    })
    it('goes with dataset order, with ids and with hidden answers', async () => {
      await page('?random=false&shuffle_options=true')
      await page('?ids=S-1&shuffle_options=true')
      const hidden = await page('?seed=x&shuffle_options=true&answers=hidden')
      expect(hidden.questions.every((question) => !('correct_answer' in question))).toBe(true)
    })
    it('leaves questions without options as they are', async () => {
      expect((await page('?shuffle_options=true', 'plain')).questions[0]).not.toHaveProperty('options')
    })
  })

  describe('next', () => {
    it.each([
      ['stars?limit=7&seed=x', 60],
      ['stars?limit=7&random=false', 60],
      ['stars?limit=50&seed=x&answers=hidden&shuffle_options=true', 60],
      ['stars?limit=3&seed=x&difficulty=easy&difficulty=hard&topic=topic+1', 20],
      ['stars?limit=7', 60],
      ['stars/random?count=7', 60],
      ['stars/random?count=20&seed=x&difficulty=hard', 20],
      ['small_things?limit=3&seed=x', 3],
    ])('followed from %s visits every matching row exactly once', async (start, total) => {
      const visited: string[] = []
      let address: string | null = `/api/v1/questions/${start}`
      while (address !== null) {
        const answer: Awaited<ReturnType<typeof page>> = (await app.inject(address)).json()
        visited.push(...idsOf(answer))
        address = answer.next
      }
      expect(visited).toHaveLength(total)
      expect(new Set(visited).size).toBe(total)
    })
  })

  it('is not to be stored when it drew a seed of its own', async () => {
    expect((await get('')).headers['cache-control']).toBe('no-store')
  })
})
