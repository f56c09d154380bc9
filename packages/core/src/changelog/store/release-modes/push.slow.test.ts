// Tests the release mode `push`: every change is a commit that is pushed, and clones of one remote share a changelog.
import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openGitDialogue, runGit } from '../../../git/index.ts'
import { adding, addWeb, type Clone, LOG, openWeb, releasing, runIn, useClones, WEB } from './testing.ts'

const clones = useClones('push')
const remoteGit = (...args: string[]) => runIn(clones.remote, ...args)
const remoteText = () => remoteGit('show', 'main:CHANGELOG.md')

/** Whether a clone has no changes and equals the remote. */
function expectSynchronized({ git, read }: Clone): void {
  expect(git('status', '--porcelain')).toBe('')
  expect(git('rev-parse', 'HEAD')).toBe(remoteGit('rev-parse', 'main'))
  expect(read()).toBe(remoteText())
}

/** Pushes a change of other files from a clone of its own. */
function pushByHand(files: Readonly<Record<string, string>>): void {
  const name = `person-${Math.random().toString(36).slice(2)}`
  const { git, put } = clones.clone(name)
  for (const [path, text] of Object.entries(files)) put(path, text)
  git('add', '--all')
  git('commit', '-q', '-m', 'by hand')
  git('push', '-q', 'origin', 'HEAD')
}

