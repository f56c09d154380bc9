// Tests a changelog whose name differs from CHANGELOG_PATH in case only. A second file would split the history.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openChangelogStore } from './store.ts'
import { adding, releasing } from './testing.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'other-case-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it.each([
  ['CHANGELOG.md', 'ChangeLog.md'],
  ['changelog.MD', 'CHANGELOG.md'],
  ['docs/CHANGES', 'docs/Changes'],
])('%s is not created beside %s', async (changelogPath, existing) => {
  const path = join(folder, existing)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '## 1.0.0\n\n- x\n')
  const store = openChangelogStore({ repositoryPath: folder, changelogPath })
  const error = {
    code: 'changelog/unreadable',
    message: `${changelogPath}: expected the file, or no similar one, got ${existing}; set CHANGELOG_PATH=${existing}, or rename it`,
  }
  for (const run of [
    () => store.read(),
    () => store.transact(adding('new')),
    () => store.preview(releasing()),
  ])
    await expect(run()).rejects.toMatchObject(error)
  expect(readdirSync(dirname(path))).toHaveLength(1)
})

it.each([['CHANGELOG'], ['ChangeLog.txt'], ['Changes.md']])('is created beside %s', async (existing) => {
  writeFileSync(join(folder, existing), 'x\n')
  const store = openChangelogStore({ repositoryPath: folder, changelogPath: 'CHANGELOG.md' })
  await store.transact(adding('new'))
  expect(readdirSync(folder).toSorted()).toEqual(['CHANGELOG.md', existing].toSorted())
})
