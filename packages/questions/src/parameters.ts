// The input schemas that several operations share. Operations apply the defaults, because they must know whether a
// parameter was sent. Query parameters have no examples: Swagger UI would send them with every “Try it out”.
import { perFacet } from '@qb/core/questions'
import { MAX_SEED_CHARACTERS } from '@qb/core/random'
import { stringEnum } from '@qb/http'
import { Type } from '@sinclair/typebox'

/** Limits of filters. The address of a next page repeats them and must not be too long. */
const MAX_FILTER_LENGTH = 100
const MAX_FILTER_VALUES = 10

/** The path of a category. */
export const CategoryPath = Type.Object({
  category: Type.String({
    description: 'The name of a category, as `/api/v1/categories` lists them.',
    examples: ['astronomy'],
  }),
})

/** The path of a question. */
export const QuestionPath = Type.Object({
  ...CategoryPath.properties,
  id: Type.String({ description: 'The id of a question.', examples: ['AST-0001'] }),
})

const filterParameters = perFacet(({ filter }) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_FILTER_LENGTH }), {
      maxItems: MAX_FILTER_VALUES,
      description: filter,
    }),
  ),
)

/** Filters, order and position. */
export const selectionParameters = {
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'The number of questions to skip. Past the end, the list is empty.',
    }),
  ),
  seed: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_SEED_CHARACTERS,
      description:
        'The seed of the random order. The same category, filters and seed give the same order on every machine. Seeds are compared as text: `42` and `042` are different. Without a seed, a new one is drawn and returned, such as `k7Qm2x`.',
    }),
  ),
  ...filterParameters,
}

/** The representation of questions. */
export const viewParameters = {
  answers: Type.Optional(
    stringEnum(['visible', 'hidden'], {
      default: 'visible',
      description:
        '`hidden` omits `correct_answer`. Nothing else in the response, including its `ETag`, reveals the correct option. Options keep the order of the dataset; add `shuffle_options` if that order reveals it.',
    }),
  ),
  shuffle_options: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Orders the options of each question by the seed and the id of the question.',
    }),
  ),
}
