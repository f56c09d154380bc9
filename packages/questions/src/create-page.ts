// Creates pages of questions. The operations that list, draw and mix questions share it.
import { type Issue, suggestSimilar } from '@qb/core/errors'
import { FACET_NAMES, type Filters, type QuestionSource, quote, toUtf8, type View } from '@qb/core/questions'
import { SEED_CONTRACT } from '@qb/core/random'
import type { Content, Result } from '@qb/http'
import { listConflicts, type ViewQuery, viewOf, viewQueryOf } from './parameters.ts'
import type { MixedQuestionPage, QuestionPage } from './question-page.ts'

/** The members of a page that name its categories. */
type PageHead = Partial<Pick<QuestionPage, 'category'> & Pick<MixedQuestionPage, 'categories'>>

export interface PageRequest {
  readonly source: QuestionSource
  readonly head: PageHead
  /** The path of the request, and the query parameters for the categories and the size of the page. */
  readonly url: string
  readonly count: number
  readonly query: ViewQuery &
    Filters & { readonly offset?: number; readonly random?: boolean; readonly seed?: string }
  /** Generates the seed of a request without a seed. The page of a generated seed is not cached. */
  readonly generateSeed: () => string
}

/** Creates the result of a request for a page. @throws AppError `http/invalid_parameters` for contradictions */
export function createPage<T>({ source, head, url, count, query, generateSeed }: PageRequest): Result<T> {
  const { offset = 0, random = true } = query
  const seedIssues = random || query.seed === undefined ? [] : listConflicts('random=false', ['seed'])
  const view = viewOf(query, [...seedIssues, ...findUnknownValues(source, query)])
  const seed = random ? (query.seed ?? generateSeed()) : undefined
  const start = canonicalUrl(url, seed, query, view)
  const render = () => {
    const { total, json, nextOffset } = source.page({ seed, filters: query, offset, count, view })
    const next = nextOffset === null ? null : `${start}&offset=${nextOffset}`
    return toPageContent<T>(head, total, seed, json, next)
  }
  if (random && query.seed === undefined) return { cache: 'none', content: render() }
  const key = `${BODY_FORMAT} ${start}&offset=${offset}`
  return { cache: 'shared', revision: source.revisionOf(view), key, render }
}

/**
 * Serialises a page.
 * @param total the number of questions of all pages
 * @param seed undefined when the order is not random
 * @param questions the questions as JSON objects joined by commas. See `Page.json`
 * @param next the URL of the next page
 */
export function toPageContent<T>(
  { category, categories }: PageHead,
  total: number,
  seed: string | undefined,
  questions: string,
  next: string | null,
): Content<T> {
  const members = JSON.stringify({ category, categories, total, seed })
  const start = toUtf8(`${members.slice(0, -1)},"questions":[`)
  return {
    json: `${start}${questions}],"next":${JSON.stringify(next)}}\n`,
    next,
  }
}

/**
 * The version of the body format, as part of every ETag. Increase the number when the body for the same
 * dataset changes. A new facet changes it by itself.
 */
export const BODY_FORMAT = `${SEED_CONTRACT} 6 ${FACET_NAMES.join(' ')}`

/** Completes a URL. Requests with the same meaning have the same URL, whatever the order of their parameters. */
function canonicalUrl(start: string, seed: string | undefined, filters: Filters, view: View): string {
  let url = `${start}&${seed === undefined ? 'random=false' : `seed=${encodeURIComponent(seed)}`}`
  for (const name of FACET_NAMES) {
    for (const value of new Set(filters[name]?.toSorted())) url += `&${name}=${encodeURIComponent(value)}`
  }
  return url + viewQueryOf(view)
}

/** Maximum number of known values in a message. */
const MAX_KNOWN_VALUES = 30

/** Returns an issue for each filter with a value that no question has. */
function findUnknownValues(source: QuestionSource, filters: Filters): Issue[] {
  return FACET_NAMES.flatMap((name) => {
    const wanted = filters[name] ?? []
    if (wanted.length === 0) return []
    const known = source.facets()[name]
    const unknown = wanted.find((value) => !known.has(value))
    if (unknown === undefined) return []
    return [{ parameter: name, message: describeUnknown(name, unknown, [...known.keys()]) }]
  })
}

function describeUnknown(name: string, value: string, known: readonly string[]): string {
  if (known.length === 0) return `expected no ${name}, because the questions have none; got ${quote(value)}`
  const listed = known.slice(0, MAX_KNOWN_VALUES).map(quote).join(', ')
  const omitted = known.length - MAX_KNOWN_VALUES
  return `expected one of: ${listed}${omitted > 0 ? ` and ${omitted} more` : ''}; got ${quote(value)}${suggestSimilar(value, known)}`
}
