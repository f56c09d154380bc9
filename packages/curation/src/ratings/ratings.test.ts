import { type LocatedQuestion, readSheet } from '@qb/core/questions'
import { describe, expect, it } from 'vitest'
import { computeAgreement } from './agreement.ts'
import { difficultyOf, formatBalance, readRatings, reviewRatings } from './index.ts'

const HEADER = 'id,century,region,person,share_1,share_2,share_3\n'

describe('difficultyOf', () => {
  it.each([
    [[67, 90, 10], 'easy'],
    [[66, 66, 100], 'medium'],
    [[52, 20, 60], 'medium'],
    [[51, 99, 25], 'hard'],
  ] as const)('is the median of the readers: %j is %s', (shares, difficulty) => {
    expect(difficultyOf(shares)).toBe(difficulty)
  })
})

describe('readRatings', () => {
  it('reads a rating per question', () => {
    const ratings = readRatings(`${HEADER}A-1,-3,asia,woman,70,80,90\nA-2,any,world,none,25,30,35\n`)
    expect([...ratings]).toEqual([
      ['A-1', { century: '-3', region: 'asia', person: 'woman', shares: [70, 80, 90] }],
      ['A-2', { century: 'any', region: 'world', person: 'none', shares: [25, 30, 35] }],
    ])
  })

  it.each([
    ['an id twice', 'A,1,asia,man,1,2,3\nA,1,asia,man,1,2,3\n'],
    ['no id', ',1,asia,man,1,2,3\n'],
    ['an unknown region', 'A,1,atlantis,man,1,2,3\n'],
    ['an unknown person', 'A,1,asia,robot,1,2,3\n'],
    ['a century in words', 'A,first,asia,man,1,2,3\n'],
    ['a missing share', 'A,1,asia,man,1,2,\n'],
    ['a share over 100', 'A,1,asia,man,1,2,101\n'],
  ])('rejects %s', (_about, rows) => {
    expect(() => readRatings(HEADER + rows)).toThrow('expected one valid rating per question, got {')
  })
})

const LEVELS = ['easy', 'medium', 'hard'] as const
const SHARES = { easy: '80,80,80', medium: '60,60,60', hard: '30,30,30' }
const REGIONS = ['africa', 'asia', 'europe', 'oceania', 'polar']

/** Creates a balanced dataset of 360 questions on 12 topics, and its ratings. `edit` can change a line of either. */
function makeDataset(edit: (line: string) => string = (line) => line) {
  const indexes = Array.from({ length: 360 }, (_, index) => index)
  const rows = indexes.map((index) => {
    const level = LEVELS[index % 3] ?? 'easy'
    const region = REGIONS[index % 5]
    const person = index % 2 === 0 ? 'woman' : 'man'
    return [
      `A-${index},Q${index}?,A,${level},topic ${index % 12}`,
      `A-${index},20,${region},${person},${SHARES[level]}`,
    ]
  })
  const csvOf = (header: string, column: number) =>
    [header, ...rows.map((row) => edit(row[column] ?? '')).filter((line) => line !== '')].join('\n')
  const sheet = readSheet({
    category: 'a',
    title: 'A',
    path: 'a.csv',
    bytes: Buffer.from(csvOf('id,question,correct_answer,difficulty,topic', 0)),
    reservedIds: [],
  })
  return { questions: sheet.questions, ratings: readRatings(csvOf(HEADER.trim(), 1)) }
}

const review = (edit?: (line: string) => string) => {
  const { questions, ratings } = makeDataset(edit)
  return reviewRatings(questions, ratings).map(({ line, message }) => `${line}: ${message}`)
}
const isRating = (line: string) => line.includes(',20,')

describe('reviewRatings', () => {
  it('accepts a balanced dataset with the difficulties that readers found', () => {
    expect(review()).toEqual([])
    expect(reviewRatings([] as LocatedQuestion[], new Map())).toEqual([])
  })

  it.each<readonly [string, (line: string) => string, RegExp]>([
    [
      'a difficulty that readers did not find',
      (line) =>
        line
          .replace('A-3,20,africa,man,80,80,80', 'A-3,20,africa,man,60,60,60')
          .replace('A-3,20,oceania,man,80,80,80', 'A-3,20,oceania,man,60,60,60'),
      /^5: expected the difficulty that readers found, medium \(60, 60, 60 %\), got easy$/,
    ],
    [
      'a question without a rating',
      (line) => (line.startsWith('A-7,20') ? '' : line),
      /^9: expected a rating of A-7, got none$/,
    ],
    [
      'a rating without a question',
      (line) => (line.startsWith('A-7,Q') ? '' : line),
      /^1: expected ratings of questions of this file, got A-7$/,
    ],
    [
      'few hard questions',
      (line) => line.replace(',hard,', ',medium,'),
      /^1: expected at least 120 hard questions, got 0$/,
    ],
    [
      'a topic with few questions',
      (line) => (isRating(line) ? line : line.replace(/^(A-\d,.*)topic \d$/, '$1rare')),
      /^1: expected 12 to 60 questions on the topic rare, got 10$/,
    ],
    [
      'a region that is preferred',
      (line) => line.replace(/asia|africa/, 'europe'),
      /^1: expected at most 50 % of the questions about europe, got 216 of 360$/,
    ],
    [
      'men who are asked for more often',
      (line) => (/^A-\d,20/.test(line) || /^A-\d\d,20/.test(line) ? line.replace('woman', 'man') : line),
      /^1: expected as many women as men among the people asked for, got 130 women and 230 men$/,
    ],
  ])('finds %s', (_about, edit, expected) => {
    expect(review(edit)).toContainEqual(expect.stringMatching(expected))
  })

  it('accepts many questions about the world', () => {
    expect(review((line) => line.replace(/asia|africa/, 'world'))).toEqual([])
  })
})

it('formatBalance counts topics by difficulty, regions, centuries and people', () => {
  const { questions, ratings } = makeDataset()
  const lines = formatBalance(questions, ratings).split('\n')
  expect(lines[2]).toBe('| topic 0 | 30 | 0 | 0 | 30 |')
  expect(lines.slice(14)).toEqual([
    '| **all** | 120 | 120 | 120 | 360 |',
    '',
    '- Regions: africa 72, asia 72, europe 72, oceania 72, polar 72',
    '- Centuries: 20th 360',
    '- People asked for: man 180, woman 180',
    '- Readers: correlation of two readers 1.00 to 1.00, mean difference 0.0 percentage points, all three give the same difficulty to 100 % of the questions',
  ])
})

describe('computeAgreement', () => {
  it('compares each pair of readers', () => {
    // The second reader estimates ten points more than the first one, and the third one the opposite of the first one.
    const rows = [20, 40, 60, 80].map(
      (share, row) => `A-${row},20,asia,man,${share},${share + 10},${100 - share}`,
    )
    const { correlations, meanDifference, sameDifficulty } = computeAgreement(
      readRatings(HEADER + rows.join('\n')),
    )
    expect(correlations).toEqual([expect.closeTo(-1), expect.closeTo(1)])
    expect(meanDifference).toBeCloseTo((10 + 40 + 40) / 3)
    expect(sameDifficulty).toBe(0)
    const same = readRatings(`${HEADER}A,20,asia,man,80,75,67\nB,20,asia,man,80,75,66\n`)
    expect(computeAgreement(same).sameDifficulty).toBe(0.5)
  })
})
