// Creates datasets for the measurements.
import { closeSync, mkdtempSync, openSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const LEVELS = ['easy', 'medium', 'hard']
const ROWS_PER_WRITE = 10_000

/** A dataset in two formats with the same questions. */
export interface BenchDataset {
  /** The folder of the CSV file, for the questions service. */
  readonly folder: string
  readonly csvPath: string
}

/** The service loads a file that is younger than 3 seconds once more when it is older. */
const MIN_AGE_MS = 4000

/** Writes a dataset of the category `bench`. A row has about 200 bytes, and some characters beyond ASCII. */
export async function writeDataset(rows: number): Promise<BenchDataset> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const csvPath = join(folder, 'bench.csv')
  const file = openSync(csvPath, 'w')
  writeSync(file, 'id,question,correct_answer,options,difficulty,topic\n')
  for (let start = 0; start < rows; start += ROWS_PER_WRITE) {
    const count = Math.min(ROWS_PER_WRITE, rows - start)
    writeSync(file, Array.from({ length: count }, (_, index) => formatRow(start + index)).join(''))
  }
  closeSync(file)
  await pause(MIN_AGE_MS)
  return { folder, csvPath }
}

function formatRow(row: number): string {
  const options = `"['Answer ${row}', 'Another answer of ${row}', 'The third one, of ${row}', 'São Tomé ${row}']"`
  const question = `Which of these four answers is the right one for the question with the number ${row}, “of course”?`
  return `Q-${row},"${question}",Answer ${row},${options},${LEVELS[row % 3]},topic ${row % 16}\n`
}
