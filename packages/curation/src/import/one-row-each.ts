// Refuses tables with one row per answer, such as `question,answer,is_correct`. Read as one row per question, their wrong answers
// would be correct ones.
import { isTruth } from './cells.ts'
import { type ColumnMap, ImportError } from './columns.ts'
import type { TableRecord } from './records.ts'

/** @throws ImportError when questions repeat, and a column says of each answer whether it is right */
export function assertOneRowEach(
  header: readonly string[],
  columns: ColumnMap,
  records: readonly TableRecord[],
): void {
  const { single, options, choices } = columns
  if (options.length + choices.length > 0 || single.options !== undefined) return
  const questions = new Set(records.map(({ values }) => values[single.question ?? -1]))
  if (questions.size === records.length) return
  const isMark = (name: string, index: number) => {
    if (index !== single.correct_answer && !columns.unused.includes(name)) return false
    const values = records.map(({ values }) => values[index] ?? '')
    // Scores such as 0, 50 and 100 mark the right answer too.
    const hasFalse = values.some((value) => isTruth(value) === false && value !== '')
    return (
      hasFalse &&
      values.every((value) => isTruth(value) !== undefined || /^-?\d+(?:\.\d+)?%?$/.test(String(value)))
    )
  }
  const mark = header.find(isMark)
  if (mark === undefined) return
  throw new ImportError(
    `expected one row per question, got questions that repeat, and the column ${JSON.stringify(mark)}, which may say whether an answer is right; write all options of a question in one row, or say that it does not with --map "${mark}=ignore"`,
  )
}