describe('a change', () => {
  it('is a commit of the changelog that is pushed, with the tag of a release', async () => {
    const clone = clones.clone('a')
    const store = clone.open()
    const { commit } = await store.transact(adding('new'))
    expect(remoteGit('rev-parse', 'main').trim()).toBe(commit)
    expectSynchronized(clone)
    const release = await store.transact(releasing())
    expect(release).toMatchObject({ tag: 'v1.3.0', outcome: { version: '1.3.0' } })
    expect(remoteGit('log', '--format=%s', 'main')).toBe('Release 1.3.0\nUpdate CHANGELOG.md\nfirst\n')
    expect(remoteGit('rev-parse', 'v1.3.0^{commit}').trim()).toBe(release.commit)
    expect(remoteGit('cat-file', '-t', 'v1.3.0')).toBe('tag\n')
    expectSynchronized(clone)
    expect(clone.git('tag', '--list')).toBe('v1.3.0\n')
  })

  it('starts from what other clones and persons have pushed', async () => {
    const [a, b] = [clones.clone('a'), clones.clone('b')]
    const [storeA, storeB] = [a.open(), b.open()]
    await storeA.transact(adding('from a'))
    pushByHand({ 'folder/other': 'other\n', code: 'by hand\n' })
    b.put('untracked', 'untracked\n')
    const { outcome } = await storeB.transact(releasing())
    expect(outcome).toMatchObject({ version: '1.3.0' })
    expect(b.read('code')).toBe('by hand\n')
    expect(b.read('folder/other')).toBe('other\n')
    expect(b.git('status', '--porcelain')).toBe('?? untracked\n')
    expect(remoteText()).toContain('- from a')
    await storeA.transact(adding('from a again'))
    expectSynchronized(a)
    expect(a.git('tag', '--list')).toBe('v1.3.0\n')
    expect(a.read('folder/other')).toBe('other\n')
  })

  it('is applied again when another clone pushes first', async () => {
    const [a, b] = [clones.clone('a'), clones.clone('b')]
    let rivals = 2
    const rival = b.open()
    const store = a.open({
      git: {
        runGit: async (options, args, input) => {
          if (args.includes('push') && rivals-- > 0) await rival.transact(adding(`rival ${rivals}`))
          return runGit(options, args, input)
        },
      },
    })
    const { outcome } = await store.transact(releasing())
    expect(outcome).toMatchObject({ version: '1.3.0' })
    expect(remoteText()).toContain('### Added\n\n- x\n- rival 1\n- rival 0\n')
    expect(remoteGit('tag', '--list')).toBe('v1.3.0\n')
    expectSynchronized(a)
  })

  /** Opens stores of two clones that work at the same time: both plan before one pushes, and in the same second. */
  function openTwins() {
    let planned = 0
    let release = () => {}
    const bothPlanned = new Promise<void>((resolve) => {
      release = resolve
    })
    return ['a', 'b'].map((name) =>
      clones.clone(name).open({
        git: {
          runGit: async (options, args, input) => {
            const date = '1767225600 +0000'
            const variables = { ...options.variables, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
            if (args.includes('push')) {
              if (++planned === 2) release()
              await bothPlanned
            }
            return runGit({ ...options, variables }, args, input)
          },
        },
      }),
    )
  }

  it('is applied twice when two services get the same update in the same second', async () => {
    const committed = await Promise.all(openTwins().map((store) => store.transact(adding('same'))))
    expect(new Set(committed.map(({ commit }) => commit)).size).toBe(2)
    expect(remoteText().match(/^- same$/gm)).toHaveLength(2)
    expect(remoteGit('rev-list', '--count', 'main')).toBe('3\n')
  })

  it('is created once when two services get a release in the same second: the other has nothing to release', async () => {
    const outcomes = (await Promise.all(openTwins().map((store) => store.transact(releasing())))).map(
      ({ outcome }) => outcome,
    )
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['nothing_to_release', 'released'])
    expect(outcomes).toContainEqual(expect.objectContaining({ kind: 'released', version: '1.3.0' }))
    expect(remoteText().match(/^## \[1\./gm)).toHaveLength(2)
  })

  it('is applied once when two services get the same request with a key in the same second', async () => {
    const committed = await Promise.all(openTwins().map((store) => store.transact(adding('same', 'k'))))
    expect(new Set(committed.map(({ commit }) => commit)).size).toBe(1)
    expect(remoteText().match(/^- same$/gm)).toHaveLength(1)
  })

  it('is refused after the maximum number of pushes, and leaves nothing behind', async () => {
    const [a, b] = [clones.clone('a'), clones.clone('b')]
    const rival = b.open()
    let pushes = 0
    const store = a.open({
      maxAttempts: 3,
      git: {
        runGit: async (options, args, input) => {
          if (args.includes('push')) await rival.transact(adding(`rival ${pushes++}`))
          return runGit(options, args, input)
        },
      },
    })
    await expect(store.transact(releasing())).rejects.toMatchObject({ code: 'changelog/push_rejected' })
    expect(pushes).toBe(3)
    expect(remoteGit('tag', '--list')).toBe('')
    expect(a.git('tag', '--list')).toBe('')
    expect(a.git('log', '--format=%s')).not.toContain('Release')
    await a.open().transact(adding('later'))
    expectSynchronized(a)
    expect(remoteText().match(/^- rival \d$/gm)).toHaveLength(3)
  })

  it.each([
    ['the changelog', {}],
    ['other files too', { code: 'by hand\n' }],
  ])(
    'starts from the remote when a process died after it had replaced the file, and others have pushed %s since',
    async (_, files) => {
      const [a, b] = [clones.clone('a'), clones.clone('b')]
      const store = b.open()
      await store.transact(adding('one'))
      a.put('CHANGELOG.md', b.read())
      await store.transact(adding('two'))
      if (Object.keys(files).length > 0) pushByHand(files)
      await a.open().transact(adding('three'))
      expect(remoteText()).toContain('- one\n- two\n- three\n')
      expectSynchronized(a)
    },
  )

  it('of several requests at once is one commit', async () => {
    const clone = clones.clone('a')
    const store = clone.open()
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => store.transact(adding(`entry ${index}`, `k${index}`))),
    )
    expect(Number(remoteGit('rev-list', '--count', 'main'))).toBeLessThanOrEqual(3)
    expect(remoteText().match(/^- entry \d+$/gm)).toHaveLength(20)
    for (let index = 0; index < 20; index++) {
      const { isReplayed } = await clones
        .clone(`c${index}`)
        .open()
        .transact(adding(`entry ${index}`, `k${index}`))
      expect(isReplayed).toBe(true)
    }
  })

  it('creates the branch on a remote that does not have it', async () => {
    const clone = clones.clone('a')
    clone.git('checkout', '-q', '-b', 'side')
    const { commit } = await clone.open().transact(adding('new'))
    expect(remoteGit('rev-parse', 'side').trim()).toBe(commit)
    expect(remoteText()).toBe(LOG)
  })

  it('fills an empty remote', async () => {
    rmSync(clones.remote, { recursive: true })
    runIn(clones.home, 'init', '-q', '--bare', '-b', 'main', 'remote.git')
    const { open, git } = clones.clone('a')
    git('checkout', '-q', '-b', 'main')
    await open().transact(adding('new'))
    expect(remoteText()).toContain('- new')
  })

  it('is not pushed with hooks, except when they are enabled', async () => {
    const clone = clones.clone('a')
    const path = join(clone.folder, '.git/hooks/pre-push')
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, '#!/bin/sh\necho "not today" >&2\nexit 1\n', { mode: 0o755 })
    await clone.open().transact(adding('new'))
    await expect(clone.open({ git: { runsHooks: true } }).transact(adding('newer'))).rejects.toMatchObject({
      code: 'git/unwritable_repository',
      message: expect.stringContaining('not today'),
    })
    expectSynchronized(clone)
  })
})

