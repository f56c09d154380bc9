import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBank, type QuestionBank } from './bank.ts'
import { questionAt } from './dataset.ts'

const GOOD = 'id,question,correct_answer\n1,Q?,A\n'
const now = () => new Date('2026-01-02T03:04:05Z')
let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bank-'))
})
afterEach(() => rm(directory, { recursive: true }))

const put = (name: string, text: string) => writeFile(join(directory, name), text)
const open = () => openBank({ directory, shownAs: 'shown', now })

describe('openBank', () => {
  it('makes every file of the form a category, sorted, with no code change', async () => {
    await put('Refined_Zoology_Questions.csv', GOOD)
    await put('Refined_General Knowledge_Questions.csv', GOOD)
    await put('notes.txt', 'not a dataset')
    const bank = await open()
    expect(bank.statuses().map(({ category }) => category)).toEqual(['general_knowledge', 'zoology'])
    expect(bank.statuses()[1]).toMatchObject({
      path: 'shown/Refined_Zoology_Questions.csv',
      loadedAt: now(),
      problems: [],
    })
    expect(bank.dataset('zoology').size).toBe(1)
  })

  it('names both files of one category, and serves neither', async () => {
    await put('Refined_General_Knowledge_Questions.csv', GOOD)
    await put('Refined_General Knowledge_Questions.csv', GOOD)
    const bank = await open()
    const [status] = bank.statuses()
    expect(status?.problems[0]?.message).toBe(
      'expected one file for the category "general_knowledge", got "Refined_General Knowledge_Questions.csv" and "Refined_General_Knowledge_Questions.csv"',
    )
    expect(() => bank.dataset('general_knowledge')).toThrow(
      expect.objectContaining({ code: 'dataset_unavailable' }),
    )
  })

  it('keeps the other categories when one is invalid', async () => {
    await put('Refined_Good_Questions.csv', GOOD)
    await put('Refined_Bad_Questions.csv', 'id\n1\n')
    const bank = await open()
    expect(bank.dataset('good').size).toBe(1)
    expect(() => bank.dataset('bad')).toThrow(expect.objectContaining({ code: 'dataset_unavailable' }))
  })

  it('reports what cannot be read as a file', async () => {
    await mkdir(join(directory, 'Refined_Folder_Questions.csv'))
    const bank = await open()
    expect(bank.statuses()[0]?.problems[0]?.message).toBe('expected a file that can be read, got EISDIR')
  })

  it.each(['Zoology', '', '..', '../zoology', '__proto__', 'constructor', 'toString'])(
    'does not know the category %j, and lists the known ones',
    async (category) => {
      await put('Refined_Zoology_Questions.csv', GOOD)
      const bank = await open()
      expect(() => bank.dataset(category)).toThrow(
        expect.objectContaining({
          code: 'unknown_category',
          message: expect.stringContaining('one of: zoology; got'),
        }),
      )
    },
  )

  describe('reload', () => {
    const row = (answer: string) => `id,question,correct_answer\n1,Q?,${answer}\n`
    const answerOf = (bank: QuestionBank) => questionAt(bank.dataset('zoo'), 0).correct_answer

    it('takes up changed, added and removed files, and says which', async () => {
      await put('Refined_Zoo_Questions.csv', row('A'))
      await put('Refined_Old_Questions.csv', GOOD)
      const bank = await open()
      await put('Refined_Zoo_Questions.csv', row('B'))
      await put('Refined_New_Questions.csv', GOOD)
      await rm(join(directory, 'Refined_Old_Questions.csv'))
      expect((await bank.reload()).map(({ category }) => category)).toEqual(['old', 'new', 'zoo'])
      expect(answerOf(bank)).toBe('B')
      expect(bank.dataset('new').size).toBe(1)
      expect(() => bank.dataset('old')).toThrow(expect.objectContaining({ code: 'unknown_category' }))
      expect(await bank.reload()).toEqual([])
    })

    it('keeps the very dataset whose content is the same', async () => {
      await put('Refined_Zoo_Questions.csv', row('A'))
      const bank = await open()
      const before = bank.dataset('zoo')
      await put('Refined_Zoo_Questions.csv', row('A'))
      expect(await bank.reload()).toEqual([])
      expect(bank.dataset('zoo')).toBe(before)
    })

    it('keeps the last good version while the file is invalid, and says so until it is mended', async () => {
      await put('Refined_Zoo_Questions.csv', row('A'))
      const bank = await open()
      await put('Refined_Zoo_Questions.csv', 'id,question,correct_answer\n1,"Q?')
      expect(await bank.reload()).toHaveLength(1)
      expect(answerOf(bank)).toBe('A')
      expect(bank.statuses()[0]?.problems[0]).toMatchObject({ line: 2 })
      expect(await bank.reload()).toEqual([])
      await put('Refined_Zoo_Questions.csv', row('A'))
      expect((await bank.reload())[0]).toMatchObject({ problems: [] })
      await put('Refined_Zoo_Questions.csv', row('C'))
      await bank.reload()
      expect(answerOf(bank)).toBe('C')
    })

    it('takes up a file that was invalid from the start once it is mended', async () => {
      await put('Refined_Zoo_Questions.csv', 'id\n')
      const bank = await open()
      await put('Refined_Zoo_Questions.csv', row('A'))
      await bank.reload()
      expect(answerOf(bank)).toBe('A')
    })

    it('leaves everything as it is when the folder cannot be read', async () => {
      await put('Refined_Zoo_Questions.csv', row('A'))
      const bank = await open()
      await rm(directory, { recursive: true })
      await expect(bank.reload()).rejects.toThrow('ENOENT')
      expect(answerOf(bank)).toBe('A')
      await mkdir(directory)
    })
  })

  it('fails when the folder is not there', async () => {
    await expect(openBank({ directory: join(directory, 'none'), now })).rejects.toThrow('ENOENT')
  })
})
