// Generates questions with arbitrary strings, and makes datasets of questions, for the tests of this folder. It also reads sheets from strings.
import fc from 'fast-check'
import { revisionOf } from '../revision.ts'
import { createDatasetBuilder, type Dataset } from './dataset.ts'
import { formatDiagnostic } from './diagnostic.ts'
import { FACET_NAMES } from './facets.ts'
import type { AnsweredQuestion } from './question.ts'
import { readSheet, type Sheet } from './sheet.ts'

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
  return builder.finish(revisionOf(revision), { ignoredColumns: ['note'], suspicions: [] })
}

/** Parses the questions of a page. */
export function parseList(json: string) {
  return JSON.parse(`[${Buffer.from(json, 'latin1')}]`)
}

/** The header line of a dataset without optional columns. */
export const HEAD = 'id,question,correct_answer\n'

/** The header line of a dataset with every optional column. */
export const FULL_HEAD = 'id,question,correct_answer,options,difficulty,topic\n'

/** Reads a file of the category `test`. */
export function read(content: string | Uint8Array, reservedIds: readonly string[] = []): Promise<Sheet> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return readSheet({ category: 'test', title: 'Test', path: 'test.csv', bytes, reservedIds })
}

/** Returns the questions of a valid file. */
export async function questionsOf(content: string | Uint8Array): Promise<AnsweredQuestion[]> {
  const { questions, diagnostics } = await read(content)
  if (diagnostics.length > 0) throw new Error(`expected a valid file, got ${JSON.stringify(diagnostics)}`)
  return questions.map(({ question }) => question)
}

/** Returns the diagnostics of a file as `line: column "name": message`. */
export async function diagnose(
  content: string | Uint8Array,
  reservedIds?: readonly string[],
): Promise<string[]> {
  const { diagnostics } = await read(content, reservedIds)
  return diagnostics.map((diagnostic) => formatDiagnostic(diagnostic).slice('test.csv:'.length))
}
