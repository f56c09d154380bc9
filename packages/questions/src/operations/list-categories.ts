// Lists the categories, with their numbers of questions and the counts of each facet.
import { type Dataset, perFacet } from '@qb/core/questions'
import { revisionOf } from '@qb/core/revision'
import { closedObject, ref } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'
import { BODY_FORMAT } from '../create-page.ts'

/** The number of questions by value of a facet. */
const Counts = Type.Record(Type.String(), Type.Integer({ minimum: 1 }))

const EXAMPLE = {
  name: 'astronomy',
  title: 'Astronomy',
  questions: 538,
  difficulty: { easy: 194, medium: 168, hard: 176 },
  topic: { 'the sun and eclipses': 31, 'the moon': 33 },
  version: '47f01343f61f0136',
}

/** A category. It has one member per facet, which contains the counts of that facet. */
export const Category = closedObject(
  {
    name: Type.String({ description: 'The name of the category, as in paths.' }),
    title: Type.String({ description: 'The display name.' }),
    questions: Type.Integer({ minimum: 1, description: 'Number of questions.' }),
    ...perFacet(({ countsDescription: description }) =>
      Type.Unsafe<Static<typeof Counts>>({ ...Counts, description }),
    ),
    version: Type.String({
      description:
        'The revision of the dataset without its answers, explanations and sources: it changes when a response with `answers=hidden` changes, and only then. The `ETag` of a response with answers changes also when an answer changes.',
    }),
  },
  { $id: 'Category', description: 'A served category.', examples: [EXAMPLE] },
)
type Category = Static<typeof Category>

export const CategoryList = closedObject(
  {
    categories: Type.Array(ref(Category), {
      description: 'The categories, sorted by name. A category without a valid dataset is omitted.',
    }),
  },
  {
    $id: 'CategoryList',
    description: 'The served categories.',
    examples: [{ categories: [EXAMPLE] }],
  },
)

export const listCategories = defineOperation({
  id: 'listCategories',
  method: 'GET',
  path: '/api/v1/categories',
  access: 'public',
  tag: 'Questions',
  summary: 'List the categories',
  description:
    'Returns the categories. Each has its number of questions, the counts of each facet, and the revision of its dataset.',
  input: {},
  result: { description: 'The categories.', schema: CategoryList, cache: 'shared' },
  schemas: [Category],
  errors: [],
  run(_input, { bank }) {
    const datasets = bank.datasets()
    const lines = datasets.map(
      ({ category, title, publicRevision }) => `${category} ${title} ${publicRevision}`,
    )
    return {
      cache: 'shared',
      revision: revisionOf([BODY_FORMAT, ...lines].join('\n')),
      render: () => ({ value: { categories: datasets.map(describeCategory) } }),
    }
  },
})

function describeCategory(dataset: Dataset): Category {
  const { category, title, size, publicRevision } = dataset
  const counts = dataset.facets()
  const facets = perFacet(({ name }) => Object.fromEntries(counts[name]))
  return { name: category, title, questions: size, ...facets, version: publicRevision }
}
