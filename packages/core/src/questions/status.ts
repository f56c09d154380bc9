// One category as it stands, and what becomes of it when another content is found. Pure: bank.ts looks at the disk.
import type { CategoryName } from './category.ts'
import { type Dataset, readDataset, versionOf } from './dataset.ts'
import type { Problem } from './problem.ts'

/** What a look at the folder found of one category. */
export interface Sighting extends CategoryName {
  /** The file, as it is shown to people. */
  readonly path: string
  /** The file's content, or why there is none. */
  readonly content: Uint8Array | string
  /** Two sightings with the same mark found the same. */
  readonly mark: string
}

/** One category as it stands: its dataset, or why there is none, or why a newer one could not take its place. */
export interface DatasetStatus {
  readonly category: string
  readonly path: string
  /** When the dataset was read, or first could not be read. */
  readonly loadedAt: Date
  /** The last good version; it is served also while the file has problems. */
  readonly dataset?: Dataset
  readonly problems: readonly Problem[]
}

/** A sighting with its mark. */
export function sight(found: Omit<Sighting, 'mark'>): Sighting {
  const { path, content } = found
  return { ...found, mark: `${path}\n${typeof content === 'string' ? content : versionOf(content)}` }
}

/** The status after a sighting: a new dataset, or the last good one with the problems of what was found. */
export function readStatus(sighting: Sighting, before: DatasetStatus | undefined, now: Date): DatasetStatus {
  const { category, path, content } = sighting
  if (before?.dataset && isContentOf(before, sighting)) return { ...before, problems: [] }
  const { dataset, problems = [] } = readContent(sighting, content)
  if (dataset) return { category, path, loadedAt: now, dataset, problems }
  const lastGood = before?.dataset && { dataset: before.dataset, loadedAt: before.loadedAt }
  return { category, path, loadedAt: now, ...lastGood, problems }
}

function isContentOf({ path, dataset }: DatasetStatus, { path: found, content }: Sighting): boolean {
  return path === found && typeof content !== 'string' && dataset?.version === versionOf(content)
}

function readContent(
  { category, title, path }: CategoryName & { readonly path: string },
  content: Uint8Array | string,
) {
  const failed = (message: string) => ({ problems: [{ file: path, line: 1, column: 1, message }] })
  if (typeof content === 'string') return { dataset: undefined, ...failed(content) }
  try {
    return readDataset({ category, title, path, bytes: content })
  } catch (error) {
    // Whatever one file does to its reader (larger than a text can be, for one), the others are served.
    return { dataset: undefined, ...failed(`expected a file that can be read, got ${String(error)}`) }
  }
}
