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
    '%s has at least 500 questions with four options, a source, and an id like %s-0001',
    (category, prefix) => {
      const located = questions.get(category) ?? []
      expect(located.length).toBeGreaterThanOrEqual(500)
      for (const { question } of located) {
        expect(question.id).toMatch(new RegExp(`^${prefix}-\\d{4}$`))
        expect(question.options, question.id).toHaveLength(4)
        expect(question.source, question.id).toMatch(/\S/)
      }
    },
  )

  it('have no id of a question that was removed', () => {
    const path = fileURLToPath(new URL('../removed-ids.txt', import.meta.url))
    const removed = new Set(readFileSync(path, 'utf8').split('\n').filter(Boolean))
    expect(removed.size).toBeGreaterThan(0)
    const ids = [...questions.values()].flat().map(({ question }) => question.id)
    expect(ids.filter((id) => removed.has(id))).toEqual([])
  })

  it.each(CATEGORIES)('%s has at least 12 topics with at least 10 questions each', (category) => {
    const topics = datasets.get(category)?.facets().topic ?? new Map()
    expect(topics.size).toBeGreaterThanOrEqual(12)
    expect(Math.min(...topics.values())).toBeGreaterThanOrEqual(10)
  })

  it.each(CATEGORIES)('%s has a rating of each question', (category) => {
    expect([...(ratings.get(category)?.keys() ?? [])]).toEqual(
      questions.get(category)?.map(({ question }) => question.id),
    )
  })

  it('have the balance that the README shows, which `vitest --update` writes', async () => {
    const path = fileURLToPath(new URL('../../../external-resources/README.md', import.meta.url))
    let readme = readFileSync(path, 'utf8')
    for (const [category, rated] of ratings) {
      const section = new RegExp(`(?<=\\n#### \`${category}\`\\n\\n).*?(?=\\n\\n#)`, 's')
      expect(readme).toMatch(section)
      readme = readme.replace(section, () => formatBalance(questions.get(category) ?? [], rated))
    }
    await expect(readme).toMatchFileSnapshot(path)
  })
})
