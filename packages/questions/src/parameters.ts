// Defines the input that several operations share: its schemas, and the checks that a schema cannot express. Operations apply the defaults of parameters
// themselves, because they must distinguish an absent parameter from its default. Query parameters have no
// examples, because Swagger UI would send them with each request.
import type { AppError } from '@qb/core/errors'
import { FACET_NAMES, type Order, perFacet, type View } from '@qb/core/questions'
import { MAX_SEED_CHARACTERS } from '@qb/core/random'
import { HTTP_ERRORS, stringEnum, toIssuesError } from '@qb/http'
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

/**
 * Checks parameters that contradict each other.
 * @param conflicting the parameters of the request that cannot be combined with `parameter`
 * @throws AppError `http/invalid_parameters` with an issue for each conflicting parameter
 */
export function assertNotCombined(parameter: string, conflicting: readonly string[]): void {
  if (conflicting.length === 0) return
  const message = `cannot be combined with ${parameter}`
  throw toIssuesError(
    HTTP_ERRORS.invalid_parameters,
    conflicting.map((name) => ({ parameter: name, message })),
  )
}

/**
 * Reads the order of a list.
 * @throws AppError `http/invalid_parameters` for a seed without a random order
 */
export function orderOf(
  { random = true, seed }: { readonly random?: boolean | undefined; readonly seed?: string | undefined },
  generateSeed: () => string,
): { readonly order: Order; readonly isSeedGenerated: boolean } {
  if (random)
    return { order: { kind: 'seeded', seed: seed ?? generateSeed() }, isSeedGenerated: seed === undefined }
  if (seed !== undefined) assertNotCombined('random=false', ['seed'])
  return { order: { kind: 'dataset' }, isSeedGenerated: false }
}

/** The query parameters of a view. */
export interface ViewQuery {
  readonly answers?: 'visible' | 'hidden'
  readonly shuffle_options?: boolean
  readonly sources?: boolean
}

/**
 * Converts query parameters to a view.
 * @throws AppError `http/invalid_parameters` when answers are hidden and sources are not, because a source can reveal the
 * answer
 */
export function viewOf({ answers, shuffle_options = false, sources = false }: ViewQuery): View {
  const hideAnswers = answers === 'hidden'
  if (hideAnswers && sources) assertNotCombined('answers=hidden', ['sources'])
  return { hideAnswers, shuffleOptions: shuffle_options, includeSource: sources }
}

/** Maximum number of ids in a request. */
export const MAX_IDS = 50

/** The parameters that cannot be combined with `ids`. */
export const EXCLUDED_BY_IDS = ['limit', 'random', 'offset', 'seed', ...FACET_NAMES] as const

/**
 * Parses a comma-separated list of ids.
 * @throws AppError `http/invalid_parameters` for an empty id, a repeated id, or more than {@link MAX_IDS} ids
 */
export function parseIdList(list: string): string[] {
  const ids = list.split(',')
  if (ids.length > MAX_IDS) throw createIdsError(`expected at most ${MAX_IDS} ids, got ${ids.length}`)
  if (ids.includes('')) throw createIdsError('expected ids that are separated by one comma, got an empty id')
  const repeated = ids.find((id, index) => ids.indexOf(id) < index)
  if (repeated !== undefined)
    throw createIdsError(`expected different ids, got ${JSON.stringify(repeated)} twice`)
  return ids
}

function createIdsError(message: string): AppError {
  return toIssuesError(HTTP_ERRORS.invalid_parameters, [{ parameter: 'ids', message }])
}
