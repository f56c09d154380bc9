// Compares questions with the dataset that they replace.
import { type AnsweredQuestion, readSheet } from '@qb/core/questions'
import { createRowFormat } from './write-dataset.ts'

/**
 * Describes how questions differ from the valid ones of a dataset. Questions are the same when their ids are. A row that is written
 * again as it is needs no reading.
 * @param before the text of the dataset
 */
export async function describeReplacement(
  before: string,
  after: readonly AnsweredQuestion[],
): Promise<string[]> {
  const { header, formatRow } = createRowFormat(after)
  const different = new Map(after.map((question) => [formatRow(question), question]))
  const lines = before.split('\n')
  const others = lines[0] === header ? lines.filter((line) => !different.delete(line)) : lines
  const old = await readDataset(others.join('\n'))
  if (old.size === 0 && different.size === after.length) return []
  const kept = [...different.values()].filter(({ id }) => old.has(id))
  const changed = kept.filter((question) => old.get(question.id) !== describe(question)).length
  const [added, removed] = [different.size - kept.length, old.size - kept.length]
  return [`compared with the dataset that exists: ${added} new, ${changed} changed, ${removed} removed`]
}

const describe = (question: AnsweredQuestion) => JSON.stringify(Object.entries(question).sort())

/** Describes the valid questions of a dataset, by their ids. */
async function readDataset(text: string): Promise<Map<string, string>> {
  const names = { category: '', title: '', path: '', reservedIds: [] }
  const { questions } = await readSheet({ ...names, bytes: Buffer.from(text) })
  return new Map(questions.map(({ question }) => [question.id, describe(question)]))
}
