// Finds files whose answers are no answers: the names of columns, marks, the numbers of rows, or counts.
import { quote } from '../../quote.ts'
import { foldName } from '../read/index.ts'
import type { AnswerSettings } from './answer-rules.ts'
import type { CleanTexts } from './clean-question.ts'
import type { ColumnMap } from './columns.ts'
import { ImportError } from './errors.ts'

/** A kind of answers that are none. When all answers of a file are of the kind, the file is refused. */
interface Doubt {
  /** So many answers can be of the kind by chance. */
  readonly chance: number
  readonly isOfKind: (question: CleanTexts, number: number) => boolean
  readonly got: string
  readonly remedy: string
  /** What a person says to have such answers read. */
  readonly isSaid: boolean
}

const TICK = /^[✓✔☑✅✗✘☒☐❌]\ufe0f?$/u
const CROSS = /^[x+*-]$/i
const NUMBER = /^\d+(?:[.,]\d+)?%?$/

function listDoubts({ answers, options }: AnswerSettings, columns: ColumnMap): readonly Doubt[] {
  const names = new Set(columns.unused.map(foldName))
  return [
    {
      chance: 0,
      isOfKind: ({ kind, answer }) => kind === 'none' && names.has(foldName(answer)),
      got: 'that are names of columns',
      remedy:
        '--map "<column>=option" says for each that it has an option, or --map "<column>=ignore" that it means nothing',
      isSaid: answers === 'text',
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
      isSaid: answers === 'text',
    })),
    {
      chance: 0,
      isOfKind: ({ kind, question, reading }) =>
        kind === 'none' && reading.kind === 'letter' && /^\d{1,3}[.)]?$/.test(question),
      got: 'beside numbers in place of questions, as in a key',
      remedy: '--answers text says that they are texts',
      isSaid: answers === 'text',
    },
    {
      chance: 1,
      isOfKind: ({ options: all }) =>
        all.length > 1 &&
        all.every(({ text }, index) => text.toUpperCase() === String.fromCharCode(65 + index)),
      got: 'of options that are letters',
      remedy:
        '--map "<column>=ignore" leaves out the letters, and --map "<column>=option" names each column of an option',
      isSaid: answers === 'text',
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
      chance: 0,
      isOfKind: ({ kind, answer }) => columns.areParts && kind === 'none' && NUMBER.test(answer),
      got: 'that can be how many players were right',
      remedy: '--answers text says that they are answers',
      isSaid: answers === 'text',
    },
  ]
}

/** Collects the answers of a file, one after the other. */
export function createDoubts(settings: AnswerSettings, columns: ColumnMap) {
  let doubts = listDoubts(settings, columns).filter(({ isSaid }) => !isSaid)
  let count = 0
  let example = ''
  return {
    add(question: CleanTexts): void {
      count += 1
      example ||= question.answer
      if (doubts.length > 0) doubts = doubts.filter(({ isOfKind }) => isOfKind(question, count))
    },
    /** @throws ImportError when all answers are of one kind */
    assertNone(): void {
      const doubt = doubts.find(({ chance }) => count > chance)
      if (!doubt) return
      throw new ImportError(
        'expected the answers of the questions',
        `, got answers such as ${quote(example)} ${doubt.got}; ${doubt.remedy}`,
      )
    },
  }
}
