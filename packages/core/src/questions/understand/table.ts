// Reads a table of another tool as questions. All of its texts are cleaned first, because together they show what its answers are.
import { setImmediate } from 'node:timers/promises'
import type { Suspicion } from '../suspicions.ts'
import { type Acceptance, findRepeats, type Repeat } from './accept.ts'
import { type AnswerContext, type AnswerSettings, createAnswerCounter } from './answer-rules.ts'
import { createReadingNotes } from './answers.ts'
import {
  type CleanQuestion,
  type CleanTexts,
  cleanQuestion,
  cleanTexts,
  countDecodings,
} from './clean-question.ts'
import { assertNoneMisspelt } from './column-faults.ts'
import type { ColumnSettings } from './column-targets.ts'
import { type ColumnMap, mapColumns } from './columns.ts'
import { ImportError, LeftOutError } from './errors.ts'
import { joinRows } from './join-rows.ts'
import { findListColumn, findLost, findSeveral } from './list-column.ts'
import { mapMarks } from './mark-column.ts'
import { areOptionsMarked, readCertainMarks, readMarks } from './marked-options.ts'
import { groupAnswers } from './one-row-each.ts'
import { createRecordReader, type TableRecord } from './records.ts'
import { createRivals } from './rivals.ts'
import { joinTruthColumns } from './true-false.ts'

/** A table of a source. */
export interface Table extends Omit<ColumnSettings, 'mapping'> {
  readonly header: readonly string[]
  /** They can be iterated more than once. */
  readonly records: Iterable<TableRecord>
  /** Whether its format says which option is correct, so that a sign such as `*` is always a part of a text. */
  readonly hasNoMarks?: boolean
  /** The numbers of the records whose options had letters that were removed, so that `A. Dumas` is a name. */
  readonly unlabelled?: ReadonlySet<number>
  /** Whether the answers are texts, and never letters or numbers of options. */
  readonly areTexts?: boolean
  /** What separates its cells in the text of its file, for people. */
  readonly separator?: string
  /** What a person should know about the header. */
  readonly notes?: readonly string[]
}

/** What a person says about a table. */
export interface TableSettings extends AnswerSettings, AnswerContext, Pick<ColumnSettings, 'mapping'> {
  /** Whether texts contain HTML entities. */
  readonly decodeHtml: boolean
  /** What separates the options in one cell. Default: it is detected. */
  readonly separator?: string | undefined
}

/** The questions of a table, and how it was read. */
export interface TableSummary {
  readonly questions: readonly CleanQuestion[]
  /** The numbers of the other records, with the reasons and the texts of the questions. */
  readonly leftOut: readonly (readonly [number, LeftOutError, string])[]
  readonly columns: ColumnMap
  /** How its answers were read. */
  readonly notes: readonly string[]
  /** The accepted questions that occur again with other options and another answer. */
  readonly repeats: readonly Repeat[]
  /** What looks wrong in its columns. */
  readonly suspicions: readonly Suspicion[]
}

/** How many records are read before other work can run. */
const RECORDS_PER_TURN = 500

/** How many records are read before the next report. */
const RECORDS_PER_REPORT = 100_000

/** Finds the columns in which a space follows the separator in most of the first records, or all columns when it follows most separators. */
function findSpaced(records: Iterable<TableRecord>): (column: number) => boolean {
  const counts: number[] = []
  let [spaced, read] = [0, 0]
  const startsWithSpace = (value: unknown) => typeof value === 'string' && value.startsWith(' ')
  for (const { values } of records) {
    const others = values.slice(1).filter((value) => value !== '')
    if (others.length > 0 && others.every(startsWithSpace)) spaced += 1
    for (const [column, value] of values.entries())
      counts[column] = (counts[column] ?? 0) + (startsWithSpace(value) ? 1 : 0)
    if (++read === SAMPLE) break
  }
  return (column) => spaced * 2 > read || (read > 2 && (counts[column] ?? 0) * 2 > read)
}

const SAMPLE = 50

/**
 * Reads a table. Each question is understood, or left out with the reason.
 * @param accept decides about a question that is understood; several tables can share it
 * @param report takes the number of records that were read, from time to time
 * @throws ImportError when the columns or the answers of the table are not understood
 */
