// Tests that a session publishes only what was staged last, and only once, and when it closes the file that it replaces. Also
// tests when a file counts as unchanged.
import {
  linkSync,
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
import { openFileStorage } from './file-storage.ts'
import { type FileSystem, NODE_FILE_SYSTEM } from './file-system.ts'
import { createPollBudget } from './lock.ts'
import { resolveChangelogPath } from './real-path.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'changelog-'))
  writeFileSync(join(folder, 'LOG.md'), 'old\n')
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = () => readFileSync(join(folder, 'LOG.md'), 'utf8')
const begin = () =>
  openFileStorage(NODE_FILE_SYSTEM, resolveChangelogPath(folder, 'LOG.md')).begin(createPollBudget())

it('publishes what was staged last', async () => {
  const session = await begin()
  const first = session.stage([Buffer.from('first, and longer\n')])
  const second = session.stage([Buffer.from('sec'), Buffer.from('ond\n')])
  await expect(first.publish()).rejects.toThrow('expected to publish the staged content once')
  expect(read()).toBe('old\n')
  expect(await second.publish()).toBe(true)
  expect(read()).toBe('second\n')
  await session.end()
  expect(readdirSync(folder)).toEqual(['LOG.md'])
})

it('does not touch what is published', async () => {
  const session = await begin()
  const staged = session.stage([Buffer.from('new\n')])
  expect(await staged.publish()).toBe(true)
  await expect(staged.publish()).rejects.toThrow('expected to publish the staged content once')
  expect(() => session.stage([Buffer.from('later\n')])).toThrow('expected to stage before')
  await session.end()
  expect(read()).toBe('new\n')
})

it('drops what is not published', async () => {
  const session = await begin()
  session.stage([Buffer.from('new\n')])
  await session.end()
  expect(read()).toBe('old\n')
  expect(readdirSync(folder)).toEqual(['LOG.md'])
})

describe('the file that is replaced', () => {
  const EXT4 = 0xef53
  const NFS = 0x6969
  /** A file system of a type that keeps the order of its calls. The changelog is closed for the first time when `unblock` is called. */
  function createFileSystem(statfs: () => Promise<{ readonly type: number }>) {
    const calls: string[] = []
    let closes = 0
    let unblock = () => {}
    const blocked = new Promise<void>((resolve) => {
      unblock = resolve
    })
    const fileSystem: FileSystem = {
      ...NODE_FILE_SYSTEM,
      statfs: statfs as unknown as FileSystem['statfs'],
      async open(...args) {
        const file = await NODE_FILE_SYSTEM.open(...args)
        if (args[0] !== join(folder, 'LOG.md')) {
          const writev = (...parts: Parameters<typeof file.writev>) => {
            calls.push('write')
            return file.writev(...parts)
          }
          return { ...file, writev }
        }
        return {
          ...file,
          async close() {
            if (closes++ === 0) await blocked
            calls.push('close')
            await file.close()
          },
        }
      },
      renameSync(...args) {
        calls.push('rename')
        NODE_FILE_SYSTEM.renameSync(...args)
      },
    }
    return { fileSystem, calls, unblock }
  }

  const openAs = (statfs: () => Promise<{ readonly type: number }>, isBlocked = false) => {
    const { fileSystem, calls, unblock } = createFileSystem(statfs)
    if (!isBlocked) unblock()
    const storage = openFileStorage(fileSystem, resolveChangelogPath(folder, 'LOG.md'))
    return { storage, calls, unblock }
  }

  it('is closed after the response on a local file system, and before the next write', async () => {
    const { storage, calls, unblock } = openAs(async () => ({ type: EXT4 }), true)
    const write = async (text: string) => {
      const session = await storage.begin(createPollBudget())
      if (text !== '') await session.stage([Buffer.from(text)]).publish()
      await session.end()
    }
    await write('first\n')
    // A session that writes nothing does not wait.
    await write('')
    await expect.poll(() => calls).toEqual(['write', 'rename', 'close'])
    const second = write('second\n')
    await pause(20)
    expect(calls).toEqual(['write', 'rename', 'close'])
    unblock()
    await second
    expect(calls.slice(0, 6)).toEqual(['write', 'rename', 'close', 'close', 'write', 'rename'])
    expect(read()).toBe('second\n')
  })

  it.each([
    ['on another file system', async () => ({ type: NFS })],
    ['when the type of the file system is not known', () => Promise.reject(new Error('ENOSYS'))],
  ])('is closed before the write %s', async (_name, statfs) => {
    const { storage, calls } = openAs(statfs)
    const session = await storage.begin(createPollBudget())
    await session.stage([Buffer.from('new\n')]).publish()
    await session.end()
    expect(calls).toEqual(['close', 'write', 'rename'])
    expect(read()).toBe('new\n')
  })

  it.each([false, true])(
    'is closed when nothing is published (somebody saves the file: %j)',
    async (isSaved) => {
      const { storage, calls } = openAs(async () => ({ type: EXT4 }))
      const session = await storage.begin(createPollBudget())
      if (isSaved) {
        writeFileSync(join(folder, 'LOG.md'), 'saved\n')
        expect(await session.stage([Buffer.from('new\n')]).publish()).toBe(false)
      }
      await session.end()
      await expect.poll(() => calls.at(-1)).toBe('close')
      expect(read()).toBe(isSaved ? 'saved\n' : 'old\n')
    },
  )
})

describe('an unchanged file', () => {
  const past = new Date('2020-01-01')
  const at = (...names: string[]) => join(folder, ...names)
  /** Opens a changelog, and reads it long after its last change. */
  async function readSettled(path = 'LOG.md') {
    mkdirSync(at('docs'))
    writeFileSync(at(path), 'old\n')
    utimesSync(at(path), past, past)
    let reads = 0
    const open: FileSystem['open'] = (...args) => {
      reads += 1
      return NODE_FILE_SYSTEM.open(...args)
    }
    const storage = openFileStorage({ ...NODE_FILE_SYSTEM, open }, resolveChangelogPath(folder, path))
    const { content } = await storage.read()
    return { storage, content, countReads: () => reads }
  }

  let outside: string
  beforeEach(() => {
    outside = mkdtempSync(join(tmpdir(), 'outside-'))
    writeFileSync(join(outside, 'LOG.md'), 'outside\n')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  })
  afterEach(() => {
    vi.useRealTimers()
    rmSync(outside, { recursive: true })
  })

  it('has the content that was read', async () => {
    const { storage, content } = await readSettled()
    expect(storage.findUnchanged()).toBe(content)
    expect(storage.findUnchanged()).toBe(content)
  })

  it('in a folder of the repository is not read again, but its path is resolved', async () => {
    const { storage, content, countReads } = await readSettled('docs/LOG.md')
    expect(storage.findUnchanged()).toBeUndefined()
    expect((await storage.read()).content).toBe(content)
    expect(countReads()).toBe(1)
    const moved = join(outside, 'docs')
    renameSync(at('docs'), moved)
    symlinkSync(moved, at('docs'))
    expect(storage.findUnchanged()).toBeUndefined()
    await expect(storage.read()).rejects.toMatchObject({ code: 'changelog/unreadable' })
  })

  it('is not known before the first read, and not when it is missing', async () => {
    unlinkSync(at('LOG.md'))
    const storage = openFileStorage(NODE_FILE_SYSTEM, resolveChangelogPath(folder, 'LOG.md'))
    expect(storage.findUnchanged()).toBeUndefined()
    await storage.read()
    expect(storage.findUnchanged()).toBeUndefined()
  })

  it('is not known when it was changed shortly before the read', async () => {
    vi.useRealTimers()
    const { storage } = await readSettled()
    expect(storage.findUnchanged()).toBeUndefined()
  })

  const CHANGES: readonly (readonly [string, () => void, string | 'refused'])[] = [
    ['is changed', () => writeFileSync(at('LOG.md'), 'new\n'), 'new\n'],
    [
      'is changed, and its time is reset',
      () => {
        writeFileSync(at('LOG.md'), 'new\n')
        utimesSync(at('LOG.md'), past, past)
      },
      'new\n',
    ],
    [
      'is replaced',
      () => {
        writeFileSync(at('new.md'), 'new\n')
        renameSync(at('new.md'), at('LOG.md'))
      },
      'new\n',
    ],
    ['is deleted', () => unlinkSync(at('LOG.md')), ''],
    ['has another name as well', () => linkSync(at('LOG.md'), at('other.md')), 'old\n'],
    [
      'becomes a symbolic link into a git directory',
      () => {
        mkdirSync(at('.git'))
        writeFileSync(at('.git/config'), 'new\n')
        unlinkSync(at('LOG.md'))
        symlinkSync('.git/config', at('LOG.md'))
      },
      'refused',
    ],
    [
      'becomes a symbolic link out of the repository',
      () => {
        unlinkSync(at('LOG.md'))
        symlinkSync(join(outside, 'LOG.md'), at('LOG.md'))
      },
      'refused',
    ],
    [
      'becomes a symbolic link to itself',
      () => {
        unlinkSync(at('LOG.md'))
        symlinkSync('LOG.md', at('LOG.md'))
      },
      'refused',
    ],
    [
      'is in a repository that is replaced',
      () => {
        renameSync(folder, join(outside, 'moved'))
        mkdirSync(folder)
        writeFileSync(at('LOG.md'), 'new\n')
      },
      'new\n',
    ],
  ]
  it.each(CHANGES)('is read again when it %s', async (_what, change, expected) => {
    const { storage } = await readSettled()
    change()
    expect(storage.findUnchanged()).toBeUndefined()
    const text = await storage.read().then(
      ({ content }) => String(content.bytes),
      (error: unknown) => (error as { code: string }).code,
    )
    expect(text).toBe(expected === 'refused' ? 'changelog/unreadable' : expected)
  })
})
