// Splits the options of a cell, or behind a question, at their labels, as in `A) Rome B) Paris`.
import { quote } from '../../quote.ts'
import type { SourceOption } from './cells.ts'
import { leftOut } from './errors.ts'
import { AND, cutSeparators, splitAt } from './separators.ts'

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
  if (/^\(?[a-t][).]*$/i.test(answer) && /(?:^|\s)\(?a[).]\s.*\s\(?b[).]\s/is.test(text))
    throw leftOut('options below the question, or in cells of their own', quote(text))
  return undefined
}

/** Labels in a cell, as in `A) Rome B) Paris` and `A.80 B.443`. Those of `B.B. King` are initials, and `1.5` is a number. */
const CELL_LABELS =
  /(?<=^|[\s,;|])[([]?([a-t]|\d\d?)\s*([).:\]])(?=\s|(?<=[)\]])\S|(?<=\.)(?!\p{L}\.)\p{L}|(?<=[a-t]\.)\d)/giu

/** An option with its label, behind which no number goes on. */
const LABELLED_PART = /^[([]?(?:[a-t]|\d\d?)\s*[).:\]]\s*(?!\d)\S/i

const ENDS_WITH_AND = new RegExp(String.raw`(?<=,)\s+(?:${AND})$`)

/** Splits `A) Rome B) Paris` and `1. Rome, 2. Paris`. The labels follow each other from the first character on. */
export function splitAtLabels(text: string, answer: string): SourceOption[] | undefined {
  const marks = [...text.matchAll(CELL_LABELS)]
  const [first] = marks
  if (first?.index !== 0) return undefined
  const same = marks.filter((mark) => mark[2] === first[2])
  const start = (first[1] ?? '').toLowerCase()
  if (!['a', '0', '1'].includes(start)) return undefined
  const labels = same.map(([, label = '']) => label.toLowerCase())
  const isSequence = labels.every((label, index) => label === nextLabel(start, index))
  if (labels.length < 2) return undefined
  if (!isSequence) {
    const [list = [], sign] =
      ['\n', '|', ';', ',']
        .map((one) => [splitAt(text, one), one] as const)
        .find(([parts]) => parts.length > 1) ?? []
    // A date such as `28. 10. 1918` and a scale such as `1 : 1 000` have no label. `A. Lincoln` beside another name is one.
    const areLabels = list.map((part) => LABELLED_PART.test(part.text))
    const areNames = start === 'a' && first[2] === '.' && areLabels.includes(false)
    if (areLabels[0] === false || areNames) return undefined
    const advice = sign && `; --separator ${JSON.stringify(sign)} says that they have none`
    throw leftOut('options with labels that follow each other', `${quote(text)}${advice ?? ''}`)
  }
  const options = same.map((mark, index) => ({
    text: text
      .slice(mark.index + mark[0].length, same[index + 1]?.index)
      .trim()
      .replace(index === same.length - 2 ? ENDS_WITH_AND : '', ''),
    label: labels[index] ?? '',
  }))
  return cutSeparators(options, answer)
}

/** The label that is `index` places after `start`. */
export function nextLabel(start: string, index: number): string {
  return /\d/.test(start) ? String(Number(start) + index) : String.fromCharCode(start.charCodeAt(0) + index)
}
