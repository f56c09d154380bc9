// Scans a folder of datasets. Only this file and read-file.ts access the file system.
import type { Dirent } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type CategoryName, readCategoryName } from '../category-name.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { MAX_DATASET_BYTES, readFile, resolveLink, statFile } from './read-file.ts'
import {
  createScannedFile,
  createUnreadableFile,
  createUnreadFile,
  type FileNames,
  type ScannedFile,
} from './scanned-file.ts'

/** Maximum number of datasets in a folder. */
export const MAX_DATASETS = 5000

/** Maximum number of files that are open at the same time. */
export const MAX_OPEN_FILES = 16

/** Which files are read. */
export interface FileLimits {
  /** Maximum size of a file, in bytes. Default: {@link MAX_DATASET_BYTES}. */
  readonly maxBytes?: number | undefined
  /** The size, in bytes, above which a file is not read by a scan. Default: every file is read. */
  readonly maxScannedBytes?: number | undefined
}

/** The folder of the datasets. */
export interface FolderOptions extends FileLimits {
  readonly directory: string
  /** The path of the folder used in messages. Default: `directory`. */
  readonly displayPath?: string
  /** Returns the current time. */
  readonly now: () => Date
}

interface DatasetFile extends CategoryName {
  readonly fileName: string
  readonly isLink: boolean
}

/** The result of a scan. */
export interface FolderScan {
  /** The file of each category. */
  readonly files: ReadonlyMap<string, ScannedFile>
  /** The names of the files that are not datasets, sorted. Folders are left out, and hidden files other than CSV. */
  readonly ignoredFiles: readonly string[]
}

/** The fingerprints of a category in the previous snapshot. */
type PreviousFile = Pick<ScannedFile, 'fingerprint' | 'statFingerprint'>

/**
 * Scans every dataset file of a folder.
 * @param previous the previous snapshot by category. A file with an equal stat fingerprint is not read again
 * @throws Error of the file system when the folder cannot be read; Error when it has too many datasets
 */
export async function scanFolder(
  { directory, displayPath = directory, now, ...limits }: FolderOptions,
  previous: ReadonlyMap<string, PreviousFile>,
): Promise<FolderScan> {
  const root = await realpath(directory)
  const entries = await readdir(root, { withFileTypes: true })
  const categories = [...groupByCategory(entries)]
  if (categories.length > MAX_DATASETS) {
    throw new Error(`${categories.length} datasets, which is more than ${MAX_DATASETS}`)
  }
  const scanned = await mapConcurrently(categories, MAX_OPEN_FILES, async ([category, files]) => {
    const file = files[0] as DatasetFile
    const names = { category, title: file.title, path: join(displayPath, file.fileName) }
    if (files.length > 1) {
      return [category, createUnreadableFile(names, describeDuplicates(files))] as const
    }
    const entry = { names, ...file, root, limits }
    return [category, await scanEntry(entry, previous.get(category), now())] as const
  })
  return { files: new Map(scanned), ignoredFiles: findIgnored(entries) }
}

/** A person named such a file. Editors and systems write names such as `.#zoo.csv` and `._zoo.csv`. */
const HIDDEN_CSV = /^\.[\p{L}\p{N}].*\.csv$/iu

function findIgnored(entries: readonly Dirent[]): string[] {
  return entries
    .filter(({ name }) => !readCategoryName(name) && (!/^[.~]/.test(name) || HIDDEN_CSV.test(name)))
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => name)
    .sort()
}

/** Groups the dataset files of a folder by category. Different file names can have the same category. */
function groupByCategory(entries: readonly Dirent[]): Map<string, DatasetFile[]> {
  const groups = new Map<string, DatasetFile[]>()
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = readCategoryName(entry.name)
    if (!name) continue
    const file = { ...name, fileName: entry.name, isLink: entry.isSymbolicLink() }
    groups.set(name.category, [...(groups.get(name.category) ?? []), file])
  }
  return groups
}

/**
 * Scans one file, whatever its name is.
 * @param displayPath the path used in messages
 */
export async function scanFile(
  path: string,
  displayPath: string,
  now: Date,
  limits: FileLimits = {},
): Promise<ScannedFile> {
  const { title, category } = readCategoryName(basename(path)) ?? {
    title: 'Questions',
    category: 'questions',
  }
  const names = { category, title, path: displayPath }
  const entry = { names, fileName: basename(path), isLink: false, root: dirname(path), limits }
  return scanEntry(entry, undefined, now)
}

/** An entry of the folder `root`. */
interface FolderEntry extends Pick<DatasetFile, 'fileName' | 'isLink'> {
  readonly names: FileNames
  readonly root: string
  readonly limits: FileLimits
}

async function scanEntry(
  { names, fileName, isLink, root, limits }: FolderEntry,
  previous: PreviousFile | undefined,
  now: Date,
): Promise<ScannedFile> {
  const { maxBytes = MAX_DATASET_BYTES, maxScannedBytes = maxBytes } = limits
  try {
    const path = isLink ? await resolveLink(join(root, fileName), root) : join(root, fileName)
    const { size, fingerprint: statFingerprint } = await statFile(path, maxBytes, now)
    if (previous && statFingerprint !== undefined && statFingerprint === previous.statFingerprint) {
      return { ...names, content: { kind: 'unchanged' }, fingerprint: previous.fingerprint, statFingerprint }
    }
    if (size > maxScannedBytes) return createUnreadFile(names, path, statFingerprint, now)
    const { bytes, status } = await readFile(path, maxBytes, now)
    return createScannedFile(names, bytes, status.fingerprint)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return createUnreadableFile(names, `expected a file that can be read, got ${code ?? message}`)
  }
}

function describeDuplicates(files: readonly DatasetFile[]): string {
  const names = files.map(({ fileName }) => JSON.stringify(fileName)).join(' and ')
  return `expected one file for the category ${JSON.stringify(files[0]?.category)}, got ${names}`
}
