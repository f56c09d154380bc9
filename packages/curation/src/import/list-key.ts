// Reads the key below the questions of a list, and refuses one that is not understood.
import {
  findTarget,
  isNameOf,
  KEY_NUMBER,
  KEY_TAIL,
  MAX_LINE_LENGTH,
  patternOf,
  refusal,
} from '@qb/core/questions'
import { writeGroups, writeMarks, writeRows } from './list-groups.ts'
import { isAnswer, NUMBER_ALONE, plain } from './list-lines.ts'
import { isTruthWord, STATEMENTS, VERDICTS } from './list-truths.ts'

/** The letters or texts of the correct options by the numbers of the questions, from a line on. */
export interface Key {
  readonly answers: ReadonlyMap<number, string>
  readonly line: number
  /** The lines between the items of a key, by the numbers of the questions. */
  readonly explanations?: ReadonlyMap<number, readonly string[]>
}

/** What a key is, for an error. */
export const EXPECTED_KEY = 'a key such as 1-B, 2-C, or 1 true, 2 false'

/** The length of a title. */
const MAX_TITLE = 100

/** The title of a key, such as `Answer key`, and what is behind it in its line. `Options` is the title of options. */
export function readTitle(line: string): { isClear: boolean; rest: string } | undefined {
  const [, name = '', rest = ''] =
    /^(?:#+\s*)?([^\d(:：]*)(?:\([^\d)]*\)\s*)?[:：]?\s*(.*)$/.exec(plain(line)) ?? []
  if (name.length > MAX_TITLE) return undefined
  const isKey = isNameOf(name, 'keys')
  const target = /options|choices/i.test(name) ? undefined : isKey ? 'correct_answer' : findTarget(name)
  return target === 'correct_answer' || target === 'options'
    ? { isClear: target === 'correct_answer', rest }
    : undefined
}

/** The letter of an option, or a word or a letter that says whether a statement is true. */
const SAID = `(?:${VERDICTS}|[a-jа-иα-θ])`

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

/** What is before the last item in a sentence: `1 wahr, 2 falsch und 3 wahr`. */
const LAST_ITEM = new RegExp(
  String.raw`(?<!\s)\s+(?:and|und|et|y|e|en)\s+(?=\(?\d{1,3}\s?[.):=–-]?\s{0,9}\(?${SAID}\)?\W*$)`,
  'iu',
)

/** Columns of a key with several lines. */
const KEY_COLUMNS = /\t+|\s{3,}/

/** An item without a stop, and a text behind its letter, such as `1 b Paris`. */
const NO_STOP = /^(\s*\(?\d{1,3})\s+\(?([a-j])\)?\s+(?=\p{L}{2})/iu

/** A dash or a slash between items, such as `1a – 2c / 3b`. */
const BETWEEN = /(?<=\d\s?[.):-]?\s?\(?[a-j]\)?)\s*[–—/-]\s*(?=\d{1,3}\s?[.):-]?\s?\(?[a-j](?![\p{L}\d]))/giu

/** An arrow behind the number of an item. */
const ARROW = /(?<=^\s*\d{1,3}|[,;|\s]\s?\d{1,3})\s?(?:→|⇒|[-=]+>)\s?(?=\S)/g

/** The items of a line that starts with one. Texts need numbers that follow each other, and the same sign behind them. */
function readItems(given: string): (readonly [number: number, answer: string])[] {
  const columns = given.trim().split(KEY_COLUMNS)
  if (columns.length > 1 && columns.every((cell) => /^\(?\d{1,3}[\s.):=–-]/.test(cell)))
    return columns.flatMap(readItems)
  const starts: { number: number; sign: string; index: number; end: number; isLetter: boolean }[] = []
  const line = given.replace(LAST_ITEM, ', ').replace(NO_STOP, '$1. $2) ')
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

/** A row of a key in a table of Markdown, and the line below the names of its columns. */
const KEY_ROW = /^\s*\|?\s*(\d{1,3})[.)]?\s*\|\s*\(?([a-j])\)?\s*\|?\s*$/i

const RULE = /^[\s|:-]*-[\s|:-]*$/

/** The name of a part of a list, such as `Teil 1`, for a pattern. */
export const PART_NAME = String.raw`(?:${patternOf('parts')})\s+(?:\d{1,2}|[IVX]{1,4}|[A-E])`

/** The title of a part of a key. */
const PART_TITLE = new RegExp(
  String.raw`^\W*(?:multiple choice|short answer|completion|fill in the blanks?|${PART_NAME})\W*$`,
  'iu',
)

/** A line below a key, such as `Good luck!`. */
const FAREWELL = /^[^\d:]*[.!]\s*$|^\s*$/

/**
 * Reads the items at the end of a text, below a title or behind it, or letters below an empty line. Undefined without a key, or when a
 * number occurs again.
 */
export function readKey(text: string): Key | undefined {
  const written = writeRows(writeGroups(text.trimEnd().replaceAll('**', '').split('\n'))).map((line) =>
    writeMarks(line)
      .replace(PART_TITLE, '')
      .replace(STATEMENTS, '')
      .replace(KEY_NUMBER, '')
      .replace(NUMBER_NAME, '$1')
      .replace(RANGE, writeRange)
      .replace(BETWEEN, ', ')
      .replace(ARROW, '. '),
  )
  const table = written.findLastIndex((line) => !line.includes('|')) + 1
  const first = RULE.test(written[table + 1] ?? '') ? table + 2 : table
  const lines = written.map((line, at) =>
    at < table ? line : at < first ? '' : line.replace(KEY_ROW, '$1. $2'),
  )
  const explained = readExplained(lines)
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
  if (!isTitle && (explained || lines[end + 1]?.trim())) return explained
  const items = [...(isTitle ? inTitle : []), ...lines.slice(end + 1).flatMap(readItems)]
  const answers = new Map(items)
  const isKey = answers.size === items.length && items.length > (isTitle && title.rest === '' ? 0 : 1)
  return isKey ? { answers, line: end + (isTitle ? 1 : 2) } : explained
}

/** An item of a key at the start of a line, perhaps with a reason behind it. */
const ITEM = new RegExp(
  String.raw`^\s*(?:[-*+•]\s+)?\(?(\d{1,3})\s?[.):–-]\s{0,9}(\(?${SAID}\)?(?:\s*[.):;,–-].*|\s+\(.*|\s*))$`,
  'iu',
)

const EXPLAINS = new RegExp(String.raw`^(?:${patternOf('explanations')})\s?[:：]\s*`, 'iu')

/** Reads items with explanations below them, from 1 on, below a title. */
function readExplained(lines: readonly string[]): Key | undefined {
  const at = lines.findLastIndex((line, index) => {
    const title = readTitle(line)
    return title?.rest === '' && (title.isClear || !lines[index - 1]?.trim())
  })
  const answers = new Map<number, string>()
  const explanations = new Map<number, string[]>()
  /** How many lines of an explanation are above an empty one. */
  const firsts = new Map<number, number>()
  for (const line of at < 0 ? [] : lines.slice(at + 1)) {
    const [, digits = '', answer] = line.length > MAX_LINE_LENGTH ? [] : (ITEM.exec(line) ?? [])
    const last = answers.size
    if (answer !== undefined && Number(digits) === last + 1) answers.set(last + 1, answer.trim())
    else if (line.trim() !== '') {
      if (last === 0 || /^\s*\(?\d{1,3}\s?[.):]/.test(line)) return undefined
      explanations.set(last, explanations.get(last) ?? [])
      explanations.get(last)?.push(line.trim().replace(EXPLAINS, ''))
    } else if (last > 0 && explanations.has(last) && !firsts.has(last))
      firsts.set(last, explanations.get(last)?.length ?? 0)
  }
  // Where no other explanation goes on below an empty line, what is there below the last one is not about its question.
  const goesOn = [...explanations].filter(([number, { length }]) => length > (firsts.get(number) ?? length))
  if (goesOn.length === 1 && goesOn[0]?.[0] === answers.size)
    goesOn[0][1].splice(firsts.get(answers.size) ?? 0)
  return answers.size > 1 ? { answers, explanations, line: at + 1 } : undefined
}

const LONE_LETTER = new RegExp(String.raw`^[\s(*]*${SAID}[\s).*]*$`, 'iu')

/** Reads letters without numbers, below a title or behind it. @throws ImportError unless each question has one */
function readLetters(lines: readonly string[], at: number): Key | undefined {
  const [whole = ''] = LETTERS_ONLY.exec([lines[at], ...lines.slice(at + 1)].join(' ').trim()) ?? []
  const [, name = '', said = ''] = LETTERS_ONLY.exec(whole) ?? []
  if (!readTitle(name)) return undefined
  const above = lines.slice(0, at)
  const each = said.match(EACH) ?? said.match(/\p{L}/gu) ?? []
  const numbers = above.flatMap(
    (line) =>
      /^\s*(?:q\s?)?(\d{1,3})[.):]\s/i.exec(line)?.[1] ??
      NUMBER_ALONE.exec(line.replace(/^#+\s/, ''))?.[1] ??
      [],
  )
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
