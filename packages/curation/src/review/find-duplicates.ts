// Finds questions that duplicate an earlier question.
import { type Diagnostic, type LocatedQuestion, quote } from '@qb/core/questions'
import { findSimilarTexts } from './similar-texts.ts'
import { normalise } from './similarity.ts'

/**
 * The similarity, from 0 to 1, at which two questions are duplicates. For questions with the same answer, a
 * lower similarity suffices.
 */
export const DUPLICATE_THRESHOLD = { differentAnswer: 0.85, sameAnswer: 0.7 }

/** Maximum number of questions with the same answer that are all compared. `True` is the answer of many more. */
const MAX_GROUP = 500

/**
 * Returns one diagnostic for each question that duplicates an earlier question.
 * @param onProgress is called with the share of the work that is done, from 0 to 1
 */
export function findDuplicates(
  questions: readonly LocatedQuestion[],
  onProgress?: (share: number) => void,
): Diagnostic[] {
  const texts = questions.map(({ question }) => normalise(question.question))
  const answers = questions.map(({ question }) => normalise(question.correct_answer))
  const numbers = texts.map(numbersOf)
  const thresholdOf = (index: number, other: number) => {
    if (numbers[index] !== numbers[other]) return undefined
    return answers[index] === answers[other]
      ? DUPLICATE_THRESHOLD.sameAnswer
      : DUPLICATE_THRESHOLD.differentAnswer
  }
  const groups = groupIndexes(answers).filter((group) => group.length <= MAX_GROUP)
  const similar = findSimilarTexts(texts, groups, thresholdOf, onProgress)
  return questions.flatMap(({ file, question, positionOf }, index) => {
    const duplicate = similar[index]
    if (!duplicate) return []
    const other = questions[duplicate.index] as LocatedQuestion
    const { line, column } = other.positionOf('question')
    const message = `expected a new question, got ${quote(question.question)}, which is similar to the question at ${other.file}:${line}:${column} with the id ${quote(other.question.id)} (similarity ${duplicate.similarity.toFixed(2)})`
    return [{ file, ...positionOf('question'), message }]
  })
}

/** The numbers and operators of a text. Exercises with the same words and different numbers are different questions. */
function numbersOf(text: string): string {
  return (text.match(/[\d+×÷=<>√π−/]+/g) ?? []).join(' ')
}

/** The indexes of equal values. */
function groupIndexes(values: readonly string[]): number[][] {
  const groups = new Map<string, number[]>()
  for (const [index, value] of values.entries()) {
    const group = groups.get(value)
    if (group) group.push(index)
    else groups.set(value, [index])
  }
  return [...groups.values()]
}
