// Tests the entries of a git config through which a repository could run a program. Each test first verifies
// that git runs the program when it is called without our options.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { listChanges } from './changes/index.ts'
import {
  commitIn,
  gitIn,
  listIn,
  openIn,
  prependPath,
  putGit,
  putIn,
  toQuery,
  useScratch,
} from './testing.ts'

const HEADING = '## [1.0.0]'

const scratch = useScratch()
let marker: string
let program: string
beforeEach(() => {
  marker = join(scratch.home, 'marker')
  program = join(scratch.home, 'program')
  putProgram(program)
})

const { git } = scratch
function putProgram(path: string, text = `echo "$0 $*" >>'${marker}'`): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
}
function configure(entries: readonly (readonly [name: string, value: string])[]): void {
  for (const [name, value] of entries) git('config', name, value)
}
function commit(path: string, text: string): void {
  putIn(scratch.folder, path, text)
  commitIn(scratch.folder)
}
/** Checks whether a program of the repository has run since the last call. */
function hasRun(): boolean {
  const ran = existsSync(marker)
  rmSync(marker, { force: true })
  return ran
}

/** Removes the blob of the changelog from the repository and configures a promisor remote. */
function removeBlob(): void {
  commit('CHANGELOG.md', '# Changelog\n')
  commit('CHANGELOG.md', `${HEADING}\n`)
  const hash = git('rev-parse', 'HEAD:CHANGELOG.md').trim()
  rmSync(join(scratch.folder, '.git/objects', hash.slice(0, 2), hash.slice(2)))
  configure([
    ['extensions.partialClone', 'origin'],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.url', 'http://127.0.0.1:9/'],
  ])
}

/** Adds a git to PATH that ignores `GIT_NO_LAZY_FETCH`, as versions before 2.39.4 do. */
function useOlderGit(): void {
  putGit(scratch.home, (real) => `unset GIT_NO_LAZY_FETCH\nexec ${real} "$@"`)
}

type Config = (paths: { program: string; folder: string }) => readonly (readonly [string, string])[]
const alias = ({ program }: { program: string }) => `!${program}`

