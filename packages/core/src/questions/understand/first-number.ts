// Finds whether the answers of a file that are numbers count from 0 or from 1.
import type { CleanTexts } from './clean-question.ts'
import type { ColumnMap } from './columns.ts'
import { refusal } from './errors.ts'
import { type FirstNumber, findTruth, isNumbered } from './reading.ts'
import type { TableRecord } from './records.ts'

/** The answers that are numbers and say something about what numbers count from. */
export const createNumbers = () => ({
  /** How many are counted, and are no label of an option. */
  counted: 0,
  zeros: 0,
  /** Whether a 0 is one of several answers of a question, where it can be no mistake. */
  hasZeroBeside: false,
  /** How many are the number of the last option, counted from 1. */
  lasts: 0,
  /** How probable it is that numbers from 1 have so many others than that of the last option. */
  chance: 1,
  /** Whether all are 0 and 1 although each question has more options: truth values, which may say whether players were right. */
  isTruth: true,
  areDoubtful: false,
  /** Whether the labels of some options are not 1, 2, 3. */
  hasOtherLabels: false,
})

type Numbers = ReturnType<typeof createNumbers>

/**
 * A truth value or the text of an option says nothing about what numbers count from.
 * @param labelled those beside options with the labels 1, 2, 3, which they can select by their label, or count from 0
 */
export function addNumber(
  { counted, labelled }: Readonly<Record<'counted' | 'labelled', Numbers>>,
  question: CleanTexts,
  columns: ColumnMap,
): void {
  const { number, verdict, isCounted } = question.reading
  const numbers = isCounted ? counted : labelled
  const isPlace = number !== undefined && verdict !== 'text' && verdict !== 'both'
  if (!isPlace || findTruth(question, number) !== undefined) return
  if (isDoubtful(question, columns)) numbers.areDoubtful = true
  if (!isCounted && question.options.some(({ label }, index) => Number(label) !== index + 1))
    numbers.hasOtherLabels = true
  if (verdict === 'neither' && number !== 0) return
  const lastNumber = question.options.findLastIndex(({ text }) => text !== '') + 1
  numbers.counted += 1
  if (number === 0) numbers.zeros += 1
  if (number > 1 || lastNumber < 3) numbers.isTruth = false
  if (number === lastNumber) numbers.lasts += 1
  if (number !== 0) numbers.chance *= 1 - 1 / lastNumber
}

/** Adds the numbers of a question with several answers, which is left out. */
export function addSeveral(
  numbers: Numbers,
  values: TableRecord['values'],
  { single, lists }: ColumnMap,
): void {
  const [answers, options] = [single.correct_answer, lists[0]?.index].map((index = -1) => values[index])
  if (!Array.isArray(answers) || answers.length < 2 || !Array.isArray(options)) return
  if (!answers.every((answer) => /^\d+$/.test(String(answer)) && Number(answer) <= options.length)) return
  const has = (number: number) => answers.some((answer) => Number(answer) === number)
  if (has(options.length)) numbers.lasts += 1
  if (has(0)) numbers.zeros += 1
  numbers.hasZeroBeside ||= has(0)
}

/**
 * What numbers count from. The file must show it: the number of the last option and no 0, or enough zeros and no number of the last
 * option. A name such as `answer_index` says 0, but people name numbers from 1 like this too: several without enough zeros contradict it.
 */
export function findFrom(
  { counted, zeros, hasZeroBeside, lasts, chance, isTruth }: Numbers,
  { areIndexes }: ColumnMap,
  letters: number,
): FirstNumber | undefined {
  const isChance = zeros < MIN_ZEROS || chance > NO_CHANCE
  const isStray = isChance && zeros * MIN_SHARE_OF_ZEROS < counted
  if (areIndexes) return lasts > 0 || (isStray && counted >= MAX_WITHOUT_ZERO) ? undefined : 0
  if (letters > 0) return undefined
  if (hasZeroBeside && lasts === 0) return 0
  if (zeros === 0) return lasts > 0 ? 1 : undefined
  if (isTruth && counted >= MIN_TRUTHS) return undefined
  const areFew = zeros < MIN_ZEROS || (chance > MAX_CHANCE && zeros * MAX_SHARE_OF_MISTAKES < counted)
  return lasts === 0 && !areFew && !isStray ? 0 : undefined
}

/** Whether numbers beside the labels 1, 2, 3 count from 0 all the same: several are 0, which no option has, and none is the last label. */
export function countsFromZero(
  { counted, zeros, lasts, chance, hasOtherLabels }: Numbers,
  { areIndexes }: ColumnMap,
): boolean {
  if (hasOtherLabels || lasts > 0 || zeros < MIN_ZEROS || zeros * MIN_SHARE_OF_ZEROS < counted) return false
  return areIndexes
    ? chance <= MAX_CHANCE || zeros * MAX_SHARE_OF_MISTAKES >= counted
    : chance <= MAX_CHANCE_BESIDE_LABELS || zeros * 2 > counted
}

/** @throws ImportError when the numbers of a file contradict what a person says about them */
export function assertFrom({ zeros, lasts }: Numbers, from: FirstNumber | undefined): void {
  if (from === 0 && lasts > zeros)
    throw refusal('numbers below the number of options', `${lasts} that are equal to it`, '--from 0')
  if (from === 1 && zeros > lasts) throw refusal('numbers from 1', `${zeros} that are 0`, '--from 1')
}

/** So many indexes without a 0 can count from 1, whatever their name says. */
const MAX_WITHOUT_ZERO = 2

/** So many answers of a file with three options or more are not all 0 and 1 by chance. */
const MIN_TRUTHS = 4

/** A few zeros can be mistakes in numbers from 1 in a file that has not the number of the last option by chance. */
const MIN_ZEROS = 2
const MAX_CHANCE = 0.1
const MAX_CHANCE_BESIDE_LABELS = 0.001

/** Less than one in so many numbers can be a mistake. */
const MAX_SHARE_OF_MISTAKES = 3

/** A file of numbers from 1 never lacks the number of the last option in so many questions. */
const NO_CHANCE = 1e-4

/** One of so many numbers must be a 0. Fewer zeros can be mistakes in numbers from 1. */
const MIN_SHARE_OF_ZEROS = 12

/** A number that the labels of options do not have, but would have with the other first number; or an index beside labels from 1. */
function isDoubtful({ options, reading: { number } }: CleanTexts, { areIndexes }: ColumnMap): boolean {
  if (!isNumbered(options)) return false
  const labels = options.map(({ label }) => Number(label))
  const first = Math.min(...labels)
  return (areIndexes && first !== 0) || number === (first === 0 ? Math.max(...labels) + 1 : first - 1)
}
