import { describe, expect, it } from 'vitest'
import { MAX_COLUMNS, readColumns } from './columns.ts'

const REQUIRED = ['id', 'question', 'correct_answer']

/** Returns the errors of a header. */
const errorsOf = (...header: string[]) => readColumns(header).errors

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
      named: { topic: 3, id: 4, question: 5, correct_answer: 6 },
      choices: [2, 0],
      ignored: ['note', 'choice_0'],
    })
  })

  it('shortens the long name of an ignored column', () => {
    expect(readColumns([...REQUIRED, 'x'.repeat(100_000)]).columns.ignored).toEqual([`${'x'.repeat(60)}…`])
  })

  it.each<[string, string[], string]>([
    ['a missing column', ['id', 'question'], 'expected a column "correct_answer", got "id", "question"'],
    [
      'a missing column among many',
      ['id', 'question', ...Array.from({ length: 20 }, (_, column) => `c${column}`)],
      '"c6", "c7" and 12 more',
    ],
    ['a repeated column', [...REQUIRED, 'id'], 'expected each column once, got "id" and "id"'],
    ['a repeated choice', [...REQUIRED, 'choice_1', 'choice_1'], 'expected each column once'],
    ['options and choices', [...REQUIRED, 'options', 'choice_1'], 'expected either a column "options"'],
    ['more columns than the maximum', Array(MAX_COLUMNS + 1).fill('id'), 'expected at most 1000 columns'],
  ])('rejects %s', (_about, header, expected) => {
    expect(errorsOf(...header)).toEqual([expect.stringContaining(expected)])
  })

  it.each([
    ['case and spaces', 'ID', 'Question', 'Correct Answer', 'Choice 1'],
    ['hyphens', 'id', 'question', 'correct-answer', 'choice-1'],
    ['spaces at the ends', ' id ', 'question ', '  correct_answer', 'CHOICE_1'],
    ['no separator', 'Id', 'QUESTION', 'CorrectAnswer', 'choice1'],
  ])('reads names with %s', (_about, ...header) => {
    const { columns, errors } = readColumns(header)
    expect(errors).toEqual([])
    expect(columns).toMatchObject({ named: { id: 0, question: 1, correct_answer: 2 }, choices: [3] })
  })

  it('rejects two names of one column, and names both', () => {
    expect(errorsOf(...REQUIRED, 'Correct Answer')).toEqual([
      'expected each column once, got "correct_answer" and "Correct Answer"',
    ])
  })

  it.each([
    ['answer', 'correct_answer', ['id', 'question', 'answer']],
    ['Prompt', 'question', ['id', 'Prompt', 'correct_answer']],
    ['uuid', 'id', ['uuid', 'question', 'correct_answer']],
  ])('proposes the column %j for the missing %j', (candidate, missing, header) => {
    const [error] = errorsOf(...header)
    expect(error).toContain(`expected a column "${missing}"`)
    expect(error).toContain(`rename "${candidate}" to "${missing}"`)
  })

  it('never proposes the column of an option, but the column of the answer', () => {
    const errors = errorsOf('Question', 'A', 'B', 'C', 'D', 'Correct').join('\n')
    expect(errors).toContain('rename "Correct" to "correct_answer"')
    expect(errors).not.toContain('rename "A"')
    expect(errorsOf('id', 'Question', 'A', 'B').join('\n')).not.toContain('rename "A"')
  })

  it.each([
    ['a file without ids', ['question', 'correct_answer']],
    ['names in another language', ['Galdera', 'Erantzuna']],
    ['a header in one cell with unknown names', ['Galdera;Erantzuna']],
    ['a line that names the separator', ['sep=;']],
    ['a line that names the comma as the separator', ['sep=', '']],
  ])('proposes `questions import` once for %s', (_about, header) => {
    expect(errorsOf(...header).filter((error) => error.includes('`questions import`'))).toHaveLength(1)
  })

  it('names the line that names the separator', () => {
    expect(errorsOf('sep=;')).toEqual([expect.stringContaining('expected a header line, got "sep=;"')])
  })

  it.each([
    [';', '";"'],
    ['\t', 'tabs'],
    ['|', '"|"'],
  ])('reports cells separated by %j once, with the remedy', (separator, got) => {
    expect(errorsOf(REQUIRED.join(separator))).toEqual([
      expect.stringMatching(/^expected cells separated by commas, got .*questions import/),
    ])
    expect(errorsOf(REQUIRED.join(separator))[0]).toContain(`got ${got}`)
  })

  it.each([
    [['A', 'B', 'C', 'D']],
    [['option_a', 'option_b']],
    [['Option 1', 'Option 2']],
    [['Choice A', 'Choice B']],
  ])('rejects the columns %j, whose answers may be letters', (lettered) => {
    const errors = errorsOf(...REQUIRED, ...lettered)
    expect(errors).toEqual([expect.stringMatching(/^expected the options in .*questions import/)])
    expect(errorsOf(...REQUIRED, 'options', ...lettered)).toEqual([])
  })

  it('does not reveal the names of a header without a known name', () => {
    expect(errorsOf('secret', 'other').join()).not.toContain('secret')
    expect(errorsOf('secret;other').join()).not.toContain('secret')
  })
})
