// Derives a category from the name of a dataset file. `Refined_<Name>_Questions.csv` is the convention of the curated
// datasets. Every other CSV file is a category as well.

import { parse } from 'node:path'

/** The name and the title of a category. */
export interface CategoryName {
  /** The name in the paths of the API, such as `big_animals`. */
  readonly category: string
  /** The name for display, such as `Big Animals`. */
  readonly title: string
}

const CURATED = /^Refined_(.+)_Questions\.csv$/
/** Names that start with a dot or a tilde are temporary files of editors and spreadsheets. */
const CSV = /^([^.~].*)\.csv$/i

/**
 * Reads the category from a file name. `Refined_Big_Animals_Questions.csv` is the category `big_animals`. For other
 * names, spaces, hyphens and underscores become `_`, and `questions` at the end is removed:
 * `american-history-questions.csv` is the category `american_history`.
 * @returns undefined when the file is not a dataset file
 */
export function readCategoryName(fileName: string): CategoryName | undefined {
  const normalizedName = fileName.normalize('NFC')
  const curated = CURATED.exec(normalizedName)?.[1]
  if (curated !== undefined) return nameCategory(curated.replaceAll('_', ' '))
  const stem = CSV.exec(normalizedName)?.[1]
  if (stem === undefined) return undefined
  const words = stem.split(/[\s_-]+/).filter((word) => word !== '')
  if (words.length > 1 && words.at(-1)?.toLowerCase() === 'questions') words.pop()
  const [first = '', ...rest] = words
  if (first === '') return undefined
  return nameCategory([first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' '))
}

/** Reads the category that an import of a file gets, such as `rivers` of `Rivers.xlsx`. Undefined as in {@link readCategoryName}. */
export function readImportedName(fileName: string): CategoryName | undefined {
  return readCategoryName(`${parse(fileName).name}.csv`)
}

/** Whether the name of a file is that of a format that an import reads. */
export function isImportable(fileName: string): boolean {
  return /\.(?:csv|tsv|txt|jsonl?|xlsx|xml|gift)$/i.test(fileName)
}

function nameCategory(title: string): CategoryName {
  return { title, category: title.toLowerCase().replaceAll(' ', '_') }
}
