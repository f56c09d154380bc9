// Writes a dataset: UTF-8, LF, cells in quotes where RFC 4180 needs them, options as a JSON list.
import { type AnsweredQuestion, FACET_NAMES } from '@qb/core/questions'

/** How many rows are one part of the text. */
const ROWS_PER_PART = 1000

const OPTIONAL_COLUMNS = ['options', ...FACET_NAMES, 'explanation', 'source'] as const

/** Returns the header of a dataset, and a function that formats a row. Optional columns without a value are left out. */
export function createRowFormat(questions: readonly AnsweredQuestion[]) {
  const isUsed = (name: keyof AnsweredQuestion) => questions.some((question) => question[name] !== undefined)
  const columns = ['id', 'question', 'correct_answer', ...OPTIONAL_COLUMNS.filter(isUsed)] as const
  const formatRow = (question: AnsweredQuestion) =>
    columns.map((name) => formatCell(question[name])).join(',')
  return { header: columns.join(','), formatRow }
}

/** Formats questions as a dataset, in parts. */
export function* formatDataset(questions: readonly AnsweredQuestion[]): Generator<string> {
  const { header, formatRow } = createRowFormat(questions)
  yield `${header}\n`
  for (let start = 0; start < questions.length; start += ROWS_PER_PART) {
    const rows = questions.slice(start, start + ROWS_PER_PART).map(formatRow)
    yield `${rows.join('\n')}\n`
  }
}

function formatCell(value: string | readonly string[] = ''): string {
  if (typeof value !== 'string') return `"[${value.map(formatOption).join(',')}]"`
  return /[",\r\n]/.test(value) ? `"${doubleQuotes(value)}"` : value
}

/** The characters that JSON can escape in a text. A text without one is read from it as it is written. */
const CAN_BE_ESCAPED = /["\\\p{Cc}\p{Cs}]/u

/** An option in a list of JSON, which is in the quotes of a cell. */
const formatOption = (option: string) =>
  CAN_BE_ESCAPED.test(option) ? doubleQuotes(JSON.stringify(option)) : `""${option}""`

const doubleQuotes = (text: string) => text.replaceAll('"', '""')
