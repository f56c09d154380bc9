// Writes a dataset: UTF-8, LF, cells in quotes where RFC 4180 needs them, options as a JSON list.
import { type AnsweredQuestion, FACET_NAMES } from '@qb/core/questions'

/** How many rows are one part of the text. */
const ROWS_PER_PART = 1000

const OPTIONAL_COLUMNS = ['options', ...FACET_NAMES, 'explanation', 'source'] as const

/** Formats questions as a dataset, in parts. Optional columns without a value are left out. */
export function* formatDataset(questions: readonly AnsweredQuestion[]): Generator<string> {
  let unused: readonly (typeof OPTIONAL_COLUMNS)[number][] = OPTIONAL_COLUMNS
  for (const question of questions)
    if (unused.some((name) => question[name] !== undefined))
      unused = unused.filter((name) => question[name] === undefined)
  const columns = OPTIONAL_COLUMNS.filter((name) => !unused.includes(name))
  const formatQuestion = (question: AnsweredQuestion) => {
    let row = `${quoteCell(question.id)},${quoteCell(question.question)},${quoteCell(question.correct_answer)}`
    for (const name of columns) row += `,${formatCell(question[name])}`
    return `${row}\n`
  }
  yield `${['id', 'question', 'correct_answer', ...columns].join(',')}\n`
  for (let start = 0; start < questions.length; start += ROWS_PER_PART)
    yield questions
      .slice(start, start + ROWS_PER_PART)
      .map(formatQuestion)
      .join('')
}

function formatCell(value: string | readonly string[] = ''): string {
  return quoteCell(typeof value === 'string' ? value : JSON.stringify(value))
}

function quoteCell(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
