// Tests that the curated datasets are large enough, balanced, and free of diagnostics.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type Dataset,
  formatDiagnostic,
  type LocatedQuestion,
  loadDataset,
  readSheet,
  scanFolder,
} from '@qb/core/questions'
import { RESERVED_IDS } from '@qb/questions/app'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkFiles } from './check/check-files.ts'
import { formatBalance, readAllRatings } from './ratings/index.ts'

const directory = fileURLToPath(new URL('../../../external-resources/questions', import.meta.url))
const folder = { directory, now: () => new Date() }
const CATEGORIES = [
  ['astronomy', 'AST'],
  ['general_knowledge', 'GEN'],
  ['literature', 'LIT'],
  ['mathematics', 'MAT'],
] as const

const ratings = readAllRatings(fileURLToPath(new URL('../ratings', import.meta.url)))
const datasets = new Map<string, Dataset>()
const questions = new Map<string, readonly LocatedQuestion[]>()
beforeAll(async () => {
  for (const [category, { title, path, content }] of (await scanFolder(folder, new Map())).files) {
    if (content.kind !== 'bytes') throw new Error(`${path}: ${content.kind}`)
    const source = { category, title, path, bytes: content.bytes, reservedIds: RESERVED_IDS }
    const loaded = loadDataset(source)
    if (loaded.kind === 'dataset') datasets.set(category, loaded.dataset)
    questions.set(category, readSheet(source).questions)
  }
})

describe('the curated datasets', () => {
  it('have no diagnostics', async () => {
    const { files } = await scanFolder(folder, new Map())
    const { errors, warnings, ignoredColumns, summaries } = checkFiles(files.values(), {
      reservedIds: RESERVED_IDS,
      ratings,
    })
    expect([...errors, ...warnings].map(formatDiagnostic)).toEqual([])
    expect(ignoredColumns).toEqual({})
    expect(Object.keys(summaries)).toEqual(CATEGORIES.map(([category]) => category))
  })

  it.each(CATEGORIES)(
    '%s has at least 300 questions with four options and an id like %s-0001',
    (category, prefix) => {
      const located = questions.get(category) ?? []
      expect(located.length).toBeGreaterThanOrEqual(300)
      for (const { question } of located) {
        expect(question.id).toMatch(new RegExp(`^${prefix}-\\d{4}$`))
        expect(question.options, question.id).toHaveLength(4)
      }
    },
  )

  it.each(CATEGORIES)('%s has at least 12 topics with at least 10 questions each', (category) => {
    const topics = datasets.get(category)?.facets().topic ?? new Map()
    expect(topics.size).toBeGreaterThanOrEqual(12)
    expect(Math.min(...topics.values())).toBeGreaterThanOrEqual(10)
  })

  it.each([...ratings.keys()])('%s has at least 500 questions, each with a source', (category) => {
    const located = questions.get(category) ?? []
    expect(located.length).toBeGreaterThanOrEqual(500)
    for (const { question } of located) expect(question.source, question.id).toMatch(/\S/)
  })

  it.each([...ratings])('%s has the balance that the README shows', (category, rated) => {
    const readme = readFileSync(
      fileURLToPath(new URL('../../../external-resources/README.md', import.meta.url)),
      'utf8',
    )
    expect(readme).toContain(`\n#### ${category}\n\n${formatBalance(questions.get(category) ?? [], rated)}\n`)
  })

  it.each(CATEGORIES.filter(([category]) => !ratings.has(category)))(
    '%s has about a third each of easy, medium and hard questions',
    (category) => {
      const dataset = datasets.get(category)
      const difficulties = dataset?.facets().difficulty ?? new Map()
      expect([...difficulties.keys()].toSorted()).toEqual(['easy', 'hard', 'medium'])
      for (const count of difficulties.values()) {
        expect(count / (dataset?.size ?? 0)).toBeGreaterThan(0.28)
        expect(count / (dataset?.size ?? 0)).toBeLessThan(0.39)
      }
    },
  )
})
