// Gives a statement without options, such as `The Nile is in Africa.`, the options true and false when a file shows that its answers
// are that.
import { quote } from '../../quote.ts'
import { findTarget, foldCase, foldName, isNameOf, type Target } from '../read/index.ts'
import { refusal } from './errors.ts'
import type { Table } from './table.ts'
import { formsOf, HEADINGS, isTruth, PAIRS, TRUE_FALSE_PAIRS, VERDICT_WORDS, YES_NO_WORDS } from './truth.ts'
import words from './words.json' with { type: 'json' }

type Pair = readonly string[]

const TRUE_FALSE: Pair = ['True', 'False']

const WORDS = new Set(PAIRS.flatMap(formsOf).flat().map(foldCase))

/** The first letters of some words. Those of `V` are in several languages. */
export const INITIALS = ['TF', 'VF', 'RF', 'WF'].map((letters) => [...letters])

/** A pattern of pairs such as `T/F` and `Vrai ou faux`. */
export const writePairs = (pairs: readonly Pair[]) =>
  pairs.map((pair) => pair.join('\\s?(?:/|\\s(?:or|ou|o|oder|of|или)\\s)\\s?')).join('|')

/** Whether a cell says that its row is a statement. A longer one is a text. */
const isTruthName = (cell: string) => cell.length < MAX_NAME_LENGTH && isNameOf(cell, 'trueFalse')
const MAX_NAME_LENGTH = 30

/** So many questions with one of two letters as the answer are true or false. */
const MIN_LETTERS = 4

/** Columns beside one of the words. In another one, there can be texts that are right or not. */
const BESIDE = ['question', 'id', 'topic', 'difficulty', 'explanation', 'source']

/**
 * Joins two columns such as `True` and `False`, one of which has a mark in each row, to a column of answers. One of them is enough
 * beside statements. Below questions, `Richtig` and `Falsch` can be the results of players.
 * @throws ImportError when `TRUE` below `False` can be the answer, or say that the statement is false
 */
export function joinTruthColumns<T extends Table>(table: T, mapping: ReadonlyMap<string, Target>): T {
  const names = table.header.map(foldName)
  const targets = table.header.map(findTarget)
  const indexOf = (word: string) => names.indexOf(foldName(word))
  const pairs = [...TRUE_FALSE_PAIRS, ...INITIALS]
  const [half, ...others] = TRUE_FALSE_PAIRS.filter((pair) => pair.some((word) => indexOf(word) >= 0))
  const pair = pairs.find((words) => words.every((word) => indexOf(word) >= 0)) ?? half
  const columns = pair?.map(indexOf).filter((index) => index >= 0) ?? []
  const [first = -1] = columns
  const isHalf = columns.length === 1
  if (
    !pair ||
    [...mapping.keys()].some((name) => foldName(name) === names[first]) ||
    (isHalf &&
      (others.length > 0 ||
        !targets.every((target, index) => index === first || BESIDE.includes(target ?? ''))))
  )
    return table
  const isFalse = isHalf && indexOf(pair[1] ?? '') >= 0
  const question = targets.indexOf('question')
  const canBeResult = isHalf || findTarget(pair[0] ?? '') === 'correct_answer'
  let unclear = ''
  for (const { values } of table.records) {
    if (canBeResult && /[?？]\s*$/.test(String(values[question]))) return table
    const cells = columns.map((index) => values[index] ?? '')
    if (cells.some((cell) => isTruth(cell) === undefined)) return table
    if (isFalse)
      unclear ||= cells.map(String).find((cell) => cell !== '' && !YES_NO_WORDS.has(foldCase(cell))) ?? ''
  }
  if (unclear !== '') {
    const name = table.header[first] ?? ''
    throw refusal(
      'a column for correct_answer',
      `${quote(unclear)} below ${quote(name)}, which can be the answer, or say that the statement is false; --map "${name}=correct_answer" says that it is the answer`,
    )
  }
  const join = <T>(cells: readonly T[], joined: T, nothing: T) =>
    cells.map((cell, index) => (index === first ? joined : columns.includes(index) ? nothing : cell))
  const answerOf = (values: readonly unknown[]) => {
    const [mark, other] = columns.map((index) => isTruth(values[index] ?? ''))
    const isBlank = isHalf && (values[first] ?? '') === ''
    return isBlank || mark === other ? '' : pair[mark === isFalse ? 1 : 0]
  }
  return {
    ...table,
    header: join(table.header, pair.join('/'), ''),
    records: [...table.records].map(({ number, values }) => ({
      number,
      values: join(
        table.header.map((_, index) => values[index] ?? ''),
        answerOf(values),
        '',
      ),
    })),
  }
}

