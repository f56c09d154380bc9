// The query parameters that listing and drawing share. Defaults are applied by the routes, which must know
// whether a parameter was sent. No examples here: Swagger UI would send them with every “Try it out”.
import { MAX_SEED_CHARACTERS } from '@qb/core/random'
import { stringEnum } from '@qb/http'
import { Type } from '@sinclair/typebox'

/** Bounds of filters, so that the address of a next page, which names them again, is never too long. */
const MAX_FILTER_LENGTH = 100
const MAX_FILTER_VALUES = 10

export const CategoryParams = Type.Object({
  category: Type.String({
    description: 'A category’s name, as `/api/v1/categories` lists them.',
    examples: ['astronomy'],
  }),
})

/** The path of one question. */
export const QuestionParams = Type.Object({
  ...CategoryParams.properties,
  id: Type.String({ description: 'A question’s id.', examples: ['AST-0001'] }),
})

/** Which rows in which order. */
export const orderParameters = {
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description:
        'How many of the order to skip: the dataset’s order, or the seed’s. Past the end the list is empty.',
    }),
  ),
  seed: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_SEED_CHARACTERS,
      description:
        'Fixes the random order: the same category, filters and seed give the same order on every machine. Compared exactly, as a text: `42` and `042` are two seeds. Without one, a seed is drawn and told in the answer, such as `k7Qm2x`.',
    }),
  ),
  difficulty: Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_FILTER_LENGTH }), {
      maxItems: MAX_FILTER_VALUES,
      description: 'Keep only questions of this difficulty, such as `easy`; repeat it for any of several.',
    }),
  ),
  topic: Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_FILTER_LENGTH }), {
      maxItems: MAX_FILTER_VALUES,
      description: 'Keep only questions of this topic; repeat it for any of several.',
    }),
  ),
}

/** How the rows are shown. */
export const viewParameters = {
  answers: Type.Optional(
    stringEnum(['visible', 'hidden'], {
      default: 'visible',
      description:
        '`hidden` leaves out `correct_answer`; nothing else of the answer, its `ETag` included, tells which option is right. Options stay in the dataset’s order, so ask for `shuffle_options` too where that order may be telling.',
    }),
  ),
  shuffle_options: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Put each question’s options in an order that the seed and the question’s id fix. How the dataset orders them has no part in it.',
    }),
  ),
}
