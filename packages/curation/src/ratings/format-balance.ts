// Formats what a dataset consists of, as tables in Markdown.
import type { LocatedQuestion } from '@qb/core/questions'
import { countBy } from '../count-by.ts'
import { computeAgreement } from './agreement.ts'
import type { Ratings } from './read-ratings.ts'

const DIFFICULTIES = ['easy', 'medium', 'hard']

/** Returns a table of topics by difficulty, and a line each about regions, centuries, people, and the agreement of the readers. */
export function formatBalance(questions: readonly LocatedQuestion[], ratings: Ratings): string {
  const all = questions.map(({ question }) => question)
  const topics = [...new Set(all.map(({ topic = '' }) => topic))].sort()
  const rows = [...topics, undefined].map((topic) => {
    const selected = all.filter((question) => topic === undefined || question.topic === topic)
    const counts = DIFFICULTIES.map((name) => selected.filter(({ difficulty }) => difficulty === name).length)
    return `| ${topic ?? '**all**'} | ${[...counts, selected.length].join(' | ')} |`
  })
  const rated = all.flatMap(({ id }) => ratings.get(id) ?? [])
  const list = (counts: ReadonlyMap<string, number>) =>
    [...counts]
      .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')
  return [
    '| topic | easy | medium | hard | all |',
    '|---|--:|--:|--:|--:|',
    ...rows,
    '',
    `- Regions: ${list(countBy(rated, ({ region }) => region))}`,
    `- Centuries: ${list(countBy(rated, ({ century }) => periodOf(century)))}`,
    `- People asked for: ${list(countBy(rated, ({ person }) => (person === 'none' ? undefined : person)))}`,
    `- Readers: ${describeAgreement(ratings)}`,
  ].join('\n')
}

function describeAgreement(ratings: Ratings): string {
  const { correlations, meanDifference, sameDifficulty } = computeAgreement(ratings)
  const [min, max] = correlations.map((value) => value.toFixed(2))
  return `correlation of two readers ${min} to ${max}, mean difference ${meanDifference.toFixed(1)} percentage points, all three give the same difficulty to ${Math.round(sameDifficulty * 100)} % of the questions`
}

/** The name of the period of a century, so that the line is short. */
function periodOf(century: string): string {
  if (century === 'any') return 'none'
  const number = Number(century)
  if (number >= 20) return `${number}${number === 21 ? 'st' : 'th'}`
  if (number >= 17) return '17th to 19th'
  return number >= 5 ? '5th to 16th' : 'antiquity'
}
