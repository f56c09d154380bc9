import { execFileSync } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import {
  mkdir,
  mkdtemp,
  open,
  rename,
  rm,
  symlink,
  truncate,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type DatasetFile,
  type FolderOptions,
  listFolder,
  MAX_DATASETS,
  type ScannedFile,
  type ScanOptions,
  scanFile,
} from './folder.ts'

const LONG_AGO = new Date('2001-01-01T00:00:00Z')
const ZOO = 'Refined_Zoo_Questions.csv'
let home: string
let directory: string
let file: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'scan-folder-'))
  directory = join(home, 'datasets')
  await mkdir(directory)
  file = join(directory, ZOO)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(home, { recursive: true })
})

type Scan = ReadonlyMap<string, ScannedFile>

/** Scans every file of a folder. */
async function scanFolder(options: FolderOptions & ScanOptions, previous: Scan) {
  const { files, ignoredFiles } = await listFolder(options)
  const scanned = new Map<string, ScannedFile>()
  for (const one of files) scanned.set(one.category, await scanFile(one, options, previous.get(one.category)))
  return { files: scanned, ignoredFiles }
}

/** Scans with a clock that is a minute ahead of the file system, so that the times of files are trusted. */
const scan = async (previous: Scan = new Map(), ms = 60_000): Promise<Scan> =>
  (await scanFolder({ directory, now: () => new Date(Date.now() + ms) }, previous)).files

/** Returns the content of the category `zoo`, the reason why it cannot be read, or `unchanged`. */
function contentOf(result: Scan): string | undefined {
  const content = result.get('zoo')?.content
  if (content?.kind === 'bytes') return Buffer.from(content.bytes).toString()
  return content?.kind === 'unreadable' ? content.reason : content?.kind
}
const unreadable = (got: string) => `expected a file that can be read, got ${got}`

describe('scanFolder', () => {
  it('does not read an unchanged file again', async () => {
    await writeFile(file, 'A')
    const first = await scan()
    expect(contentOf(first)).toBe('A')
    const second = await scan(first)
    expect(contentOf(second)).toBe('unchanged')
    expect(second.get('zoo')?.fingerprint).toBe(first.get('zoo')?.fingerprint)
    expect(contentOf(await scan(second))).toBe('unchanged')
  })

  it('reads a file again when its new content has the same size and modification time', async () => {
    await writeFile(file, 'A')
    await utimes(file, LONG_AGO, LONG_AGO)
    const first = await scan()
    await writeFile(file, 'B')
    await utimes(file, LONG_AGO, LONG_AGO)
    expect(contentOf(await scan(first))).toBe('B')
  })

  it('reads a file again when it has just changed', async () => {
    await writeFile(file, 'A')
    await utimes(file, LONG_AGO, LONG_AGO)
    const first = await scan(new Map(), 0)
    expect(first.get('zoo')?.statFingerprint).toBeUndefined()
    expect(contentOf(await scan(first, 0))).toBe('A')
  })

  it('returns the reason for each file that cannot be read', async () => {
    await mkdir(join(directory, 'Refined_Folder_Questions.csv'))
    execFileSync('mkfifo', [join(directory, 'Refined_Fifo_Questions.csv')])
    await writeFile(join(directory, 'Refined_Large_Questions.csv'), '')
    await truncate(join(directory, 'Refined_Large_Questions.csv'), 1001)
    const { files } = await scanFolder({ directory, now: () => new Date(), maxBytes: 1000 }, new Map())
    const reasons = [...files].map(([category, { content }]) => [category, content])
    expect(reasons).toEqual([
      ['fifo', { kind: 'unreadable', reason: unreadable('a FIFO or a device') }],
      ['folder', { kind: 'unreadable', reason: unreadable('a folder') }],
      ['large', { kind: 'unreadable', reason: unreadable('1001 bytes, which is more than 1000') }],
    ])
  })

  it('names the files that are not datasets, and hidden CSV files, but not other hidden files and folders', async () => {
    for (const name of [
      'b.json',
      'a.txt',
      'zoo.csv',
      '.hidden',
      '~$zoo.csv',
      '.more.csv',
      '._a.csv',
      '.#a.csv',
    ]) {
      await writeFile(join(directory, name), '')
    }
    await mkdir(join(directory, 'more'))
    const { files, ignoredFiles } = await scanFolder({ directory, now: () => new Date() }, new Map())
    expect([...files.keys()]).toEqual(['zoo'])
    expect(ignoredFiles).toEqual(['.more.csv', 'a.txt', 'b.json'])
  })

  it.each([
    [['Rivers Year 8.xlsx', 'Rivers Year 8.csv'], []],
    [['rivers.json', 'Rivers-Questions.csv'], []],
    [['Rivers Year 8.xlsx', 'Rivers Year 9.csv'], ['Rivers Year 8.xlsx']],
    [['.xlsx', 'xlsx.csv'], []],
    [
      ['package.json', 'package-lock.json', 'package.xlsx', 'my-package.json'],
      ['my-package.json', 'package.xlsx'],
    ],
  ])('of %j names %j as files that are not datasets', async (names, ignored) => {
    for (const name of names) await writeFile(join(directory, name), '')
    expect((await listFolder({ directory })).ignoredFiles).toEqual(ignored)
  })

  it('rejects a folder with too many datasets', async () => {
    for (let number = 0; number < MAX_DATASETS; number++) {
      writeFileSync(join(directory, `Refined_${number}_Questions.csv`), '')
    }
    expect((await scan()).size).toBe(MAX_DATASETS)
    await writeFile(file, 'A')
    await expect(scan()).rejects.toThrow('5001 datasets, which is more than 5000')
  })
})

