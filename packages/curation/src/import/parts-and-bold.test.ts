// Keys with explanations between their items, parts with a key each, and options of a workbook that are in bold.
import { describe, expect, it } from 'vitest'
import { show } from '../testing/show.ts'
import { boldCell, colouredCell, makeWorkbook } from '../testing/workbook.ts'

const FIRST = '1. Capital of France?\na) Rome\nb) Paris\n\n2. Capital of Italy?\na) Rome\nb) Paris'
const SECOND = '1. Capital of Norway?\na) Oslo\nb) Bern\n\n2. Capital of Spain?\na) Bern\nb) Madrid'
const ANSWERS = [
  'Capital of France? → Paris (Rome, Paris)',
  'Capital of Italy? → Rome (Rome, Paris)',
  'Capital of Norway? → Oslo (Oslo, Bern)',
  'Capital of Spain? → Madrid (Bern, Madrid)',
]

it.each(['Part', 'Partie', 'Teil', 'Parte', 'Section'])(
  'reads a list in parts with a key each: %s',
  async (name) => {
    const below = `${name} 1\n\n${FIRST}\n\nKey: 1 b, 2 a\n\n${name} 2\n\n${SECOND}\n\nKey: 1 a, 2 b\n`
    expect(await show(below)).toEqual(ANSWERS)
    const parts = `${name} 1\n\n${FIRST}\n\n${name} 2\n\n${SECOND}\n\n`
    expect(await show(`${parts}Key ${name} 1: 1b, 2a\nKey ${name} 2: 1a, 2b\n`)).toEqual(ANSWERS)
    expect(await show(`${parts}Answer key\n\n${name} 1\n1. b\n2. a\n\n${name} 2\n1. a\n2. b\n`)).toEqual(
      ANSWERS,
    )
  },
)

const PARTS = `Part 1\n\n${FIRST}\n\nPart 2\n\n${SECOND}\n\n`
const ONE_KEY = `Part 1\n\n${FIRST}\n\nKey: 1 b, 2 a\n\nPart 2\n\n${SECOND}\n\n`

it.each([
  ['behind the name of the part', 'Answers\nPart 1: 1 b, 2 a\nPart 2: 1 a, 2 b'],
  ['in another order', 'Key Part 2: 1 a, 2 b\nKey Part 1: 1 b, 2 a'],
  ['with a word before the part', 'Answers to Part 1:\n1 b, 2 a\nAnswers to Part 2:\n1 a, 2 b'],
  ['with the title behind the part', 'Part 1 answers\n1 b, 2 a\nPart 2 answers\n1 a, 2 b'],
])('reads the keys of parts at the end: %s', async (_, key) => {
  expect((await show(`${PARTS}${key}\n`)).sort()).toEqual(ANSWERS)
})

it('reads the key of parts whose numbers go on', async () => {
  const second = SECOND.replace(/^\d/gm, (digit) => `${Number(digit) + 2}`)
  const key = 'Answer key\nPart 1\n1. b\n2. a\nPart 2\n3. a\n4. b'
  expect(await show(`Part 1\n\n${FIRST}\n\nPart 2\n\n${second}\n\n${key}\n`)).toEqual(ANSWERS)
})

it.each([
  ['one part has no key', `${PARTS}Key: 1 a, 2 b`],
  ['the other part has no key', `${ONE_KEY}The end`],
  ['a part has two keys', `${ONE_KEY}Key: 1 a, 2 b\n\nKey Part 1: 1 a, 2 b`],
  ['a part has two keys at the end', `${PARTS}Key Part 1: 1b, 2a\nKey Part 1: 1a, 2a\nKey Part 2: 1a, 2b`],
  ['a key is that of another part', `${PARTS}Key Part 1: 1 b, 2 a\nKey Part 3: 1 a, 2 b`],
  ['a third part has no key', `${PARTS}Key Part 1: 1b, 2a\nKey Part 2: 1a, 2b\n\nPart 3\n\n${FIRST}`],
  ['one key is for all parts', `${PARTS}Answer key\n1. b\n2. a\n3. a\n4. b`],
])('refuses a list of parts when %s', async (_, text) => {
  expect(await show(`${text}\n`)).toEqual([expect.stringMatching(/^refused/)])
})

it.each([
  ['starts again', '1. b\nSeine\n1. a\nTiber'],
  ['has a gap', '1. b\nSeine\n3. a\nTiber'],
  ['is below another one', '1. a\nx\n2. b\ny\n\nAnswer key\n1. b\nSeine\n2. a\nTiber'],
  ['has versions', 'Version A\n1. b\nx\n2. a\ny\nVersion B\n1. a\n2. a'],
  ['has a correction', '1. b\nSeine\n2. a\nTiber\n\nCorrection: 1 is a'],
  ['has an explanation with a number', '1. b\nIn the year\n2. a new one\n2. a'],
])('refuses a key with explanations that %s', async (_, key) => {
  expect(await show(`${FIRST}\n\nAnswer key\n${key}\n`)).toEqual([expect.stringMatching(/^refused/)])
})

