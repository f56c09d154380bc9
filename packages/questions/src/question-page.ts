// Defines the schema of a page of questions, and serialises pages.
import { Question } from '@qb/core/questions'
import { type Content, ref } from '@qb/http'
import { type Static, Type } from '@sinclair/typebox'

/** A page of questions. */
export const QuestionPage = Type.Object(
  {
    category: Type.String({ description: 'The name of the category.' }),
    total: Type.Integer({
      minimum: 0,
      description: 'Number of questions that match the filters, on all pages.',
    }),
    seed: Type.Optional(
      Type.String({
        description: 'The seed of the request, or the generated seed. Absent when the order is not random.',
      }),
    ),
    questions: Type.Array(ref(Question)),
    next: Type.Union([Type.String(), Type.Null()], {
      description:
        'The URL of the next page. Null on the last page. The pages contain each matching question exactly once.',
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

/**
 * Serialises a page.
 * @param questionsJson the questions as JSON, separated by commas
 * @param next the URL of the next page
 */
export function toPageContent(
  page: { readonly category: string; readonly total: number; readonly seed?: string | undefined },
  questionsJson: string,
  next: string | null,
): Content<QuestionPage> {
  const { category, total, seed } = page
  const head = JSON.stringify({ category, total, seed }).slice(0, -1)
  return { json: `${head},"questions":[${questionsJson}],"next":${JSON.stringify(next)}}`, next }
}