describe('a request with a key', () => {
  it('takes effect once, also when it is repeated at another clone', async () => {
    const [a, b] = [clones.clone('a'), clones.clone('b')]
    const first = await a.open().transact(releasing('k'))
    expect(await b.open().transact(releasing('k'))).toEqual({ ...first, isReplayed: true })
    const update = await b.open().transact(adding('new', 'u'))
    expect(await a.open().transact(adding('new', 'u'))).toEqual({ ...update, isReplayed: true })
    expect(remoteGit('rev-list', '--count', 'main')).toBe('3\n')
    const other = { ...adding('other', 'u') }
    await expect(clones.clone('c').open().transact(other)).rejects.toMatchObject({
      code: 'changelog/key_reused',
    })
  })

  it('expires at other clones too', async () => {
    const [a, b] = [clones.clone('a'), clones.clone('b')]
    await a.open().transact(adding('new', 'k'))
    const later = () => Date.now() + 25 * 60 * 60 * 1000
    const { isReplayed } = await b.open({ store: { journal: { now: later } } }).transact(adding('new', 'k'))
    expect(isReplayed).toBe(false)
    expect(remoteText().match(/^- new$/gm)).toHaveLength(2)
  })

  it('is not found in commits that were removed from the branch', async () => {
    const [a, b] = [clones.clone('a'), clones.clone('b')]
    await a.open().transact(adding('new', 'k'))
    remoteGit('update-ref', 'refs/heads/main', 'main~1')
    expect((await b.open().transact(adding('new', 'k'))).isReplayed).toBe(false)
  })

  it('takes effect once when the connection is lost after the push', async () => {
    const clone = clones.clone('a')
    const losing: typeof runGit = async (options, args, input) => {
      const output = await runGit(options, args, input)
      if (args.includes('push')) throw new Error('connection lost')
      return output
    }
    const first = await clone.open({ git: { runGit: losing } }).transact(releasing('k'))
    expect(first).toMatchObject({ isReplayed: false, tag: 'v1.3.0' })
    expect(remoteGit('rev-list', '--count', 'main')).toBe('2\n')
    expectSynchronized(clone)
  })
})

