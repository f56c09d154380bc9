import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { look } from './folder.ts'

const LONG_AGO = new Date('2001-01-01T00:00:00Z')
let directory: string
let file: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'folder-'))
  file = join(directory, 'Refined_Zoo_Questions.csv')
})
afterEach(() => rm(directory, { recursive: true }))

/** A look so many milliseconds after now. */
const lookLater = (ms: number, known: Parameters<typeof look>[1] = new Map()) =>
  look({ directory, now: () => new Date(Date.now() + ms) }, known)
const contentOf = (sightings: Awaited<ReturnType<typeof look>>) => {
  const content = sightings.get('zoo')?.content
  return content instanceof Uint8Array ? Buffer.from(content).toString() : content
}

describe('look', () => {
  it('does not read again what has not changed for a while', async () => {
    await writeFile(file, 'A')
    const first = await lookLater(60_000)
    expect(contentOf(first)).toBe('A')
    const second = await lookLater(60_000, first)
    expect(contentOf(second)).toBeUndefined()
    expect(second.get('zoo')?.mark).toBe(first.get('zoo')?.mark)
    expect(contentOf(await lookLater(60_000, second))).toBeUndefined()
  })

  it('reads again what is as long as before and has its time of change put back', async () => {
    await writeFile(file, 'A')
    await utimes(file, LONG_AGO, LONG_AGO)
    const first = await lookLater(60_000)
    await writeFile(file, 'B')
    await utimes(file, LONG_AGO, LONG_AGO)
    expect(contentOf(await lookLater(60_000, first))).toBe('B')
  })

  it('reads again what was put there a moment ago, whatever its times and those of before say', async () => {
    await writeFile(file, 'A')
    await utimes(file, LONG_AGO, LONG_AGO)
    const first = await lookLater(0)
    expect(contentOf(await lookLater(0, first))).toBe('A')
    expect(first.get('zoo')?.fingerprint).toBeUndefined()
  })
})
