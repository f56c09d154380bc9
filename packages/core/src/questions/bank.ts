// The one file of this slice that touches the disk: a folder of datasets, read and kept in memory.
// A category is looked up in a Map; what a client sends never becomes part of a path.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CoreError } from '../errors.ts'
import { type CategoryName, readCategory } from './category.ts'
import type { Dataset, DatasetSource } from './dataset.ts'
import { formatProblem } from './problem.ts'
import { type DatasetChange, findChanges, type Standing, takeAll, takeSettled } from './settle.ts'
import { type DatasetStatus, type Sighting, sight } from './status.ts'

/** Where the datasets lie. */
export interface BankOptions {
  /** The folder to read. */
  readonly directory: string
  /** How paths in it are shown to people; `directory` when left out. */
  readonly shownAs?: string
  readonly now: () => Date
}

/** Every dataset of a folder, in memory. */
export interface QuestionBank {
  /**
   * The dataset of a category.
   * @throws CoreError `unknown_category` when there is no file for it, `dataset_unavailable` when its file is invalid and always was
   */
  dataset(category: string): Dataset
  /** Every category there is a file for, sorted by category. */
  statuses(): readonly DatasetStatus[]
  /**
   * Looks at the folder, and puts in place, all at once, what this look and the one before found alike: a file that is
   * still being written, or away for the moment of its replacement, stays what it was. A file that has become
   * invalid keeps the last good version and gets its problems; one that is gone takes its category with it; a folder
   * that cannot be read is a problem of each of its files.
   * @returns what changed, sorted by category, for a log
   */
  reload(): Promise<readonly DatasetChange[]>
}

/**
 * Reads every dataset file of the folder; an invalid one is kept with its problems, never thrown.
 * @throws the folder's own error when it cannot be read
 */
export async function openBank(options: BankOptions): Promise<QuestionBank> {
  let previous = await look(options)
  let standing = takeAll(previous, options.now())
  return {
    dataset: (category) => findDataset(standing, category),
    statuses: () => [...standing.values()].map(({ status }) => status),
    async reload() {
      const before = standing
      const latest = await look(options).catch((error) => sightUnreadable(before, error))
      standing = takeSettled(before, { previous, latest }, options.now())
      previous = latest
      return findChanges(before, standing)
    },
  }
}

function findDataset(standing: ReadonlyMap<string, Standing>, category: string): Dataset {
  const status = standing.get(category)?.status
  if (!status) {
    const known = [...standing.keys()].join(', ') || 'none'
    throw new CoreError('unknown_category', `expected one of: ${known}; got ${JSON.stringify(category)}`)
  }
  if (!status.dataset) {
    const [first] = status.problems
    const more = status.problems.length > 1 ? ` and ${status.problems.length - 1} more` : ''
    throw new CoreError('dataset_unavailable', `${first ? formatProblem(first) : category}${more}`)
  }
  return status.dataset
}

/** The dataset files of a folder that can be read; for tools that look at files and serve nothing. */
export async function readSources(options: Omit<BankOptions, 'now'>): Promise<DatasetSource[]> {
  return [...(await look(options)).values()].flatMap(({ category, title, path, content }) =>
    typeof content === 'string' ? [] : [{ category, title, path, bytes: content }],
  )
}

interface DatasetFile extends CategoryName {
  readonly fileName: string
}

async function look({
  directory,
  shownAs = directory,
}: Omit<BankOptions, 'now'>): Promise<Map<string, Sighting>> {
  const rivals = new Map<string, DatasetFile[]>()
  for (const fileName of (await readdir(directory)).sort()) {
    const name = readCategory(fileName)
    if (name) rivals.set(name.category, [...(rivals.get(name.category) ?? []), { ...name, fileName }])
  }
  const sightings = [...rivals].map(async ([category, files]) => {
    const { title, fileName } = files[0] as DatasetFile
    const content = files.length > 1 ? describeRivals(files) : await readContent(join(directory, fileName))
    return [category, sight({ category, title, path: join(shownAs, fileName), content })] as const
  })
  return new Map(await Promise.all(sightings))
}

function describeRivals(files: readonly DatasetFile[]): string {
  const names = files.map(({ fileName }) => JSON.stringify(fileName)).join(' and ')
  return `expected one file for the category ${JSON.stringify(files[0]?.category)}, got ${names}`
}

async function readContent(path: string): Promise<Uint8Array | string> {
  return readFile(path).catch(
    ({ code, message }: NodeJS.ErrnoException) => `expected a file that can be read, got ${code ?? message}`,
  )
}

function sightUnreadable(
  standing: ReadonlyMap<string, Standing>,
  { code, message }: NodeJS.ErrnoException,
): Map<string, Sighting> {
  const content = `expected a folder that can be read, got ${code ?? message}`
  const sightings = [...standing.values()].map(({ status: { category, path } }) => {
    return [category, sight({ category, title: category, path, content })] as const
  })
  return new Map(sightings)
}
