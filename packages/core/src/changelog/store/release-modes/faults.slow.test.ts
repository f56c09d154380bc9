// Tests states of repositories and remotes that are rare, and in which a wrong step would lose something or never heal.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { openGitDialogue } from '../../../git/index.ts'
import { NODE_FILE_SYSTEM } from '../file-system.ts'
import { openChangelogStore } from '../store.ts'
import { adding, type Clone, LOG, releasing, runIn, testEnvironment, useClones } from './testing.ts'

/** A process that dies when it has replaced the file, and locked the refs. */
const dying = {
  openDialogue: (...args: Parameters<typeof openGitDialogue>) => {
    const dialogue = openGitDialogue(...args)
    return {
      ask: async (lines: readonly string[], count: number) => {
        if (lines[0] === 'commit') throw new Error('dead')
        return dialogue.ask(lines, count)
      },
      end: () => dialogue.end(),
    }
  },
}

function putScript(path: string, text: string): string {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  return path
}

const settle = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: { code?: string }) => error.code ?? String(error),
  )

describe('in the mode commit', () => {
  const clones = useClones('commit')
  const interrupt = (clone: Clone) => settle(clone.open({ git: dying }).transact(releasing('k')))

  it('a slow disk does not end the transaction of the refs', async () => {
    const clone = clones.clone('a')
    const open: typeof NODE_FILE_SYSTEM.open = async (...args) => {
      if (existsSync(join(clone.folder, '.git/HEAD.lock'))) await pause(1500)
      return NODE_FILE_SYSTEM.open(...args)
    }
    const store = clone.open({
      store: { fileSystem: { ...NODE_FILE_SYSTEM, open } },
      git: { timeoutMs: 1000 },
    })
    expect((await store.transact(releasing('k'))).tag).toBe('v1.3.0')
    expect(clone.git('tag')).toBe('v1.3.0\n')
  })

  it('a lock during a recovery decides nothing', async () => {
    const clone = clones.clone('a')
    await interrupt(clone)
    const lock = join(clone.folder, '.git/HEAD.lock')
    writeFileSync(lock, '')
    expect(await settle(clone.open().catchUp())).toBe('git/unexpected_state')
    rmSync(lock)
    expect((await clone.open().transact(releasing('k'))).tag).toBe('v1.3.0')
    expect(clone.git('tag')).toBe('v1.3.0\n')
  })

  it('an interrupted release whose objects are gone is undecided, and prevents nothing else', async () => {
    const clone = clones.clone('a')
    await interrupt(clone)
    clone.git('prune', '--expire=now')
    await clone.open().transact(adding('other'))
    expect(await settle(clone.open().transact(releasing('k')))).toBe('changelog/undecided')
  })

  it('a state folder of an earlier clone prevents nothing', async () => {
    const clone = clones.clone('a')
    const store = { journal: { folder: join(clones.home, 'state') } }
    await settle(clone.open({ git: dying, store }).transact(releasing('k')))
    rmSync(clone.folder, { recursive: true })
    await clones.clone('a').open({ store }).transact(adding('other'))
  })

  it('a locked index prevents a release, and nothing after it', async () => {
    const clone = clones.clone('a')
    const lock = join(clone.folder, '.git/index.lock')
    writeFileSync(lock, '')
    expect(await settle(clone.open().transact(releasing()))).toBe('git/unexpected_state')
    expect(clone.read()).toBe(LOG)
    rmSync(lock)
    await clone.open().transact(adding('later'))
    await clone.open().transact(releasing())
    expect(clone.git('status', '--porcelain')).toBe('')
    expect(clone.git('diff-index', 'HEAD')).toBe('')
  })

  it('a symbolic link in HEAD that is a file now is committed as a file', async () => {
    const clone = clones.clone('a')
    clone.put('docs/LOG.md', LOG)
    rmSync(join(clone.folder, 'CHANGELOG.md'))
    symlinkSync('docs/LOG.md', join(clone.folder, 'CHANGELOG.md'))
    clone.git('add', '--all')
    clone.git('commit', '-q', '-m', 'link')
    unlinkSync(join(clone.folder, 'CHANGELOG.md'))
    clone.put('CHANGELOG.md', LOG)
    await clone.open().transact(releasing())
    expect(clone.git('ls-tree', 'HEAD', 'CHANGELOG.md')).toMatch(/^100644 blob/)
    expect(clone.git('status', '--porcelain')).toBe('')
  })

  it('a changelog in a submodule is not committed', async () => {
    const clone = clones.clone('a')
    clone.git('submodule', '--quiet', 'add', clones.clone('sub').folder, 'sub')
    clone.git('commit', '-q', '-m', 'sub')
    const store = clone.open({ store: { changelogPath: 'sub/CHANGELOG.md' } })
    expect(await settle(store.transact(releasing()))).toBe('git/unexpected_state')
    expect(clone.git('ls-tree', 'HEAD', 'sub')).toMatch(/^160000 commit/)
  })

  it.each([
    ['* text=auto\n', []],
    ['', ['core.autocrlf', 'true']],
    ['', ['core.safecrlf', 'true']],
  ] as const)('line endings stay as git add stores them, with %j and %j', async (attributes, config) => {
    const clone = clones.clone('a')
    clone.put('CHANGELOG.md', LOG.replaceAll('\n', '\r\n'))
    clone.git('commit', '-q', '-a', '-m', 'crlf')
    if (attributes) clone.put('.gitattributes', attributes)
    if (config.length > 0) clone.git('config', ...config)
    clone.git('add', '--all')
    clone.git('commit', '-q', '--allow-empty', '-m', 'attributes')
    expect(clone.git('status', '--porcelain')).toBe('')
    await clone.open().transact(releasing())
    expect(clone.git('show', '--numstat', '--format=', 'HEAD')).toBe('2\t0\tCHANGELOG.md\n')
    expect(clone.git('status', '--porcelain')).toBe('')
  })

  it('no filter of the repository runs', async () => {
    const clone = clones.clone('a')
    const marker = join(clones.home, 'ran')
    clone.git('config', 'filter.x.clean', `touch ${marker}; cat`)
    clone.put('.gitattributes', 'CHANGELOG.md filter=x\n')
    await clone.open().preview(releasing())
    await clone.open().transact(releasing())
    expect(existsSync(marker)).toBe(false)
  })

  it('another mode does not decide an interrupted release', async () => {
    const clone = clones.clone('a')
    await interrupt(clone)
    const file = openChangelogStore({ repositoryPath: clone.folder, changelogPath: 'CHANGELOG.md' })
    expect(await settle(file.transact(releasing('k')))).toBe('changelog/undecided')
    expect((await clone.open().transact(releasing('k'))).tag).toBe('v1.3.0')
    expect(clone.git('tag')).toBe('v1.3.0\n')
  })

  it('a tag that git cannot create is an error of its own', async () => {
    const clone = clones.clone('a')
    clone.git('tag', 'release')
    const store = clone.open({ git: { tag: 'release/{version}' } })
    await expect(store.transact(releasing())).rejects.toMatchObject({
      code: 'git/unwritable_repository',
      message: expect.stringContaining('release'),
    })
    expect(clone.read()).toBe(LOG)
  })

  it('a tag is signed in a repository with SHA-256', async () => {
    const clone = clones.clone('a')
    rmSync(join(clone.folder, '.git'), { recursive: true })
    clone.git('init', '-q', '-b', 'main', '--object-format=sha256')
    clone.git('add', '--all')
    clone.git('commit', '-q', '-m', 'first')
    const sign = putScript(
      join(clones.home, 'sign'),
      `cat >/dev/null\nprintf '\\n[GNUPG:] SIG_CREATED \\n' >&2\nprintf -- '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n'`,
    )
    clone.git('config', 'gpg.program', sign)
    clone.git('config', 'tag.gpgSign', 'true')
    await clone.open({ git: { runsHooks: true } }).transact(releasing())
    expect(clone.git('cat-file', 'tag', 'v1.3.0')).toContain('BEGIN PGP SIGNATURE')
  })
})

