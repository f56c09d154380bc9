import { mkdir, rename, rm } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { QUESTIONS_ERRORS } from '../errors.ts'
import type { QuestionBank } from './bank.ts'
import { GOOD, now, useFolder } from './testing.ts'

const { pathOf, put, open } = useFolder()
const unknownCategory = expect.objectContaining({ code: QUESTIONS_ERRORS.unknown_category.code })

describe('reload', () => {
  const ZOO = 'Refined_Zoo_Questions.csv'
  const row = (answer: string) => `id,question,correct_answer\n1,Q?,${answer}\n`
  const answerOf = (bank: QuestionBank) => bank.dataset('zoo').read('1').correct_answer
  /** Scans twice, so that changes are applied. */
  const reloadTwice = async (bank: QuestionBank) => {
    await bank.reload()
    return bank.reload()
  }

  it('applies changed, added and removed files, and returns the changes', async () => {
    await put(ZOO, row('A'))
    await put('Refined_Old_Questions.csv', GOOD)
    const bank = await open()
    await put(ZOO, row('B'))
    await put('Refined_New_Questions.csv', GOOD)
    await rm(pathOf('Refined_Old_Questions.csv'))
    const changes = await reloadTwice(bank)
    expect(changes.map(({ category, status }) => [category, status?.dataset?.size])).toEqual([
      ['new', 1],
      ['old', undefined],
      ['zoo', 1],
    ])
    expect(answerOf(bank)).toBe('B')
    expect(bank.statuses().map(({ category }) => category)).toEqual(['new', 'zoo'])
    expect(() => bank.dataset('old')).toThrow(unknownCategory)
    expect(await reloadTwice(bank)).toEqual([])
  })

  it('ignores a change that only one scan finds, such as a partly written or missing file', async () => {
    await put(ZOO, `${row('A')}2,Q?,A\n`)
    const bank = await open()
    const before = bank.dataset('zoo')
    await put(ZOO, row('B'))
    expect(await bank.reload()).toEqual([])
    await put(ZOO, `${row('B')}2,Q?,B\n`)
    expect(await bank.reload()).toEqual([])
    expect(bank.dataset('zoo')).toBe(before)
    await rm(pathOf(ZOO))
    expect(await bank.reload()).toEqual([])
    expect(bank.dataset('zoo')).toBe(before)
    await put(ZOO, `${row('C')}2,Q?,C\n`)
    await put('Refined_New_Questions.csv', GOOD)
    expect(await bank.reload()).toEqual([])
    expect(() => bank.dataset('new')).toThrow(unknownCategory)
    expect((await bank.reload()).map(({ category }) => category)).toEqual(['new', 'zoo'])
    expect(bank.dataset('zoo').size).toBe(2)
    expect(answerOf(bank)).toBe('C')
  })

  it('keeps the same dataset object while the content is the same', async () => {
    await put(ZOO, row('A'))
    const bank = await open()
    const before = bank.dataset('zoo')
    await put(ZOO, row('A'))
    expect(await reloadTwice(bank)).toEqual([])
    expect(bank.dataset('zoo')).toBe(before)
  })

  it('keeps the last valid revision while the file is invalid, and reports the diagnostics', async () => {
    await put(ZOO, row('A'))
    const bank = await open()
    const before = bank.dataset('zoo')
    await put(ZOO, 'id,question,correct_answer\n1,"Q?')
    expect(await reloadTwice(bank)).toHaveLength(1)
    expect(bank.dataset('zoo')).toBe(before)
    expect(bank.datasets()).toEqual([before])
    expect(bank.statuses()[0]?.diagnostics[0]).toMatchObject({ line: 2 })
    expect(await bank.reload()).toEqual([])
    await put(ZOO, row('A'))
    expect((await reloadTwice(bank))[0]?.status).toMatchObject({ diagnostics: [] })
    expect(bank.dataset('zoo')).toBe(before)
    await put(ZOO, row('C'))
    await reloadTwice(bank)
    expect(answerOf(bank)).toBe('C')
  })

  it('loads a file that was invalid at first, after it was corrected', async () => {
    await put(ZOO, 'id\n')
    const bank = await open()
    expect(bank.datasets()).toEqual([])
    await put(ZOO, row('A'))
    await reloadTwice(bank)
    expect(answerOf(bank)).toBe('A')
  })

  it('finds every change after the times of a file were trusted', async () => {
    // The clock is a minute ahead of the file system, so that the times of files are trusted.
    const later = () => new Date(Date.now() + 60_000)
    await put(ZOO, row('A'))
    const bank = await open({ now: later })
    await reloadTwice(bank)
    expect(answerOf(bank)).toBe('A')
    await put(ZOO, row('B'))
    expect((await reloadTwice(bank)).map(({ category }) => category)).toEqual(['zoo'])
    expect(answerOf(bank)).toBe('B')
    await put('aside', row('C'))
    await rename(pathOf('aside'), pathOf(ZOO))
    await reloadTwice(bank)
    expect(answerOf(bank)).toBe('C')
    await put(ZOO, 'id\n')
    expect(await reloadTwice(bank)).toHaveLength(1)
    expect(await reloadTwice(bank)).toEqual([])
    expect(bank.statuses()[0]?.diagnostics[0]).toMatchObject({ line: 1 })
    await put(ZOO, row('C'))
    await reloadTwice(bank)
    expect(bank.statuses()[0]?.diagnostics).toEqual([])
  })

  it('records the time of the last scan', async () => {
    let minute = 0
    const bank = await open({ now: () => new Date(Date.UTC(2026, 0, 1, 0, minute)) })
    minute = 7
    await bank.reload()
    expect(bank.lastScan().at).toEqual(new Date('2026-01-01T00:07:00Z'))
  })

  it('follows a file that is renamed to a different name of the same category', async () => {
    await put('Refined_General_Knowledge_Questions.csv', GOOD)
    const bank = await open()
    const from = pathOf('Refined_General_Knowledge_Questions.csv')
    await rename(from, pathOf('Refined_General Knowledge_Questions.csv'))
    await reloadTwice(bank)
    expect(bank.statuses()[0]).toMatchObject({
      path: 'data/Refined_General Knowledge_Questions.csv',
      diagnostics: [],
    })
  })

  it('keeps the path of the loaded file while a second file of the category exists', async () => {
    await put('Refined_General_Knowledge_Questions.csv', GOOD)
    const bank = await open()
    const [before] = bank.statuses()
    await put('Refined_General Knowledge_Questions.csv', GOOD)
    await reloadTwice(bank)
    expect(bank.statuses()[0]).toMatchObject({ path: before?.path, diagnostics: [{ line: 1 }] })
    await rm(pathOf('Refined_General Knowledge_Questions.csv'))
    await reloadTwice(bank)
    expect(bank.statuses()).toEqual([before])
  })

  it('keeps datasets and reports the error while the folder cannot be read, then recovers', async () => {
    await put(ZOO, row('A'))
    const bank = await open()
    expect(bank.lastScan()).toEqual({ at: now(), ignoredFiles: [] })
    await rm(pathOf(), { recursive: true })
    expect(await reloadTwice(bank)).toHaveLength(1)
    expect(bank.lastScan().error).toBe('expected a folder that can be read, got ENOENT')
    expect(answerOf(bank)).toBe('A')
    expect(bank.statuses()[0]?.diagnostics[0]?.message).toBe('expected a folder that can be read, got ENOENT')
    await mkdir(pathOf())
    await put(ZOO, row('A'))
    await reloadTwice(bank)
    expect(bank.statuses()[0]?.diagnostics).toEqual([])
    expect(bank.lastScan()).toEqual({ at: now(), ignoredFiles: [] })
  })

  it('serves the valid rows of an invalid file with skipInvalidRows, and keeps the diagnostics of the others', async () => {
    await put(ZOO, `${row('A')}2,,B\n3,R?,C\n1,S?,D\n`)
    const bank = await open({ skipInvalidRows: true })
    const [status] = bank.statuses()
    expect(bank.dataset('zoo').size).toBe(2)
    expect(status?.diagnostics.map(({ line, column }) => [line, column])).toEqual([
      [3, 'question'],
      [5, 'id'],
    ])
    await put(ZOO, 'no header')
    await reloadTwice(bank)
    expect(bank.dataset('zoo').size).toBe(2)
    await put(ZOO, `${row('A')}2,,B\n3,R?,C\n1,S?,D\n`)
    await reloadTwice(bank)
    expect(bank.statuses()[0]?.diagnostics).toEqual(status?.diagnostics)
    await put(ZOO, row('A'))
    await reloadTwice(bank)
    expect(bank.statuses()[0]).toMatchObject({ diagnostics: [], skippedRows: [] })
  })

  it.each([
    ['the header', 'id,question\n1,Q?\n'],
    [
      'the encoding',
      Buffer.concat([
        Buffer.from('id,question,correct_answer\n1,Q?,A\n2,R'),
        Buffer.from([0xff]),
        Buffer.from(',B\n'),
      ]),
    ],
    ['every row', 'id,question,correct_answer\n1,,A\n'],
  ])('rejects a file whose error is in %s, also with skipInvalidRows', async (_about, content) => {
    await put(ZOO, content)
    const bank = await open({ skipInvalidRows: true })
    expect(bank.statuses()).toMatchObject([{ category: 'zoo', diagnostics: [expect.anything()] }])
    expect(bank.statuses()[0]?.dataset).toBeUndefined()
  })

  it('names the files that are not datasets', async () => {
    await put('notes.txt', '')
    const bank = await open()
    expect(bank.lastScan().ignoredFiles).toEqual(['notes.txt'])
    await put('more.json', '')
    await bank.reload()
    expect(bank.lastScan().ignoredFiles).toEqual(['more.json', 'notes.txt'])
  })
})
