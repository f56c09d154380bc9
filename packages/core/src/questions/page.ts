// Selects a page of the questions of one dataset, or of several datasets together: filters, orders, then takes the page. The result
// is the same in every process.
import { assertSeed, createKey, drawOrder, openStream } from '../random/index.ts'
import { revisionOf } from '../revision.ts'
import type { Dataset, FacetCounts, Filters, Matches } from './dataset.ts'
import { perFacet } from './facets.ts'
import { renderQuestion, type StoredQuestion, toUtf8, type View } from './stored-question.ts'

/** Selects a page of questions. */
export interface Selection {
  /** The seed of the random order. Undefined for the order of the dataset. */
  readonly seed: string | undefined
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
  /** The questions as JSON objects joined by commas, in UTF-8, with one character for each byte. Empty past the end. */
  readonly json: string
  /** The offset of the next page, or null on the last page. */
  readonly nextOffset: number | null
}

/** A source of pages of questions: a dataset, or several datasets together. */
export interface QuestionSource extends Pick<Dataset, 'revisionOf' | 'facets'> {
  /** Returns a page. A page past the end is empty. @throws AppError `random/invalid_seed` */
  page(selection: Selection): Page
}

/** Returns the pages of one dataset. */
export function sourceOf(dataset: Dataset): QuestionSource {
  return { ...dataset, page: (selection) => selectQuestions([{ dataset, start: '{' }], selection) }
}

/** Combines datasets of different categories. Each question has the additional member `category`. */
export function mixDatasets(datasets: readonly Dataset[]): QuestionSource {
  const sorted = datasets.toSorted((a, b) => (a.category < b.category ? -1 : 1))
  const parts = sorted.map((dataset) => ({
    dataset,
    start: toUtf8(`{"category":${JSON.stringify(dataset.category)},`),
  }))
  return {
    revisionOf: (view) =>
      revisionOf(JSON.stringify(sorted.map((dataset) => [dataset.category, dataset.revisionOf(view)]))),
    facets: () => addCounts(sorted.map((dataset) => dataset.facets())),
    page: (selection) => selectQuestions(parts, selection),
  }
}

/** A dataset of a source, and the start of the JSON of each of its questions. See {@link Page.json}. */
interface SourcePart {
  readonly dataset: Dataset
  readonly start: string
}

/** Selects a page. @param parts sorted by category @see docs/seed-contract.md, section 2 */
function selectQuestions(
  parts: readonly SourcePart[],
  { seed, filters, offset, count, view }: Selection,
): Page {
  const matching = parts.map(({ dataset, start }) => ({
    start,
    matches: dataset.match(filters),
    optionsKey: view.shuffleOptions ? createKey('options', dataset.category, seed ?? '') : undefined,
  }))
  const total = matching.reduce((sum, { matches }) => sum + matches.total, 0)
  const categories = parts.map(({ dataset }) => dataset.category)
  let json = ''
  for (const position of selectIndexes(categories, seed, total, offset, count)) {
    const { part, index } = findPart(matching, position)
    if (json !== '') json += ','
    json += part.start + renderQuestion(part.matches.at(index), view, part.optionsKey)
  }
  const end = offset + count
  return { total, json, nextOffset: end < total ? end : null }
}

/** Renders questions with given ids. Their options are shuffled with an empty seed. See {@link Page.json}. */
export function renderQuestions(questions: readonly StoredQuestion[], category: string, view: View): string {
  const optionsKey = view.shuffleOptions ? createKey('options', category, '') : undefined
  return questions.map((question) => `{${renderQuestion(question, view, optionsKey)}`).join(',')
}

function selectIndexes(
  categories: readonly string[],
  seed: string | undefined,
  total: number,
  offset: number,
  count: number,
): number[] {
  if (seed === undefined) {
    return Array.from({ length: Math.max(0, Math.min(count, total - offset)) }, (_, index) => offset + index)
  }
  assertSeed(seed)
  return drawOrder(openStream(createKey('questions', ...categories, seed)), total, offset, count)
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
