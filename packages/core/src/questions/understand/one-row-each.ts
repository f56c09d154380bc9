// Refuses tables with one row per answer, such as `question,answer,is_correct`. Read as one row per question, their wrong answers
// would be correct ones.
import { isTruth } from './cells.ts'
import type { ColumnMap } from './columns.ts'
import { ImportError } from './errors.ts'
import type { TableRecord } from './records.ts'

/** @throws ImportError when questions repeat, and a column says of each answer whether it is right */
export function assertOneRowEach(
  header: readonly string[],
  columns: ColumnMap,
  records: Iterable<TableRecord>,
): void {
  const { single, options, choices } = columns
  if (options.length + choices.length > 0 || single.options !== undefined) return
  const questions = new Set<unknown>()
  let count = 0
  let marks = [...header.keys()]
    .filter((index) => index === single.correct_answer || columns.unused.includes(header[index] ?? ''))
    .map((index) => ({ index, hasFalse: false }))
  for (const { values } of records) {
    if (marks.length === 0) return
    count += 1
    questions.add(values[single.question ?? -1])
    marks = marks.filter(({ index }) => canBeMark(values[index] ?? ''))
    for (const mark of marks) mark.hasFalse ||= isFalse(values[mark.index] ?? '')
  }
  const mark = marks.find(({ hasFalse }) => hasFalse)
  if (questions.size === count || !mark) return
  const name = header[mark.index] ?? ''
  throw new ImportError(
    'expected one row per question',
    `, got questions that repeat, and the column ${JSON.stringify(name)}, which may say whether an answer is right; write all options of a question in one row, or say that it does not with --map "${name}=ignore"`,
  )
}

/** Scores such as 0, 50 and 100 mark the right answer too. */
function canBeMark(value: unknown): boolean {
  return isTruth(value) !== undefined || /^-?\d+(?:\.\d+)?%?$/.test(String(value))
}

function isFalse(value: unknown): boolean {
  return value !== '' && isTruth(value) === false
}
