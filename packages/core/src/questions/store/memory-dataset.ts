// A dataset in memory. Questions are serialised once, when the dataset is created.
import { AppError } from '../../errors.ts'
import { revisionOf } from '../../revision.ts'
import type { Dataset } from '../dataset.ts'
import { QUESTIONS_ERRORS } from '../errors.ts'
import { perFacet } from '../facets.ts'
import type { AnsweredQuestion, Question } from '../question.ts'
import type { View } from '../selection.ts'
import { indexFacet } from './facet-index.ts'
import { joinShuffled, type OptionPieces, splitAtOptions, writeOptions } from './option-pieces.ts'
import { type PackedRows, packRows, rowText } from './packed-rows.ts'
import { selectRows } from './select-rows.ts'

/** The content of a dataset. Ids are unique. */
export interface DatasetContent {
  readonly category: string
  readonly title: string
  readonly path: string
  /** The bytes of the file; only their revision is kept. */
  readonly bytes: Uint8Array
  readonly questions: readonly AnsweredQuestion[]
  readonly ignoredColumns: readonly string[]
}

/** The rows with or without correct answers: as JSON texts, and split at their options. */
interface Rows {
  readonly packed: PackedRows
  readonly pieces: readonly (OptionPieces | undefined)[]
  readonly revision: string
}

/** Creates a dataset from questions that were read and checked. */
export function createDataset(content: DatasetContent): Dataset {
  const { category, title, path, bytes, questions, ignoredColumns } = content
  const revision = revisionOf(bytes)
  const options = questions.map(writeOptions)
  const visible = makeRows(questions, options, revision)
  const hidden = makeRows(
    questions.map(({ correct_answer: _, ...rest }) => rest),
    options,
  )
  const rowOfId = new Map(questions.map(({ id }, row) => [id, row]))
  const facets = perFacet(({ name }) => indexFacet(questions.map((question) => question[name])))
  const counts = perFacet(
    ({ name }) => new Map([...facets[name]].map(([value, rows]) => [value, rows.length])),
  )
  const source = { category, size: questions.length, facets }

  const rowsOf = (ids: readonly string[]) => {
    const unknown = ids.filter((id) => !rowOfId.has(id))
    if (unknown.length > 0) throw unknownQuestion(category, unknown)
    return ids.map((id) => rowOfId.get(id) as number)
  }
  const write = (rows: readonly number[], view: View, seed: string) => {
    const { packed, pieces } = view.hideAnswers ? hidden : visible
    const writeRow = (row: number) => {
      const split = view.shuffleOptions ? pieces[row] : undefined
      return split ? joinShuffled(split, category, seed) : rowText(packed, row)
    }
    return rows.map(writeRow).join(',')
  }
  return {
    category,
    title,
    path,
    revision,
    size: questions.length,
    ignoredColumns,
    revisionOf: (view) => (view.hideAnswers ? hidden.revision : revision),
    facets: () => counts,
    page(selection) {
      const { total, rows, nextOffset } = selectRows(source, selection)
      const seed = selection.order.kind === 'seeded' ? selection.order.seed : ''
      return { total, json: write(rows, selection.view, seed), nextOffset }
    },
    questions: (ids, view) => write(rowsOf(ids), view, ''),
    question: (id, view) => write(rowsOf([id]), view, ''),
    correctAnswer(id) {
      const [row = 0] = rowsOf([id])
      return (JSON.parse(rowText(visible.packed, row)) as AnsweredQuestion).correct_answer
    },
  }
}

function makeRows(
  questions: readonly Question[],
  options: readonly (readonly string[] | undefined)[],
  revision?: string,
): Rows {
  const texts = questions.map((question) => JSON.stringify(question))
  const packed = packRows(texts)
  const pieces = questions.map(({ id }, row) => splitAtOptions(id, texts[row] as string, options[row]))
  return { packed, pieces, revision: revision ?? revisionOf(packed.bytes) }
}

function unknownQuestion(category: string, ids: readonly string[]): AppError {
  const names = ids.map((id) => JSON.stringify(id)).join(', ')
  return new AppError(
    QUESTIONS_ERRORS.unknown_question,
    `expected ids of the category ${category}, got ${names}`,
  )
}
