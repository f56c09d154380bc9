// Reads tables with one row per answer, such as `question,answer,is_correct`: the rows of a question become one record with options
// that are marked. Read as one row per question, their wrong answers would be correct ones.
import { foldName, isNameOf, readPlace, type Target } from '../read/index.ts'
import { type ColumnMap, haveOptions } from './columns.ts'
import { refusal } from './errors.ts'
import type { TableRecord } from './records.ts'
import type { Table } from './table.ts'
import { isTruth, isVerdict, readVerdict, withoutQuestionMark } from './truth.ts'

/** A table, and what its columns contain. */
export interface MappedTable extends Pick<Table, 'header' | 'records' | 'isUnnamed'> {
  readonly columns: ColumnMap
}

/**
 * Returns a table with one record per question.
 * @throws ImportError when a column without a known name may say of each answer whether it is right
 */
export function groupAnswers(table: MappedTable, mapping: ReadonlyMap<string, Target>): MappedTable {
  const { header, columns, records } = table
  const { is_correct: mark, correct_answer: answer, question, ...single } = columns.single
  const hasOptions = haveOptions(columns)
  if (mark === undefined) {
    assertAllRight(table, hasOptions)
    assertNoPlayers(table)
    assertNoVerdicts(table, mapping)
  }
  if (table.isUnnamed && !hasOptions) assertNoKey(table)
  if (hasOptions || mark === undefined || answer === undefined || question === undefined) return table
  const groups = new Map<unknown, { record: TableRecord; options: { text: unknown; isCorrect: unknown }[] }>()
  let name: unknown = ''
  for (const record of records) {
    const { values } = record
    // Cells that are merged have a value in the first row only.
    name = values[question] || name
    const option = { text: values[answer] ?? '', isCorrect: values[mark] ?? '' }
    const group = groups.get(name)
    if (group) group.options.push(option)
    else groups.set(name, { record, options: [option] })
  }
  // The options take the place of the answers.
  return {
    header,
    columns: {
      ...columns,
      lists: [{ index: answer, more: [] }],
      single: { ...single, question, options: answer },
    },
    records: [...groups.values()].map(({ record: { number, values }, options }) => {
      return { number, values: header.map((_, index) => (index === answer ? options : values[index])) }
    }),
  }
}

/** Names of facts about a question. */
const FLAG = /^(?:has|needs|allow|show)./

/**
 * Beside a column that says of each answer whether it is right, the answers can be those of players. Beside a typed answer whose name
 * does not say that it is right, any column of truth values can.
 */
function assertAllRight({ header, columns, records }: MappedTable, hasOptions: boolean): void {
  const { single } = columns
  const questions = new Map<unknown, unknown>()
  let [count, different] = [0, 0]
  const answerName = foldName(header[single.correct_answer ?? -1] ?? '')
  const canBeWrong = !hasOptions && isNameOf(answerName, 'anyAnswer')
  let marks = [...header.keys()]
    .filter((index) => index === single.correct_answer || columns.unused.includes(header[index] ?? ''))
    .map((index) => {
      const name = foldName(header[index] ?? '')
      const isWrong = isNameOf(name, 'wrongResult')
      const isResult =
        isNameOf(name, 'result', 'wrongResult') || isVerdict(withoutQuestionMark(header[index]))
      const canBeResult =
        canBeWrong &&
        !isNameOf(name.replace(/^is/, ''), 'flag', 'approved', 'withdrawn') &&
        !FLAG.test(name) &&
        name !== answerName
      const found = { hasFalse: false, areVerdicts: true, hasYes: false, hasNo: false }
      return { index, isWrong, isResult, canBeResult, ...found }
    })
  for (const { values } of records) {
    if (marks.length === 0) return
    count += 1
    const [question, answer] = [values[single.question ?? -1], values[single.correct_answer ?? -1]]
    if (questions.has(question) && questions.get(question) !== answer) different += 1
    questions.set(question, answer)
    marks = marks.filter(({ index, isResult }) => {
      const isComment = columns.notes.includes(index) && /\p{L}{4}/u.test(String(values[index]))
      return !isComment && canBeMark(values[index] ?? '', isResult && canBeWrong)
    })
    for (const mark of marks) {
      const value = values[mark.index] ?? ''
      const truth = value === '' ? undefined : isTruth(value)
      mark.hasFalse ||= mark.isWrong ? truth === true : isFalse(value)
      mark.areVerdicts &&=
        value === '' || (truth === undefined ? readVerdict(value) !== undefined : isVerdict(value))
      mark.hasYes ||= truth === true
      mark.hasNo ||= truth === false
      mark.canBeResult &&= value === '' || readVerdict(value) !== undefined
    }
  }
  const mark = marks.find(({ index, isResult, canBeResult, hasFalse, hasYes, hasNo, areVerdicts }) => {
    const isOther = index !== single.correct_answer
    // A statement can be in a file twice with the same answer.
    const isRepeated = !hasOptions && (isOther ? questions.size < count : different > 0)
    return (
      (hasFalse && (isRepeated || (isOther && (areVerdicts || isResult)))) || (canBeResult && hasYes && hasNo)
    )
  })
  if (!mark) return
  const name = header[mark.index] ?? ''
  throw refusal(
    'only right answers',
    `the column ${JSON.stringify(name)}, which may say whether an answer is right; ${mark.isWrong ? '' : `if a true value or a 1 means the right answer, --map "${name}=is_correct" says so, and `}--map "${name}=ignore" says that it means nothing`,
  )
}

