// Finds the base of a list of changes: the commit or tree to compare with. The default is the last release.
import { compare } from 'semver'
import { hasExitCode, repositoryError } from '../errors.ts'
import { readFile, readHead, readIf, resolveRef } from '../history.ts'
import type { Git } from '../repository.ts'
import { readTag, tagNames } from '../templates.ts'
import { findHeadingCommit, type ReleasedVersion } from './heading-commit.ts'

/** Selects the base. */
export interface BaseQuery {
  /** The ref to compare with instead of the last release. `root` selects the empty tree. */
  readonly since?: string | undefined
  /** The name of the tag of a release. `{version}` is replaced. */
  readonly tag: string
  /** The current version of the changelog. Undefined when it has no release. */
  readonly release: ReleasedVersion | undefined
  /** Finds the current version in the text of a changelog. */
  readonly findRelease: (text: string) => ReleasedVersion | undefined
}

/**
 * Finds the base. Without `since`, it is the first of these that exists:
 * 1. the tag of exactly the current version,
 * 2. the commit that added the heading of the current version to the changelog,
 * 3. the same two for the current version of the committed changelog: a release that is not committed does not move the base,
 * 4. the tag of the highest SemVer version that is reachable from HEAD,
 * 5. HEAD, or the empty tree when there is no commit.
 * @param changelog the path of the changelog, relative to the root of the repository
 * @returns the hash of the base
 * @throws AppError `git/unreadable_repository`, `git/invalid_ref`
 */
export async function findBase(
  git: Git,
  changelog: string,
  { since, tag, release, findRelease }: BaseQuery,
): Promise<string> {
  if (since !== undefined && since !== 'root') return resolveRef(git, since)
  const { head, isShallow } = await readHead(git)
  if (head === undefined || since === 'root')
    return (await git.readText('hash-object', '-t', 'tree', '/dev/null')).trim()
  const findRelated = async (version: ReleasedVersion | undefined) => {
    for (const name of version ? tagNames(tag, version.version) : []) {
      const tagged = await findTagged(git, name)
      if (tagged !== undefined) return tagged
    }
    const heading = version && (await findHeadingCommit(git, changelog, version))
    if (heading === undefined || !isShallow) return heading
    // A commit without a parent in this clone seems to add every file, so the heading can be older.
    if ((await git.readText('log', '-1', '--format=%P', heading)).trim() === '') throw shallowError()
    return heading
  }
  const base =
    (await findRelated(release)) ??
    (release && (await findRelated(findRelease((await readFile(git, head, changelog)) ?? '')))) ??
    (await findHighestTag(git, tag))
  if (base === undefined && isShallow) throw shallowError()
  return base ?? head
}

function shallowError() {
  return repositoryError(
    'expected the history back to the last release, got a shallow clone that ends before it; fetch the history and the tags (git fetch --unshallow --tags), or pass `since`, a ref to compare with',
  )
}

/** Returns the commit of a tag. Undefined when there is no such tag, or when it names no commit. */
function findTagged(git: Git, name: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `refs/tags/${name}^{commit}`]
  return readIf(git, hasExitCode, ...args)
}

/** Returns the commit of the tag of the highest version that is reachable from HEAD. */
async function findHighestTag(git: Git, template: string): Promise<string | undefined> {
  const format = '--format=%(refname:strip=2)'
  const output = await git.readText('for-each-ref', '--merged=HEAD', format, 'refs/tags')
  const tags = output.split('\n').flatMap((name) => {
    const version = readTag(template, name)
    return version === undefined ? [] : { name, version }
  })
  const [highest] = tags.sort((a, b) => compare(b.version, a.version))
  return highest && findTagged(git, highest.name)
}
