// The one file of this slice that touches the disk: a folder of datasets, read once, kept in memory.
// A category is looked up in a Map; what a client sends never becomes part of a path.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CoreError } from '../errors.ts'
import { type CategoryName, readCategory } from './category.ts'
import { type Dataset, type DatasetSource, readDataset } from './dataset.ts'
import { formatProblem, type Problem } from './problem.ts'

/** Where the datasets lie. */
export interface BankOptions {
  /** The folder to read. */
  readonly directory: string
  /** How paths in it are shown to people; `directory` when left out. */
  readonly shownAs?: string
  readonly now: () => Date
}

/** One category as it stands: its dataset, or why there is none. */
export interface DatasetStatus {
  readonly category: string
  readonly path: string
  readonly loadedAt: Date
  readonly dataset?: Dataset
  readonly problems: readonly Problem[]
}

/** Every dataset of a folder, in memory. */
export interface QuestionBank {
  /**
   * The dataset of a category.
   * @throws CoreError `unknown_category` when there is no file for it, `dataset_unavailable` when its file is invalid
   */
  dataset(category: string): Dataset
  /** Every category there is a file for, sorted by category. */
  statuses(): readonly DatasetStatus[]
}

/** Reads every dataset file of the folder; an invalid one is kept with its problems, never thrown. */
export async function openBank(options: BankOptions): Promise<QuestionBank> {
  const statuses = await readDirectory(options)
  return {
    dataset: (category) => findDataset(statuses, category),
    statuses: () => [...statuses.values()],
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

async function readDirectory(options: BankOptions): Promise<ReadonlyMap<string, DatasetStatus>> {
  const rivals = new Map<string, DatasetFile[]>()
  for (const fileName of (await readdir(options.directory)).sort()) {
    const name = readCategory(fileName)
    if (name) rivals.set(name.category, [...(rivals.get(name.category) ?? []), { ...name, fileName }])
  }
  const groups = [...rivals.values()].sort(([a], [b]) => ((a?.category ?? '') < (b?.category ?? '') ? -1 : 1))
  const statuses = await Promise.all(
    groups.map(([file, ...others]) => readStatus(options, file as DatasetFile, others)),
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
  file: DatasetFile,
  others: readonly DatasetFile[],
): Promise<DatasetStatus> {
  const { category, title, fileName } = file
  const path = join(shownAs ?? directory, fileName)
  const failed = (message: string): DatasetStatus => {
    return { category, path, loadedAt: now(), problems: [{ file: path, line: 1, column: 1, message }] }
  }
  if (others.length > 0) {
    const names = [file, ...others].map((rival) => JSON.stringify(rival.fileName)).join(' and ')
    return failed(`expected one file for the category ${JSON.stringify(category)}, got ${names}`)
  }
  try {
    const bytes = await readFile(join(directory, fileName))
    const { dataset, problems = [] } = readDataset({ category, title, path, bytes })
    return { category, path, loadedAt: now(), ...(dataset && { dataset }), problems }
  } catch (error) {
    // Whatever one file does to its reader, the others are served.
    const { code, message } = error as NodeJS.ErrnoException
    return failed(`expected a file that can be read, got ${code ?? message}`)
  }
}
