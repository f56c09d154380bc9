import { describe, expect, it } from 'vitest'
import { diagnose, FULL_HEAD, HEAD, questionsOf } from '../testing.ts'
import { MAX_CELL_LENGTH, MAX_ID_LENGTH } from './row.ts'

describe('a row', () => {
  it.each<[string, string, string[]]>([
    ['too few cells', `${HEAD}1,Q?\n`, ['2: expected 3 cells as in the header, got 2']],
    ['too many cells', `${HEAD}1,Q?,A,B,C\n`, ['2: expected 3 cells as in the header, got 5']],
    [
      'empty required cells',
      `${HEAD}1,,A\n,Q?,A\n3,Q?,"  "\n`,
      [
        '2: column "question": expected a value for "question"',
        '3: column "id": expected a value for "id"',
        '4: column "correct_answer": expected a value for "correct_answer"',
      ],
    ],
    [
      'the id of a previous row',
      `${HEAD}1,Q?,A\n2,Q?,A\n1,R?,A\n`,
      ['4: column "id": expected a unique id, got "1" again'],
    ],
    [
      'a NUL byte',
      `${HEAD}1,Q\0?,A\n`,
      ['2: column "question": expected text, got the disallowed character U+0000'],
    ],
    [
      'a line separator',
      `${HEAD}1,Q\u2028?,A\n`,
      ['2: column "question": expected text, got the disallowed character U+2028'],
    ],
    [
      'a cell of 50 kB',
      `${HEAD}1,${'x'.repeat(50_000)},A\n`,
      [`2: column "question": expected at most ${MAX_CELL_LENGTH} characters, got 50000`],
    ],
    [
      'a cell of 5 MB',
      `${HEAD}1,${'x'.repeat(5_000_000)},A\n`,
      ['2: expected a row of at most 1000000 bytes, got more'],
    ],
  ])('is rejected with %s', async (_about, content, expected) => {
    expect(await diagnose(content)).toEqual(expected.map((text) => expect.stringContaining(text)))
  })

  it('is accepted with a cell of the maximum length, tabs and line breaks', async () => {
    const long = `\t${'x'.repeat(MAX_CELL_LENGTH - 3)}\r\n`
    expect((await questionsOf(`${HEAD}1,"${long}",A\n`))[0]?.question).toBe(long)
  })

  it('is accepted with anything in a column that is not read', async () => {
    expect(await questionsOf(`note,${HEAD}\0,1,Q?,A\n`)).toHaveLength(1)
  })

  it('has no member for an empty facet', async () => {
    expect(await questionsOf(`${FULL_HEAD}1,Q?,A,,easy,\n`)).toEqual([
      { id: '1', question: 'Q?', correct_answer: 'A', difficulty: 'easy' },
    ])
  })
})

describe('an id', () => {
  const RESERVED = ['random', 'stats']

  it.each([
    ['random', 'expected an id that is not reserved'],
    ['stats', 'expected an id that is not reserved'],
    ['.', 'expected an id that is not reserved'],
    ['..', 'expected an id that is not reserved'],
    ['"a,b"', 'expected an id without a comma or a slash'],
    ['a/b', 'expected an id without a comma or a slash'],
    [' a', 'expected an id without leading or trailing white space'],
    ['a'.repeat(MAX_ID_LENGTH + 1), `expected an id of at most ${MAX_ID_LENGTH} characters`],
  ])('must not be %j', async (id, expected) => {
    expect(await diagnose(`${HEAD}${id},Q?,A\n`, RESERVED)).toEqual([
      expect.stringMatching(new RegExp(`^2: column "id": .*${expected}`)),
    ])
  })

  it.each(['Random', 'randomly', '...', 'a b', 'π', 'a'.repeat(MAX_ID_LENGTH)])('may be %j', async (id) => {
    expect(await diagnose(`${HEAD}${id},Q?,A\n`, RESERVED)).toEqual([])
  })

  it('may be a path segment of the API when it is not reserved', async () => {
    expect(await diagnose(`${HEAD}random,Q?,A\n`, [])).toEqual([])
  })
})
