import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { openChangelogStore } from './store.ts'

let folder = ''
afterEach(() => rmSync(folder, { recursive: true }))

function createStore() {
  folder = mkdtempSync(join(tmpdir(), 'qb-read-'))
  return openChangelogStore({ repositoryPath: folder, changelogPath: 'CHANGELOG.md' })
}

function write(version: string): void {
  writeFileSync(join(folder, 'CHANGELOG.md'), `# Changelog\n\n## [${version}] - 2026-01-01\n`)
}

describe('reads at the same time', () => {
  it('share a snapshot', async () => {
    const store = createStore()
    write('1.0.0')
    const snapshots = await Promise.all(Array.from({ length: 20 }, () => store.read()))
    expect(new Set(snapshots).size).toBe(1)
  })

  it.each(Array.from({ length: 20 }, (_, turns) => turns))(
    'see what was written before them, %i turns after an earlier read began',
    async (turns) => {
      const store = createStore()
      write('1.0.0')
      const earlier = store.read()
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
      write('2.0.0')
      const later = await store.read()
      expect(later.document.text).toContain('2.0.0')
      await Promise.allSettled([earlier])
    },
  )

  it('each get the error, and the next read gets the file', async () => {
    const store = createStore()
    writeFileSync(join(folder, 'CHANGELOG.md'), Buffer.from([0xff]))
    const settled = await Promise.allSettled(Array.from({ length: 5 }, () => store.read()))
    expect(settled.map(({ status }) => status)).toEqual(settled.map(() => 'rejected'))
    write('1.0.0')
    expect((await store.read()).exists).toBe(true)
  })
})
