// Finds what the answers of a file are, from all of its questions and from what a person says.
import { quote, readPlace } from '@qb/core/questions'
import type { CleanTexts } from './clean-question.ts'
import { type ColumnMap, findOptionLike, ImportError } from './columns.ts'
import {
  type FirstNumber,
  findTruth,
  isNumbered,
  isUnclearPlace,
  type PlaceKind,
  type Reading,
} from './reading.ts'

/** What a person says about the answers of a file. */
export interface AnswerSettings {
  /** What an answer is that can be the text of one option and the letter or number of another one. */
  readonly answers?: 'text' | 'letter' | 'number' | undefined
  /** The number of the first option. */
  readonly from?: FirstNumber | undefined
  /** Whether the options include the correct answer, or are only the wrong ones. */
  readonly options?: 'all' | 'wrong' | undefined
}

/** How to read the answers of a file. */
export interface AnswerRules {
  readonly settings: AnswerSettings
  /** Undefined when the file does not show it. */
  readonly from: FirstNumber | undefined
  /** Whether numbers contradict the numbers in the names of the options. */
  readonly areNumbersDoubtful: boolean
  readonly all: Counts
  readonly wrong: Counts
  readonly choices: Counts & { readonly role: 'all' | 'wrong' }
  readonly hasOptionColumns: boolean
}

/** The number of questions by verdict. `places` are those that can only be places, by kind. */
interface Counts {
  readonly text: number
  readonly both: number
  readonly like: number
  readonly neither: number
  readonly place: number
  readonly places: Readonly<Record<PlaceKind, number>>
}

export const FROM = '--from 0 or --from 1 says what numbers count from'
export const OPTIONS =
  '--options all (the correct answer is one of them) or --options wrong (it is not) says what the options are'
export const ANSWERS = '--answers text, letter or number says what such answers are'

/** Finds the rules for the answers of a file. @throws ImportError when they contradict each other */
export function findAnswerRules(
  questions: readonly CleanTexts[],
  settings: AnswerSettings,
  columns: ColumnMap,
): AnswerRules {
  const hasOptionColumns =
    columns.options.length + columns.choices.length > 0 || columns.single.options !== undefined
  const hasOptions = questions.some(({ kind }) => kind !== 'none')
  if (!hasOptionColumns && !hasOptions) assertNoOptions(questions, columns.unused)
  const withOptions = questions.filter(({ kind, answer }) => kind !== 'none' && answer !== '')
  const countOf = (kind: CleanTexts['kind']) =>
    countVerdicts(withOptions.filter((question) => question.kind === kind).map(({ reading }) => reading))
  const all = countOf('all')
  const choices = countOf('choices')
  const wrong = countOf('wrong')
  const numbers = withOptions.filter((question) => question.kind !== 'wrong' && isNumberPlace(question))
  const counted = numbers
    .map(({ reading }) => reading)
    .filter(({ isCounted, verdict, number }) => isCounted && (verdict !== 'neither' || number === 0))
  assertFrom(counted, settings.from)
  return {
    settings,
    from: settings.from ?? findFrom(counted, columns, all.places.letter),
    areNumbersDoubtful:
      settings.from === undefined && numbers.some((question) => isDoubtful(question, columns)),
    all,
    wrong,
    choices: {
      ...choices,
      role: settings.options ?? findRole(choices, !withOptions.some(({ kind }) => kind === 'choices')),
    },
    hasOptionColumns,
  }
}

/** A number that says something about what numbers count from. A truth value or the text of an option does not. */
function isNumberPlace(question: CleanTexts): boolean {
  const { number, verdict } = question.reading
  return (
    number !== undefined &&
    verdict !== 'text' &&
    verdict !== 'both' &&
    findTruth(question, number) === undefined
  )
}

