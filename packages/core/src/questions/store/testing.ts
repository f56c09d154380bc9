// Generates and stores questions with arbitrary strings, for the tests of this folder.
import fc from 'fast-check'
import { FACET_NAMES } from '../facets.ts'
import type { AnsweredQuestion } from '../question.ts'
import { createFacetBuilder, createFacetIndex, type FacetIndex } from './facet-index.ts'
import { createPacker, type PackedQuestions } from './packed-questions.ts'
import { createQuestionStore, type StoredQuestions } from './stored-questions.ts'

/** A string, which can contain the marker at which the JSON of a question is split. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"options":[]', '\\"options\\":[]', '","options":[],"', ']', '[]'),
)

const facetValue = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined })
const facetMembers = Object.fromEntries(FACET_NAMES.map((name) => [name, facetValue]))

/** A question with or without options, facets and a source. A member without a value is absent, not undefined. */
export const anyQuestion: fc.Arbitrary<AnsweredQuestion> = fc
  .record({
    id: anyText,
    question: anyText,
    correct_answer: anyText,
    options: fc.option(fc.uniqueArray(anyText, { minLength: 1, maxLength: 6 }), { nil: undefined }),
    ...facetMembers,
    source: fc.option(anyText, { nil: undefined }),
  })
  .map((question) => JSON.parse(JSON.stringify(question)))

/** Packs questions. The packer starts with little memory, so that it must grow. */
export function packQuestions(questions: readonly AnsweredQuestion[]): PackedQuestions {
  const packer = createPacker(16)
  for (const question of questions) packer.add(question)
  return packer.finish()
}

/** Stores questions with their indexes. */
export function storeQuestions(questions: readonly AnsweredQuestion[]): StoredQuestions {
  const store = createQuestionStore(16)
  for (const question of questions) store.add(question)
  return store.finish()
}

/** Indexes the values of a facet, one per row. */
export function indexFacet(values: readonly (string | undefined)[]): FacetIndex {
  const builder = createFacetBuilder()
  for (const value of values) builder.add(value)
  return createFacetIndex(builder.finish())
}
