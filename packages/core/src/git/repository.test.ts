import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CoreError } from '../errors.ts'
import type { ChangesQuery } from './changes.ts'
import { gitIn, listIn, makeScratch, openIn, putIn, setCommitTime } from './testing.ts'

let home: string
let folder: string

beforeEach(() => {
  ;({ home, folder } = makeScratch())
  setCommitTime(1_767_225_600)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true })
})

function git(...args: string[]): string {
  return gitIn(folder, ...args)
}
const put = (path: string, text?: string) => putIn(folder, path, text)
/** Commits all there is, and gives the hash. */
function commit(...paths: string[]): string {
  for (const path of paths) put(path)
  git('add', '--all')
  git('commit', '-q', '--allow-empty', '-m', 'a commit')
  return git('rev-parse', 'HEAD').trim()
}

const list = (query?: Partial<ChangesQuery>, path = folder) => listIn(path, query)
/** What listing throws. */
async function refusal(query: Partial<ChangesQuery> = {}, path = folder): Promise<CoreError> {
  const error = await list(query, path).then(
    (changes) => expect.unreachable(`expected a refusal, got ${JSON.stringify(changes)}`),
    (error) => error,
  )
  expect(error).toBeInstanceOf(CoreError)
  return error
}

describe('changes since a ref of the client', () => {
  let first: string
  beforeEach(() => {
    first = commit('a')
    git('tag', 'one')
    git('tag', '-a', 'annotated', '-m', 'text')
    git('branch', 'größe/branch')
    commit('b')
    put('c')
  })

  it('are those since the commit, for a tag, a branch, a hash and a way from HEAD', async () => {
    const ways = [
      'one',
      'annotated',
      'größe/branch',
      'refs/tags/one',
      first,
      first.slice(0, 8),
      'HEAD~1',
      '@^',
      'HEAD~000001',
      'annotated^{}',
      'HEAD^1^{commit}',
    ]
    for (const since of ways) {
      expect({ since, changes: await list({ since }) }).toEqual({ since, changes: ['Added b', 'Added c'] })
    }
  })

  it('are those since the ref even where a release is newer', async () => {
    git('tag', 'v1.0.0')
    expect(await list()).toEqual(['Added c'])
    expect(await list({ since: 'one' })).toEqual(['Added b', 'Added c'])
  })

  it('may be asked for since another branch, and have removed paths then', async () => {
    git('checkout', '-q', '-b', 'other')
    commit('other-only')
    git('checkout', '-q', 'main')
    expect(await list({ since: 'other' })).toEqual(['Removed c', 'Removed other-only'])
  })

  it('are all files since the root, even where a branch is called so', async () => {
    git('branch', 'root')
    expect(await list({ since: 'root' })).toEqual(['Added a', 'Added b', 'Added c'])
  })

  const hostile = [
    '--output=pwned',
    '--output=pwned HEAD',
    '-n1',
    '-',
    '--all',
    '$(id)',
    '`touch pwned`',
    'HEAD;touch pwned',
    'one..HEAD',
    'one...HEAD',
    '..',
    '^one',
    'HEAD^@',
    'HEAD^!',
    'HEAD:a',
    'HEAD:nowhere',
    ':a',
    ':/a commit',
    'HEAD^{tree}',
    'HEAD^{blob}',
    'one HEAD',
    ' one',
    'one ',
    'one\n',
    'one\nHEAD',
    '\0',
    'one\0--output=pwned',
    '\u001b[2J',
    '',
    'nowhere',
    '*',
    'refs/heads/',
    '0'.repeat(40),
    'f'.repeat(40),
    'a'.repeat(10_240),
    '\ud800',
    'root ',
    '__proto__',
    '../../../etc/passwd',
    'HEAD^{/a commit}',
    'HEAD^{/((a{1,200}){1,200}){1,200}}',
    'HEAD@{0}',
    '@{upstream}',
  ]
  it('are refused as an invalid ref for what names no commit, and no file appears', async () => {
    const before = [readdirSync(folder), readdirSync(join(folder, '.git'))]
    for (const since of hostile) {
      const error = await refusal({ since })
      expect({ since, code: error.code }).toEqual({ since, code: 'invalid_ref' })
      expect(error.issues).toEqual([{ parameter: 'since', message: expect.stringContaining('expected') }])
      expect(error.message.length).toBeLessThan(300)
    }
    expect([readdirSync(folder), readdirSync(join(folder, '.git'))]).toEqual(before)
    expect(readdirSync(home)).toEqual(['repository'])
  }, 60_000)

  it('are refused for a file whose name looks like a commit of a ref', async () => {
    commit('x^{commit}')
    expect((await refusal({ since: 'HEAD:x' })).code).toBe('invalid_ref')
  })

  it('are refused for a tag of something that is no commit', async () => {
    git('tag', 'file', 'HEAD:a')
    git('tag', 'tree', 'HEAD^{tree}')
    expect((await refusal({ since: 'file' })).code).toBe('invalid_ref')
    expect((await refusal({ since: 'tree' })).code).toBe('invalid_ref')
  })

  it('are refused on a branch without commits', async () => {
    git('checkout', '-q', '--orphan', 'fresh')
    expect((await refusal({ since: 'HEAD' })).code).toBe('invalid_ref')
    expect(await list({ since: 'one' })).toEqual(['Added b', 'Added c'])
  })
})

