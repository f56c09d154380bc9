import { describe, expect, it } from 'vitest'
import { diagnose, FULL_HEAD, questionsOf } from '../testing.ts'
import { MAX_OPTIONS } from './row.ts'

const OPTIONS_HEAD = 'id,question,correct_answer,options\n'
const choicesHead = (count: number) =>
  `id,question,correct_answer,${Array.from({ length: count }, (_, choice) => `choice_${choice + 1}`).join()}\n`
const list = (options: readonly string[]) => `"[${options.map((option) => `'${option}'`).join()}]"`

describe('choices', () => {
  it('are ordered by the category and the id', async () => {
    const content = 'id,question,correct_answer,choice_1,choice_2,choice_10\nx5,Q?,A,B,C,D\nx2,Q?,A,B,,\n'
    const [first, second] = await questionsOf(content)
    expect(await questionsOf(content)).toEqual([first, second])
    // docs/seed-contract/check.py has computed this order of the answer and the choices that are not blank.
    expect(first?.options).toEqual(['B', 'D', 'A', 'C'])
    expect(second?.options).toEqual(['A', 'B'])
  })

  it('have the correct answer at every index', async () => {
    const rows = Array.from({ length: 50 }, (_, id) => `q${id},Q?,A,B,C,D\n`).join('')
    const all = await questionsOf(choicesHead(3) + rows)
    expect(new Set(all.map(({ options }) => options?.indexOf('A')))).toEqual(new Set([0, 1, 2, 3]))
  })

  it.each([
    ['a letter', 'B', 'Rome,Paris,Oslo'],
    ['a letter in brackets', '(c)', 'Rome,Paris,Oslo'],
    ['a letter with a word', 'Option A', 'Rome,Paris,Oslo'],
    ['a full-width letter', 'Ｂ', 'Rome,Paris,Oslo'],
    ['a number from 1', '3', 'Rome,Paris,Oslo'],
    ['a number from 0', '0', 'Rome,Paris,Oslo'],
    ['a circled number', '②', 'Rome,Paris,Oslo'],
    ['a number beside one number', '2', 'Rome,1984,Oslo'],
  ])('are rejected when the correct answer is %s of a choice', async (_about, answer, choices) => {
    expect(await diagnose(`${choicesHead(3)}1,Q?,${answer},${choices}\n`)).toEqual([
      expect.stringMatching(
        /^.*2: column "correct_answer": expected the text of the correct answer, .*, got "/,
      ),
    ])
  })

  it.each([
    ['numbers', '2', '3,4,5'],
    ['numbers with units', '2', '$3,$4,$5'],
    ['letters', 'C', 'N,O,H'],
    ['names with letters', 'Vitamin C', 'Vitamin A,Vitamin B,Vitamin D'],
    ['a number that selects no choice', '7', 'three,four,five'],
    ['one choice', 'B', 'Rome,,'],
  ])('are accepted with %s', async (_about, answer, choices) => {
    expect(await diagnose(`${choicesHead(3)}1,Q?,${answer},${choices}\n`)).toEqual([])
  })

  it('are absent when all are blank', async () => {
    expect((await questionsOf(`${choicesHead(2)}1,Q?,A,, \n`))[0]).not.toHaveProperty('options')
  })

  it.each([
    [
      'a choice that is the answer',
      `${choicesHead(1)}1,Q?,A,A\n`,
      'got "A" again; the choices are the wrong answers',
    ],
    [
      'a repeated choice, at the column of the later one',
      `${choicesHead(3)}1,Q?,A,B,C,A\n`,
      '2: column "choice_3": expected each option once',
    ],
  ])('are rejected with %s', async (_about, content, expected) => {
    expect(await diagnose(content)).toEqual([expect.stringContaining(expected)])
  })
})

describe('options', () => {
  it.each([
    ['an invalid list', `"['A', 'B'"`, '2: column "options": expected a list'],
    ['a list of numbers', '"[1, 2]"', '2: column "options": expected a list'],
    [
      'no correct answer among them',
      `"['C', 'B']"`,
      '2: column "options": expected "correct_answer" among the options, got "A" and "C", "B"',
    ],
    [
      'a repeated option',
      `"['A', 'B', 'B']"`,
      '2: column "options": expected each option once, got "B" again',
    ],
    [
      'an empty list',
      '[]',
      '2: column "options": expected "correct_answer" among the options, got "A" and an empty list',
    ],
  ])('are rejected with %s', async (_about, cell, expected) => {
    expect(await diagnose(`${OPTIONS_HEAD}1,Q?,A,${cell}\n`)).toEqual([expect.stringContaining(expected)])
  })

  it('are absent when the cell is blank', async () => {
    expect((await questionsOf(`${FULL_HEAD}1,Q?,A, ,,\n`))[0]).not.toHaveProperty('options')
  })

  it('have a maximum number, in a list and in choices', async () => {
    const texts = Array.from({ length: MAX_OPTIONS }, (_, option) => `o${option}`)
    const tooMany = (column: string) => [
      `2: column "${column}": expected at most ${MAX_OPTIONS} options, got ${MAX_OPTIONS + 1}`,
    ]
    expect((await questionsOf(`${OPTIONS_HEAD}1,Q?,o0,${list(texts)}\n`))[0]?.options).toEqual(texts)
    expect(await diagnose(`${OPTIONS_HEAD}1,Q?,o0,${list([...texts, 'more'])}\n`)).toEqual(tooMany('options'))
    const others = texts.slice(1).join()
    const [question] = await questionsOf(`${choicesHead(MAX_OPTIONS)}1,Q?,o0,${others},\n`)
    expect(question?.options?.toSorted()).toEqual(texts.toSorted())
    expect(await diagnose(`${choicesHead(MAX_OPTIONS)}1,Q?,o0,${others},more\n`)).toEqual(tooMany('choice_1'))
  })
})
