// Reads the questions of a file of another tool. Tolerance is here and in core, so that a dataset can be strict.
import {
  type Acceptance,
  type AnsweredQuestion,
  createAcceptance,
  createSuspicionFinder,
  ImportError,
  REPEATED_OPTIONS,
  readTable,
  refusal,
  type TableSettings,
  TRUTHS_ADDED,
} from '@qb/core/questions'
import { RESERVED_IDS } from '@qb/questions/app'
import { type ReadSettings, readSource } from './read-source.ts'
import {
  describeColumns,
  describeUse,
  hasEntities,
  noteEntities,
  noteRepeatedOptions,
  noteRepeats,
} from './report.ts'
import type { Dropped } from './source.ts'
import { createTruthWriter } from './truth-words.ts'

/** How to import a file. */
export interface ImportOptions extends TableSettings, ReadSettings {}

/** The result of an import. Nothing is written. */
export interface ImportResult {
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

/** Decides about the questions of one dataset. */
export function createDatasetAcceptance(): Acceptance {
  return createAcceptance({ category: 'import', reservedIds: RESERVED_IDS })
}

/**
 * Imports a file. Every question that is returned is one that the service accepts.
 * @param accept decides about the questions; the files of one dataset share it
 * @param report takes the number of records that were read, from time to time
 * @throws ImportError when the file as a whole cannot be imported
 */
export async function importQuestions(
  bytes: Uint8Array,
  settings: ImportOptions,
  accept = createDatasetAcceptance(),
  report?: (count: number) => void,
): Promise<ImportResult> {
  const source = await readSource(bytes, settings)
  const { encoding, format, unit, table } = source
  const truths = createTruthWriter(table.records, settings.locale)
  const decodeHtml = source.hasHtmlEntities || settings.decodeHtml
  const { leftOut, columns, notes, repeats, suspicions, ...accepted } = await readTable(
    table,
    { ...settings, decodeHtml, language: truths.language },
    accept,
    report,
  )
  const others = leftOut.map(([number, { message }, question]) => ({ number, reason: message, question }))
  const dropped = [...source.dropped, ...others].sort((a, b) => a.number - b.number)
  const questions: AnsweredQuestion[] = []
  let encoded = 0
  const finder = createSuspicionFinder()
  const changes = new Map<string, number>()
  const repeating: string[] = []
  for (const clean of accepted.questions) {
    const question = truths.write(clean.question, source.truths?.has(clean.number) ?? false)
    questions.push(question)
    finder.add(question)
    if (hasEntities(question)) encoded += 1
    if (REPEATED_OPTIONS.some((one) => clean.changes.includes(one))) repeating.push(question.question)
    for (const change of clean.changes) changes.set(change, (changes.get(change) ?? 0) + 1)
  }
  const isText = source.encoding !== undefined
  if (isText && settings.locale !== undefined && !source.truths?.size && !changes.has(TRUTHS_ADDED))
    throw refusal('a workbook, or statements that are true or false', 'neither', '--locale')
  const [first] = dropped
  if (questions.length === 0)
    throw new ImportError(
      'expected at least one question, got none',
      first ? `; ${unit} ${first.number}: ${first.reason}` : '',
    )
  return {
    format,
    encoding,
    unit,
    use: describeUse(table.header, columns),
    read: questions.length + dropped.length,
    questions,
    changes,
    dropped,
    notes: [
      ...(source.notes ?? []),
      ...(table.notes ?? []),
      ...describeColumns(table, columns, !source.isKnown),
      ...notes,
      ...truths.listNotes(),
      ...noteRepeats(repeats, unit),
      ...noteRepeatedOptions(repeating),
      ...noteEntities(encoded, decodeHtml),
      ...[...suspicions, ...finder.list()].map(({ message }) => `warning: ${message}`),
    ],
  }
}
