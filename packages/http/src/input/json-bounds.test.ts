import { describe, expect, it } from 'vitest'
import { checkJsonBounds, JSON_BOUNDS } from './json-bounds.ts'

const refused = expect.objectContaining({ code: 'http/invalid_body' })
const { maxValues, maxDepth } = JSON_BOUNDS

describe('the bounds of a JSON text', () => {
  it.each([
    ['elements', (count: number) => `[${Array(count).fill(0)}]`],
    ['empty objects and their commas', (count: number) => `[${'{},'.repeat(count / 2 - 1)}{}]`],
    ['members', (count: number) => `{${'"a":0,'.repeat(count - 1)}"a":0}`],
  ])('count %s', (_about, make) => {
    expect(() => checkJsonBounds(make(maxValues))).not.toThrow()
    expect(() => checkJsonBounds(make(maxValues + 2))).toThrow(refused)
  })

  it('refuse one more value', () => {
    expect(() => checkJsonBounds(`[${Array(maxValues + 1).fill(0)}]`)).toThrow(refused)
  })

  it('count nested levels, not siblings', () => {
    expect(() => checkJsonBounds('['.repeat(maxDepth) + ']'.repeat(maxDepth))).not.toThrow()
    expect(() => checkJsonBounds('['.repeat(maxDepth + 1))).toThrow(refused)
    expect(() => checkJsonBounds('{"a":'.repeat(maxDepth + 1))).toThrow(refused)
    expect(() => checkJsonBounds(`[${'[],'.repeat(maxDepth)}[]]`)).not.toThrow()
  })

  it.each([
    ['brackets', '['.repeat(maxDepth + 1)],
    ['commas', ','.repeat(maxValues + 1)],
    ['escaped quotation marks', '\\"[['.repeat(maxDepth + 1)],
    ['escaped backslashes', '\\\\'.repeat(100_000)],
  ])('do not count %s in a string', (_about, text) => {
    expect(() => checkJsonBounds(`{"a":"${text}"}`)).not.toThrow()
    expect(() => checkJsonBounds(`{"a":"${text}`)).not.toThrow()
    expect(() => checkJsonBounds(`["${text}",${'['.repeat(maxDepth)}`)).toThrow(refused)
  })
})
