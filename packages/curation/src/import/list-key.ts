// Reads the key below the questions of a list, and refuses one that is not understood.
import {
  findTarget,
  isNameOf,
  KEY_NUMBER,
  KEY_TAIL,
  MAX_LINE_LENGTH,
  patternOf,
  quote,
  refusal,
} from '@qb/core/questions'
import type { Block } from './list-block.ts'
import { isAnswer, NAMED, plain } from './list-lines.ts'
import { isTruthWord, STATEMENTS, TRUTH_PAIRS, TRUTHS, VERDICTS } from './list-truths.ts'

/** The letters or texts of the correct options by the numbers of the questions, from a line on. */
export interface Key {
  readonly answers: ReadonlyMap<number, string>
  readonly line: number
}

/** The title of a key, such as `Answer key`, and what is behind it in its line. `Options` is the title of options. */
function readTitle(line: string): { isClear: boolean; rest: string } | undefined {
  const [, name = '', rest = ''] =
    /^(?:#+\s*)?([^\d(:：]*)(?:\([^\d)]*\)\s*)?[:：]?\s*(.*)$/.exec(plain(line)) ?? []
  const isKey = isNameOf(name, 'keys')
  const target = /options|choices/i.test(name) ? undefined : isKey ? 'correct_answer' : findTarget(name)
  return target === 'correct_answer' || target === 'options'
    ? { isClear: target === 'correct_answer', rest }
    : undefined
}

/** The letter of an option, or a word or a letter that says whether a statement is true. */
const SAID = `(?:${VERDICTS}|[a-j])`

/** Where an item of a key can start in a line: `2. Paris`, `2-F`, or a number and a letter or such a word alone, such as `2 B`. */
const KEY_ITEM = new RegExp(
  String.raw`(?:^\s{0,9}|[\s,;|/]{1,9})\(?(\d{1,3})\s?([.):=–-]?)\s{0,9}(?:(\(?${SAID}\)?)(?=\s{0,9}(?:[,;|.]|$|\s\(?\d))|(?=\S))`,
  'giu',
)

/** A key in a line without a title. Two items can be a legend: `1 = true, 2 = false`. */
const TRUTH_TAIL = new RegExp(
  String.raw`^[\s(]*\d{1,3}\s?[.):=–-]?\s{0,9}${SAID}(?:[\s,;|/.)]+\d{1,3}\s?[.):=–-]?\s{0,9}${SAID}){2,}[\s.)]*$`,
  'iu',
)

/** The word before a number, such as `Frage 1: wahr`. */
const NUMBER_NAME = new RegExp(
  String.raw`(^|[,;:|]\s*)(?:[-*+•]\s+)?(?:q|no|nr|n°|${patternOf('questions')})\.?\s*(?=\d{1,3}\s*[.):=–-]?\s{0,9}\(?${SAID}(?!\p{L}))`,
  'giu',
)

/** The numbers of the statements that are true, or false, such as `Richtig: 1, 3`. */
const GROUP = String.raw`(${TRUTHS})s?\s?(?:sind|are|sont|son|sono)?\s?[:：=]?\s*(\d{1,3}(?:(?:[\s,;&]|and|und|et|y|e|en)+\d{1,3}(?!\d))*)`
const GROUPS = new RegExp(`^(?:([^\\d:：]{1,30})[:：]\\s*)?((?:${GROUP}[\\s,;.|/]*)+)$`, 'iu')

/** Writes such lines at the end of a text as a key, when all of its lines have both words of a pair, and each number once. */
function writeGroups(lines: readonly string[]): readonly string[] {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1
  const isGroups = (line: string) => line.length <= MAX_LINE_LENGTH && GROUPS.test(line.trim())
  const from = lines.findLastIndex((line, at) => at < end && !isGroups(line)) + 1
  const items = lines.slice(from, end).flatMap((line) => {
    const said = GROUPS.exec(line.trim())?.[2] ?? ''
    return [...said.matchAll(new RegExp(GROUP, 'giu'))].flatMap(([, word = '', numbers = '']) =>
      (numbers.match(/\d+/g) ?? []).map((number) => [number, word.toLowerCase()] as const),
    )
  })
  const words = new Set(items.map(([, word]) => word))
  const isPair = TRUTH_PAIRS.some((pair) => pair.every((word) => words.has(word.toLowerCase())))
  if (!isPair || words.size > 2 || new Set(items.map(([number]) => number)).size < items.length) return lines
  return [...lines.slice(0, from), 'Answer key:', ...items.map(([number, word]) => `${number}. ${word}`)]
}

/** What is before the last item in a sentence: `1 wahr, 2 falsch und 3 wahr`. */
const LAST_ITEM = new RegExp(
  String.raw`\s+(?:and|und|et|y|e|en)\s+(?=\(?\d{1,3}\s?[.):=–-]?\s{0,9}\(?${SAID}\)?\W*$)`,
  'iu',
)

/** The items of a line that starts with one. Texts need numbers that follow each other, and the same sign behind them. */
function readItems(given: string): (readonly [number: number, answer: string])[] {
  const starts: { number: number; sign: string; index: number; end: number; isLetter: boolean }[] = []
  const line = given.replace(LAST_ITEM, ', ')
  for (const { 0: match, 1: digits, 2: sign = '', 3: letter = '', index } of line.matchAll(KEY_ITEM)) {
    const [number, last] = [Number(digits), starts.at(-1)]
    const isNext = last ? number === last.number + 1 && sign === last.sign : index === 0
    const end = index + match.length - letter.length
    if (isNext ? letter || sign : letter && last?.isLetter)
      starts.push({ number, sign, index, end, isLetter: letter !== '' })
  }
  return starts.map(({ number, end }, at) => {
    const answer = line.slice(end, starts[at + 1]?.index).trim()
    return [number, answer.replace(/^\((.*)\)$/, '$1')]
  })
}

/** Letters of several questions, such as `1-4: BACD`. */
const RANGE =
  /(?<![\d.,])(\d{1,3})\s?[-–]\s?(\d{1,3})\s?[.:)]?\s?([A-J](?:[\s,]{0,2}[A-J]){1,50})(?![\p{L}\d])/gu

