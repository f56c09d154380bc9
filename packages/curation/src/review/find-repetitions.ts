// Finds questions that are the same as an earlier one. Compares every pair, so it takes quadratic time.
import { type Diagnostic, type PlacedQuestion, quote } from '@qb/core/questions'
import { diceOf, normalise, trigramsOf } from './similarity.ts'

/** The similarity from which two questions are the same; with the same answer, less is enough. */
export const MAX_SIMILARITY = { alone: 0.85, withSameAnswer: 0.7 }

/** One diagnostic for each question that repeats an earlier one. */
export function findRepetitions(questions: readonly PlacedQuestion[]): Diagnostic[] {
  const prepared = questions.map(({ file, question, positionOf }) => {
    const text = normalise(question.question)
    return {
      file,
      question,
      positionOf,
      text,
      trigrams: trigramsOf(text),
      answer: normalise(question.correct_answer),
    }
  })
  return prepared.flatMap(({ file, question, positionOf, text, trigrams, answer }, index) => {
    for (const other of prepared.slice(0, index)) {
      const similarity = other.text === text ? 1 : diceOf(trigrams, other.trigrams)
      const bound = answer === other.answer ? MAX_SIMILARITY.withSameAnswer : MAX_SIMILARITY.alone
      if (similarity < bound || haveOtherNumbers(text, other.text)) continue
      const message = `expected a new question, got ${quote(question.question)}, which is like ${other.question.id} (${similarity.toFixed(2)})`
      return [{ file, ...positionOf('question'), message }]
    }
    return []
  })
}

/** Two exercises with the same words and other numbers are different questions. */
function haveOtherNumbers(a: string, b: string): boolean {
  const numbersOf = (text: string) => (text.match(/[\d+×÷=<>√π−/]+/g) ?? []).join(' ')
  return numbersOf(a) !== numbersOf(b)
}