describe('in the mode push', () => {
  const clones = useClones('push')
  const remoteGit = (...args: string[]) => runIn(clones.remote, ...args)
  const countEntries = () => remoteGit('show', 'main:CHANGELOG.md').split('- entry\n').length - 1
  const pushAll = ({ git, folder }: Clone, variables: Readonly<Record<string, string>> = {}) => {
    git('add', '--all')
    const identity = ['-c', 'user.name=Person', '-c', 'user.email=person@example.org']
    const env = { ...testEnvironment(), ...variables }
    execFileSync('git', [...identity, 'commit', '-q', '-m', 'by hand'], { cwd: folder, env })
    git('push', '-q', 'origin', 'HEAD')
  }
  /** Replaces the transport of a clone by a script, whose last argument is the command for the remote. */
  const useTransport = ({ git }: Clone, text: string) => {
    git('config', 'core.sshCommand', putScript(join(clones.home, 'ssh'), `for last; do :; done\n${text}`))
    git('remote', 'set-url', 'origin', `ssh://host${clones.remote}`)
  }

  it('a request is found below a commit with an old date', async () => {
    await clones.clone('a').open().transact(adding('entry', 'k'))
    const person = clones.clone('p')
    person.put('code', 'x')
    pushAll(person, { GIT_COMMITTER_DATE: '2020-01-01T00:00:00Z' })
    await clones.clone('b').open().transact(adding('entry', 'k'))
    expect(countEntries()).toBe(1)
  })

  it('a shallow clone is refused, because requests are not found in it', async () => {
    await clones.clone('a').open().transact(adding('entry', 'k'))
    const shallow = clones.clone('b')
    rmSync(shallow.folder, { recursive: true })
    runIn(clones.home, 'clone', '-q', '--depth=1', `file://${clones.remote}`, 'b')
    await expect(shallow.open().transact(adding('entry', 'k'))).rejects.toMatchObject({
      code: 'git/unexpected_state',
      message: expect.stringContaining('--unshallow'),
    })
    expect(countEntries()).toBe(1)
  })

  it('a request is found in a message that a hook has extended, and a hook that removes it is refused', async () => {
    const [a, b] = [clones.clone('a'), clones.clone('b')]
    const hook = join(a.folder, '.git/hooks/commit-msg')
    putScript(hook, 'printf "\\n[skip ci]\\n" >>"$1"')
    const hooked = a.open({ git: { runsHooks: true } })
    await hooked.transact(adding('entry', 'k'))
    expect((await b.open().transact(adding('entry', 'k'))).isReplayed).toBe(true)
    putScript(hook, 'echo new >"$1"')
    expect(await settle(hooked.transact(adding('entry', 'k2')))).toBe('git/unwritable_repository')
    expect(countEntries()).toBe(1)
  })

  it.each([
    ['trailer.separators', '='],
    ['core.commentChar', 'C'],
    ['grep.patternType', 'perl'],
  ])('a request is found with the config %s', async (name, value) => {
    const [a, b] = [clones.clone('a'), clones.clone('b')]
    b.git('config', name, value)
    await a.open().transact(adding('entry', 'k'))
    await b.open().transact(adding('entry', 'k'))
    expect(countEntries()).toBe(1)
  })

  it('a changelog that a person replaces by a symbolic link is followed', async () => {
    const [person, a] = [clones.clone('p'), clones.clone('a')]
    person.put('docs/LOG.md', LOG)
    rmSync(join(person.folder, 'CHANGELOG.md'))
    symlinkSync('docs/LOG.md', join(person.folder, 'CHANGELOG.md'))
    pushAll(person)
    await a.open().transact(adding('entry'))
    expect(remoteGit('show', 'main:CHANGELOG.md')).toBe('docs/LOG.md')
    expect(remoteGit('show', 'main:docs/LOG.md')).toContain('- entry')
    expect(a.git('status', '--porcelain')).toBe('')
  })

  it('a change of the mode on the remote is followed', async () => {
    const [person, a] = [clones.clone('p'), clones.clone('a')]
    person.git('update-index', '--chmod=+x', 'CHANGELOG.md')
    execFileSync('chmod', ['+x', join(person.folder, 'CHANGELOG.md')])
    pushAll(person)
    await a.open().transact(adding('entry'))
    expect(remoteGit('ls-tree', 'main', 'CHANGELOG.md')).toMatch(/^100755/)
  })

  it('line endings that git add keeps are no uncommitted changes', async () => {
    const person = clones.clone('p')
    person.put('CHANGELOG.md', LOG.replaceAll('\n', '\r\n'))
    pushAll(person)
    person.put('.gitattributes', '* text=auto\n')
    pushAll(person)
    const a = clones.clone('a')
    expect(a.git('status', '--porcelain')).toBe('')
    await a.open().transact(adding('entry'))
    expect(a.git('status', '--porcelain')).toBe('')
  })

  it('a push that takes too long is found on the remote', async () => {
    const a = clones.clone('a')
    useTransport(a, 'exec setsid -w sh -c "$last"')
    putScript(join(clones.remote, 'hooks/pre-receive'), 'sleep 3')
    const remote = { name: 'origin', maxAttempts: 5, timeoutMs: 1500, maxAgeMs: 0 }
    const outcome = await settle(a.open({ git: { remote } }).transact(adding('entry', 'k')))
    expect(['done', 'git/unreachable_remote']).toContain(outcome)
    await vi.waitUntil(() => countEntries() === 1, { timeout: 60_000, interval: 200 })
    rmSync(join(clones.remote, 'hooks/pre-receive'))
    await a.open().transact(adding('entry', 'k'))
    expect(countEntries()).toBe(1)
  })

  it('a lost connection is not a refusal', async () => {
    const a = clones.clone('a')
    useTransport(
      a,
      'case "$last" in git-receive-pack*) echo "Connection reset by peer" >&2; exit 255;; esac\nexec sh -c "$last"',
    )
    expect(await settle(a.open().transact(adding('entry')))).toBe('git/unreachable_remote')
  })

  it('a locked tracking ref is an error, for reads too', async () => {
    const [a, b] = [clones.clone('a'), clones.clone('b')]
    writeFileSync(join(b.folder, '.git/refs/remotes/origin/main.lock'), '')
    await a.open().transact(adding('entry'))
    const errors: unknown[] = []
    const store = b.open({ store: { onFollowError: (error) => errors.push(error) } })
    await store.read()
    await vi.waitUntil(() => errors.length > 0, { timeout: 60_000 })
    expect(errors).toMatchObject([
      { code: 'git/unreachable_remote', message: expect.stringContaining('lock') },
    ])
    expect(await settle(store.transact(adding('two')))).toBe('git/unreachable_remote')
  })

  it('reads do not wait for a remote that hangs', async () => {
    const a = clones.clone('a')
    useTransport(a, 'exec sleep 30')
    let time = 0
    const remote = { name: 'origin', maxAttempts: 5, timeoutMs: 5000, maxAgeMs: 100 }
    const store = a.open({ git: { remote }, store: { journal: { now: () => time } } })
    for (let read = 0; read < 3; read++) {
      const read = await Promise.race([store.read(), pause(4000, { document: { text: 'too late' } })])
      expect(read.document.text).toBe(LOG)
      time += 200
    }
  })

  it('a branch that the remote refuses has the message of the remote', async () => {
    const a = clones.clone('a')
    a.git('checkout', '-q', '-b', 'new')
    putScript(join(clones.remote, 'hooks/update'), 'echo "no new branches" >&2; exit 1')
    await expect(a.open().transact(adding('entry'))).rejects.toMatchObject({
      code: 'git/unwritable_repository',
      message: expect.stringContaining('no new branches'),
    })
  })

  it('a preview is what the request does', async () => {
    const [a, b] = [clones.clone('a'), clones.clone('b')]
    await a.open().transact(releasing())
    await a.open().transact(adding('n'))
    // A preview waits for the remote for one second, which can be too short on a busy machine.
    await b.open().catchUp()
    const preview = await b.open().preview(releasing())
    expect(preview.outcome).toEqual((await b.open().transact(releasing())).outcome)
    await b.open().transact(adding('m'))
    b.put('CHANGELOG.md', `${b.read()}\nchanged\n`)
    expect(await settle(b.open().preview(releasing()))).toBe(await settle(b.open().transact(releasing())))
  })
})
