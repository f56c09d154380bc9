import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameStream } from '../../random/index.ts'
import { orderOptions } from '../option-order.ts'
import { joinShuffled, serializeOptions, splitAtOptions } from './option-pieces.ts'
import { anyQuestion, anyText } from './testing.ts'

describe('joinShuffled', () => {
  it('returns the question with its options in the order of the seed, for any strings', () => {
    fc.assert(
      fc.property(anyQuestion, anyText, (question, seed) => {
        const pieces = splitAtOptions(question.id, JSON.stringify(question), serializeOptions(question))
        expect(pieces === undefined).toBe(question.options === undefined)
        if (!pieces || !question.options) return
        const options = orderOptions(question.options, nameStream('options', 'stars', seed, question.id))
        expect(JSON.parse(joinShuffled(pieces, 'stars', seed))).toEqual({ ...question, options })
      }),
    )
  })
})
