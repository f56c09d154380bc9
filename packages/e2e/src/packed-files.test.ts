import { describe, expect, it } from 'vitest'

const { isPacked } = await import(new URL('../../../scripts/pack/is-packed.js', import.meta.url).href)

describe('a package of a service', () => {
  it.each([
    ['external-resources/questions', true],
    ['external-resources/questions/Refined_Astronomy_Questions.csv', true],
    ['external-resources/README.md', true],
    ['examples/quiz/index.html', true],
    ['examples/quiz/tsconfig.json', false],
    ['external-resources/questions/rivers.csv', false],
    ['external-resources/questions/Marks 3b.xlsx', false],
    ['external-resources/questions/~$Marks 3b.xlsx', false],
    ['external-resources/questions/.rivers.csv.tmp', false],
    ['external-resources/questions/Refined_Rivers_Questions.csv.bak', false],
  ])('contains %s: %s', (path, expected) => {
    expect(isPacked(path)).toBe(expected)
  })
})
