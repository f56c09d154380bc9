// Reads from the config what the operations accept. The schemas of the operations are made from it.
import { CHANGE_TYPES, type ChangeType } from '@qb/core/changelog'
import { configError } from '@qb/http'
import type { ChangelogConfig } from './config.ts'
import { readPackages } from './packages.ts'

export type OperationSettings = ReturnType<typeof readSettings>

/** Reads the settings. @throws AppError `config/invalid` */
export function readSettings(config: ChangelogConfig) {
  const packages = readPackages(config)
  return {
    /** The types of new entries, in the order of Keep a Changelog. */
    entryTypes: readEntryTypes(config.CHANGELOG_ENTRY_TYPES),
    /** Whether new entries get no category where the file has none. */
    isFlat: config.CHANGELOG_CATEGORIES === 'if-used',
    /** Whether a release folds the sections of its pre-releases into its own. */
    folds: config.CHANGELOG_PRERELEASE === 'fold',
    /** The names of the packages. Empty for a repository without packages. */
    packages: packages.flatMap(({ name }) => name ?? []),
    /** The template of the message of a commit that releases several packages. */
    commitMessage: config.CHANGELOG_COMMIT_MESSAGE,
    /** The package with the paths that belong to no other one. */
    rootPackage: packages.find(({ isRoot }) => isRoot)?.name,
  }
}

function readEntryTypes(list: string): ChangeType[] {
  const { known, unknown } = findNames(list, CHANGE_TYPES)
  if (unknown === undefined) return CHANGE_TYPES.filter((type) => known.includes(type))
  const expected = `expected one or more of: ${CHANGE_TYPES.join(', ')}, separated by commas`
  throw configError(`CHANGELOG_ENTRY_TYPES: ${expected}; got ${JSON.stringify(unknown)}`)
}

/** Finds the names of a list that is separated by commas, in any case, and the first one that is not known. */
export function findNames<Name extends string>(list: string, names: readonly Name[]) {
  const given = list.split(',').map((text) => text.trim())
  const find = (text: string) => names.find((name) => name.toLowerCase() === text.toLowerCase())
  return {
    known: given.flatMap((text) => find(text) ?? []),
    unknown: given.find((text) => find(text) === undefined),
  }
}
