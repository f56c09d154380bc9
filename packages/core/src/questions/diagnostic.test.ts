import { describe, expect, it } from 'vitest'
import { formatDiagnostic, quoteAll, sortDiagnostics } from './diagnostic.ts'

const at = (file: string, line: number, message = 'expected a') => ({ file, line, message })

describe('formatDiagnostic', () => {
  it('formats file:line: message, with the name of a column', () => {
    expect(formatDiagnostic(at('stars.csv', 2))).toBe('stars.csv:2: expected a')
    expect(formatDiagnostic({ ...at('stars.csv', 2), column: 'id' })).toBe(
      'stars.csv:2: column "id": expected a',
    )
  })
})

describe('sortDiagnostics', () => {
  it('sorts by file and line, as numbers, and keeps the order of equal positions', () => {
    const sorted = [at('a', 2), at('a', 10), at('b', 1)]
    expect(sortDiagnostics(sorted.toReversed())).toEqual(sorted)
    const [first, second] = [at('a', 1), at('a', 1, 'b')]
    expect(sortDiagnostics([second, first])).toEqual([second, first])
  })
})

describe('quoteAll', () => {
  it('quotes the first ten strings and counts the others', () => {
    expect(quoteAll(['a', 'b'])).toBe('"a", "b"')
    expect(quoteAll(Array(10).fill('a'))).not.toContain('more')
    expect(quoteAll(Array(12).fill('a'))).toMatch(/"a" and 2 more$/)
  })
})
