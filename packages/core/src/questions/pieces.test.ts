import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderOptions } from './order-options.ts'
import { makeRows, rowTextInOrder, writeOptions } from './pieces.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  // What could be taken for the place where a row is cut.
  fc.constantFrom('"options":[]', '\\"options\\":[]', '","options":[],"', ']', '[]'),
)
const question = fc.record(
  {
    id: text,
    question: text,
    correct_answer: text,
    options: fc.uniqueArray(text, { minLength: 1, maxLength: 6 }),
    difficulty: text,
    topic: text,
  },
  { requiredKeys: ['id', 'question'] },
)

describe('rowTextInOrder', () => {
  it('is the question as it would be written with its options ordered, whatever its texts are', () => {
    fc.assert(
      fc.property(fc.array(question, { minLength: 1, maxLength: 3 }), text, (questions, seed) => {
        const rows = makeRows(questions, writeOptions(questions))
        for (const [row, { options, ...rest }] of questions.entries()) {
          const written = JSON.parse(rowTextInOrder(rows, row, 'stars', seed))
          const ordered = options && { options: orderOptions(options, 'options', 'stars', seed, rest.id) }
          expect(written).toEqual({ ...rest, ...ordered })
        }
      }),
    )
  })
})
