// Tests the command `check` with real git repositories and clones.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gitIn, testEnvironment } from '../testing.ts'
import { runChangelogCommand } from './commands.ts'

const LOG = '# Log\n\n## [Unreleased]\n\n### Added\n\n- a\n\n## [1.0.0] - 2020-01-01\n\n- old\n'

let home = ''
let folder = ''
const printed = { log: '', error: '' }

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const commit = (cwd = folder) => {
  gitIn(cwd, 'add', '--all')
  gitIn(cwd, 'commit', '--quiet', '--allow-empty', '--message=Work')
}

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'changelog-check-'))
  folder = join(home, 'repository')
  gitIn(home, 'init', '--quiet', '--initial-branch=main', folder)
  write('CHANGELOG.md', LOG)
  write('src/a.ts', 'a\n')
  write('docs/a.md', 'a\n')
  commit()
  gitIn(folder, 'checkout', '--quiet', '-b', 'work')
  printed.log = ''
  printed.error = ''
  vi.spyOn(console, 'log').mockImplementation((text) => {
    printed.log += `${text}\n`
  })
  vi.spyOn(console, 'error').mockImplementation((text) => {
    printed.error += `${text}\n`
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(home, { recursive: true, maxRetries: 5 })
})

const check = (args: readonly string[] = ['--base', 'main'], variables: Record<string, string> = {}) =>
  runChangelogCommand(['check', ...args], 'changelog', {
    ...testEnvironment(),
    REPOSITORY_PATH: folder,
    ...variables,
  })

const ADDED = LOG.replace('- a\n', '- a\n- b\n')
const NEEDED = 'no entry is needed: no path of Feature, Security changed\n'

describe('changelog check', () => {
  it('names the paths and the line to add, without an entry', async () => {
    write('src/a.ts', 'b\n')
    write('src/größe.ts', 'x\n')
    write('docs/a.md', 'b\n')
    commit()
    expect(await check()).toBe(1)
    expect(printed).toEqual({
      log: '',
      error: `expected a new entry under Unreleased of CHANGELOG.md, because these paths changed since main:
  Changed Feature: src/a.ts
  Added   Feature: src/größe.ts
add a line such as this one, and commit it:
--- a/CHANGELOG.md
+++ b/CHANGELOG.md
@@ -6,6 +6,10 @@
 
 - a
 
+### Changed
+
+- Say here what users notice.
+
 ## [1.0.0] - 2020-01-01
 
 - old
`,
    })
  })

  it('passes after the suggested diff is applied', async () => {
    write('src/new.ts', 'b\n')
    commit()
    expect(await check()).toBe(1)
    const diff = printed.error.slice(printed.error.indexOf('--- a/'))
    writeFileSync(join(home, 'diff'), diff)
    gitIn(folder, 'apply', join(home, 'diff'))
    expect(await check()).toBe(1)
    commit()
    expect(await check()).toBe(0)
    expect(printed.log).toBe('CHANGELOG.md has a new entry\n')
  })

  it.each([
    ['only paths of other categories', () => write('docs/a.md', 'b\n'), NEEDED],
    ['nothing', () => undefined, NEEDED],
    ['untracked files', () => write('src/b.ts', 'b\n'), NEEDED],
    ['an entry', () => write('CHANGELOG.md', ADDED), NEEDED],
  ])('passes with %s', async (name, change, output) => {
    change()
    if (name !== 'untracked files') commit()
    expect(await check()).toBe(0)
    expect(printed.log).toBe(output)
  })

  it('compares with the commit at which the branch left the base', async () => {
    gitIn(folder, 'checkout', '--quiet', 'main')
    write('src/main.ts', 'x\n')
    write('CHANGELOG.md', ADDED)
    commit()
    gitIn(folder, 'checkout', '--quiet', 'work')
    write('docs/a.md', 'b\n')
    commit()
    expect(await check()).toBe(0)
    write('src/a.ts', 'b\n')
    commit()
    expect(await check()).toBe(1)
    expect(printed.error).not.toContain('src/main.ts')
  })

  it('has the categories of its option', async () => {
    write('docs/a.md', 'b\n')
    commit()
    expect(await check(['--base', 'main', '--categories', ' documentation ,Tests'])).toBe(1)
    expect(printed.error).toContain('  Changed Documentation: docs/a.md\n')
  })

  it('reads the changelog of CHANGELOG_PATH, in a folder of the repository', async () => {
    write('app/HISTORY.md', LOG)
    write('app/src/a.ts', 'x\n')
    commit()
    gitIn(folder, 'branch', '--force', 'main')
    write('app/src/a.ts', 'y\n')
    commit()
    const variables = { REPOSITORY_PATH: join(folder, 'app'), CHANGELOG_PATH: 'HISTORY.md' }
    expect(await check(undefined, variables)).toBe(1)
    expect(printed.error).toContain('+++ b/HISTORY.md')
    write('app/HISTORY.md', ADDED)
    commit()
    expect(await check(undefined, variables)).toBe(0)
  })
})

