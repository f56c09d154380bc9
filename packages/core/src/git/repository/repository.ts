// Defines the interface for reading a git repository. Paths are relative to the root of the working tree,
// with `/` separators. A path that is not valid UTF-8 is escaped as in path.ts.

/** A path that differs between two trees. An entry is a mode and a hash, separated by a space. */
export interface Difference {
  readonly path: string
  /** The entry in the first tree. Undefined for an added path. */
  readonly baseEntry: string | undefined
  /** The entry in the second tree. Undefined for a removed path. */
  readonly headEntry: string | undefined
}

/** A path that differs from HEAD in the index or the working tree. */
export type StatusEntry =
  | { readonly path: string; readonly kind: 'untracked' }
  | {
      readonly path: string
      readonly kind: 'unmerged'
      /** The entry in HEAD. Undefined when HEAD does not have the path. */
      readonly headEntry: string | undefined
      /** Whether the working tree has the path. */
      readonly isPresent: boolean
    }
  | {
      readonly path: string
      readonly kind: 'tracked'
      /** The entry in HEAD. Undefined when HEAD does not have the path. */
      readonly headEntry: string | undefined
      /** Whether the working tree has the path, as a tracked one. */
      readonly isPresent: boolean
      /** Whether the index differs from HEAD. */
      readonly isStaged: boolean
      /** The entry in the working tree, when it is the one in the index. */
      readonly workingEntry?: string
    }

/** HEAD, and what differs from it. */
export interface Status {
  /** The hash of HEAD's commit. Undefined on a branch without commits. */
  readonly head: string | undefined
  readonly entries: readonly StatusEntry[]
}

/** What HEAD points to, and whether the history behind it is complete. */
export interface HeadState {
  /** The hash of HEAD's commit. Undefined on a branch without commits. */
  readonly head: string | undefined
  /** Whether the repository is a shallow clone, which lacks the older commits. */
  readonly isShallow: boolean
}

/** A tag. */
export interface Tag {
  readonly name: string
  /** The hash of the commit, or of the tag object of an annotated tag. */
  readonly hash: string
}

/** The path of a file, as it is named and as the file system resolves it. */
export interface FilePaths {
  /** The path without resolved symbolic links. */
  readonly path: string
  /** The path after symbolic links were resolved. Equal to `path` when the file does not exist. */
  readonly realPath: string
}

/** A git repository. Every method throws AppError `git/unreadable_repository` when git cannot read it. */
export interface Repository {
  /** Returns the path of the opened folder with a trailing `/`, or an empty string for the root. */
  prefix(): Promise<string>
  /**
   * Finds the path of a file.
   * @param file the path relative to the opened folder
   */
  locate(file: string): Promise<FilePaths>
  /**
   * Rejects a repository in which git would read a FIFO, a device or a socket instead of a file, and one whose working tree was
   * moved. Call it before the methods below. Returns the options of git that disable the filters in the config of the repository.
   */
  prepare(): Promise<readonly string[]>
  /** Returns HEAD's commit, and whether its history is complete. */
  headState(): Promise<HeadState>
  /** Lists the commits without a parent in the history of HEAD: in a shallow clone, its oldest commits. */
  rootCommits(): Promise<ReadonlySet<string>>
  /** Lists the tags that are reachable from HEAD. Fails on a branch without commits. */
  tags(): Promise<readonly Tag[]>
  /** Returns the hash of the empty tree. */
  emptyTree(): Promise<string>
  /** Resolves the ref of a caller to the hash of a commit. @throws AppError `git/invalid_ref` */
  resolve(ref: string): Promise<string>
  /**
   * Finds the newest commit in the history of HEAD that changed how often `text` occurs in a file. Renames of
   * the file are followed.
   */
  lastCommitChangingText(text: string, path: string): Promise<string | undefined>
  /** Checks whether `ancestor` is an ancestor of `descendant` or the same commit. */
  isAncestor(ancestor: string, descendant: string): Promise<boolean>
  /** Returns the committer time of a commit, in seconds since 1970. */
  commitTime(commit: string): Promise<number>
  /** Returns the HEAD that {@link status} returned last. It may have changed. */
  lastHead(): string | undefined
  /**
   * Lists the paths that differ between two commits or trees.
   * @param signal ends git when the result is not needed
   */
  diffTrees(base: string, head: string, signal?: AbortSignal): Promise<readonly Difference[]>
  /**
   * Returns HEAD, the paths that differ from it, and the untracked ones that are not ignored. A nested repository is listed as one
   * path. The untracked ones are last. A path that was removed from the index and exists is listed twice: as tracked and as
   * untracked.
   * @param options the result of {@link prepare}
   */
  status(options: readonly string[]): Promise<Status>
  /**
   * Returns the mode and the hash, separated by a space, that `git add` would store for each path. The value
   * is undefined for a path that is neither a file nor a symbolic link, or that cannot be read.
   */
  treeEntries(paths: readonly string[]): Promise<readonly (string | undefined)[]>
}
