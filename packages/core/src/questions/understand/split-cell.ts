// Splits a cell with several options, in any of the forms that tools write.
import { quote } from '../../quote.ts'
import { readLiteral, readOptionList } from '../read/index.ts'
import { type Cell, readCell, type SourceOption } from './cells.ts'
import { leftOut } from './errors.ts'
import { AND, hideGroups, splitAt, splitAtLabels } from './split-text.ts'

/**
 * Returns the options of a cell: a list, a text with a list or an object, a text with labels such as `A) Rome B) Paris`, or options
 * between separators. Commas and slashes are separators only when one of the parts is the answer, because an option can contain one.
 * Without a separator, the text is one option.
 * @param correct the answer of the question when the options lack it
 */
export function splitCell(
  cell: Cell,
  answer: string,
  separator: string | undefined,
  correct = answer,
): readonly SourceOption[] {
  if (cell.isList) return cell.options
  const text = (cell.options[0]?.text ?? '').trim()
  if (text === '') return []
  // `[1,2], [3]` is no list, but several options.
  if (/^[[{]/.test(text) && (/['"]/.test(text) || /^\0+$/.test(hideGroups(text)))) return parseList(text)
  if (separator !== undefined) return splitAt(text, separator, answer, true)
  const labelled = splitAtLabels(
    text.replace(/\s*[①-⑳]\s*/g, (sign) => ` ${sign.normalize('NFKC').trim()}) `).trim(),
    correct.trim(),
  )
  if (labelled) return labelled
  return splitAtSigns(text, answer)
}

/**
 * Splits a text at the sign between its options. In `a & b, a | b, a ^ b`, the sign that usually separates them is a part of one.
 * @throws LeftOutError when two signs split it in different ways, and not exactly one of them finds the answer
 */
function splitAtSigns(text: string, answer: string): readonly SourceOption[] {
  const given = answer.trim().toLowerCase()
  const hasAnswer = (parts: readonly SourceOption[]) =>
    parts.some((part) => part.text.toLowerCase() === given)
  const commas = splitAtCommas(text, answer.trim())
  // In `a || b | a && b`, the sign with spaces separates operators.
  const bar = !text.includes('||') || / \| /.test(text) ? (text.includes('||') ? ' | ' : '|') : '||'
  const [first, second] = ['\n', bar, ';']
    .map((sign) => splitAt(text, sign, answer))
    .filter((parts) => parts.length > 1)
    .map(removeBullets)
  const lines = text.split(/<br\s{0,9}\/?>/i).map((line) => ({ text: line.trim() }))
  if (!first && lines.length > 1 && lines.every((line) => /^[^<>]+$/.test(line.text))) return lines
  if (!first) {
    const found = [commas, splitAt(text, ' / '), splitAt(text, '/')].find(hasAnswer)
    if (found === commas && found.some(({ split }) => split)) assertNoneTorn(text, found, answer)
    return found ?? [{ text }]
  }
  const textOf = (parts: readonly SourceOption[]) => parts.map((part) => part.text).join('\n')
  const isOther = second !== undefined && textOf(second) !== textOf(first) && !text.includes('\n')
  const rival = isOther ? second : first.length === 2 && commas.length > 2 ? commas : undefined
  if (!rival) return first
  const [right, ...others] = [first, rival].filter(hasAnswer)
  if (right && others.length === 0) return right
  throw leftOut('options with one separator', `${quote(text)}; --separator says which one it is`)
}

/** Removes the signs of a list when all parts have one. */
function removeBullets(parts: readonly SourceOption[]): SourceOption[] {
  const areListed = parts.every(({ text }) => /^[-–•*]\s/.test(text))
  return parts.map((part) => (areListed ? { ...part, text: part.text.slice(2).trim() } : part))
}

/** Commas between digits, which can be those of numbers, and others. */
const IN_NUMBER = /(?<=\d),(?=\d)/
const BETWEEN = /(?<!\d),|,(?!\d)/

/** The end of a name or a number behind a comma, as in `Washington, D.C.` and `1,000`. */
const ENDING = /^(?!U\.(?:S|K)\.)(?:(?:\p{Lu}\.\s?)+|(?:Jr|Sr|Inc|Ltd|Corp|Esq|PhD|MD)\.?|0\d\d)$/u
/** In every second part only, it belongs to the part before it: `Austin, TX, Boston, MA` and `1,500,2,700`. */
const SECOND = /^(?:(?![IVX]+$)\p{Lu}{2}|\d{3})$/u

/**
 * @param answer undefined when commas between digits were not separators
 * @throws LeftOutError when commas can be parts of options: between digits beside others, or in the answer too, or in names
 */
export function assertNoneTorn(text: string, parts: readonly SourceOption[], answer?: string): void {
  const shown = answer === undefined ? '' : hideGroups(text)
  const areDecimal = IN_NUMBER.test(shown) && (BETWEEN.test(shown) || IN_NUMBER.test(answer ?? ''))
  const texts = parts.map((part) => part.text)
  const ends = texts.filter((part) => ENDING.test(part)).length
  const arePairs =
    texts.length > 2 && texts.length % 2 === 0 && texts.every((part, at) => SECOND.test(part) === at % 2 > 0)
  if (!areDecimal && !arePairs && (ends === 0 || ends === texts.length)) return
  throw leftOut(
    'options with one separator',
    `${quote(text)}, whose commas can be parts of ${areDecimal ? 'numbers' : 'options'}; --separator ", " or --separator "," says which ones separate options`,
  )
}

const STARTS_WITH_AND = new RegExp(String.raw`^(?:${AND})\s+(?=\S)`)
const CONTAINS_AND = new RegExp(String.raw`\s+(?:${AND})\s+`)

/** Splits at commas, except for those of the answer. `Rome, Paris, or Oslo` and, with the answer Oslo, `Rome, Paris or Oslo` have the option Oslo. */
function splitAtCommas(text: string, answer: string): SourceOption[] {
  const spaced = /\d,\d/.test(answer) ? splitAt(text, ', ') : []
  if (spaced.some((part) => part.text === answer)) return spaced
  const [before = '', after, ...more] = answer.includes(',') ? text.split(answer) : [text]
  const isWhole =
    after !== undefined && more.length === 0 && /(?:^|,\s*)$/.test(before) && /^\s*(?:,|$)/.test(after)
  const parts = isWhole
    ? [...splitAt(before, ','), { text: answer }, ...splitAt(after.replace(/^\s*,/, ''), ',')]
    : splitAt(text, ',')
  if (parts.length < 2) return parts
  const last = (parts.at(-1)?.text ?? '').replace(STARTS_WITH_AND, '')
  const ends = last === answer ? [last] : last.split(CONTAINS_AND)
  const areEnds = ends.includes(answer)
  const split = isWhole || (ends.length > 1 && !areEnds) ? 'doubtful' : 'plain'
  const lasts = (areEnds ? ends : [last]).map((end) => ({ ...parts.at(-1), text: end }))
  return [...parts.slice(0, -1), ...lasts].map((option) => ({ ...option, split }))
}

/** Reads a list of strings, a JSON list of other values, or an object of JSON or Python such as `{'A': 'Paris'}`. */
function parseList(text: string): readonly SourceOption[] {
  for (const read of [readOptionList, JSON.parse, readLiteral]) {
    let value: unknown
    try {
      value = read(text)
    } catch {
      // The next function reads other lists.
      continue
    }
    const cell = readCell(value)
    if (cell.isList) return cell.options
  }
  throw leftOut("a list of options such as ['A', 'B']", 'another text')
}
