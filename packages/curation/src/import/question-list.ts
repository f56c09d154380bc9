// Makes a table of the questions of a format that says which option is correct, such as GIFT.
import { readVerdict, type Table } from '@qb/core/questions'
import type { VisibleText } from './html-to-text.ts'
import type { Dropped, Source } from './source.ts'

/** A question of such a format. */
export interface ListedQuestion {
  /** The number of its line or item, from 1. */
  readonly number: number
  readonly question: string
  /** The options, one of which is correct. Empty when the player types the answer. */
  readonly options: readonly { readonly text: string; readonly label?: string; readonly isCorrect: boolean }[]
  /** The answer of a question without options. */
  readonly answer?: string
  readonly topic?: string
  readonly explanation?: string
  /** Whether its options are only known as true and false. */
  readonly isTruth?: boolean
  /** What else is said of its answer, which can correct it. */
  readonly note?: string
}

/** A question, or why it is none. */
export type Listed = ListedQuestion | Dropped

const HEADER = ['question', 'options', 'correct_answer', 'topic', 'explanation', 'note']

/** @param hasMarks whether texts can have marks, as in lists that people write */
export function createListSource(
  format: string,
  unit: Source['unit'],
  listed: readonly Listed[],
  hasMarks = false,
): Source {
  const questions = listed.filter((item): item is ListedQuestion => 'options' in item)
  const table: Table = {
    header: HEADER.slice(0, questions.some(({ note }) => note) ? undefined : -1),
    records: questions.map(({ number, question, options, answer, topic, explanation, note }) => {
      const texts = [answer, topic, explanation, note].map((text) => text ?? '')
      return { number, values: [question, options.length > 0 ? options : '', ...texts] }
    }),
    isAnswered: true,
    areTexts: true,
    hasNoMarks: !hasMarks,
    unlabelled: new Set(
      questions.flatMap(({ number, options }) => (options.some(({ label }) => label) ? number : [])),
    ),
  }
  const dropped = listed.filter((item): item is Dropped => 'reason' in item)
  const truths = new Set(questions.flatMap(({ number, isTruth }) => (isTruth ? number : [])))
  return { table, format, unit, dropped, truths, isKnown: true }
}

/** The texts of a question of such a format. */
interface ShownQuestion {
  readonly number: number
  readonly question: VisibleText
  readonly topic?: string
  readonly explanation?: VisibleText
  readonly isTruth?: boolean
}

/** An answer with its share of the points, in percent, and what the player is told who chooses it. */
export interface ShownAnswer {
  readonly text: VisibleText
  readonly share: number
  readonly feedback?: VisibleText
}

/** The answers to a statement. */
export const listTruth = (isTrue: boolean) =>
  ['True', 'False'].map((text, index) => ({ text, share: isTrue === (index === 0) ? 100 : 0 }))

/** A question with one answer that has all of its points. It is left out otherwise, and when a text is not shown as a whole. */
export function listQuestion(shown: ShownQuestion, answers: readonly ShownAnswer[], isTyped = false): Listed {
  const { number, topic = '', question, explanation, isTruth = false } = shown
  const lost = [question, ...answers.map(({ text }) => text)].find((text) => text.lost)?.lost
  if (lost !== undefined) return leaveOut(number, lost)
  const [only, ...others] = answers.filter(({ share }) => share > 0)
  if (only?.share !== 100 || others.length > 0)
    return leaveOut(number, `${only ? others.length + 1 : 0} answers that are right or partly right`)
  if (isTyped && only.text.text.includes('*')) return leaveOut(number, 'a pattern or a range of answers')
  const feedback = only.feedback?.text.replace(/[.!]$/, '') ?? ''
  // A text such as `Your answer is correct.` explains nothing.
  const reason = explanation?.text || (readVerdict(feedback) === undefined ? only.feedback?.text : '') || ''
  const about = { number, topic, question: question.text, explanation: reason }
  if (isTyped) return { ...about, options: [], answer: only.text.text }
  return {
    ...about,
    isTruth,
    options: answers.map((answer) => ({ text: answer.text.text, isCorrect: answer === only })),
  }
}

/** Why a question of a kind without one correct answer is left out. */
export const describeKind = (kind: string) => `expected a question with one correct answer, got ${kind}`

/** Leaves out a question of such a kind. */
export const leaveOut = (number: number, kind: string): Dropped => ({ number, reason: describeKind(kind) })

/** The last name of a path of Moodle such as `$course$/top/Default for Rivers`. Empty for the top. */
export function readCategory(path: string): string {
  const name = path.split('/').at(-1)?.trim() ?? ''
  return /^(?:\$\w+\$|top)?$/.test(name) ? '' : name.replace(/^Default for /, '')
}
