// Creates commits and annotated tags. No ref leads to them yet, so what is not used is removed by git some day.
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isError } from '../../errors.ts'
import { GIT_ERRORS } from '../errors.ts'
import type { Git } from '../repository/index.ts'
import { writeError } from './errors.ts'
import { runCommitHooks } from './hooks.ts'
import { identityOptions } from './identity.ts'
import type { VersionControlOptions } from './options.ts'
import { replaceInTree } from './tree.ts'

/** Syncs new objects, so that no ref leads to one that a power failure removes. */
const SYNCED = ['-c', 'core.fsync=committed', '-c', 'core.fsyncMethod=fsync']
const UTF_8 = ['-c', 'i18n.commitEncoding=UTF-8']

/** A commit that replaces one file. */
export interface NewCommit {
  readonly parent: string | undefined
  readonly path: string
  /** The mode and the hash of the file, separated by a space. */
  readonly entry: string
  readonly message: string
  /** The lines of the message that must be there after the hooks. */
  readonly lines: readonly string[]
}

/**
 * Creates a commit of one file. Its other files are those of the parent.
 * @returns the hash
 * @throws AppError `git/unwritable_repository`
 */
export async function createCommit(
  git: Git,
  options: VersionControlOptions,
  commit: NewCommit,
): Promise<string> {
  const { parent, path, entry } = commit
  const { runsHooks } = options
  const message = runsHooks ? await runCommitHooks(git, commit) : commit.message
  if (!commit.lines.every((line) => message.includes(line)))
    throw writeError('run hooks that keep the lines of requests in the message', new Error('other lines'))
  const signs = runsHooks && (await isEnabled(git, 'commit.gpgSign'))
  try {
    const tree = await replaceInTree(git, parent, path, entry)
    const args = [...SYNCED, ...UTF_8, ...identityOptions(options), 'commit-tree', tree]
    if (parent !== undefined) args.push('-p', parent)
    if (signs) args.push('-S')
    return String(await git.runForBytes(args, message.endsWith('\n') ? message : `${message}\n`)).trim()
  } catch (error) {
    if (isError(error, GIT_ERRORS.unexpected_state)) throw error
    throw writeError('create a commit', error)
  }
}

/** An annotated tag of a commit. */
export interface NewTag {
  /** A name that git allows. */
  readonly name: string
  readonly commit: string
  readonly message: string
  /** The name, the address and the time, as git writes them. */
  readonly tagger: string
}

/**
 * Creates the object of an annotated tag.
 * @returns the hash
 * @throws AppError `git/unwritable_repository`
 */
export async function createTag(git: Git, options: VersionControlOptions, tag: NewTag): Promise<string> {
  if (
    options.runsHooks &&
    ((await isEnabled(git, 'tag.gpgSign')) || (await isEnabled(git, 'tag.forceSignAnnotated')))
  )
    return createSignedTag(git, options, tag)
  const { name, commit, message, tagger } = tag
  const text = `object ${commit}\ntype commit\ntag ${name}\ntagger ${tagger}\n\n${message}\n`
  try {
    return String(await git.runForBytes([...SYNCED, 'mktag'], text)).trim()
  } catch (error) {
    throw writeError('create a tag', error)
  }
}

/**
 * Creates a signed tag. Only `git tag` signs, and it creates a ref too. So it runs in an empty repository with the objects and
 * the configuration of the real one.
 */
async function createSignedTag(
  git: Git,
  options: VersionControlOptions,
  { name, commit, message }: NewTag,
): Promise<string> {
  const [objects, config] = (
    await git.runForText('rev-parse', '--git-path', 'objects', '--git-path', 'config')
  ).split('\n') as [string, string]
  const root = (await git.runForText('rev-parse', '--show-toplevel')).replace(/\n$/, '')
  const folder = join(await git.directory(), 'changelog-service', `${randomUUID()}.git`)
  try {
    await mkdir(join(folder, 'refs'), { recursive: true })
    await mkdir(join(folder, 'objects'))
    await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n')
    const included = JSON.stringify(resolve(root, config))
    const format = (await git.runForText('rev-parse', '--show-object-format')).trim()
    const extensions = format === 'sha1' ? '' : `[extensions]\n\tobjectFormat = ${format}\n`
    const core = `[core]\n\tbare = true\n${extensions && '\trepositoryFormatVersion = 1\n'}`
    await writeFile(join(folder, 'config'), `[include]\n\tpath = ${included}\n${core}${extensions}`)
    const scratch = git.with({
      variables: { GIT_DIR: folder, GIT_OBJECT_DIRECTORY: resolve(root, objects) },
    })
    await scratch.runForBytes(
      [...SYNCED, ...identityOptions(options), 'tag', '--sign', '--file=-', name, commit],
      `${message}\n`,
    )
    return (await scratch.runForText('rev-parse', '--verify', `refs/tags/${name}`)).trim()
  } catch (error) {
    throw writeError('sign a tag', error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether a setting of git's configuration is true. */
async function isEnabled(git: Git, name: string): Promise<boolean> {
  const value = await git.runForText('config', '--type=bool', '--get', name).catch(() => 'false')
  return value.trim() === 'true'
}
