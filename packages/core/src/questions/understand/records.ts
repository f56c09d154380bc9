// Reads records with named columns as questions: rows of a CSV file, or objects of a JSON array.
import { quote } from '../../quote.ts'
import { foldName, MAX_CELL_LENGTH, readPlace } from '../read/index.ts'
import { readCell, type SourceOption } from './cells.ts'
import type { ColumnMap, OptionColumn } from './columns.ts'
import { canCorrect } from './corrections.ts'
import { LeftOutError, leftOut } from './errors.ts'
import * as rows from './left-out-rows.ts'
import { loosen } from './loose-text.ts'
import { assertNoneTorn, splitCell } from './split-cell.ts'
import { splitAt, splitQuestion } from './split-text.ts'
import { isTruth, readTruthMark } from './truth.ts'

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

/** What people write in a cell of wrong answers when there are none. */
const NO_ANSWERS = /^\s*(?:none|n\/?a|null|nil|[-–—]+)\s*$/i

/** `1,5` and `1,000,000` are one number. */
const A_NUMBER = /^[^\p{L}\d]*\d+(?:,\d+|(?:,\d{3})+)[^\p{L}\d,]*$/u

/** A part of a text between slashes that can be a wrong answer. */
const WORD = /\p{L}{3}|^\p{Lu}\p{L}*\p{N}|\p{Lo}/u

const isLong = (text: string) => text.length > MAX_CELL_LENGTH

