import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBank, type QuestionBank } from './bank.ts'
import { questionAt } from './dataset.ts'
import { MAX_DATASET_BYTES } from './folder.ts'
import { takeSettled } from './settle.ts'
import { markOf } from './status.ts'

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
    expect(bank.statuses()[0]?.problems[0]?.message).toBe('expected a file that can be read, got a folder')
  })

  it('does not wait for a pipe, and does not read what is far too large', async () => {
    execFileSync('mkfifo', [join(directory, 'Refined_Pipe_Questions.csv')])
    await put('Refined_Large_Questions.csv', GOOD)
    await truncate(join(directory, 'Refined_Large_Questions.csv'), MAX_DATASET_BYTES + 1)
    const bank = await open()
    expect(bank.statuses().map(({ problems: [problem] }) => problem?.message)).toEqual([
      'expected a file that can be read, got 4194305 bytes, which is more than 4194304',
      'expected a file that can be read, got a pipe or a device',
    ])
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
    const ZOO = 'Refined_Zoo_Questions.csv'
    const row = (answer: string) => `id,question,correct_answer\n1,Q?,${answer}\n`
    const answerOf = (bank: QuestionBank) => questionAt(bank.dataset('zoo'), 0).correct_answer
    /** Two looks: what both find alike counts. */
    const settle = async (bank: QuestionBank) => {
      await bank.reload()
      return bank.reload()
    }

    it('takes up changed, added and removed files, and says which', async () => {
      await put(ZOO, row('A'))
      await put('Refined_Old_Questions.csv', GOOD)
      const bank = await open()
      await put(ZOO, row('B'))
      await put('Refined_New_Questions.csv', GOOD)
      await rm(join(directory, 'Refined_Old_Questions.csv'))
      const changes = await settle(bank)
      expect(changes.map(({ category, status }) => [category, status?.dataset?.size])).toEqual([
        ['new', 1],
        ['old', undefined],
        ['zoo', 1],
      ])
      expect(answerOf(bank)).toBe('B')
      expect(bank.statuses().map(({ category }) => category)).toEqual(['new', 'zoo'])
      expect(() => bank.dataset('old')).toThrow(expect.objectContaining({ code: 'unknown_category' }))
      expect(await settle(bank)).toEqual([])
    })

    it('takes up nothing that only one look found: a file half-written at a row, or away for a moment', async () => {
      await put(ZOO, `${row('A')}2,Q?,A\n`)
      const bank = await open()
      const before = bank.dataset('zoo')
      await put(ZOO, row('B'))
      expect(await bank.reload()).toEqual([])
      await put(ZOO, `${row('B')}2,Q?,B\n`)
      expect(await bank.reload()).toEqual([])
      expect(bank.dataset('zoo')).toBe(before)
      await rm(join(directory, ZOO))
      expect(await bank.reload()).toEqual([])
      expect(bank.dataset('zoo')).toBe(before)
      await put(ZOO, `${row('C')}2,Q?,C\n`)
      await put('Refined_New_Questions.csv', GOOD)
      expect(await bank.reload()).toEqual([])
      expect(() => bank.dataset('new')).toThrow(expect.objectContaining({ code: 'unknown_category' }))
      expect((await bank.reload()).map(({ category }) => category)).toEqual(['new', 'zoo'])
      expect(bank.dataset('zoo').size).toBe(2)
      expect(answerOf(bank)).toBe('C')
    })

    it('keeps the very dataset whose content is the same', async () => {
      await put(ZOO, row('A'))
      const bank = await open()
      const before = bank.dataset('zoo')
      await put(ZOO, row('A'))
      expect(await settle(bank)).toEqual([])
      expect(bank.dataset('zoo')).toBe(before)
    })

    it('keeps the last good version while the file is invalid, and says so until it is mended', async () => {
      await put(ZOO, row('A'))
      const bank = await open()
      const before = bank.dataset('zoo')
      await put(ZOO, 'id,question,correct_answer\n1,"Q?')
      expect(await settle(bank)).toHaveLength(1)
      expect(bank.dataset('zoo')).toBe(before)
      expect(bank.statuses()[0]?.problems[0]).toMatchObject({ line: 2 })
      expect(await bank.reload()).toEqual([])
      await put(ZOO, row('A'))
      expect((await settle(bank))[0]?.status).toMatchObject({ problems: [] })
      expect(bank.dataset('zoo')).toBe(before)
      await put(ZOO, row('C'))
      await settle(bank)
      expect(answerOf(bank)).toBe('C')
    })

    it('takes up a file that was invalid from the start once it is mended', async () => {
      await put(ZOO, 'id\n')
      const bank = await open()
      await put(ZOO, row('A'))
      await settle(bank)
      expect(answerOf(bank)).toBe('A')
    })

    it('does not read again what has not changed for a while, and misses nothing that has', async () => {
      // A minute later than the file system says, so that its times can be trusted.
      const later = () => new Date(Date.now() + 60_000)
      await put(ZOO, row('A'))
      const bank = await openBank({ directory, now: later })
      await settle(bank)
      expect(answerOf(bank)).toBe('A')
      await put(ZOO, row('B'))
      expect((await settle(bank)).map(({ category }) => category)).toEqual(['zoo'])
      expect(answerOf(bank)).toBe('B')
      await put('aside', row('C'))
      await rename(join(directory, 'aside'), join(directory, ZOO))
      await settle(bank)
      expect(answerOf(bank)).toBe('C')
      await put(ZOO, 'id\n')
      expect(await settle(bank)).toHaveLength(1)
      expect(await settle(bank)).toEqual([])
      expect(bank.statuses()[0]?.problems[0]).toMatchObject({ line: 1 })
      await put(ZOO, row('C'))
      await settle(bank)
      expect(bank.statuses()[0]?.problems).toEqual([])
    })

    it('lets other work be done between one changed dataset and the next', async () => {
      const latest = new Map(
        Array.from({ length: 30 }, (_, number) => {
          const [category, mark] = [`c${number}`, markOf('path', String(number))]
          return [category, { category, title: '', path: 'path', content: Buffer.from(GOOD), mark }] as const
        }),
      )
      const previous = new Map([...latest].map(([category, { mark }]) => [category, mark]))
      let turns = 0
      let isDone = false
      const work = () => {
        turns++
        if (!isDone) setImmediate(work)
      }
      setImmediate(work)
      const settled = await takeSettled(new Map(), { previous, latest }, now())
      isDone = true
      expect(settled.size).toBe(30)
      expect(turns).toBeGreaterThanOrEqual(29)
    })

    it('tells when it last looked', async () => {
      let minute = 0
      const bank = await openBank({ directory, now: () => new Date(Date.UTC(2026, 0, 1, 0, minute)) })
      minute = 7
      await bank.reload()
      expect(bank.lastLook().at).toEqual(new Date('2026-01-01T00:07:00Z'))
    })

    it('follows a file that gets another name of the same category', async () => {
      await put('Refined_General_Knowledge_Questions.csv', GOOD)
      const bank = await open()
      const from = join(directory, 'Refined_General_Knowledge_Questions.csv')
      await rename(from, join(directory, 'Refined_General Knowledge_Questions.csv'))
      await settle(bank)
      expect(bank.statuses()[0]).toMatchObject({
        path: 'shown/Refined_General Knowledge_Questions.csv',
        problems: [],
      })
    })

    it('names the file that is served while a rival stands beside it', async () => {
      await put('Refined_General_Knowledge_Questions.csv', GOOD)
      const bank = await open()
      const [before] = bank.statuses()
      await put('Refined_General Knowledge_Questions.csv', GOOD)
      await settle(bank)
      expect(bank.statuses()[0]).toMatchObject({ path: before?.path, problems: [{ line: 1 }] })
      await rm(join(directory, 'Refined_General Knowledge_Questions.csv'))
      await settle(bank)
      expect(bank.statuses()).toEqual([before])
    })

    it('keeps serving when the folder cannot be read, says so, and goes on once it can', async () => {
      await put(ZOO, row('A'))
      const bank = await open()
      expect(bank.lastLook()).toEqual({ at: now() })
      await rm(directory, { recursive: true })
      expect(await settle(bank)).toHaveLength(1)
      expect(bank.lastLook().problem).toBe('expected a folder that can be read, got ENOENT')
      expect(answerOf(bank)).toBe('A')
      expect(bank.statuses()[0]?.problems[0]?.message).toBe('expected a folder that can be read, got ENOENT')
      await mkdir(directory)
      await put(ZOO, row('A'))
      await settle(bank)
      expect(bank.statuses()[0]?.problems).toEqual([])
      expect(bank.lastLook()).toEqual({ at: now() })
    })
  })

  it('fails when the folder is not there', async () => {
    await expect(openBank({ directory: join(directory, 'none'), now })).rejects.toThrow('ENOENT')
  })
})
