// Tests that a request with a key takes effect once when the process dies after any system call or run of git, in the release
// modes `commit` and `push`.
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMortal } from '../testing.ts'
import { adding, type Clone, type Mode, releasing, useClones } from './testing.ts'

/** Removes the locks that a dead process left, instead of waiting until they are stale. */
function removeLock({ folder }: Clone): void {
  rmSync(join(folder, 'CHANGELOG.md.lock'), { recursive: true, force: true })
}

const OPERATIONS = [
  ['an update', () => adding('NEW', 'k'), /^- NEW$/gm, 0, undefined],
  ['a release', () => releasing('k'), /^## \[1\.3\.0\]/gm, 1, undefined],
] as const

const CASES = [
  ...(['commit', 'push'] as const).flatMap((mode) =>
    OPERATIONS.map(([name, ...rest]) => [mode, name, ...rest] as const),
  ),
  [
    'push',
    'a release on a branch',
    () => releasing('k'),
    /^## \[1\.3\.0\]/gm,
    0,
    'release/{version}',
  ] as const,
]

describe.each(CASES)('in the mode %s, %s', (mode, _name, transaction, effect, tags, releaseBranch) => {
  const clones = useClones(mode)

  it('takes effect once when the process dies after any call', async () => {
    const clone = clones.clone('a')
    const { git, put, read, open } = clone
    put('code', 'staged\n')
    put('new', 'new\n')
    git('add', 'code', 'new')
    put('code', 'changed\n')
    put('untracked', 'untracked\n')
    const others = () => [
      git('ls-files', '--stage', 'code', 'new'),
      git('status', '--porcelain', '--', 'code', 'new', 'untracked'),
      read('code'),
      read('new'),
      read('untracked'),
    ]
    const before = others()
    const restore = saveState(clones.home, mode)
    let deaths = 0
    // In the mode `push`, every second call: a death after the one before differs little, and each takes many runs of git.
    for (let at = 1; ; at += mode === 'push' ? 2 : 1) {
      restore()
      const mortal = createMortal(at, true)
      const { fileSystem, runGit, openDialogue } = mortal
      const overrides = { store: { fileSystem }, git: { runGit, openDialogue }, releaseBranch }
      const first = await open(overrides)
        .transact(transaction())
        .then(
          () => 'done',
          () => 'dead',
        )
      if (mortal.calls() < at) break
      deaths += 1
      const context = `call ${at}, first ${first}`
      removeLock(clone)
      const store = open({ releaseBranch })
      // Another request comes first, and must not make the interrupted one undecided.
      await store.transact(adding('between'))
      const { isReplayed, commit, tag, branch } = await store.transact(transaction())
      if (first === 'done') expect(isReplayed, context).toBe(true)
      const text = branch === undefined ? read() : git('show', `origin/${branch}:CHANGELOG.md`)
      expect(text.match(effect), context).toHaveLength(1)
      expect(read().match(/^- between$/gm), context).toHaveLength(1)
      expect(read().match(/^- x$/gm), context).toHaveLength(1)
      expect(git('tag', '--list').split('\n').length - 1, context).toBe(tags)
      if (tag !== undefined) expect(git('rev-parse', `${tag}^{commit}`).trim(), context).toBe(commit)
      if (commit !== undefined) {
        expect(git('show', `${commit}:CHANGELOG.md`).match(effect), context).toHaveLength(1)
        const head = branch === undefined ? 'HEAD' : `origin/${branch}`
        expect(git('merge-base', head, commit).trim(), context).toBe(commit)
      }
      expect(git('log', '--format=%H', '--', 'CHANGELOG.md').trim().split('\n').length, context).toBe(
        mode === 'push' ? (branch === undefined ? 3 : 2) : 1 + tags,
      )
      expect(others(), context).toEqual(before)
      expect(git('diff', '--cached', '--name-only'), context).toBe('code\nnew\n')
      if (mode === 'push') {
        expect(git('show', 'HEAD:CHANGELOG.md'), context).toBe(read())
        expect(git('ls-remote', 'origin', 'refs/heads/main'), context).toContain(
          git('rev-parse', 'HEAD').trim(),
        )
        const heads = git('ls-remote', '--heads', 'origin').split('\n').length - 1
        expect(heads, context).toBe(branch === undefined ? 1 : 2)
        expect(git('ls-remote', '--tags', '--refs', 'origin').split('\n').length - 1, context).toBe(tags)
      }
      expect(readdirSync(clone.folder).toSorted(), context).toEqual(
        ['.git', 'CHANGELOG.md', 'code', 'new', 'untracked'].toSorted(),
      )
    }
    expect(deaths).toBeGreaterThan(20)
  })
})

/** Saves the clone, and the remote in the mode `push`. Returns a function that restores them. */
function saveState(home: string, mode: Mode): () => void {
  const names = mode === 'push' ? ['a', 'remote.git'] : ['a']
  for (const name of names) cpSync(join(home, name), join(home, `${name}.saved`), { recursive: true })
  return () => {
    for (const name of names) {
      rmSync(join(home, name), { recursive: true, maxRetries: 3 })
      cpSync(join(home, `${name}.saved`), join(home, name), { recursive: true })
    }
  }
}
