import { describe, expect, it } from 'vitest'
import { applyScans, fingerprintsOf } from './debounce.ts'
import { DIRECT_LOADER } from './load/index.ts'
import { createScannedFile, type ScannedFile } from './scanned-file.ts'

const HEAD = 'id,question,correct_answer\n'
const OPTIONS = { reservedIds: [], loader: DIRECT_LOADER }
const NOW = () => new Date('2026-01-02T03:04:05Z')
const EMPTY = new Map<string, never>()

/** Creates the result of a scan. Each category has a dataset with the given answer. */
function scanOf(answers: Readonly<Record<string, string>>): Map<string, ScannedFile> {
  const files = Object.entries(answers).map(([category, answer]) => {
    const names = { category, title: category, path: `${category}.csv` }
    return [category, createScannedFile(names, Buffer.from(`${HEAD}1,Q?,${answer}\n`), undefined)] as const
  })
  return new Map(files)
}

/** Returns the snapshot after several scans. */
async function snapshotAfter(...scans: readonly Map<string, ScannedFile>[]) {
  let snapshot: Awaited<ReturnType<typeof applyScans>> = new Map()
  let previous = new Map<string, string>()
  for (const latest of scans) {
    snapshot = await applyScans(snapshot, { previous, latest }, OPTIONS, NOW)
    previous = fingerprintsOf(latest)
  }
  return [...snapshot].map(([category, { status }]) => `${category} ${status.dataset?.correctAnswer('1')}`)
}

describe('applyScans', () => {
  it('applies a change when two consecutive scans find it', async () => {
    const [a, b] = [scanOf({ zoo: 'A' }), scanOf({ zoo: 'B' })]
    expect(await snapshotAfter(a)).toEqual([])
    expect(await snapshotAfter(a, a)).toEqual(['zoo A'])
    expect(await snapshotAfter(a, a, b)).toEqual(['zoo A'])
    expect(await snapshotAfter(a, a, b, b)).toEqual(['zoo B'])
    expect(await snapshotAfter(a, a, b, a, b)).toEqual(['zoo A'])
  })

  it('removes a category when two consecutive scans lack it', async () => {
    const [a, gone] = [scanOf({ zoo: 'A' }), scanOf({})]
    expect(await snapshotAfter(a, a, gone)).toEqual(['zoo A'])
    expect(await snapshotAfter(a, a, gone, gone)).toEqual([])
    expect(await snapshotAfter(a, a, gone, a, gone)).toEqual(['zoo A'])
  })

  it('sorts categories', async () => {
    const all = scanOf({ b: 'B', a: 'A' })
    expect(await snapshotAfter(all, all)).toEqual(['a A', 'b B'])
  })

  it('lets the event loop run between two loaded datasets', async () => {
    const latest = scanOf(Object.fromEntries(Array.from({ length: 30 }, (_, number) => [`c${number}`, 'A'])))
    let turns = 0
    let isDone = false
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const scans = { previous: fingerprintsOf(latest), latest }
    const snapshot = await applyScans(EMPTY, scans, OPTIONS, NOW)
    isDone = true
    expect(snapshot.size).toBe(30)
    expect(turns).toBeGreaterThanOrEqual(29)
  })
})
