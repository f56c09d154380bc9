// Tests that transactions that wait at the same time are applied in order and published together.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseChangelog } from '../document/index.ts'
import { addEntries } from '../edit/index.ts'
import { CHANGE_TYPES, type NewEntry } from '../entry.ts'
import { type FileSystem, NODE_FILE_SYSTEM } from './file-system.ts'
import { openChangelogStore } from './store.ts'
import { adding, releasing } from './testing.ts'
import { applyBatch, sizeOfBatch } from './transaction.ts'

const LOG = '# Log\n\n## [Unreleased]\n\n## [1.2.0] - 2020-01-01\n\n### Added\n\n- y\n'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'changelog-'))
  writeFileSync(join(folder, 'CHANGELOG.md'), LOG)
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = () => readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')
const open = (overrides: Partial<FileSystem> = {}) =>
  openChangelogStore({
    repositoryPath: folder,
    changelogPath: 'CHANGELOG.md',
    fileSystem: { ...NODE_FILE_SYSTEM, ...overrides },
  })

/** What the promises of transactions gave: the kind of an outcome, or the code of an error. */
const ends = (settled: readonly PromiseSettledResult<{ outcome: { kind: string; version?: string } }>[]) =>
  settled.map((one) =>
    one.status === 'fulfilled' ? (one.value.outcome.version ?? one.value.outcome.kind) : one.reason.code,
  )

/** Counts how often a file is published. */
function countPublications() {
  let publications = 0
  const renameSync = ((from: string, to: string) => {
    publications += 1
    NODE_FILE_SYSTEM.renameSync(from, to)
  }) as FileSystem['renameSync']
  return { renameSync, count: () => publications }
}

describe('transactions at the same time', () => {
  it('are published together, in order', async () => {
    const { renameSync, count } = countPublications()
    const store = open({ renameSync })
    const added = Array.from({ length: 200 }, (_, n) => store.transact(adding(`entry ${n}`)))
    const committed = await Promise.all(added)
    expect(read().match(/^- entry \d+$/gm)).toEqual(Array.from({ length: 200 }, (_, n) => `- entry ${n}`))
    expect(count()).toBeLessThanOrEqual(2)
    expect(committed.at(-1)?.revision).toBe((await store.read()).revision)
  })

  it('are not joined to an edit that takes much longer than the largest update', () => {
    const update = (entries: number, length: number) => ({
      entries: Array(entries).fill({ type: 'Added', description: 'x'.repeat(length) }),
    })
    expect(sizeOfBatch(Array(1000).fill(update(1, 10)))).toBe(1000)
    expect(sizeOfBatch(Array(1000).fill(update(10, 100)))).toBe(666)
    expect(sizeOfBatch(Array(3).fill(update(5000, 10)))).toBe(1)
    expect(sizeOfBatch(Array(300).fill(update(1, 10_000)))).toBe(196)
    expect(sizeOfBatch([update(5000, 10_000), update(1, 1)])).toBe(1)
    const lines = { entries: [{ type: 'Added' as const, description: 'x\n'.repeat(5000) }] }
    expect(sizeOfBatch(Array(1000).fill(lines))).toBe(3)
  })

  it('each have their own result: a refused one does not affect the others', async () => {
    const store = open()
    const settled = await Promise.allSettled([
      store.transact(adding('first')),
      store.transact(adding('a')),
      store.transact(adding('# heading')),
      store.transact(adding('b')),
      store.transact(releasing()),
      store.transact(adding('c')),
      store.transact(adding('')),
      store.transact(releasing()),
    ])
    expect(ends(settled)).toEqual([
      'added',
      'added',
      'changelog/invalid_description',
      'added',
      '1.3.0',
      'added',
      'changelog/invalid_description',
      '1.4.0',
    ])
    expect(settled[2]).toMatchObject({
      reason: { message: expect.stringContaining('changes[0].description') },
    })
    expect(read()).toContain('## [1.4.0] - 2026-11-22\n\n### Added\n\n- c\n\n## [1.3.0]')
  })

  it('are compared with the revision before each of them, and get the revision of the file at that time', async () => {
    const store = open()
    const { revision } = await store.read()
    const precondition = { kind: 'one_of', revisions: [revision] } as const
    const settled = await Promise.allSettled([
      store.transact({ ...adding('a'), precondition }),
      store.transact({ ...adding('b'), precondition }),
      store.transact({ ...adding('c'), precondition: { kind: 'exists' } }),
    ])
    const [first] = settled
    if (first?.status !== 'fulfilled') throw new Error('expected the first one to be applied')
    expect(first.value.revision).not.toBe(revision)
    expect(settled.slice(1)).toMatchObject([
      { reason: { details: { revision: first.value.revision } } },
      { status: 'fulfilled', value: { revision: (await store.read()).revision } },
    ])
    expect(read()).toContain('- a\n- c\n')
  })

  it('let other events be handled between two edits', async () => {
    let turns = 0
    let isOver = false
    const countTurns = () => {
      turns += 1
      if (!isOver) setImmediate(countTurns)
    }
    // Reads the file first, so that what follows waits for nothing but the edits.
    const before = await open().read()
    // One that is refused has the batch halved until it is alone.
    const batch = Array.from({ length: 20 }, (_, n) => adding(n % 2 === 0 ? `entry ${n}` : '# heading'))
    countTurns()
    const { errors } = await applyBatch(before, batch, 'CHANGELOG.md')
    expect(errors.size).toBe(10)
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(19)
  })

  it('fail together when the file cannot be written, except those that are refused anyway', async () => {
    const renameSync = (() => {
      throw Object.assign(new Error('EIO'), { code: 'EIO' })
    }) as FileSystem['renameSync']
    const store = open({ renameSync })
    const settled = await Promise.allSettled([
      store.transact(adding('a')),
      store.transact(adding('b')),
      store.transact(adding('# c')),
    ])
    expect(settled.map((one) => one.status === 'rejected' && one.reason.code)).toEqual([
      'changelog/unwritable',
      'changelog/unwritable',
      'changelog/invalid_description',
    ])
    expect(read()).toBe(LOG)
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
  })

  it('are all repeated on the new content when an editor saves the file meanwhile', async () => {
    let isSaved = false
    const lstatSync = ((path: string, options: object) => {
      if (!isSaved) writeFileSync(join(folder, 'CHANGELOG.md'), LOG.replace('- y', '- edited'))
      isSaved = true
      return NODE_FILE_SYSTEM.lstatSync(path, options)
    }) as FileSystem['lstatSync']
    const store = open({ lstatSync })
    await Promise.all(['a', 'b', 'c'].map((name) => store.transact(adding(name))))
    expect(read()).toContain('- a\n- b\n- c\n\n## [1.2.0] - 2020-01-01\n\n### Added\n\n- edited\n')
  })
})

