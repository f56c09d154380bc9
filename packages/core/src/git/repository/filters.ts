// Disables the filters in the git config of the repository, because git would run their programs. The filters
// in the config of the user and of the system stay enabled, because the operator has chosen them.
import { AppError } from '../../errors.ts'
import { GIT_ERRORS } from '../errors.ts'
import { type ConfigEntry, readConfigEntries } from './config-entries.ts'
import type { Git } from './git.ts'

/**
 * Returns the options of git that disable the filters in the config of the repository.
 * @throws AppError `git/unreadable_repository` when the name of a filter cannot be part of an option
 */
export async function disableFilters(git: Git): Promise<string[]> {
  return optionsWithoutFilters(await readConfigEntries(git))
}

/** Returns the options for the entries of a config. @throws AppError as {@link disableFilters} */
export function optionsWithoutFilters(config: readonly ConfigEntry[]): string[] {
  const own = config.filter(
    ({ scope, name }) => /^(local|worktree)$/.test(scope) && /^filter\..*\./s.test(name),
  )
  const names = new Set(own.map(({ name }) => name.slice('filter.'.length, name.lastIndexOf('.'))))
  // The decoder has replaced invalid UTF-8 in a name by U+FFFD.
  const unusable = [...names].find((name) => /[=\ufffd]/.test(name))
  if (unusable !== undefined) {
    throw new AppError(
      GIT_ERRORS.unreadable_repository,
      `expected the names of filters in the git config to be UTF-8 without "=", got ${JSON.stringify(unusable)}`,
    )
  }
  return [...names].flatMap((name) =>
    ['clean=', 'process=', 'required=false'].flatMap((entry) => ['-c', `filter.${name}.${entry}`]),
  )
}