describe('a file that changes while it is scanned', () => {
  const zoo = async (maxBytes = 100_000) => {
    const [one] = (await listFolder({ directory })).files
    return { one: one as DatasetFile, options: { maxBytes, now: () => new Date(Date.now() + 60_000) } }
  }

  it('is unreadable when it grows', async () => {
    await writeFile(file, Buffer.alloc(1000))
    const { one, options } = await zoo()
    const handle = await open(file)
    const prototype = Object.getPrototypeOf(handle)
    await handle.close()
    const original = prototype.stat
    vi.spyOn(prototype, 'stat').mockImplementation(async function (this: unknown, ...args: unknown[]) {
      const stats = await original.apply(this, args)
      appendFileSync(file, Buffer.alloc(100))
      return stats
    })
    expect((await scanFile(one, options)).content).toEqual({
      kind: 'unreadable',
      reason: unreadable('a file that changes while it is read'),
    })
  })

  it('is not followed when a symbolic link replaces it', async () => {
    await writeFile(file, 'A')
    const { one, options } = await zoo()
    await writeFile(join(home, 'outside'), 'root:x:0:0')
    await rm(file)
    await symlink(join(home, 'outside'), file)
    expect((await scanFile(one, options)).content).toEqual({
      kind: 'unreadable',
      reason: unreadable('ELOOP'),
    })
  })

  it('does not wait for a writer when a FIFO replaces it', async () => {
    await writeFile(file, 'A')
    const { one, options } = await zoo()
    await rm(file)
    execFileSync('mkfifo', [file])
    expect((await scanFile(one, options)).content).toEqual({
      kind: 'unreadable',
      reason: unreadable('a FIFO or a device'),
    })
  }, 30_000)

  it.each([100_000, 99_999])('can have a size up to the maximum, which is %i', async (maxBytes) => {
    await writeFile(file, Buffer.alloc(100_000, 'x'))
    const { one, options } = await zoo(maxBytes)
    expect((await scanFile(one, options)).content.kind).toBe(maxBytes === 100_000 ? 'bytes' : 'unreadable')
  })
})

describe('a symbolic link', () => {
  const OUTSIDE = unreadable('a symbolic link to a path outside the folder')

  it('is rejected when its target is outside the folder', async () => {
    await writeFile(join(home, 'outside'), 'root:x:0:0')
    await symlink(join(home, 'outside'), file)
    expect(contentOf(await scan())).toBe(OUTSIDE)
  })

  it('is rejected when its target is in a folder whose name starts with the name of the folder', async () => {
    await mkdir(`${directory}-old`)
    await writeFile(join(`${directory}-old`, ZOO), 'A')
    await symlink(join(`${directory}-old`, ZOO), file)
    expect(contentOf(await scan())).toBe(OUTSIDE)
  })

  it('is rejected when its target is a symbolic link to a path outside the folder', async () => {
    await writeFile(join(home, 'outside'), 'A')
    await symlink(join(home, 'outside'), join(directory, 'inside'))
    await symlink('inside', file)
    expect(contentOf(await scan())).toBe(OUTSIDE)
  })

  it('is unreadable when its target is missing or itself', async () => {
    await symlink('nowhere', file)
    expect(contentOf(await scan())).toBe(unreadable('ENOENT'))
    await unlink(file)
    await symlink(ZOO, file)
    expect(contentOf(await scan())).toBe(unreadable('ELOOP'))
  })

  it('is followed in a mounted ConfigMap, also after the ConfigMap was replaced', async () => {
    for (const edition of ['A', 'B']) {
      await mkdir(join(directory, `..${edition}`))
      await writeFile(join(directory, `..${edition}`, ZOO), edition)
      await utimes(join(directory, `..${edition}`, ZOO), LONG_AGO, LONG_AGO)
    }
    await symlink('..A', join(directory, '..data'))
    await symlink(join('..data', ZOO), file)
    const first = await scan()
    expect(contentOf(first)).toBe('A')
    expect(contentOf(await scan(first))).toBe('unchanged')
    await symlink('..B', join(directory, 'aside'))
    await rename(join(directory, 'aside'), join(directory, '..data'))
    expect(contentOf(await scan(first))).toBe('B')
  })

  it('can be the path of the folder', async () => {
    await writeFile(join(directory, 'real.csv'), 'A')
    await symlink('real.csv', file)
    await symlink(directory, join(home, 'link'))
    const { files: result } = await scanFolder(
      { directory: join(home, 'link'), now: () => new Date() },
      new Map(),
    )
    expect(contentOf(result)).toBe('A')
  })
})
