// Compares a dataset with its ratings, and reviews its balance.
import type { Diagnostic, LocatedQuestion } from '@qb/core/questions'
import { countBy } from '../count-by.ts'
import { difficultyOf } from './difficulty.ts'
import type { Rating, Ratings } from './read-ratings.ts'

/** Minimum number of questions of each difficulty. */
const MIN_PER_DIFFICULTY = 120
/** Minimum and maximum number of questions on a topic. */
const PER_TOPIC = { min: 12, max: 60 }
/** Maximum share of the questions about one region. `world` and `space` are not regions that could be preferred. */
const MAX_REGION_SHARE = 0.5
const NO_REGIONS = ['world', 'space']
/** The share of women among the women and men that are asked for. */
const WOMEN_SHARE = { min: 0.45, max: 0.55 }

/** Returns the diagnostics of a dataset. Those of its balance are at the start of the file. */
export function reviewRatings(questions: readonly LocatedQuestion[], ratings: Ratings): Diagnostic[] {
  const [first] = questions
  if (!first) return []
  const ids = new Set(questions.map(({ question }) => question.id))
  const strangers = [...ratings.keys()].filter((id) => !ids.has(id))
  const rated = questions.flatMap(({ question }) => ratings.get(question.id) ?? [])
  const balance = [
    ...strangers.map((id) => `expected ratings of questions of this file, got ${id}`),
    ...reviewDifficulties(questions),
    ...reviewTopics(questions),
    ...reviewRegions(rated),
    ...reviewPersons(rated),
  ]
  return [
    ...questions.flatMap((question) => reviewQuestion(question, ratings)),
    ...balance.map((message) => ({ file: first.file, line: 1, column: 1, message })),
  ]
}

function reviewQuestion({ file, question, positionOf }: LocatedQuestion, ratings: Ratings): Diagnostic[] {
  const rating = ratings.get(question.id)
  if (!rating)
    return [{ file, ...positionOf('id'), message: `expected a rating of ${question.id}, got none` }]
  const rated = difficultyOf(rating.shares)
  if (question.difficulty === rated) return []
  const message = `expected the difficulty that readers found, ${rated} (${rating.shares.join(', ')} %), got ${question.difficulty ?? 'none'}`
  return [{ file, ...positionOf('difficulty'), message }]
}

function reviewDifficulties(questions: readonly LocatedQuestion[]): string[] {
  const counts = countBy(questions, ({ question }) => question.difficulty)
  return ['easy', 'medium', 'hard'].flatMap((name) => {
    const count = counts.get(name) ?? 0
    return count < MIN_PER_DIFFICULTY
      ? [`expected at least ${MIN_PER_DIFFICULTY} ${name} questions, got ${count}`]
      : []
  })
}

function reviewTopics(questions: readonly LocatedQuestion[]): string[] {
  const { min, max } = PER_TOPIC
  return [...countBy(questions, ({ question }) => question.topic)]
    .filter(([, count]) => count < min || count > max)
    .map(([topic, count]) => `expected ${min} to ${max} questions on the topic ${topic}, got ${count}`)
}

function reviewRegions(ratings: readonly Rating[]): string[] {
  return [...countBy(ratings, ({ region }) => region)]
    .filter(([region, count]) => !NO_REGIONS.includes(region) && count > ratings.length * MAX_REGION_SHARE)
    .map(
      ([region, count]) =>
        `expected at most ${MAX_REGION_SHARE * 100} % of the questions about ${region}, got ${count} of ${ratings.length}`,
    )
}

function reviewPersons(ratings: readonly Rating[]): string[] {
  const counts = countBy(ratings, ({ person }) => person)
  const [women = 0, men = 0] = [counts.get('woman'), counts.get('man')]
  const share = women / (women + men)
  return women + men === 0 || (share >= WOMEN_SHARE.min && share <= WOMEN_SHARE.max)
    ? []
    : [`expected as many women as men among the people asked for, got ${women} women and ${men} men`]
}
