import { describe, expect, it } from 'vitest'
import { MAX_COLUMNS, readColumns } from './read-columns.ts'

const REQUIRED = ['id', 'question', 'correct_answer']

/** Returns the errors of a header as `cellIndex: message`. */
const errorsOf = (...header: string[]) =>
  readColumns(header).errors.map(({ cellIndex, message }) => `${cellIndex}: ${message}`)

describe('readColumns', () => {
  it('finds columns by name, and choices sorted by number', () => {
    const { columns, errors } = readColumns([
      'choice_10',
      'note',
      'choice_2',
      'topic',
      ...REQUIRED,
      'choice_0',
    ])
    expect(errors).toEqual([])
    expect(columns).toMatchObject({
      width: 8,
      named: { topic: 3, id: 4, question: 5, correct_answer: 6 },
      choices: [2, 0],
      ignored: ['note', 'choice_0'],
    })
  })

  it('shortens the long name of an ignored column', () => {
    expect(readColumns([...REQUIRED, 'x'.repeat(100_000)]).columns.ignored).toEqual([`${'x'.repeat(60)}…`])
  })

  it.each<[string, string[], string]>([
    ['a missing column', ['id', 'question'], '0: expected a column "correct_answer", got "id", "question"'],
    [
      'a missing column among many',
      ['id', 'question', ...Array.from({ length: 20 }, (_, column) => `c${column}`)],
      '"c6", "c7" and 12 more',
    ],
    ['a repeated column', [...REQUIRED, 'id'], '3: expected each column once, got "id" again'],
    ['a repeated choice', [...REQUIRED, 'choice_1', 'choice_1'], '4: expected each column once'],
    ['options and choices', [...REQUIRED, 'options', 'choice_1'], '4: expected either a column "options"'],
    ['more columns than the maximum', Array(MAX_COLUMNS + 1).fill('id'), '0: expected at most 1000 columns'],
  ])('rejects %s', (_about, header, expected) => {
    expect(errorsOf(...header)).toEqual([expect.stringContaining(expected)])
  })

  it('quotes the names of a header in a different spelling, once per missing column', () => {
    const errors = errorsOf('ID', 'Question', 'Correct Answer')
    expect(errors).toEqual(
      REQUIRED.map((name) => `0: expected a column "${name}", got "ID", "Question", "Correct Answer"`),
    )
  })

  it.each([';', '\t', '|'])('recognises cells separated by %j', (separator) => {
    for (const error of errorsOf(REQUIRED.join(separator))) {
      expect(error).toContain(`separated by ${JSON.stringify(separator)} instead of commas`)
    }
  })

  it('does not reveal the names of a header without a known name', () => {
    expect(errorsOf('secret', 'other').join()).not.toContain('secret')
    expect(errorsOf('secret;other').join()).not.toContain('secret')
  })
})