describe('entries that are refused when they are verified', () => {
  /** No entry can replace the empty one, because the line below would belong to it. */
  const text = LOG.replace('## [1.2.0]', '### Added\n\n-\ntext\n\n### Changed\n\n- z\n\n## [1.2.0]')
  const refused = (description: string) => adding(description)
  const applied = (description: string) => ({ entries: [{ type: 'Changed' as const, description }] })
  beforeEach(() => writeFileSync(join(folder, 'CHANGELOG.md'), text))

  it('have the file as it was when they are refused', async () => {
    await expect(open().transact(refused('a'))).rejects.toMatchObject({ code: 'changelog/edit_refused' })
    expect(read()).toBe(text)
    expect(readdirSync(folder)).toEqual(['CHANGELOG.md'])
  })

  it('are added without those that are refused, of which no byte is left', async () => {
    const store = open()
    const settled = await Promise.allSettled([
      store.transact(applied('a')),
      store.transact(applied('b')),
      store.transact(refused('c'.repeat(2000))),
      store.transact(applied('d')),
    ])
    expect(ends(settled)).toEqual(['added', 'added', 'changelog/edit_refused', 'added'])
    expect(read()).toBe(text.replace('- z\n', '- z\n- a\n- b\n- d\n'))
    const { revision } = await open().read()
    expect((await store.read()).revision).toBe(revision)
  })

  it('leave no file open', async () => {
    let opened = 0
    const openFile: FileSystem['open'] = async (...args) => {
      const file = await NODE_FILE_SYSTEM.open(...args)
      opened += 1
      let isOpen = true
      const close = file.close.bind(file)
      file.close = async () => {
        await close()
        if (isOpen) opened -= 1
        isOpen = false
      }
      return file
    }
    const store = open({ open: openFile })
    for (const name of ['a', 'b', 'c']) await store.transact(applied(name))
    await store.transact(refused('d')).catch(() => undefined)
    await expect.poll(() => opened).toBe(0)
  })
})

describe('entries that are added at once', () => {
  const shapes = new URL('../shapes/', import.meta.url)
  const texts = readdirSync(shapes).map((name) => readFileSync(new URL(`${name}/before.md`, shapes), 'utf8'))
  const entry: fc.Arbitrary<NewEntry> = fc.record({
    type: fc.constantFrom(...CHANGE_TYPES),
    description: fc.constantFrom('one', 'two', 'three\nlines', '`code`'),
  })

  it('give the same file as one after the other', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(fc.array(entry, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 }),
        (text, groups) => {
          const attempt = (run: () => string) => {
            try {
              return run()
            } catch (error) {
              return (error as Error).message
            }
          }
          const document = parseChangelog(text)
          const once = attempt(() => addEntries(document, groups.flat()).text)
          const inOrder = attempt(() => groups.reduce(addEntries, document).text)
          expect(once).toBe(inOrder)
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('a transaction that comes while another one is written', () => {
  /** Lets a test block the first call of a function. */
  function blockFirst() {
    let unblock = () => {}
    const blocked = new Promise<void>((resolve) => {
      unblock = resolve
    })
    let calls = 0
    const block = async (run: () => Promise<void>) => {
      if (calls++ === 0) await blocked
      return run()
    }
    return { block, unblock: () => unblock(), isReached: () => calls > 0 }
  }
  const addAll = (store: ReturnType<typeof open>, names: readonly string[]) =>
    names.map((name) => store.transact(adding(name)))

  it('is published after it, with the others that wait', async () => {
    const { renameSync, count } = countPublications()
    const { block, unblock, isReached } = blockFirst()
    const openFile: FileSystem['open'] = async (...args) => {
      const file = await NODE_FILE_SYSTEM.open(...args)
      const sync = file.sync.bind(file)
      file.sync = () => block(sync)
      return file
    }
    const store = open({ renameSync, open: openFile })
    const first = store.transact(adding('a'))
    await expect.poll(isReached).toBe(true)
    const others = addAll(store, ['b', 'c', 'd'])
    unblock()
    await Promise.all([first, ...others])
    expect(count()).toBe(2)
    expect(read()).toContain('- a\n- b\n- c\n- d\n')
  })
})
