// Tests the release mode `commit`: a release is one commit of the changelog and an annotated tag.
import {
  appendFileSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NODE_FILE_SYSTEM } from '../file-system.ts'
import { adding, type Clone, LOG, releasing, useClones } from './testing.ts'

const clones = useClones('commit')
const create = () => clones.clone('a')

/** The state of a repository that a refused release must not change. */
const stateOf = ({ git, read }: Clone) => ({
  refs: git('for-each-ref', '--format=%(refname) %(objectname)'),
  head: git('rev-parse', '--symbolic-full-name', 'HEAD'),
  index: git('ls-files', '--stage'),
  status: git('status', '--porcelain'),
  text: read(),
})

describe('a release', () => {
  it('is a commit that contains the changelog alone, and an annotated tag', async () => {
    const { git, open, read } = create()
    const store = open()
    expect(await store.transact(adding('new'))).not.toHaveProperty('commit')
    expect(git('status', '--porcelain')).toBe(' M CHANGELOG.md\n')
    const { outcome, commit, tag } = await store.transact(releasing())
    expect(outcome).toMatchObject({ kind: 'released', version: '1.3.0' })
    expect(git('rev-parse', 'HEAD').trim()).toBe(commit)
    expect(git('rev-parse', 'v1.3.0^{commit}').trim()).toBe(commit)
    expect(tag).toBe('v1.3.0')
    expect(git('cat-file', '-t', 'v1.3.0')).toBe('tag\n')
    expect(git('show', '--format=%an <%ae> %cn%n%B', '--name-only', 'HEAD')).toBe(
      'Service <service@example.org> Service\nRelease 1.3.0\n\n\nCHANGELOG.md\n',
    )
    expect(git('for-each-ref', '--format=%(taggername) %(contents)', 'refs/tags')).toBe(
      'Service Release 1.3.0\n\n',
    )
    expect(git('show', 'HEAD:CHANGELOG.md')).toBe(read())
    expect(read()).toContain('## [1.3.0] - 2026-11-22\n\n### Added\n\n- x\n- new\n')
    expect(git('status', '--porcelain')).toBe('')
    expect(git('rev-list', '--count', 'HEAD')).toBe('2\n')
    expect(git('fsck', '--strict')).toBe('')
    expect(git('reflog', '-1', '--format=%gs').trim()).toBe('changelog-service: v1.3.0')
  })

  it('does not touch what the user has changed, staged or not', async () => {
    const { git, put, open } = create()
    put('staged', 'staged\n')
    put('code', 'code, staged\n')
    git('add', 'staged', 'code')
    put('code', 'code, staged and changed\n')
    put('untracked', 'untracked\n')
    const status = git('status', '--porcelain')
    const index = git('ls-files', '--stage', 'code', 'staged')
    await open().transact(releasing())
    expect(git('status', '--porcelain')).toBe(status)
    expect(git('ls-files', '--stage', 'code', 'staged')).toBe(index)
    expect(git('diff', 'HEAD~1', 'HEAD', '--name-only')).toBe('CHANGELOG.md\n')
  })

  it('contains a changelog that is staged as it is in the working tree', async () => {
    const { git, put, open, read } = create()
    put('CHANGELOG.md', LOG.replace('- x', '- x\n- staged'))
    git('add', 'CHANGELOG.md')
    await open().transact(releasing())
    expect(git('show', 'HEAD:CHANGELOG.md')).toBe(read())
    expect(read()).toContain('- staged')
    expect(git('status', '--porcelain')).toBe('')
  })

  it('uses the templates', async () => {
    const { git, open } = create()
    const commitMessage = 'chore(release): {version}\n\n[skip ci]'
    const { tag } = await open({ git: { commitMessage, tag: 'app/{version}' } }).transact(releasing())
    expect(tag).toBe('app/1.3.0')
    expect(git('log', '-1', '--format=%B')).toBe('chore(release): 1.3.0\n\n[skip ci]\n\n')
    expect(git('tag', '--list')).toBe('app/1.3.0\n')
  })

  it('uses the identity of git when none is configured, and needs one', async () => {
    const { git, open } = create()
    const identity = { name: '', email: '' }
    await expect(open({ git: identity }).transact(releasing())).rejects.toMatchObject({
      code: 'git/unwritable_repository',
      message: expect.stringContaining('CHANGELOG_GIT_NAME'),
    })
    git('config', 'user.name', 'Local')
    git('config', 'user.email', 'local@example.org')
    await open({ git: identity }).transact(releasing())
    expect(git('log', '-1', '--format=%an <%ae>')).toBe('Local <local@example.org>\n')
    expect(git('for-each-ref', '--format=%(taggeremail)', 'refs/tags')).toBe('<local@example.org>\n')
  })

  it('is the first commit of a branch without commits', async () => {
    const { git, open } = create()
    git('checkout', '-q', '--orphan', 'fresh')
    git('rm', '-q', '--cached', '-r', '.')
    git('add', 'code')
    const { commit } = await open().transact(releasing())
    expect(git('rev-parse', 'fresh').trim()).toBe(commit)
    expect(git('ls-tree', '-r', '--name-only', 'HEAD')).toBe('CHANGELOG.md\n')
    expect(git('status', '--porcelain')).toBe('A  code\n')
  })

  it('commits a file in a folder with other files, and keeps its mode', async () => {
    const { git, put, open, folder } = create()
    put('docs/guide/CHANGELOG.md', LOG)
    put('docs/guide/größe', 'x')
    put('docs/z', 'x')
    chmodSync(join(folder, 'docs/guide/CHANGELOG.md'), 0o755)
    git('add', '--all')
    git('commit', '-q', '-m', 'docs')
    await open({ store: { changelogPath: 'docs/guide/CHANGELOG.md' } }).transact(releasing())
    expect(git('diff', '--summary', '--name-status', 'HEAD~1', 'HEAD')).toBe('M\tdocs/guide/CHANGELOG.md\n')
    expect(git('ls-tree', 'HEAD', 'docs/guide/CHANGELOG.md')).toMatch(/^100755 /)
    expect(git('status', '--porcelain')).toBe('')
    expect(git('fsck', '--strict')).toBe('')
  })

  it('commits a file that git does not know, in new folders', async () => {
    const { git, put, open } = create()
    put('new/folder/NEWS.md', LOG)
    await open({ store: { changelogPath: 'new/folder/NEWS.md' } }).transact(releasing())
    expect(git('show', '--format=', '--name-status', 'HEAD')).toBe('A\tnew/folder/NEWS.md\n')
    expect(git('status', '--porcelain')).toBe('')
  })

  it('stores the line endings that the attributes request', async () => {
    const { git, put, open, read } = create()
    put('.gitattributes', '*.md text eol=crlf\n')
    put('CHANGELOG.md', LOG.replaceAll('\n', '\r\n'))
    git('add', '--all')
    git('commit', '-q', '-m', 'attributes')
    await open().transact(releasing())
    expect(read()).toContain('## [1.3.0] - 2026-11-22\r\n')
    expect(git('show', 'HEAD:CHANGELOG.md')).not.toContain('\r')
    expect(git('status', '--porcelain')).toBe('')
  })

  it('works in a linked work tree, through a symbolic link, and with packed refs', async () => {
    const { git, open, folder } = create()
    git('worktree', 'add', '-q', '-b', 'other', join(clones.home, 'linked'))
    git('pack-refs', '--all')
    const linked = open({
      git: { path: join(clones.home, 'linked') },
      store: { repositoryPath: join(clones.home, 'linked') },
    })
    const { commit } = await linked.transact(releasing())
    expect(git('rev-parse', 'other').trim()).toBe(commit)
    expect(git('rev-list', '--count', 'main')).toBe('1\n')
    mkdirSync(join(folder, 'docs'))
    renameSync(join(folder, 'CHANGELOG.md'), join(folder, 'docs/LOG.md'))
    symlinkSync('docs/LOG.md', join(folder, 'CHANGELOG.md'))
    git('add', '--all')
    git('commit', '-q', '-m', 'link')
    await open().transact(releasing('link', 'MAJOR'))
    expect(git('show', '--format=', '--name-status', 'HEAD')).toBe('M\tdocs/LOG.md\n')
  })

  it('creates neither a commit nor a tag when there is nothing to release', async () => {
    const clone = create()
    clone.put('CHANGELOG.md', LOG.replace('### Added\n\n- x\n\n', ''))
    const before = stateOf(clone)
    const { outcome, ...rest } = await clone.open().transact(releasing())
    expect(outcome).toMatchObject({ kind: 'nothing_to_release' })
    expect(rest).not.toHaveProperty('commit')
    expect(stateOf(clone)).toEqual(before)
  })

  it('is a commit of its own among updates that wait at the same time', async () => {
    const { git, open, read } = create()
    const store = open()
    const results = await Promise.all([
      store.transact(adding('first')),
      store.transact(adding('one')),
      store.transact(releasing()),
      store.transact(adding('two')),
      store.transact(releasing('k', 'PATCH')),
      store.transact(adding('three')),
    ])
    expect(results.map(({ tag }) => tag)).toEqual([
      undefined,
      undefined,
      'v1.3.0',
      undefined,
      'v1.3.1',
      undefined,
    ])
    expect(git('show', 'v1.3.0:CHANGELOG.md')).toContain('- first\n- one\n')
    expect(git('show', 'v1.3.0:CHANGELOG.md')).not.toContain('- two')
    expect(git('show', 'v1.3.1:CHANGELOG.md')).toContain('- two')
    expect(read()).toContain('- three')
    expect(git('diff', '--name-only')).toBe('CHANGELOG.md\n')
  })

  it('that is repeated with its key has the same commit and tag', async () => {
    const { git, open } = create()
    const first = await open().transact(releasing('k'))
    await open().transact(adding('later'))
    const second = await open().transact(releasing('k'))
    expect(second).toEqual({ ...first, isReplayed: true })
    expect(git('rev-list', '--count', 'HEAD')).toBe('2\n')
  })
})

