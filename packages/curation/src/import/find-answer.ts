// Finds the option that an answer means, by the rules of its file.
import { isSameAnswer, quote } from '@qb/core/questions'
import type { AnswerRules } from './answer-rules.ts'
import { type PositionAnswer, readPosition } from './position.ts'

/** The option, and what had to be changed to find it; or the reason why there is none. */
export type FoundAnswer =
  | { readonly kind: 'found'; readonly answer: string; readonly change?: string }
  | { readonly kind: 'missing'; readonly reason: string }

/**
 * Finds the option that an answer means: its text, its letter, or its number.
 * @param options the options at the positions of the source; empty ones are never meant
 */
export function findAnswer(given: string, options: readonly string[], rules: AnswerRules): FoundAnswer {
  const position = readPosition(given)
  const meaning = position ? rules.meaning[position.kind] : 'text'
  const text =
    options.find((option) => option === given) ?? options.find((option) => isSameAnswer(option, given))
  if (position && meaning !== 'text' && (meaning === 'position' || text === undefined)) {
    return findByPosition(given, position, options, rules)
  }
  if (position && meaning === 'mixed') {
    const found = findByPosition(given, position, options, rules)
    if (found.kind === 'missing' || found.answer !== text) {
      return missing(
        `expected an answer with one meaning, got ${quote(given)}, which is an option and the position of another one`,
      )
    }
  }
  if (text === undefined) return missing(`expected the correct answer among the options, got ${quote(given)}`)
  return { kind: 'found', answer: text, ...(text !== given && { change: 'answers spelled as the option' }) }
}

function findByPosition(
  given: string,
  { kind, value }: PositionAnswer,
  options: readonly string[],
  { firstNumber }: AnswerRules,
): FoundAnswer {
  if (kind === 'number' && firstNumber === undefined) {
    return missing(
      `expected numbers of options counted from 0 or from 1, got ${quote(given)} in a file with 0 and with the number of options`,
    )
  }
  const answer = options[kind === 'letter' ? value : value - (firstNumber ?? 0)]
  if (!answer) return missing(`expected the correct answer among the options, got ${quote(given)}`)
  return { kind: 'found', answer, change: `answer ${kind}s replaced` }
}

function missing(reason: string): FoundAnswer {
  return { kind: 'missing', reason }
}
