// Tests that a transaction with a key takes effect once, also when the process dies at any system call.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changelogRevisionOf } from './changelog-file.ts'
import { type FileSystem, NODE_FILE_SYSTEM } from './file-system.ts'
import { openChangelogStore } from './store.ts'
import { adding, createMortal, releasing } from './testing.ts'
import type { Transaction } from './transaction.ts'

const LOG = '# Log\n\n## [Unreleased]\n\n### Added\n\n- x\n\n## [1.2.0] - 2020-01-01\n\n- y\n'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'changelog-'))
  writeFileSync(path(), LOG)
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = () => join(folder, 'CHANGELOG.md')
const read = () => readFileSync(path(), 'utf8')
const state = () => join(folder, '.state')
const journalPath = () => join(state(), readdirSync(state()).find((name) => name.endsWith('.journal')) ?? '')

let time = 0
const open = (fileSystem: FileSystem = NODE_FILE_SYSTEM) =>
  openChangelogStore({
    repositoryPath: folder,
    changelogPath: 'CHANGELOG.md',
    fileSystem,
    journal: { folder: state(), now: () => time, maxAgeMs: 1000 },
  })

/** Removes the lock that a dead process left, instead of waiting until it is stale. */
function removeLock(): void {
  rmSync(`${path()}.lock`, { recursive: true, force: true })
}

