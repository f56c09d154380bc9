// Returns one question by its id.
import { QUESTIONS_ERRORS, Question } from '@qb/core/questions'
import { Type } from '@sinclair/typebox'
import { canonicalAddress } from '../address.ts'
import { defineOperation } from '../context.ts'
import { QuestionPath, viewParameters } from '../parameters.ts'
import { sharedResult } from '../shared-result.ts'
import { viewAddress, viewOf } from '../view.ts'

export const getQuestion = defineOperation({
  id: 'getQuestion',
  method: 'GET',
  path: '/api/v1/questions/{category}/{id}',
  access: 'public',
  tag: 'Questions',
  summary: 'Get a question by its id',
  description: 'There is no seed: `shuffle_options` orders the options by the id of the question alone.',
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
    const json = dataset.question(input.id, view)
    const address = canonicalAddress(`question/${input.id}`, viewAddress(view))
    return sharedResult(dataset.revisionOf(view), address, () => ({ json }))
  },
})
