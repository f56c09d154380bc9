// Reads the key below the questions of a list, and refuses one that is not understood.
import { findTarget, ImportError, isNameOf, KEY_NUMBER, KEY_TAIL } from '@qb/core/questions'
import { isAnswer, NAMED, plain } from './list-lines.ts'
import { STATEMENTS } from './list-truths.ts'

/** The letters or texts of the correct options by the numbers of the questions, from a line on. */
export interface Key {
  readonly answers: ReadonlyMap<number, string>
  readonly line: number
}

/** The title of a key, such as `Answer key`, and what is behind it in its line. `Options` is the title of options. */
function readTitle(line: string): { isClear: boolean; rest: string } | undefined {
  const [, name = '', rest = ''] = /^(?:#+\s*)?([^\d(:：]*)[:：]?\s*(.*)$/.exec(plain(line)) ?? []
  const isKey = isNameOf(name, 'keys')
  const target = /options|choices/i.test(name) ? undefined : isKey ? 'correct_answer' : findTarget(name)
  return target === 'correct_answer' || target === 'options'
    ? { isClear: target === 'correct_answer', rest }
    : undefined
}

/** Where an item of a key can start in a line: `2. Paris`, `2-F`, or a number and a letter alone, such as `2 B`. */
const KEY_ITEM =
  /(?:^\s{0,9}|[\s,;|/]{1,9})\(?(\d{1,3})\s?([.):=–-]?)\s{0,9}(?:(\(?[a-j]\)?)(?=\s{0,9}(?:[,;|.]|$|\s\(?\d))|(?=\S))/gi

/** The items of a line that starts with one. Texts need numbers that follow each other, and the same sign behind them. */
function readItems(line: string): (readonly [number: number, answer: string])[] {
  const starts: { number: number; sign: string; index: number; end: number; isLetter: boolean }[] = []
  for (const { 0: match, 1: digits, 2: sign = '', 3: letter = '', index } of line.matchAll(KEY_ITEM)) {
    const [number, last] = [Number(digits), starts.at(-1)]
    const isNext = last ? number === last.number + 1 && sign === last.sign : index === 0
    const end = index + match.length - letter.length
    if (isNext ? letter || sign : letter && last?.isLetter)
      starts.push({ number, sign, index, end, isLetter: letter !== '' })
  }
  return starts.map(({ number, end }, at) => [number, line.slice(end, starts[at + 1]?.index).trim()])
}

/** Letters of several questions, such as `1-4: BACD`. */
const RANGE =
  /(?<![\d.,])(\d{1,3})\s?[-–]\s?(\d{1,3})\s?[.:)]?\s?([A-J](?:[\s,]{0,2}[A-J]){1,50})(?![\p{L}\d])/gu

function writeRange(whole: string, from: string, to: string, written: string): string {
  const letters = written.match(/[A-J]/g) ?? []
  if (letters.length !== Number(to) - Number(from) + 1) return whole
  return letters.map((letter, index) => `${Number(from) + index}. ${letter}`).join(', ')
}

const LETTERS_ONLY =
  /^([^:：\d]{1,30}?)(?:[:：]\s*|\s+)((?:[a-j](?:[\s,;/.*()-]+[a-j])+|[A-J]{2,})[\s.*)]*)$/i

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
  const written = text
    .trimEnd()
    .replaceAll('**', '')
    .split('\n')
    .map((line) =>
      line.replace(PART_TITLE, '').replace(STATEMENTS, '').replace(KEY_NUMBER, '').replace(RANGE, writeRange),
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
  const end = isTitle ? at : above((line) => KEY_TAIL.test(line))
  if (!isTitle && lines[end + 1]?.trim()) return undefined
  const items = [...(isTitle ? inTitle : []), ...lines.slice(end + 1).flatMap(readItems)]
  const answers = new Map(items)
  const isKey = answers.size === items.length && items.length > (isTitle && title.rest === '' ? 0 : 1)
  return isKey ? { answers, line: end + (isTitle ? 1 : 2) } : undefined
}

const LONE_LETTER = /^[\s(*]*[a-j][\s).*]*$/i

/** Reads letters without numbers, below a title or behind it. @throws ImportError unless each question has one */
function readLetters(lines: readonly string[], at: number): Key | undefined {
  const [whole = ''] = LETTERS_ONLY.exec([lines[at], ...lines.slice(at + 1)].join(' ').trim()) ?? []
  const [, name = '', said = ''] = LETTERS_ONLY.exec(whole) ?? []
  const above = lines.slice(0, at)
  const isAnswered = isAnswer(plain(above.findLast((line) => line.trim()) ?? ''))
  if (!readTitle(name) || (findTarget(name) === 'correct_answer' && !/key/i.test(name) && !isAnswered))
    return undefined
  const answers = new Map(said.match(/[A-J]/gi)?.map((letter, index) => [index + 1, letter]))
  const numbers = above.flatMap((line) => /^\s*(?:q\s?)?(\d{1,3})[.):]\s/i.exec(line)?.[1] ?? [])
  // Directly below a question, they can be its own answers.
  const isBelow = !/key/i.test(name) && /[\p{L}\p{N}]/u.test(above.at(-1) ?? '')
  const areOther = isBelow || above.some((line) => isAnswer(plain(line)) || LETTERS_ONLY.test(line))
  if (
    !areOther &&
    numbers.length === answers.size &&
    numbers.every((number, index) => Number(number) === index + 1)
  )
    return { answers, line: at + 1 }
  throw new ImportError(EXPECTED_KEY, `, got ${JSON.stringify(whole)}`)
}

const EXPECTED_KEY = 'expected a key such as 1-B, 2-C'

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
    throw new ImportError(EXPECTED_KEY, `, got ${JSON.stringify(found.trim())} below all answers`)
}