type Arrange = (clone: Clone) => void

/** Creates a branch whose merge or rebase conflicts in the file `code`. */
const diverge: Arrange = ({ git, put }) => {
  git('checkout', '-q', '-b', 'side')
  put('code', 'side\n')
  git('commit', '-q', '-a', '-m', 'side')
  git('checkout', '-q', 'main')
  put('code', 'main\n')
  git('commit', '-q', '-a', '-m', 'main')
}
const ignoreExit = (run: () => unknown) => {
  try {
    run()
  } catch {}
}

const REFUSED: readonly (readonly [name: string, code: string, message: RegExp, arrange: Arrange])[] = [
  ['a tag exists', 'git/tag_exists', /v1\.3\.0/, ({ git }) => git('tag', 'v1.3.0')],
  [
    'HEAD is detached',
    'git/unexpected_state',
    /detached HEAD/,
    ({ git }) => git('checkout', '-q', '--detach'),
  ],
  [
    'a merge is in progress',
    'git/unexpected_state',
    /a merge/,
    (clone) => {
      diverge(clone)
      ignoreExit(() => clone.git('merge', 'side'))
    },
  ],
  [
    'a rebase is in progress',
    'git/unexpected_state',
    /a rebase/,
    (clone) => {
      diverge(clone)
      ignoreExit(() => clone.git('rebase', 'side'))
    },
  ],
  [
    'a cherry-pick is in progress',
    'git/unexpected_state',
    /a cherry-pick/,
    (clone) => {
      diverge(clone)
      ignoreExit(() => clone.git('cherry-pick', 'side'))
    },
  ],
  [
    'a revert is in progress',
    'git/unexpected_state',
    /a revert/,
    (clone) => {
      diverge(clone)
      clone.put('code', 'more\n')
      clone.git('commit', '-q', '-a', '-m', 'more')
      ignoreExit(() => clone.git('revert', '--no-edit', 'HEAD~1'))
    },
  ],
  [
    'another content of the changelog is staged',
    'git/unexpected_state',
    /staged/,
    ({ git, put }) => {
      put('CHANGELOG.md', LOG.replace('- x', '- staged'))
      git('add', 'CHANGELOG.md')
      put('CHANGELOG.md', LOG)
      put('CHANGELOG.md', LOG.replace('- x', '- changed'))
    },
  ],
  [
    'the removal of the changelog is staged',
    'git/unexpected_state',
    /staged/,
    ({ git, put }) => {
      git('rm', '-q', '--cached', 'CHANGELOG.md')
      put('CHANGELOG.md', LOG)
    },
  ],
]

