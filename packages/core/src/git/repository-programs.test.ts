// By which settings a repository could run a program of its own. Each row is first shown to work against git as it is.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gitIn, listIn, makeScratch, openIn, putIn, searchFirst } from './testing.ts'

const HEADING = '## [1.0.0]'

let home: string
let folder: string
let marker: string
let program: string

beforeEach(() => {
  ;({ home, folder } = makeScratch())
  marker = join(home, 'marker')
  program = join(home, 'program')
  putProgram(program)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true })
})

const git = (...args: string[]) => gitIn(folder, ...args)
function putProgram(path: string, text = `echo "$0 $*" >>'${marker}'`): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
}
function configure(settings: readonly (readonly [name: string, value: string])[]): void {
  for (const [name, value] of settings) git('config', name, value)
}
function commit(path: string, text: string): void {
  putIn(folder, path, text)
  git('add', '--all')
  git('commit', '-q', '-m', 'a commit')
}
/** Whether a program of the repository has run since the last call. */
function hasRun(): boolean {
  const ran = existsSync(marker)
  rmSync(marker, { force: true })
  return ran
}

/** Takes the changelog's blob out of the repository and names a remote that promises it. */
function lackBlob(): void {
  commit('CHANGELOG.md', '# Changelog\n')
  commit('CHANGELOG.md', `${HEADING}\n`)
  const hash = git('rev-parse', 'HEAD:CHANGELOG.md').trim()
  rmSync(join(folder, '.git/objects', hash.slice(0, 2), hash.slice(2)))
  configure([
    ['extensions.partialClone', 'origin'],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.url', 'http://127.0.0.1:9/'],
  ])
}

/** Puts a git in front of the real one that does not know `GIT_NO_LAZY_FETCH`, as those before 2.39.4. */
function useOlderGit(): void {
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  putProgram(join(home, 'bin/git'), `unset GIT_NO_LAZY_FETCH\nexec ${real} "$@"`)
  searchFirst(join(home, 'bin'))
}

type Settings = (at: { program: string; folder: string }) => readonly (readonly [string, string])[]
const alias = ({ program }: { program: string }) => `!${program}`

const HELPERS: readonly (readonly [title: string, settings: Settings])[] = [
  [
    'remote.<name>.vcs, as a file of the working tree',
    () => [
      ['remote.origin.vcs', 'x/run'],
      ['protocol.x/run.allow', 'always'],
    ],
  ],
  [
    'remote.<name>.vcs, as an alias',
    (at) => [
      ['remote.origin.vcs', 'none'],
      ['protocol.none.allow', 'always'],
      ['alias.remote-none', alias(at)],
    ],
  ],
  [
    'remote.<name>.vcs without a name, as an alias',
    (at) => [
      ['remote.origin.vcs', ''],
      ['protocol..allow', 'always'],
      ['alias.remote-', alias(at)],
    ],
  ],
  [
    'an alias that resembles the name of a helper',
    (at) => [
      ['remote.origin.vcs', 'helper'],
      ['protocol.helper.allow', 'always'],
      ['help.autoCorrect', '-1'],
      ['alias.remote-helpe', alias(at)],
    ],
  ],
  [
    'remote.<name>.url with a helper, as an alias',
    (at) => [
      ['remote.origin.url', 'own::address'],
      ['protocol.own.allow', 'always'],
      ['alias.remote-own', alias(at)],
    ],
  ],
  [
    'remote.<name>.url with ext::',
    ({ program }) => [
      ['remote.origin.url', `ext::${program} %S`],
      ['protocol.ext.allow', 'always'],
    ],
  ],
  [
    'url.<base>.insteadOf with ext::',
    ({ program }) => [
      [`url.ext::${program} .insteadOf`, 'http:'],
      ['protocol.ext.allow', 'always'],
    ],
  ],
  [
    'remote.<name>.uploadpack',
    ({ program, folder }) => [
      ['remote.origin.url', folder],
      ['protocol.file.allow', 'always'],
      ['remote.origin.uploadpack', program],
    ],
  ],
  [
    'core.sshCommand',
    ({ program }) => [
      ['remote.origin.url', 'ssh://127.0.0.1:9/x'],
      ['protocol.ssh.allow', 'always'],
      ['core.sshCommand', program],
    ],
  ],
  [
    'core.gitProxy',
    ({ program }) => [
      ['remote.origin.url', 'git://127.0.0.1:9/x'],
      ['protocol.git.allow', 'always'],
      ['core.gitProxy', program],
    ],
  ],
  [
    'a remote that is named like an option',
    ({ program, folder }) => [
      ['extensions.partialClone', `--upload-pack=${program}`],
      ['remote.origin.promisor', 'false'],
      ['remote.origin.url', folder],
      ['protocol.file.allow', 'always'],
    ],
  ],
]

