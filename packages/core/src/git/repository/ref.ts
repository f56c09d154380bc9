// Resolves a caller's ref to a commit. git reads more than names in a ref: regular expressions without a bound on their
// cost, dates, files. Only a name followed by plain steps is passed to git.
import { AppError } from '../../errors.ts'
import { GIT_ERRORS } from '../errors.ts'
import type { Git } from './git.ts'
import { hasExited } from './run-git.ts'

const MAX_CHARACTERS = 250

/** A name, then any number of `^{}`, `^{commit}`, `~n` and `^n` with at most six digits. */
const REF = /^(?<name>[^\p{Cc}\p{Cs}\s\\:?*[~^]+)(?:\^\{(?:commit)?\}|[~^]\d{0,6})*$/u

/** What the name of a ref never contains. @see https://git-scm.com/docs/git-check-ref-format */
const NEVER_IN_NAME = /^[-/]|(?:^|\/)\.|\.\.|\/\/|@\{|\.lock(?:\/|$)|[./]$/

/**
 * Resolves a tag, branch or hash, and steps from there (`HEAD~2`, `v1.0.0^{}`), to a commit.
 * @returns the hash of the commit, as git printed it
 * @throws AppError `git/invalid_ref` when git knows no such commit, `git/unreadable_repository` when git cannot be run
 */
export async function resolveRef(git: Git, ref: string): Promise<string> {
  if (!isRef(ref)) throw invalidRef(ref)
  const commit = await git
    .text('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)
    .catch((error: unknown) => {
      throw hasExited(error) ? invalidRef(ref) : error
    })
  if (!/^[0-9a-f]{40,64}\n$/.test(commit)) throw invalidRef(ref)
  return commit.trim()
}

function isRef(text: string): boolean {
  if (text.length > MAX_CHARACTERS) return false
  const name = REF.exec(text)?.groups?.name
  return name !== undefined && !NEVER_IN_NAME.test(name)
}

function invalidRef(ref: string): AppError {
  const expected = 'expected a commit, tag or branch of this repository'
  return new AppError(GIT_ERRORS.invalid_ref, `since: ${expected}, got ${JSON.stringify(ref.slice(0, 80))}`, {
    issues: [{ parameter: 'since', message: expected }],
  })
}