function writeRange(whole: string, from: string, to: string, written: string): string {
  const letters = written.match(/[A-J]/g) ?? []
  if (letters.length !== Number(to) - Number(from) + 1) return whole
  return letters.map((letter, index) => `${Number(from) + index}. ${letter}`).join(', ')
}

const LETTERS_ONLY = new RegExp(
  String.raw`^([^:：\d]{1,30}?)(?:[:：]\s*|\s+)((?:${SAID}(?:[\s,;/.*()-]+${SAID})+|[A-J]{2,}|[TF]{2,}|[VF]{2,}|[RF]{2,}|[WF]{2,})[\s.*)]*)$`,
  'iu',
)
const EACH = new RegExp(String.raw`(?<!\p{L})${SAID}(?!\p{L})`, 'giu')

/** Lines below all answers that can be a key: letters alone, perhaps after a title, and several letters after numbers. */
const LETTER_LINE =
  /^(?:[^\d\n]{1,30}[:–-]\s*[a-j][\s,;/-]+|[*\s(]*)[a-j](?:[)\s,;/.-]+[a-j])*[)?.*\s]*$|^[A-J]{3,}$/im

const LETTER_PAIR = /\b\d{1,3}[^\p{L}\p{N}]{0,4}[a-j](?=\s*(?:[,;|.)?\n]|$|\s\(?\d))/giu

/** A row of a key in a table of Markdown, and the line below the names of its columns. */
const KEY_ROW = /^\s*\|?\s*(\d{1,3})[.)]?\s*\|\s*\(?([a-j])\)?\s*\|?\s*$/i

const RULE = /^[\s|:-]*-[\s|:-]*$/

/** The title of a part of a key. */
const PART_TITLE = /^\W*(?:multiple choice|short answer|completion|fill in the blanks?)\W*$/i

