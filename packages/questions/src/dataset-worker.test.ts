// Tests the thread that loads datasets, as it was compiled.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { createWorkerLoader, openBank } from '@qb/core/questions'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

const program = new URL('../dist/dataset-worker.js', import.meta.url)
/** More than a megabyte, so that the file is loaded by the thread when the bank is opened. */
const ROWS = 100_000
const PAGE = {
  order: { kind: 'seeded', seed: 's' },
  filters: { difficulty: ['easy'], topic: [] },
  offset: 0,
  count: 5,
  view: { hideAnswers: true, shuffleOptions: true, includeSource: false },
} as const

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'worker-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

function writeRows(write: (row: number) => string): void {
  const rows = Array.from({ length: ROWS }, (_, row) => write(row))
  writeFileSync(
    join(directory, 'stars.csv'),
    `id,question,correct_answer,options,difficulty\n${rows.join('')}`,
  )
}

const now = () => new Date(Date.now() + 60_000)
const open = (loader = createWorkerLoader({ program })) =>
  openBank({ directory, reservedIds: [], now, loader })

describe('the thread that loads datasets', () => {
  it('loads the same dataset as this thread', async () => {
    writeRows((row) => `${row},“Q${row}”?,A,"['A', 'B']",${row % 2 ? 'easy' : 'hard'}\n`)
    const dataset = (await open()).dataset('stars')
    const direct = (await openBank({ directory, reservedIds: [], now })).dataset('stars')
    expect(dataset.page(PAGE)).toEqual(direct.page(PAGE))
    expect(dataset.question('99999', PAGE.view)).toBe(direct.question('99999', PAGE.view))
    expect(dataset.facets()).toEqual(direct.facets())
    expect([dataset.size, dataset.revision, dataset.revisionOf(PAGE.view)]).toEqual([
      ROWS,
      direct.revision,
      direct.revisionOf(PAGE.view),
    ])
  })

  it('reports diagnostics', async () => {
    writeRows((row) => `${row},${row === 50_000 ? '' : 'Q?'},A,,\n`)
    const [status] = (await open()).statuses()
    expect(status?.diagnostics).toMatchObject([{ line: 50_002, column: 7 }])
  })

  it('ends when it could not load a file, and after the loader was closed', async () => {
    const running = new Set<Worker>()
    const watch = (worker: Worker) => {
      running.add(worker)
      worker.once('exit', () => running.delete(worker))
    }
    process.on('worker', watch)
    onTestFinished(() => {
      process.off('worker', watch)
    })
    const loader = createWorkerLoader({ program })
    const names = { category: 'stars', title: 'Stars', path: 'stars.csv', reservedIds: [] }
    const load = (file: string) =>
      loader.load({ ...names, source: { kind: 'file', file: join(directory, file), maxBytes: 100_000_000 } })
    for (let count = 0; count < 3; count++) await expect(load('missing.csv')).rejects.toThrow('ENOENT')
    expect(running.size).toBe(0)
    writeRows((row) => `${row},Q?,A,,\n`)
    expect((await load('stars.csv')).kind).toBe('dataset')
    expect(running.size).toBe(1)
    await loader.close()
    await vi.waitFor(() => expect(running.size).toBe(0), 30_000)
  })

  it('is started again when it has ended between two files', async () => {
    writeRows((row) => `${row},Q?,A,,\n`)
    const workers: Worker[] = []
    const watch = (worker: Worker) => workers.push(worker)
    process.on('worker', watch)
    onTestFinished(() => {
      process.off('worker', watch)
    })
    const loader = createWorkerLoader({ program })
    const file = join(directory, 'stars.csv')
    const source = { kind: 'file', file, maxBytes: 100_000_000 } as const
    const load = () =>
      loader.load({ category: 'stars', title: 'Stars', path: 'stars.csv', reservedIds: [], source })
    expect((await load()).kind).toBe('dataset')
    await workers[0]?.terminate()
    expect((await load()).kind).toBe('dataset')
    expect(workers).toHaveLength(2)
    await loader.close()
  })

  it('that cannot be started is reported, and is started again later', async () => {
    writeRows((row) => `${row},Q?,A,,\n`)
    let programs = [new URL('./missing.js', program), program]
    const loader = {
      load: (request: Parameters<ReturnType<typeof createWorkerLoader>['load']>[0]) => {
        const [first = program] = programs
        programs = programs.slice(1)
        return createWorkerLoader({ program: first }).load(request)
      },
      close: async () => undefined,
    }
    const bank = await open(loader)
    expect(bank.statuses()[0]?.diagnostics[0]?.message).toContain('expected a file that can be read, got')
    writeRows((row) => `${row},Q?,B,,\n`)
    await bank.reload()
    await bank.reload()
    expect(bank.dataset('stars').correctAnswer('7')).toBe('B')
  })
})
