// Tests what people read about files of the folder that are not served, or not whole.
import { describe, expect, it } from 'vitest'
import { formatCommand, listNotices } from './notices.ts'
import { makeBank } from './testing.ts'

/** One row names an option E, which no row has. */
const LETTERS =
  'Question,A,B,C,Answer\nCapital of France?,Rome,Paris,Oslo,B\nCapital of Italy?,Rome,Paris,Oslo,E\nCapital of Norway?,Rome,Paris,Oslo,C\n'

describe('formatCommand', () => {
  it.each([
    ['a.csv', / import a\.csv --force`$/],
    ['a b.xlsx', / import "a b\.xlsx"`$/],
    ['sets/a.csv', / import sets\/a\.csv --to sets\/ --force`$/],
  ])('formats an import of %s that works as it is', (path, expected) => {
    expect(formatCommand('import', path)).toMatch(expected)
  })
})

describe('listNotices', () => {
  it.each([
    [
      'a wrong letter',
      { 'a.csv': LETTERS },
      {},
      /^a\.csv is not served\nLine 3: .*\n`.* check data\/a\.csv` says more\nTo serve the valid questions of such files \(2 of this one\), add the line `QUESTIONS_SKIP_INVALID_ROWS=true` to \.env, and start again$/,
    ],
    [
      'a row that is left out',
      { 'a.csv': LETTERS },
      { skipInvalidRows: true },
      /^a\.csv is served without invalid rows\nLine 3: [^\n]*$/,
    ],
    [
      'a dataset without an answer',
      { 'a.csv': 'id,question,correct_answer\n1,Q?,\n2,P?,Yes\n3,R?,No\n' },
      {},
      /\nTo serve the valid questions of such files \(2 of this one\), add the line `QUESTIONS_SKIP_INVALID_ROWS=true` to \.env, and start again$/,
    ],
    [
      'no valid row',
      { 'a.csv': 'question,correct_answer\nQ?,\n' },
      {},
      /^a\.csv is not served\nLine 2: [^\n]*\n`[^\n]* says more$/,
    ],
    [
      'a misspelt column',
      { 'a.csv': 'Questoin,Corect Answer,Wrong 1\nQ?,A,B\n' },
      {},
      /^a\.csv is not served\nLine 1: expected a column for question and correct_answer \(is "Questoin", "Corect Answer" misspelt\?\)\n`[^\n]* says more$/,
    ],
    [
      'a document',
      { 'a.docx': '' },
      {},
      /^a\.docx is not served\nSave its text as a \.txt file, and import that file$/,
    ],
    [
      'a text',
      { 'a.txt': '' },
      {},
      /^a\.txt is not served\nIf it has questions, import it with `.* import data\/a\.txt --to data\/`$/,
    ],
    ['a sheet', { 'a.ods': '' }, {}, /^a\.ods is not served\nSave it as \.xlsx or CSV UTF-8$/],
  ])('says what to do about %s', async (_, files, options, notice) => {
    const notices = listNotices(await makeBank(files as Readonly<Record<string, string>>, options))
    expect(notices).toEqual([expect.stringMatching(notice)])
  })
  it('names the setting for invalid rows once', async () => {
    const notices = listNotices(await makeBank({ 'a.csv': LETTERS, 'b.csv': LETTERS }))
    expect(notices.map((notice) => notice.includes('QUESTIONS_SKIP_INVALID_ROWS'))).toEqual([true, false])
  })
})
