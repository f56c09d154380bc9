// Converts a file of another tool to the CSV of a dataset. Tolerance is here and in core, so that a dataset can be strict.
import {
  type AnsweredQuestion,
  type CleanQuestion,
  FACET_NAMES,
  ImportError,
  readTable,
  type TableSettings,
} from '@qb/core/questions'
import { RESERVED_IDS } from '@qb/questions/app'
import { describeColumns, describeUse } from './describe-columns.ts'
import { type ReadSettings, readSource } from './read-source.ts'
import { noteContradictions, noteEntities } from './report.ts'
import type { Dropped } from './source.ts'

/** How to import a file. */
export interface ImportOptions extends TableSettings, ReadSettings {}

/** The result of an import. Nothing is written. */
export interface ImportResult {
  readonly csv: string
  readonly format: string
  readonly encoding: string | undefined
  /** What the records of the file are, such as `line`. */
  readonly unit: string
  /** Which columns are read as what. */
  readonly use: string
  readonly read: number
  readonly questions: readonly AnsweredQuestion[]
  /** The number of questions per kind of change. */
  readonly changes: ReadonlyMap<string, number>
  readonly dropped: readonly Dropped[]
  readonly notes: readonly string[]
}

/**
 * Imports a file. Every question that is returned is one that the service accepts.
 * @throws ImportError when the file as a whole cannot be imported
 */
export async function importQuestions(bytes: Uint8Array, settings: ImportOptions): Promise<ImportResult> {
  const source = await readSource(bytes, settings)
  const { encoding, format, unit, noun, table } = source
  const decodeHtml = source.hasHtmlEntities || settings.decodeHtml
  const dropped: Dropped[] = [...source.dropped]
  const accepted: CleanQuestion[] = []
  const context = { category: 'import', reservedIds: RESERVED_IDS }
  const { columns, notes } = await readTable(table, { ...settings, decodeHtml }, context, {
    accept: (question) => accepted.push(question),
    leaveOut: (number, { message }) => dropped.push({ number, reason: message }),
  })
  dropped.sort((a, b) => a.number - b.number)
  const [first] = dropped
  if (accepted.length === 0)
    throw new ImportError(
      'expected at least one question, got none',
      first ? `; ${unit} ${first.number}: ${first.reason}` : '',
    )
  return {
    csv: writeCsv(accepted),
    format,
    encoding,
    unit,
    use: describeUse(table.header, columns),
    read: accepted.length + dropped.length,
    questions: accepted.map(({ question }) => question),
    changes: countChanges(accepted),
    dropped,
    notes: [
      ...source.notes,
      ...describeColumns(table.header, columns, noun, !source.isKnown),
      ...notes,
      ...noteContradictions(accepted, unit),
      ...noteEntities(accepted, decodeHtml),
    ],
  }
}

function countChanges(questions: readonly CleanQuestion[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const change of questions.flatMap(({ changes }) => changes))
    counts.set(change, (counts.get(change) ?? 0) + 1)
  return counts
}

/** Writes a dataset: UTF-8, LF, cells in quotes where RFC 4180 needs them, options as a JSON list. */
function writeCsv(questions: readonly CleanQuestion[]): string {
  const optional = [...FACET_NAMES, 'explanation', 'source'] as const
  const columns = optional.filter((name) => questions.some(({ question }) => question[name] !== undefined))
  const hasOptions = questions.some(({ question }) => question.options !== undefined)
  const header = ['id', 'question', 'correct_answer', ...(hasOptions ? ['options'] : []), ...columns]
  const rows = questions.map(({ question }) => {
    const { id, question: text, correct_answer: correct, options } = question
    const optionCells = hasOptions ? [options ? JSON.stringify(options) : ''] : []
    return [id, text, correct, ...optionCells, ...columns.map((name) => question[name] ?? '')]
  })
  return [header, ...rows].map((row) => `${row.map(quoteCell).join(',')}\n`).join('')
}

function quoteCell(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
