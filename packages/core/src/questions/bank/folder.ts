// Finds the dataset files of a folder, and reads them. No other file of this slice accesses the file system.
import type { BigIntStats, Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { isSameFile, readRegularFile } from '../../regular-file.ts'
import { revisionOfLarge } from '../../revision.ts'
import { type CategoryName, readCategoryName, readImportedName } from '../category-name.ts'

/** Maximum size of a dataset file, in bytes. */
const MAX_DATASET_BYTES = 128 * 1024 * 1024

/** Maximum number of datasets in a folder. */
export const MAX_DATASETS = 5000

/** The folder of the datasets. */
export interface FolderOptions {
  readonly directory: string
  /** The path of the folder used in messages. Default: `directory`. */
  readonly displayPath?: string
}

/** The file of a category. */
export interface DatasetFile extends CategoryName {
  /** The path used in messages. */
  readonly path: string
  /** The real path of its folder. */
  readonly folder: string
  readonly fileName: string
  readonly isLink: boolean
  /** Why the file is not read: "expected X, got Y". For example, two file names can have the same category. */
  readonly problem?: string
}

/**
 * Lists the dataset files of a folder.
 * @returns the files, sorted by category, and the names of the files that are not datasets, sorted. Folders are left out of these,
 * hidden files other than CSV, and a file beside a dataset of its name that is not newer, such as the workbook that was imported
 * @throws Error of the file system when the folder cannot be read; Error when it has more than {@link MAX_DATASETS}
 */
export async function listFolder({ directory, displayPath = directory }: FolderOptions) {
  const folder = await realpath(directory)
  const entries = (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))
  const files = new Map<string, DatasetFile>()
  for (const entry of entries) {
    const { name: fileName } = entry
    const names = readCategoryName(fileName)
    if (!names) continue
    const { category } = names
    const path = join(displayPath, fileName)
    const first = files.get(category)
    const start = `expected one file for the category ${JSON.stringify(category)}, got`
    files.set(
      category,
      first
        ? {
            ...first,
            problem: `${first.problem ?? `${start} ${JSON.stringify(first.fileName)}`} and ${JSON.stringify(fileName)}`,
          }
        : { ...names, path, folder, fileName, isLink: entry.isSymbolicLink() },
    )
  }
  if (files.size > MAX_DATASETS) throw new Error(`${files.size} datasets, which is more than ${MAX_DATASETS}`)
  const ignoredFiles: string[] = []
  for (const entry of entries) if (await isIgnored(entry, files)) ignoredFiles.push(entry.name)
  return { files: [...files.values()].sort((a, b) => (a.category < b.category ? -1 : 1)), ignoredFiles }
}

/** A person named such a file. Editors and systems write names such as `.#zoo.csv` and `._zoo.csv`. */
const HIDDEN_CSV = /^\.[\p{L}\p{N}].*\.csv$/iu

/** @param files the dataset files by category. One of the same name is what an import of the entry has written */
async function isIgnored(entry: Dirent, files: ReadonlyMap<string, DatasetFile>): Promise<boolean> {
  const { name } = entry
  if (entry.isDirectory() || readCategoryName(name)) return false
  const imported = readImportedName(name)
  // npm writes the two files where it installs this service.
  const isForeign = /^[.~]|^package(?:-lock)?\.json$/.test(name) && !HIDDEN_CSV.test(name)
  if (isForeign) return false
  const dataset = files.get(imported?.category ?? '')
  return !dataset || (await isNewer(join(dataset.folder, name), join(dataset.folder, dataset.fileName)))
}

/** Copying a folder gives its files times within this. */
const COPY_MS = 60_000

