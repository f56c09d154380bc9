// Defines what is recorded in git: a change of the changelog, and the commit and the tag that are planned for it.
import { type Static, Type } from '@sinclair/typebox'
import type { RepositoryOptions } from '../repository.ts'

/** Options of {@link openVersionControl}. */
export interface VersionControlOptions extends Omit<RepositoryOptions, 'runsFilters'> {
  /** The message of the commit of a release. `{version}` and `{path}` are replaced. */
  readonly commitMessage: string
  /** The message of the commit of another edit. `{path}` is replaced. */
  readonly updateMessage: string
  /** The name of the tag of a release. `{version}` is replaced. */
  readonly tag: string
  /** The name and address of commits and tags. Those of git's configuration by default. */
  readonly name?: string | undefined
  readonly email?: string | undefined
  /** Whether the hooks of the repository run, and whether its configuration can request signatures. */
  readonly runsHooks: boolean
  /** Where changes are pushed. Undefined when they are not. */
  readonly remote?: RemoteOptions | undefined
}

/** Where and how often changes are pushed. */
export interface RemoteOptions {
  /** The name of a remote of the repository. */
  readonly name: string
  /** The template of the branch that gets the commit of a release, in place of the current branch and a tag. */
  readonly releaseBranch?: string | undefined
  /** Maximum number of pushes of a change, while other clones push theirs. */
  readonly maxAttempts: number
  /** How long a push to, or a fetch from, the remote may take, in milliseconds. */
  readonly timeoutMs: number
  /** How long the result of a fetch is served to readers, in milliseconds. */
  readonly maxAgeMs: number
}

/** The changelog in the working tree. */
export interface WorkingFile {
  /** The absolute path, without symbolic links. */
  readonly path: string
  /** Undefined when the file does not exist. */
  readonly bytes: Buffer | undefined
}

/** The key of a request, with which it can be repeated. */
export interface IdempotencyKey {
  /** The caller, the operation and the key, as one text. */
  readonly id: string
  /** A hash of the payload. */
  readonly fingerprint: string
}

/** An edit of the changelog that is to be recorded. */
export interface RecordedEdit {
  readonly file: WorkingFile
  /** The new content. */
  readonly bytes: Buffer
  /** The revision of the new content. */
  readonly revision: string
  /** The version that is released. Undefined for an edit that releases nothing. */
  readonly version: string | undefined
  /** The keys of its requests, so that every clone finds them in the history. */
  readonly keys: readonly IdempotencyKey[]
  /** The templates of the tag and of its message, when several packages are released. Those of the options by default. */
  readonly naming?: Pick<VersionControlOptions, 'tag' | 'commitMessage'>
}

/** A request that was found in the history. */
export interface FoundRequest extends Published {
  /** Whether its payload is the one that is searched. */
  readonly isSame: boolean
  /** The revision of the file after the request. */
  readonly revision: string
  readonly version: string | undefined
}

/** The names of what was recorded. */
export interface Published {
  /** The hash of the commit. */
  readonly commit?: string
  /** The name of the tag. */
  readonly tag?: string
  /** The name of the branch of a release, when it has one of its own. */
  readonly branch?: string
}

/** The objects of an edit. They exist, but no ref points to them yet. A plan can be kept as JSON. */
export interface Plan {
  /** The hash of the commit. */
  readonly commit: string
  /** The commit before it. Undefined for the first commit of a branch. */
  readonly parent?: string
  /** The full name of the branch. */
  readonly branch: string
  /** The name of the new branch of the remote that gets the commit instead. The clone does not change then. */
  readonly releaseBranch?: string
  /** The tag, by its name without `refs/tags/` and the hash of its object. */
  readonly tag?: { readonly name: string; readonly object: string }
  /** The path of the file from the root of the working tree. */
  readonly path: string
  /** The mode and the hash of the new file, separated by a space. */
  readonly entry: string
  /** The entries of the index that the new one replaces. Another one is left as it is. */
  readonly replacedEntries: readonly string[]
}

/** What an edit would do in git. */
export const GitPreview = Type.Object(
  {
    branch: Type.String({ description: 'The branch that would get the commit.' }),
    message: Type.String({ description: 'The first line of the commit message.' }),
    tag: Type.Optional(Type.String({ description: 'The tag that would be created.' })),
    remote: Type.Optional(Type.String({ description: 'The remote that would be pushed to.' })),
  },
  {
    additionalProperties: false,
    description:
      'Only in a dry run, in the release modes `commit` and `push`: what would be recorded in git.',
  },
)
export type GitPreview = Readonly<Static<typeof GitPreview>>
