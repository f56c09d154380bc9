// Which rows of a dataset an answer shows: filter, then order, then cut. Pure and the same in every process.
import { assertSeed, createGenerator, deriveKey, drawSample } from '../random/index.ts'
import type { Dataset } from './dataset.ts'
import { rowsInBoth, rowsWithAny } from './facet.ts'

/** What to take of a dataset. Without a seed the order is the dataset's. */
export interface Selection {
  readonly seed?: string | undefined
  /** How many of the order to skip, 0 or more. */
  readonly offset: number
  /** How many to take, 0 or more. */
  readonly count: number
  /** Keep only rows with one of these values; empty keeps all. */
  readonly difficulty: readonly string[]
  readonly topic: readonly string[]
}

/** A cut of the order: `rows` in that order, `total` rows that match the filters. */
export interface SelectedRows {
  readonly total: number
  readonly rows: readonly number[]
  /** Where the next cut starts, or null when this one reached the end. */
  readonly nextOffset: number | null
}

/**
 * Takes a cut; past the end it is empty, never an error.
 * @throws CoreError `invalid_seed`
 */
export function selectRows(dataset: Dataset, selection: Selection): SelectedRows {
  const { seed, offset, count } = selection
  const matching = filterRows(dataset, selection)
  const total = matching?.length ?? dataset.size
  const places =
    seed === undefined ? range(total, offset, count) : drawPlaces(dataset, seed, total, offset, count)
  const rows = matching ? places.map((place) => matching[place] as number) : places
  const end = offset + count
  return { total, rows, nextOffset: end < total ? end : null }
}

function drawPlaces(dataset: Dataset, seed: string, total: number, offset: number, count: number): number[] {
  assertSeed(seed)
  if (offset >= total) return []
  return drawSample(createGenerator(deriveKey('order', dataset.category, seed)), total, offset, count)
}

function filterRows(dataset: Dataset, { difficulty, topic }: Selection): Uint32Array | undefined {
  const byDifficulty = difficulty.length > 0 ? rowsWithAny(dataset.difficulty, difficulty) : undefined
  const byTopic = topic.length > 0 ? rowsWithAny(dataset.topic, topic) : undefined
  return byDifficulty && byTopic ? rowsInBoth(byDifficulty, byTopic) : (byDifficulty ?? byTopic)
}

function range(total: number, offset: number, count: number): number[] {
  const end = Math.min(total, offset + count)
  return Array.from({ length: Math.max(0, end - offset) }, (_, index) => offset + index)
}
