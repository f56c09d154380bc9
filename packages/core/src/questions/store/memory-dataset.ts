// Implements a dataset in memory. Questions are serialised once, when the dataset is created.
import { AppError } from '../../errors.ts'
import { revisionOf } from '../../revision.ts'
import type { Dataset, FacetCounts } from '../dataset.ts'
import { QUESTIONS_ERRORS } from '../errors.ts'
import { type PerFacet, perFacet } from '../facets.ts'
import type { AnsweredQuestion, Question } from '../question.ts'
import type { View } from '../selection.ts'
import { type FacetIndex, indexFacet } from './facet-index.ts'
import { joinShuffled, type OptionPieces, serializeOptions, splitAtOptions } from './option-pieces.ts'
import { type PackedRows, packRows, readRow } from './packed-rows.ts'
import { filterRows, selectRows } from './select-rows.ts'

/** The content of a dataset. Ids are unique. */
export interface DatasetContent {
  readonly category: string
  readonly title: string
  readonly path: string
  /** The bytes of the file. Only their revision is kept. */
  readonly bytes: Uint8Array
  readonly questions: readonly AnsweredQuestion[]
  readonly ignoredColumns: readonly string[]
}

/** The questions as JSON, with or without correct answers. A row is the index of a question. */
interface Rows {
  readonly packed: PackedRows
  /** The JSON of each question, split at its options. Undefined for a question without options. */
  readonly pieces: readonly (OptionPieces | undefined)[]
  readonly revision: string
}

/** The questions of a dataset, as they are stored. */
interface StoredQuestions {
  /** With correct answers. */
  readonly visible: Rows
  /** Without correct answers. */
  readonly hidden: Rows
  readonly rowOfId: ReadonlyMap<string, number>
  readonly facets: PerFacet<FacetIndex>
  readonly counts: FacetCounts
}

/** Creates a dataset from valid questions. */
export function createDataset(content: DatasetContent): Dataset {
  const { category, title, path, questions, ignoredColumns } = content
  const { visible, hidden, rowOfId, facets, counts } = storeQuestions(content)
  const source = { category, size: questions.length, facets }

  const rowsOf = (ids: readonly string[]) => {
    const unknown = ids.filter((id) => !rowOfId.has(id))
    if (unknown.length > 0) throw unknownQuestionError(category, unknown)
    return ids.map((id) => rowOfId.get(id) as number)
  }
  const serializeRows = (rows: readonly number[], view: View, seed: string) =>
    rows.map((row) => serializeRow(view.hideAnswers ? hidden : visible, row, view, category, seed)).join(',')
  return {
    category,
    title,
    path,
    revision: visible.revision,
    size: questions.length,
    ignoredColumns,
    revisionOf: (view) => (view.hideAnswers ? hidden.revision : visible.revision),
    facets: () => counts,
    match(filters) {
      const matching = filterRows(source, filters)
      return {
        total: matching?.length ?? source.size,
        question: (index, view, seed) =>
          serializeRows([matching ? (matching[index] as number) : index], view, seed),
      }
    },
    page(selection) {
      const { total, rows, nextOffset } = selectRows(source, selection)
      const seed = selection.order.kind === 'seeded' ? selection.order.seed : ''
      return { total, json: serializeRows(rows, selection.view, seed), nextOffset }
    },
    questions: (ids, view) => serializeRows(rowsOf(ids), view, ''),
    question: (id, view) => serializeRows(rowsOf([id]), view, ''),
    correctAnswer(id) {
      const [row = 0] = rowsOf([id])
      return (JSON.parse(readRow(visible.packed, row)) as AnsweredQuestion).correct_answer
    },
  }
}

function storeQuestions({ bytes, questions }: DatasetContent): StoredQuestions {
  const options = questions.map(serializeOptions)
  const withoutAnswers = questions.map(({ correct_answer: _, ...rest }) => rest)
  const facets = perFacet(({ name }) => indexFacet(questions.map((question) => question[name])))
  return {
    visible: createRows(questions, options, revisionOf(bytes)),
    hidden: createRows(withoutAnswers, options),
    rowOfId: new Map(questions.map(({ id }, row) => [id, row])),
    facets,
    counts: perFacet(({ name }) => new Map([...facets[name]].map(([value, rows]) => [value, rows.length]))),
  }
}

/** Serialises questions. The default revision is the hash of the JSON. */
function createRows(
  questions: readonly Question[],
  options: readonly (readonly string[] | undefined)[],
  revision?: string,
): Rows {
  const rows = questions.map((question) => JSON.stringify(question))
  const packed = packRows(rows)
  const pieces = questions.map(({ id }, row) => splitAtOptions(id, rows[row] as string, options[row]))
  return { packed, pieces, revision: revision ?? revisionOf(packed.bytes) }
}

function serializeRow(
  { packed, pieces }: Rows,
  row: number,
  { shuffleOptions }: View,
  category: string,
  seed: string,
): string {
  const split = shuffleOptions ? pieces[row] : undefined
  return split ? joinShuffled(split, category, seed) : readRow(packed, row)
}

function unknownQuestionError(category: string, ids: readonly string[]): AppError {
  const names = ids.map((id) => JSON.stringify(id)).join(', ')
  return new AppError(
    QUESTIONS_ERRORS.unknown_question,
    `expected ids of the category ${category}, got ${names}`,
  )
}
