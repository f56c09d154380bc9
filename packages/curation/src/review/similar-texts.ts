// Finds similar texts without comparing every pair, by locality-sensitive hashing: texts whose MinHash signatures agree
// in a band are compared exactly. The hash functions are constants, so the result is the same on every run.
import { trigramsOf } from './similarity.ts'

/** The first earlier text that is similar to a text. */
export interface SimilarText {
  readonly index: number
  /** The Dice coefficient of the trigrams, from the threshold to 1. */
  readonly similarity: number
}

/** The similarity from which two texts match; undefined when they never do. */
export type ThresholdOf = (index: number, other: number) => number | undefined

// Two texts with a Dice coefficient of 0.85 (a Jaccard index of 0.74) agree in a band with a probability of 0.999997, two
// with 0.7 with 0.9, and two unrelated questions (0.25) with 0.003.
const BANDS = 50
const ROWS = 5
/** Maximum number of texts of a bucket that are compared, the nearest ones. It bounds the time for texts from one template. */
const MAX_BUCKET_COMPARISONS = 50

/**
 * Finds, for each text, the first earlier text that is at least as similar as the threshold of the two.
 * @param texts normalised texts
 * @param groups indexes of texts that are compared in any case
 * @param onProgress is called with the share of the work that is done, from 0 to 1
 * @returns one element per text, undefined when there is no similar text
 * @see https://doi.org/10.1109/SEQUEN.1997.666900 (Broder: On the resemblance and containment of documents)
 */
export function findSimilarTexts(
  texts: readonly string[],
  groups: Iterable<readonly number[]>,
  thresholdOf: ThresholdOf,
  onProgress: (share: number) => void = () => undefined,
): (SimilarText | undefined)[] {
  const sets = toSortedSets(texts)
  const found = new Array<SimilarText | undefined>(texts.length).fill(undefined)
  const compare = (index: number, other: number) => {
    if ((found[index]?.index ?? index) <= other) return
    const threshold = thresholdOf(index, other)
    if (threshold === undefined) return
    const similarity = diceAbove(sets[index] as Uint32Array, sets[other] as Uint32Array, threshold)
    if (similarity !== undefined) found[index] = { index: other, similarity }
  }
  for (const group of groups) compareAll(group, group.length, compare)
  for (let band = 0; band < BANDS; band++) {
    for (const bucket of bucketsOf(sets, band)) compareAll(bucket, MAX_BUCKET_COMPARISONS, compare)
    onProgress((band + 1) / BANDS)
  }
  return found
}

/** Compares each element with at most `max` elements before it. */
function compareAll(
  indexes: readonly number[],
  max: number,
  compare: (index: number, other: number) => void,
): void {
  for (const [position, index] of indexes.entries()) {
    for (let before = Math.max(0, position - max); before < position; before++)
      compare(index, indexes[before] as number)
  }
}

/** The trigrams of each text as numbers, ascending. The rarest trigram of all texts is 0. */
function toSortedSets(texts: readonly string[]): Uint32Array[] {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const trigram of trigramsOf(text)) counts.set(trigram, (counts.get(trigram) ?? 0) + 1)
  }
  const byRarity = [...counts].sort(([, a], [, b]) => a - b)
  const rankOf = new Map(byRarity.map(([trigram], rank) => [trigram, rank]))
  return texts.map((text) =>
    Uint32Array.from(trigramsOf(text), (trigram) => rankOf.get(trigram) as number).sort(),
  )
}

/** The texts with equal signatures in a band, in order. Buckets of one text are omitted. */
function bucketsOf(sets: readonly Uint32Array[], band: number): number[][] {
  const buckets = new Map<number, number[]>()
  for (const [index, set] of sets.entries()) {
    let signature = 0
    for (let row = 0; row < ROWS; row++) {
      signature = Math.imul(signature, 0x01000193) ^ minHash(set, band * ROWS + row)
    }
    const bucket = buckets.get(signature)
    if (bucket) bucket.push(index)
    else buckets.set(signature, [index])
  }
  return [...buckets.values()].filter((bucket) => bucket.length > 1)
}

/** The smallest hash of a set under one of many hash functions. */
function minHash(set: Uint32Array, hashFunction: number): number {
  const salt = mix(hashFunction + 1)
  let smallest = 0xffff_ffff
  for (const item of set) {
    const hashed = mix(item ^ salt)
    if (hashed < smallest) smallest = hashed
  }
  return smallest
}

/** Mixes 32 bits. @see https://github.com/aappleby/smhasher (the finaliser of MurmurHash3) */
function mix(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** The Dice coefficient of two sorted lists; undefined as soon as it must be below the threshold. */
function diceAbove(a: Uint32Array, b: Uint32Array, threshold: number): number | undefined {
  const total = a.length + b.length
  if (total === 0) return 1
  const needed = (threshold * total) / 2 - 1e-9
  let shared = 0
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (shared + Math.min(a.length - i, b.length - j) < needed) return undefined
    const [x, y] = [a[i] as number, b[j] as number]
    if (x === y) shared++
    if (x <= y) i++
    if (y <= x) j++
  }
  return shared < needed ? undefined : (2 * shared) / total
}