export async function readTable(
  given: Table,
  named: TableSettings,
  accept: Acceptance,
  report?: (count: number) => void,
): Promise<TableSummary> {
  const said = { ...named, mapping: mapMarks(given, named.mapping) }
  const table = joinTruthColumns(given, said.mapping)
  const ignored = (['answers', 'from'] as const).find((name) => (said[name] ?? 'text') !== 'text')
  if (table.areTexts && ignored)
    throw new ImportError(
      `--${ignored}: expected a file whose answers can be letters or numbers`,
      ', got one of a format whose answers are texts, or marked options',
    )
  const settings = table.areTexts ? { ...said, answers: 'text' as const } : said
  const areMarked = !table.isAnswered && areOptionsMarked(table, settings.mapping)
  const isAnswered = table.isAnswered || areMarked
  // Of JSON, the options say themselves which one is correct.
  const hasStars = !table.isAnswered || table.areTexts === true
  const withColumns = { ...table, columns: mapColumns(table.header, { ...settings, ...table, isAnswered }) }
  // An item of JSON is a question of its own: it has no merged cells.
  const mapped = table.hasMembers ? withColumns : joinRows(withColumns)
  const listed =
    isAnswered || settings.answers === 'text' ? mapped : findListColumn(mapped, settings.separator)
  assertNoneMisspelt(listed)
  const { header, columns, records } = findSeveral(groupAnswers(listed, settings.mapping))
  const read = createRecordReader(
    header,
    columns,
    { separator: settings.separator, areTexts: table.areTexts },
    given.separator === undefined ? () => true : findSpaced(records),
  )
  const from = columns.saysZero ? (settings.from ?? 0) : settings.from
  const counter = createAnswerCounter({ ...settings, from }, header, columns)
  const rivals = createRivals(header, columns, settings.mapping)
  const decodings = settings.decodeHtml ? countDecodings(records) : 0
  const leftOut: [number, LeftOutError, string][] = []
  const leaveOut = (item: TableRecord & { readonly texts?: CleanTexts }, error: LeftOutError) => {
    const question = item.texts?.question || item.values[columns.single.question ?? -1]
    const shown = [question, ...item.values].find((value) => typeof value === 'string' && value.trim() !== '')
    leftOut.push([item.number, error, `${shown ?? ''}`])
  }
  const understand = (record: TableRecord, from: AnswerSettings['from']) => {
    const raw = read(record)
    const marked = areMarked ? readMarks(raw) : readCertainMarks(raw, hasStars)
    const isUnlabelled = table.unlabelled?.has(record.number)
    return cleanTexts(table.hasNoMarks ? raw : marked, { decodings, from, isUnlabelled })
  }
  const understood = await mapEach(records, leaveOut, (record, count) => {
    if (count % RECORDS_PER_REPORT === 0) report?.(count)
    counter.addSeveral(record.values)
    counter.add(understand(record, from), record.values)
    return record
  })
  const rules = counter.decide()
  const notes = createReadingNotes(rules)
  const later: CleanQuestion[] = []
  // Keeping the texts of all records takes more memory, and no less time, than reading them again.
  function* readAgain() {
    for (const record of understood)
      yield { number: record.number, values: record.values, texts: understand(record, rules.forced) }
  }
  const accepted = await mapEach(readAgain(), leaveOut, ({ texts, values }) => {
    notes.add(texts)
    const clean = cleanQuestion(texts, rules)
    rivals.add(texts, values, clean.question.correct_answer)
    if (accept(clean, given)) later.push(clean)
    return clean
  })
  rivals.assertNone()
  const typed = accepted.filter(({ question }) => question.options === undefined)
  const suspicions = typed.length * 2 > accepted.length ? findLost(listed, settings.separator) : []
  const { contradictions, repeats } = findRepeats(accepted, later)
  for (const [{ number, question }, error] of contradictions) leftOut.push([number, error, question.question])
  leftOut.sort(([a], [b]) => a - b)
  const isRight = (clean: CleanQuestion) => !contradictions.has(clean)
  return { questions: accepted.filter(isRight), leftOut, columns, notes: notes.list(), repeats, suspicions }
}

/** Maps items, and leaves out those for which the function throws a `LeftOutError`. @param map takes the number of items so far, too */
async function mapEach<T extends { readonly number: number }, R>(
  items: Iterable<T>,
  leaveOut: (item: T, error: LeftOutError) => void,
  map: (item: T, count: number) => R,
): Promise<R[]> {
  const mapped: R[] = []
  let count = 0
  for (const item of items) {
    if (++count % RECORDS_PER_TURN === 0) await setImmediate()
    try {
      mapped.push(map(item, count))
    } catch (error) {
      if (!(error instanceof LeftOutError)) throw error
      leaveOut(item, error)
    }
  }
  return mapped
}
