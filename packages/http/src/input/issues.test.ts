import { describe, expect, it } from 'vitest'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { MAX_ISSUES, preview, toIssuesError } from './issues.ts'

describe('toIssuesError', () => {
  it('contains the first issues, one per parameter, and does not look for more', () => {
    let found = 0
    function* find() {
      for (;;) yield { parameter: `p${Math.floor(found++ / 2)}`, message: `m${found}` }
    }
    const error = toIssuesError(HTTP_ERRORS.invalid_body, find())
    expect(error.issues).toHaveLength(MAX_ISSUES)
    expect(error.issues[0]).toEqual({ parameter: 'p0', message: 'm1' })
    expect(error.issues.at(-1)).toEqual({ parameter: 'p19', message: 'm39' })
    expect(found).toBe(2 * MAX_ISSUES - 1)
  })

  it.each([
    ['', []],
    ['a: x', [['a', 'x']]],
    [
      'a: x; b.c: y',
      [
        ['a', 'x'],
        ['b.c', 'y'],
      ],
    ],
    [
      'a: x; b: z',
      [
        ['a', 'x'],
        ['a', 'y'],
        ['b', 'z'],
      ],
    ],
    ['x', [['', 'x']]],
    [
      'x; a: y',
      [
        ['', 'x'],
        ['a', 'y'],
      ],
    ],
  ])('creates an error with the message %j', (expected, found) => {
    const issues = found.map(([parameter = '', message = '']) => ({ parameter, message }))
    const { message, code } = toIssuesError(HTTP_ERRORS.invalid_parameters, issues)
    expect(message).toBe(expected)
    expect(code).toBe('http/invalid_parameters')
  })
})

describe('preview', () => {
  it.each([undefined, null, 5, 'x', '"', [], {}, [1, [2, { a: 'b' }]], { a: [{}], b: null }, 'ä'.repeat(78)])(
    'returns the JSON of %j',
    (value) => {
      expect(preview(value)).toBe(JSON.stringify(value) ?? 'nothing')
    },
  )

  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`member${index}`, index]))
  it.each([
    ['a long string', 'x'.repeat(100_000), `"${'x'.repeat(79)}…`],
    ['a long array', Array(100_000).fill(1), `${`[${'1,'.repeat(100)}`.slice(0, 80)}…`],
    ['an object with many members', wide, `${JSON.stringify(wide).slice(0, 80)}…`],
    ['arrays of arrays', Array(1000).fill(Array(1000).fill([])), `[${`[${'[],'.repeat(40)}`.slice(0, 79)}…`],
    ['a long name', { ['x'.repeat(100_000)]: 1 }, `{"${'x'.repeat(78)}…`],
    ['a value of 81 characters', 'x'.repeat(79), `"${'x'.repeat(79)}…`],
  ])('returns the start of %s', (_name, value, expected) => {
    expect(preview(value)).toBe(expected)
  })
})
