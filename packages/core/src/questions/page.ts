// Selects a page of the questions of one dataset, or of several datasets together: filters, orders, then takes the page. The result
// is the same in every process.
import { assertSeed, createKey, drawOrder, type Key, openStream } from '../random/index.ts'
import { revisionOf } from '../revision.ts'
import type { Dataset, FacetCounts, Filters, Matches, View } from './dataset.ts'
import { perFacet } from './facets.ts'

/** The order of a selection: the order of the dataset, or the random order of a seed. */
export type Order = { readonly kind: 'dataset' } | { readonly kind: 'seeded'; readonly seed: string }

/** Selects a page of questions. */
export interface Selection {
  readonly order: Order
  readonly filters: Filters
  /** The number of questions to skip, at least 0. */
  readonly offset: number
  /** Maximum number of questions to return, at least 0. */
  readonly count: number
  readonly view: View
}

/** A page of questions. */
export interface Page {
  /** The number of questions that match the filters. */
  readonly total: number
  /** The questions as JSON objects joined by commas. Empty past the end. */
  readonly json: string
  /** The offset of the next page, or null on the last page. */
  readonly nextOffset: number | null
}

/** A source of pages of questions: a dataset, or several datasets together. */
export type QuestionSource = Pick<Dataset, 'revisionOf' | 'facets' | 'page'>

/**
 * Combines datasets of different categories. Each question has the additional member `category`. In dataset order, the
 * questions are sorted by category.
 */
export function mixDatasets(datasets: readonly Dataset[]): QuestionSource {
  const sorted = datasets.toSorted((a, b) => (a.category < b.category ? -1 : 1))
  const sources = sorted.map((dataset) => ({
    dataset,
    start: `{"category":${JSON.stringify(dataset.category)},`,
  }))
  return {
    revisionOf: (view) =>
      revisionOf(JSON.stringify(sorted.map((dataset) => [dataset.category, dataset.revisionOf(view)]))),
    facets: () => addCounts(sorted.map((dataset) => dataset.facets())),
    page: (selection) => selectPage(sources, selection),
  }
}

/** A dataset, and the start of the JSON of each of its questions. */
interface PageSource {
  readonly dataset: Dataset
  readonly start: string
}

/**
 * Selects a page. A page past the end is empty.
 * @param sources sorted by category
 * @see docs/seed-contract.md, section 2
 */
export function selectPage(
  sources: readonly PageSource[],
  { order, filters, offset, count, view }: Selection,
): Page {
  const seed = order.kind === 'seeded' ? order.seed : ''
  const parts = sources.map(({ dataset, start }) => ({
    dataset,
    start,
    matches: dataset.match(filters),
    optionsKey: view.shuffleOptions ? createKey('options', dataset.category, seed) : NO_KEY,
  }))
  const total = parts.reduce((sum, { matches }) => sum + matches.total, 0)
  const categories = sources.map(({ dataset }) => dataset.category)
  const questions = selectIndexes(categories, order, total, offset, count).map((position) => {
    const { part, index } = findPart(parts, position)
    const { dataset, start, matches, optionsKey } = part
    return start + dataset.question(matches.rowOf(index), view, optionsKey)
  })
  const end = offset + count
  return { total, json: questions.join(','), nextOffset: end < total ? end : null }
}

/** The key of options that are not shuffled. */
const NO_KEY: Key = [0, 0, 0]

function selectIndexes(
  categories: readonly string[],
  order: Order,
  total: number,
  offset: number,
  count: number,
): number[] {
  if (order.kind === 'dataset') {
    return Array.from({ length: Math.max(0, Math.min(count, total - offset)) }, (_, index) => offset + index)
  }
  assertSeed(order.seed)
  return drawOrder(openStream(createKey('questions', ...categories, order.seed)), total, offset, count)
}

/** Finds the dataset of a position in the list of all matches, and the index in its own list. */
function findPart<T extends { readonly matches: Matches }>(parts: readonly T[], position: number) {
  let index = position
  for (const part of parts) {
    if (index < part.matches.total) return { part, index }
    index -= part.matches.total
  }
  throw new RangeError(`expected a position below the total, got ${position}`)
}

function addCounts(all: readonly FacetCounts[]): FacetCounts {
  return perFacet(({ name }) => {
    const sums = new Map<string, number>()
    for (const [value, count] of all.flatMap((counts) => [...counts[name]])) {
      sums.set(value, (sums.get(value) ?? 0) + count)
    }
    return sums
  })
}
