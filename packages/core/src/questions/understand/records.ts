// Reads records with named columns as questions: rows of a CSV file, or objects of a JSON array.
import { quote } from '../../quote.ts'
import { countKnownColumns, findTarget, foldName, MAX_CELL_LENGTH, readPlace } from '../read/index.ts'
import { assertNoneTorn, readCell, type SourceOption, splitCell, splitQuestion } from './cells.ts'
import type { ColumnMap, OptionColumn } from './columns.ts'
import { canCorrect } from './corrections.ts'
import { ImportError, LeftOutError } from './errors.ts'
import { isTruth } from './truth.ts'

/**
 * What the options of a question are: `none`, because the player types the answer; `all`, one of which is the correct answer, named
 * by its text, letter or number; only the `wrong` answers; or the `choices` of a sheet, which can be both.
 */
export type OptionsKind = 'none' | 'all' | 'choices' | 'wrong'

/** A question of a source. Strings are neither trimmed nor checked, and missing ones are empty. */
export interface RawQuestion {
  /** The number of its record. */
  readonly number: number
  readonly id: string
  readonly question: string
  readonly answer: string
  /** The place of the answer, which a column beside its text can have. */
  readonly place: string
  readonly kind: OptionsKind
  /** In the order of the source. An empty text is a position without an option. */
  readonly options: readonly SourceOption[]
  readonly difficulty: string
  readonly topic: string
  readonly explanation: string
  /** What people wrote about the question in columns such as `Comment`. */
  readonly note: string
  readonly source: string
}

/** A record of a table: the cells of a row, or the members of an object of JSON. */
export interface TableRecord {
  /** The number of its line, row or item, from 1. */
  readonly number: number
  readonly values: readonly unknown[]
}

/** Whether a cell has a text. */
export const isFilled = (value: unknown) => String(value ?? '').trim() !== ''

/** `1,5` and `1,000,000` are one number. */
const A_NUMBER = /^[^\p{L}\d]*\d+(?:,\d+|(?:,\d{3})+)[^\p{L}\d,]*$/u

/** The line below a header of Markdown, and notes such as `(max 120 characters)`. */
const NO_TEXTS = [/^\s*:?-{2,}:?\s*$/, /^\s*\(.*\)\s*$/]

/** What a spreadsheet program shows for a formula without a result. */
const SHEET_ERROR = /^\s*#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)\s*$/

/** What a sheet for teachers says of a question without one answer. */
const UNSAID =
  '(?:[Ss]tudent )?(?:[Aa]nswers?|[Rr]esponses?) (?:will |may |can |might )?(?:vary|varies|differ)\\b.*|[Ss]ee (?:above|below)\\.?'

/** What stands in place of an answer that is missing, unless it is an option. `NaN` and `null` can be answers of a quiz about code. */
const MISSING = new RegExp(
  `${SHEET_ERROR.source}|^\\s*(?:nan|NULL|\\\\N|N/A|n/a|TBD|TODO|tbd|[?]+|[-–—]+|_{2,}|${UNSAID})\\s*$`,
)

const isLong = (text: string) => text.length > MAX_CELL_LENGTH

/** A text that is not served is not searched for marks, which takes long. */
function assertServable(text: string): void {
  if (!isLong(text)) return
  throw new LeftOutError(`expected at most ${MAX_CELL_LENGTH} characters, got ${text.length}`)
}

const TOTAL =
  /^\s*(?:(?:grand |class )?(?:total|sum|average|mean)(?: (?:questions|points|scores?|marks?|grade))?|(?:max(?:imum)?|passing|pass) (?:questions|points|scores?|marks?|grade)|(?:created|made|written|prepared) by|gesamt|summe|durchschnitt|moyenne|suma|razem|toplam|итого)\s*:?\s*$/i

/** Longer texts are no names of columns. */
const MAX_NAME_LENGTH = 20

/**
 * Returns a function that reads a record as a question. It throws a `LeftOutError` when the record is none.
 * @param areTexts whether no answer is the number of a line of its question
 * @param isSpaced whether the cells of a column can start with a space, which otherwise is the sign of a text that goes on
 */
