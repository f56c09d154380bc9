import { describe, expect, it } from 'vitest'
import { MAX_COLUMNS, readColumns } from './columns.ts'

const REQUIRED = ['id', 'question', 'correct_answer']

/** Returns what contradicts itself in a header. */
const errorsOf = (...header: string[]) => readColumns(header).errors

/** Whether a header is that of a dataset. */
const isDataset = (...header: string[]) => readColumns(header).isDataset

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
    [['id', 'question']],
    [['question', 'correct_answer']],
    [['id', 'question', 'answer']],
    [['id', 'Prompt', 'correct_answer']],
    [['uuid', 'question', 'correct_answer']],
    [['sep=', '']],
    [[REQUIRED.join(';')]],
    [[...REQUIRED, 'A', 'B', 'C', 'D']],
    [[...REQUIRED, 'option_a', 'option_b']],
    [[...REQUIRED, 'Option 1', 'Option 2']],
    [[...REQUIRED, 'Choice A', 'Choice B']],
    [[...REQUIRED, 'distractors']],
    [[...REQUIRED, 'points']],
    [[...REQUIRED, 'choice_1', 'is_correct']],
    [[...REQUIRED, 'options', 'also_correct']],
  ])('leaves %j to the readers of other tables', (header) => {
    expect(errorsOf(...header)).toEqual([])
    expect(isDataset(...header)).toBe(false)
  })

  it.each([
    [REQUIRED],
    [[...REQUIRED, 'A']],
    [[...REQUIRED, 'options', 'A', 'B', 'C', 'D']],
    [[...REQUIRED, 'choice_1', 'note']],
  ])('knows the header %j of a dataset', (header) => {
    expect(isDataset(...header)).toBe(true)
  })
})
