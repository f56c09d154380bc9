// Cleans the texts of a question, and finds its correct answer among the options. HTML entities are decoded once, or twice when the file
// shows that two tools have encoded its texts.
import { decodeHTML } from 'entities'
import { quote } from '../../quote.ts'
import { FACET_NAMES, MAX_FACET_LENGTH } from '../facets.ts'
import type { AnsweredQuestion } from '../question.ts'
import { alignNumbers, removeFrame, removeFromAnswer, removeFromOptions } from './additions.ts'
import { type AnswerRules, NUMBER } from './answer-rules.ts'
import { findAnswer } from './answers.ts'
import type { SourceOption } from './cells.ts'
import { assertNotCorrected, removeHints } from './corrections.ts'
import { leftOut } from './errors.ts'
import { readInlineLabels } from './inline-labels.ts'
import { DECIMAL_COMMA } from './loose-text.ts'
import { type FirstNumber, type Reading, readAnswer } from './reading.ts'
import type { RawQuestion, TableRecord } from './records.ts'
import { readVerdict } from './truth.ts'

/** An option with a clean text. */
export interface CleanOption extends SourceOption {
  /** The text with its letter, such as `A) Paris`, when it had one. */
  readonly written?: string
  /** Whether the letter can be the first one of a name, as in `A. Lincoln`. */
  readonly canBeName?: boolean
}

/** A question with clean texts, except for its id. Its answer is not yet compared with its options. */
export interface CleanTexts extends Omit<RawQuestion, 'options'> {
  readonly options: readonly CleanOption[]
  /** What the answer can mean. */
  readonly reading: Reading
  readonly changes: readonly string[]
}

/** How to clean texts. */
interface CleanSettings {
  readonly decodings: Decodings
  readonly from?: FirstNumber | undefined
  readonly isUnlabelled?: boolean | undefined
}

/** Cleans the texts of a question, except for its id. @throws LeftOutError for options that contradict each other, or become equal */
export function cleanTexts(
  raw: RawQuestion,
  { decodings, from, isUnlabelled = false }: CleanSettings,
): CleanTexts {
  const changes: string[] = []
  const clean = (text: string) => cleanText(text, decodings, changes)
  const cleanOption = (option: SourceOption) => {
    const text = clean(option.text)
    const explanation = option.explanation && clean(option.explanation)
    const isClean = text === option.text && explanation === option.explanation
    return isClean ? option : { ...option, text, explanation }
  }
  const cleaned = raw.options.map(cleanOption)
  if (decodings > 0) assertDifferent(raw.options, cleaned)
  const options = removeFromOptions(cleaned, changes)
  const read = removeFromAnswer(clean(raw.answer), options, options !== cleaned)
  const [unlabelled, answer] = alignNumbers(isUnlabelled ? options : readInlineLabels(options, read), read, {
    areWrong: raw.kind === 'wrong',
    changes,
  })
  if (unlabelled.some(({ written }) => written !== undefined)) changes.push(LETTERS_REMOVED)
  return {
    number: raw.number,
    id: raw.id,
    kind: raw.kind,
    place: clean(raw.place),
    question: removeFrame(clean(raw.question), changes),
    answer,
    options: unlabelled,
    reading: readAnswer({ answer, options: unlabelled }, from),
    difficulty: clean(raw.difficulty).toLowerCase(),
    topic: clean(raw.topic),
    explanation: clean(raw.explanation),
    note: clean(raw.note),
    source: clean(raw.source),
    changes,
  }
}

/** `&lt;` and `<` are two options of a question about HTML, and no longer when they are decoded. */
function assertDifferent(raw: readonly SourceOption[], cleaned: readonly SourceOption[]): void {
  const equal = cleaned.find(({ text }, index) => {
    const first = cleaned.findIndex((other) => other.text === text)
    return first < index && raw[first]?.text.trim() !== raw[index]?.text.trim()
  })
  if (equal) throw leftOut('options that differ without HTML entities', `${quote(equal.text)} again`)
}

const LETTERS_REMOVED = 'letters removed from options'

