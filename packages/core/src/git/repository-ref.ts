// A client's text to a commit.
import { CoreError } from '../errors.ts'
import type { Run } from './repository-run.ts'

/** A ref of a client's to a commit. Only what git itself verifies as one commit leaves here, and only as a hash. */
export async function resolveRef(run: Run, ref: string): Promise<string> {
  const refuse = () =>
    new CoreError(
      'invalid_ref',
      `since: expected a commit, tag or branch of this repository, got ${JSON.stringify(ref.slice(0, 80))}`,
      {
        issues: [{ parameter: 'since', message: 'expected a commit, tag or branch of this repository' }],
      },
    )
  // With a colon it would name a file or search the messages, and git would take the suffix for a part of that.
  if (ref.length > 250 || ref.startsWith('-') || !/^[^\p{Cc}\s:]+$/u.test(ref)) throw refuse()
  const commit = await run('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`).catch(
    () => '',
  )
  if (!/^[0-9a-f]{40,64}\n$/.test(commit)) throw refuse()
  return commit.trim()
}
