// Tests shapes whose answer was taken from a neighbour, from another count or from another order.
import { describe, expect, it } from 'vitest'
import { importQuestions } from './import-questions.ts'

const read = (text: string) => importQuestions(Buffer.from(text), { mapping: new Map(), decodeHtml: false })
const answersOf = async (text: string) =>
  (await read(text)).questions.map(({ correct_answer: answer }) => answer)

describe('a list', () => {
  it('leaves out options with marks behind them in one line', async () => {
    const text =
      '1. Largest ocean?\na) Indian (F)   b) Atlantic (F)   c) Pacific (T)\n\n2. Capital of Peru?\na) Quito (F)\nb) Lima (T)\n'
    expect(await answersOf(text)).toEqual(['Lima'])
  })

  it.each([
    [
      'whose key counts from 0',
      '1. France?\na) Rome\nb) Paris\n\n2. Peru?\na) Lima\nb) Quito\n\nAnswers: 0b, 1a\n',
      'expected a key with the numbers of the questions, got the number 0',
    ],
    [
      'whose answers count from 0, and its options from 1',
      '1. France?\n1. Rome\n2. Paris\nAnswer: 1\n\n2. Peru?\n1. Lima\n2. Quito\nAnswer: 0\n',
      'expected answers with the numbers of the options, from 1, got 0',
    ],
  ])('%s is refused', async (_, text, reason) => {
    await expect(read(text)).rejects.toThrow(reason)
  })

  it('can have the number 0 as an option', async () => {
    const text = '1. 1-1?\n1. 1\n2. 0\nAnswer: 0\n\n2. 1+1?\n1. 2\n2. 3\nAnswer: 2\n'
    expect(await answersOf(text)).toEqual(expect.not.arrayContaining(['3', '1']))
  })
})

it.each(['identifier', 'option', 'option_identifier', 'choice'])(
  'reads the numbers of the member %s as those of the options',
  async (member) => {
    const options = [
      { [member]: 3, text: 'Rome' },
      { [member]: 2, text: 'Oslo' },
      { [member]: 1, text: 'Paris' },
    ]
    const items = [
      { question: 'France?', options, answer: 1 },
      { question: 'Italy?', options, answer: 3 },
    ]
    expect(await answersOf(JSON.stringify(items))).toEqual(['Paris', 'Rome'])
  },
)

it.each([
  'Capital of  France?',
  'Capital of France',
  'Capital of France??',
  'Capital of\u200b France ?',
  '"Capital of ""France""?"',
])('leaves out a question that occurs again as %s with another answer', async (again) => {
  const text = `Question,A,B,Answer\nCapital of France?,Rome,Paris,B\n${again},Rome,Paris,A\nCapital of Peru?,Lima,Bern,A\n`
  expect(await answersOf(text)).toEqual(['Lima'])
})

it.each(['Nr,Question\n1,', 'Question\n'])('reads no cell below %j as a list', async (start) => {
  const text = `${start}"Capital of France?\na) Rome\nb) Paris ✓\nc) Oslo"\n`
  await expect(read(text)).rejects.toThrow(/expected a column for correct_answer/)
})