it('writes nothing behind a symbolic link in place of its folder in .git, when the journal is elsewhere', async () => {
  const clone = create()
  const outside = join(clones.home, 'outside')
  mkdirSync(outside)
  symlinkSync(outside, join(clone.folder, '.git/changelog-service'))
  const watcher = watch(outside, () => expect.unreachable())
  const journal = { folder: join(clones.home, 'state') }
  await clone.open({ store: { journal } }).transact(releasing())
  watcher.close()
})

describe('a release is refused, and nothing changes, when', () => {
  it.each(REFUSED)('%s', async (_name, code, message, arrange) => {
    const clone = create()
    arrange(clone)
    const before = stateOf(clone)
    const store = clone.open()
    await expect(store.transact(releasing('k'))).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
    await expect(store.preview(releasing())).rejects.toMatchObject({ code })
    expect(stateOf(clone)).toEqual(before)
    // An update changes the file alone, so it is not refused.
    await store.transact(adding('new'))
    expect(clone.read()).toContain('- new')
  })

  it('the journal cannot be written', async () => {
    const clone = create()
    const before = stateOf(clone)
    writeFileSync(join(clone.folder, '.git/changelog-service'), '')
    await expect(clone.open().transact(releasing())).rejects.toMatchObject({
      code: 'changelog/journal_unusable',
    })
    expect(stateOf(clone)).toEqual(before)
  })

  it('a ref stays locked', async () => {
    const clone = create()
    const before = stateOf(clone)
    writeFileSync(join(clone.folder, '.git/refs/heads/main.lock'), '')
    await expect(clone.open().transact(releasing())).rejects.toMatchObject({
      code: 'git/unexpected_state',
      message: expect.stringContaining('main.lock'),
    })
    rmSync(join(clone.folder, '.git/refs/heads/main.lock'))
    expect(stateOf(clone)).toEqual(before)
  })
})

