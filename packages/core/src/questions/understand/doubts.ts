// Refuses files whose answers are no answers: the names of columns, marks, the numbers of rows, counts, or letters of options that are
// not read.
import { quote } from '../../quote.ts'
import { findOptionLike, foldName, isNameOf, readPlace } from '../read/index.ts'
import type { AnswerSettings } from './answer-rules.ts'
import type { CleanTexts } from './clean-question.ts'
import { type ColumnMap, haveOptions } from './columns.ts'
import { refusal } from './errors.ts'
import { loosen } from './loose-text.ts'
import { listOrders } from './order-doubts.ts'
import { isUnclearPlace } from './reading.ts'
import type { TableRecord } from './records.ts'
import { isTruth, isVerdict, readVerdict } from './truth.ts'

/** A kind of answers that are none. When all answers of a file are of the kind, the file is refused. */
export interface Doubt {
  /** So many answers can be of the kind by chance. Default: 0 */
  readonly chance?: number
  readonly isOfKind: (question: CleanTexts, number: number, values: TableRecord['values']) => boolean
  /** Whether what was found is enough, besides the number of the answers. */
  readonly isEnough?: () => boolean
  readonly got: string
  readonly remedy: string
  /** Whether a person has said what such answers are. Default: whether they are said to be texts */
  readonly isSaid?: boolean
}

const TICK = /^[✓✔☑✅✗✘☒☐❌]\ufe0f?$/u
const CROSS = /^[x+*-]$/i
const NUMBER = /^\d+(?:[.,]\d+)?%?$/

function listDoubts({ answers, options }: AnswerSettings, columns: ColumnMap): readonly Doubt[] {
  const names = new Set(columns.unused.map(foldName))
  return [
    {
      isOfKind: ({ kind, answer }) => kind === 'none' && names.has(foldName(answer)),
      got: 'that are names of columns',
      remedy:
        '--map "<column>=option" says for each that it has an option, or --map "<column>=ignore" that it means nothing',
    },
    ...[
      { chance: 0, sign: TICK },
      // Beside a column without a known name, which can have the answers, one mark is enough.
      { chance: columns.areCounts || names.size > 0 ? 0 : 1, sign: CROSS },
    ].map(({ chance, sign }) => ({
      chance,
      isOfKind: ({ kind, answer }: CleanTexts) => kind === 'none' && sign.test(answer),
      got: 'that are marks',
      remedy:
        '--answers text says that they are texts, and --map "<column>=is_correct" that they mark the right answers',
    })),
    {
      isOfKind: ({ kind, question, reading }) =>
        kind === 'none' && reading.kind === 'letter' && /^\d{1,3}[.)]?$/.test(question),
      got: 'beside numbers in place of questions, as in a key',
      remedy: '--answers text says that they are texts',
    },
    {
      chance: 1,
      isOfKind: ({ options: all }) =>
        all.length > 1 &&
        all.every(({ text }, index) => text.toUpperCase() === String.fromCharCode(65 + index)),
      got: 'of options that are letters',
      remedy:
        '--map "<column>=ignore" leaves out the letters, and --map "<column>=option" names each column of an option',
    },
    {
      chance: 1,
      isOfKind: ({ answer, options: all }) => columns.areSpellings && all[0]?.text === answer,
      got: 'that are the first of several, which can be spellings of it',
      remedy: '--options all says that they are options, and --map "<column>=ignore" that they are spellings',
      isSaid: options === 'all',
    },
    {
      chance: 3,
      isOfKind: ({ kind, reading }, number) =>
        kind !== 'none' && reading.number === number && reading.verdict !== 'text',
      got: 'that count the rows',
      remedy:
        '--map "<column>=correct_answer" names another column, and --answers number says that they are answers',
      isSaid: answers === 'number',
    },
    {
      chance: 1,
      isOfKind: ({ kind, answer, options: wrong }) =>
        columns.areCounts &&
        kind === 'wrong' &&
        [answer, ...wrong.map(({ text }) => text)].every((text) => NUMBER.test(text)),
      got: 'that can be how many players were right and wrong',
      remedy: '--options wrong says that they are answers',
      isSaid: options === 'wrong',
    },
    {
      isOfKind: ({ kind, answer }) => columns.areParts && kind === 'none' && NUMBER.test(answer),
      got: 'that can be how many players were right',
      remedy: '--answers text says that they are answers',
    },
  ]
}