type Arrange = (clone: Clone) => void
const REFUSED: readonly (readonly [name: string, code: string, message: RegExp, arrange: Arrange])[] = [
  [
    'the changelog has changes that are not committed',
    'git/unexpected_state',
    /uncommitted/,
    ({ folder }) => appendFileSync(join(folder, 'CHANGELOG.md'), '- by hand\n'),
  ],
  [
    'the branch has commits that were not pushed',
    'git/unexpected_state',
    /not pushed/,
    ({ git, put }) => {
      put('code', 'by hand\n')
      git('commit', '-q', '-a', '-m', 'by hand')
    },
  ],
  [
    'the last commit was amended',
    'git/unexpected_state',
    /not pushed/,
    ({ git }) => git('commit', '-q', '--amend', '-m', 'amended'),
  ],
  ['HEAD is detached', 'git/unexpected_state', /detached/, ({ git }) => git('checkout', '-q', '--detach')],
  [
    'the user has changed a file that the remote has changed too',
    'git/unexpected_state',
    /code/,
    ({ put }) => {
      put('code', 'mine\n')
      pushByHand({ code: 'theirs\n' })
    },
  ],
  [
    'an untracked file is in the way of one of the remote',
    'git/unexpected_state',
    /newfile/,
    ({ put }) => {
      put('newfile', 'mine\n')
      pushByHand({ newfile: 'theirs\n' })
    },
  ],
  [
    'the remote has the tag',
    'git/tag_exists',
    /v1\.3\.0/,
    () => remoteGit('tag', 'v1.3.0', runIn(clones.remote, 'commit-tree', '-m', 'x', 'main^{tree}').trim()),
  ],
  [
    'the remote refuses the branch',
    'git/unwritable_repository',
    /push to origin/,
    () => {
      const hook = join(clones.remote, 'hooks/pre-receive')
      mkdirSync(join(hook, '..'), { recursive: true })
      writeFileSync(hook, '#!/bin/sh\necho "protected branch" >&2\nexit 1\n', { mode: 0o755 })
    },
  ],
  [
    'the remote cannot be reached',
    'git/unreachable_remote',
    /origin/,
    ({ git }) => git('remote', 'set-url', 'origin', join(clones.home, 'nowhere.git')),
  ],
  [
    'the remote is not configured',
    'git/unexpected_state',
    /CHANGELOG_REMOTE/,
    ({ git }) => git('remote', 'rename', 'origin', 'other'),
  ],
  [
    'the remote would run a program',
    'git/unreachable_remote',
    /origin/,
    ({ git }) => git('remote', 'set-url', 'origin', `ext::touch ${join(clones.home, 'ran')}`),
  ],
]

describe('a release is refused, and nothing changes here or on the remote, when', () => {
  it.each(REFUSED)('%s', async (_name, code, message, arrange) => {
    const clone = clones.clone('a')
    arrange(clone)
    const state = () => ({
      branches: clone.git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads'),
      // The tags of the remote are fetched.
      tags: clone.git('tag').replace(remoteGit('tag'), ''),
      remote: runIn(join(clones.home, 'remote.git'), 'for-each-ref', '--format=%(refname) %(objectname)'),
      status: clone.git('status', '--porcelain'),
      text: clone.read(),
      code: clone.read('code'),
    })
    const before = state()
    await expect(clone.open().transact(releasing('k'))).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
    expect(state()).toEqual(before)
    expect(existsSync(join(clones.home, 'ran'))).toBe(false)
  })
})

describe('a person', () => {
  it('moves the branch back: the next change starts from the remote', async () => {
    const clone = clones.clone('a')
    await clone.open().transact(adding('new'))
    clone.git('reset', '-q', '--hard', 'HEAD~1')
    await clone.open().transact(adding('newer'))
    expect(remoteText()).toContain('- new\n- newer\n')
    expectSynchronized(clone)
    clone.git('reset', '-q', '--soft', 'HEAD~1')
    await clone.open().transact(adding('newest'))
    expect(remoteText()).toContain('- new\n- newer\n- newest\n')
    expectSynchronized(clone)
  })

  it('checks out another branch: it gets the next change', async () => {
    const clone = clones.clone('a')
    clone.git('push', '-q', 'origin', 'main:other')
    clone.git('fetch', '-q')
    clone.git('checkout', '-q', '-b', 'other', 'origin/other')
    await clone.open().transact(adding('new'))
    expect(remoteText()).toBe(LOG)
    expect(remoteGit('show', 'other:CHANGELOG.md')).toContain('- new')
  })

  it('saves the file during a push: the push counts, and the file stays as it was saved', async () => {
    const clone = clones.clone('a')
    const store = clone.open({
      git: {
        runGit: async (options, args, input) => {
          if (args.includes('push')) appendFileSync(join(clone.folder, 'CHANGELOG.md'), '- by hand\n')
          return runGit(options, args, input)
        },
      },
    })
    const { commit } = await store.transact(adding('new'))
    expect(remoteGit('rev-parse', 'main').trim()).toBe(commit)
    expect(clone.read()).toContain('- by hand')
    await expect(clone.open().transact(adding('newer'))).rejects.toMatchObject({
      code: 'git/unexpected_state',
    })
    expect(clone.read()).toContain('- by hand')
    clone.git('checkout', '-q', '--', 'CHANGELOG.md')
    await clone.open().transact(adding('newer'))
    expectSynchronized(clone)
    expect(remoteText()).toContain('- new\n- newer\n')
  })

  it('has the index locked: nothing changes until it is unlocked', async () => {
    const clone = clones.clone('a')
    const lock = join(clone.folder, '.git/index.lock')
    writeFileSync(lock, '')
    await expect(clone.open().transact(adding('new'))).rejects.toMatchObject({
      code: 'git/unexpected_state',
      message: expect.stringContaining('index.lock'),
    })
    expect(remoteText()).toBe(LOG)
    rmSync(lock)
    await clone.open().transact(adding('new'))
    expect(remoteText()).toContain('- new')
    await clone.open().transact(adding('newer'))
    expectSynchronized(clone)
  })

  it('removes the changelog: the next change creates one', async () => {
    const clone = clones.clone('a')
    const other = clones.clone('b')
    other.git('rm', '-q', 'CHANGELOG.md')
    other.git('commit', '-q', '-m', 'removed')
    other.git('push', '-q')
    await clone.open().transact(adding('new'))
    expect(remoteText()).toContain('- new')
    expect(remoteText()).not.toContain('1.2.0')
    expectSynchronized(clone)
  })
})

