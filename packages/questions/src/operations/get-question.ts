// Returns one question by its id.
import { Question, renderQuestions } from '@qb/core/questions'
import { closedObject } from '@qb/http'
import { defineOperation } from '../context.ts'
import { BODY_FORMAT } from '../create-page.ts'
import { QUESTION_PATH_ERRORS, QuestionPath, viewOf, viewParameters, viewQueryOf } from '../parameters.ts'

export const getQuestion = defineOperation({
  id: 'getQuestion',
  method: 'GET',
  path: '/api/v1/questions/{category}/{id}',
  access: 'public',
  tag: 'Questions',
  summary: 'Get a question by its id',
  description:
    'Returns one question. The request has no seed: `shuffle_options` orders the options by the id of the question only.',
  input: { path: QuestionPath, query: closedObject(viewParameters) },
  result: { description: 'The question.', schema: Question, cache: 'shared' },
  errors: QUESTION_PATH_ERRORS,
  run(input, { bank }) {
    const dataset = bank.dataset(input.category)
    const view = viewOf(input)
    const found = dataset.find([input.id])
    const key = `${BODY_FORMAT} question/${encodeURIComponent(input.id)}${viewQueryOf(view)}`
    return {
      cache: 'shared',
      revision: dataset.revisionOf(view),
      key,
      render: () => ({
        json: `${renderQuestions(found, dataset.category, view)}\n`,
      }),
    }
  },
})