export function createRecordReader(
  header: readonly string[],
  { areSeveral, single, place, options, lists, choices, wrong, moreWrong, moreAnswers, ...read }: ColumnMap,
  { separator, areTexts = false }: { separator?: string | undefined; areTexts?: boolean | undefined },
  isSpaced: (column: number) => boolean,
): (record: TableRecord) => RawQuestion {
  type Values = TableRecord['values']
  const { notes, asides, uses } = read
  const said = [...notes, ...asides, single.source, single.topic].filter((index) => index !== undefined)
  const [firstOption] = options

  function textAt(values: Values, index: number | undefined): string {
    if (index === undefined) return ''
    const value = values[index]
    // Nearly every value is a text. Reading it as a cell takes longer.
    if (typeof value === 'string') return value
    const name = header[index] ?? ''
    const { options } = readCell(value, name)
    if (options.length <= 1) return options[0]?.text ?? ''
    throw new LeftOutError(`expected one text in ${quote(name)}`, `, got a list of ${options.length}`)
  }

  /** Only a topic, a difficulty, a source and an id can have several texts. */
  function textsAt(values: Values, index: number | undefined): string {
    if (index === undefined) return ''
    const value = values[index]
    if (typeof value === 'string') return value
    const { options } = readCell(value, header[index])
    return options.map(({ text }) => text).join(', ')
  }

  /** What is said about the answer in columns for notes, and what can correct it in others that are not used. */
  function noteOf(values: Values): string {
    let note = ''
    for (const index of said) {
      const text = values[index]
      if (typeof text !== 'string' || text === '') continue
      if (notes.includes(index) ? !isLong(text) : canCorrect(text)) note += note === '' ? text : `\n${text}`
    }
    return note
  }

  /** A question can be in a bank although nobody may use it, such as one that is disputed. */
  function assertInUse(values: Values): void {
    for (const { index, isWithdrawn, kind } of uses)
      if (isWithdrawn(values[index]))
        throw new LeftOutError(
          'expected a question that is in use',
          `, got ${kind}${quote(String(values[index]))} below ${quote(header[index] ?? '')}; --map "${header[index]}=ignore" says that it means nothing`,
        )
  }

  function optionsAt(values: Values, columns: readonly OptionColumn[]): readonly SourceOption[] {
    if (columns.length === 0) return []
    const found = columns.map(({ index, label, mark }) => {
      const text = textAt(values, index)
      return mark === undefined ? { text, label } : { text, label, isMarked: readTruthMark(values[mark]) }
    })
    return found.some(({ text }) => text.trim() !== '') ? found : []
  }

  function listAt(values: Values, index: number | undefined, answer: string): readonly SourceOption[] {
    return index === undefined ? [] : splitCell(readCell(values[index], header[index]), answer, separator)
  }

  /** Wrong answers in one cell. Two commas separate three of them; with one, nobody knows whether it separates two. */
  function wrongAt(values: Values, index: number | undefined, answer: string): readonly SourceOption[] {
    if (index === undefined) return []
    const found = listAt(values, index, '')
    const [{ text } = { text: '' }, ...others] = found
    const isOne = !read.areWrongSeveral || A_NUMBER.test(text.trim())
    if (others.length > 0 || separator !== undefined || isOne) return found
    const parts = [', ', ' / ', ','].map((sign) => splitCell({ options: found, isList: false }, '', sign))
    const several = parts.find((part) => part.length > 1)
    if (!several) return found
    const areTorn = several !== parts[1] && answer.includes(',') && !A_NUMBER.test(answer)
    if (several !== parts[1]) assertNoneTorn(text, several, several === parts[2] ? answer : undefined)
    if (several.length > 2 && !areTorn) return several
    throw new LeftOutError(
      'expected wrong answers with one separator',
      `, got ${quote(text)}; --separator says which one it is`,
    )
  }

  function readOptions(values: Values, answer: string): readonly [OptionsKind, readonly SourceOption[]] {
    // A person can call a column of lists one of an option, and a member `a` can have a list.
    const isOne = options.length === 1 && firstOption?.mark === undefined
    const all = isOne ? listAt(values, firstOption?.index, answer) : optionsAt(values, options)
    if (all.length > 0) return ['all', all]
    for (const { index, more } of lists) {
      const list =
        optionsAt(values, more).length > 0
          ? optionsAt(values, [{ index }, ...more])
          : listAt(values, index, answer)
      if (list.length > 0) return ['all', list]
    }
    const others = [
      ...wrongAt(values, single.wrong_answers, answer),
      ...optionsAt(values, moreWrong),
      ...optionsAt(values, wrong),
    ]
    if (others.some(({ isCut, text }) => isCut && text === answer.trim()))
      throw new LeftOutError(
        'expected wrong answers that differ from the correct one',
        `, got ${quote(answer)} with a sign at its end`,
      )
    if (others.length > 0) return ['wrong', others]
    const chosen = optionsAt(values, choices)
    return chosen.length > 0 ? ['choices', chosen] : ['none', []]
  }

  /** Sheets that were joined repeat their header, and tables of Markdown have a line below it. */
  function assertNoHeader(question: string, answer: string): void {
    const isHeader =
      question.trim() === header[single.question ?? -1] &&
      answer.trim() === header[single.correct_answer ?? -1]
    const areNoTexts = NO_TEXTS.some((pattern) => pattern.test(question) && pattern.test(answer))
    if (isHeader || areNoTexts || TOTAL.test(question))
      throw new LeftOutError('expected a question', ', got the header again, a note below it, or a total')
  }

  /** Sheets that were joined can have different columns. */
  function assertOneHeader({ number, values }: TableRecord): void {
    const names = values.map((value) => (typeof value === 'string' ? value.trim() : ''))
    if (names.every((name, index) => name === (header[index] ?? ''))) return
    const isTurned = names.length > 1 && names.toSorted().join('\n') === header.toSorted().join('\n')
    if (!isTurned && countKnownColumns(names) < 3) return
    const targets = names.map(findTarget)
    if (targets.includes('question') && targets.includes('correct_answer'))
      throw new ImportError(
        'expected one header',
        `, got another one in number ${number}; split the file there`,
      )
  }

  /** The text of a list of one, such as `["Paris"]`. */
  function readOneText(answer: string): string {
    if (!/^\s*\[\s*["']/.test(answer)) return answer
    const texts = splitCell({ options: [{ text: answer }], isList: false }, '', undefined)
    if (texts.length === 1) return texts[0]?.text ?? ''
    throw new LeftOutError('expected one correct answer', `, got a list of ${texts.length}`)
  }

  function assertOneAnswer(values: Values, answer: string): void {
    if (areSeveral && /[|;,\n]/.test(answer))
      throw new LeftOutError(
        'expected one correct answer',
        `, got ${quote(answer)}; --map "${header[single.correct_answer ?? -1]}=correct_answer" says that it is one`,
      )
    for (const index of moreAnswers) {
      const other = textAt(values, index)
      if (isFilled(other)) throw new LeftOutError('expected one correct answer', `, got also ${quote(other)}`)
    }
  }

  // A folded name has no signs and accents: that of `C++` and `°C` is also that of a column C.
  const labels = new Map(
    [...options, ...choices]
      .map(({ index, label }) => [foldName(header[index] ?? ''), label] as const)
      .filter(([name]) => !/^[a-z0-9]{0,2}$/.test(name)),
  )
  /** An answer can be the whole name of a column of options, such as `Opción B`. */
  const readName = (answer: string) =>
    labels.size === 0 || answer.length > MAX_NAME_LENGTH || readPlace(answer)
      ? answer
      : (labels.get(foldName(answer)) ?? answer)

  const [next, afterAnswer] = [(single.question ?? 0) + 1, (single.correct_answer ?? 0) + 1]
  return ({ number, values }) => {
    assertWidth(header, values)
    const [answer, solution] = splitSolution(readName(readOneText(textAt(values, single.correct_answer))))
    const text = textAt(values, single.question)
    // A question is longer than most names, and reading names takes long.
    if (text.length < MAX_NAME_LENGTH || text.trim() === header[single.question ?? -1])
      assertOneHeader({ number, values })
    assertNoHeader(text, answer)
    // Beside options, the answer can be that of a player, which is right or not.
    if (single.is_correct !== undefined && isTruth(values[single.is_correct]) !== true)
      throw new LeftOutError('expected an answer that is said to be right', ', got another one')
    if (!isSpaced(next)) assertNotShifted(text, values[next], answer)
    const [ownKind, ownOptions] = readOptions(values, answer)
    const split =
      ownKind === 'none' &&
      !(areTexts && /^\d/.test(answer)) &&
      (readPlace(answer) || /^\(?\w[).]/.test(answer))
        ? splitQuestion(text, answer)
        : undefined
    const { question, options } = split ?? { question: text, options: ownOptions }
    const kind = split ? 'all' : ownKind
    assertServable(text)
    assertServable(answer)
    for (const option of options) {
      assertServable(option.text)
      if (SHEET_ERROR.test(option.text))
        throw new LeftOutError('expected an option', `, got ${quote(option.text)}`)
    }
    if (kind !== 'all' && !isSpaced(afterAnswer)) assertNotCut(answer, values[afterAnswer])
    const isOption = ({ text }: SourceOption) => kind !== 'wrong' && text.trim() === answer.trim()
    if (MISSING.test(answer) && !options.some(isOption))
      throw new LeftOutError('expected a correct answer', `, got ${quote(answer)}`)
    assertOneAnswer(values, answer)
    assertInUse(values)
    if (values.length < header.length) assertNotShort(options)
    return {
      number,
      id: textsAt(values, single.id),
      question,
      answer,
      place: textAt(values, place),
      kind,
      options,
      difficulty: textsAt(values, single.difficulty),
      topic: textsAt(values, single.topic),
      explanation: textsAt(values, single.explanation) || solution,
      note: noteOf(values),
      source: textsAt(values, single.source),
    }
  }
}

/** The answer behind `####` at the end of a solution, as in GSM8K, and the solution without notes for programs. */
function splitSolution(answer: string): readonly [answer: string, solution: string] {
  const at = answer.lastIndexOf('#### ')
  if (at < 0 || answer.includes('\n', at)) return [answer, '']
  return [
    answer.slice(at + 5).trim(),
    answer
      .slice(0, at)
      .replace(/<<[^<>]*>>/g, '')
      .trim(),
  ]
}

function readTruthMark(value: unknown): boolean {
  const isMarked = isTruth(value ?? '')
  if (isMarked === undefined)
    throw new LeftOutError('expected marks that are true or false', `, got ${quote(String(value))}`)
  return isMarked
}

/** A record with too many cells usually has a separator in a text, so that its cells are in the wrong columns. */
function assertWidth(header: readonly string[], values: readonly unknown[]): void {
  if (values.length <= header.length) return
  const width = values.findLastIndex((value) => typeof value !== 'string' || value.trim() !== '') + 1
  if (width <= header.length) return
  throw new LeftOutError(
    `expected ${header.length} cells as in the header`,
    `, got ${width}; a text that contains the separator needs quotes`,
  )
}

/** A row with an option less, and without an empty cell for it, has its answer in the column of the last option. */
function assertNotShort(options: readonly SourceOption[]): void {
  const filled = options.filter(({ text }) => text.trim() !== '')
  const arePlaces = filled.map(({ text }) => readPlace(text) !== undefined)
  if (filled.length < 3 || arePlaces.indexOf(true) !== filled.length - 1) return
  throw new LeftOutError(
    'expected as many cells as in the header',
    `, got fewer, and ${quote(filled.at(-1)?.text ?? '')} as the last option, which can be the answer`,
  )
}

/** `Washington, D.C.` and `1,000` without quotes are two cells. */
function assertNotCut(answer: string, next: unknown): void {
  if (typeof next !== 'string' || !(/^ \S/.test(next) || (/^\d{1,3}$/.test(answer) && /^0\d\d$/.test(next))))
    return
  throw new LeftOutError(
    'expected the end of the answer before the next cell',
    `, got ${quote(next)}; a text that contains the separator needs quotes`,
  )
}

/** `In 1914, what began?` and `How many metres are 1,5 km?` without quotes are two cells, and the row may have as many as the header. */
function assertNotShifted(question: string, next: unknown, answer: string): void {
  if (/[?.!:…"”’')_]\s*$/.test(question)) return
  const isNumberSplit =
    /\d$/.test(question) && /^\d.*\p{L}.*\?\s*$/su.test(typeof next === 'string' ? next : '')
  const rest = [next, answer].find((cell) =>
    /^\s.*\?\s*$|^ \p{Ll}/su.test(typeof cell === 'string' ? cell : ''),
  )
  if (rest === undefined && !isNumberSplit) return
  throw new LeftOutError(
    'expected the end of the question before the next cell',
    `, got ${quote(String(rest ?? next))}; a text that contains the separator needs quotes`,
  )
}
