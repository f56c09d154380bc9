// Generates questions with arbitrary strings, and makes datasets of questions, for the tests of this folder.
import fc from 'fast-check'
import { revisionOf } from '../revision.ts'
import { createDatasetBuilder, type Dataset } from './dataset.ts'
import { FACET_NAMES } from './facets.ts'
import type { AnsweredQuestion } from './question.ts'

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
    explanation: fc.option(anyText, { nil: undefined }),
    source: fc.option(anyText, { nil: undefined }),
  })
  .map((question) => JSON.parse(JSON.stringify(question)))

/** Makes a dataset. Its revision is that of the text `revision`. */
export function makeDataset(
  category: string,
  questions: readonly AnsweredQuestion[],
  revision = JSON.stringify(questions),
): Dataset {
  const builder = createDatasetBuilder({ category, title: 'Stars', path: 'stars.csv' })
  for (const question of questions) builder.add(question)
  return builder.finish(revisionOf(revision), ['note'])
}

/** Parses questions that are rendered in parts. */
export function parseList(json: readonly Buffer[]) {
  return JSON.parse(`[${Buffer.concat(json)}]`)
}
