// GET /api/v1/questions/{category}/{id}: one question.
import { Question, type QuestionBank } from '@qb/core/questions'
import { type Route, ref, route } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { cachedAnswers } from '../answer.ts'
import { answerCached, freshnessOf } from '../answer-page.ts'
import { rowOfId } from '../ids.ts'
import { rowsIn, viewOf, writeQuestion } from '../page.ts'
import { QuestionParams, viewParameters } from '../parameters.ts'

/** Gives one question. */
export function getQuestion({ bank }: { readonly bank: QuestionBank }): Route {
  return route({
    method: 'GET',
    url: '/api/v1/questions/:category/:id',
    schema: {
      operationId: 'getQuestion',
      tags: ['Questions'],
      summary: 'One question by its id',
      description:
        'The question with this id, for as long as the dataset has it. `shuffle_options` orders its options by the id alone, as there is no seed.',
      params: QuestionParams,
      querystring: Type.Object(viewParameters, { additionalProperties: false }),
      response: cachedAnswers(ref(Question), 'The question.', [
        'invalid_parameters',
        'unknown_category',
        'unknown_question',
      ]),
    },
    handler(request, reply) {
      const { params, query } = request
      const dataset = bank.dataset(params.category)
      const row = rowOfId(dataset, params.id)
      const view = viewOf(query)
      const asked = `question ${params.id} ${view.hideAnswers} ${view.shuffleOptions}`
      const freshness = freshnessOf(rowsIn(dataset, view), asked)
      return answerCached(request, reply, freshness, () => writeQuestion(dataset, row, '', view))
    },
  })
}
