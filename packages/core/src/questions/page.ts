// Selects a page of the questions of one dataset, or of several datasets together: filters, orders, then takes the page. The result
// is the same in every process.
import { assertSeed, createKey, drawOrder, openStream } from '../random/index.ts'
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
  return {
    revisionOf: (view) =>
      revisionOf(JSON.stringify(sorted.map((dataset) => [dataset.category, dataset.revisionOf(view)]))),
    facets: () => addCounts(sorted.map((dataset) => dataset.facets())),
    page: (selection) =>
      selectPage(
        sorted,
        selection,
        ({ category }, json) => `{"category":${JSON.stringify(category)},${json.slice(1)}`,
      ),
  }
}

/**
 * Selects a page. A page past the end is empty.
 * @param datasets sorted by category
 * @param complete completes the JSON of a question
 * @see docs/seed-contract.md, section 2
 */
export function selectPage(
  datasets: readonly Dataset[],
  { order, filters, offset, count, view }: Selection,
  complete: (dataset: Dataset, json: string) => string,
): Page {
  const sources = datasets.map((dataset) => ({
    dataset,
    matches: dataset.match(filters),
    optionsKey:
      view.shuffleOptions && order.kind === 'seeded'
        ? createKey('options', dataset.category, order.seed)
        : undefined,
  }))
  const total = sources.reduce((sum, { matches }) => sum + matches.total, 0)
  const categories = datasets.map(({ category }) => category)
  const questions = selectIndexes(categories, order, total, offset, count).map((position) => {
    const { source, index } = findSource(sources, position)
    const { dataset, matches, optionsKey } = source
    return complete(dataset, dataset.question(matches.rowOf(index), view, optionsKey))
  })
  const end = offset + count
  return { total, json: questions.join(','), nextOffset: end < total ? end : null }
}

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
function findSource<T extends { readonly matches: Matches }>(sources: readonly T[], position: number) {
  let index = position
  for (const source of sources) {
    if (index < source.matches.total) return { source, index }
    index -= source.matches.total
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
