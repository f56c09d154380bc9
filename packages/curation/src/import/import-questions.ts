// Converts a file of another tool to the CSV of a dataset. Tolerance is here, so that the service can be strict.
import { type AnsweredQuestion, checkQuestion, FACET_NAMES } from '@qb/core/questions'
import { RESERVED_IDS } from '@qb/questions/app'
import { type AnswerSettings, findAnswerRules } from './answer-rules.ts'
import { describeRules } from './answers.ts'
import { type CleanQuestion, cleanQuestion, cleanTexts } from './clean-question.ts'
import { ImportError, type Target } from './columns.ts'
import { decodeText } from './decode-text.ts'
import { type Dropped, LeftOutError, readEach } from './left-out.ts'
import { readCsvSource } from './read-csv.ts'
import { readJsonSource } from './read-json.ts'
import { noteContradictions, noteEntities } from './report.ts'

/** How to import a file. */
export interface ImportOptions extends AnswerSettings {
  /** Targets by column name. */
  readonly mapping: ReadonlyMap<string, Target>
  /** Decode HTML entities in every format, not only in that of Open Trivia DB. */
  readonly decodeHtml: boolean
  /** The encoding of the file, such as `shift_jis`. Default: it is detected. */
  readonly encoding?: string | undefined
  /** What separates the options in one cell. Default: it is detected. */
  readonly separator?: string | undefined
}

/** The result of an import. Nothing is written. */
export interface ImportResult {
  readonly csv: string
  readonly format: string
  readonly encoding: string
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
export function importQuestions(bytes: Uint8Array, settings: ImportOptions): ImportResult {
  const { mapping, separator } = settings
  assertText(bytes)
  const { text, encoding, isGuess } = decodeText(bytes, settings.encoding)
  const isJson = /^\s*[[{]/.test(text)
  const source = isJson ? readJsonSource(text, mapping, separator) : readCsvSource(text, mapping, separator)
  const isDecoded = source.hasHtmlEntities || settings.decodeHtml
  const dropped: Dropped[] = [...source.dropped]
  const texts = readEach(source.questions, dropped, (raw) =>
    cleanTexts(raw, { hasHtmlEntities: isDecoded, from: settings.from }),
  )
  const rules = findAnswerRules(texts, settings, source.columns)
  const cleaned = readEach(texts, dropped, (question) => cleanQuestion(question, rules))
  const accepted = readEach(cleaned, dropped, createAcceptance())
  if (accepted.length === 0) {
    const [first] = dropped
    throw new ImportError(
      `expected at least one question, got none${first ? `; ${first.origin}: ${first.reason}` : ''}`,
    )
  }
  return {
    csv: writeCsv(accepted),
    format: source.format,
    encoding,
    use: source.use,
    read: source.questions.length + source.dropped.length,
    questions: accepted.map(({ question }) => question),
    changes: countChanges(accepted),
    dropped: dropped.toSorted((a, b) => numberIn(a.origin) - numberIn(b.origin)),
    notes: [
      ...(isGuess
        ? [
            `warning: the encoding ${encoding} is a guess; check the texts, or name another one with --encoding`,
          ]
        : []),
      ...source.notes,
      ...describeRules(rules, texts),
      ...noteContradictions(accepted),
      ...noteEntities(accepted, isDecoded),
    ],
  }
}

/** The first bytes of formats that spreadsheets save: ZIP archives (.xlsx, .ods), and those of older versions (.xls). */
const WORKBOOK_SIGNATURES = ['504b0304', 'd0cf11e0']

function assertText(bytes: Uint8Array): void {
  if (WORKBOOK_SIGNATURES.includes(Buffer.from(bytes.subarray(0, 4)).toString('hex'))) {
    throw new ImportError(
      'expected CSV or JSON, got a workbook (.xlsx, .xls or .ods); save the sheet as “CSV UTF-8” and import that file',
    )
  }
}

/** The number in an origin such as `line 12`. */
function numberIn(origin: string): number {
  return Number(/\d+/.exec(origin)?.[0] ?? 0)
}

/** Returns a function that rejects a question it has seen before, another question with its id, and what the service rejects. */
function createAcceptance(): (clean: CleanQuestion) => CleanQuestion {
  const origins = new Map<string, string>()
  const texts = new Set<string>()
  return (clean) => {
    const { id, question, correct_answer } = clean.question
    const content = JSON.stringify([question, correct_answer])
    if (texts.has(content)) throw new LeftOutError('expected a new question, got one that occurs above')
    const same = origins.get(id)
    if (same !== undefined) throw new LeftOutError(`expected a unique id, got that of ${same}`)
    origins.set(id, clean.origin)
    texts.add(content)
    const [reason] = checkQuestion(clean.question, { category: 'import', reservedIds: RESERVED_IDS })
    if (reason !== undefined) throw new LeftOutError(reason)
    return clean
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
