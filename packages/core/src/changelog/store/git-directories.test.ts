// Tests that a changelog in a git directory is rejected, by the contents of the directory, and the errors of paths.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openChangelogStore } from './store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'git-directory-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const read = (changelogPath: string) => openChangelogStore({ repositoryPath: folder, changelogPath }).read()

/** Creates a folder with files of the given names, and a changelog. */
function makeFolder(...names: readonly string[]): void {
  mkdirSync(join(folder, 'store'))
  for (const name of [...names, 'LOG.md']) writeFileSync(join(folder, 'store', name), 'x')
}

it.each([[['HEAD', 'objects', 'refs']], [['HEAD', 'commondir']], [['HEAD', 'objects', 'commondir']]])(
  'rejects a changelog in a folder with %j',
  async (names) => {
    makeFolder(...names)
    await expect(read('store/LOG.md')).rejects.toMatchObject({
      code: 'changelog/unreadable',
      message: expect.stringContaining('expected a file outside git directories'),
    })
  },
)

it.each([[['HEAD']], [['HEAD', 'objects']], [['HEAD', 'refs']], [['objects', 'refs', 'commondir']]])(
  'accepts a changelog in a folder with %j',
  async (names) => {
    makeFolder(...names)
    expect((await read('store/LOG.md')).document.text).toBe('x')
  },
)

it('rejects a link without a target', async () => {
  symlinkSync('missing.md', join(folder, 'LOG.md'))
  await expect(read('LOG.md')).rejects.toMatchObject({ code: 'changelog/unreadable' })
})

it('rejects a path below a file', async () => {
  writeFileSync(join(folder, 'file'), '')
  await expect(read('file/LOG.md')).rejects.toMatchObject({ code: 'changelog/unreadable' })
})

it('names a path outside the repository in the error', () => {
  expect(() => openChangelogStore({ repositoryPath: folder, changelogPath: '../LOG.md' })).toThrow(
    'expected a changelog path inside the repository, got "../LOG.md"',
  )
})