/** A file whose answers are letters or numbers has options somewhere. */
function assertNoOptions(questions: readonly CleanTexts[], unused: readonly string[]): void {
  const answered = questions.filter(({ answer }) => answer !== '')
  const places = answered.filter(
    ({ answer }) => readPlace(answer) || isUnclearPlace(answer, []) || /^[([]?[a-t][).:\]]\s/i.test(answer),
  )
  const optionLike = findOptionLike(unused)
  const areAll = places.length === answered.length && unused.length > 1
  if (places.length === 0 || (optionLike.length === 0 && !areAll)) return
  const [name = ''] = optionLike.length > 0 ? optionLike : unused
  throw new ImportError(
    `expected columns of options for the answer ${quote(places[0]?.answer ?? '')}, got none with a known name; name each with --map "${name}=option", or say that it is none with --map "${name}=ignore"`,
  )
}

function countVerdicts(readings: readonly Reading[]): Counts {
  const countOf = (verdict: Reading['verdict']) =>
    readings.filter((reading) => reading.verdict === verdict).length
  const placesOf = (kind: PlaceKind) =>
    readings.filter((reading) => reading.verdict === 'place' && reading.kind === kind).length
  return {
    text: countOf('text'),
    both: countOf('both'),
    like: countOf('like'),
    // A letter without an option, such as E of four, is a mistake in letters and no text.
    neither: readings.filter(({ verdict, kind }) => verdict === 'neither' && kind === undefined).length,
    place: countOf('place'),
    places: { letter: placesOf('letter'), number: placesOf('number'), id: placesOf('id'), unclear: 0 },
  }
}

/**
 * What numbers count from. A name such as `answer_index` says 0. Otherwise the file must show it: the number of the last option
 * and no 0, or enough zeros and no number of the last option.
 */
function findFrom(
  counted: readonly Reading[],
  { areIndexes }: ColumnMap,
  letters: number,
): FirstNumber | undefined {
  const zeros = counted.filter(({ number }) => number === 0).length
  const hasLast = counted.some(({ number, lastNumber }) => number === lastNumber)
  if (areIndexes) return hasLast ? undefined : 0
  if (letters > 0) return undefined
  if (zeros === 0) return hasLast ? 1 : undefined
  return !hasLast && zeros * MIN_SHARE_OF_ZEROS >= counted.length ? 0 : undefined
}

/** @throws ImportError when the numbers of a file contradict what a person says about them */
function assertFrom(counted: readonly Reading[], from: FirstNumber | undefined): void {
  const zeros = counted.filter(({ number }) => number === 0).length
  const lasts = counted.filter(({ number, lastNumber }) => number === lastNumber).length
  if (from === 0 && lasts > zeros)
    throw new ImportError(
      `--from 0: expected numbers below the number of options, got ${lasts} that are equal to it`,
    )
  if (from === 1 && zeros > lasts)
    throw new ImportError(`--from 1: expected numbers from 1, got ${zeros} that are 0`)
}

/** One of so many numbers must be a 0. Fewer zeros are mistakes in numbers from 1. */
const MIN_SHARE_OF_ZEROS = 12

/** A number that the labels of options do not have, but would have with the other first number; or an index beside labels from 1. */
function isDoubtful({ options, reading: { number } }: CleanTexts, { areIndexes }: ColumnMap): boolean {
  if (!isNumbered(options)) return false
  const labels = options.map(({ label }) => Number(label))
  const first = Math.min(...labels)
  return (areIndexes && first !== 0) || number === (first === 0 ? Math.max(...labels) + 1 : first - 1)
}

/** Decides whether columns such as `choice_1` contain all options, or only the wrong ones. */
function findRole({ text, both, place, like, neither }: Counts, isEmpty: boolean): 'all' | 'wrong' {
  const found = text + both
  if (found + place === 0 && neither > 0) return 'wrong'
  if (neither === 0 && found + place > 0) return 'all'
  if (found > neither || isEmpty) return 'all'
  throw new ImportError(
    `expected choices that are all options, or only the wrong ones, got ${found + place} answers that mean a choice, and ${neither + like} others; ${OPTIONS}`,
  )
}
