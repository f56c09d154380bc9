// Defines the input that several operations share: its schemas, and the checks that a schema cannot express. Operations apply the
// defaults of parameters themselves, because they must distinguish an absent parameter from its default. Query parameters have
// no examples, because Swagger UI would send them with each request.
import type { Issue } from '@qb/core/errors'
import { MAX_FACET_LENGTH, perFacet, QUESTIONS_ERRORS, type View } from '@qb/core/questions'
import { MAX_SEED_CHARACTERS } from '@qb/core/random'
import { HTTP_ERRORS, optional, stringEnum, toIssuesError } from '@qb/http'
import { type Static, type TObject, Type } from '@sinclair/typebox'

export const CategoryPath = Type.Object({
  category: Type.String({
    description: 'The name of a category. `/api/v1/categories` lists the names.',
    examples: ['astronomy'],
  }),
})

export const QuestionPath = Type.Object({
  ...CategoryPath.properties,
  id: Type.String({ description: 'The id of a question.', examples: ['AST-0002'] }),
})

/** The errors of an operation with {@link QuestionPath}, or with ids of questions of a category. */
export const QUESTION_PATH_ERRORS = [
  QUESTIONS_ERRORS.unknown_category,
  QUESTIONS_ERRORS.unknown_question,
  QUESTIONS_ERRORS.dataset_unavailable,
] as const

export const DEFAULT_LIMIT = 10

/** The query parameters of a list: its maximum length and its order. */
export const listParameters = optional({
  limit: Type.Integer({
    minimum: 1,
    maximum: 50,
    default: DEFAULT_LIMIT,
    description: 'Maximum number of questions, from 1 to 50.',
  }),
  random: Type.Boolean({
    default: true,
    description:
      '`true` returns questions in random order, `false` in dataset order. `1` and `0` are also accepted. Case-insensitive.',
  }),
})

/** The query parameters that select questions: filters, order and position. */
export const selectionParameters = optional({
  offset: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 0,
    description: 'Number of questions to skip. Beyond the last question, the page is empty.',
  }),
  seed: Type.String({
    minLength: 1,
    maxLength: MAX_SEED_CHARACTERS,
    description:
      'The seed of the random order. The same category, filters and seed give the same order on every machine. Seeds are strings: `42` and `042` are different. Without a seed, the service generates a new seed, such as `3f9c0a7be214`, and returns it.',
  }),
  ...perFacet(({ filterDescription: description }) =>
    Type.Array(Type.String({ maxLength: MAX_FACET_LENGTH }), { maxItems: 10, description }),
  ),
})

/** The query parameters of a view, the representation of questions. */
export const viewParameters = optional({
  answers: stringEnum(['visible', 'hidden'], {
    default: 'visible',
    description:
      '`hidden` omits `correct_answer`. No other part of the response, including the `ETag`, depends on which option is correct. Options stay in dataset order. If that order reveals the correct option, add `shuffle_options=true`.',
  }),
  shuffle_options: Type.Boolean({
    default: false,
    description: 'Whether to shuffle the options of each question, by the seed and the id of the question.',
  }),
  sources: Type.Boolean({
    default: false,
    description:
      'Whether each question contains `source`: a title under which the fact can be looked up. Cannot be combined with `answers=hidden`, because a source can reveal the answer.',
  }),
})

/** Returns an issue for each parameter of a request that cannot be combined with another one. */
export function listConflicts(parameter: string, conflicting: readonly string[]): Issue[] {
  return conflicting.map((name) => ({ parameter: name, message: `cannot be combined with ${parameter}` }))
}

export type ViewQuery = Readonly<Static<TObject<typeof viewParameters>>>

/** Reads the view of a request. @param issues those of other parameters. @throws `http/invalid_parameters` for all */
export function viewOf(query: ViewQuery, issues: readonly Issue[] = []): View {
  const { answers, shuffle_options = false, sources = false } = query
  const hideAnswers = answers === 'hidden'
  const all = hideAnswers && sources ? [...issues, ...listConflicts('answers=hidden', ['sources'])] : issues
  if (all.length > 0) throw toIssuesError(HTTP_ERRORS.invalid_parameters, all)
  return { hideAnswers, shuffleOptions: shuffle_options, includeSource: sources }
}

/** Returns the query parameters of a view, for URLs. Parameters with their default are left out. */
export function viewQueryOf({ hideAnswers, shuffleOptions, includeSource }: View): string {
  const answers = hideAnswers ? '&answers=hidden' : ''
  return answers + (shuffleOptions ? '&shuffle_options=true' : '') + (includeSource ? '&sources=true' : '')
}
