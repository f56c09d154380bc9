// Finds questions that occur again. With the same options, or none, and different answers, none is accepted: the rows can be the
// answers of players. With other options, only a person knows whether both are right.
import { quote } from '../../quote.ts'
import { isSameAnswer } from '../question.ts'
import { foldCase } from '../read/index.ts'
import type { AcceptedQuestion } from './accept.ts'
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
export function findRepeats(questions: readonly AcceptedQuestion[]) {
  const contradictions = new Map<CleanQuestion, LeftOutError>()
  const repeats: Repeat[] = []
  const textOf = ({ question }: CleanQuestion) => foldCase(question.question)
  const again = new Set(questions.filter(({ occursAgain }) => occursAgain).map(textOf))
  const repeated = again.size === 0 ? [] : questions.filter((clean) => again.has(textOf(clean)))
  for (const group of groupBy(repeated, textOf)) {
    for (const [clean, rival] of findRivals(group))
      contradictions.set(clean, describe(rival.question.correct_answer))
    const [first, ...others] = group.filter((clean) => !contradictions.has(clean))
    for (const { number, question } of others)
      if (first && !isSameAnswer(first.question.correct_answer, question.correct_answer))
        repeats.push({ number, first: first.number, question: question.question })
  }
  return { contradictions, repeats: repeats.sort((a, b) => a.number - b.number) }
}

/** The questions for which another one has the same options and another answer, each with that one. */
function findRivals(group: readonly CleanQuestion[]): (readonly [CleanQuestion, CleanQuestion])[] {
  const optionsOf = ({ question: { options = [] } }: CleanQuestion) =>
    JSON.stringify(options.map(foldCase).sort())
  const answerOf = ({ question }: CleanQuestion) => foldCase(question.correct_answer)
  return [...groupBy(group, optionsOf)].flatMap((same) => {
    const [first] = same
    const other = same.find((clean) => first && answerOf(clean) !== answerOf(first))
    if (!first || !other) return []
    return same.map((clean) => [clean, answerOf(clean) === answerOf(first) ? other : first] as const)
  })
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Iterable<T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups.values()
}

function describe(answer: string): LeftOutError {
  return new LeftOutError('expected one answer of a question', `, got also ${quote(answer)} in another row`)
}
