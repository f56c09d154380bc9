import { describe, expect, it } from 'vitest'
import { checkJsonLimits, JSON_LIMITS } from './body.ts'

const invalidBody = expect.objectContaining({ code: 'http/invalid_body' })
const { maxValues, maxDepth } = JSON_LIMITS

describe('checkJsonLimits', () => {
  it.each([
    ['elements', (count: number) => `[${Array(count).fill(0)}]`],
    ['empty objects and their commas', (count: number) => `[${'{},'.repeat(count / 2 - 1)}{}]`],
    ['members', (count: number) => `{${'"a":0,'.repeat(count - 1)}"a":0}`],
  ])('counts %s', (_name, make) => {
    expect(() => checkJsonLimits(make(maxValues))).not.toThrow()
    expect(() => checkJsonLimits(make(maxValues + 2))).toThrow(invalidBody)
  })

  it('rejects one value more than the maximum', () => {
    expect(() => checkJsonLimits(`[${Array(maxValues + 1).fill(0)}]`)).toThrow(invalidBody)
  })

  it('counts nested levels, not siblings', () => {
    expect(() => checkJsonLimits('['.repeat(maxDepth) + ']'.repeat(maxDepth))).not.toThrow()
    expect(() => checkJsonLimits('['.repeat(maxDepth + 1))).toThrow(invalidBody)
    expect(() => checkJsonLimits('{"a":'.repeat(maxDepth + 1))).toThrow(invalidBody)
    expect(() => checkJsonLimits(`[${'[],'.repeat(maxDepth)}[]]`)).not.toThrow()
  })

  it('names the limit', () => {
    expect(() => checkJsonLimits('['.repeat(maxDepth + 1))).toThrow(`at most ${maxDepth} levels of nesting`)
    expect(() => checkJsonLimits(','.repeat(maxValues + 1))).toThrow(`at most ${maxValues} values`)
  })

  it.each([
    ['brackets', '['.repeat(maxDepth + 1)],
    ['commas', ','.repeat(maxValues + 1)],
    ['escaped quotation marks', '\\"[['.repeat(maxDepth + 1)],
    ['escaped backslashes', '\\\\'.repeat(100_000)],
  ])('does not count %s in a string', (_name, content) => {
    expect(() => checkJsonLimits(`{"a":"${content}"}`)).not.toThrow()
    expect(() => checkJsonLimits(`{"a":"${content}`)).not.toThrow()
    expect(() => checkJsonLimits(`["${content}",${'['.repeat(maxDepth)}`)).toThrow(invalidBody)
  })
})
