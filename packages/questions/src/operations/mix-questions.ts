// Lists questions of several categories: a page in random order, or in the order of the categories and their datasets.
import { type Dataset, mixDatasets, QUESTIONS_ERRORS, type QuestionBank } from '@qb/core/questions'
import { closedObject, HTTP_ERRORS, toIssuesError } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'
import { createPage } from '../create-page.ts'
import { DEFAULT_LIMIT, listParameters, selectionParameters, viewParameters } from '../parameters.ts'
import { MixedQuestion, MixedQuestionPage } from '../question-page.ts'

/** Maximum number of categories of a request. The URL of the next page contains them. */
const MAX_CATEGORIES = 50
const ALL = '*'

const query = closedObject({
  category: Type.Array(Type.String(), {
    minItems: 1,
    maxItems: MAX_CATEGORIES,
    examples: [[ALL]],
    description: 'The name of a category. Repeat it for several categories, or use `*` for all of them.',
  }),
  ...listParameters,
  ...selectionParameters,
  ...viewParameters,
})

export const mixQuestions = defineOperation({
  id: 'mixQuestions',
  method: 'GET',
  path: '/api/v1/questions',
  access: 'public',
  tag: 'Questions',
  summary: 'List questions of several categories',
  description:
    'Each question has the additional member `category`. Seeds, pages, filters and caching work as for one category. The random order depends on the categories: with `category=*`, a new dataset changes it. With one category, the order is that of the category. `random=false` returns the categories in alphabetical order.',
  input: { query },
  result: {
    description: 'A page of questions of the categories.',
    schema: MixedQuestionPage,
    cache: 'shared',
    paged: true,
  },
  schemas: [MixedQuestion],
  errors: [QUESTIONS_ERRORS.unknown_category, QUESTIONS_ERRORS.dataset_unavailable],
  run(input, { bank, basePath, generateSeed }) {
    const { category: names, limit = DEFAULT_LIMIT } = input
    const datasets = findDatasets(bank, names)
    const namesQuery = [...new Set(names)].sort().map((name) => `category=${encodeURIComponent(name)}&`)
    return createPage<MixedQuestionPage>({
      source: mixDatasets(datasets),
      head: { categories: datasets.map(({ category }) => category).sort() },
      url: `${basePath}/api/v1/questions?${namesQuery.join('')}limit=${limit}`,
      count: limit,
      query: input,
      generateSeed,
    })
  },
})

function findDatasets(bank: QuestionBank, names: readonly string[]): Dataset[] {
  if (!names.includes(ALL)) return [...new Set(names)].map((name) => bank.dataset(name))
  if (names.length > 1) {
    const message = `expected "*" alone, got ${names.length} values`
    throw toIssuesError(HTTP_ERRORS.invalid_parameters, [{ parameter: 'category', message }])
  }
  const datasets = bank.datasets()
  // Without any dataset, the error is that of an unknown category.
  return datasets.length > 0 ? datasets : [bank.dataset(ALL)]
}
