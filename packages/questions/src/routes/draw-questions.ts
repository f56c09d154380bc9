// GET /api/v1/questions/{category}/random: the head of a random order, repeatable by its seed.
import type { QuestionBank } from '@qb/core/questions'
import { type Route, ref, route } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { cachedAnswers } from '../answer.ts'
import { answerPage } from '../answer-page.ts'
import { pageHeaders, QuestionPage } from '../page.ts'
import { CategoryParams, orderParameters, viewParameters } from '../parameters.ts'

const DEFAULT_COUNT = 5
const MAX_COUNT = 20

const Query = Type.Object(
  {
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_COUNT,
        default: DEFAULT_COUNT,
        description: 'How many to draw at most.',
      }),
    ),
    ...orderParameters,
    ...viewParameters,
  },
  { additionalProperties: false },
)

/** What drawing needs: the bank, and a source of fresh seeds. */
export interface DrawQuestions {
  readonly bank: QuestionBank
  readonly drawSeed: () => string
}

/** Draws questions of a category at random, none twice. */
export function drawQuestions({ bank, drawSeed }: DrawQuestions): Route {
  return route({
    method: 'GET',
    url: '/api/v1/questions/:category/random',
    schema: {
      operationId: 'drawQuestions',
      tags: ['Questions'],
      summary: 'Draw questions at random',
      description:
        'The same category, count and seed give the same questions in the same order, in every process and on every machine. A smaller count is the head of a larger one, and `offset` goes on where a draw ended, so that no question comes twice. Without a seed two calls differ; the answer then tells the seed that was drawn.',
      params: CategoryParams,
      querystring: Query,
      response: cachedAnswers(
        ref(QuestionPage),
        'The questions drawn.',
        ['invalid_parameters', 'unknown_category'],
        pageHeaders,
      ),
    },
    handler(request, reply) {
      const { params, query } = request
      const dataset = bank.dataset(params.category)
      const { count = DEFAULT_COUNT, seed = drawSeed() } = query
      const path = `/api/v1/questions/${encodeURIComponent(dataset.category)}/random`
      const isDrawn = query.seed === undefined
      const size = ['count', count] as const
      return answerPage(request, reply, { dataset, path, query, size, seed, isDrawn })
    },
  })
}
