// The lock between processes, each of which is here a caller of its own: nothing that they share but the disk.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DISK, type FileSystem } from './file-system.ts'
import type { Lock } from './held-lock.ts'
import { acquireLock, MAX_POLLS } from './lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = (name = 'LOG.md') => join(folder, name)
const acquire = (fs: Partial<FileSystem> = {}, polls = MAX_POLLS) =>
  acquireLock({ ...DISK, ...fs }, path(), 'LOG.md', { polls })
const TOKEN = '00000000-0000-4000-8000-000000000000'

async function publish(lock: Lock, text: string): Promise<boolean> {
  await lock.handle.writeFile(text)
  const isPublished = await lock.publish(() => true)
  await lock.release()
  return isPublished
}

describe('a lock', () => {
  it('publishes what its owner wrote, and leaves nothing else', async () => {
    expect(await publish(await acquire(), 'a')).toBe(true)
    expect(readFileSync(path(), 'utf8')).toBe('a')
    expect(readdirSync(folder)).toEqual(['LOG.md'])
  })

  it('that is released unused leaves nothing', async () => {
    await (await acquire()).release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('publishes nothing when the file is said to have changed', async () => {
    const lock = await acquire()
    expect(await lock.publish(() => false)).toBe(false)
    await lock.release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('is had by one at a time, of many who want it at once', async () => {
    let owners = 0
    const seen: number[] = []
    const turns = Array.from({ length: 30 }, async () => {
      const lock = await acquire()
      owners += 1
      seen.push(owners)
      await lock.handle.writeFile('x')
      owners -= 1
      await lock.release()
    })
    await Promise.all(turns)
    expect(seen).toEqual(Array(30).fill(1))
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['in the past', -10_000],
    ['in the future', 10_000],
  ])('is not taken from an owner at work when it is dated %s', async (_about, seconds) => {
    const lock = await acquire()
    const date = Date.now() / 1000 + seconds
    utimesSync(path('LOG.md.lock'), date, date)
    await expect(acquire({}, 20)).rejects.toMatchObject({ code: 'changelog/locked' })
    expect(await publish(lock, 'a')).toBe(true)
  })

  it('is not taken from an owner that is slow but shows that it lives', async () => {
    const lock = await acquire()
    // More looks than it takes to take over what stands still.
    await expect(acquire({}, 200)).rejects.toMatchObject({ code: 'changelog/locked' })
    expect(await publish(lock, 'a')).toBe(true)
  })

  it('is given up by who waits for as long as is waited, and not longer', async () => {
    const lock = await acquire()
    const readdir = vi.fn(DISK.readdir)
    await expect(acquire({ readdir: readdir as unknown as typeof DISK.readdir }, 7)).rejects.toMatchObject({
      code: 'changelog/locked',
    })
    expect(readdir).toHaveBeenCalledTimes(7)
    await lock.release()
  })
})

describe('the lock of an owner that is gone', () => {
  function leaveLock(seconds = 0): void {
    mkdirSync(path('LOG.md.lock'))
    writeFileSync(path(`LOG.md.lock/${TOKEN}.3`), 'half')
    const date = Date.now() / 1000 + seconds
    utimesSync(path('LOG.md.lock'), date, date)
  }

  it.each([
    ['now', 0],
    ['in the future', 100_000],
  ])('and is dated %s is taken over', async (_about, seconds) => {
    leaveLock(seconds)
    expect(await publish(await acquire(), 'a')).toBe(true)
    expect(readdirSync(folder)).toEqual(['LOG.md'])
  })

  it('is taken over by one at a time', async () => {
    leaveLock()
    let owners = 0
    const seen: number[] = []
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const lock = await acquire()
        owners += 1
        seen.push(owners)
        await lock.handle.writeFile('x')
        owners -= 1
        await lock.release()
      }),
    )
    expect(seen).toEqual(Array(10).fill(1))
  })

  it('and had no file in it yet, or no more, is free', async () => {
    mkdirSync(path('LOG.md.lock'))
    expect(await publish(await acquire({}, 1), 'a')).toBe(true)
  })

  it('publishes nothing if it comes back', async () => {
    const former = await acquire()
    await former.handle.writeFile('former')
    const [name = ''] = readdirSync(path('LOG.md.lock'))
    unlinkSync(path(`LOG.md.lock/${name}`))
    expect(await publish(await acquire({}, 1), 'present')).toBe(true)
    expect(await former.publish(() => true)).toBe(false)
    await former.release()
    expect(readFileSync(path(), 'utf8')).toBe('present')
  })

  it('does not harm the present owner if it comes back', async () => {
    const former = await acquire()
    const [name = ''] = readdirSync(path('LOG.md.lock'))
    unlinkSync(path(`LOG.md.lock/${name}`))
    const present = await acquire({}, 1)
    expect(await former.publish(() => true)).toBe(false)
    await former.release()
    await expect(acquire({}, 5)).rejects.toMatchObject({ code: 'changelog/locked' })
    expect(await publish(present, 'present')).toBe(true)
  })

  it('is not taken over when it showed life at the last moment', async () => {
    leaveLock()
    const unlink = async (name: Parameters<FileSystem['unlink']>[0]) => {
      if (String(name).endsWith(`${TOKEN}.3`)) {
        renameSync(path(`LOG.md.lock/${TOKEN}.3`), path(`LOG.md.lock/${TOKEN}.4`))
      }
      return DISK.unlink(name)
    }
    await expect(acquire({ unlink }, 170)).rejects.toMatchObject({ code: 'changelog/locked' })
    expect(existsSync(path(`LOG.md.lock/${TOKEN}.4`))).toBe(true)
  })
})

describe('a lock that cannot be', () => {
  it.each([
    ['a file', () => writeFileSync(path('LOG.md.lock'), 'mine')],
    ['a link', () => symlinkSync('.', path('LOG.md.lock'))],
    [
      'a link to an empty folder',
      () => {
        mkdirSync(path('empty'))
        symlinkSync('empty', path('LOG.md.lock'))
      },
    ],
    [
      'a folder of somebody',
      () => {
        mkdirSync(path('LOG.md.lock'))
        writeFileSync(path('LOG.md.lock/notes.txt'), 'mine')
      },
    ],
  ])('because of %s in its place is an error at once, and that is left alone', async (about, make) => {
    if (about === 'a link') writeFileSync(path('mine.txt'), 'mine')
    make()
    const names = readdirSync(folder)
    const readdir = vi.fn(DISK.readdir)
    await expect(acquire({ readdir: readdir as unknown as typeof DISK.readdir })).rejects.toMatchObject({
      code: 'changelog/unwritable',
      message: expect.stringContaining('expected LOG.md.lock'),
    })
    expect(readdir.mock.calls.length).toBeLessThan(3)
    expect(readdirSync(folder)).toEqual(names)
  })

  it.each(['EROFS', 'EACCES', 'ENOSPC', 'EIO', 'ENOENT'])(
    'made because of %s is an error at once',
    async (code) => {
      const mkdir = vi.fn(async () => {
        throw Object.assign(new Error(code), { code })
      })
      await expect(acquire({ mkdir: mkdir as unknown as FileSystem['mkdir'] })).rejects.toMatchObject({
        code: 'changelog/unwritable',
        message: expect.stringContaining(code),
      })
      expect(mkdir).toHaveBeenCalledTimes(1)
      expect(readdirSync(folder)).toEqual([])
    },
  )
})