describe('a repository that lacks an object', () => {
  it.each(HELPERS)('runs no program by %s', async (_, settings) => {
    lackBlob()
    putProgram(join(folder, 'git-remote-x/run'))
    configure(settings({ program, folder }))
    const search = ['log', '-1', '--format=%H', `-S${HEADING}`, 'HEAD', '--', 'CHANGELOG.md']
    expect(() => git(...search)).toThrow()
    expect(hasRun()).toBe(true)
    for (const prepare of [() => {}, useOlderGit]) {
      prepare()
      const read = openIn(folder).lastCommitTouching(HEADING, 'CHANGELOG.md')
      const error = await read.catch((error: unknown) => error)
      expect(hasRun()).toBe(false)
      expect(error).toMatchObject({
        code: 'repository_unreadable',
        message: expect.stringContaining('this is a partial clone'),
      })
    }
  })
})

interface Row {
  readonly title: string
  readonly settings?: Settings
  readonly attributes?: string
  /** A call of git that runs the program, given as arguments. */
  readonly trigger: readonly string[]
}

const ROWS: readonly Row[] = [
  {
    title: 'core.fsmonitor',
    settings: ({ program }) => [['core.fsmonitor', program]],
    trigger: ['status'],
  },
  {
    title: 'core.hooksPath',
    settings: ({ folder }) => [['core.hooksPath', join(folder, 'hooks')]],
    trigger: ['status'],
  },
  {
    title: 'core.alternateRefsCommand',
    settings: ({ program }) => [['core.alternateRefsCommand', program]],
    trigger: ['rev-list', '--alternate-refs'],
  },
  {
    title: 'core.editor',
    settings: ({ program }) => [['core.editor', program]],
    trigger: ['commit', '--amend', '--allow-empty'],
  },
  {
    title: 'diff.external',
    settings: ({ program }) => [['diff.external', program]],
    trigger: ['diff', 'HEAD'],
  },
  {
    title: 'diff.<driver>.command',
    attributes: '* diff=own',
    settings: ({ program }) => [['diff.own.command', program]],
    trigger: ['diff', 'HEAD'],
  },
  {
    title: 'diff.<driver>.textconv',
    attributes: '* diff=own',
    settings: ({ program }) => [
      ['diff.own.textconv', program],
      ['diff.own.cacheTextconv', 'true'],
    ],
    trigger: ['diff', 'HEAD'],
  },
  {
    title: 'filter.<driver>.clean',
    attributes: '* filter=own',
    settings: ({ program }) => [['filter.own.clean', program]],
    trigger: ['diff', 'HEAD'],
  },
  {
    title: 'filter.<driver>.process',
    attributes: '* filter=own',
    settings: ({ program }) => [['filter.own.process', program]],
    trigger: ['diff', 'HEAD'],
  },
  {
    title: 'a filter without a name',
    attributes: '* filter=',
    settings: ({ program }) => [['filter..clean', program]],
    trigger: ['diff', 'HEAD'],
  },
  {
    title: 'include.path',
    attributes: '* filter=included',
    settings: ({ folder }) => [['include.path', join(folder, 'included')]],
    trigger: ['diff', 'HEAD'],
  },
  {
    title: 'extensions.worktreeConfig',
    attributes: '* filter=worktree',
    settings: () => [['extensions.worktreeConfig', 'true']],
    trigger: ['diff', 'HEAD'],
  },
  {
    title: 'core.attributesFile',
    settings: ({ program, folder }) => [
      ['core.attributesFile', join(folder, 'own-attributes')],
      ['filter.own.clean', program],
    ],
    trigger: ['diff', 'HEAD'],
  },
  {
    title: 'trailer.<key>.command',
    settings: ({ program }) => [['trailer.own.command', program]],
    trigger: ['interpret-trailers', '--trailer=own', 'changed'],
  },
  {
    title: 'difftool.<tool>.cmd',
    settings: ({ program }) => [['difftool.own.cmd', program]],
    trigger: ['difftool', '--no-prompt', '--tool=own', 'HEAD'],
  },
  {
    title: 'tar.<format>.command',
    settings: ({ program }) => [['tar.own.command', program]],
    trigger: ['archive', '--format=own', 'HEAD'],
  },
  {
    title: 'alias',
    settings: (at) => [['alias.own', alias(at)]],
    trigger: ['own'],
  },
]

