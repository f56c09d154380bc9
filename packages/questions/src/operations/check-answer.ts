// Checks the answer of a player. It is for quizzes that request questions with `answers=hidden`.
import { type AnsweredQuestion, isSameAnswer, MAX_CELL_LENGTH } from '@qb/core/questions'
import { closedObject, optional } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { defineOperation } from '../context.ts'
import { BODY_FORMAT } from '../create-page.ts'
import { QUESTION_PATH_ERRORS, QuestionPath } from '../parameters.ts'

export const AnswerCheck = closedObject(
  {
    correct: Type.Boolean({ description: 'Whether the answer of the player is correct.' }),
    correct_answer: Type.String({ description: 'The correct answer, exactly as in the dataset.' }),
    ...optional({
      explanation: Type.String({
        description: 'Why the correct answer is right. Absent when the dataset has no explanation.',
      }),
      source: Type.String({
        description: 'Where the fact can be looked up. Absent when the dataset has no source.',
      }),
    }),
  },
  {
    $id: 'AnswerCheck',
    description: 'The result of checking an answer.',
    examples: [
      {
        correct: true,
        correct_answer: 'Eight minutes',
        explanation:
          'The Sun is about 150 million kilometres away and light covers some 300,000 kilometres a second: 150,000,000 ÷ 300,000 = 500 seconds, a little over eight minutes.',
        source: 'NASA Science, “Sun: Facts”',
      },
    ],
  },
)

const query = closedObject({
  answer: Type.String({
    minLength: 1,
    maxLength: MAX_CELL_LENGTH,
    description:
      'The answer of the player. The path and the query of a request have at most 8,192 bytes, percent-encoded, so an answer of several thousand characters can be too long for a URL (414).',
    examples: ['eight minutes'],
  }),
})

export const checkAnswer = defineOperation({
  id: 'checkAnswer',
  method: 'GET',
  path: '/api/v1/questions/{category}/{id}/check',
  access: 'public',
  tag: 'Questions',
  summary: 'Check an answer',
  description:
    'An answer that is one of the options is compared exactly. Any other answer is compared without regard to case, Unicode composition, and white space at its start and end, and a decimal comma equals a decimal point: `1,5` and `1.5` are the same, `1,500` and `1.500` are not, because these can be thousands. The response always contains the correct answer.',
  input: { path: QuestionPath, query },
  result: { description: 'The result of the check.', schema: AnswerCheck, cache: 'shared' },
  errors: QUESTION_PATH_ERRORS,
  run({ category, id, answer }, { bank }) {
    const dataset = bank.dataset(category)
    const question = dataset.read(id)
    const { correct_answer, explanation, source } = question
    return {
      cache: 'shared',
      revision: dataset.revision,
      key: `${BODY_FORMAT} check ${JSON.stringify([id, answer])}`,
      render: () => ({
        value: {
          correct: isCorrect(answer, question),
          correct_answer,
          ...(explanation !== undefined && { explanation }),
          ...(source !== undefined && { source }),
        },
      }),
    }
  },
})

/** Two options can differ in their case only, such as `pH` and `PH`, or in a decimal comma. */
function isCorrect(answer: string, { correct_answer, options = [] }: AnsweredQuestion): boolean {
  return options.includes(answer) ? answer === correct_answer : isSameAnswer(answer, correct_answer)
}
