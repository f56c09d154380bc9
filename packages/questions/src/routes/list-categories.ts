// GET /api/v1/categories: what there is to ask for, with counts.
import type { Dataset, QuestionBank } from '@qb/core/questions'
import { type Route, ref, route } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'
import { cachedAnswers } from '../answer.ts'
import { answerCached, freshnessOfAll } from '../answer-page.ts'

const Counts = Type.Record(Type.String(), Type.Integer({ minimum: 1 }))

const Category = Type.Object(
  {
    name: Type.String({ description: 'As it stands in addresses.' }),
    title: Type.String({ description: 'For people.' }),
    questions: Type.Integer({ minimum: 1, description: 'How many questions there are.' }),
    difficulty: Type.Unsafe<Static<typeof Counts>>({
      ...Counts,
      description: 'Questions per difficulty; empty without that column.',
    }),
    topic: Type.Unsafe<Static<typeof Counts>>({
      ...Counts,
      description: 'Questions per topic; empty without that column.',
    }),
    version: Type.String({ description: 'Changes exactly when the dataset does.' }),
  },
  { additionalProperties: false },
)

/** Every category that can be asked for. */
export const CategoryList = Type.Object(
  {
    categories: Type.Array(Category, {
      description: 'Sorted by name; those whose dataset cannot be read are left out.',
    }),
  },
  {
    $id: 'CategoryList',
    additionalProperties: false,
    description: 'Every category that can be asked for.',
    examples: [
      {
        categories: [
          {
            name: 'astronomy',
            title: 'Astronomy',
            questions: 351,
            difficulty: { easy: 111, medium: 128, hard: 112 },
            topic: { 'the sun': 22 },
            version: '5f0c2b1d9e7a4c38',
          },
        ],
      },
    ],
  },
)

/** Lists the categories. */
export function listCategories({ bank }: { readonly bank: QuestionBank }): Route {
  return route({
    method: 'GET',
    url: '/api/v1/categories',
    schema: {
      operationId: 'listCategories',
      tags: ['Questions'],
      summary: 'The categories, with counts',
      description:
        'Each category with its number of questions, in all and by difficulty and topic, and the version of its dataset.',
      querystring: Type.Object({}, { additionalProperties: false }),
      response: cachedAnswers(ref(CategoryList), 'The categories.', ['invalid_parameters']),
    },
    handler(request, reply) {
      const datasets = bank.statuses().flatMap(({ dataset }) => dataset ?? [])
      const write = () => `{"categories":[${datasets.map(describe).join(',')}]}`
      return answerCached(request, reply, freshnessOfAll(datasets), write)
    },
  })
}

/** Each dataset's text, made once for as long as the dataset is served. */
const texts = new WeakMap<Dataset, string>()

function describe(dataset: Dataset): string {
  const known = texts.get(dataset)
  if (known !== undefined) return known
  const { category, title, size, difficulty, topic, version } = dataset
  const count = (facet: Dataset['topic']) =>
    Object.fromEntries([...facet].map(([value, rows]) => [value, rows.length]))
  const counts = { difficulty: count(difficulty), topic: count(topic) }
  const text = JSON.stringify({ name: category, title, questions: size, ...counts, version })
  texts.set(dataset, text)
  return text
}
