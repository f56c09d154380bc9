// Tests the lock between processes. Each call of `acquire` represents a process: the calls share only the
// file system.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  lstatSync,
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
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FileSystem, NODE_FILE_SYSTEM } from './file-system.ts'
import { acquireLock, createOwnerName, type Lock } from './lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = (name = 'LOG.md') => join(folder, name)
const acquire = (fs: Partial<FileSystem> = {}, maxPolls?: number) =>
  acquireLock({ ...NODE_FILE_SYSTEM, ...fs }, path(), 'LOG.md', maxPolls)
const UUID = '00000000-0000-4000-8000-000000000000'
/** An owner on another machine. */
const REMOTE_OWNER = `00000000.1.1.${UUID}`

const statsNow = () => lstatSync(path(), { bigint: true, throwIfNoEntry: false })

async function publish(lock: Lock, text: string): Promise<boolean> {
  const isPublished = await lock.replaceFile(Buffer.from(text), statsNow())
  await lock.release()
  return isPublished
}

/** Leaves the lock of a process that was killed, or runs elsewhere. */
function leaveLock(ownerName: string, seconds = 0): void {
  mkdirSync(path('LOG.md.lock'))
  writeFileSync(path(`LOG.md.lock/${ownerName}`), 'half')
  const date = Date.now() / 1000 + seconds
  utimesSync(path('LOG.md.lock'), date, date)
}

/** The owner name of a process of this machine that runs. */
function ownerNameOf(pid: number): string {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
  return `${createOwnerName().split('.')[0]}.${pid}.${fields[21]}.${UUID}`
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
    const before = statsNow()
    writeFileSync(path(), 'saved')
    expect(await lock.replaceFile(Buffer.from('a'), before)).toBe(false)
    await lock.release()
    expect(readdirSync(folder)).toEqual(['LOG.md'])
    expect(readFileSync(path(), 'utf8')).toBe('saved')
  })

  it('has one owner at a time when many processes acquire it', async () => {
    let owners = 0
    const seen: number[] = []
    const processes = Array.from({ length: 30 }, async () => {
      const lock = await acquire()
      owners += 1
      seen.push(owners)
      await pause(1)
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
  ])('is not taken over from a running owner when its time is %s', async (_name, seconds) => {
    const lock = await acquire()
    const date = Date.now() / 1000 + seconds
    utimesSync(path('LOG.md.lock'), date, date)
    await expect(acquire({}, 20)).rejects.toMatchObject({ code: 'changelog/locked' })
    expect(await publish(lock, 'a')).toBe(true)
  })

  it('is not taken over from an owner that runs for longer than an unknown one may', async () => {
    const lock = await acquire()
    await expect(acquire({}, 270)).rejects.toMatchObject({ code: 'changelog/locked' })
    expect(await publish(lock, 'a')).toBe(true)
  })

  it('is polled as often as allowed', async () => {
    const lock = await acquire()
    const readdir = vi.fn(NODE_FILE_SYSTEM.readdir)
    await expect(acquire({ readdir }, 7)).rejects.toMatchObject({ code: 'changelog/locked' })
    expect(readdir).toHaveBeenCalledTimes(7)
    await lock.release()
  })
})

