// Lists the categories with the number of their questions.
import { type Dataset, FACET_NAMES, perFacet } from '@qb/core/questions'
import { revisionOf } from '@qb/core/revision'
import { type Static, Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'

const Counts = Type.Record(Type.String(), Type.Integer({ minimum: 1 }))

/** A category. Its members include the counts of each facet. */
export const Category = Type.Object(
  {
    name: Type.String({ description: 'The name in paths.' }),
    title: Type.String({ description: 'The display name.' }),
    questions: Type.Integer({ minimum: 1, description: 'The number of questions.' }),
    ...perFacet(({ counts }) => Type.Unsafe<Static<typeof Counts>>({ ...Counts, description: counts })),
    version: Type.String({
      description: 'The revision of the dataset. It changes exactly when its file changes.',
    }),
  },
  { additionalProperties: false },
)
type Category = Static<typeof Category>

/** The categories that are served. */
export const CategoryList = Type.Object(
  {
    categories: Type.Array(Category, {
      description: 'Sorted by name. A category without a valid dataset is omitted.',
    }),
  },
  {
    $id: 'CategoryList',
    additionalProperties: false,
    description: 'The categories that are served.',
    examples: [
      {
        categories: [
          {
            name: 'astronomy',
            title: 'Astronomy',
            questions: 351,
            ...perFacet(({ example }) => ({ [example]: 117 })),
            version: '5f0c2b1d9e7a4c38',
          },
        ],
      },
    ],
  },
)

/** Part of the revision of the list. Increase it when the body for the same datasets changes. */
const FORMAT = '3'

export const listCategories = defineOperation({
  id: 'listCategories',
  method: 'GET',
  path: '/api/v1/categories',
  access: 'public',
  tag: 'Questions',
  summary: 'List the categories',
  description:
    'Returns each category with its number of questions, in total and per facet, and the revision of its dataset.',
  input: { query: Type.Object({}, { additionalProperties: false }) },
  result: { description: 'The categories.', schema: CategoryList, cache: 'shared' },
  errors: [],
  run(_input, { bank }) {
    const datasets = bank.statuses().flatMap(({ dataset }) => dataset ?? [])
    const names = datasets.map(({ category, title, revision }) => `${category} ${title} ${revision}`)
    return {
      cache: 'shared',
      revision: revisionOf([FORMAT, ...names].join('\n')),
      render: () => ({ value: { categories: datasets.map(describeCategory) } }),
    }
  },
})

function describeCategory(dataset: Dataset): Category {
  const { category, title, size, revision } = dataset
  const counts = dataset.facets()
  const entries = FACET_NAMES.map((name) => [name, Object.fromEntries(counts[name])] as const)
  return {
    name: category,
    title,
    questions: size,
    ...Object.fromEntries(entries),
    version: revision,
  } as Category
}