describe('a shallow clone', () => {
  const versionHeading = '## [1.0.0] - 2026-01-01'
  let clone: string
  const cloneWith = (...args: string[]) => {
    clone = join(home, 'clone')
    gitIn(home, 'clone', '-q', ...args, `file://${folder}`, clone)
    writeFileSync(join(clone, 'new'), '')
  }
  beforeEach(() => {
    put('CHANGELOG.md', `${versionHeading}\n`)
    commit('a')
    git('tag', 'v1.0.0')
    commit('b')
    commit('c')
  })

  it.each([
    ['without tags', ['--depth=1', '--no-tags']],
    ['that ends before the release', ['--depth=2']],
  ])('%s is refused, and the text says what to do', async (_, args) => {
    cloneWith(...args)
    for (const query of [{}, { versionHeading }]) {
      const error = await refusal(query, clone)
      expect(error.code).toBe('repository_unreadable')
      expect(error.message).toMatch(/shallow clone.*git fetch --unshallow --tags.*\?since=/)
    }
  })

  it('works when the tag of the last release is in it', async () => {
    cloneWith('--depth=3')
    expect(gitIn(clone, 'rev-parse', '--is-shallow-repository').trim()).toBe('true')
    expect(await list({ versionHeading }, clone)).toEqual(['Added b', 'Added c', 'Added new'])
    expect(await list({}, clone)).toEqual(['Added b', 'Added c', 'Added new'])
  })

  it('works when the commit of the heading is in it', async () => {
    put('CHANGELOG.md', `## [2.0.0]\n${versionHeading}\n`)
    commit()
    commit('d')
    cloneWith('--depth=3', '--no-tags')
    expect(await list({ versionHeading: '## [2.0.0]' }, clone)).toEqual(['Added d', 'Added new'])
  })

  it('works with a ref of the client', async () => {
    cloneWith('--depth=2')
    expect(await list({ since: 'HEAD~1' }, clone)).toEqual(['Added c', 'Added new'])
    expect(await list({ since: 'root' }, clone)).toEqual(['Added a', 'Added b', 'Added c', 'Added new'])
    expect((await refusal({ since: git('rev-parse', 'v1.0.0').trim() }, clone)).code).toBe('invalid_ref')
  })
})

