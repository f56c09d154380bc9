// Tests that the git config of a repository cannot run a program and cannot change the list of changes.
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
import { beforeEach, describe, expect, it } from 'vitest'
import { type RunGit, runGit } from './repository.ts'
import { gitIn, openIn, useScratch } from './testing.ts'

const scratch = useScratch()
const { git, put, commit, list, listError } = scratch

describe('the git config of a repository', () => {
  const versionHeading = '## [1.0.0]'
  let marker: string
  let program: string

  beforeEach(() => {
    marker = join(scratch.home, 'marker')
    program = join(scratch.home, 'program')
    writeFileSync(program, `#!/bin/sh\necho "$0 $*" >>${marker}\ncat 2>/dev/null\n`, { mode: 0o755 })
    put('CHANGELOG.md', '# Changelog\n')
    commit('a', 'gone')
    put('CHANGELOG.md', `${versionHeading}\n`)
    commit('touched', 'moved')
  })
  const ranPrograms = () => (existsSync(marker) ? readFileSync(marker, 'utf8') : '')

  /** Makes every kind of change, and changes only the modification time of one file. */
  function change(): void {
    git('mv', 'moved', 'new')
    put('größe')
    put('a', 'other')
    rmSync(join(scratch.folder, 'gone'))
    utimesSync(join(scratch.folder, 'touched'), 1, 1)
  }
  const expected = ['Changed a', 'Removed gone', 'Added größe', 'Removed moved', 'Added new']

  it('runs no program instead of a part of git', async () => {
    change()
    const names = ['core.fsmonitor', 'core.sshCommand', 'core.pager', 'core.editor', 'core.askPass']
    names.push('diff.external', 'interactive.diffFilter', 'pager.log', 'pager.diff', 'sequence.editor')
    for (const name of names) git('config', name, program)
    for (const name of ['diff', 'log', 'ls-files', 'rev-parse']) git('config', `alias.${name}`, `!${program}`)
    expect(await list({ versionHeading })).toEqual(expected)
    expect(ranPrograms()).toBe('')
  })

  it('runs no program as a hook', async () => {
    change()
    for (const hooks of [join(scratch.folder, '.git/hooks'), join(scratch.home, 'hooks')]) {
      mkdirSync(hooks)
      for (const name of [
        'post-index-change',
        'fsmonitor-watchman',
        'post-checkout',
        'reference-transaction',
      ]) {
        symlinkSync(program, join(hooks, name))
      }
      utimesSync(join(scratch.folder, 'touched'), 2, 2)
      expect(await list({ versionHeading })).toEqual(expected)
      git('config', 'core.hooksPath', join(scratch.home, 'hooks'))
    }
    utimesSync(join(scratch.folder, 'touched'), 3, 3)
    expect(await list({ versionHeading })).toEqual(expected)
    expect(ranPrograms()).toBe('')
  })

  it('runs no hook that a config names, which git 2.54 and later does', async () => {
    mkdirSync(join(scratch.home, 'user'))
    writeFileSync(join(scratch.home, 'user/.gitconfig'), `[hook "a b"]\n\tcommand = ${program}\n`)
    git('config', 'hook.own.command', program)
    git('config', 'hook.own.event', 'post-index-change')
    const runs: string[] = []
    const record: RunGit = (options, args, input) => {
      runs.push(args.join(' '))
      return runGit(options, args, input)
    }
    const read = async (runsHooks: boolean) => {
      const opened = await openIn(scratch.folder, { runGit: record, runsHooks }).open()
      await opened.read(['status'])
      return runs.at(-1)
    }
    for (const entry of ['-c hook.own.enabled=false', '-c hook.a b.enabled=false']) {
      expect(await read(false)).toContain(entry)
      expect(await read(true)).not.toContain(entry)
    }
  })

  it('runs no program to compare or show a file', async () => {
    put('.git/info/attributes', '* diff=evil merge=evil\n')
    git('config', 'diff.evil.command', program)
    git('config', 'diff.evil.textconv', program)
    git('config', 'merge.evil.driver', program)
    change()
    expect(await list({ versionHeading })).toEqual(expected)
    expect(ranPrograms()).toBe('')
  })

  it.each(['clean', 'process'])('runs no program to filter a file (%s)', async (kind) => {
    put('.git/info/attributes', '* filter=evil.one\n')
    git('config', `filter.evil.one.${kind}`, program)
    git('config', 'filter.evil.one.required', 'true')
    utimesSync(join(scratch.folder, 'touched'), 1, 1)
    git('-c', `filter.evil.one.${kind}=`, '-c', 'filter.evil.one.required=false', 'rm', '-q', '--cached', 'a')
    expect(await list({ versionHeading })).toEqual([])
    expect(ranPrograms()).toBe('')
  })

  it('runs no program of a filter in an included config file', async () => {
    put('.git/info/attributes', '* filter=evil\n')
    writeFileSync(join(scratch.home, 'included'), `[filter "evil"]\n\tclean = ${program}\n`)
    git('config', 'include.path', join(scratch.home, 'included'))
    utimesSync(join(scratch.folder, 'touched'), 1, 1)
    expect(await list({ versionHeading })).toEqual([])
    expect(ranPrograms()).toBe('')
  })

  it('is rejected when the name of a filter cannot be part of an option', async () => {
    put('.git/info/attributes', '* filter=a=b\n')
    git('config', 'filter.a=b.clean', program)
    utimesSync(join(scratch.folder, 'touched'), 1, 1)
    const error = await listError({ versionHeading })
    expect(error.code).toBe('git/unreadable_repository')
    expect(error.message).toMatch(/^expected the names of filters .* got "a=b"$/)
    expect(ranPrograms()).toBe('')
  })

  it('does not disable the filters of the user', async () => {
    mkdirSync(join(scratch.home, 'user'))
    writeFileSync(join(scratch.home, 'user/.gitconfig'), '[filter "upper"]\n\tclean = tr a-z A-Z\n')
    put('.git/info/attributes', 'shout filter=upper\n')
    commit('shout')
    put('shout', 'ShOuT\n')
    utimesSync(join(scratch.folder, 'shout'), 1, 1)
    expect(git('show', 'HEAD:shout')).toBe('SHOUT\n')
    expect(await list()).toEqual([])
  })

  it('runs no program to check a signature', async () => {
    const signature = '-----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----'
    const text = git('cat-file', 'commit', 'HEAD').replace(/^(committer .*)$/m, `$1\ngpgsig ${signature}`)
    writeFileSync(join(scratch.home, 'commit'), text)
    git('reset', '-q', git('hash-object', '-t', 'commit', '-w', join(scratch.home, 'commit')).trim())
    git('config', 'gpg.program', program)
    git('config', 'log.showSignature', 'true')
    git('log', '-1')
    expect(ranPrograms()).toContain('program')
    rmSync(marker)
    change()
    expect(await list({ versionHeading })).toEqual(expected)
    expect(ranPrograms()).toBe('')
  })

  it('fetches no missing object', async () => {
    git('config', 'uploadpack.allowFilter', 'true')
    const clone = join(scratch.home, 'clone')
    gitIn(
      scratch.home,
      'clone',
      '-q',
      '--filter=blob:none',
      '--no-checkout',
      `file://${scratch.folder}`,
      clone,
    )
    gitIn(clone, 'config', 'remote.origin.uploadpack', `${program};git-upload-pack`)
    gitIn(clone, 'config', 'protocol.file.allow', 'always')
    const error = await listError({ versionHeading }, clone)
    expect(error.code).toBe('git/unreadable_repository')
    expect(error.message).toMatch(/got a partial clone .*git fetch --refetch --no-filter/)
    expect(ranPrograms()).toBe('')
    gitIn(clone, 'config', '--unset', 'remote.origin.uploadpack')
    gitIn(clone, 'fetch', '-q', '--refetch', '--no-filter')
    gitIn(clone, 'reset', '-q', '--hard')
    expect(await list({ versionHeading }, clone)).toEqual([])
  })

  const misleadingEntries: [string, string][] = [
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
  it('does not change the list, with one entry at a time or with all of them', async () => {
    change()
    for (const [index, [name, value]] of misleadingEntries.entries()) {
      git('config', name, value)
      utimesSync(join(scratch.folder, 'touched'), index + 2, index + 2)
      expect({ name, changes: await list({ versionHeading }) }).toEqual({ name, changes: expected })
      git('config', '--unset', name)
    }
    for (const [name, value] of misleadingEntries) git('config', name, value)
    utimesSync(join(scratch.folder, 'touched'), 1, 1)
    expect(await list({ versionHeading })).toEqual(expected)
  })

  it('does not hide a heading that the first commit added', async () => {
    git('checkout', '-q', '--orphan', 'fresh')
    commit()
    git('config', 'log.showRoot', 'false')
    commit('later')
    expect(await list({ versionHeading })).toEqual(['Added later'])
  })

  it('does not hide an untracked file whose name differs from a tracked one in case only', async () => {
    git('config', 'core.ignoreCase', 'true')
    put('A')
    const files = readdirSync(scratch.folder)
    expect(await list({ versionHeading })).toEqual(
      files.includes('a') && files.includes('A') ? ['Added A'] : ['Changed a'],
    )
  })

  it('does not hide a submodule that was updated', async () => {
    const library = join(scratch.home, 'library')
    gitIn(scratch.home, 'init', '-q', '--template=', library)
    gitIn(library, 'commit', '-q', '--allow-empty', '-m', 'first')
    git('submodule', '--quiet', 'add', library, 'lib')
    git('config', '-f', '.gitmodules', 'submodule.lib.ignore', 'all')
    commit()
    git('config', 'submodule.lib.ignore', 'all')
    git('config', 'diff.ignoreSubmodules', 'all')
    gitIn(join(scratch.folder, 'lib'), 'commit', '-q', '--allow-empty', '-m', 'move on')
    expect(await list()).toEqual(['Changed lib'])
  })
})
