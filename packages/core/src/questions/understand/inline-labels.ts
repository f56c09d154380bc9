// Reads the letters and numbers that options are written with, such as `A) Rome` and `B) Paris`.
import { quote } from '../../quote.ts'
import { readPlace } from '../read/index.ts'
import type { CleanOption } from './clean-question.ts'
import { leftOut } from './errors.ts'
import { areParts, nextLabel } from './split-text.ts'

const MARK = /^[([]?\s*(?:([a-tа-зα-θ])|(\d\d?))\s*(?:[)\]]\s*|[.:]\s+|[-–]\s+|=\s*(?=\p{L}{2}))(?=\S)/iu

/** Letters before a space alone, as in `A 21 t`, are read when all options have one and the answer has none. */
const BARE = /^([A-T])\s+(?=\S)/

/** The first one of the numbers or letters that a label is one of. */
const kindOf = (label: string) => (/\d/.test(label) ? '1' : label < 'α' ? 'a' : label < 'а' ? 'α' : 'а')

/** Whether a letter is before a dash or an equals sign, as in `A - Rome` and `A=Rome`. */
const hasDash = (mark: RegExpExecArray | null) => /[-–=]\s*$/.test(mark?.[0] ?? '')

/** Whether a letter can be the first one of a name. */
const isInitial = (mark: RegExpExecArray | null) => /^[A-TА-ЗΑ-Θ]\.\s/.test(mark?.[0] ?? '')

/**
 * Removes the letters from options when all of them have one, in any order. `1. April` and `2. Mai` keep their numbers when the answer
 * has one too.
 * @throws LeftOutError when a letter contradicts the column of the option
 */
export function readInlineLabels(plain: readonly CleanOption[], answer: string): readonly CleanOption[] {
  const isMarked = plain.some(({ text }) => MARK.test(text))
  if (!isMarked && !BARE.test(plain[0]?.text ?? '')) return plain
  const filled = plain.filter(({ text }) => text !== '')
  const marks = filled.map(({ text }) => (isMarked ? MARK : BARE).exec(text))
  const labels = marks.map((mark) => (mark?.[1] ?? mark?.[2] ?? '').toLowerCase())
  const rests = filled.map(({ text }, index) => text.slice(marks[index]?.[0].length ?? 0))
  const first = ['a', '0', '1', 'а', 'α'].find((start) => labels.includes(start))
  const isComplete =
    first !== undefined && labels.every((_, index) => labels.includes(nextLabel(first, index)))
  const isNumbered = marks.some((mark) => mark?.[2] !== undefined)
  if (!isComplete && isMarked) assertNoGap(marks, labels, answer)
  if (filled.length < 2 || !isComplete || new Set(rests).size < rests.length) return plain
  if (filled.some(({ text }) => text === answer) && (isNumbered || marks.some(hasDash))) return plain
  const canBeParts = !marks.every((mark) => /[)\]]/.test(mark?.[0] ?? ''))
  if (canBeParts && areParts(labels, rests, answer)) return plain
  // `C. elegans` and `A. Lincoln` are names, unless their letters follow each other, as in a file whose options have letters.
  const areInOrder = labels.every((label, index) => label === nextLabel(first, index))
  if (marks.every(isInitial) && !areInOrder && filled.some(({ text }) => text === answer)) return plain
  if (!isMarked && (!areInOrder || filled.length < 3 || !rests.includes(answer))) return plain
  // `A - B` is a difference, and `2 - 1` a score.
  const areAlike = rests.every((rest) => (isNumbered ? /^\d\d?$/ : /^[a-tа-зα-θ]$/i).test(rest))
  if (areAlike && marks.every(hasDash)) return plain
  // `1. Mai` in a column A is a date.
  const areLettered = filled.every(({ label }) => /^[a-t]$/.test(label ?? ''))
  if (canBeParts && isNumbered && areLettered && !rests.includes(answer)) return plain
  return plain.map((option) => {
    const at = filled.indexOf(option)
    const label = labels[at]
    if (label === undefined) return option
    const isOfKind = kindOf(option.label ?? '') === kindOf(label)
    const expected = isOfKind ? option.label : nextLabel(first, at)
    const isOther = option.label === undefined ? marks.every(isInitial) && !areInOrder : expected !== label
    if (isOther)
      throw leftOut(`the option ${quote(option.label ?? nextLabel(first, at))}`, quote(option.text))
    const canBeName = marks.every(isInitial)
    return { ...option, label: option.label ?? label, text: rests[at] ?? '', written: option.text, canBeName }
  })
}

/**
 * Of labels such as A, B, D, the letter of an answer can be that of an option, and the place of another one. Names such as `B. Obama`
 * and dates have none.
 * @throws LeftOutError when nobody knows which one is meant
 */
function assertNoGap(
  marks: readonly (RegExpExecArray | null)[],
  labels: readonly string[],
  answer: string,
): void {
  const { kind, value = 0 } = readPlace(answer) ?? {}
  const own = kind === 'letter' ? nextLabel('a', value) : `${value}`
  const isRising = labels.every((label, at) => (at === 0 ? label === 'a' : label > (labels[at - 1] ?? '')))
  const areNames = marks.every(isInitial) && !isRising && !labels.includes(own)
  const areDates = marks.some((mark) => /\d\s*[.:]/.test(mark?.[0] ?? ''))
  const areLabels = labels.length > 1 && !labels.includes('') && new Set(labels).size === labels.length
  if (!kind || !areLabels || areNames || areDates || kindOf(own) !== kindOf(labels[0] ?? '')) return
  if (kind === 'number' || labels[value] !== own)
    throw leftOut('options with labels that follow each other', `the labels ${labels.join(', ')}`)
}
