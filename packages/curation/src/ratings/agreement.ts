// Computes how far the readers of a dataset agree.
import { difficultyOf } from './difficulty.ts'
import type { Ratings } from './read-ratings.ts'

/** How far readers agree. */
export interface Agreement {
  /** The lowest and the highest Pearson correlation between the shares of two readers. */
  readonly correlations: readonly [min: number, max: number]
  /** The mean difference between the shares of two readers for a question, in percentage points. */
  readonly meanDifference: number
  /** The share of the questions for which all readers give the same difficulty, from 0 to 1. */
  readonly sameDifficulty: number
}

/** Computes the agreement of each pair of readers. */
export function computeAgreement(ratings: Ratings): Agreement {
  const rows = [...ratings.values()].map(({ shares }) => shares)
  const readers = (rows[0] ?? []).map((_, reader) => rows.map((shares) => shares[reader] as number))
  const pairs = readers.flatMap((a, index) => readers.slice(index + 1).map((b) => [a, b] as const))
  const correlations = pairs.map(([a, b]) => correlate(a, b))
  return {
    correlations: [Math.min(...correlations), Math.max(...correlations)],
    meanDifference: meanOf(
      pairs.map(([a, b]) => meanOf(a.map((share, row) => Math.abs(share - (b[row] as number))))),
    ),
    sameDifficulty: meanOf(
      rows.map((shares) => Number(new Set(shares.map((share) => difficultyOf([share]))).size === 1)),
    ),
  }
}

/** Pearson's correlation coefficient. @see https://www.itl.nist.gov/div898/software/dataplot/refman2/auxillar/correlat.htm */
function correlate(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)]
  const covariance = meanOf(a.map((value, row) => (value - meanA) * ((b[row] as number) - meanB)))
  const deviationOf = (values: readonly number[], mean: number) =>
    Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)))
  return covariance / (deviationOf(a, meanA) * deviationOf(b, meanB))
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
