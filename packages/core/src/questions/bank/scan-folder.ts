// Scans a folder of datasets. Only this file and read-file.ts touch the disk.
import type { Dirent } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type CategoryName, readCategoryName } from '../category-name.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { readFile, resolveLink, statFile } from './read-file.ts'
import { foundBytes, foundUnreadable, type ScannedFile } from './scanned-file.ts'

/** The most datasets of a folder. */
export const MAX_DATASETS = 5000

/** The most files that are open at the same time. */
export const MAX_OPEN_FILES = 16

/** The folder of datasets. */
export interface FolderOptions {
  readonly directory: string
  /** The folder as it appears in `path` and in diagnostics. Default: `directory`. */
  readonly shownAs?: string
  readonly now: () => Date
}

interface DatasetFile extends CategoryName {
  readonly fileName: string
  readonly isLink: boolean
}

/** The fingerprints of a category in the previous snapshot. */
type KnownFile = Pick<ScannedFile, 'fingerprint' | 'statFingerprint'>

/**
 * Scans every dataset file. A file with the stat fingerprint in `known` is not read again.
 * @returns the file of each category; for an unreadable file, the reason
 * @throws Error of the file system when the folder cannot be read; Error when it has more than {@link MAX_DATASETS}
 */
export async function scanFolder(
  { directory, shownAs = directory, now }: FolderOptions,
  known: ReadonlyMap<string, KnownFile>,
): Promise<Map<string, ScannedFile>> {
  const root = await realpath(directory)
  const categories = [...groupByCategory(await readdir(root, { withFileTypes: true }))]
  if (categories.length > MAX_DATASETS) {
    throw new Error(`${categories.length} datasets, which is more than ${MAX_DATASETS}`)
  }
  const scanned = await mapConcurrently(categories, MAX_OPEN_FILES, async ([category, files]) => {
    const file = files[0] as DatasetFile
    const shown = { category, title: file.title, path: join(shownAs, file.fileName) }
    if (files.length > 1) return [category, foundUnreadable(shown, describeDuplicates(files))] as const
    return [category, await scanFile(shown, file, root, known.get(category), now())] as const
  })
  return new Map(scanned)
}

/** The dataset files of a folder by category. Two names may mean the same category. */
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

async function scanFile(
  shown: CategoryName & { readonly path: string },
  { fileName, isLink }: DatasetFile,
  root: string,
  known: KnownFile | undefined,
  now: Date,
): Promise<ScannedFile> {
  try {
    const path = isLink ? await resolveLink(join(root, fileName), root) : join(root, fileName)
    const statFingerprint = await statFile(path, now)
    if (known && statFingerprint !== undefined && statFingerprint === known.statFingerprint) {
      return { ...shown, content: { kind: 'unchanged' }, fingerprint: known.fingerprint, statFingerprint }
    }
    const read = await readFile(path, now)
    return foundBytes(shown, read.bytes, read.statFingerprint)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return foundUnreadable(shown, `expected a file that can be read, got ${code ?? message}`)
  }
}

function describeDuplicates(files: readonly DatasetFile[]): string {
  const names = files.map(({ fileName }) => JSON.stringify(fileName)).join(' and ')
  return `expected one file for the category ${JSON.stringify(files[0]?.category)}, got ${names}`
}
