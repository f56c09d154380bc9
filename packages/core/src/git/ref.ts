// Resolves the ref of a caller to a commit. For git a ref can contain more than a name: a regular expression
// without a limit on its cost, a date, or a file. Only a name with simple suffixes is passed to git.
import { AppError } from '../errors.ts'
import { findExitError, GIT_ERRORS } from './errors.ts'
import type { Git } from './repository.ts'

const MAX_CHARACTERS = 250

/** A name with any number of the suffixes `^{}`, `^{commit}`, `~n` and `^n`; `n` has at most six digits. */
const REF = /^(?<name>[^\p{Cc}\p{Cs}\s\\:?*[~^]+)(?:\^\{(?:commit)?\}|[~^]\d{0,6})*$/u

/** What the name of a ref must not contain. @see https://git-scm.com/docs/git-check-ref-format */
const DISALLOWED_IN_NAME = /^[-/]|(?:^|\/)\.|\.\.|\/\/|@\{|\.lock(?:\/|$)|[./]$/

/**
 * Resolves a tag, a branch or a hash to a commit. Suffixes such as in `HEAD~2` and `v1.0.0^{}` are allowed.
 * @returns the full hash of the commit
 * @throws AppError `git/invalid_ref` when there is no such commit, `git/unreadable_repository`
 */
export async function resolveRef(git: Pick<Git, 'readText'>, ref: string): Promise<string> {
  if (findName(ref) === undefined) throw invalidRefError(ref)
  const commit = await git
    .readText('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)
    .catch((error: unknown) => {
      const { exitCode, stderr = '' } = findExitError(error) ?? {}
      throw exitCode == null || stderr.includes('not a git repository') ? error : invalidRefError(ref)
    })
  if (!/^[0-9a-f]{40,64}\n$/.test(commit)) throw invalidRefError(ref)
  return commit.trim()
}

/** Whether git allows a text as the name of a branch or tag. */
export function isRefName(text: string): boolean {
  return findName(text) === text && text !== '@'
}

/** Returns the name in a ref without its suffixes. Undefined when it is not passed to git. */
function findName(ref: string): string | undefined {
  const name = ref.length <= MAX_CHARACTERS ? REF.exec(ref)?.groups?.name : undefined
  return name === undefined || DISALLOWED_IN_NAME.test(name) ? undefined : name
}

function invalidRefError(ref: string): AppError {
  const message = `expected a commit, tag or branch of this repository, got ${JSON.stringify(ref.slice(0, 80))}`
  return new AppError(GIT_ERRORS.invalid_ref, `since: ${message}`, {
    issues: [{ parameter: 'since', message }],
  })
}