describe('the tags of releases follow the remote', () => {
  it.each([
    ['v{version}', 'v1.3.0', 'latest'],
    ['api@{version}', 'api@1.3.0', 'v1.3.0'],
    ['r{version}/{version}', 'r1.3.0/1.3.0', 'v1.3.0'],
  ])('of the form %s: one that was deleted there blocks no version', async (tag, name, own) => {
    const clone = clones.clone('a')
    const store = clone.open({ git: { tag } })
    clone.git('tag', own)
    await store.transact(releasing())
    expect(clone.git('tag', '--list', name)).toBe(`${name}\n`)
    remoteGit('tag', '-d', name)
    remoteGit('update-ref', 'refs/heads/main', 'main~1')
    clone.git('reset', '-q', '--hard', 'HEAD~1')
    await store.read()
    expect(clone.git('tag', '--list')).toBe(`${own}\n`)
    expect(await store.transact(releasing())).toMatchObject({ tag: name })
    expect(remoteGit('tag', '--list')).toBe(`${name}\n`)
  })

  it('so that one that was moved there is moved here', async () => {
    const clone = clones.clone('a')
    const store = clone.open()
    await store.transact(releasing())
    remoteGit('tag', '-f', 'v1.3.0', 'main~1')
    await store.read()
    expect(clone.git('rev-parse', 'v1.3.0')).toBe(remoteGit('rev-parse', 'main~1'))
  })
})

