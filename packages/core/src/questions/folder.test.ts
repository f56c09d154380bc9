import { execFileSync } from 'node:child_process'
import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, symlink, unlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { look, MAX_DATASET_BYTES, MAX_DATASETS, MAX_FILES_AT_ONCE } from './folder.ts'

/** What every test may set of the file system, and what it counts. */
const disk = vi.hoisted(() => ({ afterStat: () => {}, busy: 0, mostBusy: 0, names: [] as string[] }))

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>()
  const count = async <T>(work: Promise<T>): Promise<T> => {
    disk.busy++
    disk.mostBusy = Math.max(disk.mostBusy, disk.busy)
    return work.finally(() => {
      disk.busy--
    })
  }
  return {
    ...original,
    async readdir(path: string) {
      const entries = await original.readdir(path, { withFileTypes: true })
      return [...entries, ...disk.names.map((name) => ({ name, isSymbolicLink: () => false }))]
    },
    readFile: (...args: Parameters<typeof original.readFile>) => count(original.readFile(...args)),
    stat: (...args: Parameters<typeof original.stat>) =>
      count(original.stat(...args)).finally(() => disk.afterStat()),
    async open(...args: Parameters<typeof original.open>) {
      const handle = await count(original.open(...args))
      const { stat } = handle
      handle.stat = ((...options: Parameters<typeof stat>) =>
        count(stat.apply(handle, options)).finally(() => disk.afterStat())) as typeof stat
      return handle
    },
  }
})

const LONG_AGO = new Date('2001-01-01T00:00:00Z')
const ZOO = 'Refined_Zoo_Questions.csv'
let home: string
let directory: string
let file: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'folder-'))
  directory = join(home, 'datasets')
  await mkdir(directory)
  file = join(directory, ZOO)
  Object.assign(disk, { afterStat: () => {}, mostBusy: 0, names: [] })
})
afterEach(() => rm(home, { recursive: true }))

/** A look so many milliseconds after now. */
const lookLater = (ms: number, known: Parameters<typeof look>[1] = new Map()) =>
  look({ directory, now: () => new Date(Date.now() + ms) }, known)
const contentOf = (sightings: Awaited<ReturnType<typeof look>>) => {
  const content = sightings.get('zoo')?.content
  return content instanceof Uint8Array ? Buffer.from(content).toString() : content
}
const refusal = (got: string) => `expected a file that can be read, got ${got}`

/** Does something behind the next stat, by path or by descriptor: `after` 1 is the first. */
function behindStat(after: number, act: () => void): void {
  let left = after
  disk.afterStat = () => {
    left--
    if (left === 0) act()
  }
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

  describe('at links', () => {
    it('refuses one that leads out of the folder, and reads nothing behind it', async () => {
      await writeFile(join(home, 'outside'), 'root:x:0:0')
      await symlink(join(home, 'outside'), file)
      expect(contentOf(await lookLater(60_000))).toBe(refusal('a link that leads out of the folder'))
    })

    it('refuses one to a folder whose name begins like that of the datasets', async () => {
      await mkdir(`${directory}-old`)
      await writeFile(join(`${directory}-old`, ZOO), 'A')
      await symlink(join(`${directory}-old`, ZOO), file)
      expect(contentOf(await lookLater(60_000))).toBe(refusal('a link that leads out of the folder'))
    })

    it('refuses one that is inside and leads to one that leads out', async () => {
      await writeFile(join(home, 'outside'), 'A')
      await symlink(join(home, 'outside'), join(directory, 'inside'))
      await symlink('inside', file)
      expect(contentOf(await lookLater(60_000))).toBe(refusal('a link that leads out of the folder'))
    })

    it('says so of one that leads nowhere or in a circle', async () => {
      await symlink('nowhere', file)
      expect(contentOf(await lookLater(60_000))).toBe(refusal('ENOENT'))
      await unlink(file)
      await symlink(ZOO, file)
      expect(contentOf(await lookLater(60_000))).toBe(refusal('ELOOP'))
    })

    it('follows those of a mounted ConfigMap, also when its content is exchanged', async () => {
      for (const edition of ['A', 'B']) {
        await mkdir(join(directory, `..${edition}`))
        await writeFile(join(directory, `..${edition}`, ZOO), edition)
        await utimes(join(directory, `..${edition}`, ZOO), LONG_AGO, LONG_AGO)
      }
      await symlink('..A', join(directory, '..data'))
      await symlink(join('..data', ZOO), file)
      const first = await lookLater(60_000)
      expect(contentOf(first)).toBe('A')
      expect(contentOf(await lookLater(60_000, first))).toBeUndefined()
      await symlink('..B', join(directory, 'aside'))
      await rename(join(directory, 'aside'), join(directory, '..data'))
      expect(contentOf(await lookLater(60_000, first))).toBe('B')
    })

    it('reads a folder that is a link itself', async () => {
      await writeFile(join(directory, 'real.csv'), 'A')
      await symlink('real.csv', file)
      await symlink(directory, join(home, 'link'))
      const sightings = await look({ directory: join(home, 'link'), now: () => new Date() }, new Map())
      expect(contentOf(sightings)).toBe('A')
    })

    it('does not follow one that takes the place of a file while it is looked at', async () => {
      await writeFile(file, 'A')
      await writeFile(join(home, 'outside'), 'root:x:0:0')
      await symlink(join(home, 'outside'), join(home, 'aside'))
      behindStat(1, () => renameSync(join(home, 'aside'), file))
      expect(contentOf(await lookLater(60_000))).toBe(refusal('ELOOP'))
    })
  })

  it('does not wait for a pipe that takes the place of a file while it is looked at', async () => {
    await writeFile(file, 'A')
    execFileSync('mkfifo', [join(home, 'pipe')])
    behindStat(1, () => renameSync(join(home, 'pipe'), file))
    expect(contentOf(await lookLater(60_000))).toBe(refusal('a pipe or a device'))
  }, 5000)

  it('refuses a file that grows too large before or while it is read', async () => {
    await writeFile(file, 'A')
    behindStat(1, () => writeFileSync(file, Buffer.alloc(MAX_DATASET_BYTES + 1)))
    expect(contentOf(await lookLater(60_000))).toBe(refusal('4194305 bytes, which is more than 4194304'))
    await writeFile(file, Buffer.alloc(MAX_DATASET_BYTES))
    behindStat(2, () => appendFileSync(file, Buffer.alloc(100)))
    expect(contentOf(await lookLater(60_000))).toBe(refusal('4194305 bytes, which is more than 4194304'))
  })

  it('reads a file of the largest size', async () => {
    await writeFile(file, Buffer.alloc(MAX_DATASET_BYTES, 'x'))
    expect(contentOf(await lookLater(60_000))).toHaveLength(MAX_DATASET_BYTES)
  })

  it('looks at a few files at a time', async () => {
    const names = Array.from({ length: 100 }, (_, number) => `Refined_${number}_Questions.csv`)
    for (const name of names) writeFileSync(join(directory, name), '')
    expect((await lookLater(60_000)).size).toBe(names.length)
    expect(disk.mostBusy).toBeLessThanOrEqual(MAX_FILES_AT_ONCE)
  })

  it('refuses a folder of too many datasets', async () => {
    disk.names = Array.from({ length: MAX_DATASETS }, (_, number) => `Refined_${number}_Questions.csv`)
    expect((await lookLater(60_000)).size).toBe(MAX_DATASETS)
    await writeFile(file, 'A')
    await expect(lookLater(60_000)).rejects.toThrow('5001 datasets, which is more than 5000')
  })
})
