import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKey, drawOrder, hashId, keyOfQuestion, openStream, type Stream } from '../random/index.ts'
import type { Filters } from './dataset.ts'
import { QUESTIONS_ERRORS } from './errors.ts'
import { FACET_NAMES } from './facets.ts'
import { type Page, renderQuestions, type Selection, sourceOf } from './page.ts'
import type { AnsweredQuestion, Question } from './question.ts'
import type { View } from './stored-question.ts'
import { anyQuestion, anyText, makeDataset, parseList } from './testing.ts'

const CATEGORY = 'stars'
const makeStars = (questions: readonly AnsweredQuestion[], revision?: string) =>
  makeDataset(CATEGORY, questions, revision)

/** Reference implementation: orders options by a new stream. */
function orderOptions(options: readonly string[], stream: Stream): string[] {
  const sorted = options.toSorted()
  return drawOrder(stream, sorted.length, 0, sorted.length).map((index) => sorted[index] as string)
}

/** Reference implementation: applies a view to a question. */
function viewQuestion(question: AnsweredQuestion, view: View, seed = ''): Question {
  const { correct_answer, explanation, options, source, ...rest } = question
  const ordered =
    options &&
    (view.shuffleOptions
      ? orderOptions(
          options,
          openStream(keyOfQuestion(createKey('options', CATEGORY, seed), hashId(question.id))),
        )
      : options)
  return {
    ...rest,
    ...(!view.hideAnswers && { correct_answer, ...(explanation !== undefined && { explanation }) }),
    ...(ordered && { options: ordered }),
    ...(view.includeSource && source !== undefined && { source }),
  } as Question
}

/** Reference implementation: filters and orders all questions, then takes a slice. */
function selectPage(questions: readonly AnsweredQuestion[], selection: Selection) {
  const { seed, filters, offset, count, view } = selection
  const matching = questions.filter((question) =>
    FACET_NAMES.every((name) => {
      const allowed = filters[name] ?? []
      return allowed.length === 0 || allowed.includes(question[name] ?? '')
    }),
  )
  const ordered =
    seed === undefined
      ? matching
      : drawOrder(
          openStream(createKey('questions', CATEGORY, seed)),
          matching.length,
          0,
          matching.length,
        ).map((index) => matching[index] as AnsweredQuestion)
  return {
    total: matching.length,
    questions: ordered.slice(offset, offset + count).map((question) => viewQuestion(question, view, seed)),
    nextOffset: offset + count < matching.length ? offset + count : null,
  }
}

const parsePage = ({ total, json, nextOffset }: Page) => ({
  total,
  questions: parseList(json),
  nextOffset,
})

const anyView: fc.Arbitrary<View> = fc.record({
  hideAnswers: fc.boolean(),
  shuffleOptions: fc.boolean(),
  includeSource: fc.boolean(),
})
const anyFilter = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 })
const anySelection: fc.Arbitrary<Selection> = fc.record({
  seed: fc.oneof(fc.constant(undefined), fc.string({ minLength: 1, unit: 'grapheme' })),
  filters: fc.record(
    Object.fromEntries(FACET_NAMES.map((name) => [name, anyFilter])),
  ) as fc.Arbitrary<Filters>,
  offset: fc.nat({ max: 10 }),
  count: fc.nat({ max: 10 }),
  view: anyView,
})
const anyQuestions = fc.uniqueArray(anyQuestion, { selector: ({ id }) => id, maxLength: 12 })

const EVERYTHING: View = { hideAnswers: false, shuffleOptions: false, includeSource: false }
const unknownQuestion = expect.objectContaining({ code: QUESTIONS_ERRORS.unknown_question.code })

