// Finds questions that occur with the same options, or none, and different answers: the rows can be the answers of players.
import { quote } from '../../quote.ts'
import type { CleanQuestion } from './clean-question.ts'
import { LeftOutError } from './errors.ts'

/** Collects questions, and finds those that cannot all be right. */
export function createContradictionFinder() {
  const firsts = new Map<string, CleanQuestion>()
  const groups = new Map<CleanQuestion, CleanQuestion[]>()
  return {
    add(clean: CleanQuestion): void {
      const text = fold(clean.question.question)
      const first = firsts.get(text)
      if (first) groups.set(first, [...(groups.get(first) ?? [first]), clean])
      else firsts.set(text, clean)
    },
    /** The questions, each with the reason. */
    list(): ReadonlyMap<CleanQuestion, LeftOutError> {
      const found = new Map<CleanQuestion, LeftOutError>()
      for (const group of groups.values())
        for (const clean of group) {
          const rival = group.find((other) => isContradiction(clean, other))
          if (rival) found.set(clean, describe(rival.question.correct_answer))
        }
      return found
    },
  }
}

function isContradiction({ question: one }: CleanQuestion, { question: other }: CleanQuestion): boolean {
  const optionsOf = ({ options = [] }: typeof one) => JSON.stringify(options.map(fold).sort())
  return fold(one.correct_answer) !== fold(other.correct_answer) && optionsOf(one) === optionsOf(other)
}

const fold = (text: string) => text.normalize('NFC').toLowerCase()

function describe(answer: string): LeftOutError {
  return new LeftOutError('expected one answer of a question', `, got also ${quote(answer)} in another row`)
}
