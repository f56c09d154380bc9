// Returns one question by its id.
import { fromByteString } from '@qb/core/byte-string'
import { QUESTIONS_ERRORS, Question } from '@qb/core/questions'
import { Type } from '@sinclair/typebox'
import { cacheKeyOf } from '../canonical-url.ts'
import { defineOperation } from '../context.ts'
import { QuestionPath, viewParameters } from '../parameters.ts'
import { sharedResult } from '../shared-result.ts'
import { viewOf, viewQueryOf } from '../view.ts'

export const getQuestion = defineOperation({
  id: 'getQuestion',
  method: 'GET',
  path: '/api/v1/questions/{category}/{id}',
  access: 'public',
  tag: 'Questions',
  summary: 'Get a question by its id',
  description:
    'Returns one question. The request has no seed: `shuffle_options` orders the options by the id of the question only.',
  input: { path: QuestionPath, query: Type.Object(viewParameters, { additionalProperties: false }) },
  result: { description: 'The question.', schema: Question, cache: 'shared' },
  errors: [
    QUESTIONS_ERRORS.unknown_category,
    QUESTIONS_ERRORS.unknown_question,
    QUESTIONS_ERRORS.dataset_unavailable,
  ],
  run(input, { bank }) {
    const dataset = bank.dataset(input.category)
    const view = viewOf(input)
    const json = fromByteString(dataset.question(input.id, view))
    const cacheKey = cacheKeyOf(`question/${input.id}`, viewQueryOf(view))
    return sharedResult(dataset.revisionOf(view), cacheKey, () => ({ json }))
  },
})
