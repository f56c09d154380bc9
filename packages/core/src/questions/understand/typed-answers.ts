// Refuses files whose answers without options are none: they are marks of options, or letters of options that are not read.
import { quote } from '../../quote.ts'
import { findOptionLike, readPlace } from '../read/index.ts'
import type { ColumnMap } from './columns.ts'
import { refusal } from './errors.ts'
import { isUnclearPlace } from './reading.ts'
import { isTruth, isVerdict } from './truth.ts'

/** The answers without options. */
export const createTyped = () => ({
  answered: 0,
  /** How many rows without an answer have an option in place of a question, such as `A) Rome`. */
  rowsBelow: 0,
  places: 0,
  /** How many of these are one letter. */
  letters: 0,
  /** How many are words such as `yes`, and such as `correct`. */
  truths: 0,
  verdicts: 0,
  /** How many rows have a question and no answer. */
  unanswered: 0,
  first: '',
  /** The first one that looks like a letter or a number of an option. */
  example: '',
})

type TypedAnswers = ReturnType<typeof createTyped>

export function addTyped(typed: TypedAnswers, answer: string): void {
  typed.answered += 1
  typed.first ||= answer
  if (isTruth(answer) !== undefined) typed.truths += 1
  if (isVerdict(answer)) typed.verdicts += 1
  if (!readPlace(answer) && !isUnclearPlace(answer, []) && !/^[([]?[a-t][).:\]]\s/i.test(answer)) return
  typed.places += 1
  if (/^[a-h]$/i.test(answer)) typed.letters += 1
  typed.example ||= answer
}

/** Words such as `correct` in all rows, or such as `yes` below questions without an answer, are about options in rows of their own. */
export function assertNoMarks(typed: TypedAnswers, areStatements: boolean): void {
  const { answered, truths, verdicts, unanswered, first } = typed
  const areBelow = unanswered > 0 && truths === answered
  const areMarks = answered > 1 && verdicts === answered && !areStatements
  if (answered === 0 || (!areBelow && !areMarks)) return
  throw refusal(
    'the answers of the questions',
    `answers such as ${quote(first)}, as if the rows were options; --answers text says that they are answers`,
  )
}

/** A file whose answers are letters or numbers has options somewhere. */
export function assertNoOptions(
  { answered, places, letters, rowsBelow, example }: TypedAnswers,
  { unused, hasUnnamed }: ColumnMap,
): void {
  if (rowsBelow > 0 && places > 0)
    throw refusal(
      'the options of a question in its row',
      `the answer ${quote(example)}, and options in rows of their own`,
    )
  const optionLike = findOptionLike(unused)
  // Letters are hardly ever texts. A column that is not known, or has no name, can have the options.
  const areLetters = letters > 2 && letters * 2 > answered && (unused.length > 0 || hasUnnamed)
  const areAll = areLetters || (places === answered && unused.length > 1)
  if (places === 0 || (optionLike.length === 0 && !areAll)) return
  const [name = '<column>'] = optionLike.length > 0 ? optionLike : unused
  throw refusal(
    'columns of options beside answers that are letters or numbers',
    `the answer ${quote(example)} and no column with a known name; name each with --map "${name}=option", or say that it is none with --map "${name}=ignore"`,
  )
}
