// The one file of this slice that touches the disk: one look at a folder of datasets.
import { type BigIntStats, constants, type Dirent } from 'node:fs'
import { open, readdir, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type CategoryName, readCategory } from './category.ts'
import { mapConcurrently } from './concurrency.ts'
import { markOf, type Sighting } from './status.ts'
import { versionOf } from './version.ts'

/** The largest dataset file that is read, in bytes: parsing one of that size takes up to a second. */
export const MAX_DATASET_BYTES = 4 * 1024 * 1024

/** The most datasets that a folder may have. */
export const MAX_DATASETS = 5000

/** How many files are looked at, and so opened, at a time. */
export const MAX_FILES_AT_ONCE = 16

/** How long a file must not have changed for its time of change to be trusted; some file systems count in seconds. */
const QUIET_MS = 3000

/** Where the datasets lie. */
export interface BankOptions {
  /** The folder to read. */
  readonly directory: string
  /** How paths in it are shown to people; `directory` when left out. */
  readonly shownAs?: string
  readonly now: () => Date
}

interface DatasetFile extends CategoryName {
  readonly fileName: string
  readonly isLink: boolean
}

/** What is known of a category from former looks. */
type Known = Pick<Sighting, 'mark' | 'fingerprint'>

/** What a file of a dataset is beside its content. */
type Shown = Pick<Sighting, 'category' | 'title' | 'path'>

/**
 * Looks at every dataset file. One whose fingerprint is `known` is not read again, and has no content then.
 * @returns a sighting for each category; a file that cannot be read has the reason in place of its content
 * @throws the folder's own error when it cannot be read, or an error when it holds more than {@link MAX_DATASETS}
 */
export async function look(
  { directory, shownAs = directory, now }: BankOptions,
  known: ReadonlyMap<string, Known>,
): Promise<Map<string, Sighting>> {
  const root = await realpath(directory)
  const categories = [...findRivals(await readdir(root, { withFileTypes: true }))]
  if (categories.length > MAX_DATASETS) {
    throw new Error(`${categories.length} datasets, which is more than ${MAX_DATASETS}`)
  }
  const sightings = await mapConcurrently(categories, MAX_FILES_AT_ONCE, async ([category, files]) => {
    const file = files[0] as DatasetFile
    const shown = { category, title: file.title, path: join(shownAs, file.fileName) }
    if (files.length > 1) return [category, sightContent(shown, describeRivals(files))] as const
    return [category, await sight(shown, file, root, known.get(category), now())] as const
  })
  return new Map(sightings)
}

/** The dataset files of a folder by category: one of each, if all is well. */
function findRivals(entries: readonly Dirent[]): Map<string, DatasetFile[]> {
  const rivals = new Map<string, DatasetFile[]>()
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = readCategory(entry.name)
    if (!name) continue
    const file = { ...name, fileName: entry.name, isLink: entry.isSymbolicLink() }
    rivals.set(name.category, [...(rivals.get(name.category) ?? []), file])
  }
  return rivals
}

async function sight(
  shown: Shown,
  { fileName, isLink }: DatasetFile,
  root: string,
  known: Known | undefined,
  now: Date,
): Promise<Sighting> {
  try {
    const place = isLink ? await resolveLink(join(root, fileName), root) : join(root, fileName)
    const fingerprint = fingerprintOf(place, await stat(place, { bigint: true }), now)
    if (known && fingerprint !== undefined && fingerprint === known.fingerprint) {
      return { ...shown, content: undefined, mark: known.mark, fingerprint }
    }
    const read = await readDatasetFile(place, now)
    return { ...sightContent(shown, read.content), fingerprint: read.fingerprint }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return sightContent(shown, `expected a file that can be read, got ${code ?? message}`)
  }
}

/**
 * The file that a link leads to. Links inside the folder are how a Kubernetes ConfigMap is mounted; one that leads out
 * of it would show what the folder's owner never put there.
 * @throws an error when it leads out of the folder
 */
async function resolveLink(place: string, root: string): Promise<string> {
  const real = await realpath(place)
  if (!real.startsWith(root.endsWith(sep) ? root : root + sep)) {
    throw new Error('a link that leads out of the folder')
  }
  return real
}

// Opening a pipe does not wait for its writer, and a link that took the place of a file is not followed.
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

/** What is at a place may have been replaced since it was last looked at: all that counts is asked of the open file. */
async function readDatasetFile(place: string, now: Date) {
  const handle = await open(place, OPEN_FLAGS)
  try {
    const fingerprint = fingerprintOf(place, await handle.stat({ bigint: true }), now)
    // `end` is the last byte that is read: one more than a file may have.
    const content = await buffer(handle.createReadStream({ end: MAX_DATASET_BYTES, autoClose: false }))
    assertSize(content.length)
    return { content, fingerprint }
  } finally {
    await handle.close()
  }
}

/** A sighting of a content, or of the reason why there is none. */
export function sightContent(shown: Shown, content: Uint8Array | string): Sighting {
  const mark = markOf(shown.path, typeof content === 'string' ? content : versionOf(content))
  return { ...shown, content, mark }
}

/**
 * What tells that a file is the same without reading it. Undefined for one that was changed a moment ago: it may be
 * changed again within the same tick of the file system's clock.
 * @throws an error that says why the file should not be read
 */
function fingerprintOf(place: string, stats: BigIntStats, now: Date): string | undefined {
  // Reading a pipe or a device may never end.
  if (!stats.isFile()) throw new Error(stats.isDirectory() ? 'a folder' : 'a pipe or a device')
  assertSize(stats.size)
  // A copy may bring an old time of change with it; when it was put here, ctime tells.
  const [mtimeMs, ctimeMs] = [Number(stats.mtimeMs), Number(stats.ctimeMs)]
  if (now.getTime() - Math.max(mtimeMs, ctimeMs) <= QUIET_MS) return undefined
  return [place, stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ')
}

function assertSize(bytes: number | bigint): void {
  if (bytes > MAX_DATASET_BYTES) throw new Error(`${bytes} bytes, which is more than ${MAX_DATASET_BYTES}`)
}

function describeRivals(files: readonly DatasetFile[]): string {
  const names = files.map(({ fileName }) => JSON.stringify(fileName)).join(' and ')
  return `expected one file for the category ${JSON.stringify(files[0]?.category)}, got ${names}`
}

/** A folder's error in words. */
export function describeUnreadable({ code, message }: NodeJS.ErrnoException): string {
  return `expected a folder that can be read, got ${code ?? message}`
}
