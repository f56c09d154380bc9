// Selects the rows of a page: filters, orders, then takes the page. The result is the same in every process.
import { assertSeed, drawSample, nameStream } from '../../random/index.ts'
import { FACET_NAMES, type PerFacet } from '../facets.ts'
import type { Filters, Order, Selection } from '../selection.ts'
import { type FacetIndex, rowsInBoth, rowsWithAny } from './facet-index.ts'

/** The part of a dataset that a selection of rows depends on. */
export interface RowSource {
  readonly category: string
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
 * Selects the rows of a page. A page past the end is empty.
 * @throws AppError `random/invalid_seed`
 */
export function selectRows(
  source: RowSource,
  { order, filters, offset, count }: Omit<Selection, 'view'>,
): SelectedRows {
  const matching = filterRows(source, filters)
  const total = matching?.length ?? source.size
  const indexes = selectIndexes([source.category], order, total, offset, count)
  const rows = matching ? indexes.map((index) => matching[index] as number) : indexes
  const end = offset + count
  return { total, rows, nextOffset: end < total ? end : null }
}

/**
 * Selects indexes in the list of matching rows, in the order of the selection.
 * @param categories the categories of the rows, sorted. They are part of the key of a random order
 * @throws AppError `random/invalid_seed`
 */
export function selectIndexes(
  categories: readonly string[],
  order: Order,
  total: number,
  offset: number,
  count: number,
): number[] {
  if (order.kind === 'dataset') return range(total, offset, count)
  assertSeed(order.seed)
  if (offset >= total) return []
  return drawSample(nameStream('order', ...categories, order.seed), total, offset, count)
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