describe('a person', () => {
  /** Opens a store in which a person acts once, directly before the file is replaced. */
  const openWith = (clone: Clone, act: () => void) => {
    let isDone = false
    const renameSync: typeof NODE_FILE_SYSTEM.renameSync = (from, to) => {
      NODE_FILE_SYSTEM.renameSync(from, to)
    }
    const lstatSync = ((...args: Parameters<typeof NODE_FILE_SYSTEM.lstatSync>) => {
      if (!isDone) {
        isDone = true
        act()
      }
      return NODE_FILE_SYSTEM.lstatSync(...args)
    }) as typeof NODE_FILE_SYSTEM.lstatSync
    return clone.open({ store: { fileSystem: { ...NODE_FILE_SYSTEM, renameSync, lstatSync } } })
  }

  it('saves the file in an editor during a release: the release contains it', async () => {
    const clone = create()
    const { git, folder, read } = clone
    const store = openWith(clone, () => appendFileSync(join(folder, 'CHANGELOG.md'), '- by hand\n'))
    await store.transact(releasing())
    expect(read()).toContain('- by hand')
    expect(git('show', 'HEAD:CHANGELOG.md')).toBe(read())
    expect(git('rev-list', '--count', 'HEAD')).toBe('2\n')
    expect(git('tag', '--list')).toBe('v1.3.0\n')
    expect(git('status', '--porcelain')).toBe('')
  })

  it('cannot commit or check out while the file is replaced, and both work afterwards', async () => {
    const clone = create()
    const { git, put } = clone
    git('branch', 'other')
    const errors: string[] = []
    const attempt = (...args: string[]) => {
      try {
        git(...args)
      } catch (error) {
        errors.push(String((error as { stderr: unknown }).stderr))
      }
    }
    const store = openWith(clone, () => {
      put('code', 'by hand\n')
      attempt('commit', '-q', '-m', 'by hand', 'code')
      attempt('checkout', '-q', 'other')
    })
    const { commit } = await store.transact(releasing())
    expect(errors).toHaveLength(2)
    expect(errors.join()).toMatch(/lock/)
    expect(git('rev-parse', 'HEAD').trim()).toBe(commit)
    git('commit', '-q', '-m', 'by hand', 'code')
    git('checkout', '-q', 'other')
    expect(git('status', '--porcelain')).toBe('')
  })

  it('has the index locked for a moment while the file is replaced: the index follows', async () => {
    const clone = create()
    const lock = join(clone.folder, '.git/index.lock')
    const store = openWith(clone, () => {
      writeFileSync(lock, '')
      setTimeout(() => rmSync(lock), 300)
    })
    await store.transact(releasing())
    expect(clone.git('status', '--porcelain')).toBe('')
    expect(clone.git('diff-index', '--cached', 'HEAD')).toBe('')
  })

  /** Opens a store in which a person acts once, after the commit was planned and before the refs are locked. */
  const openBeforeRefs = (clone: Clone, act: () => void) => {
    let isDone = false
    return clone.open({
      store: {
        fileSystem: {
          ...NODE_FILE_SYSTEM,
          async open(path, ...args) {
            if (
              !isDone &&
              String(path).endsWith('.journal') &&
              (Number(args[0]) & constants.O_APPEND) !== 0
            ) {
              isDone = true
              act()
            }
            return NODE_FILE_SYSTEM.open(path, ...args)
          },
        },
      },
    })
  }

  it.each([
    [
      'commits by hand',
      ({ git, put }: Clone) => {
        put('code', 'by hand\n')
        git('commit', '-q', '-m', 'by hand', 'code')
      },
      ['Release 1.3.0', 'by hand', 'first'],
    ],
    [
      'amends the last commit',
      ({ git }: Clone) => git('commit', '-q', '--amend', '-m', 'amended'),
      ['Release 1.3.0', 'amended'],
    ],
    [
      'moves the branch',
      ({ git }: Clone) =>
        git('reset', '-q', '--soft', git('commit-tree', '-m', 'moved', 'HEAD^{tree}').trim()),
      ['Release 1.3.0', 'moved'],
    ],
    [
      'checks out another branch',
      ({ git }: Clone) => git('checkout', '-q', '-b', 'other'),
      ['Release 1.3.0', 'first'],
    ],
  ] as const)('%s during a release: it starts again from there', async (_name, act, subjects) => {
    const clone = create()
    const { git } = clone
    const store = openBeforeRefs(clone, () => act(clone))
    const { commit } = await store.transact(releasing('k'))
    expect(git('log', '--format=%s').trim().split('\n')).toEqual(subjects)
    expect(git('rev-parse', 'HEAD').trim()).toBe(commit)
    expect(git('tag', '--list')).toBe('v1.3.0\n')
    expect(git('status', '--porcelain')).toBe('')
    if (subjects[1] !== 'first') return
    expect(git('log', '--format=%s', 'main')).toBe('first\n')
  })

  it('starts a merge during a release: both are completed', async () => {
    const clone = create()
    diverge(clone)
    const store = openBeforeRefs(clone, () => ignoreExit(() => clone.git('merge', 'side')))
    await store.transact(releasing('k'))
    clone.put('code', 'merged\n')
    clone.git('add', 'code')
    clone.git('commit', '-q', '-m', 'merged')
    expect(clone.git('show', 'HEAD:CHANGELOG.md')).toBe(clone.read())
    expect(clone.read()).toContain('## [1.3.0]')
    expect(clone.git('log', '--format=%s').trim().split('\n').toSorted()).toEqual(
      ['Release 1.3.0', 'first', 'main', 'merged', 'side'].toSorted(),
    )
  })
})

