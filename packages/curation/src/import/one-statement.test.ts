// Answers that the rest of a file explains: a statement beside questions with options, and a number beside several of another question.
import { expect, it } from 'vitest'
import { show } from '../testing/show.ts'

const SOCRATIVE =
  'Question Type,Question,Answer A,Answer B,Correct Answer\nMultiple choice,Capital of France?,Paris,Rome,A\n'
const FRANCE = 'Capital of France? → Paris (Paris, Rome)'
const leftOut = (number: number, got: string) => expect.stringMatching(new RegExp(`^${number}: .*${got}`))

it.each([
  ['True/False,The earth is round.,,,TRUE', 'The earth is round. → True (True, False)'],
  ['True/False,Is the earth round?,,,FALSE', 'Is the earth round? → False (True, False)'],
  ['True or False,The earth is flat.,,,F', 'The earth is flat. → False (True, False)'],
  ['Verdadero/Falso,La tierra es redonda.,,,V', 'La tierra es redonda. → Verdadero (Verdadero, Falso)'],
  ['TF,The earth is round.,,,TRUE', 'The earth is round. → True (True, False)'],
])('reads one statement beside questions with options: %s', async (row, shown) => {
  expect(await show(`${SOCRATIVE}${row}\n`)).toEqual([FRANCE, shown])
})

it('keeps a typed answer that is the word of a program', async () => {
  const row = 'Short answer,What is the truth value of a spreadsheet?,,,TRUE'
  const shown = 'What is the truth value of a spreadsheet? → TRUE'
  expect(await show(`${SOCRATIVE}${row}\n`)).toEqual([FRANCE, shown])
})

it.each([
  ['True/False,The earth is round.,,,T\nShort answer,Symbol of fluorine?,,,F', ['"T"', '"F"']],
  ['Other,The earth is round.,,,TRUE\nOther,Fish fly.,,,FALSE\nOther,Symbol of fluorine?,,,F', ['"F"']],
])('leaves out a letter that can be a text: %s', async (rows, got) => {
  const shown = await show(`${SOCRATIVE}${rows}\n`)
  expect(shown.slice(-got.length)).toEqual(got.map((text) => expect.stringContaining(text)))
  expect(shown.join()).not.toMatch(/fluorine\? →/)
})

const item = (question: string, correct: unknown) => ({
  question,
  answers: ['Rome', 'Paris', 'Oslo'],
  correct,
})

it('counts from 0 when one of several answers is a 0, and leaves that question out', async () => {
  const items = [item('Capital of France?', [1]), item('Which are in Europe?', [0, 2])]
  expect(await show(JSON.stringify(items))).toEqual([
    'Capital of France? → Paris (Rome, Paris, Oslo)',
    leftOut(2, 'a list of 2'),
  ])
})

it('counts from 1 when one of several answers is the last option', async () => {
  const items = [item('Capital of Italy?', [1]), item('Which are in Europe?', [2, 3])]
  expect(await show(JSON.stringify(items))).toEqual([
    'Capital of Italy? → Rome (Rome, Paris, Oslo)',
    leftOut(2, 'a list of 2'),
  ])
})

it.each([[[0, 3]], [[0, 5]], [[0, null]], [[1, 2]]])(
  'is not sure what numbers count from beside %j',
  async (correct) => {
    const items = [item('Capital of France?', [1]), item('Which are in Europe?', correct)]
    expect(await show(JSON.stringify(items))).toEqual([
      expect.stringMatching(/^refused: .*--from 0 or --from 1/),
    ])
  },
)
