// Tests that a config counts as plain only when git finds no relevant entry in it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { putIn, useScratch } from '../testing.ts'
import { hasPlainConfig } from './plain-config.ts'

const scratch = useScratch()
const { git, commit } = scratch

const inGit = (name: string) => join(scratch.folder, '.git', name)
const isPlain = () => hasPlainConfig({ root: scratch.folder, gitDirectory: inGit('.') })

/** Returns the names of the entries that git reads from the config of the repository. Undefined when git rejects the config. */
function listNames(): string[] | undefined {
  try {
    return git('config', '--list', '--name-only', '--show-scope')
      .split('\n')
      .flatMap((line) => /^(?:local|worktree)\t(.*)/.exec(line)?.[1] ?? [])
  } catch {
    return undefined
  }
}

describe('the config of a repository', () => {
  it('is plain after init, with remotes and branches, and when it does not exist', () => {
    expect(isPlain()).toBe(true)
    git('remote', 'add', 'origin', 'https://git.example/a.git')
    git('config', 'branch.main.merge', 'refs/heads/main')
    git('config', 'user.name', 'A')
    expect(isPlain()).toBe(true)
    rmSync(inGit('config'))
    expect(isPlain()).toBe(true)
  })

  it.each([
    '[filter "a"]\n\tclean = cat\n',
    '[FILTER "a"]\n\tclean = cat\n',
    '[filter.a]\n\tclean = cat\n',
    '[user]name=a[Filter "a"]clean=cat\n',
    '\ufeff[filter "a"]\r\n\tclean = cat\r\n',
    '[include]\n\tpath = other\n',
    '[InClude]\n\tpath = other\n',
    '[includeIf "gitdir:/"]\n\tpath = other\n',
    '[core]\n\tattributesFile = other\n',
    '[Core]\n\tATTRIBUTESFILE = other\n',
    '[core] excludesfile = other\n',
    '[core]\n\tworktree = /\n',
  ])('is not plain with %j', (text) => {
    for (const name of ['config', 'config.worktree']) {
      const before = name === 'config' ? readFileSync(inGit(name), 'utf8') : ''
      writeFileSync(inGit(name), text.startsWith('\ufeff') ? text + before : before + text)
      expect(isPlain(), name).toBe(false)
      writeFileSync(inGit(name), before)
      expect(isPlain(), name).toBe(true)
    }
  })

  it.each([
    ['is larger than 64 KiB', () => writeFileSync(inGit('config'), `# ${'a'.repeat(64 * 1024)}\n`)],
    [
      'is a FIFO',
      () => {
        rmSync(inGit('config'))
        execFileSync('mkfifo', [inGit('config')])
      },
    ],
    [
      // Another process could resolve the link differently, such as /proc/self/cwd.
      'is a symbolic link',
      () => {
        renameSync(inGit('config'), inGit('other'))
        symlinkSync('other', inGit('config'))
      },
    ],
    ['is a symbolic link to nothing', () => symlinkSync('missing', inGit('config.worktree'))],
    ['is in a git directory without HEAD', () => rmSync(inGit('HEAD'))],
    ['is in a git directory whose HEAD is empty', () => writeFileSync(inGit('HEAD'), '')],
    ...[
      'ref: main\n',
      'ref:\vrefs/heads/main\n',
      `ref:${' '.repeat(247)}refs/heads/main\n`,
      `${'a'.repeat(39)}\n`,
    ].map((head): [string, () => void] => [
      `is in a git directory whose HEAD is ${JSON.stringify(head)}`,
      () => writeFileSync(inGit('HEAD'), head),
    ]),
    [
      'is in a git directory whose HEAD is a long name',
      () => writeFileSync(inGit('HEAD'), `ref: refs/heads/${'a'.repeat(240)}\n`),
    ],
    ['is in a git directory without objects', () => rmSync(inGit('objects'), { recursive: true })],
    ['is in a git directory without refs', () => rmSync(inGit('refs'), { recursive: true })],
    [
      'is a folder',
      () => {
        rmSync(inGit('config'))
        mkdirSync(inGit('config'))
      },
    ],
    ['is shared with other working trees', () => writeFileSync(inGit('commondir'), '..\n')],
    [
      'is in a git directory that was moved',
      () => {
        renameSync(join(scratch.folder, '.git'), join(scratch.home, 'moved'))
        writeFileSync(join(scratch.folder, '.git'), `gitdir: ${join(scratch.home, 'moved')}\n`)
      },
    ],
    [
      'is in a git directory that became a symbolic link',
      () => {
        renameSync(join(scratch.folder, '.git'), join(scratch.home, 'moved'))
        symlinkSync(join(scratch.home, 'moved'), join(scratch.folder, '.git'))
      },
    ],
    [
      'is in a git directory that does not exist',
      () => rmSync(join(scratch.folder, '.git'), { recursive: true }),
    ],
  ])('is not plain when it %s', (_what, change) => {
    expect(isPlain()).toBe(true)
    change()
    expect(isPlain()).toBe(false)
  })

  it('is plain on a branch, and with a detached HEAD', () => {
    commit('a')
    git('checkout', '-q', '-b', 'größer/b')
    expect(isPlain()).toBe(true)
    writeFileSync(inGit('HEAD'), `ref: refs/heads/${'a'.repeat(238)}\n`)
    expect(isPlain()).toBe(true)
    git('checkout', '-q', 'main')
    expect(isPlain()).toBe(true)
    git('checkout', '-q', '--detach')
    expect(isPlain()).toBe(true)
  })

  it('is not plain in the git directory of a submodule or of a linked working tree', () => {
    const gitDirectory = join(scratch.home, 'elsewhere')
    putIn(gitDirectory, 'config', '')
    expect(hasPlainConfig({ root: scratch.folder, gitDirectory })).toBe(false)
  })

  it('is not plain when git does not use its git directory', () => {
    const part = fc.constantFrom(
      ...[
        'ref:',
        'ref: refs/heads/',
        'refs/',
        ' ',
        '\t',
        '\n',
        '\r',
        '\v',
        '\f',
        '\0',
        '\u00a0',
        'a',
        'é',
        '..',
        '/',
      ],
      ...['a'.repeat(30), 'a'.repeat(40), ' '.repeat(240), '0'.repeat(64)],
    )
    const head = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''))
    const isUsed = () => {
      try {
        return git('rev-parse', '--absolute-git-dir') === `${inGit('.')}\n`
      } catch {
        return false
      }
    }
    let plain = 0
    fc.assert(
      fc.property(
        fc.oneof(
          head,
          head.map((end) => `ref: refs/${end}`),
        ),
        fc.boolean(),
        (text, isLatin1) => {
          writeFileSync(inGit('HEAD'), text, isLatin1 ? 'latin1' : 'utf8')
          if (!isPlain()) return
          plain += 1
          expect(isUsed()).toBe(true)
        },
      ),
      { numRuns: 400 },
    )
    expect(plain).toBeGreaterThan(20)
  })

  it('is not plain when git finds a relevant entry', () => {
    const fragment = fc.constantFrom(
      ...['[', ']', '"', '\\', '\n', '\r\n', ' ', '\t', '=', '.', '#', ';', '\0', '\ufeff', '\\\n', 'x'],
      ...['filter', 'fil', 'ter', 'include', 'core', 'clean', 'path', 'worktree'],
    )
    const line = fc.constantFrom(
      ...[
        '[filter "x"]\n',
        '[FILTER.x]',
        '[filter "a b\\"]"] ',
        '[core]\n',
        '[Core] ',
        '[user]\n',
        '[Include]\n',
      ],
      ...['[includeIf "gitdir:/"]\n', 'clean = cat\n', 'required\n', 'path = other\n', '; comment\n'],
      ...[
        'attributesFile = b\n',
        'EXCLUDESFILE=c\n',
        'worktree = ..\n',
        'name = "a\\\nb" # c\n',
        '\n',
        '\r\n',
      ],
    )
    const part = fc.oneof({ weight: 9, arbitrary: line }, { weight: 1, arbitrary: fragment })
    const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''))
    let relevant = 0
    fc.assert(
      fc.property(text, (config) => {
        writeFileSync(inGit('config'), config)
        const names = listNames() ?? []
        if (!names.some((name) => /^(?:filter|include|includeif)\.|^core\.(?:.*file|worktree)$/.test(name)))
          return
        relevant += 1
        expect(isPlain()).toBe(false)
      }),
      { numRuns: 300 },
    )
    expect(relevant).toBeGreaterThan(30)
  })
})
