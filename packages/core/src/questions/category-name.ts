// Derives a category from the name of a dataset file. `Refined_Big_Animals_Questions.csv` is the category
// `big_animals`.

/** The name and the title of a category. */
export interface CategoryName {
  /** The name in the paths of the API, such as `big_animals`. */
  readonly category: string
  /** The name for display, such as `Big Animals`. */
  readonly title: string
}

const FILE_NAME = /^Refined_(.+)_Questions\.csv$/

/** Reads the category from a file name. Returns undefined when the file is not a dataset file. */
export function readCategoryName(fileName: string): CategoryName | undefined {
  const name = FILE_NAME.exec(fileName.normalize('NFC'))?.[1]
  if (name === undefined) return undefined
  const title = name.replaceAll('_', ' ')
  return { title, category: title.toLowerCase().replaceAll(' ', '_') }
}
