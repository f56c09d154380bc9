// Defines the facets: the columns that a selection can filter by. To add a facet, add an entry to `FACETS`.
// Its CSV column, query parameter, member of a question and counts in a category are derived from the entry.

/**
 * Every facet. `name` is the name of the CSV column, of the query parameter and of the member of a question.
 * The three descriptions document the member, the query parameter and the counts. `example` is a value.
 */
export const FACETS = [
  {
    name: 'difficulty',
    description: 'The difficulty, as in the dataset. The curated datasets have `easy`, `medium` and `hard`.',
    filterDescription:
      'Returns only questions of this difficulty, such as `easy`. Repeat it to allow several values.',
    countsDescription: 'The number of questions per difficulty. Empty when the dataset has no such column.',
    example: 'easy',
  },
  {
    name: 'topic',
    description: 'The topic, as in the dataset.',
    filterDescription: 'Returns only questions on this topic. Repeat it to allow several values.',
    countsDescription: 'The number of questions per topic. Empty when the dataset has no such column.',
    example: 'the sun and eclipses',
  },
] as const

/** Maximum length of the value of a facet. The URL of a page contains the values of its filters. */
export const MAX_FACET_LENGTH = 100

/** The name of a facet, such as `difficulty`. */
export type FacetName = (typeof FACETS)[number]['name']

/** The names of all facets, in the order in which the members of a question are serialised. */
export const FACET_NAMES: readonly FacetName[] = FACETS.map(({ name }) => name)

/** One value per facet. */
export type PerFacet<T> = Readonly<Record<FacetName, T>>

/** Creates an object with one value per facet, always with the same hidden class, whose members are read fast. */
export function perFacet<T>(create: (facet: (typeof FACETS)[number]) => T): PerFacet<T> {
  const values: Partial<Record<FacetName, T>> = {}
  for (const facet of FACETS) values[facet.name] = create(facet)
  return values as PerFacet<T>
}
