// Keeps the questions of a category in memory: an array of stored questions, and indexes by id and by facet.
import { createHash } from 'node:crypto'
import { AppError } from '../errors.ts'
import { REVISION_DIGITS } from '../revision.ts'
import type { CategoryName } from './category-name.ts'
import { QUESTIONS_ERRORS } from './errors.ts'
import { FACET_NAMES, type PerFacet, perFacet } from './facets.ts'
import type { AnsweredQuestion } from './question.ts'
import { hideAnswer, readQuestion, type StoredQuestion, storeQuestion, type View } from './stored-question.ts'
import { createSuspicionFinder, type Suspicion } from './suspicions.ts'

/** The allowed values of each facet. Without values, a facet allows every question. */
export type Filters = Partial<PerFacet<readonly string[]>>

/** The number of questions per value of each facet. Values are in the order of their first occurrence. */
export type FacetCounts = PerFacet<ReadonlyMap<string, number>>

/** The questions of a dataset that match filters, in dataset order. */
export interface Matches {
  readonly total: number
  /** Returns a match. @param index from 0 to `total` − 1 */
  at(index: number): StoredQuestion
}

/** The immutable questions of a category. */
export type Dataset = ReturnType<typeof createDataset>

/** What is known of a dataset besides its questions. */
interface DatasetFacts extends CategoryName {
  /** The path of the file, as used in messages. */
  readonly path: string
  /**
   * The revision of the file: 16 hexadecimal digits. It depends on the answers, so it must only be in responses that contain
   * them: a client that knows every answer but one could find the last one by computing the revision for each option.
   */
  readonly revision: string
  /** The revision of the questions without answers, explanations and sources: 16 hexadecimal digits. */
  readonly publicRevision: string
  /** The names of the columns that were not read. */
  readonly ignoredColumns: readonly string[]
  /** What looks wrong although it is valid. */
  readonly suspicions: readonly Suspicion[]
}

/** What was found out about a file besides its questions. */
type Findings = Pick<DatasetFacts, 'ignoredColumns' | 'suspicions'>

/** Creates a builder without questions. It collects the questions of a file. */
export function createDatasetBuilder(names: CategoryName & Pick<DatasetFacts, 'path'>) {
  const questions: StoredQuestion[] = []
  const rows = new Map<string, number>()
  const facets: FacetRows = perFacet(() => new Map<string, number[]>())
  const publicHash = createHash('sha256')
  const finder = createSuspicionFinder()
  return {
    /** Adds a question. Its id is unique. */
    add(question: AnsweredQuestion): void {
      for (const name of FACET_NAMES) {
        const value = question[name]
        if (value === undefined) continue
        const matching = facets[name].get(value)
        if (matching) matching.push(questions.length)
        else facets[name].set(value, [questions.length])
      }
      rows.set(question.id, questions.length)
      finder.add(question)
      const stored = storeQuestion(question)
      publicHash.update(`{${hideAnswer(stored)}`, 'latin1')
      questions.push(stored)
    },
    /** Returns the number of questions. */
    size: () => questions.length,
    finish(revision: string, { ignoredColumns, suspicions }: Findings): Dataset {
      const publicRevision = publicHash.digest('hex').slice(0, REVISION_DIGITS)
      const all = [...suspicions, ...finder.list()]
      const facts = { ...names, revision, publicRevision, ignoredColumns, suspicions: all }
      return createDataset(facts, questions, rows, facets)
    },
  }
}

/** The rows of each value of each facet, ascending. */
type FacetRows = PerFacet<Map<string, number[]>>

function createDataset(
  known: DatasetFacts,
  questions: readonly StoredQuestion[],
  rows: ReadonlyMap<string, number>,
  facets: FacetRows,
) {
  const { category, revision, publicRevision } = known
  const counts: FacetCounts = perFacet(
    ({ name }) => new Map([...facets[name]].map(([value, matching]) => [value, matching.length])),
  )
  const find = (ids: readonly string[]): readonly StoredQuestion[] => {
    const unknown = ids.filter((id) => !rows.has(id))
    if (unknown.length === 0) return ids.map((id) => questions[rows.get(id) as number] as StoredQuestion)
    const expected = `${unknown.length === 1 ? 'an id' : 'ids'} of the category ${category}`
    const got = unknown.map((id) => JSON.stringify(id)).join(', ')
    throw new AppError(QUESTIONS_ERRORS.unknown_question, `expected ${expected}, got ${got}`)
  }
  return {
    ...known,
    /** The number of questions. */
    size: questions.length,
    /** Returns the revision of the members that a view includes. */
    revisionOf: (view: View) => (view.hideAnswers ? publicRevision : revision),
    /** Counts the questions per value of each facet. */
    facets: () => counts,
    /** Finds the questions that match filters. */
    match(filters: Filters): Matches {
      const matching = filterRows(questions.length, facets, filters)
      const rowOf = (index: number) => (matching ? (matching[index] as number) : index)
      return {
        total: matching?.length ?? questions.length,
        at: (index) => questions[rowOf(index)] as StoredQuestion,
      }
    },
    /** Returns the questions with these ids, in this order. @throws AppError `questions/unknown_question` */
    find,
    /** Returns a question with all its members. @throws AppError `questions/unknown_question` */
    read: (id: string) => readQuestion(find([id])[0] as StoredQuestion),
  }
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
