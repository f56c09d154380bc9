// GET /api/v1/questions/{category}/{id}/check: whether an answer is right, for quizzes that hide it until then.
import { MAX_CELL_LENGTH, type QuestionBank, questionAt } from '@qb/core/questions'
import { type Route, ref, route } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { cachedAnswers } from '../answer.ts'
import { answerCached, freshnessOf } from '../answer-page.ts'
import { isSameAnswer } from '../answers-equal.ts'
import { rowOfId } from '../ids.ts'
import { QuestionParams } from '../parameters.ts'

/** Whether an answer is right. */
export const AnswerCheck = Type.Object(
  {
    correct: Type.Boolean(),
    correct_answer: Type.String({ description: 'The right answer, exactly as in the dataset.' }),
  },
  {
    $id: 'AnswerCheck',
    additionalProperties: false,
    description: 'Whether an answer is right.',
    examples: [{ correct: true, correct_answer: 'A star' }],
  },
)

/** Checks an answer. */
export function checkAnswer({ bank }: { readonly bank: QuestionBank }): Route {
  return route({
    method: 'GET',
    url: '/api/v1/questions/:category/:id/check',
    schema: {
      operationId: 'checkAnswer',
      tags: ['Questions'],
      summary: 'Whether an answer is right',
      description:
        'Compares after Unicode NFC, without spaces at the ends and without regard to case, and tells the right answer in any case.',
      params: QuestionParams,
      querystring: Type.Object(
        {
          answer: Type.String({
            minLength: 1,
            maxLength: MAX_CELL_LENGTH,
            description: 'The answer that somebody gave.',
            examples: ['a star'],
          }),
        },
        { additionalProperties: false },
      ),
      response: cachedAnswers(ref(AnswerCheck), 'The verdict.', [
        'invalid_parameters',
        'unknown_category',
        'unknown_question',
      ]),
    },
    handler(request, reply) {
      const { params, query } = request
      const dataset = bank.dataset(params.category)
      const row = rowOfId(dataset, params.id)
      const freshness = freshnessOf(dataset.visible, `check ${params.id} ${query.answer}`)
      return answerCached(request, reply, freshness, () => {
        const { correct_answer } = questionAt(dataset, row)
        return JSON.stringify({ correct: isSameAnswer(query.answer, correct_answer), correct_answer })
      })
    },
  })
}
