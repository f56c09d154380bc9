// A client's text to a commit. git reads much more than names in such a text: searches of messages by a regular
// expression without bounds, dates, files. Only a name with plain steps behind it reaches git.
import { CoreError } from '../errors.ts'
import type { Run } from './repository-run.ts'

const MAX_CHARACTERS = 250

/** A name, then any number of `^{}`, `^{commit}`, `~n` and `^n` with at most six digits. */
const REF = /^(?<name>[^\p{Cc}\p{Cs}\s\\:?*[~^]+)(?:\^\{(?:commit)?\}|[~^]\d{0,6})*$/u

/** What no name of a ref has in it. @see https://git-scm.com/docs/git-check-ref-format */
const NEVER_IN_NAME = /^[-/]|(?:^|\/)\.|\.\.|\/\/|@\{|\.lock(?:\/|$)|[./]$/

/**
 * The commit that a client's ref names: a tag, a branch or a hash, and steps from there (`HEAD~2`, `v1.0.0^{}`). Only
 * what git itself verifies as one commit leaves here, and only as a hash.
 * @throws CoreError `invalid_ref`
 */
export async function resolveRef(run: Run, ref: string): Promise<string> {
  const refuse = () =>
    new CoreError(
      'invalid_ref',
      `since: expected a commit, tag or branch of this repository, got ${JSON.stringify(ref.slice(0, 80))}`,
      {
        issues: [{ parameter: 'since', message: 'expected a commit, tag or branch of this repository' }],
      },
    )
  if (!isRef(ref)) throw refuse()
  const commit = await run('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`).catch(
    () => '',
  )
  if (!/^[0-9a-f]{40,64}\n$/.test(commit)) throw refuse()
  return commit.trim()
}

function isRef(text: string): boolean {
  if (text.length > MAX_CHARACTERS) return false
  const name = REF.exec(text)?.groups?.name
  return name !== undefined && !NEVER_IN_NAME.test(name)
}
