import { describe, expect, it } from 'vitest'
import { fingerprintsOf, nextSnapshot } from './debounce.ts'
import { foundBytes, type ScannedFile } from './scanned-file.ts'

const HEAD = 'id,question,correct_answer\n'
const OPTIONS = { reservedIds: [] }
const NOW = new Date('2026-01-02T03:04:05Z')
const NOTHING = new Map<string, never>()

/** A scan that found a dataset with this answer in each category. */
function scanOf(answers: Readonly<Record<string, string>>): Map<string, ScannedFile> {
  const found = Object.entries(answers).map(([category, answer]) => {
    const shown = { category, title: category, path: `${category}.csv` }
    return [category, foundBytes(shown, Buffer.from(`${HEAD}1,Q?,${answer}\n`), undefined)] as const
  })
  return new Map(found)
}

/** The snapshot after several scans. */
async function snapshotAfter(...scans: readonly Map<string, ScannedFile>[]) {
  let snapshot: Awaited<ReturnType<typeof nextSnapshot>> = new Map()
  let previous = new Map<string, string>()
  for (const latest of scans) {
    snapshot = await nextSnapshot(snapshot, { previous, latest }, OPTIONS, NOW)
    previous = fingerprintsOf(latest)
  }
  return [...snapshot].map(([category, { status }]) => `${category} ${status.dataset?.correctAnswer('1')}`)
}

describe('nextSnapshot', () => {
  it('applies a change that two consecutive scans found', async () => {
    const [a, b] = [scanOf({ zoo: 'A' }), scanOf({ zoo: 'B' })]
    expect(await snapshotAfter(a)).toEqual([])
    expect(await snapshotAfter(a, a)).toEqual(['zoo A'])
    expect(await snapshotAfter(a, a, b)).toEqual(['zoo A'])
    expect(await snapshotAfter(a, a, b, b)).toEqual(['zoo B'])
    expect(await snapshotAfter(a, a, b, a, b)).toEqual(['zoo A'])
  })

  it('removes a category that two consecutive scans did not find', async () => {
    const [a, gone] = [scanOf({ zoo: 'A' }), scanOf({})]
    expect(await snapshotAfter(a, a, gone)).toEqual(['zoo A'])
    expect(await snapshotAfter(a, a, gone, gone)).toEqual([])
    expect(await snapshotAfter(a, a, gone, a, gone)).toEqual(['zoo A'])
  })

  it('sorts categories', async () => {
    const all = scanOf({ b: 'B', a: 'A' })
    expect(await snapshotAfter(all, all)).toEqual(['a A', 'b B'])
  })

  it('lets the event loop run between two changed datasets', async () => {
    const latest = scanOf(Object.fromEntries(Array.from({ length: 30 }, (_, number) => [`c${number}`, 'A'])))
    let turns = 0
    let isDone = false
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const scans = { previous: fingerprintsOf(latest), latest }
    const snapshot = await nextSnapshot(NOTHING, scans, OPTIONS, NOW)
    isDone = true
    expect(snapshot.size).toBe(30)
    expect(turns).toBeGreaterThanOrEqual(29)
  })
})
