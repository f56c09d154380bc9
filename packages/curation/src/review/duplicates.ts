// Finds questions that duplicate an earlier question. Not every pair is compared: texts whose MinHash signatures agree in a
// band are. The hash functions are constants, so the result is the same on every run.
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
  const groups = groupIndexes(answers).filter((group) => group.length <= MAX_GROUP)
  const similar = findSimilarTexts(texts, groups, thresholdOf)
  return questions.flatMap(({ file, question, positionOf }, index) => {
    const duplicate = similar[index]
    if (!duplicate) return []
    const other = questions[duplicate.index] as LocatedQuestion
    const { line } = other.positionOf('question')
    const message = `expected a new question, got ${quote(question.question)}, which is similar to the question at ${other.file}:${line} with the id ${quote(other.question.id)} (similarity ${duplicate.similarity.toFixed(2)})`
    return [{ file, ...positionOf('question'), message }]
  })
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

/** The indexes of equal values, ascending. */
function groupIndexes(values: readonly (string | number)[]): number[][] {
  const groups = new Map<string | number, number[]>()
  for (const [index, value] of values.entries()) {
    const group = groups.get(value)
    if (group) group.push(index)
    else groups.set(value, [index])
  }
  return [...groups.values()]
}

/** The first earlier text that is similar to a text. */
interface SimilarText {
  readonly index: number
  /** The Dice coefficient of the trigrams, from the threshold to 1. */
  readonly similarity: number
}

// Two texts with a Dice coefficient of 0.85 (a Jaccard index of 0.74) agree in a band with a probability of 0.999997, two
// with 0.7 with 0.9, and two unrelated questions (0.25) with 0.003.
const BANDS = 50
const ROWS = 5
/** Maximum number of texts of a band that are compared, the nearest ones. It bounds the time for texts from one template. */
const MAX_BAND_COMPARISONS = 50

/**
 * Finds, for each text, the first earlier text that is at least as similar as the threshold of the two.
 * @param texts normalised texts
 * @param groups indexes of texts that are compared in any case
 * @param thresholdOf returns undefined for two texts that never match
 * @returns one element per text, undefined when there is no similar text
 * @see https://doi.org/10.1109/SEQUEN.1997.666900 (Broder: On the resemblance and containment of documents)
 */
export function findSimilarTexts(
  texts: readonly string[],
  groups: readonly (readonly number[])[],
  thresholdOf: (index: number, other: number) => number | undefined,
): (SimilarText | undefined)[] {
  const sets = texts.map((text) => Uint32Array.from(trigramsOf(text), hashText).sort())
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
  for (let band = 0; band < BANDS; band++) {
    const signatures = sets.map((set) => signatureOf(set, band))
    for (const group of groupIndexes(signatures)) compareAll(group, MAX_BAND_COMPARISONS)
  }
  return found
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

/** The smallest hashes of a set under the hash functions of a band, as one number. */
function signatureOf(values: Uint32Array, band: number): number {
  let signature = 0
  for (let row = 0; row < ROWS; row++) {
    const salt = mix(band * ROWS + row + 1)
    let smallest = 0xffff_ffff
    for (const value of values) smallest = Math.min(smallest, mix(value ^ salt))
    signature = Math.imul(signature, 0x01000193) ^ smallest
  }
  return signature
}

function hashText(text: string): number {
  let hash = 0
  for (let index = 0; index < text.length; index++) hash = mix(Math.imul(hash, 31) + text.charCodeAt(index))
  return hash
}

/** Mixes 32 bits. @see https://github.com/aappleby/smhasher (the finaliser of MurmurHash3) */
function mix(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
