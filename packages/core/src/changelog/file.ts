// The changelog on the disk; with file-*.ts the one place of this slice that touches it. One writer at a time in a
// process and between processes. What is written is decided by a pure function.
import { CoreError } from '../errors.ts'
import { type ChangelogContent, hashBytes, keepNewest, shareReads, toContent } from './file-content.ts'
import { acquireLock, MAX_POLLS, type Patience } from './file-lock.ts'
import { findRealPath, type NamedPath, namePath } from './file-path.ts'
import { createQueue } from './file-queue.ts'
import { DISK, type FileSystem, MAX_CHANGELOG_BYTES, readBytes } from './file-read.ts'
import { replaceFile } from './file-replace.ts'

/** Where the changelog is. */
export interface ChangelogFileOptions {
  readonly repositoryPath: string
  /** Relative to the repository, inside it, and outside of git directories. */
  readonly changelogPath: string
  readonly fileSystem?: FileSystem
}

/** A changelog on the disk. A file that is not there reads as an empty text. */
export interface ChangelogFile {
  /**
   * Reads the file as it is when this is called, or later. As long as it stays the same, so does the object.
   * @throws CoreError `unreadable_changelog`
   */
  read(): Promise<ChangelogContent>
  /**
   * Reads, changes and writes while nobody else does. The file is written when the text changed, and then it is on
   * the disk for good when this resolves. `change` is called again when somebody else saved the file meanwhile.
   * @throws CoreError `unreadable_changelog`, `unwritable_changelog`, `changelog_locked`, `changelog_edit_refused`
   * when the new text is too large, or what `change` throws
   */
  edit<T>(change: Change<T>): Promise<Edited<T>>
}

/** Decides what a changelog becomes. */
export type Change<T> = (content: ChangelogContent) => { readonly text: string; readonly result: T }

/** The result of a change, and the hash of the file after it. */
export interface Edited<T> {
  readonly result: T
  readonly hash: string
}

/** How often an edit is made before it gives up because others keep changing the file. */
const MAX_ATTEMPTS = 5

/**
 * Names a changelog; touches nothing yet.
 * @throws CoreError `invalid_settings` when the path leads out of the repository, or into a git directory
 */
export function openChangelogFile(options: ChangelogFileOptions): ChangelogFile {
  const { repositoryPath, changelogPath, fileSystem = DISK } = options
  const named = namePath(repositoryPath, changelogPath)
  const { shown } = named
  const enqueue = createQueue(shown)
  const readCurrent = async () => readBytes(fileSystem, await findRealPath(fileSystem, named), shown)
  return {
    read: shareReads(keepNewest(readCurrent, shown)),
    edit: (change) =>
      enqueue(async () => {
        const patience = { polls: MAX_POLLS }
        for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
          const edited = await tryEdit(fileSystem, named, patience, change)
          if (edited) return edited
        }
        throw new CoreError(
          'changelog_locked',
          `${shown}: expected the file to stay as it was read, got ${MAX_ATTEMPTS} changes by others in a row; try again`,
        )
      }),
  }
}

/** Edits once; undefined when it has to be made again, because the file changed meanwhile or the lock was lost. */
async function tryEdit<T>(
  fs: FileSystem,
  named: NamedPath,
  patience: Patience,
  change: Change<T>,
): Promise<Edited<T> | undefined> {
  const { shown } = named
  const path = await findRealPath(fs, named)
  const lock = await acquireLock(fs, path, shown, patience)
  try {
    const { bytes, stats } = await readBytes(fs, path, shown)
    const before = toContent({ bytes, stats }, shown)
    const { text, result } = change(before)
    if (text === before.text) return { result, hash: before.hash }
    const after = Buffer.from(text)
    assertReadable(after, shown)
    const isReplaced = await replaceFile(fs, lock, { path, shown, bytes: after, stats })
    return isReplaced ? { result, hash: hashBytes(after) } : undefined
  } finally {
    await lock.release()
  }
}

/** What is written must be read again. */
function assertReadable({ length }: Buffer, shown: string): void {
  if (length <= MAX_CHANGELOG_BYTES) return
  throw new CoreError(
    'changelog_edit_refused',
    `${shown}: expected at most ${MAX_CHANGELOG_BYTES} bytes after the edit, got ${length}; the file is as before`,
  )
}
