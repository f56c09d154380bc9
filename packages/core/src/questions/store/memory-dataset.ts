// Implements a dataset in memory. Questions are serialised once, when the dataset is created.
import type { ByteString } from '../../byte-string.ts'
import { AppError } from '../../errors.ts'
import { extendName, nameStream } from '../../random/index.ts'
import { revisionOf } from '../../revision.ts'
import type { Dataset, FacetCounts } from '../dataset.ts'
import { QUESTIONS_ERRORS } from '../errors.ts'
import { type PerFacet, perFacet } from '../facets.ts'
import type { AnsweredQuestion } from '../question.ts'
import type { View } from '../selection.ts'
import { type FacetIndex, indexFacet } from './facet-index.ts'
import {
  hashWithoutAnswers,
  type PackedQuestions,
  packQuestions,
  readAnswer,
  readQuestion,
} from './packed-questions.ts'
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

/** The questions of a dataset, as they are stored. */
interface StoredQuestions {
  readonly packed: PackedQuestions
  readonly revision: string
  /** The revision without correct answers. */
  readonly hiddenRevision: string
  readonly rowOfId: ReadonlyMap<string, number>
  readonly facets: PerFacet<FacetIndex>
  readonly counts: FacetCounts
}

/** Creates a dataset from valid questions. */
export function createDataset(content: DatasetContent): Dataset {
  const { category, title, path, questions, ignoredColumns } = content
  const { packed, revision, hiddenRevision, rowOfId, facets, counts } = storeQuestions(content)
  const optionsName = nameStream('options', category)
  const source = { category, size: questions.length, facets }

  const rowsOf = (ids: readonly string[]) => {
    const unknown = ids.filter((id) => !rowOfId.has(id))
    if (unknown.length > 0) throw unknownQuestionError(category, unknown)
    return ids.map((id) => rowOfId.get(id) as number)
  }
  const serializeRows = (rows: readonly number[], view: View, seed: string) => {
    const name = extendName(optionsName, seed)
    let json = ''
    for (const row of rows) {
      const question = readQuestion(packed, row, view, name)
      json = json === '' ? question : `${json},${question}`
    }
    return json as ByteString
  }
  return {
    category,
    title,
    path,
    revision,
    size: questions.length,
    ignoredColumns,
    revisionOf: (view) => (view.hideAnswers ? hiddenRevision : revision),
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
      return readAnswer(packed, row)
    },
  }
}

function storeQuestions({ bytes, questions }: DatasetContent): StoredQuestions {
  const packed = packQuestions(questions)
  const facets = perFacet(({ name }) => indexFacet(questions.map((question) => question[name])))
  return {
    packed,
    revision: revisionOf(bytes),
    hiddenRevision: hashWithoutAnswers(packed),
    rowOfId: new Map(questions.map(({ id }, row) => [id, row])),
    facets,
    counts: perFacet(({ name }) => new Map([...facets[name]].map(([value, rows]) => [value, rows.length]))),
  }
}

function unknownQuestionError(category: string, ids: readonly string[]): AppError {
  const names = ids.map((id) => JSON.stringify(id)).join(', ')
  return new AppError(
    QUESTIONS_ERRORS.unknown_question,
    `expected ids of the category ${category}, got ${names}`,
  )
}
