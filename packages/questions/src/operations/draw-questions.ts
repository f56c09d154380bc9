// Draws questions of a category at random. A draw is the first questions in the order of a seed.
import { QUESTIONS_ERRORS, Question, sourceOf } from '@qb/core/questions'
import { closedObject, optional } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'
import { createPage } from '../create-page.ts'
import { CategoryPath, selectionParameters, viewParameters } from '../parameters.ts'
import { QuestionPage } from '../question-page.ts'

const DEFAULT_COUNT = 5
const MAX_COUNT = 20

const query = closedObject({
  ...optional({
    count: Type.Integer({
      minimum: 1,
      maximum: MAX_COUNT,
      default: DEFAULT_COUNT,
      description: `Maximum number of questions, from 1 to ${MAX_COUNT}.`,
    }),
  }),
  ...selectionParameters,
  ...viewParameters,
})

const DRAWN = {
  ...(QuestionPage.examples?.[0] as object),
  next: '/api/v1/questions/astronomy/random?count=1&seed=902&offset=1',
}

export const drawQuestions = defineOperation({
  id: 'drawQuestions',
  method: 'GET',
  path: '/api/v1/questions/{category}/random',
  access: 'public',
  tag: 'Questions',
  summary: 'Draw questions at random',
  description:
    'The same category, filters, count and seed give the same questions in the same order on every machine. With the same seed, a smaller count returns the first questions of a larger draw, and `offset` continues a draw without repeating a question. Without a seed, the service generates a new seed for each request and returns it.',
  input: { path: CategoryPath, query },
  result: {
    description: 'The drawn questions.',
    schema: QuestionPage,
    example: DRAWN,
    cache: 'shared',
    paged: true,
  },
  schemas: [Question],
  errors: [QUESTIONS_ERRORS.unknown_category, QUESTIONS_ERRORS.dataset_unavailable],
  run(input, { bank, basePath, generateSeed }) {
    const dataset = bank.dataset(input.category)
    const { count = DEFAULT_COUNT } = input
    return createPage<QuestionPage>({
      source: sourceOf(dataset),
      head: { category: dataset.category },
      url: `${basePath}/api/v1/questions/${encodeURIComponent(dataset.category)}/random?count=${count}`,
      count,
      query: input,
      generateSeed,
    })
  },
})
