// Lists questions of a category: a page in random or dataset order, or the questions with given ids.
import { AppError } from '@qb/core/errors'
import { QUESTIONS_ERRORS, Question } from '@qb/core/questions'
import { HTTP_ERRORS } from '@qb/http'
import { Type } from '@sinclair/typebox'
import { canonicalAddress } from '../address.ts'
import { defineOperation } from '../context.ts'
import { MAX_IDS, readIdList } from '../id-list.ts'
import { CategoryPath, selectionParameters, viewParameters } from '../parameters.ts'
import { QuestionPage, writePage } from '../question-page.ts'
import { SELECTORS, selectPage } from '../select-page.ts'
import { sharedResult } from '../shared-result.ts'
import { viewAddress, viewOf } from '../view.ts'

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 50

const query = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LIMIT,
        default: DEFAULT_LIMIT,
        description: 'The maximum number of questions.',
      }),
    ),
    random: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          '`false` returns questions in the order of the dataset. Accepts `true`, `false`, `1` and `0`, case-insensitively.',
      }),
    ),
    ...selectionParameters,
    ids: Type.Optional(
      Type.String({
        description: `A comma-separated list of at most ${MAX_IDS} ids, such as \`AST-0001,AST-0002\`. Questions are returned in that order. Cannot be combined with ${SELECTORS.map((name) => `\`${name}\``).join(', ')}.`,
      }),
    ),
    ...viewParameters,
  },
  { additionalProperties: false },
)

export const listQuestions = defineOperation({
  id: 'listQuestions',
  method: 'GET',
  path: '/api/v1/questions/{category}',
  access: 'public',
  tag: 'Questions',
  summary: 'List questions of a category',
  description:
    'Questions are in random order by default, and the response contains the seed that reproduces it. `random=false` returns them in the order of the dataset, `ids` returns the questions with these ids. If there are fewer questions than `limit`, all of them are returned.',
  input: { path: CategoryPath, query },
  result: {
    description: 'A page of questions of the category.',
    schema: QuestionPage,
    cache: 'shared',
    paged: true,
  },
  models: [Question],
  errors: [
    QUESTIONS_ERRORS.unknown_category,
    QUESTIONS_ERRORS.unknown_question,
    QUESTIONS_ERRORS.dataset_unavailable,
  ],
  run(input, { bank, drawSeed }) {
    const dataset = bank.dataset(input.category)
    const path = `/api/v1/questions/${encodeURIComponent(dataset.category)}`
    if (input.ids !== undefined) {
      const others = SELECTORS.filter((name) => input[name] !== undefined)
      rejectCombination('ids', others)
      const ids = readIdList(input.ids)
      const view = viewOf(input)
      const questions = dataset.questions(ids, view)
      const address = canonicalAddress(path, { ids: input.ids, ...viewAddress(view) })
      const page = { category: dataset.category, total: ids.length }
      return sharedResult(dataset.revisionOf(view), address, () => writePage(page, questions, null))
    }
    const { limit = DEFAULT_LIMIT, random = true, seed } = input
    if (!random && seed !== undefined) rejectCombination('random=false', ['seed'])
    return selectPage({
      dataset,
      path,
      size: ['limit', limit],
      query: input,
      order: random ? { kind: 'seeded', seed: seed ?? drawSeed() } : { kind: 'dataset' },
      isDrawn: random && seed === undefined,
    })
  },
})

function rejectCombination(parameter: string, others: readonly string[]): void {
  if (others.length === 0) return
  const message = `cannot be combined with ${parameter}`
  const issues = others.map((other) => ({ parameter: other, message }))
  const detail = others.map((other) => `${other}: ${message}`).join('; ')
  throw new AppError(HTTP_ERRORS.invalid_parameters, detail, { issues })
}