/** A text without any of the characters that are cleaned is the usual one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are cleaned
const UNCLEAN = /[\0-\x1f\x7f-\xa0\u202f\u2028\u2029\ufeff]/

function cleanText(text: string, decodings: Decodings, changes: string[]): string {
  if (text === '' || (text === text.trim() && !UNCLEAN.test(text) && !(decodings > 0 && text.includes('&'))))
    return text
  let cleaned = text
  for (const [change, clean] of CLEANINGS) {
    const before = cleaned
    cleaned = clean(before, decodings)
    if (cleaned !== before && !changes.includes(change)) changes.push(change)
  }
  return cleaned
}

/** Spreadsheets and web pages contain no-break spaces and control characters that nobody typed. */
const CLEANINGS: readonly (readonly [string, (text: string, decodings: Decodings) => string])[] = [
  ['HTML entities decoded', decodeEntities],
  ['no-break spaces replaced by spaces', (text) => text.replace(/[\u00a0\u202f]/g, ' ')],
  [
    'control characters replaced by spaces',
    (text) => text.replace(/(?![\t\n\r])\p{Cc}|[\u2028\u2029\ufeff]/gu, ' '),
  ],
  ['spaces at the ends removed', (text) => text.trim()],
]

/** A question that can be written, and what was changed in it. */
export interface CleanQuestion {
  readonly number: number
  /** Its id is empty when the source has none that can be used. */
  readonly question: AnsweredQuestion
  /** What was changed. */
  readonly changes: string[]
}

/** Finds the correct answer of a question. @throws LeftOutError when there is no answer */
export function cleanQuestion(texts: CleanTexts, rules: AnswerRules): CleanQuestion {
  const { number } = texts
  const asked = rules.areNumbered ? texts.question.replace(NUMBER, '') : texts.question
  if (asked === '') throw leftOut('a question', 'an empty text')
  if (isBroken(asked) || isBroken(texts.answer) || texts.options.some(({ text }) => isBroken(text)))
    throw leftOut('text', 'bytes of another encoding (U+FFFD)')
  const areNames = rules.areRarelyLettered && texts.options.some(({ canBeName }) => canBeName)
  const changes = areNames
    ? texts.changes.filter((change) => change !== LETTERS_REMOVED)
    : texts.changes.slice()
  const { answer: found, kind, change, options: added } = findAnswer(texts, rules)
  if (texts.options.some(({ text, isWrong }) => isWrong && text === found))
    throw leftOut('the right answer', `${quote(found)}, which is marked as wrong`)
  const odd = texts.options.find(({ isOdd, text }) => isOdd && text !== found)
  if (odd)
    throw leftOut(
      'no mark beside another option than the answer',
      `${quote(odd.text)} beside the answer ${quote(found)}`,
    )
  const question = removeHints(texts, asked, found)
  if (question !== asked) changes.push('answers removed from questions')
  if (STRUCK.test(question)) throw leftOut('a question that is not struck out', quote(question))
  if (PICTURE.test(question) || (texts.options[0] && texts.options.every(({ text }) => PICTURE.test(text))))
    throw leftOut('a question without a picture', quote(question))
  const nameOf = ({ text, written }: CleanOption) => (areNames ? (written ?? text) : text)
  const named = areNames ? texts.options.find(({ text }) => text === found) : undefined
  const correct = named ? nameOf(named) : found
  if (correct === '') throw leftOut('a correct answer', 'an empty text')
  const own = texts.options.find(({ text }) => text === found)?.explanation ?? ''
  // A text such as `Correct!` explains nothing.
  const explanation = texts.explanation || (own === '' || readVerdict(own.replace(/[.!]$/, '')) ? '' : own)
  if (explanation + texts.note !== '') assertNotCorrected({ ...texts, explanation }, found)
  if (change !== undefined) changes.push(change)
  if (rules.areNumbered) changes.push('numbers before questions removed')
  const options = added ? [...added] : removeRepeated(texts.options.map(nameOf), changes)
  const isWrong = (option: string) => option !== correct
  const wrong = kind === 'wrong' ? options.filter(isWrong) : options
  if (wrong.length < options.length) changes.push(REPEATED_OPTIONS[1])
  const twin = options.find((option) => isWrong(option) && isTwin(option, correct))
  if (twin !== undefined)
    throw leftOut('options with different texts', `${quote(correct)} and ${quote(twin)}`)
  const id = cleanId(texts.id, changes)
  const clean: AnsweredQuestion = { id, question, correct_answer: correct }
  const given = texts.options.filter(({ text }) => text !== '').length + (kind === 'wrong' ? 1 : 0)
  if (given > 1 && !options.some(isWrong))
    throw leftOut('options with different texts', `${quote(correct)} again`)
  // Wrong answers have no order, so sorting them with the correct answer tells nothing about it.
  if (options.some(isWrong)) clean.options = kind === 'wrong' ? [correct, ...wrong].sort() : options
  for (const name of FACET_NAMES) {
    if (texts[name].length > MAX_FACET_LENGTH)
      changes.push(`${name} of more than ${MAX_FACET_LENGTH} characters removed`)
    else if (texts[name] !== '') clean[name] = texts[name]
  }
  if (explanation !== '') clean.explanation = explanation
  if (texts.source !== '') clean.source = texts.source
  // The copy has no room for more, unlike an array that was pushed to.
  return { number, question: clean, changes: changes.slice() }
}

