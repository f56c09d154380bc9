import { describe, expect, it } from 'vitest'
import { formatDiagnostic, quoteAll, sortDiagnostics } from './diagnostic.ts'

const at = (file: string, line: number, column: number) => ({ file, line, column, message: 'expected a' })

describe('formatDiagnostic', () => {
  it('formats file:line:column: message', () => {
    expect(formatDiagnostic(at('stars.csv', 2, 14))).toBe('stars.csv:2:14: expected a')
  })
})

describe('sortDiagnostics', () => {
  it('sorts by file, line and column, as numbers, and keeps the order of equal positions', () => {
    const sorted = [at('a', 2, 9), at('a', 2, 10), at('a', 10, 1), at('b', 1, 1)]
    expect(sortDiagnostics(sorted.toReversed())).toEqual(sorted)
    const [first, second] = [at('a', 1, 1), { ...at('a', 1, 1), message: 'b' }]
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
