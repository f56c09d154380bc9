// Runs the hooks of `git commit`, which git's plumbing does not run. They see an index with the new content, as those of
// `git commit --only` do.
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Git } from '../repository/index.ts'
import { writeError } from './errors.ts'

/** A commit for which hooks run. */
export interface HookedCommit {
  readonly parent: string | undefined
  readonly path: string
  /** The mode and the hash of the file, separated by a space. */
  readonly entry: string
  readonly message: string
}

/**
 * Runs `pre-commit`, `prepare-commit-msg` and `commit-msg`.
 * @returns the message, which hooks can change
 * @throws AppError `git/unwritable_repository` when a hook fails
 */
export async function runCommitHooks(
  git: Git,
  { parent, path, entry, message }: HookedCommit,
): Promise<string> {
  const folder = join(await git.directory(), 'changelog-service')
  const id = randomUUID()
  const [index, messageFile] = [join(folder, `${id}.index`), join(folder, `${id}.message`)]
  const hooked = git.with({ variables: { GIT_INDEX_FILE: index } })
  const [mode, hash] = entry.split(' ')
  const run = (name: string, ...args: string[]) =>
    hooked.runForText('hook', 'run', '--ignore-missing', name, '--', ...args).catch((error: unknown) => {
      throw writeError(`run the hook ${name} without an error`, error)
    })
  await mkdir(folder, { recursive: true })
  try {
    await hooked.runForText('read-tree', parent ?? '--empty')
    await hooked.runForText('update-index', '--add', '--cacheinfo', `${mode},${hash},${path}`)
    await writeFile(messageFile, message)
    await run('pre-commit')
    await run('prepare-commit-msg', messageFile, 'message')
    await run('commit-msg', messageFile)
    return await readFile(messageFile, 'utf8')
  } finally {
    for (const file of [index, `${index}.lock`, messageFile]) await rm(file, { force: true })
  }
}

/** Runs `post-commit`. An error is ignored, as git does. */
export async function runPostCommitHook(git: Git): Promise<void> {
  await git.runForText('hook', 'run', '--ignore-missing', 'post-commit').catch(() => undefined)
}
