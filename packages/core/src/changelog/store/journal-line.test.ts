// Tests lines with a valid checksum that are not lines of a journal.
import { hash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NODE_FILE_SYSTEM } from './file-system.ts'
import { LINES_OF_TURN, openJournalFile } from './journal-file.ts'
import { checkLines } from './journal-line.ts'
import { openChangelogStore } from './store.ts'
import { adding } from './testing.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-line-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const open = () =>
  openChangelogStore({
    repositoryPath: folder,
    changelogPath: 'CHANGELOG.md',
    journal: { folder: join(folder, 'state') },
  })

const encode = (value: unknown) => {
  const json = JSON.stringify(value)
  return `${hash('sha256', json).slice(0, 16)} ${json}\n`
}

const REVISION = 'a'.repeat(32)
const ERROR = { code: 'changelog/ambiguous', message: 'expected one', details: {} }
const PLAN = {
  commit: 'b'.repeat(40),
  branch: 'refs/heads/main',
  path: 'CHANGELOG.md',
  entry: `100644 ${'c'.repeat(40)}`,
  replacedEntries: [],
}
const line = (members: object = {}) => ({
  kind: 'results',
  state: 'done',
  group: 'g',
  at: Date.now(),
  before: REVISION,
  after: REVISION,
  records: [],
  ...members,
})
const withResult = (result: unknown) => line({ records: [{ id: 'k', fingerprint: 'payload', result }] })
const withPlan = (members: object) => line({ state: 'intended', plan: { ...PLAN, ...members } })
const ADDED = { outcome: { kind: 'added' } }

it.each([
  ['null', null],
  ['a number', 5],
  ['an array', []],
  ['an object of another kind', { kind: 'other' }],
  ['results without records', line({ records: null })],
  ['a record of null', line({ records: [null] })],
  ['a record without a fingerprint', line({ records: [{ id: 'k', result: ADDED }] })],
  ['a result of null', withResult(null)],
  ['a result that is a text', withResult('added')],
  ['an empty result', withResult({})],
  ['an outcome of null', withResult({ outcome: null })],
  [
    'a release of nothing',
    withResult({ outcome: { kind: 'nothing_to_release', version: '1.0.0', reason: 'x' } }),
  ],
  ['a release without a version', withResult({ outcome: { kind: 'released' } })],
  ['a result with members of a response', withResult({ ...ADDED, success: false })],
  ['an error, which had no effect', withResult({ error: ERROR })],
  ['an error of null', withResult({ error: null })],
  ['an error with an unknown code', withResult({ error: { ...ERROR, code: '__proto__' } })],
  ['an error without details', withResult({ error: { ...ERROR, details: null } })],
  [
    'an error with a revision that is a header field',
    withResult({ error: { ...ERROR, details: { revision: 'a"\r\nX: 1' } } }),
  ],
  ['a revision that is a header field', line({ after: 'a"\r\nX: 1' })],
  ['a revision that is a number', line({ before: 5 })],
  ['a time that is a text', line({ at: 'now' })],
  ['an unknown state', line({ state: 'indented' })],
  ['an end with an unknown decision', { kind: 'end', group: 'g', decision: 'perhaps' }],
  ['a plan that is a number', line({ state: 'intended', plan: 5 })],
  ['a plan whose commit is an option', withPlan({ commit: '--output=x' })],
  ['a plan whose branch has a line break', withPlan({ branch: 'refs/heads/main\ndelete refs/heads/x' })],
  ['a plan whose tag has a line break', withPlan({ tag: { name: 'v1\ncreate x', object: 'b'.repeat(40) } })],
  ['a plan with an entry of null', withPlan({ entry: null })],
])('%s makes a journal unusable, for every request with a key', async (_name, value) => {
  const store = open()
  await store.transact(adding('one', 'k'))
  const [name = ''] = readdirSync(join(folder, 'state'))
  const path = join(folder, 'state', name)
  const before = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')
  writeFileSync(path, encode(value) + readFileSync(path, 'utf8'))
  for (const id of ['k', 'k', 'new']) {
    await expect(store.transact(adding('one', id))).rejects.toMatchObject({
      code: 'changelog/journal_unusable',
      message: expect.stringContaining('expected lines of this version of the service, got another one'),
    })
  }
  expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toBe(before)
})

it.each([
  ['an addition', withResult(ADDED)],
  ['a release', withResult({ outcome: { kind: 'released', version: '1.2.3' }, tag: 'v1.2.3' })],
  ['an end', { kind: 'end', group: 'g', decision: 'done' }],
])('%s is a line of a journal', async (_name, value) => {
  const store = open()
  await store.transact(adding('one', 'first'))
  const [name = ''] = readdirSync(join(folder, 'state'))
  writeFileSync(join(folder, 'state', name), encode(value))
  expect((await store.transact(adding('two', 'second'))).isReplayed).toBe(false)
})

describe('a large journal', () => {
  const count = 10 * LINES_OF_TURN
  let turns = 0
  let seen: number[] = []
  const see = () => void seen.push(turns)
  let timer: NodeJS.Immediate
  const countTurns = () => {
    turns += 1
    timer = setImmediate(countTurns)
  }
  beforeEach(() => {
    seen = []
    countTurns()
  })
  afterEach(() => {
    clearImmediate(timer)
    vi.restoreAllMocks()
  })
  /** The number of turns of the event loop between the first and the last line. */
  const turnsOfLines = () => (seen.at(-1) ?? 0) - (seen[0] ?? 0)

  it('is checked, with other events between its lines', async () => {
    const checked = Object.defineProperty(line(), 'kind', {
      get() {
        see()
        return 'results'
      },
    })
    await checkLines(Array(count).fill(checked))
    expect(turnsOfLines()).toBeGreaterThanOrEqual(9)
  })

  it('is rewritten and read, with other events between its lines', async () => {
    const path = join(folder, 'large.journal')
    const file = openJournalFile(NODE_FILE_SYSTEM, path)
    await file.read()
    await file.replace(Array(count).fill({ toJSON: () => see() ?? 1 }))
    expect(turnsOfLines()).toBeGreaterThanOrEqual(9)
    seen = []
    const parse = JSON.parse
    vi.spyOn(JSON, 'parse').mockImplementation((text) => see() ?? parse(text))
    expect(await openJournalFile(NODE_FILE_SYSTEM, path).read()).toHaveLength(count)
    expect(turnsOfLines()).toBeGreaterThanOrEqual(9)
  })
})
