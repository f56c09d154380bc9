// Writes questions as the CSV of a dataset.
import { FACET_NAMES } from '@qb/core/questions'
import type { CleanQuestion } from './clean-question.ts'

/**
 * Writes a dataset: UTF-8, LF, cells in quotes where RFC 4180 needs them. Options are a JSON list when a question has
 * all of them in order. Otherwise the wrong answers are in the columns `choice_1`, `choice_2`, …
 */
export function writeCsv(questions: readonly CleanQuestion[]): string {
  const hasOptions = questions.some(({ question }) => question.options !== undefined)
  const choiceCount = hasOptions ? 0 : Math.max(0, ...questions.map(({ choices = [] }) => choices.length))
  const choiceNames = Array.from({ length: choiceCount }, (_, index) => `choice_${index + 1}`)
  const columns = [...FACET_NAMES, 'source' as const].filter((name) =>
    questions.some(({ question }) => question[name] !== undefined),
  )
  const header = ['id', 'question', 'correct_answer', ...(hasOptions ? ['options'] : choiceNames), ...columns]
  const rows = questions.map(({ question, choices = [] }) => [
    question.id,
    question.question,
    question.correct_answer,
    ...(hasOptions
      ? [optionCell(question.options, choices, question.correct_answer)]
      : choiceNames.map((_, index) => choices[index] ?? '')),
    ...columns.map((name) => question[name] ?? ''),
  ])
  return [header, ...rows].map((row) => `${row.map(quoteCell).join(',')}\n`).join('')
}

function optionCell(
  options: readonly string[] | undefined,
  choices: readonly string[],
  correct: string,
): string {
  if (options) return JSON.stringify(options)
  return choices.length === 0 ? '' : JSON.stringify([correct, ...choices].sort())
}

function quoteCell(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