describe.runIf(process.platform === 'linux')('the lock of a process of this machine', () => {
  /** Starts a process that starts another one and never learns that it has ended. Returns both ids. */
  async function startProcesses() {
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'])
    const [bytes] = (await once(parent.stdout, 'data')) as [Buffer]
    // The shell may still learn that its child has ended; `sleep`, which takes its place, does not.
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n')
    const end = async () => {
      parent.kill('SIGKILL')
      await once(parent, 'exit')
    }
    return { parent: parent.pid ?? 0, child: Number(bytes), end }
  }

  it('is taken over at once when the process was killed', async () => {
    const { parent, child, end } = await startProcesses()
    leaveLock(ownerNameOf(parent))
    await expect(acquire({}, 3)).rejects.toMatchObject({ code: 'changelog/locked' })
    await end()
    process.kill(child, 'SIGKILL')
    expect(await publish(await acquire({}, 3), 'a')).toBe(true)
    expect(readdirSync(folder)).toEqual(['LOG.md'])
  })

  it('is taken over at once when the process was killed, and its parent does not know', async () => {
    const { child, end } = await startProcesses()
    leaveLock(ownerNameOf(child))
    process.kill(child, 'SIGKILL')
    await expect.poll(() => readFileSync(`/proc/${child}/stat`, 'utf8')).toContain(') Z ')
    expect(await publish(await acquire({}, 3), 'a')).toBe(true)
    await end()
  })

  it('is taken over at once when a later process has its id', async () => {
    const [idSpace, id, start] = createOwnerName().split('.')
    leaveLock(`${idSpace}.${id}.${Number(start) - 1}.${UUID}`)
    expect(await publish(await acquire({}, 3), 'a')).toBe(true)
  })
})

describe('the lock of a process on another machine or in another container', () => {
  it.each([
    ['now', 0],
    ['in the past', -100_000],
    ['in the future', 100_000],
  ])('is taken over after some time when its time is %s', async (_name, seconds) => {
    leaveLock(REMOTE_OWNER, seconds)
    await expect(acquire({}, 100)).rejects.toMatchObject({ code: 'changelog/locked' })
    expect(await publish(await acquire(), 'a')).toBe(true)
    expect(readdirSync(folder)).toEqual(['LOG.md'])
  })

  it('is taken over by one process at a time', async () => {
    leaveLock(REMOTE_OWNER)
    let owners = 0
    const seen: number[] = []
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const lock = await acquire()
        owners += 1
        seen.push(owners)
        await pause(1)
        owners -= 1
        await lock.release()
      }),
    )
    expect(seen).toEqual(Array(10).fill(1))
  })

  it('is not taken over when the process has released it and another one has it', async () => {
    leaveLock(REMOTE_OWNER)
    const acquired = acquire({}, 300)
    await pause(3000)
    const other = `00000000.2.2.${UUID}`
    renameSync(path(`LOG.md.lock/${REMOTE_OWNER}`), path(`LOG.md.lock/${other}`))
    await expect(acquired).rejects.toMatchObject({ code: 'changelog/locked' })
    expect(readdirSync(path('LOG.md.lock'))).toEqual([other])
  })
})

describe('a lock that was taken over', () => {
  it('is free when it has no owner file', async () => {
    mkdirSync(path('LOG.md.lock'))
    expect(await publish(await acquire({}, 1), 'a')).toBe(true)
  })

  it('cannot be published by its former owner', async () => {
    const former = await acquire()
    const [name = ''] = readdirSync(path('LOG.md.lock'))
    unlinkSync(path(`LOG.md.lock/${name}`))
    expect(await publish(await acquire({}, 1), 'current')).toBe(true)
    expect(await former.replaceFile(Buffer.from('former'), statsNow())).toBe(false)
    await former.release()
    expect(readFileSync(path(), 'utf8')).toBe('current')
  })

  it('can be released by its former owner without effect on the new owner', async () => {
    const former = await acquire()
    const [name = ''] = readdirSync(path('LOG.md.lock'))
    unlinkSync(path(`LOG.md.lock/${name}`))
    const current = await acquire({}, 1)
    expect(await former.replaceFile(Buffer.from('former'), undefined)).toBe(false)
    await former.release()
    await expect(acquire({}, 5)).rejects.toMatchObject({ code: 'changelog/locked' })
    expect(await publish(current, 'current')).toBe(true)
  })
})

describe('a lock that cannot be created', () => {
  it.each([
    ['a file', () => writeFileSync(path('LOG.md.lock'), 'other')],
    ['a symbolic link', () => symlinkSync('.', path('LOG.md.lock'))],
    ['a symbolic link to nothing', () => symlinkSync('missing', path('LOG.md.lock'))],
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
    await expect(acquire({ readdir })).rejects.toMatchObject({
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
