// Tests that the curated datasets are large enough, balanced, and free of diagnostics.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type AnsweredQuestion,
  type Dataset,
  formatDiagnostic,
  type LocatedQuestion,
  listFolder,
  loadDataset,
  readSheet,
  type ScannedFile,
  scanFile,
} from '@qb/core/questions'
import { RESERVED_IDS } from '@qb/questions/app'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkFiles } from './check/check-files.ts'
import { reviewSetting } from './testing/setting.ts'
import { reviewStyle } from './testing/style.ts'

const directory = fileURLToPath(new URL('../../../external-resources/questions', import.meta.url))
const folder = { directory }
const CATEGORIES = [
  ['astronomy', 'AST'],
  ['general_knowledge', 'GEN'],
  ['literature', 'LIT'],
  ['mathematics', 'MAT'],
] as const

const DIFFICULTIES = ['easy', 'medium', 'hard']
const REGIONS = [
  'africa',
  'asia',
  'europe',
  'latin america',
  'middle east',
  'north america',
  'oceania',
  'polar',
  'space',
  'world',
]
const PERSONS = ['woman', 'man', 'mixed', 'none']

const scanned: ScannedFile[] = []
const datasets = new Map<string, Dataset>()
const questions = new Map<string, readonly LocatedQuestion[]>()
beforeAll(async () => {
  for (const file of (await listFolder(folder)).files) {
    const one = await scanFile(file, { now: () => new Date() })
    scanned.push(one)
    const { category, content } = one
    if (content.kind !== 'bytes') throw new Error(`${one.path}: ${content.kind}`)
    const source = { ...one, ...content, reservedIds: RESERVED_IDS }
    const { dataset } = await loadDataset(source)
    if (dataset) datasets.set(category, dataset)
    questions.set(category, (await readSheet(source)).questions)
  }
})

describe('the curated datasets', () => {
  it('have no diagnostics', async () => {
    const { errors, warnings, ignoredColumns, summaries } = await checkFiles(scanned)
    const style = reviewStyle([...questions.values()].flat())
    expect([...errors, ...warnings, ...style].map(formatDiagnostic)).toEqual([])
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

  it.each(CATEGORIES)(
    '%s explains each answer in 60 to 240 characters, in typographic punctuation',
    (category) => {
      const explanations = questionsOf(category).map(({ id, explanation = '' }) => ({ id, explanation }))
      const unfit = explanations.filter(({ explanation }) => !/^[^"'\n]{59,239}[.!?”’)]$/.test(explanation))
      expect(unfit).toEqual([])
      expect(new Set(explanations.map(({ explanation }) => explanation)).size).toBe(explanations.length)
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

  it.each(CATEGORIES)('%s has the difficulties that the readers found', (category) => {
    const rows = readRatings(category)
    expect(rows.map(({ id }) => id)).toEqual(questionsOf(category).map(({ id }) => id))
    for (const [index, { id, century, region, person, ...rating }] of rows.entries()) {
      const shares = [rating.share_1, rating.share_2, rating.share_3]
        .filter(Boolean)
        .map(Number)
        .toSorted((a, b) => a - b)
      expect([1, 3], id).toContain(shares.length)
      const median = shares[(shares.length - 1) / 2] ?? Number.NaN
      const difficulty = median >= 67 ? 'easy' : median >= 52 ? 'medium' : 'hard'
      expect(questionsOf(category)[index]?.difficulty, `${id}: ${shares}`).toBe(difficulty)
      expect(
        shares.every((share) => Number.isInteger(share) && share > 0 && share <= 100),
        id,
      ).toBe(true)
      expect(century, id).toMatch(/^(any|-?\d{1,2})$/)
      expect(REGIONS, id).toContain(region)
      expect(PERSONS, id).toContain(person)
    }
  })

  it.each(CATEGORIES)('%s is balanced in difficulties, topics, regions, and women and men', (category) => {
    const rows = readRatings(category)
    const difficulties = countBy(questionsOf(category).map(({ difficulty = '' }) => difficulty))
    for (const difficulty of DIFFICULTIES) expect(difficulties.get(difficulty)).toBeGreaterThanOrEqual(120)
    expect(difficulties.get('easy'), 'easy').toBeGreaterThanOrEqual(0.3 * rows.length)
    expect(difficulties.get('hard'), 'hard').toBeLessThanOrEqual(0.35 * rows.length)
    for (const [topic, count] of countBy(questionsOf(category).map(({ topic = '' }) => topic))) {
      expect(count, topic).toBeGreaterThanOrEqual(12)
      expect(count, topic).toBeLessThanOrEqual(60)
    }
    // Nobody would prefer the regions world and space.
    for (const [region, count] of countBy(rows.map(({ region = '' }) => region))) {
      if (!['world', 'space'].includes(region)) expect(count, region).toBeLessThanOrEqual(rows.length / 2)
    }
    const persons = countBy(rows.map(({ person = '' }) => person))
    const [women = 0, men = 0] = [persons.get('woman'), persons.get('man')]
    expect(women).toBeGreaterThanOrEqual(0.45 * (women + men))
    expect(women).toBeLessThanOrEqual(0.55 * (women + men))
  })

  it('are set well', () => {
    const found = CATEGORIES.flatMap(([category]) => reviewSetting(questions.get(category) ?? []))
    expect(found.map(formatDiagnostic)).toEqual([])
  })

  it('have the balance that the README shows, which `vitest --update` writes', async () => {
    const path = fileURLToPath(new URL('../../../external-resources/README.md', import.meta.url))
    let readme = readFileSync(path, 'utf8')
    for (const [category] of CATEGORIES) {
      const list = (name: 'region' | 'person') =>
        [...countBy(readRatings(category).map((row) => row[name] ?? ''))]
          .filter(([value]) => value !== 'none')
          .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
          .map(([value, count]) => `${value} ${count}`)
          .join(', ')
      const section = new RegExp(`(?<=\n#### \`${category}\`\n\n).*?(?=\n\n#)`, 's')
      expect(readme).toMatch(section)
      readme = readme.replace(section, (text) =>
        text
          .replace(/\| topic.*?(?=\n\n)/s, () => formatTopics(questionsOf(category)))
          .replace(/(?<=^- Regions: ).*/m, () => list('region'))
          .replace(/(?<=^- People asked for: ).*/m, () => list('person')),
      )
    }
    await expect(readme).toMatchFileSnapshot(path)
  })
})

function questionsOf(category: string): AnsweredQuestion[] {
  return (questions.get(category) ?? []).map(({ question }) => question)
}

/** Reads what readers found about the questions of a dataset. packages/curation/ratings/README.md describes the columns. */
function readRatings(category: string): Readonly<Record<string, string>>[] {
  return parse(readFileSync(new URL(`../ratings/${category}.csv`, import.meta.url), 'utf8'), {
    columns: true,
  })
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Formats a table of the topics by difficulty. */
function formatTopics(all: readonly AnsweredQuestion[]): string {
  const topics = [...new Set(all.map(({ topic = '' }) => topic))].sort()
  const rows = [...topics, undefined].map((topic) => {
    const selected = all.filter((question) => topic === undefined || question.topic === topic)
    const counts = DIFFICULTIES.map((name) => selected.filter(({ difficulty }) => difficulty === name).length)
    return `| ${topic ?? '**all**'} | ${[...counts, selected.length].join(' | ')} |`
  })
  return ['| topic | easy | medium | hard | all |', '|---|--:|--:|--:|--:|', ...rows].join('\n')
}