describe('a remote', () => {
  it('without atomic pushes gets updates, and refuses a release for good', async () => {
    remoteGit('config', 'receive.advertiseAtomic', 'false')
    const clone = clones.clone('a')
    await clone.open().transact(adding('new'))
    expect(remoteText()).toContain('- new')
    await expect(clone.open().transact(releasing())).rejects.toMatchObject({
      code: 'git/unwritable_repository',
      message: expect.stringContaining('--atomic'),
    })
    expect(remoteGit('tag', '--list')).toBe('')
    expectSynchronized(clone)
  })

  it.each([
    ['ERROR: Permission to o/r.git denied to deploy key', 'git-receive-pack'],
    ['ERROR: Write access to repository not granted.', 'git-receive-pack'],
    ['git@host: Permission denied (publickey).', 'git-upload-pack'],
    ['fatal: remote error: access denied or repository not exported: /o/r', 'git-upload-pack'],
  ])('that says %j is a permanent error with this cause (%s)', async (says, command) => {
    const clone = clones.clone('a')
    const ssh = join(clones.home, 'ssh')
    const script = `case "$*" in *${command}*) echo '${says}' >&2; exit 128;; esac\nfor last; do :; done\neval "$last"`
    writeFileSync(ssh, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    clone.git('config', 'core.sshCommand', ssh)
    clone.git('remote', 'set-url', 'origin', `ssh://host${clones.remote}`)
    for (const transaction of [adding('new'), releasing()]) {
      const error = await clone
        .open()
        .transact(transaction)
        .catch((reason: unknown) => reason)
      expect(error).toMatchObject({
        code: 'git/unwritable_repository',
        message: expect.stringContaining(says.replace(/^fatal: /, '')),
      })
      expect(error).not.toHaveProperty('details.retryAfterSeconds')
    }
    expect(remoteText()).toBe(LOG)
  })
})

it.each([
  ['one trailer', 'Release {version}\n\nSigned-off-by: A <a@b.example>'],
  ['a text before it', 'Release {version}\n\nText: more.\nMore text.\n\nSigned-off-by: A <a@b.example>\n'],
  ['two trailers, one of two lines', 'Release {version}\n\nRef: 1\n  2\nSigned-off-by: A <a@b.example>\n\n'],
])('the trailers of the message stay trailers: %s', async (_, commitMessage) => {
  await clones.clone('a').open({ git: { commitMessage } }).transact(releasing('k'))
  const format = '%(trailers:key=Signed-off-by,valueonly)%(trailers:key=Changelog-Request,keyonly)'
  expect(remoteGit('log', '-1', `--format=${format}`, 'main').trim()).toBe(
    'A <a@b.example>\nChangelog-Request',
  )
})

it.each([
  ['feat: release {version}', 'feat: release 1.3.0'],
  ['Release {version}\n\nThis: is text,\nand no trailer', 'Release 1.3.0'],
])(
  'a message without trailers is not joined with those of the service: %j',
  async (commitMessage, subject) => {
    await clones.clone('a').open({ git: { commitMessage } }).transact(releasing('k'))
    expect(remoteGit('log', '-1', '--format=%s', 'main').trim()).toBe(subject)
    expect(remoteGit('log', '-1', '--format=%(trailers:keyonly)', 'main').trim()).toBe('Changelog-Request')
  },
)

describe('a read', () => {
  it('follows the remote when the last fetch is too old', async () => {
    const [a, b] = [clones.clone('a'), clones.clone('b')]
    let time = 0
    const reader = b.open({ maxAgeMs: 1000, store: { journal: { now: () => time } } })
    expect((await reader.read()).document.text).toBe(LOG)
    await a.open().transact(adding('new'))
    expect((await reader.read()).document.text).toBe(LOG)
    time += 1001
    await Promise.all([reader.read(), reader.read(), reader.read()])
    // A read waits for the remote for at most a second. On a busy machine, a later one has what it fetched.
    const read = async () => (await reader.read()).document.text
    await expect.poll(read, { timeout: 60_000 }).toContain('- new')
    expectSynchronized(b)
    await a.open().transact(adding('newer'))
    // The clock of the machine is set back.
    time -= 1_000_000
    await expect.poll(read, { timeout: 60_000 }).toContain('- newer')
  })

  it('returns the state of the clone when the remote cannot be reached', async () => {
    const { open } = clones.clone('a')
    renameSync(clones.remote, join(clones.home, 'gone.git'))
    const errors: unknown[] = []
    const store = open({ store: { onFollowError: (error) => errors.push(error) } })
    expect((await store.read()).document.text).toBe(LOG)
    // A read waits for the remote for at most a second, which a busy machine needs to start git.
    await expect.poll(() => errors, { timeout: 60_000 }).toMatchObject([{ code: 'git/unreachable_remote' }])
  })
})

it('a preview says what would be pushed, and does not contact the remote', async () => {
  const { open } = clones.clone('a')
  renameSync(clones.remote, join(clones.home, 'gone.git'))
  const { git } = await open({ git: { openDialogue: () => openGitDialogue({} as never, []) } }).preview(
    adding('new'),
  )
  expect(git).toEqual({ branch: 'main', message: 'Update CHANGELOG.md', remote: 'origin' })
})

describe('a release with a branch of its own', () => {
  const releaseBranch = 'release/{version}'
  const open = (clone: Clone) => clone.open({ releaseBranch })
  const heads = () => remoteGit('for-each-ref', '--format=%(refname:short)', 'refs/heads')

  it('leaves the branch, the tags and the clone as they are, until it is merged', async () => {
    const clone = clones.clone('a')
    const store = open(clone)
    const before = await store.read()
    const release = await store.transact(releasing('k'))
    expect(release).toMatchObject({ branch: 'release/1.3.0', outcome: { version: '1.3.0' } })
    expect(release.tag).toBeUndefined()
    expect(release.revision).toBe(before.revision)
    expect(heads()).toBe('main\nrelease/1.3.0\n')
    expect(remoteGit('rev-parse', 'release/1.3.0').trim()).toBe(release.commit)
    expect(remoteGit('show', 'release/1.3.0:CHANGELOG.md')).toContain('## [1.3.0] - 2026-11-22')
    expect(remoteText()).toBe(LOG)
    expect(clone.git('tag', '--list')).toBe('')
    expectSynchronized(clone)
    remoteGit('update-ref', 'refs/heads/main', 'release/1.3.0')
    // On a busy machine, a read returns before the clone has followed: it waits for a second at most.
    await store.catchUp()
    expectSynchronized(clone)
    expect((await store.read()).document.version).toBe('1.3.0')
  })

  it('is found by every clone when it is repeated, and refused when its branch exists', async () => {
    const [a, b] = [open(clones.clone('a')), open(clones.clone('b'))]
    const first = await a.transact(releasing('k'))
    for (const store of [a, b]) {
      const again = await store.transact(releasing('k'))
      expect(again).toMatchObject({ isReplayed: true, commit: first.commit, branch: 'release/1.3.0' })
      await expect(store.transact(releasing())).rejects.toMatchObject({
        definition: { code: 'git/branch_exists' },
        message: expect.stringContaining('release/1.3.0'),
      })
      await expect(store.preview(releasing())).rejects.toMatchObject({
        definition: { code: 'git/branch_exists' },
      })
    }
    remoteGit('branch', '-D', 'release/1.3.0')
    await a.transact(adding('more'))
    await b.transact(releasing('other'))
    expect(remoteGit('show', 'release/1.3.0:CHANGELOG.md')).toContain('- more')
  })

  it('is created once when two services get it at the same time', async () => {
    const stores = ['a', 'b'].map((name) => open(clones.clone(name)))
    const results = await Promise.allSettled(stores.map((store) => store.transact(releasing())))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { definition: { code: 'git/branch_exists' } },
    })
  })

  it('is found on the remote when the connection is lost after the push', async () => {
    const store = clones.clone('a').open({
      releaseBranch,
      git: {
        runGit: async (options, args, input) => {
          const output = await runGit(options, args, input)
          if (args.includes('push')) throw new Error('the connection was lost')
          return output
        },
      },
    })
    expect(await store.transact(releasing())).toMatchObject({ branch: 'release/1.3.0', isReplayed: false })
  })

  it('needs a version without a tag, and updates go to the branch that is checked out', async () => {
    const clone = clones.clone('a')
    const store = open(clone)
    await store.transact(adding('new'))
    expect(remoteText()).toContain('- new')
    expectSynchronized(clone)
    remoteGit('tag', 'v1.3.0', 'main')
    await expect(store.transact(releasing())).rejects.toMatchObject({
      definition: { code: 'git/tag_exists' },
    })
    expect(heads()).toBe('main\n')
  })
})

