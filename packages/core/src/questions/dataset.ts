// Keeps the questions of a category in memory: an array of questions whose JSON is made at load, and indexes by id and by facet.
import { createHash } from 'node:crypto'
import { AppError } from '../errors.ts'
import { createKey, drawOrder, hashId, type Key, keyOfQuestion, openStream } from '../random/index.ts'
import { REVISION_DIGITS } from '../revision.ts'
import type { CategoryName } from './category-name.ts'
import { QUESTIONS_ERRORS } from './errors.ts'
import { FACET_NAMES, type PerFacet, perFacet } from './facets.ts'
import { type Page, type Selection, selectPage } from './page.ts'
import type { AnsweredQuestion } from './question.ts'

/** How questions are represented. */
export interface View {
  /** Whether `correct_answer` is omitted. */
  readonly hideAnswers: boolean
  /** Whether options are ordered by the seed and the id of the question. */
  readonly shuffleOptions: boolean
  /** Whether `source` is included. It can reveal the answer, so it is never combined with `hideAnswers`. */
  readonly includeSource: boolean
}

/** The allowed values of each facet. Without values, a facet allows every question. */
export type Filters = Partial<PerFacet<readonly string[]>>

/** The number of questions per value of each facet. Values are in the order of their first occurrence. */
export type FacetCounts = PerFacet<ReadonlyMap<string, number>>

/** The questions of a dataset that match filters, in dataset order. */
export interface Matches {
  readonly total: number
  /** Returns the row of a match. @param index from 0 to `total` − 1 */
  rowOf(index: number): number
}

/** The immutable questions of a category. A row is the index of a question. Methods return questions as JSON. */
export interface Dataset extends CategoryName {
  /** The path of the file, as used in messages. */
  readonly path: string
  /** The revision of the file: 16 hexadecimal digits. */
  readonly revision: string
  /** The number of questions. */
  readonly size: number
  /** The names of the columns that were not read. */
  readonly ignoredColumns: readonly string[]
  /**
   * Returns the revision of the members that a view includes. With hidden answers, it does not depend on
   * `correct_answer`. Otherwise a client that knows every answer but one could find the last one by computing
   * the revision for each option.
   */
  revisionOf(view: View): string
  /** Counts the questions per value of each facet. */
  facets(): FacetCounts
  /** Returns a page of questions. A page past the end is empty. @throws AppError `random/invalid_seed` */
  page(selection: Selection): Page
  /** Finds the questions that match filters. */
  match(filters: Filters): Matches
  /**
   * Returns the questions with these ids, in this order, as JSON objects joined by commas.
   * @throws AppError `questions/unknown_question`. The message lists every unknown id
   */
  questions(ids: readonly string[], view: View): string
  /**
   * Returns a question as a JSON object without its opening brace.
   * @param optionsKey the key of the order of its options
   */
  question(row: number, view: View, optionsKey: Key): string
  /** Returns the correct answer to a question. @throws AppError `questions/unknown_question` */
  correctAnswer(id: string): string
}

/** Collects the questions of a file. */
export interface DatasetBuilder {
  /** Adds a question. Its id is unique. */
  add(question: AnsweredQuestion): void
  /** Returns the number of questions. */
  size(): number
  finish(revision: string, ignoredColumns: readonly string[]): Dataset
}

/** Creates a builder without questions. */
export function createDatasetBuilder(names: CategoryName & Pick<Dataset, 'path'>): DatasetBuilder {
  const questions: StoredQuestion[] = []
  const rows = new Map<string, number>()
  const facets: FacetRows = perFacet(() => new Map<string, number[]>())
  const hiddenHash = createHash('sha256')
  return {
    add(question) {
      for (const name of FACET_NAMES) {
        const value = question[name]
        if (value === undefined) continue
        const matching = facets[name].get(value)
        if (matching) matching.push(questions.length)
        else facets[name].set(value, [questions.length])
      }
      rows.set(question.id, questions.length)
      const stored = storeQuestion(question)
      hiddenHash.update(`{${stored.start}${stored.options}${stored.end}`)
      questions.push(stored)
    },
    size: () => questions.length,
    finish(revision, ignoredColumns) {
      const hiddenRevision = hiddenHash.digest('hex').slice(0, REVISION_DIGITS)
      return createDataset({ ...names, revision, ignoredColumns }, hiddenRevision, questions, rows, facets)
    },
  }
}

/** The rows of each value of each facet, ascending. */
type FacetRows = PerFacet<Map<string, number[]>>