describe('the path of a repository', () => {
  it('is refused when the repository is bare', async () => {
    commit('a')
    const bare = join(home, 'bare')
    gitIn(home, 'clone', '-q', '--bare', folder, bare)
    const error = await refusal({}, bare)
    expect(error.code).toBe('repository_unreadable')
    expect(error.message).toBe(`expected a repository with a work tree, got a bare one: ${bare}`)
  })

  it.each([
    ['there is no repository', 'plain'],
    ['the folder is missing', 'missing'],
    ['it is a file', 'file'],
  ])('is refused when %s', async (_, name) => {
    mkdirSync(join(home, 'plain'))
    writeFileSync(join(home, 'file'), '')
    const error = await refusal({}, join(home, name))
    expect(error.code).toBe('repository_unreadable')
    expect(error.message).toBe(
      `expected a git repository at REPOSITORY_PATH, got a folder without one: ${join(home, name)}`,
    )
  })

  it('may be a link to the repository', async () => {
    commit('a')
    put('b')
    symlinkSync(folder, join(home, 'link'))
    expect(await list({}, join(home, 'link'))).toEqual(['Added b'])
  })

  it('may hold what a shell or a pattern would read', async () => {
    folder = join(home, ' ü $(id) [a]* ')
    gitIn(home, 'init', '-q', '--template=', folder)
    commit('a')
    put('b')
    expect(await list()).toEqual(['Added b'])
  })

  it('may be a folder inside: all paths are the repository’s, the changelog is that folder’s', async () => {
    const versionHeading = '## [1.0.0]'
    put('sub/CHANGELOG.md', '# Changelog\n')
    commit('a')
    put('sub/CHANGELOG.md', `${versionHeading}\n`)
    commit('b')
    put('sub/CHANGELOG.md', `## Unreleased\n\n${versionHeading}\n`)
    put('CHANGELOG.md')
    put('sub/.CHANGELOG.md.1.tmp')
    put('sub/c')
    const isOwn = (path: string) => path === '.CHANGELOG.md.1.tmp'
    expect(await list({ versionHeading, isOwn }, join(folder, 'sub'))).toEqual([
      'Added CHANGELOG.md',
      'Added sub/c',
    ])
  })

  it('may be of a repository that belongs to another', async () => {
    commit('a')
    put('b')
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1')
    expect(() => git('status')).toThrow('dubious ownership')
    expect(await list()).toEqual(['Added b'])
  })

  it('may be of a repository with SHA-256 hashes', async () => {
    folder = join(home, 'sha256')
    gitIn(home, 'init', '-q', '--template=', '--object-format=sha256', folder)
    symlinkSync('a', join(folder, 'link'))
    const first = commit('a', 'b')
    put('b', 'other')
    git('rm', '-q', '--cached', 'a', 'link')
    expect(await list()).toEqual(['Changed b'])
    expect(await list({ since: first })).toEqual(['Changed b'])
    expect(await list({ since: 'root' })).toEqual(['Added a', 'Added b', 'Added link'])
  })

  it('is refused when HEAD names a commit that is not there, which is no branch without commits', async () => {
    commit('a')
    writeFileSync(join(folder, '.git/refs/heads/main'), 'f'.repeat(40))
    expect((await refusal()).code).toBe('repository_unreadable')
  })

  it.each(['/', '..'])(
    'is refused when its settings put the working tree elsewhere, at %s',
    async (place) => {
      commit('a')
      git('config', 'core.worktree', place === '/' ? '/' : home)
      const error = await refusal()
      expect(error.code).toBe('repository_unreadable')
      expect(error.message).toContain('expected a repository whose working tree holds its .git')
    },
  )

  it('may be a submodule, whose settings name its own folder', async () => {
    const library = join(home, 'library')
    gitIn(home, 'init', '-q', '--template=', library)
    gitIn(library, 'commit', '-q', '--allow-empty', '-m', 'first')
    git('submodule', '--quiet', 'add', library, 'lib')
    expect(gitIn(join(folder, 'lib'), 'config', 'core.worktree').trim()).toBe('../../../lib')
    put('lib/new')
    expect(await list({}, join(folder, 'lib'))).toEqual(['Added new'])
  })

  it('is refused when it is a bare repository inside another, also where that one names a working tree', async () => {
    const bare = join(folder, 'inside')
    gitIn(home, 'init', '-q', '--template=', '--bare', bare)
    for (const settings of [[], ['core.bare', 'false'], ['core.worktree', bare]]) {
      if (settings.length > 0) gitIn(bare, 'config', ...settings)
      const error = await refusal({}, bare)
      expect(error.message).toBe(`expected a repository with a work tree, got a bare one: ${bare}`)
    }
  })

  it('is named when git cannot read what is there', async () => {
    writeFileSync(join(folder, '.git/config'), '[core\n')
    const error = await refusal()
    expect(error.code).toBe('repository_unreadable')
    expect(error.message).toContain('bad config line 1')
  })
})

