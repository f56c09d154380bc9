// Defines the input schemas that several operations share. Operations apply the defaults of parameters
// themselves, because they must distinguish an absent parameter from its default. Query parameters have no
// examples, because Swagger UI would send them with each request.
import { perFacet } from '@qb/core/questions'
import { MAX_SEED_CHARACTERS } from '@qb/core/random'
import { stringEnum } from '@qb/http'
import { Type } from '@sinclair/typebox'

/**
 * Maximum length of a filter value, in characters. The URL of the next page contains the filters, so they
 * must be short.
 */
const MAX_FILTER_LENGTH = 100
/** Maximum number of values of a filter. */
const MAX_FILTER_VALUES = 10

/** The path parameters of a category. */
export const CategoryPath = Type.Object({
  category: Type.String({
    description: 'The name of a category. `/api/v1/categories` lists the names.',
    examples: ['astronomy'],
  }),
})

/** The path parameters of a question. */
export const QuestionPath = Type.Object({
  ...CategoryPath.properties,
  id: Type.String({ description: 'The id of a question.', examples: ['AST-0002'] }),
})

const filterParameters = perFacet(({ filterDescription }) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_FILTER_LENGTH }), {
      maxItems: MAX_FILTER_VALUES,
      description: filterDescription,
    }),
  ),
)

export const DEFAULT_LIMIT = 10
const MAX_LIMIT = 50

/** The query parameters of a list: its maximum length and its order. */
export const listParameters = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      description: 'Maximum number of questions.',
    }),
  ),
  random: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        '`true` returns questions in random order, `false` in dataset order. `1` and `0` are also accepted. Case-insensitive.',
    }),
  ),
}

/** The query parameters that select questions: filters, order and position. */
export const selectionParameters = {
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'Number of questions to skip. Beyond the last question, the page is empty.',
    }),
  ),
  seed: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_SEED_CHARACTERS,
      description:
        'The seed of the random order. The same category, filters and seed give the same order on every machine. Seeds are strings: `42` and `042` are different. Without a seed, the service generates a new seed, such as `k7Qm2x`, and returns it.',
    }),
  ),
  ...filterParameters,
}

/** The query parameters of a view, the representation of questions. */
export const viewParameters = {
  answers: Type.Optional(
    stringEnum(['visible', 'hidden'], {
      default: 'visible',
      description:
        '`hidden` omits `correct_answer`. No other part of the response, including the `ETag`, depends on which option is correct. Options stay in dataset order. If that order reveals the correct option, add `shuffle_options=true`.',
    }),
  ),
  shuffle_options: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether to shuffle the options of each question, by the seed and the id of the question.',
    }),
  ),
  sources: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether each question contains `source`: a title under which the fact can be looked up. Cannot be combined with `answers=hidden`, because a source can reveal the answer.',
    }),
  ),
}
