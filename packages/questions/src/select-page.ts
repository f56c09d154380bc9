// Selects a page of questions. The operations that list and draw questions share it.
import {
  FACET_NAMES,
  type Filters,
  type Order,
  perFacet,
  type QuestionSource,
  quote,
} from '@qb/core/questions'
import { HTTP_ERRORS, type Result, toIssuesError } from '@qb/http'
import { canonicalUrl, type UrlQuery } from './canonical-url.ts'
import { type PageHead, toPageContent } from './question-page.ts'
import { sharedResult } from './shared-result.ts'
import { type ViewQuery, viewOf, viewQueryOf } from './view.ts'

/** The parameters that cannot be combined with `ids`. */
export const EXCLUDED_BY_IDS = ['limit', 'random', 'offset', 'seed', ...FACET_NAMES] as const

/** A request for a page. */
export interface PageRequest {
  readonly source: QuestionSource
  /** The members of the page that name the source. */
  readonly head: PageHead
  /** The path of the request, without the query. */
  readonly path: string
  /** The name and the value of the parameter for the size of the page. */
  readonly size: readonly [name: 'limit' | 'count', count: number]
  readonly query: ViewQuery & { readonly offset?: number } & Partial<Filters>
  readonly order: Order
  /** Whether the seed was generated for this request. If so, the result is not cached. */
  readonly isSeedGenerated: boolean
  /** Further query parameters of the canonical URL. */
  readonly sourceQuery?: UrlQuery
}

const NO_VALUES: readonly string[] = []

/**
 * Selects a page. The URL of the next page is in the body and in the `Link` header field.
 * @throws AppError `http/invalid_parameters` for a filter value that no question has
 */
export function selectPage<T>({
  source,
  head,
  path,
  size,
  query,
  order,
  isSeedGenerated,
  sourceQuery = [],
}: PageRequest): Result<T> {
  const [, count] = size
  const { offset = 0 } = query
  const view = viewOf(query)
  const filters = perFacet(({ name }) => query[name] ?? NO_VALUES)
  assertKnownValues(source, filters)
  const seed = order.kind === 'seeded' ? order.seed : undefined
  const url = canonicalUrl(path, [
    ...sourceQuery,
    size,
    ['random', seed === undefined ? 'false' : undefined],
    ['seed', seed],
    ...FACET_NAMES.map((name) => [name, filters[name]] as const),
    ...viewQueryOf(view),
  ])
  const urlAt = (start: number) => `${url}&offset=${start}`
  const render = () => {
    const { total, json, nextOffset } = source.page({ order, filters, offset, count, view })
    return toPageContent<T>(head, total, seed, json, nextOffset === null ? null : urlAt(nextOffset))
  }
  if (isSeedGenerated) return { cache: 'none', content: render() }
  return sharedResult(source.revisionOf(view), urlAt(offset), render)
}

/** Maximum number of known values in a message. */
const MAX_KNOWN_VALUES = 30

function assertKnownValues(source: QuestionSource, filters: Filters): void {
  const names = FACET_NAMES.filter((name) => filters[name].length > 0)
  if (names.length === 0) return
  const facets = source.facets()
  const issues = names.flatMap((name) => {
    const unknown = filters[name].find((value) => !facets[name].has(value))
    if (unknown === undefined) return []
    return [{ parameter: name, message: describeUnknown(name, unknown, [...facets[name].keys()]) }]
  })
  if (issues.length > 0) throw toIssuesError(HTTP_ERRORS.invalid_parameters, issues)
}

function describeUnknown(name: string, value: string, known: readonly string[]): string {
  if (known.length === 0) return `expected no ${name}, because the questions have none; got ${quote(value)}`
  const listed = known.slice(0, MAX_KNOWN_VALUES).map(quote).join(', ')
  const omitted = known.length - MAX_KNOWN_VALUES
  return `expected one of: ${listed}${omitted > 0 ? ` and ${omitted} more` : ''}; got ${quote(value)}`
}
