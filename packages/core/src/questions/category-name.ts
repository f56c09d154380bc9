// The category of a file name: Refined_<Name>_Questions.csv is the category <name>, with underscores for spaces.

/** The names of a category: `category` in paths, `title` for display. */
export interface CategoryName {
  readonly category: string
  readonly title: string
}

const FILE_NAME = /^Refined_(.+)_Questions\.csv$/

/** The category of a dataset's file name, or undefined for any other file. */
export function readCategoryName(fileName: string): CategoryName | undefined {
  const name = FILE_NAME.exec(fileName.normalize('NFC'))?.[1]
  if (name === undefined) return undefined
  const title = name.replaceAll('_', ' ')
  return { title, category: title.toLowerCase().replaceAll(' ', '_') }
}
