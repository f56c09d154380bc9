// Says which files of the project a package contains.
import { basename, dirname } from 'node:path'

/**
 * Whether a file, or a folder, is packed. The type check of the quiz is not for a browser. In the folder of datasets, a file that
 * somebody has added, such as a workbook with marks, is not part of the project.
 */
export function isPacked(path) {
  const isAdded =
    basename(dirname(path)) === 'questions' && !/^Refined_.+_Questions\.csv$/.test(basename(path))
  return !isAdded && !basename(path).startsWith('tsconfig')
}
