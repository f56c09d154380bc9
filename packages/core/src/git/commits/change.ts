// Defines what is recorded in git: a change of one file, and the commit and the tag that are planned for it.

/** The content of the file in the working tree. */
export interface WorkingFile {
  /** The absolute path, without symbolic links. */
  readonly path: string
  /** Undefined when the file does not exist. */
  readonly bytes: Buffer | undefined
}

/** A change of the file. */
export interface Change {
  readonly file: WorkingFile
  /** The new content. */
  readonly bytes: Buffer
  /** The version that is released. Undefined for a change that releases nothing. */
  readonly version: string | undefined
  /** Requests that can be repeated, so that every clone finds them in the history. */
  readonly requests: readonly RecordedRequest[]
}

/** A request that a commit names. */
export interface RecordedRequest {
  /** The caller, the operation and the key, as one text. */
  readonly id: string
  /** A hash of the payload. */
  readonly fingerprint: string
  /** The revision of the file after the request. */
  readonly revision: string
}

/** A request that was found in the history. */
export interface FoundRequest extends RecordedRequest, Published {
  readonly version: string | undefined
}

/** The names of what was recorded. */
export interface Published {
  /** The hash of the commit. */
  readonly commit?: string
  /** The name of the tag. */
  readonly tag?: string
}

/** The objects of a change. They exist, but no ref leads to them yet. It can be kept as JSON. */
export interface Plan {
  /** The hash of the commit. */
  readonly commit: string
  /** The commit before it. Undefined for the first commit of a branch. */
  readonly parent?: string
  /** The full name of the branch. */
  readonly branch: string
  readonly tag?: PlannedTag
  /** The path of the file from the root of the working tree. */
  readonly path: string
  /** The mode and the hash of the new file, separated by a space. */
  readonly entry: string
  /** The entries of the index that the new one replaces. Another one is left as it is. */
  readonly replacedEntries: readonly string[]
}

/** A tag object. */
export interface PlannedTag {
  /** The name without `refs/tags/`. */
  readonly name: string
  /** The hash of the tag object. */
  readonly object: string
}

/** What a change would do in git. */
export interface GitPreview {
  /** The name of the branch without `refs/heads/`. */
  readonly branch: string
  /** The first line of the commit message. */
  readonly message: string
  readonly tag?: string
  /** The remote that would be pushed to. */
  readonly remote?: string
}
