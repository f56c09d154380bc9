// Labels of options that have gaps or another order than the options. The place of an option is then not that of its letter.
import { expect, it } from 'vitest'
import { show } from '../testing/show.ts'

const GAP = 'labels that follow each other|the labels |A\\) |B\\. |1\\) |A\\. '
const leftOut = (number: number) => expect.stringMatching(new RegExp(`^${number}: .*(?:${GAP})`))

it.each([
  ['When did it end?,A) 1914; B) 1939; D) 1918; E) 1945,D'],
  ['When did it end?,A. 1914; B. 1939; D. 1918; E. 1945,D'],
  ['When did it end?,1) 1914; 2) 1939; 4) 1918; 5) 1945,4'],
  ['How many?,A) 6 | B) 8 | D) 10 | E) 4,B'],
])('leaves out numbers below letters with a gap: %s', async (row) => {
  expect(await show(`Question,Options,Answer\n${row}\nCapital of France?,A) Rome; B) Paris,B\n`)).toEqual([
    'Capital of France? → Paris (Rome, Paris)',
    leftOut(2),
  ])
})

it('leaves out options in cells of their own, and in JSON, whose letters have a gap', async () => {
  const row = 'When?,A) 1914,B) 1939,D) 1918,E) 1945,D\nWhich?,A) Rome,B) Oslo,C) Bern,D) Lima,D\n'
  const shown = 'Which? → Lima (Rome, Oslo, Bern, Lima)'
  expect(await show(`Question,A,B,C,D,Answer\n${row}`)).toEqual([shown, leftOut(2)])
  const item = (question: string, labels: string) => ({
    question,
    options: ['Rome', 'Oslo', 'Bern', 'Lima'].map((text, at) => `${labels.charAt(at)}. ${text}`),
    answer: 'D',
  })
  const items = [item('Which?', 'ABCD'), item('Where?', 'ABDE'), item('Who?', 'BADE')]
  const [, ...dropped] = await show(JSON.stringify(items))
  expect(dropped).toEqual([leftOut(2), leftOut(3)])
})

it('leaves out a letter beside options in the question that have another order', async () => {
  const rows = '"When did it end?\nB. 1914\nA. 1939\nD. 1918\nC. 1945",D\nCapital of France?,Paris\n'
  expect(await show(`Question,Answer\n${rows}`)).toEqual(['Capital of France? → Paris', leftOut(2)])
})

/** Questions with their options in rows of their own, beside labels. */
const rowsOf = (name: string, labels: string, answers: string) =>
  `Question,${name},Option,Answer\n${[...answers]
    .map((answer, at) =>
      ['Madrid', 'Rome', 'Paris', 'Oslo']
        .map((option, place) => {
          const [question, said] = place === 0 ? [`Capital ${at}?`, answer] : ['', '']
          return `${question},${labels.charAt(place)},${option},${said}\n`
        })
        .join(''),
    )
    .join('')}`
const capitals = (shown: readonly string[]) => shown.map((line) => /→ (\w+)/.exec(line)?.[1] ?? line).join()

it.each(['Letter', 'Label', 'Opt', '#', 'ID', 'Position', 'Answer letter'])(
  'reads the letters below %s beside options in rows of their own as their labels',
  async (name) => {
    expect(capitals(await show(rowsOf(name, 'DCBA', 'BCD')))).toBe('Paris,Rome,Madrid')
    expect(capitals(await show(rowsOf(name, 'ABCD', 'BCD')))).toBe('Rome,Paris,Oslo')
    const [refused] = await show(rowsOf(name, '4321', '234'))
    expect(refused).toContain(`below "${name}"; --map "${name}=ignore"`)
  },
)

const choices = (value: string, texts: readonly string[]) =>
  texts.map((text, index) => ({ value: `${value}${index + 1}`, text }))
const survey = (value: string, ...lists: (readonly string[])[]) => {
  const asked = lists.map((texts, at) => ({ title: `How many ${at}?`, choices: choices(value, texts) }))
  return { elements: asked.map((one) => ({ type: 'radiogroup', ...one, correctAnswer: `${value}2` })) }
}

it('reads numbers as the texts of options beside their values', async () => {
  const page = survey('item', ['6', '8', '10'], ['1', '2', '3'], ['Rome', 'Paris', 'Oslo'])
  expect(await show(JSON.stringify({ pages: [page] }))).toEqual([
    'How many 0? → 8 (6, 8, 10)',
    'How many 1? → 2 (1, 2, 3)',
    'How many 2? → Paris (Rome, Paris, Oslo)',
  ])
})

const inLine = (france: string, italy: string) =>
  show(`1. Capital of France?\n${france}\n\n2. Capital of Italy?\n${italy}\n`)
const ROME = 'Capital of Italy? → Rome (Rome, Paris, Oslo)'

it.each([
  ['a) Rome   b) Paris ✓   c) Oslo'],
  ['a) Rome b) Paris ✓ c) Oslo'],
  ['a) Rome  b) Paris  * c) Oslo'],
  ['☐ a) Rome  ☑ b) Paris  ☐ c) Oslo'],
])('leaves out options in a line when a sign can be that of two: %s', async (line) => {
  expect(await inLine(line, '✓ a) Rome   b) Paris   c) Oslo')).toEqual([ROME, expect.stringMatching(/^1: /)])
})

it.each(['a) Rome   b) Paris *   c) Oslo', 'a) Rome   ✓ b) Paris   c) Oslo'])(
  'reads the sign that is near to one option of a line: %s',
  async (line) => {
    const shown = ['Capital of France? → Paris (Rome, Paris, Oslo)', ROME]
    expect(await inLine(line, '✓ a) Rome   b) Paris   c) Oslo')).toEqual(shown)
  },
)
