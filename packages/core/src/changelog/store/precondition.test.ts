// Tests transactions with a precondition.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Precondition } from '../../revision.ts'
import { openChangelogStore } from './store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'precondition-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const file = () => join(folder, 'CHANGELOG.md')
const open = () => openChangelogStore({ repositoryPath: folder, changelogPath: 'CHANGELOG.md' })
const append = (precondition: Precondition) =>
  open().transact({ precondition, entries: [{ type: 'Added', description: 'new' }] })

describe('a precondition', () => {
  it.each([
    ['that the file exists', { kind: 'exists' } as const],
    ['that it has one of some revisions', undefined],
  ])('%s is met', async (_name, precondition) => {
    writeFileSync(file(), 'old\n')
    const { revision } = await open().read()
    await append(precondition ?? { kind: 'one_of', revisions: ['other', revision] })
    expect(readFileSync(file(), 'utf8')).toMatch(/^old\n.*\n- new\n$/s)
  })

  it.each([
    [{ kind: 'exists' } as const, undefined, 'expected a file, got no file'],
    [{ kind: 'one_of', revisions: ['a'] } as const, undefined, 'expected the revision a, got no file'],
    [
      { kind: 'one_of', revisions: [] } as const,
      'old\n',
      'expected the ETag of a response, with its quotation marks; the file has the revision ',
    ],
    [
      { kind: 'one_of', revisions: ['a', 'b', 'c'] } as const,
      'old\n',
      'expected the revision a or b or c, got ',
    ],
    [
      { kind: 'one_of', revisions: ['a', 'b', 'c', 'd'] } as const,
      'old\n',
      'expected the revision a or b or c, …, got ',
    ],
    [
      { kind: 'one_of', revisions: ['x'.repeat(100)] } as const,
      'old\n',
      `the revision ${'x'.repeat(80)}, got `,
    ],
  ])('%j is not met when the file has the content %j', async (precondition, content, message) => {
    if (content !== undefined) writeFileSync(file(), content)
    const { revision } = await open().read()
    await expect(append(precondition)).rejects.toMatchObject({
      code: 'changelog/precondition_failed',
      message: expect.stringContaining(message),
      details: { revision },
    })
    expect((await open().read()).revision).toBe(revision)
  })
})