/** Whether a file was changed after an import had written the other one. */
async function isNewer(path: string, imported: string): Promise<boolean> {
  const [changedMs, writtenMs] = await Promise.all(
    [path, imported].map((file) =>
      stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  )
  return (changedMs ?? 0) > (writtenMs ?? 0) + COPY_MS
}

/** Names one file, whatever its name is. @param displayPath the path used in messages */
export function nameFile(path: string, displayPath: string): DatasetFile {
  const names = readCategoryName(basename(path)) ?? { title: 'Questions', category: 'questions' }
  return { ...names, path: displayPath, folder: dirname(path), fileName: basename(path), isLink: false }
}

/** The file of a category at the time of a scan. */
export interface ScannedFile extends DatasetFile {
  readonly content:
    | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly revision: string }
    /** `reason` has the form "expected X, got Y". A file that is the same as at the previous scan is not read again. */
    | { readonly kind: 'unreadable' | 'unchanged'; readonly reason: string }
  /** Equal for two scans when their paths and their contents, or their reasons, are equal. */
  readonly fingerprint: string
  /** The identity, size and times of the file. Undefined when the file has just changed. */
  readonly statFingerprint?: string | undefined
}

/** Returns the fingerprint of a file with this revision, or of an unreadable file with this reason. */
export function fingerprintOf(path: string, revisionOrReason: string): string {
  return `${path}\n${revisionOrReason}`
}

/** Options of {@link scanFile}. */
export interface ScanOptions {
  /** Default: 128 MiB. */
  readonly maxBytes?: number | undefined
  readonly now: () => Date
}

/**
 * Scans a file. It rejects FIFOs, devices, and symbolic links to a path outside the folder.
 * @param previous the previous scan. A file with an equal stat fingerprint is not read again
 */
export async function scanFile(
  file: DatasetFile,
  { maxBytes = MAX_DATASET_BYTES, now }: ScanOptions,
  previous?: Pick<ScannedFile, 'fingerprint' | 'statFingerprint'>,
): Promise<ScannedFile> {
  const { path, folder, fileName, isLink, problem } = file
  const reject = (reason: string): ScannedFile => {
    return { ...file, content: { kind: 'unreadable', reason }, fingerprint: fingerprintOf(path, reason) }
  }
  if (problem !== undefined) return reject(problem)
  try {
    const real = isLink ? await resolveLink(folder, fileName) : join(folder, fileName)
    const before = await stat(real, { bigint: true })
    assertReadable(before, maxBytes)
    const statFingerprint = identify(real, before, now())
    if (previous && statFingerprint !== undefined && statFingerprint === previous.statFingerprint) {
      const content = { kind: 'unchanged', reason: 'expected a change, got none' } as const
      return { ...file, content, fingerprint: previous.fingerprint, statFingerprint }
    }
    const { bytes, stats } = await readRegularFile(real, maxBytes)
    const after = await stat(real, { bigint: true }).catch(() => undefined)
    // A path that has got another file does not change the file that was read.
    if (after?.ino === stats.ino && !isSameFile(after, stats))
      throw new Error('a file that changes while it is read')
    const revision = await revisionOfLarge(bytes)
    return {
      ...file,
      content: { kind: 'bytes', bytes, revision },
      fingerprint: fingerprintOf(path, revision),
      statFingerprint: identify(real, stats, now()),
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return reject(`expected a file that can be read, got ${code ?? message}`)
  }
}

/**
 * Resolves a symbolic link. Links within the folder are allowed, because Kubernetes mounts a ConfigMap with
 * them. A link to a path outside the folder could publish any file of the machine.
 * @param folder the real path of the folder
 */
async function resolveLink(folder: string, name: string): Promise<string> {
  const real = await realpath(join(folder, name))
  if (real.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return real
  throw new Error('a symbolic link to a path outside the folder')
}

function assertReadable(stats: BigIntStats, maxBytes: number): void {
  if (!stats.isFile()) throw new Error(stats.isDirectory() ? 'a folder' : 'a FIFO or a device')
  if (stats.size > maxBytes) throw new Error(`${stats.size} bytes, which is more than ${maxBytes}`)
}

/** Minimum age of the last change before the times of a file are trusted. Some file systems store seconds. */
const MIN_UNCHANGED_MS = 3000

/** Undefined for a file that has just changed, because a further change could have the same times. */
function identify(path: string, stats: BigIntStats, now: Date): string | undefined {
  const { dev, ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = stats
  // A copied file can have an old mtime, but its ctime is the time of the copy.
  const isRecent = now.getTime() - Math.max(Number(mtimeMs), Number(ctimeMs)) <= MIN_UNCHANGED_MS
  return isRecent ? undefined : [path, dev, ino, size, mtimeNs, ctimeNs].join(' ')
}
