import { readFileSync } from 'node:fs'
import { type LocatedQuestion, readSheet } from '@qb/core/questions'
import { beforeAll, describe, expect, it } from 'vitest'
import { findSameFacts } from './same-fact.ts'

const HEADER = 'id,question,correct_answer,explanation'
const quoteCell = (text: string) => `"${text.replaceAll('"', '""')}"`

async function readRows(rows: readonly (readonly string[])[], path = 'more.csv') {
  const lines = rows.map((row) => row.map(quoteCell).join(','))
  const bytes = Buffer.from([HEADER, ...lines].join('\n'))
  return (await readSheet({ category: 'more', title: '', path, bytes, reservedIds: [] })).questions
}

/** The curated questions, among which a name or a year is as rare as in a real bank. */
let bank: LocatedQuestion[]
beforeAll(async () => {
  const names = ['Astronomy', 'General_Knowledge', 'Literature', 'Mathematics']
  const sheets = names.map((name) => {
    const url = new URL(
      `../../../../external-resources/questions/Refined_${name}_Questions.csv`,
      import.meta.url,
    )
    return readSheet({ category: name, title: '', path: name, bytes: readFileSync(url), reservedIds: [] })
  })
  bank = (await Promise.all(sheets)).flatMap(({ questions }) => questions)
})

/** The ids of the questions that each row repeats. */
async function findRepeated(...rows: readonly (readonly string[])[]) {
  const found = findSameFacts([...bank, ...(await readRows(rows))])
  return found
    .filter(({ file }) => file === 'more.csv')
    .map(({ message }) => /id "([^"]+)"/.exec(message)?.[1])
}

/** Questions that were removed from the bank, and the question that asks the same. */
const REPEATED: readonly (readonly [id: string, question: string, answer: string])[] = [
  [
    'MAT-0958',
    'Which solid could all the shells of the Sydney Opera House be cut from, as Jørn Utzon discovered?',
    'A sphere',
  ],
  [
    'LIT-0721',
    'What did the gods of the Maya “Popol Vuh” make people out of, having failed with mud and wood?',
    'Maize',
  ],
  [
    'LIT-0737',
    'Who steals the sun and lets it out to light the world, in stories of the Haida and Tlingit?',
    'Raven',
  ],
  [
    'AST-0737',
    'Which marquise of the eighteenth century translated Newton’s “Principia” into French?',
    'Émilie du Châtelet',
  ],
  [
    'GEN-0383',
    'Who posed in 1969 beside a pile of Apollo software listings as tall as herself?',
    'Margaret Hamilton',
  ],
  [
    'GEN-0383',
    'Which mathematics graduate stands in a famous photograph beside a stack of Apollo code as tall as herself?',
    'Margaret Hamilton',
  ],
  ['MAT-0918', 'Which country’s flag is made up of two stacked pennants instead of a rectangle?', 'Nepal'],
  [
    'AST-0739',
    'Which Chinese woman used a lamp, a round table and a mirror to show how eclipses happen?',
    'Wang Zhenyi',
  ],
  [
    'AST-0738',
    'Which clockmaker’s wife spent months with Clairaut and Lalande, calculating when Halley’s comet would return in 1759?',
    'Nicole-Reine Lepaute',
  ],
  [
    'GEN-0513',
    'Which Cambridge graduate in mathematics and music turned a written tune into the eerie theme of “Doctor Who” in 1963?',
    'Delia Derbyshire',
  ],
  [
    'GEN-0413',
    'An American magazine printed the first modern sudoku puzzles in 1979. Under which title did they appear?',
    'Number Place',
  ],
  [
    'LIT-0752',
    'Charles Dodgson taught mathematics at Oxford. Which children’s book did he write under another name?',
    'Alice in Wonderland',
  ],
  [
    'MAT-0855',
    'What did George III grant Caroline Herschel in 1787, a first for a woman astronomer in Britain?',
    'A salary',
  ],
  [
    'MAT-0521',
    'After 6 = 1 + 2 + 3, which is the next number that equals the sum of its smaller divisors?',
    '28',
  ],
  ['GEN-0363', 'Which giant computer did six women learn to program in Philadelphia in 1945?', 'ENIAC'],
  [
    'AST-0758',
    'Which self-taught African American sent his almanac to Jefferson in 1791 with a plea against slavery?',
    'Benjamin Banneker',
  ],
  [
    'MAT-0923',
    'Which sport did the inventor Alexey Pajitnov mix with the Greek for “four” to make the name Tetris?',
    'Tennis',
  ],
  [
    'MAT-0880',
    'What did the scoreboard at the Montreal Olympics of 1976 show when Nadia Comăneci was given a perfect ten?',
    '1.00',
  ],
  ['LIT-0098', 'What does the hut of the witch Baba Yaga stand on in Russian tales?', 'Chicken legs'],
]

describe('findSameFacts', () => {
  it('finds the facts that other questions of the bank ask, with question and answer exchanged or not', async () => {
    const rows = REPEATED.map(([, question, answer], index) => [`${index}`, question, answer, ''])
    expect(await findRepeated(...rows)).toEqual(REPEATED.map(([id]) => id))
  })

  it('compares the explanations as well', async () => {
    const question =
      'QR codes now appear on menus and tickets. For which industry were they invented in Japan in 1994?'
    const explanation =
      'Denso Wave, a firm in the Toyota group, wanted to track parts. Its “quick response” squares hold far more than a striped barcode.'
    expect(await findRepeated(['1', question, 'Car making', ''])).toEqual([])
    expect(await findRepeated(['1', question, 'Car making', explanation])).toEqual(['GEN-0381'])
  })

  it.each([
    [
      'another fact about a person',
      'Whose profile did Gladys Bell sketch for a lost stamp in 1903?',
      'Florence Nightingale',
    ],
    ['an exercise with other numbers', 'How much is 17 times 23?', '391'],
    ['a question with a common answer', 'Which river port exports the most tea?', 'China'],
  ])('accepts %s', async (_about, question, answer) => {
    expect(await findRepeated(['1', question, answer, ''])).toEqual([])
  })

  it('accepts questions of one template, and texts without a word', async () => {
    const capitals = [
      ['1', 'What is the capital of Canada?', 'Ottawa', ''],
      ['2', 'What is the capital of Turkey?', 'Ankara', ''],
      ['3', '7 × 8?', '56', ''],
      ['4', '6 × 9?', '54', ''],
      ['5', '“?” or “!”', '?', ''],
      ['6', '“!” or “?”', '?', ''],
    ]
    expect(await findRepeated(...capitals)).toEqual([])
    expect(findSameFacts(await readRows(capitals))).toEqual([])
  })
})
