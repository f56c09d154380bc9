// Writes a dataset: UTF-8, LF, cells in quotes where RFC 4180 needs them, options as a JSON list. Compares it with the one that it
// replaces.
import { type AnsweredQuestion, FACET_NAMES, readSheet } from '@qb/core/questions'

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

/**
 * Describes how questions differ from the valid ones of a dataset. Questions are the same when their ids are. A row that is written
 * again as it is needs no reading.
 * @param before the text of the dataset
 */
export async function describeReplacement(
  before: string,
  after: readonly AnsweredQuestion[],
): Promise<string[]> {
  const { header, formatRow } = createRowFormat(after)
  const different = new Map(after.map((question) => [formatRow(question), question]))
  const lines = before.split('\n')
  const others = lines[0] === header ? lines.filter((line) => !different.delete(line)) : lines
  const old = await readDataset(others.join('\n'))
  if (old.size === 0 && different.size === after.length) return []
  const kept = [...different.values()].filter(({ id }) => old.has(id))
  const changed = kept.filter((question) => old.get(question.id) !== describe(question)).length
  const [added, removed] = [different.size - kept.length, old.size - kept.length]
  return [`compared with the dataset that exists: ${added} new, ${changed} changed, ${removed} removed`]
}

const describe = (question: AnsweredQuestion) => JSON.stringify(Object.entries(question).sort())

/** Describes the valid questions of a dataset, by their ids. */
async function readDataset(text: string): Promise<Map<string, string>> {
  const names = { category: '', title: '', path: '', reservedIds: [] }
  const { questions } = await readSheet({ ...names, bytes: Buffer.from(text) })
  return new Map(questions.map(({ question }) => [question.id, describe(question)]))
}
