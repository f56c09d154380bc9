// Checks an answer. Quizzes that request questions with `answers=hidden` use it.
import { isSameAnswer, MAX_CELL_LENGTH, QUESTIONS_ERRORS } from '@qb/core/questions'
import { Type } from '@sinclair/typebox'
import { canonicalAddress } from '../address.ts'
import { defineOperation } from '../context.ts'
import { QuestionPath } from '../parameters.ts'
import { sharedResult } from '../shared-result.ts'

/** Whether an answer is correct. */
export const AnswerCheck = Type.Object(
  {
    correct: Type.Boolean({ description: 'Whether the answer of the player is the correct one.' }),
    correct_answer: Type.String({ description: 'The correct answer, exactly as in the dataset.' }),
  },
  {
    $id: 'AnswerCheck',
    additionalProperties: false,
    description: 'Whether an answer is correct.',
    examples: [{ correct: true, correct_answer: 'A star' }],
  },
)

const query = Type.Object(
  {
    answer: Type.String({
      minLength: 1,
      maxLength: MAX_CELL_LENGTH,
      description: 'The answer of the player.',
      examples: ['a star'],
    }),
  },
  { additionalProperties: false },
)

export const checkAnswer = defineOperation({
  id: 'checkAnswer',
  method: 'GET',
  path: '/api/v1/questions/{category}/{id}/check',
  access: 'public',
  tag: 'Questions',
  summary: 'Check an answer',
  description:
    'Compares case-insensitively, after Unicode NFC and without spaces at the ends. Always returns the correct answer.',
  input: { path: QuestionPath, query },
  result: { description: 'Whether the answer is correct.', schema: AnswerCheck, cache: 'shared' },
  errors: [
    QUESTIONS_ERRORS.unknown_category,
    QUESTIONS_ERRORS.unknown_question,
    QUESTIONS_ERRORS.dataset_unavailable,
  ],
  run({ category, id, answer }, { bank }) {
    const dataset = bank.dataset(category)
    const correctAnswer = dataset.correctAnswer(id)
    const address = canonicalAddress(`check/${id}`, { answer })
    return sharedResult(dataset.revision, address, () => ({
      value: { correct: isSameAnswer(answer, correctAnswer), correct_answer: correctAnswer },
    }))
  },
})