/** Points of an answer that is right in part, or as a share: `0.5`, `1/1`, `100%`. */
const SCORE = /^(?:[01]?[.,]\d+|[01](?:[.,]\d+)?\s*\/\s*1|\d{1,3}\s?%)$/

/**
 * Answers that are all true or false, or 0 and 1, can say whether the texts of another column are right: the answers of players, or
 * their names, or letters and texts of the options. Other numbers, such as 2, are places of options.
 */
function listPlayers(header: readonly string[], columns: ColumnMap): readonly Doubt[] {
  const { single, unused, areIndexes, statementName } = columns
  if (areIndexes || statementName !== undefined || single.is_correct !== undefined) return []
  const hasOptions = haveOptions(columns)
  const marks = header[single.correct_answer ?? -1]
  const others = [...header.entries()].filter(([, name]) => unused.includes(name))
  const rank = (name: string) => Number(isNameOf(name, 'player'))
  others.sort(([, a], [, b]) => rank(a) - rank(b))
  return others.map(([index, name]) => {
    const folded = foldName(name)
    const isPlayer = isNameOf(folded, 'playerAnswer') || (hasOptions && isNameOf(folded, 'player'))
    const texts = new Set<string>()
    let hasFalse = false
    return {
      isOfKind({ kind, answer, options, reading }, _number, values) {
        const text = String(values[index] ?? '').trim()
        const truth = isTruth(answer)
        hasFalse ||= truth === false
        if (text !== '' && texts.size < 2) texts.add(text)
        if (kind === 'none') return truth !== undefined && (isPlayer || /\p{L}/u.test(text))
        const isScore = readVerdict(answer) !== undefined || SCORE.test(answer)
        if (!isScore || reading.verdict === 'text') return false
        const place = readPlace(text)
        const isLetter = place?.kind === 'letter' && place.value < options.length
        return isPlayer || text === '' || isLetter || options.some((one) => loosen(one.text) === loosen(text))
      },
      isEnough: () => isPlayer || (texts.size > 0 && hasOptions) || (texts.size > 1 && hasFalse),
      got: `that may say whether ${JSON.stringify(name)} is right`,
      remedy: `--map "${name}=correct_answer,${marks}=is_correct" says so${hasOptions ? '' : `, and --map "${name}=ignore" says that it does not`}`,
      isSaid: false,
    }
  })
}

/** Collects the answers of a file, one after the other. */
export function createDoubts(settings: AnswerSettings, header: readonly string[], columns: ColumnMap) {
  let doubts = [
    ...listDoubts(settings, columns),
    ...listPlayers(header, columns),
    ...listOrders(header, columns),
  ].filter(({ isSaid = settings.answers === 'text' }) => !isSaid)
  let count = 0
  let example = ''
  return {
    add(question: CleanTexts, values: TableRecord['values']): void {
      count += 1
      example ||= question.answer
      if (doubts.length > 0) doubts = doubts.filter(({ isOfKind }) => isOfKind(question, count, values))
    },
    /** @throws ImportError when all answers are of one kind */
    assertNone(): void {
      const doubt = doubts.find(({ chance = 0, isEnough }) => count > chance && isEnough?.() !== false)
      if (!doubt) return
      throw refusal(
        'the answers of the questions',
        `answers such as ${quote(example)} ${doubt.got}; ${doubt.remedy}`,
      )
    },
  }
}

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
export function assertNoMarks(typed: TypedAnswers, areStatements: boolean, areNamed: boolean): void {
  const { answered, truths, verdicts, unanswered, first } = typed
  const areBelow = unanswered > 0 && truths === answered && !areNamed
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
