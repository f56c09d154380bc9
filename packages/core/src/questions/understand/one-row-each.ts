// Reads tables with one row per answer, such as `question,answer,is_correct`: the rows of a question become one record with options
// that are marked. Read as one row per question, their wrong answers would be correct ones.
import { isTruth } from './cells.ts'
import type { ColumnMap } from './columns.ts'
import { ImportError } from './errors.ts'
import type { TableRecord } from './records.ts'

/** A table, and what its columns contain. */
export interface MappedTable {
  readonly header: readonly string[]
  readonly columns: ColumnMap
  readonly records: Iterable<TableRecord>
}

/**
 * Returns a table with one record per question.
 * @throws ImportError when questions repeat, and a column may say of each answer whether it is right
 */
export function groupAnswers(table: MappedTable): MappedTable {
  const { header, columns, records } = table
  const { is_correct: mark, correct_answer: answer, question, ...single } = columns.single
  const hasOptions = columns.options.length + columns.choices.length > 0 || single.options !== undefined
  if (hasOptions) return table
  if (mark === undefined || answer === undefined || question === undefined) {
    assertOneRowEach(table)
    return table
  }
  const groups = new Map<unknown, { record: TableRecord; options: { text: unknown; isCorrect: unknown }[] }>()
  for (const record of records) {
    const { values } = record
    const option = { text: values[answer] ?? '', isCorrect: values[mark] ?? '' }
    const group = groups.get(values[question])
    if (group) group.options.push(option)
    else groups.set(values[question], { record, options: [option] })
  }
  return {
    header: [...header, 'options'],
    columns: { ...columns, single: { ...single, question, options: header.length } },
    records: [...groups.values()].map(({ record: { number, values }, options }) => {
      return { number, values: [...header.map((_, index) => values[index]), options] }
    }),
  }
}

function assertOneRowEach({ header, columns, records }: MappedTable): void {
  const { single } = columns
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
    `, got questions that repeat, and the column ${JSON.stringify(name)}, which may say whether an answer is right; if a true value or a 1 means the right answer, --map "${name}=is_correct" says so, and --map "${name}=ignore" says that it means nothing`,
  )
}

/** Scores such as 0, 50 and 100 mark the right answer too. */
function canBeMark(value: unknown): boolean {
  return isTruth(value) !== undefined || /^-?\d+(?:\.\d+)?%?$/.test(String(value))
}

function isFalse(value: unknown): boolean {
  return value !== '' && isTruth(value) === false
}
