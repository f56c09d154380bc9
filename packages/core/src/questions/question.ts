// The Question as the API shows it; a member the dataset does not have is absent, never null.
import { type Static, Type } from '@sinclair/typebox'

/** One question of a dataset, text exactly as its author wrote it. */
export const Question = Type.Object(
  {
    id: Type.String({ description: 'Unique within its category and stable for ever.' }),
    question: Type.String({ description: 'The question, exactly as in the dataset.' }),
    correct_answer: Type.Optional(
      Type.String({ description: 'The one right answer; left out only under `answers=hidden`.' }),
    ),
    options: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The choices, the right one included; absent when the question has none.',
      }),
    ),
    difficulty: Type.Optional(
      Type.String({ description: 'As the dataset has it; ours are `easy`, `medium` and `hard`.' }),
    ),
    topic: Type.Optional(Type.String({ description: 'As the dataset has it.' })),
  },
  {
    $id: 'Question',
    additionalProperties: false,
    description: 'One question of a category.',
    examples: [
      {
        id: 'AST-0001',
        question: 'Which planet has the Great Red Spot?',
        correct_answer: 'Jupiter',
        options: ['Saturn', 'Jupiter', 'Neptune', 'Mars'],
        difficulty: 'easy',
        topic: 'gas and ice giants',
      },
    ],
  },
)
export type Question = Static<typeof Question>
