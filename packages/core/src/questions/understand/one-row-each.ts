// Reads tables with one row per answer, such as `question,answer,is_correct`: the rows of a question become one record with options
// that are marked. Read as one row per question, their wrong answers would be correct ones.
import { foldName } from '../read/index.ts'
import type { ColumnMap } from './columns.ts'
import { ImportError } from './errors.ts'
import type { TableRecord } from './records.ts'
import { isTruth, isVerdict } from './truth.ts'

/** A table, and what its columns contain. */
export interface MappedTable {
  readonly header: readonly string[]
  readonly columns: ColumnMap
  readonly records: Iterable<TableRecord>
}

/**
 * Returns a table with one record per question.
 * @throws ImportError when a column without a known name may say of each answer whether it is right
 */
export function groupAnswers(table: MappedTable): MappedTable {
  const { header, columns, records } = table
  const { is_correct: mark, correct_answer: answer, question, ...single } = columns.single
  const hasOptions = columns.options.length + columns.choices.length > 0 || single.options !== undefined
  if (mark === undefined) assertAllRight(table, hasOptions)
  if (hasOptions || mark === undefined || answer === undefined || question === undefined) return table
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
    columns: {
      ...columns,
      lists: [{ index: header.length, more: [] }],
      single: { ...single, question, options: header.length },
    },
    records: [...groups.values()].map(({ record: { number, values }, options }) => {
      return { number, values: [...header.map((_, index) => values[index]), options] }
    }),
  }
}

/** Names of columns that say how an answer was judged. */
const RESULT = /^(?:result|outcome|verdict|score)s?$/

/** Beside a column that says of each answer whether it is right, the answers can be those of players. */
function assertAllRight({ header, columns, records }: MappedTable, hasOptions: boolean): void {
  const { single } = columns
  const questions = new Set<unknown>()
  let count = 0
  let marks = [...header.keys()]
    .filter((index) => index === single.correct_answer || columns.unused.includes(header[index] ?? ''))
    .map((index) => ({ index, hasFalse: false, areVerdicts: true }))
  for (const { values } of records) {
    if (marks.length === 0) return
    count += 1
    questions.add(values[single.question ?? -1])
    marks = marks.filter(({ index }) => canBeMark(values[index] ?? ''))
    for (const mark of marks) {
      const value = values[mark.index] ?? ''
      mark.hasFalse ||= isFalse(value)
      mark.areVerdicts &&= value === '' || isVerdict(value)
    }
  }
  const mark = marks.find(({ index, hasFalse, areVerdicts }) => {
    const isResult = areVerdicts || RESULT.test(foldName(header[index] ?? ''))
    const isRepeated = !hasOptions && questions.size < count
    return hasFalse && (isRepeated || (index !== single.correct_answer && isResult))
  })
  if (!mark) return
  const name = header[mark.index] ?? ''
  throw new ImportError(
    'expected only right answers',
    `, got the column ${JSON.stringify(name)}, which may say whether an answer is right; if a true value or a 1 means the right answer, --map "${name}=is_correct" says so, and --map "${name}=ignore" says that it means nothing`,
  )
}

/** Scores such as 0, 50, 100 and 0/1 mark the right answer too. */
function canBeMark(value: unknown): boolean {
  return isTruth(value) !== undefined || /^-?\d+(?:\.\d+)?(?:%|\s*\/\s*\d+)?$/.test(String(value))
}

function isFalse(value: unknown): boolean {
  return value !== '' && (isTruth(value) === false || /^(?:0\s*\/\s*\d+$|-\d)/.test(String(value)))
}