describe('a git that fails', () => {
  it.each(['rev-parse --verify', 'for-each-ref', 'log', 'merge-base', 'diff', 'ls-files', 'config'])(
    'is not taken for one that had nothing to say when it is killed (%s)',
    async (command) => {
      put('CHANGELOG.md', '## [1.0.0]\n')
      commit('a')
      git('tag', 'v1.0.0')
      put('b')
      const bin = join(home, 'bin')
      const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
      mkdirSync(bin)
      const script = `#!/bin/sh\ncase " $* " in *" ${command} "*) kill -9 $$;; esac\nexec ${real} "$@"\n`
      writeFileSync(join(bin, 'git'), script, { mode: 0o755 })
      vi.stubEnv('PATH', `${bin}:/bin:/usr/bin`)
      const error = await refusal({ versionHeading: '## [1.0.0]' })
      expect(error.code).toBe('repository_unreadable')
      expect(error.message).toBe('git cannot read the repository: git ended with a signal')
    },
  )

  it('is not waited for without an end', async () => {
    const bin = join(home, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'git'), '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 })
    vi.stubEnv('PATH', `${bin}:/bin:/usr/bin`)
    await expect(openIn(folder, { timeoutMs: 50 }).prefix()).rejects.toMatchObject({
      code: 'repository_unreadable',
    })
  })
})