/** Words such as `yes` below `Wrong?` can say that the answer beside them is wrong. */
function assertNoVerdicts(
  { header, columns: { single, wrong }, records }: MappedTable,
  mapping: ReadonlyMap<string, Target>,
): void {
  const columns = [single.wrong_answers ?? -1, ...wrong.map(({ index }) => index)]
  const index = columns.find((column) => isVerdict(withoutQuestionMark(header[column])))
  const name = header[index ?? -1] ?? ''
  if (index === undefined || mapping.has(name)) return
  let isDoubtful = false
  for (const { values } of records) {
    const [answer, mark] = [values[single.correct_answer ?? -1] ?? '', values[index] ?? '']
    if (isTruth(mark) === undefined) return
    const areNumbers = /^\d+$/.test(String(mark)) && /^\d+$/.test(String(answer))
    isDoubtful ||= mark !== '' && !areNumbers && isTruth(answer) === undefined
  }
  if (!isDoubtful) return
  throw refusal(
    'only right answers',
    `the column ${JSON.stringify(name)}, which may say whether an answer is wrong; --map "${name}=wrong_answers" says that it has wrong answers, and --map "${name}=ignore" that it means nothing`,
  )
}

/** Answers beside the names of students, or beside the times of a form, can be those of players. */
function assertNoPlayers({ header, columns: { single, unused } }: MappedTable): void {
  const player = unused.find((name) => isNameOf(name, 'player'))
  const answer = header[single.correct_answer ?? -1] ?? ''
  if (player === undefined || !isNameOf(answer, 'anyAnswer')) return
  throw refusal(
    'the right answers',
    `${JSON.stringify(answer)} beside ${JSON.stringify(player)}, as if they were those of players; --map "${player}=ignore" says that they are right`,
  )
}

/** Grades of answers: from A to F, and C and I for correct and incorrect. */
const GRADE = /^[A-FI][+-]?$/

/** Without names, texts beside a column of letters or numbers can be the options, and the first of them no answer. */
function assertNoKey({ header, columns: { unused }, records }: MappedTable): void {
  const key = unused.find((name) => {
    const cells = [...records].map(({ values }) => String(values[header.indexOf(name)] ?? ''))
    const arePlaces = cells.every((cell) => (readPlace(cell)?.value ?? Infinity) <= unused.length)
    return arePlaces && new Set(cells).size > 1
  })
  if (key === undefined || unused.length < 3) return
  throw refusal(
    'columns of options beside letters or numbers',
    `${JSON.stringify(key)} with them; name the options with --map "<column>=option", and the answers with --map "${key}=correct_answer", or say that they mean nothing with --map "${key}=ignore"`,
  )
}

/** Scores such as 0, 50, 100 and 0/1 mark the right answer too. */
function canBeMark(value: unknown, canBeGrade: boolean): boolean {
  return (
    readVerdict(value) !== undefined ||
    (canBeGrade && GRADE.test(String(value))) ||
    /^-?\d+(?:[.,]\d+)?\s*(?:%|\/\s*\d+)?$/.test(String(value))
  )
}

function isFalse(value: unknown): boolean {
  return (
    value !== '' &&
    (readVerdict(value) === false || /^(?:[FI]$|0+(?:[.,]0+)?\s*(?:%|\/\s*\d+)?$|-\d)/.test(String(value)))
  )
}