/** A line below a key, such as `Good luck!`. */
const FAREWELL = /^[^\d:]*[.!]\s*$|^\s*$/

/** The letter of an answer before the number of its question, behind the question, or in a line below its options. */
const BESIDE = [
  /^[(_ \t]{0,9}(?<letter>[A-J])[)_ \t]{1,9}(?<number>\d{1,3})(?<rest>[.)][ \t].*)$/gm,
  /^(?<number>\d{1,3})(?<rest>[.)][ \t].*\n(?:[ \t]*\(?[A-J][.)][ \t].*\n){2,10}\n)[ \t]*\(?(?<letter>[A-J])\)?[ \t]*$/gm,
  /^(?<number>\d{1,3})(?<rest>[.)][ \t].*?)[ \t_]{0,20}[(（][ \t_]{0,9}(?<letter>[A-J])[ \t_]{0,9}[)）][ \t]*$/gm,
]

/** Takes the letters beside the questions as a key, when each numbered line has one. */
export function takeLetters(text: string): { text: string; key?: Key } {
  for (const form of BESIDE) {
    const found = [...text.matchAll(form)].map(
      ({ groups: { number = '', letter = '' } = {} }) => [Number(number), letter] as const,
    )
    const written = text.replace(form, '$<number>$<rest>')
    const areAll = written.match(/^[ \t]*\d{1,3}[.)][ \t]/gm)?.length === found.length
    const areNext = found.every(([number], index) => number === index + 1)
    // Letters in the order of their alphabet are those of options.
    const areOptions = found.every(([number, letter]) => number === letter.charCodeAt(0) - 64)
    if (found.length > 1 && areAll && areNext && !areOptions)
      return { text: written, key: { answers: new Map(found), line: Number.POSITIVE_INFINITY } }
  }
  return { text }
}

/**
 * Reads the items at the end of a text, below a title or behind it, or letters below an empty line. Undefined without a key, or when a
 * number occurs again.
 */
export function readKey(text: string): Key | undefined {
  const written = writeGroups(text.trimEnd().replaceAll('**', '').split('\n')).map((line) =>
    line
      .replace(PART_TITLE, '')
      .replace(STATEMENTS, '')
      .replace(KEY_NUMBER, '')
      .replace(NUMBER_NAME, '$1')
      .replace(RANGE, writeRange),
  )
  const table = written.findLastIndex((line) => !line.includes('|')) + 1
  const first = RULE.test(written[table + 1] ?? '') ? table + 2 : table
  const lines = written.map((line, at) =>
    at < table ? line : at < first ? '' : line.replace(KEY_ROW, '$1. $2'),
  )
  while (FAREWELL.test(lines.at(-1) ?? 'x') && !LONE_LETTER.test(lines.at(-1) ?? '')) lines.pop()
  const filled = lines.flatMap((line, at) => (line.trim() ? [at] : []))
  const above = (isItem: (line: string) => boolean) => filled.findLast((at) => !isItem(lines[at] ?? '')) ?? 0
  const letters = readLetters(
    lines,
    above((line) => LONE_LETTER.test(line)),
  )
  if (letters) return letters
  const at = above((line) => readItems(line).length > 0)
  const title = readTitle(lines[at] ?? '')
  const inTitle = readItems(title?.rest ?? '')
  // Directly below a question, `Answers` is the title of its options.
  const isTitle =
    title &&
    (title.isClear || !/[\p{L}\p{N}]/u.test(lines[at - 1] ?? '')) &&
    (title.rest === '' || inTitle.length > 0)
  const end = isTitle ? at : above((line) => KEY_TAIL.test(line) || TRUTH_TAIL.test(line))
  if (!isTitle && lines[end + 1]?.trim()) return undefined
  const items = [...(isTitle ? inTitle : []), ...lines.slice(end + 1).flatMap(readItems)]
  const answers = new Map(items)
  const isKey = answers.size === items.length && items.length > (isTitle && title.rest === '' ? 0 : 1)
  return isKey ? { answers, line: end + (isTitle ? 1 : 2) } : undefined
}

