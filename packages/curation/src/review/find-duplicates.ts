// Finds questions that duplicate an earlier question. Every pair is compared, so the time is quadratic.
import { type Diagnostic, type LocatedQuestion, quote } from '@qb/core/questions'
import { diceOf, normalise, trigramsOf } from './similarity.ts'

/**
 * The similarity, from 0 to 1, at which two questions are duplicates. For questions with the same answer, a
 * lower similarity suffices.
 */
export const DUPLICATE_THRESHOLD = { differentAnswer: 0.85, sameAnswer: 0.7 }

/** Returns one diagnostic for each question that duplicates an earlier question. */
export function findDuplicates(questions: readonly LocatedQuestion[]): Diagnostic[] {
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
    for (const earlier of prepared.slice(0, index)) {
      const similarity = earlier.text === text ? 1 : diceOf(trigrams, earlier.trigrams)
      const threshold = DUPLICATE_THRESHOLD[answer === earlier.answer ? 'sameAnswer' : 'differentAnswer']
      if (similarity < threshold || haveDifferentNumbers(text, earlier.text)) continue
      const message = `expected a new question, got ${quote(question.question)}, which is similar to ${earlier.question.id} (similarity ${similarity.toFixed(2)})`
      return [{ file, ...positionOf('question'), message }]
    }
    return []
  })
}

/** Checks whether the numbers and signs of two texts differ: such exercises are not duplicates. */
function haveDifferentNumbers(a: string, b: string): boolean {
  const numbersOf = (text: string) => (text.match(/[\d+×÷=<>√π−/]+/g) ?? []).join(' ')
  return numbersOf(a) !== numbersOf(b)
}
