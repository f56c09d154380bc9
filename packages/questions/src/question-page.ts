// A page of questions: its schema, and its JSON text.
import { Question } from '@qb/core/questions'
import { type Content, ref } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'

/** A page of questions. */
export const QuestionPage = Type.Object(
  {
    category: Type.String(),
    total: Type.Integer({ minimum: 0, description: 'The number of questions that match the filters.' }),
    seed: Type.Optional(
      Type.String({
        description:
          'The seed of the request, or the seed that was drawn for it. Absent when the order is not random.',
      }),
    ),
    questions: Type.Array(ref(Question)),
    next: Type.Union([Type.String(), Type.Null()], {
      description:
        'The address of the next page; null on the last page. Following it returns each matching question exactly once.',
    }),
  },
  {
    $id: 'QuestionPage',
    additionalProperties: false,
    description: 'A page of questions of a category.',
    examples: [
      {
        category: 'astronomy',
        total: 300,
        seed: 'k7Qm2x',
        questions: [Question.examples?.[0]],
        next: '/api/v1/questions/astronomy?limit=1&seed=k7Qm2x&offset=1',
      },
    ],
  },
)
export type QuestionPage = Static<typeof QuestionPage>

/** A page as JSON text. The questions are JSON texts already, so they are not serialised again. */
export function writePage(
  page: { readonly category: string; readonly total: number; readonly seed?: string | undefined },
  questionsJson: string,
  next: string | null,
): Content<QuestionPage> {
  const { category, total, seed } = page
  const head = JSON.stringify({ category, total, seed }).slice(0, -1)
  return { json: `${head},"questions":[${questionsJson}],"next":${JSON.stringify(next)}}`, next }
}
