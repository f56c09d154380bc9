import { describe, expect, it } from 'vitest'
import { loadDataset } from './bank.ts'

const HEAD = 'id,question,correct_answer\n'

const load = (text: string, reservedIds: string[] = []) =>
  loadDataset({
    category: 'test',
    title: 'Test',
    path: 'test.csv',
    bytes: Buffer.from(text),
    revision: 'r',
    reservedIds,
  })

describe('loadDataset', () => {
  it('loads a valid file', async () => {
    expect(await load(`note,${HEAD}hm,1,Q?,A\n`)).toMatchObject({
      dataset: {
        category: 'test',
        title: 'Test',
        path: 'test.csv',
        revision: 'r',
        size: 1,
        ignoredColumns: ['note'],
      },
      diagnostics: [],
    })
  })

  it('returns the diagnostics of an invalid file', async () => {
    expect(await load(`${HEAD}1,,A\n`)).toMatchObject({
      dataset: undefined,
      diagnostics: [{ file: 'test.csv', line: 2, column: 'question' }],
    })
  })

  it('rejects a reserved id', async () => {
    expect((await load(`${HEAD}random,Q?,A\n`)).dataset).toBeDefined()
    expect((await load(`${HEAD}random,Q?,A\n`, ['random'])).dataset).toBeUndefined()
  })
})
