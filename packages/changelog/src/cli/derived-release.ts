// Creates a release whose bump is derived from the entries under Unreleased. It has no key: with `If-Match`, it is created only for
// the entries that its bump was derived from.
import { type ChangelogEntry, deriveBump } from '@qb/core/changelog'
import { type Api, CommandError, type History, type Released, type ReleaseTarget } from './api.ts'

/** Maximum number of releases while other clients edit the changelog. */
const MAX_ATTEMPTS = 5

/** Creates the release, if there are entries. @throws CommandError when the bump cannot be derived */
export async function releaseDerived(api: Api, target: ReleaseTarget): Promise<Released> {
  for (let attempt = 1; ; attempt++) {
    const { history, etag } = await api.readHistory()
    const bump = bumpFor(history, history.unreleased)
    if (bump === undefined) return previewWithoutEntries(api)
    const { status, body } = await api.releaseIf(etag, { ...target, version_bump: bump })
    if (status !== 412) return body
    if (attempt === MAX_ATTEMPTS)
      throw new CommandError(1, `expected no concurrent edit, got ${attempt} in a row; try again`)
  }
}

/** Derives the bump of a release with the entries under Unreleased and the given ones. Undefined when there is nothing. */
export function previewTarget(
  history: History,
  target: ReleaseTarget,
  added: readonly ChangelogEntry[],
): ReleaseTarget | undefined {
  const bump = bumpFor(history, [...history.unreleased, ...added])
  return bump === undefined ? undefined : { ...target, version_bump: bump }
}

/** Previews a release that contains no entry. Text without entries can be released, but says nothing of the bump. */
export async function previewWithoutEntries(api: Api): Promise<Released> {
  const { body } = await api.release({ dry_run: true })
  if (body.success) throw bumpError('entries under Unreleased', 'text without entries')
  return body
}

/** Derives the bump of the entries. Undefined without entries, unless the current version is a pre-release of the next one. */
function bumpFor({ version, total }: History, entries: readonly ChangelogEntry[]): string | undefined {
  if (entries.length === 0) return version.includes('-') ? 'PATCH' : undefined
  const derived = deriveBump(total === 0 ? undefined : version, entries)
  if (derived.kind === 'bump') return derived.bump
  const { type } = derived
  throw bumpError(
    'entries of the types of Keep a Changelog',
    type === null ? 'an entry without a type' : `the type ${JSON.stringify(type)}`,
  )
}

function bumpError(expected: string, got: string): CommandError {
  return new CommandError(1, `--bump auto: expected ${expected}, got ${got}; name the bump with --bump`)
}
