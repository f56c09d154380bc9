// The interface of a git repository that is read. Paths are relative to the root of its working tree, separated by `/`;
// a path that is not valid UTF-8 is escaped.

/** A tracked path in which the working tree differs from a tree. */
export interface Difference {
  /** The status letter of `git diff --raw`: `A`, `D`, `M`, `T` or `U`. */
  readonly status: string
  readonly path: string
  /** Mode and hash of the path in the tree, separated by a space; all zeros when the tree lacks it. */
  readonly baseEntry: string
}

/** A tag; `hash` is of the tagged object, which for an annotated tag is the tag object. */
export interface Tag {
  readonly name: string
  readonly hash: string
}

/** A git repository. @throws AppError `git/unreadable_repository` from every method */
export interface Repository {
  /** The path of the opened folder, empty for the root, otherwise with a trailing `/`. */
  prefix(): Promise<string>
  /** The path of a file of the opened folder: as it is named, and after symbolic links are resolved. */
  locate(path: string): Promise<{ readonly named: string; readonly real: string }>
  /** Refuses a repository in which git would read a pipe, a device or a socket as a file. */
  refuseSpecialFiles(): Promise<void>
  /** The commit of HEAD; undefined on a branch without commits. */
  head(): Promise<string | undefined>
  isShallow(): Promise<boolean>
  /** The commits of HEAD's history without a parent. In a shallow clone these are where the history was cut off. */
  parentlessCommits(): Promise<ReadonlySet<string>>
  /** The tags that HEAD contains. */
  tags(): Promise<readonly Tag[]>
  /** The hash of the empty tree. */
  emptyTree(): Promise<string>
  /** The commit that a caller's ref names. @throws AppError `git/invalid_ref` */
  resolve(ref: string): Promise<string>
  /** The newest commit of HEAD's history that changed how often `text` occurs in a file; renames are followed. */
  lastCommitTouching(text: string, path: string): Promise<string | undefined>
  /** Whether `ancestor` is an ancestor of `descendant`, or the same commit. */
  isAncestor(ancestor: string, descendant: string): Promise<boolean>
  /** When a commit was made, in seconds since 1970. */
  commitTime(commit: string): Promise<number>
  /** The tracked paths in which the working tree differs from a commit or tree. */
  diff(base: string): Promise<readonly Difference[]>
  /** The paths that are neither tracked nor ignored. */
  untracked(): Promise<readonly string[]>
  /** Mode and hash that a tree would have for each path if it were added now; undefined when that is unknown. */
  treeEntries(paths: readonly string[]): Promise<readonly (string | undefined)[]>
}
