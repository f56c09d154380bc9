// Writes a dataset: UTF-8, LF, cells in quotes where RFC 4180 needs them, options as a JSON list.
import { type AnsweredQuestion, FACET_NAMES } from '@qb/core/questions'

/** How many rows are one part of the text. */
const ROWS_PER_PART = 1000

const OPTIONAL_COLUMNS = ['options', ...FACET_NAMES, 'explanation', 'source'] as const

/** Formats questions as a dataset, in parts. Optional columns without a value are left out. */
export function* formatDataset(questions: readonly AnsweredQuestion[]): Generator<string> {
  const isUsed = (name: keyof AnsweredQuestion) => questions.some((question) => question[name] !== undefined)
  const columns = ['id', 'question', 'correct_answer', ...OPTIONAL_COLUMNS.filter(isUsed)] as const
  const formatQuestion = (question: AnsweredQuestion) =>
    columns.map((name) => formatCell(question[name])).join(',')
  yield `${columns.join(',')}\n`
  for (let start = 0; start < questions.length; start += ROWS_PER_PART) {
    const rows = questions.slice(start, start + ROWS_PER_PART).map(formatQuestion)
    yield `${rows.join('\n')}\n`
  }
}

function formatCell(value: string | readonly string[] = ''): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
