import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKey, hashId, keyOfQuestion, openStream, type Purpose } from '../random/index.ts'
import { orderOptions } from './option-order.ts'

interface Order {
  about: string
  purpose: Purpose
  parts: string[]
  question: string
  options: string[]
  ordered: string[]
}

const file = new URL('../../../../docs/seed-contract/vectors.json', import.meta.url)
const orders: Order[] = JSON.parse(readFileSync(file, 'utf8')).option_orders

describe('orderOptions', () => {
  it.each(orders)('matches the golden vector: $about', ({ purpose, parts, question, options, ordered }) => {
    const stream = openStream(keyOfQuestion(createKey(purpose, ...parts), hashId(question)))
    expect(orderOptions(options, stream)).toEqual(ordered)
  })

  it('depends on the set of options, not on their previous order, and returns all of them', () => {
    const shuffled = fc
      .uniqueArray(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 8 })
      .chain((options) =>
        fc.tuple(fc.constant(options), fc.shuffledSubarray(options, { minLength: options.length })),
      )
    fc.assert(
      fc.property(shuffled, fc.string({ unit: 'grapheme' }), ([options, others], seed) => {
        const open = () => openStream(keyOfQuestion(createKey('options', 'stars', seed), hashId('S-1')))
        const ordered = orderOptions(options, open())
        expect(orderOptions(others, open())).toEqual(ordered)
        expect(ordered.toSorted()).toEqual(options.toSorted())
      }),
    )
  })
})
