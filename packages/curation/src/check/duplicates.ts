// Finds questions that duplicate an earlier question. Not every pair is compared, but those that share a rare trigram: two similar
// texts have at least one of their rarest trigrams in common.
import { type Diagnostic, type LocatedQuestion, quote } from '@qb/core/questions'

/** The similarity, from 0 to 1, at which two questions are duplicates. */
const DUPLICATE_THRESHOLD = { differentAnswer: 0.85, sameAnswer: 0.7 }

/** Maximum number of questions with the same answer that are all compared. `True` is the answer of many more. */
const MAX_GROUP = 500

/** Returns one diagnostic for each question that duplicates an earlier question. */
export function findDuplicates(questions: readonly LocatedQuestion[]): Diagnostic[] {
  const texts = questions.map(({ question }) => normalise(question.question))
  const answers = questions.map(({ question }) => normalise(question.correct_answer))
  const numbers = texts.map(numbersOf)
  const thresholdOf = (index: number, other: number) => {
    if (numbers[index] !== numbers[other]) return undefined
    return answers[index] === answers[other]
      ? DUPLICATE_THRESHOLD.sameAnswer
      : DUPLICATE_THRESHOLD.differentAnswer
  }
  const groups = [...groupIndexes(answers.map((answer) => [answer])).values()].filter(
    (group) => group.length <= MAX_GROUP,
  )
  const similar = findSimilarTexts(texts, groups, thresholdOf)
  return questions.flatMap(({ file, question, positionOf }, index) => {
    const duplicate = similar[index]
    if (!duplicate) return []
    const other = pointTo(questions[duplicate.index] as LocatedQuestion, duplicate.similarity)
    const message = `expected a new question, got ${quote(question.question)}, which is similar to ${other}`
    return [{ file, ...positionOf('question'), message }]
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

/** The numbers and operators of a text. Exercises with the same words and different numbers are different questions. */
function numbersOf(text: string): string {
  return (text.match(/[\d+×÷=<>√π−/]+/g) ?? []).join(' ')
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

/** The first earlier text that is similar to a text. */
interface SimilarText {
  readonly index: number
  /** The Dice coefficient of the trigrams, from the threshold to 1. */
  readonly similarity: number
}

/**
 * The share of the trigrams of a text that a similar text has as well: a Dice coefficient d needs the share d / (2 − d). So one of
 * the others, or of the first one of the share, is common to both when trigrams are sorted in one order.
 */
const MIN_SHARED = DUPLICATE_THRESHOLD.sameAnswer / (2 - DUPLICATE_THRESHOLD.sameAnswer)
/** Maximum number of texts with a trigram that are compared, the nearest ones. It bounds the time for texts from one template. */
const MAX_COMPARISONS = 50

/**
 * Finds, for each text, the first earlier text that is at least as similar as the threshold of the two.
 * @param texts normalised texts
 * @param groups indexes of texts that are compared in any case
 * @param thresholdOf returns undefined for two texts that never match
 * @returns one element per text, undefined when there is no similar text
 * @see https://doi.org/10.1145/1242572.1242591 (Bayardo, Ma, Srikant: Scaling up all pairs similarity search)
 */
export function findSimilarTexts(
  texts: readonly string[],
  groups: readonly (readonly number[])[],
  thresholdOf: (index: number, other: number) => number | undefined,
): (SimilarText | undefined)[] {
  const sets = rankTrigrams(texts.map(trigramsOf))
  const found = new Array<SimilarText | undefined>(texts.length).fill(undefined)
  function compareAll(indexes: readonly number[], max: number): void {
    for (const [position, index] of indexes.entries()) {
      for (const other of indexes.slice(Math.max(0, position - max), position)) {
        if ((found[index]?.index ?? index) <= other) continue
        const threshold = thresholdOf(index, other)
        if (threshold === undefined) continue
        const similarity = diceOf(sets[index] as Uint32Array, sets[other] as Uint32Array, threshold)
        if (similarity >= threshold) found[index] = { index: other, similarity }
      }
    }
  }
  for (const group of groups) compareAll(group, group.length)
  const rare = sets.map((set) => set.subarray(0, set.length - Math.ceil(MIN_SHARED * set.length) + 1))
  for (const group of groupIndexes(rare).values()) compareAll(group, MAX_COMPARISONS)
  return found
}

/** Converts trigrams to numbers, ascending from the rarest one. */
function rankTrigrams(sets: readonly ReadonlySet<string>[]): Uint32Array[] {
  const counts = new Map<string, number>()
  for (const set of sets) for (const trigram of set) counts.set(trigram, (counts.get(trigram) ?? 0) + 1)
  const sorted = [...counts].sort(([a, m], [b, n]) => m - n || (a < b ? -1 : 1))
  const ranks = new Map(sorted.map(([trigram], rank) => [trigram, rank]))
  return sets.map((set) => Uint32Array.from(set, (trigram) => ranks.get(trigram) ?? 0).sort())
}

/** Returns the trigrams of a normalised text. */
export function trigramsOf(normalised: string): Set<string> {
  const padded = ` ${normalised} `
  const count = Math.max(0, padded.length - 2)
  return new Set(Array.from({ length: count }, (_, offset) => padded.slice(offset, offset + 3)))
}

/**
 * The Dice coefficient of two ascending lists: 0 for disjoint ones, 1 for equal ones. It is 0, too, as soon as it must be
 * below the threshold.
 * @see https://doi.org/10.2307/1932409
 */
function diceOf(a: Uint32Array, b: Uint32Array, threshold: number): number {
  const needed = (threshold * (a.length + b.length)) / 2 - 1e-9
  let shared = 0
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (shared + Math.min(a.length - i, b.length - j) < needed) return 0
    const x = a[i] as number
    const y = b[j] as number
    if (x === y) shared++
    if (x <= y) i++
    if (y <= x) j++
  }
  return a.length + b.length === 0 ? 1 : (2 * shared) / (a.length + b.length)
}
