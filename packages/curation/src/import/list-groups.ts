// Writes keys of statements as one with numbers and words: the numbers of those that are true or false, and signs such as ✓ and ✗.
import { findTarget, foldCase, formsOf, isNameOf, MAX_LINE_LENGTH } from '@qb/core/questions'
import { NUMBERED, plain, readOption } from './list-lines.ts'
import { TRUTH_PAIRS, TRUTHS } from './list-truths.ts'

/** The numbers of the statements that are true, or false, such as `Richtig: 1, 3` and `Wahr sind die Aussagen 1 und 3`. */
const GROUP = String.raw`(${TRUTHS})s?(?:\s(?:sind|are|sont|son|sono))?(?:\s(?:die|the|les|las))?(?:\s(?:aussagen|sätze|statements|affirmations|afirmaciones|nummern|numbers))?(?:\s?[:：=])?\s*(\d{1,3}(?:(?:[\s,;&]|and|und|et|y|e|en)+\d{1,3}(?!\d))*)`
const GROUPS = new RegExp(`^(?:([^\\d:：]{1,30})[:：]\\s*)?((?:${GROUP}[\\s,;.|/]*)+)$`, 'iu')

/**
 * Writes such lines at the end of a text as a key, when all of its lines have both words of a pair, and each number once. One word says
 * the other one of the statements that it leaves out, when there is nothing but statements above.
 */
export function writeGroups(lines: readonly string[]): readonly string[] {
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1
  const isGroups = (line: string) => {
    const [whole, name] = line.length > MAX_LINE_LENGTH ? [] : (GROUPS.exec(line.trim()) ?? [])
    return whole !== undefined && (name === undefined || isKeyName(name))
  }
  const from = lines.findLastIndex((line, at) => at < end && !isGroups(line)) + 1
  const items = lines.slice(from, end).flatMap((line) => {
    const said = GROUPS.exec(line.trim())?.[2] ?? ''
    return [...said.matchAll(new RegExp(GROUP, 'giu'))].flatMap(([, word = '', numbers = '']) =>
      (numbers.match(/\d+/g) ?? []).map((number) => [number, word.toLowerCase()] as const),
    )
  })
  if (items.length === 0) return lines
  const [word = '', ...more] = new Set<string>(items.map(([, said]) => said))
  const above = lines.slice(0, from)
  const pairs = TRUTH_PAIRS.filter((pair) => placeOf(pair, word) >= 0)
  const otherOf = (pair: readonly string[]) => pair[1 - placeOf(pair, word)] ?? ''
  // `Falsch` is that of two pairs.
  const pair =
    more.length === 0
      ? (pairs.find((one) => hasWord(above, otherOf(one))) ?? pairs[0])
      : pairs.find((one) => placeOf(one, more[0] ?? '') === 1 - placeOf(one, word))
  const numbers = more.length === 0 ? findStatementNumbers(above) : items.map(([number]) => number)
  const isKnown = items.every(([number]) => numbers.includes(number))
  const others = numbers.filter((number) => items.every(([own]) => own !== number))
  const isWhole = more.length === 1 || (items.length > 1 && more.length === 0 && isKnown && others.length > 0)
  // The line above is a statement, or the title of the key. Another title can say that the answers are those of a player.
  const [last = ''] = above.filter((line) => line.trim() !== '').slice(-1)
  const isBelow =
    NUMBERED.test(plain(last)) ||
    /[.!?？]\W*$/.test(last.slice(-50)) ||
    isKeyName(last.trim().replace(/[:：]$/, ''))
  if (!pair || !isWhole || !isBelow || new Set(items.map(([number]) => number)).size < items.length)
    return lines
  const wordOf = (own: string) => pair[placeOf(pair, own)]
  const all = [...items, ...others.map((number) => [number, otherOf(pair).toLowerCase()] as const)]
  return [...above, 'Answer key:', ...all.map(([number, own]) => `${number}. ${wordOf(own)}`)]
}