function createDataset(
  names: Pick<Dataset, 'category' | 'title' | 'path' | 'revision' | 'ignoredColumns'>,
  hiddenRevision: string,
  questions: readonly StoredQuestion[],
  rows: ReadonlyMap<string, number>,
  facets: FacetRows,
): Dataset {
  const { category, revision } = names
  const counts = perFacet(
    ({ name }) => new Map([...facets[name]].map(([value, matching]) => [value, matching.length])),
  )
  const unseededKey = createKey('options', category, '')
  const find = (ids: readonly string[]) => {
    const found = ids.flatMap((id) => questions[rows.get(id) ?? -1] ?? [])
    if (found.length < ids.length)
      throw unknownQuestionError(
        category,
        ids.filter((id) => !rows.has(id)),
      )
    return found
  }
  const dataset: Dataset = {
    ...names,
    size: questions.length,
    revisionOf: (view) => (view.hideAnswers ? hiddenRevision : revision),
    facets: () => counts,
    page: (selection) => selectPage(sources, selection),
    match(filters) {
      const matching = filterRows(questions.length, facets, filters)
      if (!matching) return { total: questions.length, rowOf: (index) => index }
      return { total: matching.length, rowOf: (index) => matching[index] as number }
    },
    question: (row, view, key) => renderQuestion(questions[row] as StoredQuestion, view, key),
    questions: (ids, view) =>
      find(ids)
        .map((stored) => `{${renderQuestion(stored, view, unseededKey)}`)
        .join(','),
    correctAnswer: (id) => JSON.parse((find([id])[0] as StoredQuestion).answer.slice(ANSWER_NAME.length)),
  }
  const sources = [{ dataset, start: '{' }]
  return dataset
}

function unknownQuestionError(category: string, ids: readonly string[]): AppError {
  const names = ids.map((id) => JSON.stringify(id)).join(', ')
  return new AppError(
    QUESTIONS_ERRORS.unknown_question,
    `expected ids of the category ${category}, got ${names}`,
  )
}

/** Returns the rows that match every filter, ascending. Returns undefined when there is no filter. */
function filterRows(size: number, facets: FacetRows, filters: Filters): readonly number[] | undefined {
  const names = FACET_NAMES.filter((name) => filters[name]?.length)
  const lists = names.flatMap((name) =>
    [...new Set(filters[name])].map((value) => facets[name].get(value) ?? []),
  )
  if (lists.length < 2) return lists[0]
  // A question has one value of each facet, so it is at most once in the lists of a facet.
  const counts = new Uint8Array(size)
  for (const list of lists) for (const row of list) counts[row] = (counts[row] as number) + 1
  const matching: number[] = []
  for (const [row, count] of counts.entries()) if (count === names.length) matching.push(row)
  return matching
}

/** The JSON of a question in parts: `start`, `answer`, `options` and `end`. */
interface StoredQuestion {
  /** The first members, without the opening brace. */
  readonly start: string
  /** The member `,"correct_answer":…`. */
  readonly answer: string
  /** The member `,"options":[…]`. Empty for a question without options. */
  readonly options: string
  /** The members of the facets, and the closing brace. */
  readonly end: string
  /** The JSON of each option. The options are sorted by their UTF-16 code units. */
  readonly sortedOptions: readonly string[]
  readonly idHash: Key
  /** The member `,"source":…`. Empty for a question without a source. */
  readonly source: string
}

const ANSWER_NAME = ',"correct_answer":'

function storeQuestion({ id, options, ...question }: AnsweredQuestion): StoredQuestion {
  const member = (name: keyof typeof question) =>
    question[name] === undefined ? '' : [',"', name, '":', JSON.stringify(question[name])].join('')
  return {
    // `join` creates flat strings. A concatenation would stay a tree, which each page would have to walk.
    start: ['"id":', JSON.stringify(id), member('question')].join(''),
    answer: member('correct_answer'),
    options: options ? [',"options":', JSON.stringify(options)].join('') : '',
    end: [...FACET_NAMES.map(member), '}'].join(''),
    sortedOptions: (options ?? []).toSorted().map((option) => JSON.stringify(option)),
    idHash: hashId(id),
    source: member('source'),
  }
}

/** @see docs/seed-contract.md, section 6 */
function renderQuestion(stored: StoredQuestion, view: View, optionsKey: Key): string {
  const { start, sortedOptions } = stored
  const answer = view.hideAnswers ? '' : stored.answer
  const end = view.includeSource ? `${stored.end.slice(0, -1)}${stored.source}}` : stored.end
  if (!view.shuffleOptions || sortedOptions.length === 0) return `${start}${answer}${stored.options}${end}`
  const stream = openStream(keyOfQuestion(optionsKey, stored.idHash))
  const order = drawOrder(stream, sortedOptions.length, 0, sortedOptions.length)
  const options = order.map((index) => sortedOptions[index])
  return `${start}${answer},"options":[${options.join(',')}]${end}`
}
