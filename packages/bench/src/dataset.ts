// Creates datasets for the measurements.
import { closeSync, mkdtempSync, openSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LEVELS = ['easy', 'medium', 'hard']
const ROWS_PER_WRITE = 10_000

/** A dataset in two formats with the same questions. */
export interface BenchDataset {
  /** The folder of the CSV file, for the questions service. */
  readonly folder: string
  readonly csvPath: string
}

/** Writes a dataset of the category `bench`. A row has about 200 bytes, and some characters beyond ASCII. */
export function writeDataset(rows: number): BenchDataset {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const csvPath = join(folder, 'bench.csv')
  const file = openSync(csvPath, 'w')
  writeSync(file, 'id,question,correct_answer,options,difficulty,topic\n')
  for (let start = 0; start < rows; start += ROWS_PER_WRITE) {
    const count = Math.min(ROWS_PER_WRITE, rows - start)
    writeSync(file, Array.from({ length: count }, (_, index) => formatRow(start + index)).join(''))
  }
  closeSync(file)
  return { folder, csvPath }
}

function formatRow(row: number): string {
  const options = `"['Answer ${row}', 'Another answer of ${row}', 'The third one, of ${row}', 'São Tomé ${row}']"`
  const question = `Which of these four answers is the right one for the question with the number ${row}, “of course”?`
  return `Q-${row},"${question}",Answer ${row},${options},${LEVELS[row % 3]},topic ${row % 16}\n`
}
