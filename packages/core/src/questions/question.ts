// Defines the schema of a question in the API, and compares answers. A member without a value in the dataset is absent, never null.
import { type Static, Type } from '@sinclair/typebox'
import { perFacet } from './facets.ts'

/** A question of a dataset. Its strings are those of the file, unchanged. */
export const Question = Type.Object(
  {
    id: Type.String({ description: 'Unique within its category. It never changes.' }),
    question: Type.String({ description: 'The question, exactly as in the dataset.' }),
    ...Type.Partial(
      Type.Object({
        correct_answer: Type.String({
          description: 'The correct answer. Absent only with `answers=hidden`.',
        }),
        explanation: Type.String({
          description:
            'Why the correct answer is right. Absent with `answers=hidden`, and when the dataset has none.',
        }),
        options: Type.Array(Type.String(), {
          description: 'The choices, including the correct answer. Absent when the question has none.',
        }),
        ...perFacet(({ description }) => Type.String({ description })),
        source: Type.String({
          description:
            'Where the fact can be looked up. Present only with `sources=true`, when the dataset has it. The check of an answer returns it, too.',
        }),
      }),
    ).properties,
  },
  {
    $id: 'Question',
    additionalProperties: false,
    description: 'A question of a category.',
    examples: [
      {
        id: 'AST-0002',
        question: 'How long ago did the sunlight that falls on your face leave the surface of the Sun?',
        correct_answer: 'Eight minutes',
        explanation:
          'The Sun is about 150 million kilometres away and light covers some 300,000 kilometres a second: 150,000,000 ÷ 300,000 = 500 seconds, a little over eight minutes.',
        options: ['Eight days', 'Eight hours', 'Eight minutes', 'Eight seconds'],
        ...perFacet(({ example }) => example),
      },
    ],
  },
)
export type Question = Static<typeof Question>

/** A question with its correct answer. */
export type AnsweredQuestion = Question & { readonly correct_answer: string }

/** Whether an answer is correct. Case, white space around it, Unicode composition, and the sign of decimals are ignored. */
export function isSameAnswer(given: string, correct: string): boolean {
  const [answer, right] = [given, correct].map(foldAnswer) as [string, string]
  return (
    answer === right ||
    (DECIMAL.test(answer) && DECIMAL.test(right) && writePoint(answer) === writePoint(right))
  )
}

/**
 * A number with a decimal comma or point, perhaps with a sign or a unit. Three digits behind one to three others can be thousands:
 * `1,500` is a thousand and a half for some, and one and a half for others.
 */
const DECIMAL = /^[^\d.,]*(?![1-9]\d{0,2}[.,]\d{3}(?!\d))\d+[.,]\d+[^\d.,]*$/

const writePoint = (number: string) => number.replace(',', '.')

/** Folds an answer. The conversion to upper case makes `ß` equal to `SS`, and `ς` equal to `σ`. ASCII has neither. */
export function foldAnswer(text: string): string {
  if (!/[\u0080-\uffff]/.test(text)) return text.trim().toLowerCase()
  return text.normalize('NFC').trim().toUpperCase().toLowerCase().normalize('NFC')
}
