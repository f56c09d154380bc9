// Resolves the ref of a caller to a commit. For git a ref can contain more than a name: a regular expression
// without a limit on its cost, a date, or a file. Only a name with simple suffixes is passed to git.
import { AppError } from '../../errors.ts'
import { GIT_ERRORS } from '../errors.ts'
import type { Git } from './git.ts'
import { hasExitCode } from './run-git.ts'

const MAX_CHARACTERS = 250

/** A name with any number of the suffixes `^{}`, `^{commit}`, `~n` and `^n`; `n` has at most six digits. */
const REF = /^(?<name>[^\p{Cc}\p{Cs}\s\\:?*[~^]+)(?:\^\{(?:commit)?\}|[~^]\d{0,6})*$/u

const NAME = /^[^\p{Cc}\p{Cs}\s\\:?*[~^]+$/u

/** What the name of a ref must not contain. @see https://git-scm.com/docs/git-check-ref-format */
const DISALLOWED_IN_NAME = /^[-/]|(?:^|\/)\.|\.\.|\/\/|@\{|\.lock(?:\/|$)|[./]$/

/**
 * Resolves a tag, a branch or a hash to a commit. Suffixes such as in `HEAD~2` and `v1.0.0^{}` are allowed.
 * @returns the full hash of the commit
 * @throws AppError `git/invalid_ref` when there is no such commit, `git/unreadable_repository` when git
 * cannot be run
 */
export async function resolveRef(git: Git, ref: string): Promise<string> {
  if (!isRef(ref)) throw invalidRefError(ref)
  const commit = await git
    .runForText('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)
    .catch((error: unknown) => {
      throw hasExitCode(error) ? invalidRefError(ref) : error
    })
  if (!/^[0-9a-f]{40,64}\n$/.test(commit)) throw invalidRefError(ref)
  return commit.trim()
}

/** Whether git allows a text as the name of a branch or tag. */
export function isRefName(text: string): boolean {
  return text.length <= MAX_CHARACTERS && NAME.test(text) && !DISALLOWED_IN_NAME.test(text) && text !== '@'
}

function isRef(text: string): boolean {
  if (text.length > MAX_CHARACTERS) return false
  const name = REF.exec(text)?.groups?.name
  return name !== undefined && !DISALLOWED_IN_NAME.test(name)
}

function invalidRefError(ref: string): AppError {
  const message = `expected a commit, tag or branch of this repository, got ${JSON.stringify(ref.slice(0, 80))}`
  return new AppError(GIT_ERRORS.invalid_ref, `since: ${message}`, {
    issues: [{ parameter: 'since', message }],
  })
}
