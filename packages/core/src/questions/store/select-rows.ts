// Selects the rows of a page: filters, orders, then takes the page. The result is the same in every process.
import { assertSeed, createKey, drawOrder, type Key, openStream } from '../../random/index.ts'
import { FACET_NAMES, type PerFacet } from '../facets.ts'
import type { Filters, Order, Selection } from '../selection.ts'
import { type FacetIndex, rowsInBoth, rowsWithAny } from './facet-index.ts'

/** The part of a dataset that a selection of rows depends on. */
export interface RowSource {
  readonly size: number
  readonly facets: PerFacet<FacetIndex>
}

/** The rows of a page, in its order. */
export interface SelectedRows {
  /** The number of rows that match the filters. */
  readonly total: number
  readonly rows: readonly number[]
  /** The offset of the next page, or null on the last page. */
  readonly nextOffset: number | null
}

/**
 * Returns the key of a random order. The order of the dataset has none.
 * @param categories the categories of the questions, sorted
 * @throws AppError `random/invalid_seed`
 */
export function keyOf(categories: readonly string[], order: Order): Key | undefined {
  if (order.kind === 'dataset') return undefined
  assertSeed(order.seed)
  return createKey('questions', ...categories, order.seed)
}

/**
 * Selects the rows of a page. A page past the end is empty.
 * @param key see {@link keyOf}
 */
export function selectRows(
  source: RowSource,
  key: Key | undefined,
  { filters, offset, count }: Pick<Selection, 'filters' | 'offset' | 'count'>,
): SelectedRows {
  const matching = filterRows(source, filters)
  const total = matching?.length ?? source.size
  const indexes = selectIndexes(key, total, offset, count)
  const rows = matching ? indexes.map((index) => matching[index] as number) : indexes
  const end = offset + count
  return { total, rows, nextOffset: end < total ? end : null }
}

/** Selects indexes in the list of matching rows, in the order of a key, or ascending when there is none. */
export function selectIndexes(key: Key | undefined, total: number, offset: number, count: number): number[] {
  if (!key) return range(total, offset, count)
  return drawOrder(openStream(key), total, offset, count)
}

/** Returns the rows that match every filter, ascending. Returns undefined when there is no filter. */
export function filterRows(
  { facets, size }: Pick<RowSource, 'facets' | 'size'>,
  filters: Filters,
): Uint32Array | undefined {
  let matching: Uint32Array | undefined
  for (const name of FACET_NAMES) {
    const values = filters[name]
    if (values.length === 0) continue
    const rows = rowsWithAny(facets[name], values, size)
    matching = matching ? rowsInBoth(matching, rows) : rows
  }
  return matching
}

function range(total: number, offset: number, count: number): number[] {
  const end = Math.min(total, offset + count)
  return Array.from({ length: Math.max(0, end - offset) }, (_, index) => offset + index)
}
