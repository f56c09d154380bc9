// Defines the interface for reading a git repository. Paths are relative to the root of the working tree,
// with `/` separators. A path that is not valid UTF-8 is escaped as in path.ts.

/** A tracked path that differs between a tree and the working tree. */
export interface Difference {
  /** The letter in `git diff --raw`: `A` added, `D` deleted, `M` modified, `T` type changed, `U` unmerged. */
  readonly status: string
  readonly path: string
  /** The mode and the hash of the path in the tree, separated by a space. All zeros for an added path. */
  readonly baseEntry: string
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
  /** Rejects a repository in which git would read a FIFO, a device or a socket instead of a file. */
  assertNoSpecialFiles(): Promise<void>
  /** Returns the hash of HEAD's commit, or undefined on a branch without commits. */
  head(): Promise<string | undefined>
  /** Checks whether the repository is a shallow clone, which lacks the older commits. */
  isShallow(): Promise<boolean>
  /** Lists the commits without a parent in the history of HEAD: in a shallow clone, its oldest commits. */
  rootCommits(): Promise<ReadonlySet<string>>
  /** Lists the tags that are reachable from HEAD. */
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
  /** Lists the tracked paths in which the working tree differs from a commit or tree. */
  diff(base: string): Promise<readonly Difference[]>
  /** Lists the paths that are neither tracked nor ignored. A nested repository is listed as one path. */
  untracked(): Promise<readonly string[]>
  /**
   * Returns the mode and the hash, separated by a space, that `git add` would store for each path. The value
   * is undefined for a path that is neither a file nor a symbolic link, or that cannot be read.
   */
  treeEntries(paths: readonly string[]): Promise<readonly (string | undefined)[]>
}
