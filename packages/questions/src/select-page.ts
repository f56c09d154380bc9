// Selects a page of questions, and creates its response. The operations that list, draw and mix questions share it.
import {
  FACET_NAMES,
  type Filters,
  type Order,
  perFacet,
  type QuestionSource,
  quote,
  type View,
} from '@qb/core/questions'
import { SEED_CONTRACT } from '@qb/core/random'
import { type Content, HTTP_ERRORS, type Result, toIssuesError } from '@qb/http'
import { type ViewQuery, viewOf } from './parameters.ts'
import type { MixedQuestionPage, QuestionPage } from './question-page.ts'

/** The members of a page that name its categories. */
export type PageHead = Pick<QuestionPage, 'category'> | Pick<MixedQuestionPage, 'categories'>

/** A request for a page. */
export interface PageRequest {
  readonly source: QuestionSource
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

/**
 * Selects a page. The URL of the next page is in the body and in the `Link` header field.
 * @throws AppError `http/invalid_parameters` for a filter value that no question has
 */
export function selectPage<T>(request: PageRequest): Result<T> {
  const { source, head, path, size, query, order, isSeedGenerated, sourceQuery = [] } = request
  const { offset = 0 } = query
  const view = viewOf(query)
  const filters = perFacet(({ name }) => query[name] ?? [])
  if (FACET_NAMES.some((name) => filters[name].length > 0)) assertKnownValues(source, filters)
  const seed = order.kind === 'seeded' ? order.seed : undefined
  const url = canonicalUrl(
    path,
    [
      ...sourceQuery,
      size,
      ['random', seed === undefined ? 'false' : undefined],
      ['seed', seed],
      ...FACET_NAMES.map((name) => [name, filters[name]] as const),
    ],
    view,
  )
  const urlAt = (start: number) => `${url}&offset=${start}`
  const render = () => {
    const { total, json, nextOffset } = source.page({ order, filters, offset, count: size[1], view })
    return toPageContent<T>({ ...head, total, seed }, json, nextOffset === null ? null : urlAt(nextOffset))
  }
  if (isSeedGenerated) return { cache: 'none', content: render() }
  return sharedResult(source.revisionOf(view), urlAt(offset), render)
}

/**
 * Serialises a page.
 * @param members the members before the questions
 * @param questionsJson the questions as JSON, separated by commas
 * @param next the URL of the next page
 */
export function toPageContent<T>(
  members: PageHead & { readonly total: number; readonly seed?: string | undefined },
  questionsJson: string,
  next: string | null,
): Content<T> {
  const start = JSON.stringify(members).slice(0, -1)
  return { json: `${start},"questions":[${questionsJson}],"next":${JSON.stringify(next)}}`, next }
}

/**
 * The version of the body format, as part of every ETag. Increase the number when the body for the same
 * dataset changes. A new facet changes it by itself.
 */
export const FORMAT = `${SEED_CONTRACT} 5 ${FACET_NAMES.join(' ')}`

/**
 * Creates a result that is the same for every client until the revision changes.
 * @param key identifies the request: its canonical URL, or a URL that identifies the resource
 */
export function sharedResult<T>(revision: string, key: string, render: () => Content<T>): Result<T> {
  return { cache: 'shared', revision, key: `${FORMAT} ${key}`, render }
}

/** The value of a query parameter. A parameter with undefined, false or an empty array is omitted. */
type UrlValue = string | number | boolean | readonly string[] | undefined

/** Query parameters, in the order in which the URL has them. */
export type UrlQuery = readonly (readonly [name: string, value: UrlValue])[]

/**
 * Returns a path with a query. Requests with the same meaning have the same canonical URL, whatever the order of their
 * parameters. The values of an array are sorted, without duplicates.
 */
export function canonicalUrl(path: string, query: UrlQuery, view?: View): string {
  const viewQuery: UrlQuery = [
    ['answers', view?.hideAnswers ? 'hidden' : undefined],
    ['shuffle_options', view?.shuffleOptions],
    ['sources', view?.includeSource],
  ]
  const parameters = [...query, ...viewQuery].flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    const values = typeof value === 'object' ? [...new Set(value)].sort() : [value]
    return values.map((item) => `${name}=${encodeURIComponent(item)}`)
  })
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`
}

/** Maximum number of known values in a message. */
const MAX_KNOWN_VALUES = 30

function assertKnownValues(source: QuestionSource, filters: Filters): void {
  const facets = source.facets()
  const issues = FACET_NAMES.flatMap((name) => {
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