/** A text that is not served is not searched for marks, which takes long. */
function assertServable(text: string): void {
  if (!isLong(text)) return
  throw new LeftOutError(`expected at most ${MAX_CELL_LENGTH} characters, got ${text.length}`)
}

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
  const questionName = header[single.question ?? -1]
  const answerName = header[single.correct_answer ?? -1]

  /** @param areSeveral whether the cell can have several texts, such as topics */
  function textAt(values: Values, index: number | undefined, areSeveral = false): string {
    if (index === undefined) return ''
    const value = values[index]
    // Nearly every value is a text. Reading it as a cell takes longer.
    if (typeof value === 'string') return value
    const name = header[index] ?? ''
    const { options } = readCell(value, name)
    if (options.length <= 1 || areSeveral) return options.map(({ text }) => text).join(', ')
    throw leftOut(`one text in ${quote(name)}`, `a list of ${options.length}`)
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
        throw leftOut(
          'a question that is in use',
          `${kind}${quote(String(values[index]))} below ${quote(header[index] ?? '')}; --map "${header[index]}=ignore" says that it means nothing`,
        )
  }

  function optionsAt(values: Values, columns: readonly OptionColumn[]): readonly SourceOption[] {
    if (columns.length === 0) return []
    const found = columns.map(({ index, label, mark }) => {
      const option = { text: textAt(values, index), label }
      return mark === undefined ? option : { ...option, isMarked: readTruthMark(values[mark] ?? '') }
    })
    return found.some(({ text }) => text.trim() !== '') ? found : []
  }

  function listAt(values: Values, index: number | undefined, answer: string, correct = answer) {
    return index === undefined
      ? []
      : splitCell(readCell(values[index], header[index]), answer, separator, correct)
  }

  /** Wrong answers in one cell. Two commas separate three of them; with one, nobody knows whether it separates two. */
  function wrongAt(values: Values, index: number | undefined, answer: string): readonly SourceOption[] {
    if (index === undefined) return []
    const found = listAt(values, index, '', answer)
    const [{ text } = { text: '' }, ...others] = found
    const isSign = !/[\p{L}\p{N}]/u.test(answer + text)
    if (others.length === 0 && NO_ANSWERS.test(text) && !isSign) return []
    const isOne = !read.areWrongSeveral || Array.isArray(values[index]) || A_NUMBER.test(text.trim())
    if (others.length > 0 || separator !== undefined || isOne) return found
    const parts = [', ', ' / ', ',', '/'].map((sign) => splitAt(text, sign))
    const several = parts.find((part) => part.length > 1)
    // `m/s`, `1/2` and a date are one text.
    if (!several || (several === parts[3] && !several.every((part) => WORD.test(part.text)))) return found
    const areCommas = several === parts[0] || several === parts[2]
    const areTorn = answer.includes(areCommas ? ',' : '/') && !A_NUMBER.test(answer)
    if (areCommas) assertNoneTorn(text, several, several === parts[2] ? answer : undefined)
    if (several.length > 2 && !areTorn) return several
    throw leftOut('wrong answers with one separator', `${quote(text)}; --separator says which one it is`)
  }

  function readOptions(values: Values, answer: string): readonly [OptionsKind, readonly SourceOption[]] {
    // A person can call a column of lists one of an option, and a member `a` can have a list.
    const isOne = options.length === 1 && firstOption?.mark === undefined
    const all = isOne ? listAt(values, firstOption?.index, answer) : optionsAt(values, options)
    if (all.length > 0 || lists.length > 0) assertNotWrong(values, answer)
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
      throw leftOut(
        'wrong answers that differ from the correct one',
        `${quote(answer)} with a sign at its end`,
      )
    if (others.length > 0) return ['wrong', others]
    const chosen = optionsAt(values, choices)
    return chosen.length > 0 ? ['choices', chosen] : ['none', []]
  }

  /** Beside all options, the wrong answers say again which one is right. */
  function assertNotWrong(values: Values, answer: string): void {
    const cell = textAt(values, single.wrong_answers ?? -1)
    if (answer !== '' && cell.split(/\s*[,;|/\n]\s*/).some((part) => loosen(part) === loosen(answer)))
      throw leftOut('wrong answers without the correct one', `${quote(answer)} in ${quote(cell)}`)
  }

  /** The text of a list of one, such as `["Paris"]`. */
  function readOneText(answer: string): string {
    if (!/^\s*\[\s*["']/.test(answer)) return answer
    const texts = splitCell({ options: [{ text: answer }], isList: false }, '', undefined)
    if (texts.length === 1) return texts[0]?.text ?? ''
    throw leftOut('one correct answer', `a list of ${texts.length}`)
  }

  function assertOneAnswer(values: Values, answer: string): void {
    if (areSeveral && /[|;,\n]/.test(answer))
      throw leftOut(
        'one correct answer',
        `${quote(answer)}; --map "${answerName}=correct_answer" says that it is one`,
      )
    for (const index of moreAnswers) {
      const other = textAt(values, index)
      if (isFilled(other)) throw leftOut('one correct answer', `also ${quote(other)}`)
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
    rows.assertWidth(header, values)
    const [answer, solution] = splitSolution(readName(readOneText(textAt(values, single.correct_answer))))
    const text = textAt(values, single.question)
    // A question is longer than most names, and reading names takes long.
    const isName = text.trim() === questionName
    if (text.length < MAX_NAME_LENGTH || isName) rows.assertOneHeader({ number, values }, header)
    rows.assertNoHeader(text, answer, isName && answer.trim() === answerName)
    // Beside options, the answer can be that of a player, which is right or not.
    if (single.is_correct !== undefined && isTruth(values[single.is_correct]) !== true)
      throw leftOut('an answer that is said to be right', 'another one')
    if (!isSpaced(next)) rows.assertNotShifted(text, values[next], answer)
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
      rows.assertNoSheetError(option.text)
    }
    if (kind !== 'all' && !isSpaced(afterAnswer)) rows.assertNotCut(answer, values[afterAnswer])
    rows.assertAnswer(answer, kind === 'wrong' ? [] : options)
    assertOneAnswer(values, answer)
    assertInUse(values)
    if (values.length < header.length) rows.assertNotShort(options)
    return {
      number,
      id: textAt(values, single.id, true),
      question,
      answer,
      place: textAt(values, place),
      kind,
      options,
      difficulty: textAt(values, single.difficulty, true),
      topic: textAt(values, single.topic, true),
      explanation: textAt(values, single.explanation, true) || solution,
      note: noteOf(values),
      source: textAt(values, single.source, true),
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
