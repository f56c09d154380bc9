// Tests the files that are too large to be read by each scan.
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openBank } from './bank.ts'
import { DIRECT_LOADER, type Loader } from './load/index.ts'

const ROWS = 100_000
const createCsv = (answer: string) =>
  `id,question,correct_answer\n${Array.from({ length: ROWS }, (_, id) => `${id},Q?,${answer}\n`).join('')}`

let directory: string
let file: string
/** How far the clock is ahead of the file system. After three seconds, the times of files are trusted. */
let aheadMs: number
let loads: number
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'large-'))
  file = join(directory, 'zoo.csv')
  aheadMs = 60_000
  loads = 0
  await writeFile(file, createCsv('A'))
})
afterEach(() => rm(directory, { recursive: true }))

const loader: Loader = {
  ...DIRECT_LOADER,
  load(request) {
    loads++
    return DIRECT_LOADER.load(request)
  },
}
const open = (maxBytes?: number) =>
  openBank({ directory, reservedIds: [], now: () => new Date(Date.now() + aheadMs++), loader, maxBytes })

describe('a large file', () => {
  it('is loaded once, and again when two scans find the same change', async () => {
    const bank = await open()
    expect(bank.dataset('zoo').size).toBe(ROWS)
    expect(await bank.reload()).toEqual([])
    expect(await bank.reload()).toEqual([])
    expect(loads).toBe(1)
    await writeFile(file, createCsv('B'))
    expect(await bank.reload()).toEqual([])
    expect((await bank.reload()).map(({ category }) => category)).toEqual(['zoo'])
    expect(bank.dataset('zoo').correctAnswer('7')).toBe('B')
    expect(loads).toBe(2)
  })

  it('is not loaded while its last change is recent', async () => {
    const bank = await open()
    aheadMs = 0
    await appendFile(file, 'x,Q?,A\n')
    for (let scan = 0; scan < 5; scan++) expect(await bank.reload()).toEqual([])
    aheadMs = 60_000
    await bank.reload()
    expect(await bank.reload()).toHaveLength(1)
    expect(bank.dataset('zoo').size).toBe(ROWS + 1)
  })

  it('that was written just before the start is loaded again, and stays the same dataset', async () => {
    aheadMs = 0
    const bank = await open()
    const before = bank.dataset('zoo')
    aheadMs = 60_000
    await bank.reload()
    expect(await bank.reload()).toEqual([])
    expect(loads).toBe(2)
    expect(bank.dataset('zoo')).toBe(before)
    expect(bank.generation()).toBe(0)
  })

  it('keeps its last valid revision while it is invalid or cannot be read', async () => {
    const bank = await open()
    await writeFile(file, createCsv('A').replace('\n7,Q?,A', '\n7,,A'))
    await bank.reload()
    expect(await bank.reload()).toMatchObject([{ status: { diagnostics: [{ line: 9, column: 3 }] } }])
    expect(bank.dataset('zoo').correctAnswer('7')).toBe('A')
    await writeFile(file, createCsv('A'))
    await bank.reload()
    expect(await bank.reload()).toMatchObject([{ status: { diagnostics: [] } }])
  })

  it('is rejected above the maximum size', async () => {
    const bank = await open(1_000_000)
    expect(bank.statuses()[0]?.diagnostics[0]?.message).toMatch(/bytes, which is more than 1000000$/)
    expect(loads).toBe(0)
  })
})