/**
 * The options of each folded answer that is one of a pair, both of which occur in the file. An answer without options is a mark, such
 * as `F` or `0`, of which nothing says whether it is a word of the pair or a text.
 */
export type Statements = ReadonlyMap<string, StatementAnswer | undefined>

/** An answer, and its options. */
interface StatementAnswer {
  readonly answer: string
  readonly options: Pair
}

/**
 * Collects answers without options, one after the other.
 * @param name the folded name of the column, when it says that its answers are true or false
 * @param areTexts whether a letter or a number is a text
 * @param header the names of the columns, which show their language
 * @param ofTexts the language of the texts, when it is certain
 */
export function createStatementFinder(
  name: string | undefined,
  areTexts: boolean,
  header: readonly string[],
  ofTexts: string | undefined,
) {
  const found = new Set<string>()
  const marks = new Set<string>()
  let hasOthers = false
  /** Whether a person wrote `True`, and no program `TRUE` or `true`. */
  let isWritten = false
  let hasQuestion = false
  let count = 0
  /** Whether a question has a word as its answer, or a letter, and whether a cell says that it is a statement, or not. */
  const asked = { words: false, letters: false }
  const named = { yes: false, no: false }
  return {
    add(answer: string, question: string, values: readonly unknown[]): void {
      count += 1
      const isAsked = /[?？]\W*$/u.test(question)
      hasQuestion ||= isAsked
      const folded = foldCase(answer)
      isWritten ||= TRUE_FALSE.includes(answer)
      const isWord = WORDS.has(folded)
      const isMark = !isWord && /^[01\p{L}]$/u.test(folded)
      if (isWord) found.add(folded)
      else if (isMark) marks.add(folded)
      else hasOthers = true
      if (areTexts || (!isWord && !isMark)) return
      const cell = values.map(String).find(isTruthName)
      named[cell === undefined ? 'no' : 'yes'] ||= isMark || cell !== undefined
      asked[isWord ? 'words' : 'letters'] ||= isAsked && cell === undefined
      // Beside a cell such as `True/False`, as in Socrative, one word is enough. So is one that programs write, for a statement.
      const isStated = /^(?:true|false)$/.test(folded) && /^[^?？_…]+\s[^?？_…]+$/.test(question)
      const pair = TRUE_FALSE_PAIRS.find((words) => foldName(words.join('')) === foldName(`${cell}`))
      for (const word of pair ?? (cell || isStated ? TRUE_FALSE : [])) found.add(foldCase(word))
    },
    /** Whether all answers are some of a list. */
    haveAll: (listed: Statements) => !hasOthers && [...found, ...marks].every((answer) => listed.get(answer)),
    /** @param canBeLetters whether letters alone can be those of two words, and not of options */
    list(canBeLetters: boolean): Statements {
      const language = isWritten ? undefined : ofTexts
      if (name !== undefined) return listNamed(name, !hasOthers, header, language)
      const pairs = PAIRS.filter((pair) =>
        formsOf(pair).every((forms) => forms.some((word) => found.has(foldCase(word)))),
      )
      const own = isWritten || areTexts ? TRUE_FALSE : translate(header, language)
      const words = listOnce(pairs, () => [], own)
      if (areTexts) return words
      const letters = canBeLetters && !hasOthers && found.size === 0 ? findLetters([...marks]) : undefined
      const options = letters && readLetters(letters, header)
      // Below two or three questions, `F` and `V` can be units or elements.
      if (options && (!hasQuestion || count >= MIN_LETTERS))
        return listOnce([options], (word) => [word.slice(0, 1)])
      const marksOf = (word: string, index: number) => [word.slice(0, 1), '10'.charAt(index)]
      const known = listOnce(pairs, marksOf, own)
      const areAlike = (asked.words || !asked.letters) && !(named.yes && named.no)
      const areCertain = !hasOthers && areAlike && [...marks].every((mark) => known.has(mark))
      const possible = pairs.flatMap((pair) => pair.flatMap(marksOf))
      const doubtful = possible.map((mark) => [foldCase(mark), undefined] as const)
      return new Map([...(areCertain ? known : doubtful), ...words])
    },
  }
}

/** The words for cells such as `TRUE`, which a program writes in English, in the language of a file: that of its texts, or of its header. */
function translate(header: readonly string[], language: string | undefined): Pair {
  const [pair = TRUE_FALSE, ...others] = language
    ? [pairOf(language)]
    : listRows(header).map(({ locale }) => pairOf(locale))
  return others.length > 0 ? TRUE_FALSE : pair
}

