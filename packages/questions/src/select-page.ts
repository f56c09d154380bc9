// Selects a page of questions. The operations that list and draw questions share it.
import { type Dataset, FACET_NAMES, type Filters, type Order, perFacet } from '@qb/core/questions'
import type { Result } from '@qb/http'
import { canonicalUrl } from './canonical-url.ts'
import { type QuestionPage, toPageContent } from './question-page.ts'
import { sharedResult } from './shared-result.ts'
import { type ViewQuery, viewOf, viewQueryOf } from './view.ts'

/** The parameters that cannot be combined with `ids`. */
export const EXCLUDED_BY_IDS = ['limit', 'random', 'offset', 'seed', ...FACET_NAMES] as const

/** A request for a page. */
export interface PageRequest {
  readonly dataset: Dataset
  /** The path of the request, without the query. */
  readonly path: string
  /** The name and the value of the parameter for the size of the page. */
  readonly size: readonly [name: 'limit' | 'count', count: number]
  readonly query: ViewQuery & { readonly offset?: number } & Partial<Filters>
  readonly order: Order
  /** Whether the seed was generated for this request. If so, the result is not cached. */
  readonly isSeedGenerated: boolean
}

/** Selects a page. The URL of the next page is in the body and in the `Link` header field. */
export function selectPage({
  dataset,
  path,
  size,
  query,
  order,
  isSeedGenerated,
}: PageRequest): Result<QuestionPage> {
  const [sizeName, count] = size
  const { offset = 0 } = query
  const view = viewOf(query)
  const filters = perFacet(({ name }) => query[name] ?? [])
  const seed = order.kind === 'seeded' ? order.seed : undefined
  const urlAt = (start: number) =>
    canonicalUrl(path, {
      [sizeName]: count,
      random: seed === undefined ? 'false' : undefined,
      seed,
      ...filters,
      ...viewQueryOf(view),
      offset: start,
    })
  const render = () => {
    const { total, json, nextOffset } = dataset.page({ order, filters, offset, count, view })
    return toPageContent(
      { category: dataset.category, total, seed },
      json,
      nextOffset === null ? null : urlAt(nextOffset),
    )
  }
  if (isSeedGenerated) return { cache: 'none', content: render() }
  return sharedResult(dataset.revisionOf(view), urlAt(offset), render)
}
