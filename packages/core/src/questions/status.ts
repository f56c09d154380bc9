// One category as it stands, and what becomes of it when another content is found. Pure: bank.ts looks at the disk.
import type { CategoryName } from './category.ts'
import { type Dataset, readDataset } from './dataset.ts'
import type { Problem } from './problem.ts'

/** What a look at the folder found of one category. */
export interface Sighting extends CategoryName {
  /** The file, as it is shown to people. */
  readonly path: string
  /** The file's content, or why there is none; undefined where it is known to be what it was. */
  readonly content: Uint8Array | string | undefined
  /** Two sightings with the same mark found the same. */
  readonly mark: string
  /** By which the file is known not to have changed without being read; undefined where that is not certain. */
  readonly fingerprint?: string | undefined
}

/** One category as it stands: its dataset, or why there is none, or why a newer one could not take its place. */
export interface DatasetStatus {
  readonly category: string
  /** The file of the dataset that is served, or the one that cannot be read. */
  readonly path: string
  /** When the dataset was read, or first could not be read. */
  readonly loadedAt: Date
  /** The last good version; it is served also while the file has problems. */
  readonly dataset?: Dataset
  readonly problems: readonly Problem[]
}

/** The mark of a content by its version, or of the reason why it was not read. */
export function markOf(path: string, versionOrReason: string): string {
  return `${path}\n${versionOrReason}`
}

/** The status after a sighting: a new dataset, or the last good one with the problems of what was found. */
export function readStatus(sighting: Sighting, before: DatasetStatus | undefined, now: Date): DatasetStatus {
  const { category, path, mark } = sighting
  if (before?.dataset && mark === markOf(before.dataset.path, before.dataset.version)) {
    return { ...before, problems: [] }
  }
  const { dataset, problems = [] } = readContent(sighting)
  if (dataset) return { category, path, loadedAt: now, dataset, problems }
  return before?.dataset ? { ...before, problems } : { category, path, loadedAt: now, problems }
}

function readContent({ category, title, path, content }: Sighting) {
  const failed = (message: string) => ({ problems: [{ file: path, line: 1, column: 1, message }] })
  if (!(content instanceof Uint8Array))
    return { dataset: undefined, ...failed(content ?? 'expected a content') }
  try {
    return readDataset({ category, title, path, bytes: content })
  } catch (error) {
    // Whatever one file does to its reader, the others are served.
    return { dataset: undefined, ...failed(`expected a file that can be read, got ${String(error)}`) }
  }
}
