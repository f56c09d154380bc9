// Finds questions that occur again. With the same options, or none, and different answers, none is accepted: the rows can be the
// answers of players. With other options, only a person knows whether both are right.
import { quote } from '../../quote.ts'
import { isSameAnswer } from '../question.ts'
import type { CleanQuestion } from './clean-question.ts'
import { LeftOutError } from './errors.ts'

/** A question that occurs again with other options and another answer. */
export interface Repeat {
  readonly number: number
  /** The number of the first question with this text. */
  readonly first: number
  readonly question: string
}

/** Finds the questions that occur again: those that cannot all be right, each with the reason, and the others. */
export function findRepeats(questions: readonly CleanQuestion[]) {
  const firsts = new Map<string, CleanQuestion>()
  const groups = new Map<CleanQuestion, CleanQuestion[]>()
  for (const clean of questions) {
    const text = fold(clean.question.question)
    const first = firsts.get(text)
    if (!first) firsts.set(text, clean)
    else if (groups.has(first)) groups.get(first)?.push(clean)
    else groups.set(first, [first, clean])
  }
  const contradictions = new Map<CleanQuestion, LeftOutError>()
  const repeats: Repeat[] = []
  for (const group of groups.values()) {
    for (const [clean, rival] of findRivals(group))
      contradictions.set(clean, describe(rival.question.correct_answer))
    const [first, ...others] = group.filter((clean) => !contradictions.has(clean))
    for (const { number, question } of others)
      if (first && !isSameAnswer(first.question.correct_answer, question.correct_answer))
        repeats.push({ number, first: first.number, question: question.question })
  }
  return { contradictions, repeats }
}

/** The questions for which another one has the same options and another answer, each with that one. */
function findRivals(group: readonly CleanQuestion[]): (readonly [CleanQuestion, CleanQuestion])[] {
  const sets = new Map<string, CleanQuestion[]>()
  for (const clean of group) {
    const options = JSON.stringify((clean.question.options ?? []).map(fold).sort())
    sets.set(options, sets.get(options) ?? [])
    sets.get(options)?.push(clean)
  }
  const answerOf = ({ question }: CleanQuestion) => fold(question.correct_answer)
  return [...sets.values()].flatMap((same) => {
    const [first] = same
    const other = same.find((clean) => first && answerOf(clean) !== answerOf(first))
    if (!first || !other) return []
    return same.map((clean) => [clean, answerOf(clean) === answerOf(first) ? other : first] as const)
  })
}

const fold = (text: string) => text.normalize('NFC').toLowerCase()

function describe(answer: string): LeftOutError {
  return new LeftOutError('expected one answer of a question', `, got also ${quote(answer)} in another row`)
}
