// Implements a dataset in memory. Questions are serialised once, when they are stored.
import type { ByteString } from '../../byte-string.ts'
import { AppError } from '../../errors.ts'
import { createKey, type Key } from '../../random/index.ts'
import type { Dataset } from '../dataset.ts'
import { QUESTIONS_ERRORS } from '../errors.ts'
import { perFacet } from '../facets.ts'
import type { View } from '../selection.ts'
import { touchRows } from './byte-rows.ts'
import { createFacetIndex } from './facet-index.ts'
import { findRow } from './id-index.ts'
import { readAnswer, readId, readQuestion } from './packed-questions.ts'
import { filterRows, keyOf, selectRows } from './select-rows.ts'
import type { StoredQuestions } from './stored-questions.ts'

/** The content of a dataset. Ids are unique. */
export interface DatasetContent {
  readonly category: string
  readonly title: string
  readonly path: string
  /** The revision of the file. */
  readonly revision: string
  readonly questions: StoredQuestions
  readonly ignoredColumns: readonly string[]
}

/** Creates a dataset from stored questions. */
export function createDataset(content: DatasetContent): Dataset {
  const { category, title, path, revision, ignoredColumns } = content
  const { size, packed, ids: slots, hiddenRevision } = content.questions
  const facets = perFacet(({ name }) => createFacetIndex(content.questions.facets[name]))
  const counts = perFacet(({ name }) => facets[name].counts)
  const categories = [category]
  const unseededKey = createKey('options', category, '')
  const source = { size, facets }

  const rowsOf = (ids: readonly string[]) => {
    const rows = ids.map((id) => findRow(slots, id, (row) => readId(packed, row)))
    const unknown = ids.filter((_, index) => rows[index] === undefined)
    if (unknown.length > 0) throw unknownQuestionError(category, unknown)
    return rows as number[]
  }
  const serializeRows = (rows: readonly number[], view: View, key: Key = unseededKey) => {
    touchRows(packed, rows)
    let json = ''
    for (const row of rows) {
      const question = readQuestion(packed, row, view, key)
      json = json === '' ? question : `${json},${question}`
    }
    return json as ByteString
  }
  return {
    category,
    title,
    path,
    revision,
    size,
    ignoredColumns,
    revisionOf: (view) => (view.hideAnswers ? hiddenRevision : revision),
    facets: () => counts,
    match(filters, view, seed) {
      const matching = filterRows(source, filters)
      const key = view.shuffleOptions ? createKey('options', category, seed) : undefined
      return {
        total: matching?.length ?? source.size,
        question: (index) => serializeRows([matching ? (matching[index] as number) : index], view, key),
      }
    },
    page(selection) {
      const { order, view } = selection
      const { total, rows, nextOffset } = selectRows(source, keyOf(categories, order), selection)
      const isSeeded = view.shuffleOptions && order.kind === 'seeded'
      const key = isSeeded ? createKey('options', category, order.seed) : unseededKey
      return { total, json: serializeRows(rows, view, key), nextOffset }
    },
    questions: (ids, view) => serializeRows(rowsOf(ids), view),
    question: (id, view) => serializeRows(rowsOf([id]), view),
    correctAnswer(id) {
      const [row = 0] = rowsOf([id])
      return readAnswer(packed, row)
    },
  }
}

function unknownQuestionError(category: string, ids: readonly string[]): AppError {
  const names = ids.map((id) => JSON.stringify(id)).join(', ')
  return new AppError(
    QUESTIONS_ERRORS.unknown_question,
    `expected ids of the category ${category}, got ${names}`,
  )
}
