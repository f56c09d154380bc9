// Finds what the answers of a file are, from all of its questions and from what a person says.
import { quote } from '../../quote.ts'
import { findOptionLike, readPlace } from '../read/index.ts'
import type { CleanTexts } from './clean-question.ts'
import { type ColumnMap, haveOptions, type OptionColumn } from './columns.ts'
import { createDoubts } from './doubts.ts'
import { ImportError, refusal } from './errors.ts'
import { mentionsOption } from './mentions.ts'
import { type FirstNumber, findTruth, isNumbered, isUnclearPlace, type PlaceKind } from './reading.ts'
import type { TableRecord } from './records.ts'
import { createStatementFinder } from './true-false.ts'
import { isTruth, isVerdict } from './truth.ts'

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
export type AnswerRules = ReturnType<ReturnType<typeof createAnswerCounter>['decide']>

/** The number of a question before its text. */
export const NUMBER = /^(?:(?:q|question|frage)\s?)?(\d{1,5})[.):]\s+(?=\S)/i

export const FROM = '--from 0 or --from 1 says what numbers count from'
export const OPTIONS =
  '--options all (the correct answer is one of them) or --options wrong (it is not) says what the options are'
export const ANSWERS = '--answers text, letter or number says what such answers are'

/** Counts the answers of a file, one after the other, and then decides how to read them. */
export function createAnswerCounter(settings: AnswerSettings, header: readonly string[], columns: ColumnMap) {
  const hasOptionColumns = haveOptions(columns)
  const counts = { all: createCounts(), choices: createCounts(), wrong: createCounts() }
  const numbers = createNumbers()
  const typed = createTyped()
  const doubts = createDoubts(settings, header, columns)
  const statements = createStatementFinder(columns.statementName, settings.answers === 'text')
  const splits = new Map<number, number>()
  let lettered = 0
  const kinds = new Set<PlaceKind | undefined>()
  let hasOptions = false
  let hasChoices = false
  let first = ''
  let [lastNumber, numbered, areNumbered] = [0, 0, true]
  return {
    add(question: CleanTexts, values: TableRecord['values']): void {
      const { kind, answer, options } = question
      if (areNumbered) {
        const number = Number(NUMBER.exec(question.question)?.[1])
        // A year is no number of a question.
        areNumbered = number > lastNumber && number < lastNumber + 1000
        lastNumber = areNumbered ? number : 0
        numbered += 1
      }
      if (options[0]?.split === 'plain') splits.set(options.length, (splits.get(options.length) ?? 0) + 1)
      if (kind !== 'none') lettered += options[0]?.written === undefined ? -1 : 1
      if (kind !== 'none') hasOptions = true
      if (answer === '' && /^[([]?(?:[a-t]|\d\d?)[).:\]]\s*\S/i.test(question.question)) typed.rowsBelow += 1
      if (answer === '' && kind === 'none' && question.question !== '') typed.unanswered += 1
      if (answer === '') return
      doubts.add(question, values)
      if (kind === 'none') {
        addTyped(typed, answer)
        statements.add(answer)
      } else {
        addCounts(counts[kind], question)
        kinds.add(question.reading.kind)
        first ||= answer
      }
      if (kind === 'choices') hasChoices = true
      if (kind === 'all' || kind === 'choices') addNumber(numbers, question, columns)
    },
    /** @throws ImportError when the answers contradict each other */
    decide() {
      doubts.assertNone()
      const found = statements.list()
      if (!hasOptionColumns && !hasOptions) {
        if (settings.answers !== 'text') assertNoMarks(typed, found.size > 0)
        assertNoOptions(typed, columns)
      }
      const { all, choices, wrong } = counts
      if (first !== '') assertSaid(settings, kinds, first)
      assertFrom(numbers, settings.from)
      if (settings.options === 'wrong') assertWrong([all, choices])
      return {
        settings,
        /** Undefined when the file does not show it. */
        from: settings.from ?? findFrom(numbers, columns, all.places.letter),
        /** Whether numbers contradict the numbers in the names of the options. */
        areNumbersDoubtful: settings.from === undefined && numbers.areDoubtful,
        all,
        wrong,
        choices: { ...choices, role: settings.options ?? findRole(choices, !hasChoices) },
        hasOptionColumns,
        /** How many questions have how many options between commas. */
        splits,
        /** Whether most questions have options without letters before their texts. */
        areRarelyLettered: lettered <= 0,
        /** Whether the first label of the columns of options, such as A or 1, is missing: the correct answer can be that option. */
        isFirstMissing: isFirstMissing([...columns.options, ...columns.choices]),
        /** The answers without options that are true or false, folded. */
        statements: found,
        areNumbers: columns.areNumbers,
        areStatements: columns.statementName !== undefined,
        /** Whether each question begins with its number. */
        areNumbered: areNumbered && numbered > 1,
      }
    },
  }
}

/** The number of questions by verdict. */
const createCounts = () => ({
  text: 0,
  both: 0,
  like: 0,
  neither: 0,
  place: 0,
  /** How many of `neither` say which option is right in other words, such as `Paris (B)`. */
  mentions: 0,
  /** How many can only be places, by kind. */
  places: { letter: 0, number: 0, id: 0, unclear: 0 },
})

type Counts = ReturnType<typeof createCounts>

function addCounts(counts: Counts, question: CleanTexts): void {
  const { verdict, kind } = question.reading
  // A letter without an option, such as E of four, is a mistake in letters and no text.
  if (verdict === 'neither' && kind !== undefined) return
  counts[verdict] += 1
  // Only of choices is it unknown whether they include the correct answer.
  if (
    verdict === 'neither' &&
    question.kind === 'choices' &&
    mentionsOption(question.answer, question.options)
  )
    counts.mentions += 1
  if (verdict === 'place' && kind !== undefined) counts.places[kind] += 1
}

