import type { DatasetChange, DatasetStatus, QuestionBank } from '@qb/core/questions'
import { createLogger } from '@qb/http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { logFolder, reloadOnce, reloadRegularly } from './reloading.ts'
import { captureLog, makeBank, makeCsv, NOW } from './testing.ts'

const silent = createLogger('test', 'silent')

/** Creates a bank that counts its scans. */
function makeCountingBank(): { scans: number; bank: QuestionBank } {
  const counting = {
    scans: 0,
    bank: {
      directory: '/quizzes',
      displayPath: 'data',
      dataset: () => expect.unreachable(),
      statuses: () => [],
      datasets: () => [],
      generation: () => 0,
      lastScan: () => ({ at: NOW, ignoredFiles: [] }),
      reload: async () => {
        counting.scans += 1
        return []
      },
    },
  }
  return counting
}

describe('reloadRegularly', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([1, 5, 60])('scans twice within any period of %i seconds', async (seconds) => {
    const counting = makeCountingBank()
    reloadRegularly(counting.bank, { seconds, logger: silent })
    for (let quarter = 0; quarter < 20; quarter++) {
      const before = counting.scans
      await vi.advanceTimersByTimeAsync(seconds * 1000)
      expect(counting.scans - before).toBeGreaterThanOrEqual(2)
      await vi.advanceTimersByTimeAsync(seconds * 250)
    }
  })

  it('never scans with 0 seconds', async () => {
    const counting = makeCountingBank()
    reloadRegularly(counting.bank, { seconds: 0, logger: silent })
    await vi.advanceTimersByTimeAsync(1_000_000)
    expect(counting.scans).toBe(0)
  })

  it('ends when the signal is aborted', async () => {
    const counting = makeCountingBank()
    const closing = new AbortController()
    reloadRegularly(counting.bank, { seconds: 1, logger: silent, signal: closing.signal })
    await vi.advanceTimersByTimeAsync(1000)
    const { scans } = counting
    closing.abort()
    await vi.advanceTimersByTimeAsync(10_000)
    expect([scans > 0, counting.scans]).toEqual([true, scans])
  })

  it('logs a failure, and continues', async () => {
    const { logger, lines } = captureLog()
    const counting = makeCountingBank()
    let calls = 0
    const bank = {
      ...counting.bank,
      async reload() {
        if (++calls === 1) throw new Error('too many open files')
        return counting.bank.reload()
      },
    }
    reloadRegularly(bank, { seconds: 1, logger })
    await vi.advanceTimersByTimeAsync(2000)
    expect(lines).toMatchObject([{ msg: 'reload failed', error: 'too many open files' }])
    expect(counting.scans).toBeGreaterThan(2)
  })

  it('starts a scan after the previous scan has ended', async () => {
    const counting = makeCountingBank()
    let finish = () => {}
    const bank = {
      ...counting.bank,
      reload: () => {
        counting.scans += 1
        return new Promise<[]>((resolve) => {
          finish = () => resolve([])
        })
      },
    }
    reloadRegularly(bank, { seconds: 1, logger: silent })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(counting.scans).toBe(1)
    finish()
    await vi.advanceTimersByTimeAsync(1000)
    expect(counting.scans).toBe(2)
  })

  it('logs loaded, removed and invalid datasets, and logs only once that the folder cannot be scanned', async () => {
    const { lines, logger } = captureLog()
    const bank = await makeBank({ 'Refined_Stars_Questions.csv': makeCsv('S', 2) })
    const [loaded] = bank.statuses()
    const diagnostics = [{ file: 'm.csv', line: 1, column: 'id', message: 'expected a' }]
    const invalid = { ...loaded, diagnostics } as DatasetStatus
    const scans: { changes: DatasetChange[]; error?: string }[] = [
      { changes: [{ category: 'moons', ...(loaded && { status: loaded }) }] },
      { changes: [{ category: 'moons', status: invalid }, { category: 'comets' }] },
      { changes: [], error: 'gone' },
      { changes: [], error: 'gone' },
    ]
    let error: string | undefined
    const scripted: QuestionBank = {
      ...bank,
      lastScan: () => ({ at: NOW, ignoredFiles: [], ...(error !== undefined && { error }) }),
      reload: async () => {
        const scan = scans.shift()
        error = scan?.error
        return scan?.changes ?? []
      },
    }
    reloadRegularly(scripted, { seconds: 1, logger })
    await vi.advanceTimersByTimeAsync(1700)
    expect(lines).toMatchObject([
      { msg: 'dataset loaded', category: 'moons', questions: 2, revision: loaded?.dataset?.publicRevision },
      {
        msg: 'dataset invalid, last valid revision is served',
        diagnostics: 1,
        first: ['m.csv:1: column "id": expected a'],
      },
      { msg: 'dataset removed', category: 'comets' },
      { msg: 'folder of the datasets cannot be scanned', error: 'gone' },
    ])
  })
})

describe('logFolder', () => {
  it('warns when the folder has no dataset', async () => {
    const { lines, logger } = captureLog()
    logFolder(await makeBank({}), logger)
    expect(lines).toMatchObject([{ level: 40, msg: expect.stringContaining('no dataset') }])
  })

  it('logs invalid datasets, rows that were left out, and ignored files', async () => {
    const { lines, logger } = captureLog()
    const files = { 'a.csv': `${makeCsv('A', 1)}x,,A,,,\n`, 'b.csv': 'x\n', 'c.json': '[]' }
    logFolder(await makeBank(files, { skipInvalidRows: true }), logger)
    expect(lines).toMatchObject([
      { category: 'a', msg: expect.stringContaining('without the invalid rows') },
      {
        category: 'b',
        msg: expect.stringMatching(
          /^dataset is not served: data\/b\.csv:1: expected .*`npx -y pnpm@12 run questions check data\/b\.csv`/,
        ),
      },
      {
        files: ['c.json'],
        total: 1,
        msg: expect.stringMatching(
          /^files ignored.*`npx -y pnpm@12 run questions import data\/c\.json --to data\/`/,
        ),
      },
    ])
  })
})

describe('reloadOnce', () => {
  it('logs each ignored file once', async () => {
    const { lines, logger } = captureLog()
    const scans = [['a.json'], ['a.json', 'b.json'], ['a.json', 'b.json'], ['b.json']]
    let ignoredFiles: string[] = []
    const bank: QuestionBank = {
      ...makeCountingBank().bank,
      lastScan: () => ({ at: NOW, ignoredFiles }),
      reload: async () => {
        ignoredFiles = scans.shift() ?? []
        return []
      },
    }
    for (let scan = 0; scan < 4; scan++) await reloadOnce(bank, logger)
    expect(lines.map(({ files }) => files)).toEqual([['a.json'], ['b.json']])
  })
})
