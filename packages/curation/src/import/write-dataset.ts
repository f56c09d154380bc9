// Writes a dataset: UTF-8, LF, cells in quotes where RFC 4180 needs them, options as a JSON list.
import { type AnsweredQuestion, FACET_NAMES } from '@qb/core/questions'

/** How many rows are one part of the text. */
const ROWS_PER_PART = 1000

/** Formats questions as a dataset, in parts. Optional columns without a value are left out. */
export function* formatDataset(questions: readonly AnsweredQuestion[]): Generator<string> {
  const optional = [...FACET_NAMES, 'explanation', 'source'] as const
  const columns = optional.filter((name) => questions.some((question) => question[name] !== undefined))
  const hasOptions = questions.some(({ options }) => options !== undefined)
  const header = ['id', 'question', 'correct_answer', ...(hasOptions ? ['options'] : []), ...columns]
  const formatQuestion = (question: AnsweredQuestion) => {
    const { id, question: text, correct_answer: correct, options } = question
    let row = `${quoteCell(id)},${quoteCell(text)},${quoteCell(correct)}`
    if (hasOptions) row += `,${options ? quoteCell(JSON.stringify(options)) : ''}`
    for (const name of columns) row += `,${quoteCell(question[name] ?? '')}`
    return `${row}\n`
  }
  yield `${header.join(',')}\n`
  for (let start = 0; start < questions.length; start += ROWS_PER_PART)
    yield questions
      .slice(start, start + ROWS_PER_PART)
      .map(formatQuestion)
      .join('')
}

function quoteCell(cell: string): string {
  return cell !== cell.trim() || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
