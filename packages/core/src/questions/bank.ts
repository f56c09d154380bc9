// Every dataset of a folder, in memory, and taken up anew when its file changes; folder.ts reads the disk.
// A category is looked up in a Map; what a client sends never becomes part of a path.
import { CoreError } from '../errors.ts'
import type { Dataset, DatasetSource } from './dataset.ts'
import { type BankOptions, describeUnreadable, look, sightContent } from './folder.ts'
import { formatProblem } from './problem.ts'
import { type DatasetChange, findChanges, marksOf, type Standing, takeSettled } from './settle.ts'
import type { DatasetStatus, Sighting } from './status.ts'

/** Every dataset of a folder, in memory. */
export interface QuestionBank {
  /**
   * The dataset of a category.
   * @throws CoreError `unknown_category` when there is no file for it, `dataset_unavailable` when its file is invalid and always was
   */
  dataset(category: string): Dataset
  /** Every category there is a file for, sorted by category. */
  statuses(): readonly DatasetStatus[]
  /** The last look at the folder: when it was done, and why the folder could not be read, if so. */
  lastLook(): { readonly at: Date; readonly problem?: string }
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
  const { now } = options
  const first = await look(options, new Map())
  let previous = marksOf(first)
  let standing = await takeSettled(new Map(), { previous, latest: first }, now())
  let lastLook: ReturnType<QuestionBank['lastLook']> = { at: now() }
  return {
    dataset: (category) => findDataset(standing, category),
    statuses: () => [...standing.values()].map(({ status }) => status),
    lastLook: () => lastLook,
    async reload() {
      const before = standing
      const found = await look(options, before).catch(describeUnreadable)
      const isReadable = typeof found !== 'string'
      const latest = isReadable ? found : sightUnreadable(before, found)
      standing = await takeSettled(before, { previous, latest }, now())
      previous = marksOf(latest)
      lastLook = { at: now(), ...(!isReadable && { problem: found }) }
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
export async function readSources(options: BankOptions): Promise<DatasetSource[]> {
  return [...(await look(options, new Map())).values()].flatMap(({ category, title, path, content }) =>
    content instanceof Uint8Array ? [{ category, title, path, bytes: content }] : [],
  )
}

function sightUnreadable(standing: ReadonlyMap<string, Standing>, problem: string): Map<string, Sighting> {
  const sightings = [...standing.values()].map(({ status: { category, path } }) => {
    return [category, sightContent({ category, title: category, path }, problem)] as const
  })
  return new Map(sightings)
}
