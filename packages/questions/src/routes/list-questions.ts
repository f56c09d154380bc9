// GET /api/v1/questions/{category}: a cut of the dataset's order, of a seed's order, or the questions of given ids.
import { CoreError } from '@qb/core/errors'
import type { QuestionBank } from '@qb/core/questions'
import { type Route, ref, route } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { cachedAnswers } from '../answer.ts'
import { answerCached, answerPage, freshnessOf } from '../answer-page.ts'
import { MAX_IDS, rowsOfIds } from '../ids.ts'
import { pageHeaders, QuestionPage, rowsIn, viewOf, writePage } from '../page.ts'
import { CategoryParams, orderParameters, viewParameters } from '../parameters.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 50
const SELECTORS = ['limit', 'random', 'offset', 'seed', 'difficulty', 'topic'] as const

const Query = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LIMIT,
        default: DEFAULT_LIMIT,
        description: 'How many to give at most.',
      }),
    ),
    random: Type.Optional(
      Type.Boolean({
        default: true,
        description: '`false` gives the dataset’s order. `true`, `false`, `1` and `0` are read, in any case.',
      }),
    ),
    ...orderParameters,
    ids: Type.Optional(
      Type.String({
        description: `A comma list of at most ${MAX_IDS} ids, such as \`AST-0001,AST-0002\`, answered in that order. Goes with none of ${SELECTORS.map((name) => `\`${name}\``).join(', ')}.`,
      }),
    ),
    ...viewParameters,
  },
  { additionalProperties: false },
)

/** What listing needs: the bank, and a source of fresh seeds. */
export interface ListQuestions {
  readonly bank: QuestionBank
  readonly drawSeed: () => string
}

/** Lists questions of a category. */
export function listQuestions({ bank, drawSeed }: ListQuestions): Route {
  return route({
    method: 'GET',
    url: '/api/v1/questions/:category',
    schema: {
      operationId: 'listQuestions',
      tags: ['Questions'],
      summary: 'List questions of a category',
      description:
        'In random order by default, and then with the seed that repeats it; in dataset order with `random=false`; or exactly the questions named by `ids`. Asking for more than there is gives what there is.',
      params: CategoryParams,
      querystring: Query,
      response: cachedAnswers(
        ref(QuestionPage),
        'Some questions of the category.',
        ['invalid_parameters', 'unknown_category', 'unknown_question'],
        pageHeaders,
      ),
    },
    handler(request, reply) {
      const { params, query } = request
      const dataset = bank.dataset(params.category)
      const path = `/api/v1/questions/${encodeURIComponent(dataset.category)}`
      if (query.ids !== undefined) {
        refuseBeside(
          'ids',
          SELECTORS.filter((name) => query[name] !== undefined),
        )
        const rows = rowsOfIds(dataset, query.ids)
        const view = viewOf(query)
        const asked = `${path}?ids=${query.ids}&${view.hideAnswers}&${view.shuffleOptions}`
        return answerCached(request, reply, freshnessOf(rowsIn(dataset, view), asked), () =>
          writePage(dataset, { total: rows.length, rows }, undefined, view, null),
        )
      }
      const { limit = DEFAULT_LIMIT, random = true } = query
      if (!random) refuseBeside('random=false', query.seed === undefined ? [] : ['seed'])
      const seed = random ? (query.seed ?? drawSeed()) : undefined
      const isDrawn = random && query.seed === undefined
      const size = ['limit', limit] as const
      return answerPage(request, reply, { dataset, path, query, size, seed, isDrawn })
    },
  })
}

function refuseBeside(what: string, strangers: readonly string[]): void {
  if (strangers.length === 0) return
  const issues = strangers.map((parameter) => ({ parameter, message: `does not go with ${what}` }))
  const detail = issues.map(({ parameter, message }) => `${parameter}: ${message}`).join('; ')
  throw new CoreError('invalid_parameters', detail, { issues })
}
