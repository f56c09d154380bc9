// The one file of this slice that touches the disk: a folder of datasets, read once, kept in memory.
// A category is looked up in a Map; what a client sends never becomes part of a path.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CoreError } from '../errors.ts'
import { type CategoryName, readCategory } from './category.ts'
import { type Dataset, type DatasetSource, readDataset, versionOf } from './dataset.ts'
import { formatProblem, type Problem } from './problem.ts'

/** Where the datasets lie. */
export interface BankOptions {
  /** The folder to read. */
  readonly directory: string
  /** How paths in it are shown to people; `directory` when left out. */
  readonly shownAs?: string
  readonly now: () => Date
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
   * Reads what has changed, aside, and puts all of it in place at once. A file that has become invalid keeps the
   * last good version and gets its problems; one that is gone takes its category with it.
   * @returns the categories that changed, for a log
   * @throws the folder's own error when it cannot be read; everything then stays as it is
   */
  reload(): Promise<readonly DatasetStatus[]>
}

/** Reads every dataset file of the folder; an invalid one is kept with its problems, never thrown. */
export async function openBank(options: BankOptions): Promise<QuestionBank> {
  let statuses = await readDirectory(options, new Map())
  return {
    dataset: (category) => findDataset(statuses, category),
    statuses: () => [...statuses.values()],
    async reload() {
      const before = statuses
      statuses = await readDirectory(options, before)
      const gone = [...before.values()].filter(({ category }) => !statuses.has(category))
      return [...gone, ...[...statuses.values()].filter((status) => before.get(status.category) !== status)]
    },
  }
}

function findDataset(statuses: ReadonlyMap<string, DatasetStatus>, category: string): Dataset {
  const status = statuses.get(category)
  if (!status) {
    const known = [...statuses.keys()].join(', ') || 'none'
    throw new CoreError('unknown_category', `expected one of: ${known}; got ${JSON.stringify(category)}`)
  }
  if (!status.dataset) {
    const [first] = status.problems
    const more = status.problems.length > 1 ? ` and ${status.problems.length - 1} more` : ''
    throw new CoreError('dataset_unavailable', `${first ? formatProblem(first) : category}${more}`)
  }
  return status.dataset
}

interface DatasetFile extends CategoryName {
  readonly fileName: string
}

async function readDirectory(
  options: BankOptions,
  before: ReadonlyMap<string, DatasetStatus>,
): Promise<ReadonlyMap<string, DatasetStatus>> {
  const rivals = new Map<string, DatasetFile[]>()
  for (const fileName of (await readdir(options.directory)).sort()) {
    const name = readCategory(fileName)
    if (name) rivals.set(name.category, [...(rivals.get(name.category) ?? []), { ...name, fileName }])
  }
  const groups = [...rivals].sort(([a], [b]) => (a < b ? -1 : 1))
  const statuses = await Promise.all(
    groups.map(([category, files]) => readStatus(options, files, before.get(category))),
  )
  return new Map(statuses.map((status) => [status.category, status]))
}

/** The dataset files of a folder that can be read; for tools that look at files and serve nothing. */
export async function readSources({
  directory,
  shownAs,
}: Omit<BankOptions, 'now'>): Promise<DatasetSource[]> {
  const names = (await readdir(directory)).sort()
  const sources = names.map(async (fileName) => {
    const name = readCategory(fileName)
    const path = join(shownAs ?? directory, fileName)
    const bytes = name && (await readFile(join(directory, fileName)).catch(() => undefined))
    return name && bytes && { ...name, path, bytes }
  })
  return (await Promise.all(sources)).filter((source) => source !== undefined)
}

async function readStatus(
  { directory, shownAs, now }: BankOptions,
  [file, ...others]: readonly DatasetFile[],
  before: DatasetStatus | undefined,
): Promise<DatasetStatus> {
  const { category, title, fileName } = file as DatasetFile
  const path = join(shownAs ?? directory, fileName)
  const failed = (problems: readonly Problem[]): DatasetStatus => {
    if (before && isSame(before.problems, problems)) return before
    const { dataset } = before ?? {}
    return {
      category,
      path,
      loadedAt: dataset ? (before?.loadedAt ?? now()) : now(),
      ...(dataset && { dataset }),
      problems,
    }
  }
  const failedAsWhole = (message: string) => failed([{ file: path, line: 1, column: 1, message }])
  if (others.length > 0) {
    const names = [file as DatasetFile, ...others]
      .map((rival) => JSON.stringify(rival.fileName))
      .join(' and ')
    return failedAsWhole(`expected one file for the category ${JSON.stringify(category)}, got ${names}`)
  }
  try {
    const bytes = await readFile(join(directory, fileName))
    const isUnchanged = before?.dataset?.version === versionOf(bytes) && before.path === path
    if (isUnchanged) return before.problems.length === 0 ? before : { ...before, problems: [] }
    const { dataset, problems = [] } = readDataset({ category, title, path, bytes })
    return dataset ? { category, path, loadedAt: now(), dataset, problems } : failed(problems)
  } catch (error) {
    // Whatever one file does to its reader, the others are served.
    const { code, message } = error as NodeJS.ErrnoException
    return failedAsWhole(`expected a file that can be read, got ${code ?? message}`)
  }
}

function isSame(a: readonly Problem[], b: readonly Problem[]): boolean {
  return (
    a.length === b.length &&
    a.every((problem, index) => formatProblem(problem) === formatProblem(b[index] as Problem))
  )
}
