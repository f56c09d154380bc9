// Defines who makes commits and tags.
import type { Git } from '../repository/index.ts'
import { writeError } from './errors.ts'
import type { VersionControlOptions } from './options.ts'

/** The options of git that set the name and the address. git does not guess them from the name of the machine. */
export function identityOptions({ name, email }: Pick<VersionControlOptions, 'name' | 'email'>): string[] {
  const entries = ['user.useConfigOnly=true']
  for (const [key, value] of [
    ['name', name],
    ['email', email],
  ] as const) {
    if (!value) continue
    for (const role of ['user', 'author', 'committer']) entries.push(`${role}.${key}=${value}`)
  }
  return entries.flatMap((entry) => ['-c', entry])
}

/**
 * The name, the address and the time of a tag, as git writes them.
 * @throws AppError `git/unwritable_repository` when no name or address is configured
 */
export async function findIdentity(git: Git, options: VersionControlOptions): Promise<string> {
  try {
    return (await git.runForText(...identityOptions(options), 'var', 'GIT_COMMITTER_IDENT')).trim()
  } catch (error) {
    const settings = 'CHANGELOG_GIT_NAME and CHANGELOG_GIT_EMAIL, or user.name and user.email of git'
    throw writeError(`know who commits (set ${settings})`, error)
  }
}
