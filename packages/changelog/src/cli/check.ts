// The check of a branch: whether it has an entry in the changelog when it changes paths that need one. It needs no service.
import { resolve } from 'node:path'
import { addEntries, hasNewEntry, parseChangelog, unifiedDiff } from '@qb/core/changelog'
import { readCommandLine } from '@qb/core/command-line'
import { CATEGORIES, compareBranch, openRepository } from '@qb/core/git'
import { findNames } from '../settings.ts'
import { CommandError } from './api.ts'

/** Maximum number of paths that are printed. */
const MAX_PATHS = 50

/** The categories of paths that need an entry, unless the command names others. */
const CHECKED_CATEGORIES = 'Feature,Security'

/**
 * Checks the branch that is checked out, and prints the result.
 * @param environment has `REPOSITORY_PATH`, `CHANGELOG_PATH`, and the variables of git
 * @throws CommandError with exit code 1 without an entry, 2 for an unknown category or no base; AppError for an unknown base, and when
 * the repository or the changelog cannot be read
 */
export async function runCheck(
  args: string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const categories = { type: 'string', default: CHECKED_CATEGORIES } as const
  const { values } = readCommandLine({ args, options: { base: { type: 'string' }, categories } })
  const { base } = values
  if (!base)
    throw new CommandError(2, '--base: expected a branch or commit, such as origin/main; got nothing')
  const needed = readCategories(values.categories)
  const { REPOSITORY_PATH, CHANGELOG_PATH } = environment
  const changelogPath = CHANGELOG_PATH || 'CHANGELOG.md'
  const repository = openRepository({ path: resolve(REPOSITORY_PATH || '.'), environment })
  const { changes, before, after, isExact } = await compareBranch(repository, base, changelogPath)
  const changed = changes.filter(({ category }) => needed.includes(category))
  if (changed.length === 0) return console.log(`no entry is needed: no path of ${needed.join(', ')} changed`)
  const document = parseChangelog(after ?? '')
  if (hasNewEntry(parseChangelog(before ?? ''), document))
    return console.log(`${changelogPath} has a new entry`)
  const [type = 'Changed', ...otherTypes] = new Set(changed.map((one) => one.type))
  const entry = { type: otherTypes.length === 0 ? type : 'Changed', description: DESCRIPTION } as const
  const suggested = addEntries(document, [entry])
  const listed = changed.slice(0, MAX_PATHS).map(({ type, path, category }) => {
    return `  ${type.padEnd(8)}${category}: ${path}`
  })
  const hidden = changed.length - listed.length
  throw new CommandError(
    1,
    [
      `expected a new entry under Unreleased of ${changelogPath}, because these paths changed since ${base}:`,
      ...listed,
      ...(hidden > 0 ? [`  and ${hidden} more`] : []),
      ...(isExact ? [] : [`The clone is shallow, so paths that changed on ${base} are listed too.`]),
      'add a line such as this one, and commit it:',
      unifiedDiff(document.text, suggested.text, changelogPath).replace(/\n$/, ''),
    ].join('\n'),
  )
}

/** The description of the suggested entry. */
const DESCRIPTION = 'Say here what users notice.'

function readCategories(list: string): readonly string[] {
  const { known, unknown } = findNames(list, CATEGORIES)
  if (unknown === undefined) return known
  const expected = `expected one or more of: ${CATEGORIES.join(', ')}, separated by commas`
  throw new CommandError(2, `--categories: ${expected}; got ${JSON.stringify(unknown)}`)
}