describe('a shallow clone', () => {
  /** Clones a branch with a number of commits. */
  const clone = (branch: string, depth: number) => {
    const path = join(home, 'clone')
    gitIn(home, 'clone', '--quiet', `--depth=${depth}`, `--branch=${branch}`, `file://${folder}`, path)
    return { REPOSITORY_PATH: path }
  }

  it('of the merge commit of a pull request is compared with its first parent', async () => {
    write('src/a.ts', 'b\n')
    commit()
    gitIn(folder, 'checkout', '--quiet', 'main')
    write('src/main.ts', 'x\n')
    commit()
    gitIn(folder, 'checkout', '--quiet', '-b', 'pull')
    gitIn(folder, 'merge', '--quiet', '--no-ff', '--message=Merge', 'work')
    const variables = clone('pull', 2)
    expect(await check(['--base', 'HEAD^1'], variables)).toBe(1)
    expect(printed.error).toContain('  Changed Feature: src/a.ts\nadd a line')
  })

  it('without the common commit is compared with the base itself, and says so', async () => {
    write('src/a.ts', 'b\n')
    commit()
    gitIn(folder, 'checkout', '--quiet', 'main')
    write('src/main.ts', 'x\n')
    commit()
    const variables = clone('work', 1)
    const { REPOSITORY_PATH: path } = variables
    gitIn(path, 'fetch', '--quiet', '--depth=1', 'origin', 'main:refs/remotes/origin/main')
    expect(await check(['--base', 'origin/main'], variables)).toBe(1)
    expect(printed.error).toContain(
      'The clone is shallow, so paths that changed on origin/main are listed too.',
    )
    writeFileSync(join(path, 'CHANGELOG.md'), ADDED)
    commit(path)
    expect(await check(['--base', 'origin/main'], variables)).toBe(0)
  })

  it('without the base says so', async () => {
    write('src/a.ts', 'b\n')
    commit()
    expect(await check(['--base', 'HEAD~1'], clone('work', 1))).toBe(2)
    expect(printed.error).toContain(
      'got "HEAD~1"; this shallow clone lacks older commits: fetch more of them',
    )
  })
})

describe('changelog check fails', () => {
  it.each([
    [[], 2, '--base: expected a branch or commit'],
    [['--base', 'none'], 2, '--base: expected a commit, tag or branch of this repository, got "none"'],
    [['--base', 'main', '--categories', 'Feature,Code'], 2, 'separated by commas; got "Code"'],
    [['main'], 2, 'main'],
  ])('for %j with exit code %i', async (args, code, message) => {
    expect(await check(args)).toBe(code)
    expect(printed.error).toContain(message)
  })

  it('with exit code 5 for a folder without a repository, and for an ambiguous changelog', async () => {
    expect(await check(undefined, { REPOSITORY_PATH: home })).toBe(5)
    expect(printed.error).toContain('not in a git repository')
    write('src/a.ts', 'b\n')
    write('CHANGELOG.md', LOG.replace('## [1.0.0]', '## Unreleased\n\n## [1.0.0]'))
    commit()
    expect(await check()).toBe(5)
    expect(printed.error).toContain('expected one Unreleased heading')
  })
})