const LONE_LETTER = new RegExp(String.raw`^[\s(*]*${SAID}[\s).*]*$`, 'iu')

/** Reads letters without numbers, below a title or behind it. @throws ImportError unless each question has one */
function readLetters(lines: readonly string[], at: number): Key | undefined {
  const [whole = ''] = LETTERS_ONLY.exec([lines[at], ...lines.slice(at + 1)].join(' ').trim()) ?? []
  const [, name = '', said = ''] = LETTERS_ONLY.exec(whole) ?? []
  if (!readTitle(name)) return undefined
  const above = lines.slice(0, at)
  const each = said.match(EACH) ?? said.match(/\p{L}/gu) ?? []
  const numbers = above.flatMap((line) => /^\s*(?:q\s?)?(\d{1,3})[.):]\s/i.exec(line)?.[1] ?? [])
  // Directly below a question, they can be its own answers. A statement has one.
  const isBelow = !/key/i.test(name) && !each.every(isTruthWord) && /[\p{L}\p{N}]/u.test(above.at(-1) ?? '')
  const areOther = isBelow || above.some((line) => isAnswer(plain(line)) || LETTERS_ONLY.test(line))
  if (
    !areOther &&
    numbers.length === each.length &&
    numbers.every((number, index) => Number(number) === index + 1)
  )
    return { answers: new Map(each.map((letter, index) => [index + 1, letter])), line: at + 1 }
  const isAnswered = isAnswer(plain(above.findLast((line) => line.trim()) ?? ''))
  if (findTarget(name) === 'correct_answer' && !/key/i.test(name) && !isAnswered) return undefined
  throw refusal(EXPECTED_KEY, JSON.stringify(whole))
}

const EXPECTED_KEY = 'a key such as 1-B, 2-C, or 1 true, 2 false'

/** What is below all answers can be a key that is not understood, and contradicts them. @throws ImportError when it is like one */
export function assertNoKey(text: string): void {
  const lines = text.replaceAll('**', '').split('\n')
  const last = lines.findLastIndex((line) => isAnswer(plain(line)) && NAMED.exec(plain(line))?.[3] !== '')
  // Below options, `Answer:` can have its letter in the next line.
  const isOwn = (line: string, at: number) =>
    line.trim().length < 4 && isAnswer(plain(lines[at - 1] ?? '')) && lines[at - 2]?.trim()
  const rest = lines.filter((line, at) => at > last && line.trim() && !isOwn(line, at)).join('\n')
  const [found] = LETTER_LINE.exec(rest) ?? [...rest.matchAll(LETTER_PAIR)][1] ?? []
  if (found !== undefined && last >= 0)
    throw refusal(EXPECTED_KEY, `${JSON.stringify(found.trim())} below all answers`)
}

/** @throws ImportError when an answer below all questions is a key that is not understood, or one with two items is a legend */
export function assertAllKeyed(blocks: readonly Block[], key: Key | undefined): void {
  const open = blocks.filter(({ options }) => options.length === 0)
  const keyed = [...(key?.answers.values() ?? [])]
  if (keyed.length === 2 && open.length > 2 && keyed.every(isTruthWord))
    throw refusal(EXPECTED_KEY, `an answer for 2 of ${open.length} statements`)
  const [last, ...others] = blocks.toReversed()
  const [answer = ''] = last?.answers ?? []
  const isOnly =
    others.every(({ answers }) => answers.length === 0) && (others.length > 1 || LIST.test(answer))
  if (!key && answer !== '' && others.length > 0 && isOnly)
    throw refusal(EXPECTED_KEY, `${quote(answer)} below all questions`)
}

/** An answer that can be those of several questions. */
const LIST = /\p{L}[\s,;.]+\d|\d[\s,;.]+\p{L}.*\d|^\(?[a-j]\)?(?:[\s,;]+\(?[a-j]\)?)+$/iu
