// Tests a changelog that git tracks and that is missing in the working tree. A new one would replace its history.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adding, type Clone, LOG, releasing, useClones } from './testing.ts'

/** How the file gets lost, and the arguments of git that bring it back. */
const MISSING: readonly (readonly [name: string, lose: (clone: Clone) => void, restore: string[]])[] = [
  [
    'it was removed',
    ({ folder }) => rmSync(join(folder, 'CHANGELOG.md')),
    ['checkout', '--', 'CHANGELOG.md'],
  ],
  [
    'the checkout is sparse',
    ({ git, put }) => {
      put('src/code', 'code\n')
      git('add', 'src/code')
      git('commit', '-q', '-m', 'src')
      git('sparse-checkout', 'set', '--no-cone', '/src/')
    },
    ['sparse-checkout', 'disable'],
  ],
]

describe.each(['commit', 'push'] as const)('in the mode %s, a tracked changelog that is missing', (mode) => {
  const clones = useClones(mode)

  it.each(MISSING)(
    'is an error of reads and writes, and stays as it is in git: %s',
    async (_, lose, restore) => {
      const clone = clones.clone('a')
      lose(clone)
      if (mode === 'push') clone.git('push', '-q')
      const store = clone.open()
      const message = expect.stringMatching(
        /^CHANGELOG\.md: expected the file that git tracks, got no file .*git checkout/,
      )
      await expect(store.read()).rejects.toMatchObject({ code: 'changelog/unreadable', message })
      for (const write of [adding('new'), releasing(), releasing('k')]) {
        await expect(store.transact(write)).rejects.toMatchObject({ code: 'git/unexpected_state', message })
        await expect(store.preview(write)).rejects.toMatchObject({ code: 'git/unexpected_state', message })
      }
      expect(clone.git('show', 'HEAD:CHANGELOG.md')).toBe(LOG)
      expect(clone.git('tag', '--list')).toBe('')
      clone.git(...restore)
      expect(await store.transact(releasing())).toMatchObject({ outcome: { version: '1.3.0' } })
    },
  )

  it('is created again when its removal is staged', async () => {
    const clone = clones.clone('a')
    clone.git('rm', '-q', 'CHANGELOG.md')
    clone.git('commit', '-q', '-m', 'removed')
    if (mode === 'push') clone.git('push', '-q')
    const store = clone.open()
    expect((await store.read()).exists).toBe(false)
    await store.transact(adding('new'))
    expect(clone.read()).toContain('- new')
  })
})
