// Filters of a repository's own config name programs that git would run. They are disabled; those of the user and the
// system config stay, since whoever runs the service chose them.
import { AppError } from '../../errors.ts'
import { GIT_ERRORS } from '../errors.ts'
import type { Git } from './git.ts'
import { group } from './output.ts'

/**
 * The options that disable the filters of the repository's own config.
 * @throws AppError `git/unreadable_repository` when no option can name one of the filters
 */
export async function disableFilters(git: Git): Promise<string[]> {
  // The pattern also matches `safe.directory`, which is always set, so that git never exits with "no match".
  const list = ['config', '--show-scope', '--name-only', '-z', '--get-regexp', '^(filter|safe)\\.']
  const entries = group((await git.text(...list)).split('\0'), 2)
  const own = entries.filter(
    ([scope, name]) => /^(local|worktree)$/.test(scope ?? '') && /^filter\..*\./.test(name ?? ''),
  )
  const names = new Set(own.map(([, name = '']) => name.slice('filter.'.length, name.lastIndexOf('.'))))
  // A name that is not valid UTF-8 has been decoded with replacement characters.
  const unusable = [...names].find((name) => /[=\ufffd]/.test(name))
  if (unusable !== undefined) {
    throw new AppError(
      GIT_ERRORS.unreadable_repository,
      `expected filters with names in UTF-8 and without "=" in the git config, got ${JSON.stringify(unusable)}`,
    )
  }
  return [...names].flatMap((name) =>
    ['clean=', 'process=', 'required=false'].flatMap((entry) => ['-c', `filter.${name}.${entry}`]),
  )
}