describe.each([
  ['an update', () => adding('NEW', 'k'), /^- NEW$/gm],
  ['a release', () => releasing('k'), /^## \[1\.3\.0\]/gm],
] as const)('%s', (_name, transaction, effect) => {
  it.each([false, true])(
    'takes effect once when the process dies at any call (after it: %j)',
    async (isLate) => {
      let deaths = 0
      for (let at = 1; ; at++) {
        writeFileSync(path(), LOG)
        rmSync(state(), { recursive: true, force: true })
        const dying = createMortal(at, isLate)
        const first = await open(dying.fileSystem)
          .transact(transaction())
          .then(
            () => 'done',
            () => 'dead',
          )
        if (dying.calls() < at) break
        deaths += 1
        removeLock()
        const store = open()
        // Another request comes first, and must not make the interrupted one undecided.
        await store.transact({ entries: [{ type: 'Changed', description: 'between' }] })
        const { isReplayed } = await store.transact(transaction())
        expect(read().match(effect), `call ${at}, first ${first}`).toHaveLength(1)
        expect(read().match(/^- between$/gm)).toHaveLength(1)
        expect(read().match(/^- x$/gm)).toHaveLength(1)
        if (first === 'done') expect(isReplayed).toBe(true)
        expect(readdirSync(folder).toSorted()).toEqual(['.state', 'CHANGELOG.md'])
      }
      expect(deaths).toBeGreaterThan(20)
    },
  )
})

describe('a repeated transaction', () => {
  it('has the result of the first one, also in another store, and with other transactions between', async () => {
    const store = open()
    const first = await store.transact(releasing('a'))
    const outcome = { kind: 'released', version: '1.3.0' }
    expect(first).toMatchObject({ outcome, isReplayed: false })
    await store.transact(adding('b', 'b'))
    const second = await open().transact(releasing('a'))
    expect(second).toEqual({ outcome, revision: first.revision, isReplayed: true })
    expect(read().match(/^## \[1\.3\.0\]/gm)).toHaveLength(1)
  })

  it.each<[string, text: string, transaction: Transaction, refused: object, repaired: string]>([
    [
      'a file that was ambiguous',
      '## Unreleased\n\n- a\n\n## [Unreleased]\n',
      adding('new', 'a'),
      { reason: { code: 'changelog/ambiguous' } },
      LOG,
    ],
    [
      'nothing to release',
      '# Log\n\n## [Unreleased]\n\n## [1.2.0] - 2020-01-01\n\n- y\n',
      releasing('a'),
      { value: { outcome: { kind: 'nothing_to_release' }, isReplayed: false } },
      LOG,
    ],
    [
      'another revision',
      `${LOG}\n`,
      { ...adding('new', 'a'), precondition: { kind: 'one_of', revisions: [changelogRevisionOf(LOG)] } },
      { reason: { code: 'changelog/precondition_failed' } },
      LOG,
    ],
  ])('is applied when its cause is gone: %s', async (_, text, transaction, refused, repaired) => {
    writeFileSync(path(), text)
    for (const _attempt of [1, 2]) {
      const [settled] = await Promise.allSettled([open().transact(transaction)])
      expect(settled).toMatchObject(refused)
      expect(read()).toBe(text)
    }
    writeFileSync(path(), repaired)
    expect((await open().transact(transaction)).isReplayed).toBe(false)
    expect(read()).not.toBe(repaired)
    expect((await open().transact(transaction)).isReplayed).toBe(true)
  })

  it('can have another payload when the first one had no effect', async () => {
    const empty = { entries: [], idempotencyKey: { id: 'a', fingerprint: 'empty' } }
    for (const none of [adding('# x', 'a', 'p1'), empty])
      await Promise.allSettled([open().transact(none), open().transact(adding('beside it'))])
    expect((await open().transact(adding('two', 'a', 'p2'))).isReplayed).toBe(false)
  })

  it('is refused with another payload', async () => {
    await open().transact(adding('one', 'a', 'p1'))
    await expect(open().transact(adding('two', 'a', 'p2'))).rejects.toMatchObject({
      code: 'changelog/key_reused',
    })
    expect(read()).not.toContain('two')
  })

  it('is refused while the first one runs', async () => {
    const store = open()
    const settled = await Promise.allSettled([
      store.transact(adding('one', 'a')),
      store.transact(adding('one', 'a')),
    ])
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(settled[1]).toMatchObject({
      reason: { code: 'changelog/key_in_use', details: { retryAfterSeconds: 1 } },
    })
    expect((await store.transact(adding('one', 'a'))).isReplayed).toBe(true)
  })

  it('takes effect once when two stores get it at the same time', async () => {
    const settled = await Promise.all(
      [open(), open(), open()].map((store) => store.transact(adding('one', 'a'))),
    )
    expect(settled.map(({ isReplayed }) => isReplayed).toSorted()).toEqual([false, true, true])
    expect(read().match(/^- one$/gm)).toHaveLength(1)
  })

  it('takes effect again when the result has expired', async () => {
    const store = open()
    await store.transact(adding('one', 'a'))
    time += 1001
    expect((await store.transact(adding('one', 'a'))).isReplayed).toBe(false)
    expect(read().match(/^- one$/gm)).toHaveLength(2)
  })

  it('is undecided when the file was edited by hand after an interruption', async () => {
    const renameSync: FileSystem['renameSync'] = (from, to) => {
      NODE_FILE_SYSTEM.renameSync(from, to)
      throw Object.assign(new Error('the process has died'), { code: 'EDEAD' })
    }
    await Promise.allSettled([open({ ...NODE_FILE_SYSTEM, renameSync }).transact(adding('one', 'a'))])
    removeLock()
    appendFileSync(path(), '\nBy hand.\n')
    const before = read()
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(open().transact(adding('one', 'a'))).rejects.toMatchObject({ code: 'changelog/undecided' })
    }
    expect(read()).toBe(before)
    await open().transact(adding('two', 'b'))
    expect(read()).toContain('- two')
  })
})

describe('the journal', () => {
  it('ignores a last line that is not complete, and is complete afterwards', async () => {
    await open().transact(adding('one', 'a'))
    appendFileSync(journalPath(), '0123456789abcdef {"kind":"res')
    expect((await open().transact(adding('two', 'b'))).isReplayed).toBe(false)
    expect((await open().transact(adding('one', 'a'))).isReplayed).toBe(true)
    expect((await open().transact(adding('two', 'b'))).isReplayed).toBe(true)
  })

  it.each([
    ['a changed byte', (text: string) => text.replace('"state":"intended"', '"state":"indented"')],
    ['a line of something else', (text: string) => `hello\n${text}`],
    ['binary data', () => '\0\0\0\0\n'],
  ])('with %s refuses transactions with a key, and no others', async (_name, corrupt) => {
    await open().transact(adding('one', 'a'))
    writeFileSync(journalPath(), corrupt(readFileSync(journalPath(), 'utf8')))
    const before = read()
    for (const id of ['a', 'b']) {
      await expect(open().transact(adding('one', id))).rejects.toMatchObject({
        code: 'changelog/journal_unusable',
      })
    }
    expect(read()).toBe(before)
    await open().transact({ entries: [{ type: 'Added', description: 'two' }] })
    expect(read()).toContain('- two')
  })

  it('that cannot be written refuses transactions with a key, and no others of the batch', async () => {
    const failing: FileSystem['open'] = async (name, flags, mode) => {
      if (String(name).endsWith('.journal') && typeof flags === 'number' && flags & 0x40)
        throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
      return NODE_FILE_SYSTEM.open(name, flags, mode)
    }
    const store = open({ ...NODE_FILE_SYSTEM, open: failing })
    const settled = await Promise.allSettled([
      store.transact({ entries: [{ type: 'Added', description: 'zero' }] }),
      store.transact(adding('one', 'a')),
      store.transact({ entries: [{ type: 'Added', description: 'two' }] }),
    ])
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(settled[1]).toMatchObject({ reason: { code: 'changelog/journal_unusable' } })
    expect(read()).toBe(LOG.replace('- x\n', '- x\n- zero\n- two\n'))
  })

  it('is rewritten without expired results when it is large', async () => {
    const store = open()
    const transaction = (n: number) => adding(`entry ${n}`, `${'k'.repeat(9000)}${n}`)
    for (let n = 0; n < 400; n++) {
      time += 10
      await store.transact(transaction(n))
    }
    expect(readFileSync(journalPath()).length).toBeLessThan(2 * 1024 * 1024)
    expect((await open().transact(transaction(399))).isReplayed).toBe(true)
    expect((await open().transact(transaction(1))).isReplayed).toBe(false)
    expect(existsSync(`${journalPath()}.tmp`)).toBe(false)
  })

  it('of one folder is another one for each changelog', async () => {
    for (const name of ['a', 'b']) {
      const repositoryPath = join(folder, name)
      mkdirSync(repositoryPath)
      writeFileSync(join(repositoryPath, 'CHANGELOG.md'), LOG)
      const journal = { folder: state() }
      const store = openChangelogStore({ repositoryPath, changelogPath: 'CHANGELOG.md', journal })
      expect((await store.transact(adding('one', 'k'))).isReplayed).toBe(false)
      const same = openChangelogStore({ repositoryPath, changelogPath: './CHANGELOG.md', journal })
      expect((await same.transact(adding('one', 'k'))).isReplayed).toBe(true)
    }
    mkdirSync(join(folder, '.git'))
    for (const name of ['a', 'b']) {
      const store = openChangelogStore({ repositoryPath: join(folder, name), changelogPath: 'CHANGELOG.md' })
      expect((await store.transact(adding('two', 'k'))).isReplayed).toBe(false)
    }
  })

  it('is in the git directory, also of a linked work tree', async () => {
    const store = openChangelogStore({ repositoryPath: folder, changelogPath: 'CHANGELOG.md' })
    await expect(store.transact(adding('one', 'a'))).rejects.toMatchObject({
      code: 'changelog/journal_unusable',
    })
    // A folder that is not a git directory is one of somebody else.
    writeFileSync(join(folder, '.git'), 'gitdir: elsewhere/worktrees/a\n')
    await expect(store.transact(adding('one', 'a'))).rejects.toMatchObject({
      code: 'changelog/journal_unusable',
    })
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false)
    mkdirSync(join(folder, 'elsewhere/worktrees/a'), { recursive: true })
    writeFileSync(join(folder, 'elsewhere/worktrees/a/HEAD'), 'ref: refs/heads/main\n')
    await store.transact(adding('one', 'a'))
    expect(readdirSync(join(folder, 'elsewhere/worktrees/a/changelog-service'))).toHaveLength(1)
    expect(read().match(/^- one$/gm)).toHaveLength(1)
  })
})