/** Whether texts have a name of a column in a language, and in no other one. */
export function showsLanguage(texts: readonly string[], language: string): boolean {
  const names = new Set(texts.map(foldName))
  const found = HEADINGS.filter((row) => row.names.some((name) => names.has(name)))
  return found.length === 1 && found[0]?.locale === language
}

/** The words for true and false in a language. English when they are not known. */
export const pairOf = (language: string): Pair =>
  HEADINGS.find(({ locale }) => locale === language)?.pairs[0] ?? TRUE_FALSE

/** The letters of two words when answers have both of them, and no other one. */
const findLetters = (marks: readonly string[]) =>
  INITIALS.find((pair) => pair.length === marks.length && pair.every((one) => marks.includes(foldCase(one))))

/**
 * The words that begin with letters, in the language of the names of columns. Without one, the letters themselves.
 * @param locale that of the texts, when it is known
 */
export function readLetters(letters: Pair, header: readonly string[], locale?: string): Pair {
  const [pair = letters, ...others] = listPairs(header, locale).filter((words) =>
    words.every((word, index) => word.startsWith(letters[index] ?? '')),
  )
  return others.length > 0 ? letters : pair
}

/** The pairs in the languages of names of columns, and English. */
const listPairs = (header: readonly string[], locale?: string): Pair[] => [
  ...listRows(header, locale).flatMap(({ pairs }) => pairs),
  TRUE_FALSE,
]

/** The languages that names of columns show, with their pairs. */
function listRows(header: readonly string[], locale?: string) {
  const words = new Set(header.flatMap((name) => name.split(/[^\p{L}\p{M}]+/u)).map(foldName))
  return HEADINGS.filter((row) => row.locale === locale || row.names.some((name) => words.has(name)))
}

/**
 * Lists the answers of pairs by their words and by the marks of their words. Of two pairs with the same word, such as `No` in two
 * languages, only a person knows which one is meant.
 * @param translated what True and False are in the language of the file
 */
function listOnce(
  pairs: readonly Pair[],
  marksOf: (word: string, index: number) => string[],
  translated = TRUE_FALSE,
) {
  const all = pairs.flatMap((pair) =>
    formsOf(pair).flatMap((forms, index) => {
      const options = foldCase(pair.join()) === foldCase(TRUE_FALSE.join()) ? translated : pair
      const answer = options[index] ?? ''
      const keys = new Set([...forms, ...marksOf(foldCase(forms[0] ?? ''), index)].map(foldCase))
      return [...keys].map((key) => [key, { answer, options }] as const)
    }),
  )
  const keys = all.map(([key]) => key)
  return new Map(all.filter(([key]) => keys.indexOf(key) === keys.lastIndexOf(key)))
}

/** What stands for true and false below a name such as `Is true`. */
const ANSWERS_OF_IS = words.answersOfIs.map((list) => list.split(', '))

/**
 * The words of the name, their first letters, words such as `correct`, and `true` and `false`, as in cells of a spreadsheet; and 1 and 0
 * beside no other numbers.
 */
function listNamed(
  name: string,
  areCertain: boolean,
  header: readonly string[],
  language: string | undefined,
): Statements {
  const isNamed = (pair: Pair) => {
    const [right = [], wrong = []] = formsOf(pair).map((forms) => forms.map(foldName))
    return right.some((word) => name.startsWith(word)) && wrong.some((word) => name.endsWith(word))
  }
  const letters = INITIALS.find(
    (pair) => LETTERS_OF_NAME.exec(name)?.slice(1).join('') === foldName(pair.join('')),
  )
  const named = PAIRS.find(isNamed)
  const [row] = name.startsWith('is') ? [] : listRows(header)
  const inLanguage = row?.pairs[0] ?? pairOf(language ?? '')
  const options = named ?? (letters ? readLetters(letters, header) : inLanguage)
  const others = (index: number) => [
    ...(areCertain ? ['10'.charAt(index)] : []),
    ...(named || letters ? [] : (ANSWERS_OF_IS[index] ?? [])),
    ...(VERDICT_WORDS[index] ?? []),
  ]
  return listOnce([options], (word, index) => [word.slice(0, 1), TRUE_FALSE[index] ?? '', ...others(index)])
}

/** A name such as `V/F` and `V o F`, folded. */
const LETTERS_OF_NAME = /^([tvrw])(?:o|ou|or|oder)?(f)$/
