// Stores questions one after the other, with their indexes. The result consists of plain data and typed arrays, so that one
// thread can build it and another one can use it.
import { FACET_NAMES, type PerFacet, perFacet } from '../facets.ts'
import type { AnsweredQuestion } from '../question.ts'
import { allocateUint32 } from './allocate.ts'
import { createFacetBuilder, type FacetRows } from './facet-index.ts'
import { createIdIndex } from './id-index.ts'
import { createPacker, hashWithoutAnswers, type PackedQuestions } from './packed-questions.ts'

/** The questions of a dataset and their indexes. */
export interface StoredQuestions {
  readonly size: number
  readonly packed: PackedQuestions
  /** The slots of the index of ids. */
  readonly ids: Uint32Array
  readonly facets: PerFacet<FacetRows>
  /** The revision without correct answers. */
  readonly hiddenRevision: string
}

/** A store that questions are added to. */
export interface QuestionStore {
  /** Whether a question with this id was added. */
  has(id: string): boolean
  add(question: AnsweredQuestion): void
  finish(): StoredQuestions
}

/** Creates an empty store. @param capacity the expected number of bytes of the questions as JSON */
export function createQuestionStore(capacity: number): QuestionStore {
  const packer = createPacker(capacity)
  const ids = createIdIndex(packer.readId)
  const facets = perFacet(createFacetBuilder)
  let size = 0
  return {
    has: (id) => ids.find(id) !== undefined,
    add(question) {
      packer.add(question)
      ids.add(question.id)
      for (const name of FACET_NAMES) facets[name].add(question[name])
      size++
    },
    finish() {
      const packed = packer.finish()
      return {
        size,
        packed,
        ids: ids.finish(),
        facets: perFacet(({ name }) => facets[name].finish()),
        hiddenRevision: hashWithoutAnswers(packed),
      }
    },
  }
}

/**
 * Moves stored questions into ArrayBuffers that can be transferred to another thread: all tables are moved into one. Otherwise
 * the memory allocator would keep the gaps between them for a thread that has ended.
 */
export function moveIntoBuffers({ size, packed, ids, facets, hiddenRevision }: StoredQuestions): {
  readonly questions: StoredQuestions
  readonly buffers: readonly ArrayBuffer[]
} {
  const { chunks, ends } = packed
  const arrays = [ends, ids, ...FACET_NAMES.flatMap((name) => [facets[name].rows, facets[name].starts])]
  const all = allocateUint32(arrays.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  const move = (array: Uint32Array) => {
    all.set(array, offset)
    offset += array.length
    return all.subarray(offset - array.length, offset)
  }
  const questions = {
    size,
    packed: { ...packed, ends: move(ends) },
    ids: move(ids),
    facets: perFacet(({ name }) => {
      const { values, rows, starts } = facets[name]
      return { values, rows: move(rows), starts: move(starts) }
    }),
    hiddenRevision,
  }
  return {
    questions,
    buffers: [...chunks.map(({ buffer }) => buffer as ArrayBuffer), all.buffer as ArrayBuffer],
  }
}
