// Finds questions that repeat an earlier question: with the same words, or with similar words and the same answer.
import { type Diagnostic, type LocatedQuestion, quote } from '@qb/core/questions'

/** The similarity of two texts, from 0 to 1, at which questions with the same answer are duplicates. */
const MIN_SIMILARITY = 0.7

/** Maximum number of questions with the same answer that are all compared. `True` is the answer of many more. */
const MAX_GROUP = 500

/** Returns one diagnostic for each question that duplicates an earlier question. */
export function findDuplicates(questions: readonly LocatedQuestion[]): Diagnostic[] {
  const texts = questions.map(({ question }) => {
    const text = normalise(question.question)
    const padded = ` ${text} `
    const trigrams = Array.from({ length: padded.length - 2 }, (_, offset) =>
      padded.slice(offset, offset + 3),
    )
    return {
      text,
      answer: normalise(question.correct_answer),
      // Exercises with the same words and different numbers or operators are different questions.
      numbers: (text.match(/[\d+×÷=<>√π−/]+/g) ?? []).join(' '),
      trigrams: new Set(trigrams),
    }
  })
  const byText = groupIndexes(texts.map(({ text }) => [text]))
  const byAnswer = groupIndexes(texts.map(({ answer }) => [answer]))
  return questions.flatMap(({ file, question, positionOf }, index) => {
    const { text, answer, numbers, trigrams } = texts[index] as (typeof texts)[number]
    const sameAnswer = byAnswer.get(answer) ?? []
    const similar = sameAnswer.length > MAX_GROUP ? [] : sameAnswer
    // A text of emoji alone is empty here, and says nothing.
    const [first = index] = (text !== '' && byText.get(text)) || []
    for (const earlier of [first, ...similar].filter((one) => one < index)) {
      const candidate = texts[earlier] as (typeof texts)[number]
      if (candidate.numbers !== numbers) continue
      const similarity = diceOf(candidate.trigrams, trigrams)
      if (similarity < MIN_SIMILARITY) continue
      const place = pointTo(questions[earlier] as LocatedQuestion, similarity)
      const other = candidate.answer === answer ? '' : ', and has another answer'
      const message = `expected a new question, got ${quote(question.question)}, which is similar to ${place}${other}`
      return [{ file, ...positionOf('question'), message }]
    }
    return []
  })
}

/** Says where an earlier question is, and how similar it is. */
export function pointTo({ file, question, positionOf }: LocatedQuestion, similarity: number): string {
  const { line } = positionOf('question')
  return `the question at ${file}:${line} with the id ${quote(question.id)} (similarity ${similarity.toFixed(2)})`
}

/** Removes case, accents, punctuation and repeated spaces from a text. */
export function normalise(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}+×÷=<>√π−/]+/gu, ' ')
    .trim()
}

/** The indexes of the lists that contain each value, ascending. */
export function groupIndexes<T>(lists: readonly Iterable<T>[]): Map<T, number[]> {
  const groups = new Map<T, number[]>()
  for (const [index, list] of lists.entries()) {
    for (const value of list) {
      const group = groups.get(value)
      if (group) group.push(index)
      else groups.set(value, [index])
    }
  }
  return groups
}

/**
 * The Dice coefficient of two sets: 0 for disjoint ones, 1 for equal ones.
 * @see https://doi.org/10.2307/1932409
 */
function diceOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const item of a) if (b.has(item)) shared++
  return a.size + b.size === 0 ? 1 : (2 * shared) / (a.size + b.size)
}
