// Splits a text at a separator, except where it is a part of an option: in brackets, formulas, quotes and HTML entities; and a cell, or
// a question with its options, at their labels, as in `A) Rome B) Paris`.
import { quote } from '../../quote.ts'
import { foldName, foldNames } from '../read/index.ts'
import type { SourceOption } from './cells.ts'
import { leftOut } from './errors.ts'
import words from './words.json' with { type: 'json' }

/** The words before the last one of several. */
export const AND = 'and|or|und|oder|et|ou|y|o'

/** The separators with those of other scripts. The semicolon of an HTML entity is no separator. */
const SEPARATORS: Readonly<Record<string, RegExp>> = {
  ';': /(?<!&(?:#\w{1,9}|\w{2,10}));|[；؛]/,
  '|': /[|｜•]/,
  ',': /[,，、،]/,
}

/** Brackets without others inside, formulas of LaTeX, and texts in quotes. `$5, $10` are two prices. */
const GROUP =
  /[([][^()[\]{}]*[)\]]|\{[^()[\]{}]*\}|(?<![\p{L}\p{N}\\$])\$(?=[^\s$])[^$]*(?<=[^\s$])\$(?![\p{N}$])|(?<=^|[\s,;|])"[^"]+"(?=$|[\s,;|])/gu

/** Hides what is in brackets, formulas and quotes behind other characters, because separators there are parts of an option. */
export function hideGroups(text: string): string {
  if (!/[([{$"]/.test(text)) return text
  const hidden = text.replace(GROUP, (group) => '\0'.repeat(group.length))
  return hidden === text ? text.replaceAll('\0', ' ') : hideGroups(hidden)
}

/** Splits a text. Empty parts keep their places, except at the end. */
export function splitAt(text: string, separator: string, answer = '', isSaid = false): SourceOption[] {
  const shown = /[([{$"]/.test(separator) ? text : hideGroups(text)
  let end = 0
  const parts = shown
    .split(isSaid && separator !== ';' ? separator : (SEPARATORS[separator] ?? separator))
    .map(({ length }) => {
      const start = end
      end += length + separator.length
      return text.slice(start, start + length).trim()
    })
  while (parts.at(-1) === '') parts.pop()
  const isDoubtful = parts.includes('')
  return cutSeparators(
    parts.map((part) => ({ text: part, ...(isDoubtful && { hasPlace: false }) })),
    answer,
  )
}

/** A sign at the end of an option that is no HTML entity. */
const END_SIGN = /(?<!\s)\s*(?:[,|，、،；؛｜]|(?<!&(?:#\w{1,9}|\w{2,10}));)$/

/**
 * Removes the separators at the ends of options, as in `A) Rome; B) Paris; C) Oslo`. A sign that other options lack is a part of its
 * option, as in `int x;` beside `int x`. So is one that the last option has too, unless the answer lacks it.
 */
export function cutSeparators(options: readonly SourceOption[], answer: string): SourceOption[] {
  const [sign] = END_SIGN.exec(options[0]?.text ?? '') ?? []
  const last = options.at(-1)?.text ?? ''
  const endsWith = (text: string) => sign !== undefined && END_SIGN.exec(text)?.[0].trim() === sign.trim()
  const areCut =
    options.length > 1 &&
    options.slice(0, -1).every(({ text }) => endsWith(text)) &&
    (!endsWith(last) || (answer !== '' && !endsWith(answer)))
  const cut = options.map((option) =>
    areCut && endsWith(option.text)
      ? { ...option, text: option.text.replace(END_SIGN, ''), isCut: true }
      : option,
  )
  const areDifferent = areCut && new Set(cut.map(({ text }) => text)).size === cut.length
  return areDifferent ? cutSeparators(cut, answer) : [...options]
}

const MONTHS = new Set(foldNames(words.months))

/** The rest of a date or a ratio. Below each other, `1. 7` and `2. 9` are lines of a list. */
const NUMBER_IN_LINE = /^\d+(?:\.(?:(?!\d)|\d{4})|\s?[:/])/

/** A number or an initial at the start of an answer, as in `28. 10. 1918`, `1 : 2` and `M. Curie`. */
const PART = /^(?:(\d\d?)\s?[.:]|(\p{Lu})\.)\s+(?=\S)/u

/**
 * Whether the numbers or letters before texts can be parts of them: of dates, ratios, ordinals and names, or because the answer has
 * another one. The answer without its number shows that they are labels.
 * @param number the start of a text that is a number behind a number
 */
export function areParts(
  labels: readonly string[],
  rests: readonly string[],
  answer: string,
  number = /^\d/,
): boolean {
  const isNumbered = /\d/.test(labels[0] ?? '')
  if (rests.includes(answer) && !(isNumbered && /^\d\d?$/.test(answer))) return false
  const mark = PART.exec(answer)
  const own = (isNumbered ? mark?.[1] : mark?.[2])?.toLowerCase()
  const rest = rests[labels.indexOf(own ?? '')]
  if (own !== undefined && rest?.toLowerCase() !== answer.slice(mark?.[0].length).toLowerCase()) return true
  if (!isNumbered) return false
  const firsts = rests.map((text) => foldName(/^[^\s,;|/，、،；؛｜]*/.exec(text)?.[0] ?? ''))
  const dates = rests.filter((text, index) => number.test(text) || MONTHS.has(firsts[index] ?? ''))
  return dates.length * 2 > firsts.length || new Set(firsts).size < firsts.length
}

/**
 * Splits a question such as `Capital of France? A) Rome B) Paris` from its options.
 * @throws LeftOutError when the answer is a letter, and the question has letters that do not follow it
 */
export function splitQuestion(
  text: string,
  answer: string,
): { question: string; options: readonly SourceOption[] } | undefined {
  const start = /(?<=[?:.…_])\s+(?=[([]?[a1][).\]]\s*\S)|\s*\n\s*(?=[([]?[a1][).\]]\s*\S)/i.exec(text)
  const options = start && splitAtLabels(text.slice(start.index + start[0].length), answer)
  // Below lines with numbers, the text of the question can go on: they are a list to count, or to search.
  const goesOn = /^\d/.test(options?.[0]?.label ?? '') && options?.at(-1)?.text.includes('\n')
  if (goesOn) return undefined
  if (options && !/[?？]$/.test(text)) return { question: text.slice(0, start.index), options }
  const labels = [...text.matchAll(/(?:^|\s)\(?([a-t])[).]\s/gi)].map(([, label = '']) => label.toLowerCase())
  const [, own = '-'] = /^\(?([a-t])[).]*$/.exec(answer.toLowerCase()) ?? []
  const isLabel = labels.includes(own) || (own !== '-' && labels.includes('a') && labels.includes('b'))
  if (isLabel && new Set(labels).size > 1)
    throw leftOut('options below the question, or in cells of their own', quote(text))
  return undefined
}

/** Labels in a cell, as in `A) Rome B) Paris` and `A.80 B.443`. Those of `B.B. King` are initials, and `1.5` is a number. */
const CELL_LABELS =
  /(?<=^|[\s,;|，、،；؛｜])[([]?([a-t]|\d\d?)\s*([).:\]])(?=\s|(?<=[)\]])\S|(?<=\.)(?!\p{L}\.)\p{L}|(?<=[a-t]\.)\d)/giu

/** An option with its label. Behind a number with a full stop, no number goes on. */
const LABELLED_PART = /^[([]?(?:[a-t]\s*[).:\]]|\d\d?\s*(?:[)\]]|[.:]\s*(?!\d)))\s*\S/i

const ENDS_WITH_AND = new RegExp(String.raw`(?<=,)\s+(?:${AND})$`)

/** A separator at the end of an option whose number stays. */
const NUMBERED_END = /\s*[,;|/，、،；؛｜]$/

/** Splits `A) Rome B) Paris` and `1. Rome, 2. Paris`. The labels follow each other from the first character on. */
export function splitAtLabels(text: string, answer: string): SourceOption[] | undefined {
  const marks = [...text.matchAll(CELL_LABELS)]
  const [first] = marks
  if (first?.index !== 0) return undefined
  const same = marks.filter((mark) => mark[2] === first[2])
  const start = (first[1] ?? '').toLowerCase()
  if (!['a', '0', '1'].includes(start)) return undefined
  const labels = same.map(([, label = '']) => label.toLowerCase())
  const textsFrom = (place: (mark: RegExpExecArray) => number) =>
    same.map((mark, index) => text.slice(place(mark), same[index + 1]?.index).trim())
  const rests = textsFrom((mark) => mark.index + mark[0].length)
  const [list = [], sign] =
    ['\n', '|', ';', ',']
      .map((one) => [splitAt(text, one), one] as const)
      .find(([parts]) => parts.length > 1) ?? []
  const canBeParts = /[.:]/.test(first[2] ?? '')
  const ends = rests.map((rest) => rest.replace(NUMBERED_END, ''))
  const isLine = sign === '\n' && first[2] === '.'
  const isWhole = canBeParts && areParts(labels, ends, answer, isLine ? NUMBER_IN_LINE : undefined)
  const isSequence = labels.every((label, index) => label === nextLabel(start, index))
  if (labels.length < 2) return undefined
  const isPart = sign !== ',' && canBeParts && list.some((part) => part.text === answer)
  if (isSequence && canBeParts && start !== 'a' && (isPart || rests.includes(''))) return undefined
  if (isSequence && isWhole)
    return textsFrom((mark) => mark.index).map((whole, index) => ({
      text: index < same.length - 1 ? whole.replace(NUMBERED_END, '') : whole,
      label: labels[index] ?? '',
    }))
  if (!isSequence) {
    // A date such as `28. 10. 1918` and a scale such as `1 : 1 000` have no label. `A. Lincoln` beside another name is one.
    const areLabels = list.map((part) => LABELLED_PART.test(part.text))
    const canBePlace = answer.length < 3
    const areNames = start === 'a' && first[2] === '.' && areLabels.includes(false)
    if (areLabels[0] === false || areNames || isPart || (isWhole && !canBePlace)) return undefined
    const advice = sign && `; --separator ${JSON.stringify(sign)} says that they have none`
    throw leftOut('options with labels that follow each other', `${quote(text)}${advice ?? ''}`)
  }
  const options = rests.map((rest, index) => ({
    text: rest.replace(index === same.length - 2 ? ENDS_WITH_AND : '', ''),
    label: labels[index] ?? '',
  }))
  return cutSeparators(options, answer)
}

/** The label that is `index` places after `start`. */
export function nextLabel(start: string, index: number): string {
  return /\d/.test(start) ? String(Number(start) + index) : String.fromCharCode(start.charCodeAt(0) + index)
}
