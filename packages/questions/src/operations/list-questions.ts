// Lists questions of a category: a page in random order or dataset order, or the questions with given ids.
import { type Dataset, FACET_NAMES, Question, renderQuestions, sourceOf, type View } from '@qb/core/questions'
import { closedObject, HTTP_ERRORS, type Result, toIssuesError } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'
import { BODY_FORMAT, createPage, toPageContent } from '../create-page.ts'
import {
  CategoryPath,
  DEFAULT_LIMIT,
  listConflicts,
  listParameters,
  QUESTION_PATH_ERRORS,
  selectionParameters,
  viewOf,
  viewParameters,
  viewQueryOf,
} from '../parameters.ts'
import { QuestionPage } from '../question-page.ts'

/** Maximum number of ids in a request. */
const MAX_IDS = 50

/** The parameters that cannot be combined with `ids`. */
const EXCLUDED_BY_IDS = ['limit', 'random', 'offset', 'seed', ...FACET_NAMES] as const

const query = closedObject({
  ...listParameters,
  ...selectionParameters,
  ids: Type.Optional(
    Type.String({
      description: `A comma-separated list of at most ${MAX_IDS} ids, such as \`AST-0002,AST-0009\`. The questions are returned in the order of the ids. Cannot be combined with ${EXCLUDED_BY_IDS.map((name) => `\`${name}\``).join(', ')}.`,
    }),
  ),
  ...viewParameters,
})

export const listQuestions = defineOperation({
  id: 'listQuestions',
  method: 'GET',
  path: '/api/v1/questions/{category}',
  access: 'public',
  tag: 'Questions',
  summary: 'List questions of a category',
  description:
    'By default, questions are in random order, and the response contains the seed that reproduces it. With `random=false`, questions are in dataset order. With `ids`, the response contains the questions with these ids. If fewer than `limit` questions match, all of them are returned.',
  input: { path: CategoryPath, query },
  result: {
    description: 'A page of questions of the category.',
    schema: QuestionPage,
    cache: 'shared',
    paged: true,
  },
  schemas: [Question],
  errors: QUESTION_PATH_ERRORS,
  run(input, { bank, basePath, generateSeed }) {
    const dataset = bank.dataset(input.category)
    const path = `${basePath}/api/v1/questions/${encodeURIComponent(dataset.category)}`
    const { ids, limit = DEFAULT_LIMIT } = input
    if (ids !== undefined) {
      const excluded = EXCLUDED_BY_IDS.filter((name) => input[name] !== undefined)
      return listByIds(dataset, path, ids, viewOf(input, listConflicts('ids', excluded)))
    }
    return createPage<QuestionPage>({
      source: sourceOf(dataset),
      head: { category: dataset.category },
      url: `${path}?limit=${limit}`,
      count: limit,
      query: input,
      generateSeed,
    })
  },
})

/** @param idList a comma-separated list of ids */
function listByIds(dataset: Dataset, path: string, idList: string, view: View): Result<QuestionPage> {
  const ids = parseIdList(idList)
  const questions = dataset.find(ids)
  return {
    cache: 'shared',
    revision: dataset.revisionOf(view),
    key: `${BODY_FORMAT} ${path}?ids=${encodeURIComponent(idList)}${viewQueryOf(view)}`,
    render: () =>
      toPageContent(
        { category: dataset.category },
        ids.length,
        undefined,
        renderQuestions(questions, dataset.category, view),
        null,
      ),
  }
}

/** @throws AppError `http/invalid_parameters` for an empty id, a repeated id, or more than {@link MAX_IDS} ids */
function parseIdList(list: string): string[] {
  const ids = list.split(',')
  const repeated = ids.find((id, index) => ids.indexOf(id) < index)
  let message: string | undefined
  if (ids.length > MAX_IDS) message = `expected at most ${MAX_IDS} ids, got ${ids.length}`
  else if (ids.includes('')) message = 'expected ids that are separated by one comma, got an empty id'
  else if (repeated !== undefined) message = `expected different ids, got ${JSON.stringify(repeated)} twice`
  if (message === undefined) return ids
  throw toIssuesError(HTTP_ERRORS.invalid_parameters, [{ parameter: 'ids', message }])
}