it.each([
  ['has a letter beyond the options', '1. e\nSeine\n2. a\nTiber'],
  ['has two letters', '1. b, a\nSeine\n2. a\nTiber'],
  ['has another letter in brackets', '1. b (or a)\nSeine\n2. a\nTiber'],
  ['has the text of another option', '1. b) Rome\nSeine\n2. a\nTiber'],
  ['changes its answer', '1. b - changed to a\nSeine\n2. a\nTiber'],
  ['has a reason for another option', '1. b\nNo, it is a.\n2. a\nTiber'],
  ['accepts another option', '1. b\nAlso accept a.\n2. a\nTiber'],
  ['has a question that is void', '1. b\nThis question is void.\n2. a\nTiber'],
  ['says in German that another option is right', '1. b\nRichtig wäre aber a.\n2. a\nTiber'],
])('leaves out the first question when a key with explanations %s', async (_, key) => {
  const shown = await show(`${FIRST}\n\nAnswer key\n${key}\n`)
  expect(shown).toEqual([`${ANSWERS[1]}; Tiber`, expect.stringMatching(/^1: /)])
})

it.each(['Answer key', 'Answers:', 'Solutions', 'Corrigé'])(
  'reads explanations between the items of a key below %s',
  async (title) => {
    const key = '1. b\nIt is on the Seine.\n2. a\nExplanation: It was large in antiquity,\nand it still is.'
    expect(await show(`${FIRST}\n\n${title}\n${key}\n`)).toEqual([
      `${ANSWERS[0]}; It is on the Seine.`,
      `${ANSWERS[1]}; It was large in antiquity, and it still is.`,
    ])
  },
)

const HEADER = ['Question', 'A', 'B', 'C', 'Answer']

it('leaves out a row of a workbook whose answer differs from the only option in bold', async () => {
  const rows = [
    HEADER,
    ['Capital of France?', 'Rome', boldCell('Paris'), 'Oslo', 'B'],
    ['Capital of Italy?', 'Rome', boldCell('Paris'), 'Oslo', 'A'],
    ['Capital of Norway?', 'Rome', 'Paris', 'Oslo', 'C'],
    [boldCell('Capital of Spain?'), boldCell('Madrid'), 'Bern', 'Kyiv', 'A'],
  ]
  expect(await show(makeWorkbook({ Quiz: rows }))).toEqual([
    'Capital of France? → Paris (Rome, Paris, Oslo)',
    'Capital of Norway? → Oslo (Rome, Paris, Oslo)',
    'Capital of Spain? → Madrid (Madrid, Bern, Kyiv)',
    expect.stringMatching(/^3: .*Paris/),
  ])
})

it('reads the options in bold as the answers of a workbook without a column of them', async () => {
  const rows = [
    HEADER.slice(0, 4),
    ['Capital of France?', 'Rome', boldCell('Paris'), 'Oslo'],
    ['Capital of Italy?', boldCell('Rome'), 'Paris', 'Oslo'],
    ['Capital of Norway?', 'Rome', 'Paris', boldCell('Oslo')],
  ]
  expect(await show(makeWorkbook({ Quiz: rows }))).toEqual([
    'Capital of France? → Paris (Rome, Paris, Oslo)',
    'Capital of Italy? → Rome (Rome, Paris, Oslo)',
    'Capital of Norway? → Oslo (Rome, Paris, Oslo)',
  ])
})

it('takes no column in bold as marks', async () => {
  const rows = [
    HEADER.map(boldCell),
    ['Capital of France?', boldCell('Rome'), 'Paris', 'Oslo', 'B'],
    ['Capital of Italy?', boldCell('Rome'), 'Paris', 'Oslo', 'A'],
  ]
  expect(await show(makeWorkbook({ Quiz: rows }))).toEqual([
    'Capital of France? → Paris (Rome, Paris, Oslo)',
    'Capital of Italy? → Rome (Rome, Paris, Oslo)',
  ])
})

describe('options of a workbook in a colour', () => {
  const markedIn = (colour: Parameters<typeof colouredCell>[1]) => [
    ['Capital of France?', 'Rome', colouredCell('Paris', colour), 'Oslo'],
    ['Capital of Italy?', colouredCell('Rome', colour), 'Paris', 'Oslo'],
    ['Capital of Norway?', 'Rome', 'Paris', colouredCell('Oslo', colour)],
  ]

  it.each(['green', 'yellow', 'green text'] as const)('are the answers in %s', async (colour) => {
    const rows = [HEADER.slice(0, 4), ...markedIn(colour)]
    expect(await show(makeWorkbook({ Quiz: rows }))).toEqual([
      'Capital of France? → Paris (Rome, Paris, Oslo)',
      'Capital of Italy? → Rome (Rome, Paris, Oslo)',
      'Capital of Norway? → Oslo (Rome, Paris, Oslo)',
    ])
  })

  it.each(['red', 'grey'] as const)('are no answers in %s', async (colour) => {
    const rows = [HEADER.slice(0, 4), ...markedIn(colour)]
    expect(await show(makeWorkbook({ Quiz: rows }))).toEqual([expect.stringMatching(/^refused: /)])
  })

  it('are no answers when several of a row have one, and leave a row out whose answer differs', async () => {
    const rows = [
      HEADER,
      ['Capital of France?', colouredCell('Rome', 'green'), colouredCell('Paris', 'green'), 'Oslo', 'B'],
      ['Capital of Italy?', 'Rome', colouredCell('Paris', 'yellow'), 'Oslo', 'A'],
      ['Capital of Norway?', 'Rome', 'Paris', colouredCell('Oslo', 'green'), 'C'],
    ]
    expect(await show(makeWorkbook({ Quiz: rows }))).toEqual([
      'Capital of France? → Paris (Rome, Paris, Oslo)',
      'Capital of Norway? → Oslo (Rome, Paris, Oslo)',
      expect.stringMatching(/^3: .*Paris/),
    ])
  })
})
