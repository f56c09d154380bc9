// Creates the commit and the tag of an edit, with git's plumbing: neither the index nor the working tree is touched, and the hashes
// are known before any ref moves. No ref points to the objects yet; `git gc` removes those that stay unused.
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AppError } from '../../errors.ts'
import { findExitError, GIT_ERRORS, stateError, writeError } from '../errors.ts'
import { type Environment, toOptions } from '../read.ts'
import type { Git } from '../repository.ts'
import { withTemporaryFolder } from '../temporary-folder.ts'
import type { VersionControlOptions } from './plan.ts'

/** An annotated tag of a commit. */
export interface NewTag {
  /** A name that git allows. */
  readonly name: string
  readonly commit: string
  readonly message: string
  /** The result of {@link findIdentity}. */
  readonly tagger: string
}

/** A commit that is to be created. */
interface NewCommit {
  /** The hash of the commit before it. Undefined for the first commit of a branch. */
  readonly parent: string | undefined
  /** The files that it replaces. An entry is the mode and the hash of a file, separated by a space. */
  readonly files: readonly { readonly path: string; readonly entry: string }[]
  readonly message: string
  /** The lines of the message that hooks must keep. */
  readonly lines: readonly string[]
}

/** Replaces files of a commit. @throws AppError `git/unwritable_repository`, `git/unexpected_state` */
export async function createCommit(
  git: Git,
  options: VersionControlOptions,
  { parent, files, message, lines }: NewCommit,
): Promise<string> {
  return withFolder('create a commit', async (folder) => {
    const variables = { GIT_INDEX_FILE: join(folder, 'index') }
    await git.write(['read-tree', parent ?? '--empty'], { variables })
    for (const { path, entry } of files) {
      const info = `${entry.replace(' ', ',')},${path}`
      await git.write(['update-index', '--add', '--cacheinfo', info], { variables }).catch((error) => {
        if (!/as both a file and as a directory/.test(findExitError(error)?.stderr ?? '')) throw error
        throw stateError(`expected folders above ${path}, got a submodule, a symbolic link or a file in git`)
      })
    }
    const tree = await git.write(['write-tree', '--missing-ok'], { variables })
    const text = options.runsHooks ? await runCommitHooks(git, folder, variables, message) : message
    if (!lines.every((line) => text.includes(line)))
      throw writeError('run hooks that keep the lines of requests in the message', new Error('other lines'))
    const args = [...identityOptions(options), 'commit-tree', tree.trim()]
    if (parent !== undefined) args.push('-p', parent)
    if (await isSigned(git, options, 'commit.gpgSign')) args.push('-S')
    return (await git.write(args, { input: text.endsWith('\n') ? text : `${text}\n` })).trim()
  })
}

/** Creates the object of an annotated tag. @returns its hash @throws AppError `git/unwritable_repository` */
export async function createTag(git: Git, options: VersionControlOptions, tag: NewTag): Promise<string> {
  const { name, commit, message, tagger } = tag
  if (
    (await isSigned(git, options, 'tag.gpgSign')) ||
    (await isSigned(git, options, 'tag.forceSignAnnotated'))
  )
    return withFolder('sign a tag', (folder) => signTag(git, options, folder, tag))
  const input = `object ${commit}\ntype commit\ntag ${name}\ntagger ${tagger}\n\n${message}\n`
  const hash = await git.write(['mktag'], { input }).catch((error: unknown) => {
    throw writeError('create a tag', error)
  })
  return hash.trim()
}

/** Returns who commits, as git writes it. @throws AppError `git/unwritable_repository` without a name or an address */
export async function findIdentity(git: Git, options: VersionControlOptions): Promise<string> {
  try {
    return (await git.readText(...identityOptions(options), 'var', 'GIT_COMMITTER_IDENT')).trim()
  } catch (error) {
    const settings = 'CHANGELOG_GIT_NAME and CHANGELOG_GIT_EMAIL, or user.name and user.email of git'
    throw writeError(`know who commits (set ${settings})`, error)
  }
}

/** Returns the options of git that set the name and the address. git does not guess them from the name of the machine. */
function identityOptions({ name, email }: VersionControlOptions): string[] {
  const roles = ['user', 'author', 'committer']
  return toOptions([
    'user.useConfigOnly=true',
    ...(name ? roles.map((role) => `${role}.name=${name}`) : []),
    ...(email ? roles.map((role) => `${role}.email=${email}`) : []),
  ])
}

/** Runs the hooks of `git commit`, which the plumbing does not run. @returns the message, which hooks can change */
async function runCommitHooks(
  git: Git,
  folder: string,
  variables: Environment,
  message: string,
): Promise<string> {
  const file = join(folder, 'message')
  await writeFile(file, message)
  for (const [name, ...args] of [
    ['pre-commit'],
    ['prepare-commit-msg', file, 'message'],
    ['commit-msg', file],
  ]) {
    const run = ['hook', 'run', '--ignore-missing', name ?? '', '--', ...args]
    await git.write(run, { variables }).catch((error: unknown) => {
      throw writeError(`run the hook ${name} without an error`, error)
    })
  }
  return readFile(file, 'utf8')
}

/** Whether a setting of git's configuration requests a signature. */
async function isSigned(git: Git, { runsHooks }: VersionControlOptions, name: string): Promise<boolean> {
  if (!runsHooks) return false
  const value = await git.readText('config', '--type=bool', '--get', name).catch(() => 'false')
  return value.trim() === 'true'
}

/**
 * Creates a signed tag. Only `git tag` signs, and it creates a ref too. So it runs in an empty repository with the objects and
 * the configuration of the real one.
 */
async function signTag(
  git: Git,
  options: VersionControlOptions,
  folder: string,
  { name, commit, message }: NewTag,
): Promise<string> {
  const real = await git.readText(
    ...['rev-parse', '--git-path', 'objects', '--git-path', 'config', '--show-object-format'],
  )
  const [objects = '', config = '', format] = real.split('\n')
  const variables = { GIT_DIR: join(folder, 'tag.git'), GIT_OBJECT_DIRECTORY: resolve(git.root, objects) }
  const empty = ['--quiet', '--bare', '--template=', `--object-format=${format}`]
  await git.write(['init', ...empty, variables.GIT_DIR])
  const included = toOptions([`include.path=${resolve(git.root, config)}`])
  const args = [...included, ...identityOptions(options), 'tag', '--sign', '--file=-', name, commit]
  await git.write(args, { variables, input: `${message}\n` })
  return (await git.write(['rev-parse', '--verify', `refs/tags/${name}`], { variables })).trim()
}

/** Runs a task with a temporary folder. @throws AppError `git/unwritable_repository` */
function withFolder<T>(action: string, task: (folder: string) => Promise<T>): Promise<T> {
  return withTemporaryFolder(task).catch((error: unknown) => {
    if (error instanceof AppError && error.definition !== GIT_ERRORS.unreadable_repository) throw error
    throw writeError(action, error)
  })
}
