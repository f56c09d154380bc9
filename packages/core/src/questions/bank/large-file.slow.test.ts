// Tests the loading of files with many questions.
import { appendFile } from 'node:fs/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { useFolder } from './testing.ts'

const ROWS = 50_000
const createCsv = (answer: string) =>
  `id,question,correct_answer\n${Array.from({ length: ROWS }, (_, id) => `${id},Q?,${answer}\n`).join('')}`

const { put, pathOf, open: openFolder } = useFolder()
/** How far the clock is ahead of the file system. After three seconds, the times of files are trusted. */
let aheadMs: number
beforeEach(async () => {
  aheadMs = 60_000
  await put('zoo.csv', createCsv('A'))
})

const open = (maxBytes?: number) => openFolder({ now: () => new Date(Date.now() + aheadMs++), maxBytes })

describe('a large file', () => {
  it('is loaded once, and again when two scans find the same change', async () => {
    const bank = await open()
    const before = bank.dataset('zoo')
    expect(before.size).toBe(ROWS)
    expect([...(await bank.reload()), ...(await bank.reload())]).toEqual([])
    expect(bank.dataset('zoo')).toBe(before)
    await put('zoo.csv', createCsv('B'))
    expect(await bank.reload()).toEqual([])
    expect((await bank.reload()).map(({ category }) => category)).toEqual(['zoo'])
    expect(bank.dataset('zoo').read('7').correct_answer).toBe('B')
  })

  it('is not loaded while each scan finds another content', async () => {
    const bank = await open()
    aheadMs = 0
    for (let scan = 0; scan < 3; scan++) {
      await appendFile(pathOf('zoo.csv'), `x${scan},Q?,A\n`)
      expect(await bank.reload()).toEqual([])
    }
    expect(await bank.reload()).toHaveLength(1)
    expect(bank.dataset('zoo').size).toBe(ROWS + 3)
  })

  it('stays the same dataset when it was written just before the start', async () => {
    aheadMs = 0
    const bank = await open()
    const before = bank.dataset('zoo')
    aheadMs = 60_000
    expect([...(await bank.reload()), ...(await bank.reload())]).toEqual([])
    expect(bank.dataset('zoo')).toBe(before)
    expect(bank.generation()).toBe(0)
  })

  it('keeps its last valid revision while it is invalid or cannot be read', async () => {
    const bank = await open()
    await put('zoo.csv', createCsv('A').replace('\n7,Q?,A', '\n7,,A'))
    await bank.reload()
    expect(await bank.reload()).toMatchObject([
      { status: { diagnostics: [{ line: 9, column: 'question' }] } },
    ])
    expect(bank.dataset('zoo').read('7').correct_answer).toBe('A')
    await put('zoo.csv', createCsv('A'))
    await bank.reload()
    expect(await bank.reload()).toMatchObject([{ status: { diagnostics: [] } }])
  })

  it('is rejected above the maximum size', async () => {
    const bank = await open(100_000)
    expect(bank.statuses()[0]?.diagnostics[0]?.message).toMatch(/bytes, which is more than 100000$/)
  })
})