/** A text that is struck out as a whole in Markdown or HTML. */
const STRUCK = /^~~[^~]+~~$|^<(s|del|strike)>.*<\/\1>$/is

/** A picture beside a text of HTML or Markdown, or its address or path at the end. */
const PICTURE =
  /<img\s[^>]*\bsrc\s*=|!\[[^\]\n]*\]\([^)\n]+\)|(?<!\S)(?:https?:|[a-z]:\\|[\w.]*[\\/])\S+\.(?:png|jpe?g|gif|webp|svg|bmp)$/i

const isBroken = (text: string) => text.includes('\ufffd')

/** Whether two texts differ in a full stop behind a few words, as `Rome.`, or a decimal comma, as `3,5`. */
function isTwin(first: string, second: string): boolean {
  const areNear = Math.abs(first.length - second.length) < 2
  return areNear && (canDiffer(first) || canDiffer(second)) && simplify(first) === simplify(second)
}

const canDiffer = (text: string) => text.endsWith('.') || text.includes(',')

function simplify(text: string): string {
  return text.replace(/^(\S*\p{L}{3}(?: \S+){0,2})\.$/u, '$1').replace(DECIMAL_COMMA, '.')
}

/** The changes of a question that had an option twice, which is often a slip of the pen. */
export const REPEATED_OPTIONS = [
  'repeated options removed',
  'the correct answer removed from the wrong answers',
] as const

/** Removes empty texts and those that occur again. */
function removeRepeated(texts: string[], changes: string[]): string[] {
  const isFirst = (text: string, index: number) => text !== '' && texts.indexOf(text) === index
  if (texts.every(isFirst)) return texts
  if (texts.some((text, index) => text !== '' && !isFirst(text, index))) changes.push(REPEATED_OPTIONS[0])
  return texts.filter(isFirst)
}

const VALID_ID = /^[^,/\s][^,/]{0,126}[^,/\s]$|^[^,/\s]$/

function cleanId(id: string, changes: string[]): string {
  const trimmed = id.trim()
  if (VALID_ID.test(trimmed)) return trimmed
  changes.push(trimmed === '' ? 'each one got an id' : 'invalid ids replaced')
  return ''
}

/** How often the entities of a file are decoded. */
export type Decodings = 0 | 1 | 2

const ENTITY = /&(?:#\d+|#x[\da-f]+|[a-z]\w{1,30});/gi

/** An apostrophe or a letter in a word, or a text in quotation marks. A question about HTML has such entities alone. */
const CLEAR =
  /\p{L}&amp;(?:#0?39|#x27|apos|rsquo|[a-z](?:acute|grave|uml|circ|tilde|cedil|ring)|szlig);|&amp;(?:#0?34|quot|ldquo);[^&]+&amp;(?:#0?34|quot|rdquo);/iu

/** Finds how often to decode: twice when all entities are encoded again, as in `&amp;quot;`, and one is clearly no text about HTML. */
export function countDecodings(records: Iterable<TableRecord>): Decodings {
  let isClear = false
  for (const { values } of records) {
    const text = JSON.stringify(values)
    for (const { 0: entity, index } of text.matchAll(ENTITY))
      if (entity.toLowerCase() !== '&amp;' || text.slice(index + 5).search(/#?\w{2,31};/) !== 0) return 1
    isClear ||= values.some((value) => CLEAR.test(typeof value === 'string' ? value : JSON.stringify(value)))
  }
  return isClear ? 2 : 1
}

/** Decodes the entities of a text. */
export function decodeEntities(text: string, decodings: Decodings): string {
  let decoded = text
  for (let level = 0; level < decodings; level++) decoded = decodeHTML(decoded)
  return decoded
}
