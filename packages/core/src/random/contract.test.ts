import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  assertSeed,
  createKey,
  drawOrder,
  hashId,
  keyOfQuestion,
  openStream,
  type Purpose,
  RANDOM_ERRORS,
  SEED_CONTRACT,
} from './index.ts'

interface Vector {
  about: string
  purpose: Purpose
  parts: string[]
  /** The id of the question whose options are ordered. Null for the order of questions. */
  question: string | null
  n: number
  offset: number
  count: number
  words: number[]
  order: number[]
}

const file = new URL('../../../../docs/seed-contract/vectors.json', import.meta.url)
const document: { contract: string; vectors: Vector[]; refused_seeds: { about: string; seed: string }[] } =
  JSON.parse(readFileSync(file, 'utf8'))

describe('the golden vectors of the seed contract', () => {
  it('name the contract of the code, and are at least 20', () => {
    expect(document.contract).toBe(SEED_CONTRACT)
    expect(document.vectors.length).toBeGreaterThanOrEqual(20)
  })

  it.each(document.vectors)('$about', ({ purpose, parts, question, n, offset, count, words, order }) => {
    const key = createKey(purpose, ...parts)
    const open = () => openStream(question === null ? key : keyOfQuestion(key, hashId(question)))
    const stream = open()
    expect(words.map(stream)).toEqual(words)
    expect(drawOrder(open(), n, offset, count)).toEqual(order)
  })

  it.each(document.refused_seeds)('rejects the seed: $about', ({ seed }) => {
    expect(() => assertSeed(seed)).toThrow(expect.objectContaining({ code: RANDOM_ERRORS.invalid_seed.code }))
  })

  it.each(document.vectors.filter(({ question }) => question === null))(
    'accepts the seed: $about',
    ({ parts }) => {
      expect(() => assertSeed(parts.at(-1) as string)).not.toThrow()
    },
  )
})
