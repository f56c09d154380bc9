import { QUESTIONS_ERRORS, type Question } from '@qb/core/questions'
import { HTTP_ERRORS, type Service } from '@qb/http'
import { assertProblem } from '@qb/http/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { get as getFrom, makeApp, makeContext, readValue } from '../testing.ts'
import { listQuestions } from './list-questions.ts'

let app: Service
beforeAll(async () => {
  app = await makeApp()
})

const get = (query: string, category = 'stars') => getFrom(app, `/api/v1/questions/${category}${query}`)

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

describe('listQuestions', () => {
  it('runs without HTTP', async () => {
    const context = await makeContext()
    const input = { category: 'stars', limit: 2, random: false, topic: ['topic 1'] }
    const result = listQuestions.run(input, context)
    expect(result).toMatchObject({ cache: 'shared', revision: context.bank.dataset('stars').revision })
    expect(await readValue(result)).toMatchObject({ total: 30, questions: [{ id: 'S-1' }, { id: 'S-3' }] })
  })

  it('returns an uncached result with a generated seed', async () => {
    const result = listQuestions.run({ category: 'stars' }, await makeContext())
    expect(result).toMatchObject({ cache: 'none' })
    expect(await readValue(result)).toMatchObject({ seed: 'seed-1' })
  })
})

