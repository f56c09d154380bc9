// Tests the lock between processes. Each call of `acquire` represents a process: the calls share only the
// file system.
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
import { type FileSystem, NODE_FILE_SYSTEM } from './file-system.ts'
import type { Lock } from './held-lock.ts'
import { acquireLock, MAX_POLLS } from './lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = (name = 'LOG.md') => join(folder, name)
const acquire = (fs: Partial<FileSystem> = {}, polls = MAX_POLLS) =>
  acquireLock({ ...NODE_FILE_SYSTEM, ...fs }, path(), 'LOG.md', { remaining: polls })
const TOKEN = '00000000-0000-4000-8000-000000000000'

async function publish(lock: Lock, text: string): Promise<boolean> {
  await lock.handle.writev([Buffer.from(text)])
  const isPublished = await lock.publish(() => true)
  await lock.release()
  return isPublished
}

describe('a lock', () => {
  it('publishes the content that its owner wrote, and leaves no other files', async () => {
    expect(await publish(await acquire(), 'a')).toBe(true)
    expect(readFileSync(path(), 'utf8')).toBe('a')
    expect(readdirSync(folder)).toEqual(['LOG.md'])
  })

  it('leaves no files when it is released without publishing', async () => {
    await (await acquire()).release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('publishes nothing when the changelog has changed', async () => {
    const lock = await acquire()
    expect(await lock.publish(() => false)).toBe(false)
    await lock.release()
    expect(readdirSync(folder)).toEqual([])
  })

  it('has one owner at a time when many processes acquire it', async () => {
    let owners = 0
    const seen: number[] = []
    const processes = Array.from({ length: 30 }, async () => {
      const lock = await acquire()
      owners += 1
      seen.push(owners)
      await lock.handle.writev([Buffer.from('x')])
      owners -= 1
      await lock.release()
    })
    await Promise.all(processes)
    expect(seen).toEqual(Array(30).fill(1))
    expect(readdirSync(folder)).toEqual([])
  })

  it.each([
    ['in the past', -10_000],
    ['in the future', 10_000],
  ])('is not taken over from a live owner when its time is %s', async (_name, seconds) => {
    const lock = await acquire()
    const date = Date.now() / 1000 + seconds
    utimesSync(path('LOG.md.lock'), date, date)
    await expect(acquire({}, 20)).rejects.toMatchObject({ code: 'changelog/locked' })
    expect(await publish(lock, 'a')).toBe(true)
  })

  it('is not taken over from a slow owner that sends heartbeats', async () => {
    const lock = await acquire()
    // These are more polls than a lock without heartbeats would need to become stale.
    await expect(acquire({}, 200)).rejects.toMatchObject({ code: 'changelog/locked' })
    expect(await publish(lock, 'a')).toBe(true)
  })

  it('is polled as often as the poll budget allows', async () => {
    const lock = await acquire()
    const readdir = vi.fn(NODE_FILE_SYSTEM.readdir)
    await expect(
      acquire({ readdir: readdir as unknown as typeof NODE_FILE_SYSTEM.readdir }, 7),
    ).rejects.toMatchObject({
      code: 'changelog/locked',
    })
    expect(readdir).toHaveBeenCalledTimes(7)
    await lock.release()
  })
})

describe('a stale lock', () => {
  function leaveLock(seconds = 0): void {
    mkdirSync(path('LOG.md.lock'))
    writeFileSync(path(`LOG.md.lock/${TOKEN}.3`), 'half')
    const date = Date.now() / 1000 + seconds
    utimesSync(path('LOG.md.lock'), date, date)
  }

  it.each([
    ['now', 0],
    ['in the future', 100_000],
  ])('is taken over when its time is %s', async (_name, seconds) => {
    leaveLock(seconds)
    expect(await publish(await acquire(), 'a')).toBe(true)
    expect(readdirSync(folder)).toEqual(['LOG.md'])
  })

  it('is taken over by one process at a time', async () => {
    leaveLock()
    let owners = 0
    const seen: number[] = []
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const lock = await acquire()
        owners += 1
        seen.push(owners)
        await lock.handle.writev([Buffer.from('x')])
        owners -= 1
        await lock.release()
      }),
    )
    expect(seen).toEqual(Array(10).fill(1))
  })

  it('is free when it has no owner file', async () => {
    mkdirSync(path('LOG.md.lock'))
    expect(await publish(await acquire({}, 1), 'a')).toBe(true)
  })

  it('cannot be published by its former owner', async () => {
    const former = await acquire()
    await former.handle.writev([Buffer.from('former')])
    const [name = ''] = readdirSync(path('LOG.md.lock'))
    unlinkSync(path(`LOG.md.lock/${name}`))
    expect(await publish(await acquire({}, 1), 'current')).toBe(true)
    expect(await former.publish(() => true)).toBe(false)
    await former.release()
    expect(readFileSync(path(), 'utf8')).toBe('current')
  })

  it('can be released by its former owner without effect on the new owner', async () => {
    const former = await acquire()
    const [name = ''] = readdirSync(path('LOG.md.lock'))
    unlinkSync(path(`LOG.md.lock/${name}`))
    const current = await acquire({}, 1)
    expect(await former.publish(() => true)).toBe(false)
    await former.release()
    await expect(acquire({}, 5)).rejects.toMatchObject({ code: 'changelog/locked' })
    expect(await publish(current, 'current')).toBe(true)
  })

  it('is not taken over when its owner sends a heartbeat just before', async () => {
    leaveLock()
    const unlink = async (name: Parameters<FileSystem['unlink']>[0]) => {
      if (String(name).endsWith(`${TOKEN}.3`)) {
        renameSync(path(`LOG.md.lock/${TOKEN}.3`), path(`LOG.md.lock/${TOKEN}.4`))
      }
      return NODE_FILE_SYSTEM.unlink(name)
    }
    await expect(acquire({ unlink }, 170)).rejects.toMatchObject({ code: 'changelog/locked' })
    expect(existsSync(path(`LOG.md.lock/${TOKEN}.4`))).toBe(true)
  })
})

describe('a lock that cannot be created', () => {
  it.each([
    ['a file', () => writeFileSync(path('LOG.md.lock'), 'other')],
    ['a symbolic link', () => symlinkSync('.', path('LOG.md.lock'))],
    [
      'a symbolic link to an empty folder',
      () => {
        mkdirSync(path('empty'))
        symlinkSync('empty', path('LOG.md.lock'))
      },
    ],
    [
      'a folder with other files',
      () => {
        mkdirSync(path('LOG.md.lock'))
        writeFileSync(path('LOG.md.lock/notes.txt'), 'other')
      },
    ],
  ])('is an error immediately when its path is %s, which is not changed', async (name, create) => {
    if (name === 'a symbolic link') writeFileSync(path('other.txt'), 'other')
    create()
    const names = readdirSync(folder)
    const readdir = vi.fn(NODE_FILE_SYSTEM.readdir)
    await expect(
      acquire({ readdir: readdir as unknown as typeof NODE_FILE_SYSTEM.readdir }),
    ).rejects.toMatchObject({
      code: 'changelog/unwritable',
      message: expect.stringContaining('expected LOG.md.lock'),
    })
    expect(readdir.mock.calls.length).toBeLessThan(3)
    expect(readdirSync(folder)).toEqual(names)
  })

  it.each(['EROFS', 'EACCES', 'ENOSPC', 'EIO', 'ENOENT'])(
    'is an error immediately after %s',
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
