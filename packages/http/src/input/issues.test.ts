import { describe, expect, it } from 'vitest'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { MAX_ISSUES, preview, toIssuesError } from './issues.ts'

describe('an error of issues', () => {
  it('names the first issues, one per parameter, and searches no further', () => {
    let found = 0
    function* find() {
      for (;;) yield { parameter: `p${Math.floor(found++ / 2)}`, message: `m${found}` }
    }
    const error = toIssuesError(HTTP_ERRORS.invalid_body, find())
    expect(error.issues).toHaveLength(MAX_ISSUES)
    expect(error.issues.at(-1)).toEqual({ parameter: 'p19', message: 'm39' })
    expect(found).toBe(2 * MAX_ISSUES - 1)
  })
})

describe('the preview of a value', () => {
  it.each([undefined, null, 5, 'x', '"', [], {}, [1, [2, { a: 'b' }]], { a: [{}], b: null }, 'ä'.repeat(78)])(
    'of %j is its JSON',
    (value) => {
      expect(preview(value)).toBe(JSON.stringify(value) ?? 'nothing')
    },
  )

  const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`member${index}`, index]))
  it.each([
    ['a long text', 'x'.repeat(100_000), `"${'x'.repeat(79)}…`],
    ['a deep list', deep, `${'['.repeat(80)}…`],
    ['a long list', Array(100_000).fill(1), `${`[${'1,'.repeat(100)}`.slice(0, 80)}…`],
    ['an object with many members', wide, `${JSON.stringify(wide).slice(0, 80)}…`],
    ['lists of lists', Array(1000).fill(Array(1000).fill([])), `[${`[${'[],'.repeat(40)}`.slice(0, 79)}…`],
  ])('of %s is its start', (_about, value, expected) => {
    expect(preview(value)).toBe(expected)
  })
})