describe('a repository', () => {
  beforeEach(() => {
    commit('changed', 'was\n')
    commit('CHANGELOG.md', `${HEADING}\n`)
    const alternate = join(home, 'alternate')
    gitIn(home, 'init', '-q', '--template=', alternate)
    putIn(folder, '.git/objects/info/alternates', `${join(alternate, '.git/objects')}\n`)
    putProgram(join(folder, 'hooks/post-index-change'))
    putIn(folder, '.git/config.worktree', `[filter "worktree"]\n\tclean = ${program}\n`)
    putIn(folder, 'included', `[filter "included"]\n\tclean = ${program}\n`)
    putIn(folder, 'own-attributes', '* filter=own\n')
    putIn(folder, 'changed', 'is\n')
    hasRun()
  })
  const expected = [
    'Changed changed',
    'Added hooks/post-index-change',
    'Added included',
    'Added own-attributes',
  ]

  it.each(ROWS.map((row) => [row.title, row] as const))(
    'runs no program by %s',
    async (_, { settings, attributes, trigger }) => {
      if (attributes) putIn(folder, '.git/info/attributes', `${attributes}\n`)
      configure(settings?.({ program, folder }) ?? [])
      try {
        git(...trigger)
      } catch {}
      expect(hasRun()).toBe(true)
      putIn(folder, 'changed', 'is different\n')
      expect(await listIn(folder, { versionHeading: HEADING })).toEqual(expected)
      expect(hasRun()).toBe(false)
    },
  )

  it('is refused for a filter whose name is not UTF-8, which no option can take away', async () => {
    const config = readFileSync(join(folder, '.git/config'))
    const own = Buffer.from(`[filter "\xff"]\n\tclean = ${program}\n`, 'latin1')
    writeFileSync(join(folder, '.git/config'), Buffer.concat([config, own]))
    putIn(folder, '.git/info/placeholder')
    writeFileSync(join(folder, '.git/info/attributes'), Buffer.from('* filter=\xff\n', 'latin1'))
    git('diff', 'HEAD')
    expect(hasRun()).toBe(true)
    const error = await listIn(folder).catch((error: unknown) => error)
    expect(hasRun()).toBe(false)
    expect(error).toMatchObject({ code: 'repository_unreadable', message: expect.stringContaining('UTF-8') })
  })

  it('is read by no program that lies in it, also where PATH begins with a relative folder', async () => {
    putProgram(join(folder, 'git'))
    git('add', '--all')
    git('commit', '-q', '-m', 'a commit')
    searchFirst('.', '')
    expect(() => execFileSync('git', ['status'], { cwd: folder })).not.toThrow()
    expect(hasRun()).toBe(true)
    expect(await listIn(folder)).toEqual([])
    expect(hasRun()).toBe(false)
  })
})