const HELPERS: readonly (readonly [title: string, config: Config])[] = [
  [
    'remote.<name>.vcs, with a file of the working tree',
    () => [
      ['remote.origin.vcs', 'x/run'],
      ['protocol.x/run.allow', 'always'],
    ],
  ],
  [
    'remote.<name>.vcs, with an alias',
    (paths) => [
      ['remote.origin.vcs', 'none'],
      ['protocol.none.allow', 'always'],
      ['alias.remote-none', alias(paths)],
    ],
  ],
  [
    'an empty remote.<name>.vcs, with an alias',
    (paths) => [
      ['remote.origin.vcs', ''],
      ['protocol..allow', 'always'],
      ['alias.remote-', alias(paths)],
    ],
  ],
  [
    'an alias with a name similar to that of a helper',
    (paths) => [
      ['remote.origin.vcs', 'helper'],
      ['protocol.helper.allow', 'always'],
      ['help.autoCorrect', '-1'],
      ['alias.remote-helpe', alias(paths)],
    ],
  ],
  [
    'remote.<name>.url with a helper, with an alias',
    (paths) => [
      ['remote.origin.url', 'own::address'],
      ['protocol.own.allow', 'always'],
      ['alias.remote-own', alias(paths)],
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
    'a remote with the name of an option',
    ({ program, folder }) => [
      ['extensions.partialClone', `--upload-pack=${program}`],
      ['remote.origin.promisor', 'false'],
      ['remote.origin.url', folder],
      ['protocol.file.allow', 'always'],
    ],
  ],
]

describe('a repository with a missing object', () => {
  it.each(HELPERS)('runs no program through %s', async (_, config) => {
    removeBlob()
    putProgram(join(scratch.folder, 'git-remote-x/run'))
    configure(config({ program, folder: scratch.folder }))
    const search = ['log', '-1', '--format=%H', `-S${HEADING}`, 'HEAD', '--', 'CHANGELOG.md']
    expect(() => git(...search)).toThrow()
    expect(hasRun()).toBe(true)
    for (const prepare of [() => {}, useOlderGit]) {
      prepare()
      const query = toQuery({ versionHeading: HEADING })
      const listing = listChanges(openIn(scratch.folder), query)
      const error = await listing.catch((error: unknown) => error)
      expect(hasRun()).toBe(false)
      expect(error).toMatchObject({
        code: 'git/unreadable_repository',
        message: expect.stringContaining('partial clone'),
      })
    }
  })
})

interface Row {
  readonly title: string
  readonly config?: Config
  readonly attributes?: string
  /** The arguments with which git runs the program when it is called without our options. */
  readonly trigger: readonly string[]
}

const ROWS: readonly Row[] = [
  {
    title: 'core.fsmonitor',
    config: ({ program }) => [['core.fsmonitor', program]],
    trigger: ['status'],
  },
  {
    title: 'core.hooksPath',
    config: ({ folder }) => [['core.hooksPath', join(folder, 'hooks')]],
    // It always writes the index, in contrast to `git status`.
    trigger: ['read-tree', 'HEAD'],
  },
  {
    title: 'core.alternateRefsCommand',
    config: ({ program }) => [['core.alternateRefsCommand', program]],
    trigger: ['rev-list', '--alternate-refs'],
  },
  {
    title: 'core.editor',
    config: ({ program }) => [['core.editor', program]],
    trigger: ['commit', '--amend', '--allow-empty'],
  },
  {
    title: 'diff.external',
    config: ({ program }) => [['diff.external', program]],
    trigger: ['diff', 'HEAD'],
  },
  {
    title: 'diff.<driver>.command',
    attributes: '* diff=own',
    config: ({ program }) => [['diff.own.command', program]],
    trigger: ['diff', 'HEAD'],
  },
  {
    title: 'diff.<driver>.textconv',
    attributes: '* diff=own',
    config: ({ program }) => [
      ['diff.own.textconv', program],
      ['diff.own.cacheTextconv', 'true'],
    ],
    trigger: ['diff', 'HEAD'],
  },
  {
    title: 'filter.<driver>.clean',
    attributes: '* filter=own',
    config: ({ program }) => [['filter.own.clean', program]],
    trigger: ['diff', 'HEAD'],
  },
  {
    title: 'filter.<driver>.process',
    attributes: '* filter=own',
    config: ({ program }) => [['filter.own.process', program]],
    trigger: ['diff', 'HEAD'],
  },
  {
    title: 'a filter without a name',
    attributes: '* filter=',
    config: ({ program }) => [['filter..clean', program]],
    trigger: ['diff', 'HEAD'],
  },
  {
    title: 'include.path',
    attributes: '* filter=included',
    config: ({ folder }) => [['include.path', join(folder, 'included')]],
    trigger: ['diff', 'HEAD'],
  },
  {
    title: 'extensions.worktreeConfig',
    attributes: '* filter=worktree',
    config: () => [['extensions.worktreeConfig', 'true']],
    trigger: ['diff', 'HEAD'],
  },
  {
    title: 'core.attributesFile',
    config: ({ program, folder }) => [
      ['core.attributesFile', join(folder, 'own-attributes')],
      ['filter.own.clean', program],
    ],
    trigger: ['diff', 'HEAD'],
  },
  {
    title: 'trailer.<key>.command',
    config: ({ program }) => [['trailer.own.command', program]],
    trigger: ['interpret-trailers', '--trailer=own', 'changed'],
  },
  {
    title: 'difftool.<tool>.cmd',
    config: ({ program }) => [['difftool.own.cmd', program]],
    trigger: ['difftool', '--no-prompt', '--tool=own', 'HEAD'],
  },
  {
    title: 'tar.<format>.command',
    config: ({ program }) => [['tar.own.command', program]],
    trigger: ['archive', '--format=own', 'HEAD'],
  },
  {
    title: 'alias',
    config: (paths) => [['alias.own', alias(paths)]],
    trigger: ['own'],
  },
]

describe('a repository', () => {
  beforeEach(() => {
    commit('touched', 'same\n')
    commit('changed', 'was\n')
    commit('CHANGELOG.md', `${HEADING}\n`)
    const alternate = join(scratch.home, 'alternate')
    gitIn(scratch.home, 'init', '-q', '--template=', alternate)
    putIn(scratch.folder, '.git/objects/info/alternates', `${join(alternate, '.git/objects')}\n`)
    putProgram(join(scratch.folder, 'hooks/post-index-change'))
    putIn(scratch.folder, '.git/config.worktree', `[filter "worktree"]\n\tclean = ${program}\n`)
    putIn(scratch.folder, 'included', `[filter "included"]\n\tclean = ${program}\n`)
    putIn(scratch.folder, 'own-attributes', '* filter=own\n')
    putIn(scratch.folder, 'changed', 'is\n')
    hasRun()
  })
  const expected = [
    'Changed changed',
    'Added hooks/post-index-change',
    'Added included',
    'Added own-attributes',
  ]

  it.each(ROWS.map((row) => [row.title, row] as const))(
    'runs no program through %s',
    async (_, { config, attributes, trigger }) => {
      if (attributes) putIn(scratch.folder, '.git/info/attributes', `${attributes}\n`)
      configure(config?.({ program, folder: scratch.folder }) ?? [])
      try {
        git(...trigger)
      } catch {}
      expect(hasRun()).toBe(true)
      putIn(scratch.folder, 'changed', 'is different\n')
      // With a new modification time, git reads and filters the file although its size is the same.
      utimesSync(join(scratch.folder, 'touched'), 1, 1)
      expect(await listIn(scratch.folder, { versionHeading: HEADING })).toEqual(expected)
      expect(hasRun()).toBe(false)
    },
  )

  it('is rejected when the name of a filter is not valid UTF-8', async () => {
    const config = readFileSync(join(scratch.folder, '.git/config'))
    const own = Buffer.from(`[filter "\xff"]\n\tclean = ${program}\n`, 'latin1')
    writeFileSync(join(scratch.folder, '.git/config'), Buffer.concat([config, own]))
    putIn(scratch.folder, '.git/info/placeholder')
    writeFileSync(join(scratch.folder, '.git/info/attributes'), Buffer.from('* filter=\xff\n', 'latin1'))
    git('diff', 'HEAD')
    expect(hasRun()).toBe(true)
    const error = await listIn(scratch.folder).catch((error: unknown) => error)
    expect(hasRun()).toBe(false)
    expect(error).toMatchObject({
      code: 'git/unreadable_repository',
      message: expect.stringContaining('UTF-8'),
    })
  })

  it('runs no program named git in the repository, even if PATH begins with a relative folder', async () => {
    putProgram(join(scratch.folder, 'git'))
    git('add', '--all')
    git('commit', '-q', '-m', 'a commit')
    prependPath('.', '')
    expect(() => execFileSync('git', ['status'], { cwd: scratch.folder })).not.toThrow()
    expect(hasRun()).toBe(true)
    expect(await listIn(scratch.folder)).toEqual([])
    expect(hasRun()).toBe(false)
  })
})
