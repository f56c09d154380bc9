// Facets are the columns that a selection can filter by. To add one, add an entry to FACETS: the CSV column, the query
// parameter, the member of a question and the counts of a category are derived from it.

/**
 * Every facet. `name` is the column, the query parameter and the member; `about`, `filter` and `counts` describe the
 * member, the parameter and the counts in the API; `example` is a value.
 */
export const FACETS = [
  {
    name: 'difficulty',
    about: 'The difficulty, as in the dataset. The curated datasets have `easy`, `medium` and `hard`.',
    filter: 'Returns only questions of this difficulty, such as `easy`. Repeat it to allow several values.',
    counts: 'The number of questions per difficulty. Empty when the dataset has no such column.',
    example: 'easy',
  },
  {
    name: 'topic',
    about: 'The topic, as in the dataset.',
    filter: 'Returns only questions on this topic. Repeat it to allow several values.',
    counts: 'The number of questions per topic. Empty when the dataset has no such column.',
    example: 'gas and ice giants',
  },
] as const

/** The name of a facet. */
export type FacetName = (typeof FACETS)[number]['name']

/** The names of all facets, in the order of the members of a question. */
export const FACET_NAMES: readonly FacetName[] = FACETS.map(({ name }) => name)

/** One value per facet. */
export type PerFacet<T> = Readonly<Record<FacetName, T>>

/** Creates one value per facet, in order. */
export function perFacet<T>(make: (facet: (typeof FACETS)[number]) => T): PerFacet<T> {
  return Object.fromEntries(FACETS.map((facet) => [facet.name, make(facet)])) as PerFacet<T>
}
