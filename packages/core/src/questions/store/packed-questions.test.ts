import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromByteString } from '../../byte-string.ts'
import { createKey, hashId, keyOfQuestion, openStream } from '../../random/index.ts'
import { orderOptions } from '../option-order.ts'
import { hashWithoutAnswers, readAnswer, readId, readQuestion } from './packed-questions.ts'
import { anyQuestion, anyText, packQuestions } from './testing.ts'

const anyQuestions = fc.array(anyQuestion, { minLength: 1, maxLength: 8 })

describe('packed questions', () => {
  it('return each question in each view, for any strings', () => {
    fc.assert(
      fc.property(
        anyQuestions,
        fc.record({ hideAnswers: fc.boolean(), shuffleOptions: fc.boolean(), includeSource: fc.boolean() }),
        anyText,
        (questions, view, seed) => {
          const packed = packQuestions(questions)
          const key = createKey('options', 'stars', seed)
          for (const [row, question] of questions.entries()) {
            const { correct_answer, options, source, ...rest } = question
            const order = openStream(keyOfQuestion(key, hashId(question.id)))
            const json = fromByteString(readQuestion(packed, row, view, key))
            expect(JSON.parse(json)).toEqual({
              ...rest,
              ...(!view.hideAnswers && { correct_answer }),
              ...(options && { options: view.shuffleOptions ? orderOptions(options, order) : options }),
              ...(view.includeSource && source !== undefined && { source }),
            })
            expect(readAnswer(packed, row)).toBe(correct_answer)
            expect(readId(packed, row)).toBe(question.id)
          }
        },
      ),
    )
  })

  it('have a hash that does not depend on the answers and the sources, but on everything else', () => {
    const question = { id: '1', question: 'Q?', correct_answer: 'A', options: ['A', 'B'] }
    const hashOf = (changed: object) => hashWithoutAnswers(packQuestions([{ ...question, ...changed }]))
    expect(hashOf({})).toMatch(/^[0-9a-f]{16}$/)
    expect(hashOf({ correct_answer: 'B' })).toBe(hashOf({}))
    expect(hashOf({ source: 'A book about B' })).toBe(hashOf({}))
    for (const change of [{ id: '2' }, { question: 'R?' }, { options: ['B', 'A'] }, { topic: 'x' }]) {
      expect(hashOf(change)).not.toBe(hashOf({}))
    }
  })

  it('can need more memory than expected', () => {
    const questions = Array.from({ length: 500 }, (_, index) => ({
      id: `${index}`,
      question: '“'.repeat(200),
      correct_answer: 'A',
    }))
    const packed = packQuestions(questions)
    const key = createKey('options', 'stars', '')
    const view = { hideAnswers: false, shuffleOptions: false, includeSource: false }
    expect(
      questions.map((_, row) => JSON.parse(fromByteString(readQuestion(packed, row, view, key)))),
    ).toEqual(questions)
  })

  it('reject a cell that is longer than a dataset file can have', () => {
    const question = { id: '1', question: 'x'.repeat(70_000), correct_answer: 'A' }
    expect(() => packQuestions([question])).toThrow(RangeError)
  })
})
