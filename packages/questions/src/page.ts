// The envelope around a list of questions: its schema, and its bytes, joined from rows that were made at load.
import {
  type Dataset,
  joinRows,
  Question,
  type Rows,
  rowText,
  rowTextInOrder,
  type SelectedRows,
} from '@qb/core/questions'
import { ref } from '@qb/http'
import { Type } from '@sinclair/typebox'

const example = Question.examples?.[0]

/** What listing and drawing answer. */
export const QuestionPage = Type.Object(
  {
    category: Type.String(),
    total: Type.Integer({ minimum: 0, description: 'How many questions match the filters.' }),
    seed: Type.Optional(
      Type.String({
        description: 'Present whenever the order is random: the one given, or the one drawn for this call.',
      }),
    ),
    questions: Type.Array(ref(Question)),
    next: Type.Union([Type.String(), Type.Null()], {
      description:
        'Where the list goes on, or null at its end. Following it visits every matching question once.',
    }),
  },
  {
    $id: 'QuestionPage',
    additionalProperties: false,
    description: 'Some questions of a category, and where to find the others.',
    examples: [
      {
        category: 'astronomy',
        total: 300,
        seed: 'k7Qm2x',
        questions: [example],
        next: '/api/v1/questions/astronomy?limit=1&seed=k7Qm2x&offset=1',
      },
    ],
  },
)

/** What the head of a page's answer has beside what caches go by. */
export const pageHeaders = {
  Link: Type.String({ description: 'The next page with `rel="next"`, as `next` has it. Absent at the end.' }),
}

/** How the rows of a page are shown. */
export interface View {
  readonly hideAnswers: boolean
  readonly shuffleOptions: boolean
}

/** The parameters that a view comes from. */
export interface ViewQuery {
  readonly answers?: 'visible' | 'hidden'
  readonly shuffle_options?: boolean
}

/** The view that a query asks for. */
export function viewOf(query: ViewQuery): View {
  return { hideAnswers: query.answers === 'hidden', shuffleOptions: query.shuffle_options ?? false }
}

/** A page's JSON in UTF-8; `next` is an address or null. */
export function writePage(
  dataset: Dataset,
  { total, rows }: Pick<SelectedRows, 'total' | 'rows'>,
  seed: string | undefined,
  view: View,
  next: string | null,
): Buffer {
  const start = JSON.stringify({ category: dataset.category, total, seed }).slice(0, -1)
  const head = `${start},"questions":[`
  const tail = `],"next":${JSON.stringify(next)}}`
  if (!view.shuffleOptions) return joinRows(rowsIn(dataset, view), rows, head, tail)
  const questions = rows.map((row) => writeQuestion(dataset, row, seed ?? '', view))
  return Buffer.from(head + questions.join(',') + tail)
}

/** One question's JSON text; `seed` is '' where there is none. */
export function writeQuestion(dataset: Dataset, row: number, seed: string, view: View): string {
  const rows = rowsIn(dataset, view)
  return view.shuffleOptions ? rowTextInOrder(rows, row, dataset.category, seed) : rowText(rows, row)
}

/** The rows that a view shows. */
export function rowsIn(dataset: Dataset, view: View): Rows {
  return view.hideAnswers ? dataset.hidden : dataset.visible
}

/** What the next page is asked for with; `size` is the name of the parameter that counts. */
export interface PageQuery {
  readonly size: readonly ['limit' | 'count', number]
  readonly seed: string | undefined
  readonly difficulty: readonly string[]
  readonly topic: readonly string[]
  readonly view: View
}

/** The address of the page at `offset`, with every parameter that shapes it. */
export function addressOfPage(path: string, query: PageQuery, offset: number): string {
  const [size, count] = query.size
  const parts = [
    `${size}=${count}`,
    query.seed === undefined ? 'random=false' : `seed=${encodeURIComponent(query.seed)}`,
    ...[...new Set(query.difficulty)].sort().map((value) => `difficulty=${encodeURIComponent(value)}`),
    ...[...new Set(query.topic)].sort().map((value) => `topic=${encodeURIComponent(value)}`),
    ...(query.view.hideAnswers ? ['answers=hidden'] : []),
    ...(query.view.shuffleOptions ? ['shuffle_options=true'] : []),
    `offset=${offset}`,
  ]
  return `${path}?${parts.join('&')}`
}