/** The place of a word, or of another form of it, in a pair. */
const placeOf = (pair: readonly string[], word: string) =>
  formsOf(pair).findIndex((forms) => forms.some((form) => form.toLowerCase() === word))

const isKeyName = (name: string) =>
  name.length < 100 &&
  (isNameOf(name, 'keys') || findTarget(name) === 'correct_answer' || findTarget(name) === 'options')

const hasWord = (lines: readonly string[], word: string) =>
  lines.some((line) => new Set<string>(foldCase(line).match(/\p{L}+/gu)).has(foldCase(word)))

/** The numbers of statements from 1 on. Empty when a line is a question, or an option. */
function findStatementNumbers(lines: readonly string[]): string[] {
  const numbered = lines.flatMap((line) => NUMBERED.exec(plain(line))?.[1] ?? [])
  const isOther = (line: string) =>
    /[_…]|[?？]\W*$/.test(line.replace(/^\D*$/, '')) || /\D/.test(readOption(plain(line))?.letter ?? '1')
  const isInOrder = numbered.every((number, index) => Number(number) === index + 1)
  return isInOrder && !lines.some(isOther) ? numbered : []
}

/** Writes a row of numbers and the row of letters below it, at the end of a text, as items of a key. */
export function writeRows(lines: readonly string[]): readonly string[] {
  const rows = lines.map((line) =>
    line
      .split(/[|\t]|\s{2,}/)
      .map((cell) => cell.trim())
      .filter((cell) => /\w/.test(cell)),
  )
  const at = rows.findLastIndex((row) => row.length > 0)
  const from = rows.findLastIndex((row, index) => index < at && row.length > 0)
  // The first cells can be names, such as `Question` and `Answer`.
  const [numbers = [], letters = []] = [rows[from], rows[at]].map((row = []) =>
    row.slice(/^\p{L}{2}/u.test(row[0] ?? '') ? 1 : 0),
  )
  const areItems =
    numbers.every((cell) => /^\d{1,3}\.?$/.test(cell)) && letters.every((cell) => /^\(?[a-j]\)?$/i.test(cell))
  if (numbers.length < 2 || numbers.length !== letters.length || !areItems) return lines
  return [
    ...lines.slice(0, from),
    numbers.map((number, index) => `${Number.parseInt(number, 10)}. ${letters[index]}`).join(', '),
  ]
}

const RIGHT = '✓✔☑✅'
const WRONG = '✗✘☒❌'
const MARKS = new RegExp(
  `^([^\\d:：${RIGHT}${WRONG}]{1,30}[:：])?(?:[\\s\\d.,;:()|=–-]*[${RIGHT}${WRONG}]\\ufe0f?)+[\\s.,;)]*$`,
  'u',
)

/** Writes the signs of a line of a key, such as `1 ✓, 2 ✗`, as letters. */
export const writeMarks = (line: string) =>
  line.length <= MAX_LINE_LENGTH && MARKS.test(line)
    ? line.replace(new RegExp(`([${RIGHT}])\\ufe0f?|([${WRONG}])\\ufe0f?`, 'gu'), (_, right) =>
        right ? ' T ' : ' F ',
      )
    : line

/** Items that Markdown numbers by their place, although each is written as `1.`. None is a question, or a letter alone, as in a key. */
const LAZY_ITEMS = new RegExp(
  String.raw`^([ \t]*)1([.)])ITEM(?:\n\1 ?1\2ITEM)+$(?!\n[ \t]*[12][.)])`.replaceAll(
    'ITEM',
    String.raw`[ \t]+(?!\(?[A-J]\W*$)\S.*(?<![?？:]\s*)`,
  ),
  'gim',
)

/** Writes the numbers of such items. */
export const writeNumbers = (text: string) =>
  text.replace(LAZY_ITEMS, (items) =>
    items
      .split('\n')
      .map((item, index) => item.replace('1', `${index + 1}`))
      .join('\n'),
  )
