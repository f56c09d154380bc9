// Tests that a release of two packages, with a key, releases both once when the process dies after any system call or run of git, and
// that at each death the remote has both or none.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openVersionControl, type VersionControlOptions } from '../../../git/index.ts'
import type { FileSystem } from '../file-system.ts'
import { createRemoteReleaser } from '../release-remotely.ts'
import { openChangelogStore } from '../store.ts'
import { createMortal } from '../testing.ts'
import { LOG, testEnvironment, useClones } from './testing.ts'

const clones = useClones('push')

const PACKAGES = [
  ['api', 'CHANGELOG.md'],
  ['web', 'packages/web/CHANGELOG.md'],
] as const

/** Releases both packages, with the key `k`. */
function release(
  folder: string,
  overrides: Pick<VersionControlOptions, 'runGit' | 'openDialogue'> = {},
  store: { readonly fileSystem?: FileSystem } = {},
) {
  const optionsOf = (name: string) => ({
    path: folder,
    environment: testEnvironment(),
    commitMessage: `Release ${name} {version}`,
    updateMessage: 'Update {path}',
    tag: `${name}@{version}`,
    name: 'Service',
    email: 'service@example.org',
    runsHooks: false,
    remote: { name: 'origin', maxAttempts: 5, timeoutMs: 30_000, maxAgeMs: 0 },
    ...overrides,
  })
  const run = createRemoteReleaser((task) => task())
  return run({
    targets: PACKAGES.map(([name, changelogPath]) => ({
      changelog: openChangelogStore({
        repositoryPath: folder,
        changelogPath,
        versionControl: openVersionControl(optionsOf(name)),
        ...store,
      }),
      release: { bump: 'MINOR', date: '2026-11-21' },
    })),
    idempotencyKey: { id: 'k', fingerprint: 'f' },
    isDryRun: false,
    templateOf: () => 'Release {version}',
  })
}

it('releases both packages once when the process dies after any call', async () => {
  const { folder, git, put, read } = clones.clone('a')
  put('packages/web/CHANGELOG.md', LOG)
  git('add', '--all')
  git('commit', '-q', '-m', 'web')
  git('push', '-q', 'origin', 'main')
  const names = ['a', 'remote.git']
  for (const name of names)
    cpSync(join(clones.home, name), join(clones.home, `${name}.saved`), { recursive: true })
  const remoteRefs = () => git('ls-remote', '--refs', 'origin').trim().split('\n')
  const before = remoteRefs()
  const [deaths, ends] = [new Set<number>(), new Set<string>()]
  // Every fourth call, because each death takes many runs of git.
  for (let at = 1; ; at += 4) {
    for (const name of names) {
      rmSync(join(clones.home, name), { recursive: true, maxRetries: 3 })
      cpSync(join(clones.home, `${name}.saved`), join(clones.home, name), { recursive: true })
    }
    const { fileSystem, runGit, openDialogue, calls } = createMortal(at, true)
    const first = await release(folder, { runGit, openDialogue }, { fileSystem }).then(
      () => 'done',
      () => 'dead',
    )
    if (calls() < at) break
    deaths.add(at)
    const context = `call ${at}, first ${first}`
    const refs = remoteRefs()
    const hasAll = refs.length === before.length + 2
    if (!hasAll) expect(refs, context).toEqual(before)
    ends.add(hasAll ? 'both' : 'none')
    for (const [, path] of PACKAGES) rmSync(join(folder, `${path}.lock`), { recursive: true, force: true })
    const { outcomes, isReplayed } = await release(folder)
    expect(isReplayed, context).toBe(hasAll)
    expect(
      outcomes.map(({ outcome, tag }) => [outcome.version, tag]),
      context,
    ).toEqual([
      ['1.3.0', 'api@1.3.0'],
      ['1.3.0', 'web@1.3.0'],
    ])
    expect(git('rev-list', '--count', 'origin/main').trim(), context).toBe('3')
    for (const [name, path] of PACKAGES) {
      expect(read(path).match(/^## \[1\.3\.0\]/gm), context).toHaveLength(1)
      expect(git('show', `origin/main:${path}`), context).toBe(read(path))
      expect(git('rev-parse', `${name}@1.3.0^{commit}`), context).toBe(git('rev-parse', 'origin/main'))
    }
    expect(git('status', '--porcelain'), context).toBe('')
    expect(git('rev-parse', 'HEAD'), context).toBe(git('rev-parse', 'origin/main'))
  }
  expect(deaths.size).toBeGreaterThan(20)
  expect(ends).toEqual(new Set(['none', 'both']))
})
