// Defines the schemas of pages of questions.
import { Question } from '@qb/core/questions'
import { closedObject, ref } from '@qb/http'
import { type Static, type TSchema, Type } from '@sinclair/typebox'

/** Creates the members of a page that follow the names of its categories. */
function pageMembers<Item extends TSchema>(item: Item) {
  return {
    total: Type.Integer({
      minimum: 0,
      description: 'Number of questions that match the filters, on all pages.',
    }),
    seed: Type.Optional(
      Type.String({
        description: 'The seed of the request, or the generated seed. Absent when the order is not random.',
      }),
    ),
    questions: Type.Array(ref(item)),
    next: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description:
        'The path and the query of the next page, to be resolved like a link: `new URL(next, address)`. Null on the last page. The pages contain each matching question exactly once.',
    }),
  }
}

export const QuestionPage = closedObject(
  {
    category: Type.String({ description: 'The name of the category.' }),
    ...pageMembers(Question),
  },
  {
    $id: 'QuestionPage',
    description: 'A page of questions of a category.',
    examples: [
      {
        category: 'astronomy',
        total: 538,
        seed: '902',
        questions: [Question.examples?.[0]],
        next: '/api/v1/questions/astronomy?limit=1&seed=902&offset=1',
      },
    ],
  },
)
export type QuestionPage = Static<typeof QuestionPage>

export const MixedQuestion = closedObject(
  { category: Type.String({ description: 'The name of the category.' }), ...Question.properties },
  {
    $id: 'MixedQuestion',
    description: 'A question with its category.',
    examples: [{ category: 'astronomy', ...Question.examples?.[0] }],
  },
)

export const MixedQuestionPage = closedObject(
  {
    categories: Type.Array(Type.String(), { description: 'The names of the categories, sorted.' }),
    ...pageMembers(MixedQuestion),
  },
  {
    $id: 'MixedQuestionPage',
    description: 'A page of questions of several categories.',
    examples: [
      {
        categories: ['astronomy', 'literature'],
        total: 1125,
        seed: '249',
        questions: [MixedQuestion.examples?.[0]],
        next: '/api/v1/questions?category=astronomy&category=literature&limit=1&seed=249&offset=1',
      },
    ],
  },
)
export type MixedQuestionPage = Static<typeof MixedQuestionPage>
