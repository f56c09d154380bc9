// The curated datasets themselves: large enough, balanced, and without a problem that a program can find.
import { fileURLToPath } from 'node:url'
import { formatProblem, openBank, placeQuestions, readSources, reviewQuestions } from '@qb/core/questions'
import { beforeAll, describe, expect, it } from 'vitest'

const directory = fileURLToPath(new URL('../../../external-resources/questions', import.meta.url))
const CATEGORIES = [
  ['astronomy', 'AST'],
  ['general_knowledge', 'GEN'],
  ['literature', 'LIT'],
  ['mathematics', 'MAT'],
] as const

let bank: Awaited<ReturnType<typeof openBank>>
let placed: ReturnType<typeof placeQuestions>
beforeAll(async () => {
  const options = { directory, now: () => new Date() }
  bank = await openBank(options)
  placed = (await readSources(options)).flatMap(placeQuestions)
})

describe('the curated datasets', () => {
  it('are these four, and readable', () => {
    expect(bank.statuses().map(({ category }) => category)).toEqual(CATEGORIES.map(([category]) => category))
    expect(bank.statuses().flatMap(({ problems }) => problems.map(formatProblem))).toEqual([])
  })

  it('hold to every rule of the review, within each and between them', () => {
    expect(reviewQuestions(placed).map(formatProblem)).toEqual([])
  })

  it.each(CATEGORIES)(
    '%s has at least 300 questions with four options and an id like %s-0001',
    (category, prefix) => {
      const questions = placed.filter(({ question }) => bank.dataset(category).rowOfId.has(question.id))
      expect(questions.length).toBeGreaterThanOrEqual(300)
      for (const { question } of questions) {
        expect(question.id).toMatch(new RegExp(`^${prefix}-\\d{4}$`))
        expect(question.options, question.id).toHaveLength(4)
      }
    },
  )

  it.each(CATEGORIES)('%s has at least 12 topics of 10 questions or more, and no smaller one', (category) => {
    const { topic } = bank.dataset(category)
    expect(topic.size).toBeGreaterThanOrEqual(12)
    expect(Math.min(...[...topic.values()].map((rows) => rows.length))).toBeGreaterThanOrEqual(10)
  })

  it.each(CATEGORIES)('%s is about a third each of easy, medium and hard', (category) => {
    const { difficulty, size } = bank.dataset(category)
    expect([...difficulty.keys()].toSorted()).toEqual(['easy', 'hard', 'medium'])
    for (const rows of difficulty.values()) {
      expect(rows.length / size).toBeGreaterThan(0.28)
      expect(rows.length / size).toBeLessThan(0.39)
    }
  })
})
