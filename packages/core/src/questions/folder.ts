// The one file of this slice that touches the disk: one look at a folder of datasets.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type CategoryName, readCategory } from './category.ts'
import { markOf, type Sighting } from './status.ts'
import { versionOf } from './version.ts'

/** The largest dataset file that is read, in bytes: parsing one of that size takes up to a second. */
export const MAX_DATASET_BYTES = 4 * 1024 * 1024

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
}

/** What is known of a category from former looks. */
type Known = Pick<Sighting, 'mark' | 'fingerprint'>

/** What a file of a dataset is beside its content. */
type Shown = Pick<Sighting, 'category' | 'title' | 'path'>

/**
 * Looks at every dataset file. One whose fingerprint is `known` is not read again, and has no content then.
 * @returns a sighting for each category; a file that cannot be read has the reason in place of its content
 * @throws the folder's own error when it cannot be read
 */
export async function look(
  { directory, shownAs = directory, now }: BankOptions,
  known: ReadonlyMap<string, Known>,
): Promise<Map<string, Sighting>> {
  const rivals = new Map<string, DatasetFile[]>()
  for (const fileName of (await readdir(directory)).sort()) {
    const name = readCategory(fileName)
    if (name) rivals.set(name.category, [...(rivals.get(name.category) ?? []), { ...name, fileName }])
  }
  const sightings = [...rivals].map(async ([category, files]) => {
    const { title, fileName } = files[0] as DatasetFile
    const shown = { category, title, path: join(shownAs, fileName) }
    if (files.length > 1) return [category, sightContent(shown, describeRivals(files))] as const
    return [category, await sight(shown, join(directory, fileName), known.get(category), now())] as const
  })
  return new Map(await Promise.all(sightings))
}

async function sight(shown: Shown, place: string, known: Known | undefined, now: Date): Promise<Sighting> {
  try {
    const fingerprint = await fingerprintOf(place, now)
    if (known && fingerprint !== undefined && fingerprint === known.fingerprint) {
      return { ...shown, content: undefined, mark: known.mark, fingerprint }
    }
    return { ...sightContent(shown, await readFile(place)), fingerprint }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return sightContent(shown, `expected a file that can be read, got ${code ?? message}`)
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
async function fingerprintOf(place: string, now: Date): Promise<string | undefined> {
  const stats = await stat(place, { bigint: true })
  // Reading a pipe or a device may never end.
  if (!stats.isFile()) throw new Error(stats.isDirectory() ? 'a folder' : 'a pipe or a device')
  if (stats.size > MAX_DATASET_BYTES) {
    throw new Error(`${stats.size} bytes, which is more than ${MAX_DATASET_BYTES}`)
  }
  // A copy may bring an old time of change with it; when it was put here, ctime tells.
  const [mtimeMs, ctimeMs] = [Number(stats.mtimeMs), Number(stats.ctimeMs)]
  if (now.getTime() - Math.max(mtimeMs, ctimeMs) <= QUIET_MS) return undefined
  return [place, stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ')
}

function describeRivals(files: readonly DatasetFile[]): string {
  const names = files.map(({ fileName }) => JSON.stringify(fileName)).join(' and ')
  return `expected one file for the category ${JSON.stringify(files[0]?.category)}, got ${names}`
}

/** A folder's error in words. */
export function describeUnreadable({ code, message }: NodeJS.ErrnoException): string {
  return `expected a folder that can be read, got ${code ?? message}`
}
