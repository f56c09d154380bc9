// Combines datasets, so that one selection can have questions of several categories.
import { type ByteString, toByteString } from '../../byte-string.ts'
import { revisionOf } from '../../revision.ts'
import type { Dataset, FacetCounts, Matches, QuestionSource } from '../dataset.ts'
import { perFacet } from '../facets.ts'
import type { Page, Selection } from '../selection.ts'
import { keyOf, selectIndexes } from './select-rows.ts'

/**
 * Combines datasets of different categories. Each question has the additional member `category`. In dataset order, the
 * questions are sorted by category. The key of a random order contains the sorted categories.
 * @see docs/seed-contract.md, section 2
 */
export function mixDatasets(datasets: readonly Dataset[]): QuestionSource {
  const sorted = datasets.toSorted((a, b) => (a.category < b.category ? -1 : 1))
  const categories = sorted.map(({ category }) => category)
  return {
    revisionOf: (view) =>
      revisionOf(
        Buffer.from(JSON.stringify(sorted.map((dataset) => [dataset.category, dataset.revisionOf(view)]))),
      ),
    facets: () => addCounts(sorted.map((dataset) => dataset.facets())),
    page: (selection) => selectPage(sorted, categories, selection),
  }
}

function selectPage(
  datasets: readonly Dataset[],
  categories: readonly string[],
  { order, filters, offset, count, view }: Selection,
): Page {
  const seed = order.kind === 'seeded' ? order.seed : ''
  const matches = datasets.map((dataset) => dataset.match(filters, view, seed))
  const total = matches.reduce((sum, one) => sum + one.total, 0)
  const heads = categories.map((category) => toByteString(`{"category":${JSON.stringify(category)},`))
  const questions = selectIndexes(keyOf(categories, order), total, offset, count).map((position) => {
    const { source, index } = findMatch(matches, position)
    const json = (matches[source] as Matches).question(index)
    return `${heads[source]}${json.slice(1)}`
  })
  const end = offset + count
  return { total, json: questions.join(',') as ByteString, nextOffset: end < total ? end : null }
}

/** Finds the dataset of a position in the list of all matches, and the index in its own list. */
function findMatch(matches: readonly Matches[], position: number): { source: number; index: number } {
  let index = position
  let source = 0
  for (; index >= (matches[source] as Matches).total; source++) index -= (matches[source] as Matches).total
  return { source, index }
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