describe('a dataset in memory', () => {
  it('returns the same page as the reference implementation', () => {
    fc.assert(
      fc.property(anyQuestions, anySelection, (questions, selection) => {
        const page = sourceOf(makeStars(questions)).page(selection)
        expect(parsePage(page)).toEqual(selectPage(questions, selection))
      }),
    )
  })

  it('returns questions by id in the requested order, and one question alone', () => {
    fc.assert(
      fc.property(anyQuestions, fc.array(fc.nat()), anyView, (questions, picks, view) => {
        if (questions.length === 0) return
        const dataset = makeStars(questions)
        const wanted = picks.map((pick) => questions[pick % questions.length] as AnsweredQuestion)
        const json = renderQuestions(dataset.find(wanted.map(({ id }) => id)), CATEGORY, view)
        const expected = wanted.map((question) => viewQuestion(question, view))
        expect(parseList(json)).toEqual(expected)
        for (const question of wanted) {
          const alone = renderQuestions(dataset.find([question.id]), CATEGORY, view)
          expect(parseList(alone)).toEqual([viewQuestion(question, view)])
          expect(dataset.read(question.id)).toEqual(question)
        }
      }),
    )
  })

  it('returns the members in their original order', () => {
    const question = {
      id: '1',
      question: 'Q?',
      correct_answer: 'A',
      explanation: 'E',
      options: ['B', 'A'],
      topic: 'x',
    }
    const dataset = makeStars([question])
    const json = renderQuestions(dataset.find(['1']), CATEGORY, EVERYTHING)
    expect(Buffer.from(json, 'latin1').toString()).toBe(JSON.stringify(question))
    expect(dataset).toMatchObject({ category: CATEGORY, title: 'Stars', path: 'stars.csv', size: 1 })
    expect(dataset.ignoredColumns).toEqual(['note'])
  })

  it('rejects unknown ids and lists them', () => {
    fc.assert(
      fc.property(anyQuestions, anyText, (questions, id) => {
        fc.pre(questions.every((question) => question.id !== id))
        const dataset = makeStars(questions)
        expect(() => dataset.find([id])).toThrow(unknownQuestion)
        expect(() => dataset.read(id)).toThrow(unknownQuestion)
        expect(() => dataset.find([...questions.map((question) => question.id), id])).toThrow(unknownQuestion)
      }),
    )
    const dataset = makeStars([])
    expect(() => dataset.find(['a', '__proto__'])).toThrow(
      'expected ids of the category stars, got "a", "__proto__"',
    )
    expect(() => dataset.read('a')).toThrow('expected an id of the category stars, got "a"')
  })
})

describe('the revision of a view', () => {
  const question = { id: '1', question: 'Q?', correct_answer: 'A', options: ['A', 'B'] }
  const revisionAfter = (changed: object, hideAnswers: boolean) =>
    makeStars([{ ...question, ...changed }]).revisionOf({
      hideAnswers,
      shuffleOptions: false,
      includeSource: false,
    })

  it('is the revision of the file when answers are visible', () => {
    const dataset = makeStars([question])
    expect(dataset.revisionOf(EVERYTHING)).toBe(dataset.revision)
    expect(revisionAfter({ correct_answer: 'B' }, false)).not.toBe(revisionAfter({}, false))
  })

  it('depends on every member except for hidden correct answers', () => {
    expect(revisionAfter({ correct_answer: 'B' }, true)).toBe(revisionAfter({}, true))
    for (const change of [{ id: '2' }, { question: 'R?' }, { options: ['B', 'A'] }, { topic: 'x' }]) {
      expect(revisionAfter(change, true)).not.toBe(revisionAfter({}, true))
    }
  })
})

describe('the options of a question', () => {
  interface Order {
    about: string
    purpose: string
    parts: [category: string, seed: string]
    question: string
    options: string[]
    ordered: string[]
  }
  const file = new URL('../../../../docs/seed-contract/vectors.json', import.meta.url)
  const orders: Order[] = JSON.parse(readFileSync(file, 'utf8')).option_orders

  it.each(orders.filter(({ purpose }) => purpose === 'options'))(
    'have the order of the golden vector: $about',
    ({ parts: [category, seed], question: id, options, ordered }) => {
      const question = { id, question: 'Q?', correct_answer: options[0] ?? '', options }
      const { json } = sourceOf(makeDataset(category, [question])).page({
        seed: seed === '' ? undefined : seed,
        filters: { difficulty: [], topic: [] },
        offset: 0,
        count: 1,
        view: { hideAnswers: false, shuffleOptions: true, includeSource: false },
      })
      expect(parseList(json)[0].options).toEqual(ordered)
    },
  )
})
