// Reads a table of another tool as questions. A first pass over its records finds what the file shows about its answers, and a
// second one reads them, so that no record has to be kept as a question.
import { setImmediate } from 'node:timers/promises'
import type { Acceptance } from './accept.ts'
import { type AnswerSettings, createAnswerCounter } from './answer-rules.ts'
import { createReadingNotes } from './answers.ts'
import { type CleanQuestion, type CleanTexts, cleanQuestion, cleanTexts } from './clean-question.ts'
import { type ColumnMap, type ColumnSettings, mapColumns } from './columns.ts'
import { createContradictionFinder } from './contradictions.ts'
import { LeftOutError } from './errors.ts'
import { groupAnswers } from './one-row-each.ts'
import { createRecordReader, type TableRecord } from './records.ts'

/** A table of a source. */
export interface Table {
  readonly header: readonly string[]
  /** They can be iterated more than once. */
  readonly records: Iterable<TableRecord>
  /** Whether the options say which one is correct, so that no column must. */
  readonly isAnswered?: boolean
  /** What else to do about columns that are missing, as the end of a message. */
  readonly remedy?: string
  /** Whether the answers are texts, and never letters or numbers of options. */
  readonly areTexts?: boolean
  /** What a person should know about the header. */
  readonly notes?: readonly string[]
}

/** What a person says about a table. */
export interface TableSettings extends AnswerSettings, Pick<ColumnSettings, 'mapping'> {
  /** Whether texts contain HTML entities. */
  readonly decodeHtml: boolean
  /** What separates the options in one cell. Default: it is detected. */
  readonly separator?: string | undefined
}

/** Takes the questions of a table, in their order. */
export interface TableHandler {
  accept(question: CleanQuestion): void
  leaveOut(number: number, error: LeftOutError): void
  /** Takes the number of records that were read, from time to time. */
  report?: ((count: number) => void) | undefined
}

/** How a table was read. */
export interface TableSummary {
  readonly columns: ColumnMap
  /** How its answers were read. */
  readonly notes: readonly string[]
}

/** How many records are read before other work can run. */
const RECORDS_PER_TURN = 500

/** How many records are read before the next report. */
const RECORDS_PER_REPORT = 100_000

/**
 * Reads a table. Each question is understood, or left out with the reason.
 * @param accept decides about a question that is understood; several tables can share it
 * @throws ImportError when the columns or the answers of the table are not understood
 */
export async function readTable(
  table: Table,
  given: TableSettings,
  accept: Acceptance,
  handler: TableHandler,
): Promise<TableSummary> {
  const settings = table.areTexts ? { ...given, answers: 'text' as const } : given
  const mapped = mapColumns(table.header, { ...settings, ...table })
  const { header, columns, records } = groupAnswers({ ...table, columns: mapped })
  const read = createRecordReader(header, columns, settings.separator)
  const readTexts = (record: TableRecord) => cleanTexts(read(record), settings)
  const counter = createAnswerCounter(settings, columns)
  await eachRecord(records, (record) => counter.add(readTexts(record)))
  const rules = counter.decide()
  const notes = createReadingNotes(rules)
  const readQuestion = (texts: CleanTexts) => {
    notes.add(texts)
    return accept(cleanQuestion(texts, rules))
  }
  const accepted: CleanQuestion[] = []
  const finder = createContradictionFinder()
  await eachRecord(
    records,
    (record) => {
      const clean = readQuestion(readTexts(record))
      accepted.push(clean)
      finder.add(clean)
    },
    (record, error) => handler.leaveOut(record.number, error),
    handler.report,
  )
  const contradictions = finder.list()
  for (const [index, clean] of accepted.entries()) {
    if (index % RECORDS_PER_TURN === 0) await setImmediate()
    const contradiction = contradictions.get(clean)
    if (contradiction) handler.leaveOut(clean.number, contradiction)
    else handler.accept(clean)
  }
  return { columns, notes: notes.list() }
}

/** Runs a function for each record. @param leaveOut takes each record for which it throws a `LeftOutError` */
async function eachRecord(
  records: Iterable<TableRecord>,
  run: (record: TableRecord) => void,
  leaveOut: (record: TableRecord, error: LeftOutError) => void = () => undefined,
  report?: (count: number) => void,
): Promise<void> {
  let count = 0
  for (const record of records) {
    if (++count % RECORDS_PER_TURN === 0) await setImmediate()
    if (count % RECORDS_PER_REPORT === 0) report?.(count)
    try {
      run(record)
    } catch (error) {
      if (!(error instanceof LeftOutError)) throw error
      leaveOut(record, error)
    }
  }
}