it('a change is not lost when another process of the clone follows the remote during it', async () => {
  const [a, b] = [clones.clone('a'), clones.clone('b')]
  addWeb(a)
  let isDone = false
  const store = a.open({
    git: {
      runGit: async (options, args, input) => {
        if (args.includes('GIT_COMMITTER_IDENT') && !isDone) {
          isDone = true
          await b.open().transact(adding('from b'))
          await openWeb(a).transact(adding('from the other process'))
        }
        return runGit(options, args, input)
      },
    },
  })
  await store.transact(adding('from a'))
  expect(remoteText()).toContain('- x\n- from b\n- from a\n')
  expect(remoteGit('show', `main:${WEB}`)).toContain('- from the other process\n')
})

it('a changelog that a process replaced before it died does not stop the other changelogs of the clone', async () => {
  const [a, b] = [clones.clone('a'), clones.clone('b')]
  addWeb(a)
  const store = b.open()
  await store.transact(adding('one'))
  a.put('CHANGELOG.md', b.read())
  await openWeb(a).transact(adding('web'))
  expectSynchronized(a)
  expect(remoteGit('show', `main:${WEB}`)).toContain('- web\n')
  a.put('CHANGELOG.md', `${a.read()}\nof a person\n`)
  await store.transact(adding('two'))
  await expect(openWeb(a).transact(adding('more'))).rejects.toMatchObject({
    definition: { code: 'git/unexpected_state' },
  })
})