/** The answers that are numbers and say something about what numbers count from. */
const createNumbers = () => ({
  /** How many are counted, and are no label of an option. */
  counted: 0,
  zeros: 0,
  /** How many are the number of the last option, counted from 1. */
  lasts: 0,
  /** How probable it is that numbers from 1 have so many others than that of the last option. */
  chance: 1,
  /** Whether all are 0 and 1 although each question has more options: truth values, which may say whether players were right. */
  isTruth: true,
  areDoubtful: false,
})

type Numbers = ReturnType<typeof createNumbers>

/** A truth value or the text of an option says nothing about what numbers count from. */
function addNumber(numbers: Numbers, question: CleanTexts, columns: ColumnMap): void {
  const { number, verdict, isCounted } = question.reading
  const isPlace = number !== undefined && verdict !== 'text' && verdict !== 'both'
  if (!isPlace || findTruth(question, number) !== undefined) return
  if (isDoubtful(question, columns)) numbers.areDoubtful = true
  if (!isCounted || (verdict === 'neither' && number !== 0)) return
  const lastNumber = question.options.findLastIndex(({ text }) => text !== '') + 1
  numbers.counted += 1
  if (number === 0) numbers.zeros += 1
  if (number > 1 || lastNumber < 3) numbers.isTruth = false
  if (number === lastNumber) numbers.lasts += 1
  if (number !== 0) numbers.chance *= 1 - 1 / lastNumber
}

/** The answers without options. */
const createTyped = () => ({
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

function addTyped(typed: TypedAnswers, answer: string): void {
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
function assertNoMarks(typed: TypedAnswers, areStatements: boolean): void {
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
function assertNoOptions(
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

/**
 * What numbers count from. The file must show it: the number of the last option and no 0, or enough zeros and no number of the last
 * option. A name such as `answer_index` says 0, but people name numbers from 1 like this too: several without enough zeros contradict it.
 */
function findFrom(
  { counted, zeros, lasts, chance, isTruth }: Numbers,
  { areIndexes }: ColumnMap,
  letters: number,
): FirstNumber | undefined {
  const isChance = zeros < MIN_ZEROS || chance > NO_CHANCE
  const isStray = isChance && zeros * MIN_SHARE_OF_ZEROS < counted
  if (areIndexes) return lasts > 0 || (isStray && counted >= MAX_WITHOUT_ZERO) ? undefined : 0
  if (letters > 0) return undefined
  if (zeros === 0) return lasts > 0 ? 1 : undefined
  if (isTruth && counted >= MIN_TRUTHS) return undefined
  const areFew = zeros < MIN_ZEROS || (chance > MAX_CHANCE && zeros * MAX_SHARE_OF_MISTAKES < counted)
  return lasts === 0 && !areFew && !isStray ? 0 : undefined
}

/** @throws ImportError when no answer beside options is of the kind that a person says */
function assertSaid(
  { answers, from }: AnswerSettings,
  kinds: ReadonlySet<PlaceKind | undefined>,
  example: string,
): void {
  const said = [
    [`--answers ${answers}`, answers],
    [`--from ${from}`, from === undefined ? undefined : 'number'],
  ] as const
  for (const [flag, kind = 'text'] of said)
    if (kind !== 'text' && !kinds.has(kind))
      throw new ImportError(
        `${flag}: expected answers that are ${kind}s of options`,
        `, got answers such as ${quote(example)}`,
      )
}

/** @throws ImportError when most answers are among the options that a person says are wrong */
function assertWrong(counts: readonly Counts[]): void {
  const found = counts.reduce((sum, { text, both }) => sum + text + both, 0)
  if (found > counts.reduce((sum, { neither }) => sum + neither, 0))
    throw new ImportError(
      '--options wrong: expected options without the correct answer',
      `, got ${found} with it`,
    )
}

/** @throws ImportError when the numbers of a file contradict what a person says about them */
function assertFrom({ zeros, lasts }: Numbers, from: FirstNumber | undefined): void {
  if (from === 0 && lasts > zeros)
    throw new ImportError(
      '--from 0: expected numbers below the number of options',
      `, got ${lasts} that are equal to it`,
    )
  if (from === 1 && zeros > lasts)
    throw new ImportError('--from 1: expected numbers from 1', `, got ${zeros} that are 0`)
}

/** So many indexes without a 0 can count from 1, whatever their name says. */
const MAX_WITHOUT_ZERO = 2

/** So many answers of a file with three options or more are not all 0 and 1 by chance. */
const MIN_TRUTHS = 4

/** A few zeros can be mistakes in numbers from 1 in a file that has not the number of the last option by chance. */
const MIN_ZEROS = 2
const MAX_CHANCE = 0.1

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

/** Whether columns such as `option 2` and `option 3`, or `Option B` and `Option C`, have no first one. */
function isFirstMissing(columns: readonly OptionColumn[]): boolean {
  const labels = columns.map(({ label = '' }) => label)
  return ['ab', '12'].some(([first = '', second = '']) => labels.includes(second) && !labels.includes(first))
}

/** Decides whether columns such as `choice_1` contain all options, or only the wrong ones. */
function findRole({ text, both, place, like, neither, mentions }: Counts, isEmpty: boolean): 'all' | 'wrong' {
  const found = text + both
  if (found + place === 0 && neither > 2 * mentions) return 'wrong'
  if (neither === 0 && found + place > 0) return 'all'
  if (found > neither || isEmpty) return 'all'
  throw refusal(
    'choices that are all options, or only the wrong ones',
    `${found + place + mentions} answers that mean a choice, and ${neither + like - mentions} others; ${OPTIONS}`,
  )
}