describe('the settings of a repository', () => {
  const versionHeading = '## [1.0.0]'
  let marker: string
  let program: string

  beforeEach(() => {
    marker = join(home, 'marker')
    program = join(home, 'program')
    writeFileSync(program, `#!/bin/sh\necho "$0 $*" >>${marker}\ncat 2>/dev/null\n`, { mode: 0o755 })
    put('CHANGELOG.md', '# Changelog\n')
    commit('a', 'gone')
    put('CHANGELOG.md', `${versionHeading}\n`)
    commit('touched', 'moved')
  })
  const ranPrograms = () => (existsSync(marker) ? readFileSync(marker, 'utf8') : '')

  /** Every kind of change there is, and a file that only looks changed. */
  function change(): void {
    git('mv', 'moved', 'new')
    put('größe')
    put('a', 'other')
    rmSync(join(folder, 'gone'))
    utimesSync(join(folder, 'touched'), 1, 1)
  }
  const expected = ['Changed a', 'Removed gone', 'Added größe', 'Removed moved', 'Added new']

  it('run no program in the place of a part of git', async () => {
    change()
    const names = ['core.fsmonitor', 'core.sshCommand', 'core.pager', 'core.editor', 'core.askPass']
    names.push('diff.external', 'interactive.diffFilter', 'pager.log', 'pager.diff', 'sequence.editor')
    for (const name of names) git('config', name, program)
    for (const name of ['diff', 'log', 'ls-files', 'rev-parse']) git('config', `alias.${name}`, `!${program}`)
    expect(await list({ versionHeading })).toEqual(expected)
    expect(ranPrograms()).toBe('')
  })

  it('run no program as a hook', async () => {
    change()
    for (const hooks of [join(folder, '.git/hooks'), join(home, 'hooks')]) {
      mkdirSync(hooks)
      for (const name of [
        'post-index-change',
        'fsmonitor-watchman',
        'post-checkout',
        'reference-transaction',
      ]) {
        symlinkSync(program, join(hooks, name))
      }
      utimesSync(join(folder, 'touched'), 2, 2)
      expect(await list({ versionHeading })).toEqual(expected)
      git('config', 'core.hooksPath', join(home, 'hooks'))
    }
    utimesSync(join(folder, 'touched'), 3, 3)
    expect(await list({ versionHeading })).toEqual(expected)
    expect(ranPrograms()).toBe('')
  })

  it('run no program to compare or to show a file', async () => {
    put('.git/info/attributes', '* diff=evil merge=evil\n')
    git('config', 'diff.evil.command', program)
    git('config', 'diff.evil.textconv', program)
    git('config', 'merge.evil.driver', program)
    change()
    expect(await list({ versionHeading })).toEqual(expected)
    expect(ranPrograms()).toBe('')
  })

  it.each(['clean', 'process'])('run no program to filter a file (%s)', async (kind) => {
    put('.git/info/attributes', '* filter=evil.one\n')
    git('config', `filter.evil.one.${kind}`, program)
    git('config', 'filter.evil.one.required', 'true')
    utimesSync(join(folder, 'touched'), 1, 1)
    git('-c', `filter.evil.one.${kind}=`, '-c', 'filter.evil.one.required=false', 'rm', '-q', '--cached', 'a')
    expect(await list({ versionHeading })).toEqual([])
    expect(ranPrograms()).toBe('')
  })

  it('run no program to filter a file when another file of settings is included', async () => {
    put('.git/info/attributes', '* filter=evil\n')
    writeFileSync(join(home, 'included'), `[filter "evil"]\n\tclean = ${program}\n`)
    git('config', 'include.path', join(home, 'included'))
    utimesSync(join(folder, 'touched'), 1, 1)
    expect(await list({ versionHeading })).toEqual([])
    expect(ranPrograms()).toBe('')
  })

  it('are refused when a filter has a name that cannot be taken away', async () => {
    put('.git/info/attributes', '* filter=a=b\n')
    git('config', 'filter.a=b.clean', program)
    utimesSync(join(folder, 'touched'), 1, 1)
    const error = await refusal({ versionHeading })
    expect(error.message).toBe(
      'expected names in UTF-8 and without "=" for the filters in the repository\'s settings, got "a=b"',
    )
    expect(ranPrograms()).toBe('')
  })

  it('leave the filters of the user alone', async () => {
    mkdirSync(join(home, 'nobody'))
    writeFileSync(join(home, 'nobody/.gitconfig'), '[filter "upper"]\n\tclean = tr a-z A-Z\n')
    put('.git/info/attributes', 'shout filter=upper\n')
    commit('shout')
    put('shout', 'ShOuT\n')
    utimesSync(join(folder, 'shout'), 1, 1)
    expect(git('show', 'HEAD:shout')).toBe('SHOUT\n')
    expect(await list()).toEqual([])
  })

  it('run no program to check a signature', async () => {
    const signature = '-----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----'
    const text = git('cat-file', 'commit', 'HEAD').replace(/^(committer .*)$/m, `$1\ngpgsig ${signature}`)
    writeFileSync(join(home, 'commit'), text)
    git('reset', '-q', git('hash-object', '-t', 'commit', '-w', join(home, 'commit')).trim())
    git('config', 'gpg.program', program)
    git('config', 'log.showSignature', 'true')
    git('log', '-1')
    expect(ranPrograms()).toContain('program')
    rmSync(marker)
    change()
    expect(await list({ versionHeading })).toEqual(expected)
    expect(ranPrograms()).toBe('')
  })

  it('reach out for no object that the repository lacks', async () => {
    git('config', 'uploadpack.allowFilter', 'true')
    const clone = join(home, 'clone')
    gitIn(home, 'clone', '-q', '--filter=blob:none', '--no-checkout', `file://${folder}`, clone)
    gitIn(clone, 'config', 'remote.origin.uploadpack', `${program};git-upload-pack`)
    gitIn(clone, 'config', 'protocol.file.allow', 'always')
    const error = await refusal({ versionHeading }, clone)
    expect(error.code).toBe('repository_unreadable')
    expect(error.message).toMatch(/partial clone.*git fetch --refetch --no-filter/)
    expect(ranPrograms()).toBe('')
    gitIn(clone, 'config', '--unset', 'remote.origin.uploadpack')
    gitIn(clone, 'fetch', '-q', '--refetch', '--no-filter')
    gitIn(clone, 'reset', '-q', '--hard')
    expect(await list({ versionHeading }, clone)).toEqual([])
  })

  const bending: [string, string][] = [
    ['color.ui', 'always'],
    ['column.ui', 'always'],
    ['core.abbrev', '4'],
    ['core.ignoreCase', 'true'],
    ['core.preloadIndex', 'false'],
    ['core.quotePath', 'true'],
    ['core.untrackedCache', 'true'],
    ['diff.autoRefreshIndex', 'false'],
    ['diff.ignoreSubmodules', 'all'],
    ['diff.mnemonicPrefix', 'true'],
    ['diff.noprefix', 'true'],
    ['diff.orderFile', 'nowhere'],
    ['diff.relative', 'true'],
    ['diff.renames', 'copies'],
    ['diff.submodule', 'diff'],
    ['format.pretty', 'fuller'],
    ['i18n.logOutputEncoding', 'UTF-16'],
    ['log.date', 'relative'],
    ['log.decorate', 'full'],
    ['log.follow', 'true'],
    ['log.showRoot', 'false'],
    ['status.renames', 'copies'],
    ['status.showUntrackedFiles', 'no'],
  ]
  it('do not bend the answer, one by one or all at once', async () => {
    change()
    for (const [index, [name, value]] of bending.entries()) {
      git('config', name, value)
      utimesSync(join(folder, 'touched'), index + 2, index + 2)
      expect({ name, changes: await list({ versionHeading }) }).toEqual({ name, changes: expected })
      git('config', '--unset', name)
    }
    for (const [name, value] of bending) git('config', name, value)
    utimesSync(join(folder, 'touched'), 1, 1)
    expect(await list({ versionHeading })).toEqual(expected)
  }, 60_000)

  it('do not hide a heading that came in with the first commit', async () => {
    git('checkout', '-q', '--orphan', 'fresh')
    commit()
    git('config', 'log.showRoot', 'false')
    commit('later')
    expect(await list({ versionHeading })).toEqual(['Added later'])
  })

  it('do not hide an untracked file whose name is another one in capitals', async () => {
    git('config', 'core.ignoreCase', 'true')
    put('A')
    const files = readdirSync(folder)
    expect(await list({ versionHeading })).toEqual(
      files.includes('a') && files.includes('A') ? ['Added A'] : ['Changed a'],
    )
  })

  it('do not hide a submodule that moved on', async () => {
    const library = join(home, 'library')
    gitIn(home, 'init', '-q', '--template=', library)
    gitIn(library, 'commit', '-q', '--allow-empty', '-m', 'first')
    git('submodule', '--quiet', 'add', library, 'lib')
    git('config', '-f', '.gitmodules', 'submodule.lib.ignore', 'all')
    commit()
    git('config', 'submodule.lib.ignore', 'all')
    git('config', 'diff.ignoreSubmodules', 'all')
    gitIn(join(folder, 'lib'), 'commit', '-q', '--allow-empty', '-m', 'move on')
    expect(await list()).toEqual(['Changed lib'])
  })
})
