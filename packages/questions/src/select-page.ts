// Selects a page of questions. Listing and drawing share it.
import { type Dataset, FACET_NAMES, type Filters, type Order, perFacet } from '@qb/core/questions'
import type { Result } from '@qb/http'
import { canonicalAddress } from './address.ts'
import { type QuestionPage, writePage } from './question-page.ts'
import { sharedResult } from './shared-result.ts'
import { type ViewQuery, viewAddress, viewOf } from './view.ts'

/** The parameters that cannot be combined with `ids`. */
export const SELECTORS = ['limit', 'random', 'offset', 'seed', ...FACET_NAMES] as const

/** A request for a page. */
export interface PageRequest {
  readonly dataset: Dataset
  /** The path of the operation. */
  readonly path: string
  /** The parameter for the size of the page, and its value. */
  readonly size: readonly [name: 'limit' | 'count', count: number]
  readonly query: ViewQuery & { readonly offset?: number } & Partial<Filters>
  readonly order: Order
  /** Whether the seed was drawn for this request. The response is then not cached. */
  readonly isDrawn: boolean
}

/** Selects a page. Its `next` is a member of the body and the `Link` header. */
export function selectPage({
  dataset,
  path,
  size,
  query,
  order,
  isDrawn,
}: PageRequest): Result<QuestionPage> {
  const [sizeName, count] = size
  const { offset = 0 } = query
  const view = viewOf(query)
  const filters = perFacet(({ name }) => query[name] ?? [])
  const seed = order.kind === 'seeded' ? order.seed : undefined
  const addressAt = (start: number) =>
    canonicalAddress(path, {
      [sizeName]: count,
      random: seed === undefined ? 'false' : undefined,
      seed,
      ...filters,
      ...viewAddress(view),
      offset: start,
    })
  const render = () => {
    const { total, json, nextOffset } = dataset.page({ order, filters, offset, count, view })
    return writePage(
      { category: dataset.category, total, seed },
      json,
      nextOffset === null ? null : addressAt(nextOffset),
    )
  }
  if (isDrawn) return { cache: 'none', content: render() }
  return sharedResult(dataset.revisionOf(view), addressAt(offset), render)
}