describe('GET /api/v1/questions/{category}', () => {
  it('returns category, total, seed, questions and next, in this order', async () => {
    const response = await page('?limit=3&seed=k7Qm2x')
    expect(Object.keys(response)).toEqual(['category', 'total', 'seed', 'questions', 'next'])
    expect(response).toMatchObject({ category: 'stars', total: 60, seed: 'k7Qm2x' })
    expect(response.next).toBe('/api/v1/questions/stars?limit=3&seed=k7Qm2x&offset=3')
  })

  it('returns questions with every member', async () => {
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

  it('omits members without a value, and returns strings exactly as in the dataset', async () => {
    const { questions } = await page('', 'plain')
    expect(questions).toEqual([
      { id: '1', question: 'Is “π” > 3 & < 4?\nSure?', correct_answer: '<b>yes</b>' },
    ])
  })

  it('returns JSON in UTF-8', async () => {
    expect((await get('', 'plain')).contentType).toBe('application/json; charset=utf-8')
  })

  describe('with limit', () => {
    it('returns 10 questions by default', async () => {
      expect((await page('')).questions).toHaveLength(10)
    })
    it.each([1, 50])('returns %i questions', async (limit) => {
      expect((await page(`?limit=${limit}`)).questions).toHaveLength(limit)
    })
    it('returns all questions when there are fewer than limit', async () => {
      expect(await page('?limit=50', 'small_things')).toMatchObject({ total: 3, next: null })
    })
    it.each(['abc', '0', '51', '1.5', '1e1', '0x10', '', '-1', '+5', '05', '%205', '5%20', '９'])(
      'rejects the value %j',
      async (limit) => {
        const problem = assertProblem(
          await get(`?limit=${encodeURI(limit).replaceAll('%25', '%')}`),
          HTTP_ERRORS.invalid_parameters,
        )
        expect(problem.errors).toEqual([
          { parameter: 'limit', message: expect.stringMatching(/^expected an integer from 1 to 50, got "/) },
        ])
      },
    )
    it('rejects a repeated parameter', async () => {
      const problem = assertProblem(await get('?limit=1&limit=2'), HTTP_ERRORS.invalid_parameters)
      expect(problem.errors).toEqual([{ parameter: 'limit', message: 'expected one value, got 2' }])
    })
  })

  describe('with random', () => {
    it('returns questions in random order by default', async () => {
      const [first, second] = [await page('?limit=50'), await page('?limit=50')]
      expect(first.seed).not.toBe(second.seed)
      expect(idsOf(first)).not.toEqual(idsOf(second))
    })
    it.each(['false', '0', 'FALSE', 'False'])(
      'returns questions in dataset order and no seed for the value %s',
      async (random) => {
        const response = await page(`?random=${random}&limit=4`)
        expect(idsOf(response)).toEqual(inOrder(0, 4))
        expect(response).not.toHaveProperty('seed')
        expect(response.next).toBe('/api/v1/questions/stars?limit=4&random=false&offset=4')
      },
    )
    it.each(['true', '1', 'True', 'TRUE'])('returns a generated seed for the value %s', async (random) => {
      expect((await page(`?random=${random}`)).seed).toMatch(/^seed-\d+$/)
    })
    it.each(['maybe', '', '2', 'yes', 'null'])('rejects the value %j', async (random) => {
      assertProblem(await get(`?random=${random}`), HTTP_ERRORS.invalid_parameters)
    })
  })

  describe('with offset', () => {
    it('skips questions in dataset order', async () => {
      expect(idsOf(await page('?random=false&offset=7&limit=2'))).toEqual(inOrder(7, 9))
    })
    it('skips questions in the order of a seed', async () => {
      const all = idsOf(await page('?seed=x&limit=50'))
      expect(idsOf(await page('?seed=x&limit=5&offset=7'))).toEqual(all.slice(7, 12))
    })
    it.each([60, 61, 999999999999999])(
      'returns an empty page beyond the last question: %i',
      async (offset) => {
        for (const order of ['random=false', 'seed=x']) {
          expect(await page(`?${order}&offset=${offset}`)).toMatchObject({
            total: 60,
            questions: [],
            next: null,
          })
        }
      },
    )
    it.each(['-1', '1.5', '', 'x'])('rejects the value %j', async (offset) => {
      assertProblem(await get(`?offset=${offset}`), HTTP_ERRORS.invalid_parameters)
    })
  })

  describe('with seed', () => {
    it('returns the same response for the same seed', async () => {
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
    ])('treats the seeds %s and %s as different', async (a, b) => {
      expect(idsOf(await page(`?seed=${a}`))).not.toEqual(idsOf(await page(`?seed=${b}`)))
    })
    it('returns the seed exactly as it was sent', async () => {
      const seed = ' “é”\n😀+&=#'
      const response = await page(`?seed=${encodeURIComponent(seed)}`)
      expect(response.seed).toBe(seed)
      expect(await app.inject(String(response.next)).then((next) => next.json().seed)).toBe(seed)
    })
    it('reproduces a response with a generated seed', async () => {
      const first = await page('?limit=20')
      expect(idsOf(await page(`?limit=20&seed=${first.seed}`))).toEqual(idsOf(first))
    })
    it('accepts a seed of 128 characters of four bytes', async () => {
      expect((await page(`?seed=${encodeURIComponent('😀'.repeat(128))}`)).seed).toBe('😀'.repeat(128))
    })
    it.each([
      ['an empty seed', ''],
      ['a seed of 129 characters', 'x'.repeat(129)],
    ])('rejects %s', async (_name, seed) => {
      assertProblem(await get(`?seed=${seed}`), HTTP_ERRORS.invalid_parameters)
    })
    it('rejects random=false', async () => {
      const problem = assertProblem(await get('?random=false&seed=x'), HTTP_ERRORS.invalid_parameters)
      expect(problem.errors).toEqual([{ parameter: 'seed', message: 'cannot be combined with random=false' }])
      await page('?random=true&seed=x')
    })
  })

  describe('with difficulty and topic', () => {
    it('returns only matching questions, and their number as total', async () => {
      const response = await page('?random=false&difficulty=easy&limit=50')
      expect(response.total).toBe(20)
      expect(response.questions.every(({ difficulty }) => difficulty === 'easy')).toBe(true)
    })
    it('accepts several values of a filter', async () => {
      expect((await page('?difficulty=easy&difficulty=hard')).total).toBe(40)
    })
    it('combines the filters', async () => {
      const response = await page('?difficulty=easy&topic=topic+1&limit=50')
      expect(response.total).toBe(10)
      expect(response.questions.every((q) => q.difficulty === 'easy' && q.topic === 'topic 1')).toBe(true)
    })
    it.each([
      [
        '?difficulty=Easy',
        'stars',
        'difficulty: expected one of: "easy", "medium", "hard"; got "Easy"; did you mean "easy"?',
      ],
      ['?difficulty=hrad', 'stars', 'got "hrad"; did you mean "hard"?'],
      ['?difficulty=medum', 'stars', 'got "medum"; did you mean "medium"?'],
      ['?difficulty=easy,hard', 'stars', 'got "easy,hard"; commas do not separate values'],
      ['?difficulty=', 'stars', 'difficulty: expected one of: "easy", "medium", "hard"; got ""'],
      ['?difficulty=easy&difficulty=hrad', 'stars', 'got "hrad"'],
      ['?topic=x', 'plain', 'topic: expected no topic, because the questions have none; got "x"'],
    ])('responds with 400 for %s of %s, whose value no question has', async (query, category, detail) => {
      const problem = assertProblem(await get(query, category), HTTP_ERRORS.invalid_parameters)
      expect(problem.detail).toContain(detail)
      expect(problem.errors).toHaveLength(1)
    })
  })

  describe('with ids', () => {
    it('returns the questions with these ids, in the order of the ids', async () => {
      const response = await page('?ids=S-9,S-1,S-33')
      expect(idsOf(response)).toEqual(['S-9', 'S-1', 'S-33'])
      expect(response).toMatchObject({ total: 3, next: null })
      expect(response).not.toHaveProperty('seed')
    })
    it('accepts 50 ids', async () => {
      expect(idsOf(await page(`?ids=${inOrder(0, 50).join(',')}`))).toEqual(inOrder(0, 50))
    })
    it.each(['limit=5', 'random=true', 'random=false', 'offset=0', 'seed=x', 'difficulty=easy', 'topic=x'])(
      'rejects the parameter %s',
      async (selector) => {
        const problem = assertProblem(await get(`?ids=S-1&${selector}`), HTTP_ERRORS.invalid_parameters)
        expect(problem.errors).toEqual([
          { parameter: selector.split('=')[0], message: 'cannot be combined with ids' },
        ])
      },
    )
    it.each([
      ['51 ids', inOrder(0, 51).join(',')],
      ['an empty id', 'S-1,,S-2'],
      ['no ids', ''],
      ['a repeated id', 'S-1,S-2,S-1'],
    ])('rejects %s', async (_name, ids) => {
      assertProblem(await get(`?ids=${ids}`), HTTP_ERRORS.invalid_parameters)
    })
    it('responds with 404 and the unknown ids when an id is unknown', async () => {
      const problem = assertProblem(await get('?ids=S-1,S-99,__proto__'), QUESTIONS_ERRORS.unknown_question)
      expect(problem.detail).toContain('"S-99", "__proto__"')
    })
  })

  describe('with answers', () => {
    it('omits only correct_answer for the value hidden', async () => {
      const hidden = await page('?seed=x&answers=hidden')
      const visible = await page('?seed=x&answers=visible')
      expect(hidden.questions).toEqual(visible.questions.map(({ correct_answer: _, ...rest }) => rest))
      expect(hidden.next).toContain('answers=hidden')
    })
    it('returns correct_answer by default', async () => {
      expect((await page('')).questions.every(({ correct_answer }) => correct_answer !== undefined)).toBe(
        true,
      )
    })
    it.each(['Hidden', '', 'none'])('rejects the value %j', async (answers) => {
      assertProblem(await get(`?answers=${answers}`), HTTP_ERRORS.invalid_parameters)
    })
  })

  describe('with shuffle_options', () => {
    it('orders the options by seed and id', async () => {
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
    it('returns the orders of the golden vectors', async () => {
      // Computed by docs/seed-contract/check.py: category `stars`, question `S-0`, seed `x` and no seed.
      const optionsOf = async (query: string) => (await page(query)).questions[0]?.options
      const options = ['0', 'two', 'three', 'four'].toSorted()
      expect(await optionsOf('?random=false&limit=1&shuffle_options=1')).toEqual(
        [1, 2, 0, 3].map((index) => options[index]),
      )
      const seeded = (await page('?seed=x&limit=50&offset=0&shuffle_options=1')).questions
      const rest = (await page('?seed=x&limit=50&offset=50&shuffle_options=1')).questions
      const question = [...seeded, ...rest].find(({ id }) => id === 'S-0')
      expect(question?.options).toEqual([3, 2, 0, 1].map((index) => options[index]))
    })
    it('accepts dataset order, ids and hidden answers', async () => {
      await page('?random=false&shuffle_options=true')
      await page('?ids=S-1&shuffle_options=true')
      const hidden = await page('?seed=x&shuffle_options=true&answers=hidden')
      expect(hidden.questions.every((question) => !('correct_answer' in question))).toBe(true)
    })
    it('does not change questions without options', async () => {
      expect((await page('?shuffle_options=true', 'plain')).questions[0]).not.toHaveProperty('options')
    })
  })

  describe('following next', () => {
    it.each([
      ['stars?limit=7&seed=x', 60],
      ['stars?limit=7&random=false', 60],
      ['stars?limit=50&seed=x&answers=hidden&shuffle_options=true', 60],
      ['stars?limit=3&seed=x&difficulty=easy&difficulty=hard&topic=topic+1', 20],
      ['stars?limit=7', 60],
      ['stars/random?count=7', 60],
      ['stars/random?count=20&seed=x&difficulty=hard', 20],
      ['small_things?limit=3&seed=x', 3],
    ])('leads from %s through every matching question exactly once', async (start, total) => {
      const visited: string[] = []
      let url: string | null = `/api/v1/questions/${start}`
      while (url !== null) {
        const response: Awaited<ReturnType<typeof page>> = (await app.inject(url)).json()
        visited.push(...idsOf(response))
        url = response.next
      }
      expect(visited).toHaveLength(total)
      expect(new Set(visited).size).toBe(total)
    })
  })

  it('responds with no-store when the seed is generated', async () => {
    expect((await get('')).headers['cache-control']).toBe('no-store')
  })
})
