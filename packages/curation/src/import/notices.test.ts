// What an import says of a file: its columns, its changes, its encoding and its kind.
import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { importQuestions } from './import-questions.ts'
import { describeImport } from './report.ts'

const read = (bytes: Uint8Array) => importQuestions(bytes, { mapping: new Map(), decodeHtml: false })

const report = async (text: string) => describeImport(await read(Buffer.from(text)), 'a.csv').join('\n')

it('names all columns, unless each one is read as what its name says', async () => {
  expect(await report('Question,correct_answer\nWhere?,Oslo\n')).not.toContain('columns:')
  expect(await report('Question,Reply\nWhere?,Oslo\n'.replace('Reply', 'Answer'))).toContain(
    '\ncolumns: question = Question; correct_answer = Answer\n',
  )
})

it('says what it changed in the words of a teacher', async () => {
  const text = await report('1. Where?\n*a) Oslo\nb) Rome\n')
  expect(text).toContain('changed 1 question: each one got an id')
  expect(text).toContain('changed 1 question: the file says which option is correct')
})

it('names the questions in which an option occurs twice', async () => {
  const rows = ['Where?,Oslo,Rome,Oslo', 'When?,Now,Then,Never', 'Who?,Tom,Ann,Ann']
  expect(await report(`question,answer,wrong 1,wrong 2\n${rows.join('\n')}\n`)).toContain(
    'warning: an option occurs twice, and is kept once, in "Where?", "Who?"\n',
  )
})

it.each([
  [
    'mimetype',
    'application/vnd.oasis.opendocument.spreadsheet',
    /an OpenDocument sheet \(\.ods\); save it as \.xlsx or CSV/,
  ],
  [
    'mimetype',
    'application/vnd.oasis.opendocument.text',
    /an OpenDocument text \(\.odt\); save it as plain text/,
  ],
  ['other', 'text', /another ZIP file/],
])('says what a ZIP file with the %s %s is', async (name, content, message) => {
  const bytes = zipSync({ [name]: [strToU8(content), { level: 0 }] })
  await expect(read(bytes)).rejects.toThrow(message)
})

it.each([
  ['l\x8e g\x8en\x8eral r\x8epond', /--encoding macintosh/],
  ['le g\xe9n\xe9ral r\xe9pond', /with --encoding$/m],
])('hints at an old Mac only for its bytes: %j', async (text, message) => {
  const rows = Array.from({ length: 9 }, (_, row) => `${text} ${row} ?,Oui`).join('\n')
  const { notes } = await read(Buffer.from(`question,answer\n${rows}\n`, 'latin1'))
  expect(notes.join('\n')).toMatch(message)
})
