import { mkdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { QUESTIONS_ERRORS } from '../errors.ts'
import { GOOD, now, useFolder } from './testing.ts'

const { pathOf, put, open } = useFolder()
const datasetUnavailable = expect.objectContaining({ code: QUESTIONS_ERRORS.dataset_unavailable.code })

describe('openBank', () => {
  it('loads every dataset file as a category, sorted by category', async () => {
    await put('Refined_Zoology_Questions.csv', GOOD)
    await put('Refined_General Knowledge_Questions.csv', GOOD)
    await put('notes.txt', 'not a dataset')
    const bank = await open()
    expect(bank.statuses().map(({ category }) => category)).toEqual(['general_knowledge', 'zoology'])
    expect(bank.statuses()[1]).toMatchObject({
      path: 'data/Refined_Zoology_Questions.csv',
      loadedAt: now(),
      diagnostics: [],
    })
    expect(bank.dataset('zoology').size).toBe(1)
  })

  it('reports two files of one category, and loads neither', async () => {
    await put('Refined_General_Knowledge_Questions.csv', GOOD)
    await put('Refined_General Knowledge_Questions.csv', GOOD)
    const bank = await open()
    const [status] = bank.statuses()
    expect(status?.diagnostics[0]?.message).toBe(
      'expected one file for the category "general_knowledge", got "Refined_General Knowledge_Questions.csv" and "Refined_General_Knowledge_Questions.csv"',
    )
    expect(() => bank.dataset('general_knowledge')).toThrow(datasetUnavailable)
  })

  it('loads the other categories when one is invalid', async () => {
    await put('Refined_Good_Questions.csv', GOOD)
    await put('Refined_Bad_Questions.csv', 'id\n1\n')
    const bank = await open()
    expect(bank.dataset('good').size).toBe(1)
    expect(() => bank.dataset('bad')).toThrow(datasetUnavailable)
  })

  it('reports an unreadable file', async () => {
    await mkdir(pathOf('Refined_Folder_Questions.csv'))
    const bank = await open()
    expect(bank.statuses()[0]?.diagnostics).toEqual([
      {
        file: 'data/Refined_Folder_Questions.csv',
        line: 1,
        message: 'expected a file that can be read, got a folder',
      },
    ])
  })

  it('reports a reserved id', async () => {
    await put('Refined_Zoo_Questions.csv', 'id,question,correct_answer\nrandom,Q?,A\n')
    expect((await open()).dataset('zoo').size).toBe(1)
    const bank = await open({ reservedIds: ['random'] })
    expect(bank.statuses()[0]?.diagnostics).toMatchObject([{ line: 2, column: 'id' }])
  })

  it.each(['Zoology', '', '..', '../zoology', '__proto__', 'constructor', 'toString'])(
    'rejects the unknown category %j, and lists the known categories',
    async (category) => {
      await put('Refined_Zoology_Questions.csv', GOOD)
      const bank = await open()
      expect(() => bank.dataset(category)).toThrow(
        expect.objectContaining({
          code: QUESTIONS_ERRORS.unknown_category.code,
          message: expect.stringContaining('one of: zoology; got'),
        }),
      )
    },
  )

  it('lets other work run between two loaded datasets', async () => {
    for (let number = 0; number < 30; number++) await put(`c${number}.csv`, GOOD)
    let turns = 0
    let isDone = false
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const bank = await open()
    isDone = true
    expect(bank.statuses()).toHaveLength(30)
    expect(turns).toBeGreaterThanOrEqual(29)
  })

  it('rejects a folder that does not exist', async () => {
    await expect(open({ directory: pathOf('none') })).rejects.toThrow('ENOENT')
  })
})

describe('dataset', () => {
  const messageOf = (run: () => unknown) => {
    try {
      return run() && undefined
    } catch (error) {
      return (error as Error).message
    }
  }

  it.each([
    [
      'General-Knowledge',
      'category: expected one of: general_knowledge, zoo; got "General-Knowledge"; did you mean "general_knowledge"?',
    ],
    [
      'generalknowledge',
      'category: expected one of: general_knowledge, zoo; got "generalknowledge"; did you mean "general_knowledge"?',
    ],
    [
      'genral_knowledge',
      'category: expected one of: general_knowledge, zoo; got "genral_knowledge"; did you mean "general_knowledge"?',
    ],
    ['zoo2', 'category: expected one of: general_knowledge, zoo; got "zoo2"; did you mean "zoo"?'],
    ['zoology', 'category: expected one of: general_knowledge, zoo; got "zoology"'],
  ])('proposes the category that %j resembles', async (category, expected) => {
    await put('general-knowledge.csv', GOOD)
    await put('zoo.csv', GOOD)
    const bank = await open()
    expect(messageOf(() => bank.dataset(category))).toBe(expected)
  })

  it('names no category when there is none', async () => {
    const bank = await open()
    expect(messageOf(() => bank.dataset('zoo'))).toBe('category: expected one of: none; got "zoo"')
  })

  it.each([
    [
      'one diagnostic',
      'id,question,correct_answer\n1,,A\n',
      'data/zoo.csv:2: column "question": expected a value for "question", got an empty cell',
    ],
    [
      'two diagnostics',
      'id,question,correct_answer\n1,,\n',
      'data/zoo.csv:2: column "question": expected a value for "question", got an empty cell and 1 more',
    ],
  ])('contains the first of %s of an invalid file', async (_about, text, expected) => {
    await put('zoo.csv', text)
    const bank = await open()
    expect(messageOf(() => bank.dataset('zoo'))).toBe(expected)
  })
})
