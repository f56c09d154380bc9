import { describe, expect, it } from 'vitest'
import { loadDataset } from './load-dataset.ts'

const load = (text: string, reservedIds: string[] = []) =>
  loadDataset({ category: 'test', title: 'Test', path: 'test.csv', bytes: Buffer.from(text), reservedIds })

const HEAD = 'id,question,correct_answer\n'

describe('loadDataset', () => {
  it('loads a valid file', () => {
    const loaded = load(`note,${HEAD}hm,1,Q?,A\n`)
    expect(loaded).toMatchObject({
      kind: 'dataset',
      dataset: { category: 'test', title: 'Test', path: 'test.csv', size: 1, ignoredColumns: ['note'] },
    })
  })

  it('returns the diagnostics of an invalid file', () => {
    const { kind, ...loaded } = load(`${HEAD}1,,A\n`)
    expect(kind).toBe('invalid')
    expect(loaded).toMatchObject({ diagnostics: [{ file: 'test.csv', line: 2, column: 3 }] })
  })

  it('rejects a reserved id', () => {
    expect(load(`${HEAD}random,Q?,A\n`).kind).toBe('dataset')
    expect(load(`${HEAD}random,Q?,A\n`, ['random']).kind).toBe('invalid')
  })

  it('returns a dataset whose revision changes exactly when the content changes', () => {
    const revisionOf = (text: string) => {
      const loaded = load(text)
      return loaded.kind === 'dataset' ? loaded.dataset.revision : expect.unreachable()
    }
    expect(revisionOf(`${HEAD}1,Q?,A\n`)).toMatch(/^[0-9a-f]{16}$/)
    expect(revisionOf(`${HEAD}1,Q?,A\n`)).toBe(revisionOf(`${HEAD}1,Q?,A\n`))
    expect(revisionOf(`${HEAD}1,Q?,A\n`)).not.toBe(revisionOf(`${HEAD}1,Q?,B\n`))
  })
})