describe('hooks and signatures', () => {
  const putHook = (clone: Clone, name: string, text: string) => {
    const path = join(clone.folder, '.git/hooks', name)
    mkdirSync(join(clone.folder, '.git/hooks'), { recursive: true })
    writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  }
  const NAMES = ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'reference-transaction']

  it('run only when they are enabled', async () => {
    const clone = create()
    const log = join(clones.home, 'log')
    for (const name of NAMES) putHook(clone, name, `echo ${name} >>'${log}'`)
    clone.git('config', 'commit.gpgSign', 'true')
    clone.git('config', 'gpg.program', '/bin/false')
    const { commit } = await clone.open().transact(releasing())
    expect(existsSync(log)).toBe(false)
    expect(clone.git('cat-file', 'commit', commit ?? '')).not.toContain('gpgsig')
    clone.git('config', 'commit.gpgSign', 'false')
    await clone.open().transact(adding('new'))
    await clone.open({ git: { runsHooks: true } }).transact(releasing())
    const ran = new Set(readFileSync(log, 'utf8').trim().split('\n'))
    expect(ran).toEqual(new Set(NAMES))
    expect(clone.git('status', '--porcelain')).toBe('')
  })

  it('can change the message, see the new content, and refuse the release', async () => {
    const clone = create()
    const git = { runsHooks: true }
    putHook(clone, 'commit-msg', 'echo "Signed-off-by: hook" >>"$1"')
    putHook(
      clone,
      'pre-commit',
      'git show :CHANGELOG.md | grep -q "1.3.0" || { echo "no 1.3.0" >&2; exit 1; }',
    )
    await clone.open({ git }).transact(releasing())
    expect(clone.git('log', '-1', '--format=%B')).toContain('Signed-off-by: hook')
    const before = stateOf(clone)
    await clone.open().transact(adding('new'))
    putHook(clone, 'pre-commit', 'echo "not today" >&2; exit 1')
    await expect(clone.open({ git }).transact(releasing('k', 'MAJOR'))).rejects.toMatchObject({
      code: 'git/unwritable_repository',
      message: expect.stringContaining('not today'),
    })
    expect(stateOf(clone).refs).toBe(before.refs)
  })

  it('are requested by the git config', async () => {
    const clone = create()
    const program = join(clones.home, 'sign')
    const signature = '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n'
    writeFileSync(
      program,
      `#!/bin/sh\ncat >/dev/null\nprintf '\\n[GNUPG:] SIG_CREATED \\n' >&2\nprintf -- '${signature}'\n`,
      { mode: 0o755 },
    )
    clone.git('config', 'gpg.program', program)
    clone.git('config', 'commit.gpgSign', 'true')
    clone.git('config', 'tag.gpgSign', 'true')
    const { commit } = await clone.open({ git: { runsHooks: true } }).transact(releasing())
    expect(clone.git('cat-file', 'commit', commit ?? '')).toContain('gpgsig')
    expect(clone.git('cat-file', 'tag', 'v1.3.0')).toContain('BEGIN PGP SIGNATURE')
    expect(clone.git('cat-file', 'tag', 'v1.3.0')).toContain('tag v1.3.0\n')
    expect(clone.git('for-each-ref', '--format=%(refname)', 'refs/tags')).toBe('refs/tags/v1.3.0\n')
    expect(readdirSync(join(clone.folder, '.git/changelog-service'))).toHaveLength(1)
  })
})

it('a preview says what would be recorded, and creates nothing', async () => {
  const clone = create()
  const objects = clone.git('count-objects', '-v')
  const { git, diff } = await clone.open().preview(releasing())
  expect(git).toEqual({ branch: 'main', message: 'Release 1.3.0', tag: 'v1.3.0' })
  expect(diff).toContain('+## [1.3.0]')
  expect((await clone.open().preview(adding('new'))).git).toBeUndefined()
  expect(clone.git('count-objects', '-v')).toBe(objects)
})
