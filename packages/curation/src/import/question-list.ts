// Makes a table of the questions of a format that says which option is correct, such as GIFT.
import type { Table } from '@qb/core/questions'
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
  /** What else is said of its answer, which can correct it. */
  readonly note?: string
}

/** A question, or why it is none. */
export type Listed = ListedQuestion | Dropped

const HEADER = ['question', 'options', 'correct_answer', 'topic', 'explanation', 'note']

export function createListSource(format: string, unit: Source['unit'], listed: readonly Listed[]): Source {
  const questions = listed.filter((item): item is ListedQuestion => 'question' in item)
  const table: Table = {
    header: HEADER.slice(0, questions.some(({ note }) => note) ? undefined : -1),
    records: questions.map(({ number, question, options, answer, topic, explanation, note }) => {
      const texts = [answer, topic, explanation, note].map((text) => text ?? '')
      return { number, values: [question, options.length > 0 ? options : '', ...texts] }
    }),
    isAnswered: true,
    areTexts: true,
  }
  const dropped = listed.filter((item): item is Dropped => 'reason' in item)
  return { table, format, unit, noun: 'column', dropped, isKnown: true, notes: [] }
}

/** A question whose answers have shares of its points, in percent. It is left out unless one has all of them. */
export function listQuestion(
  about: Omit<ListedQuestion, 'options'>,
  answers: readonly { readonly text: string; readonly share: number }[],
  isTyped = false,
): Listed {
  const [only, ...others] = answers.filter(({ share }) => share > 0)
  if (only?.share !== 100 || others.length > 0) {
    const count = only ? others.length + 1 : 0
    return { number: about.number, reason: describeKind(`${count} answers that are right or partly right`) }
  }
  if (isTyped) return { ...about, options: [], answer: only.text }
  return { ...about, options: answers.map((answer) => ({ text: answer.text, isCorrect: answer === only })) }
}

/** Why a question of a kind without one correct answer is left out. */
export function describeKind(kind: string): string {
  return `expected a question with one correct answer, got ${kind}`
}

/** The last name of a path of Moodle such as `$course$/top/Default for Rivers`. Empty for the top. */
export function readCategory(path: string): string {
  const name = path.split('/').at(-1)?.trim() ?? ''
  return /^(?:\$\w+\$|top)?$/.test(name) ? '' : name.replace(/^Default for /, '')
}
