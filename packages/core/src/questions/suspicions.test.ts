import { describe, expect, it } from 'vitest'
import type { AnsweredQuestion } from './question.ts'
import { createSuspicionFinder, describePublicly } from './suspicions.ts'

const OPTIONS = ['Oslo', 'Rome', 'Bern', 'Paris']

/** Finds what looks wrong in questions. */
function find(count: number, make: (index: number) => Partial<AnsweredQuestion>) {
  const finder = createSuspicionFinder()
  for (let index = 0; index < count; index++)
    finder.add({ id: `${index}`, question: 'Where?', correct_answer: 'Rome', ...make(index) })
  return finder.list()
}

const messagesOf = (...args: Parameters<typeof find>) => find(...args).map(({ message }) => message)

describe('createSuspicionFinder', () => {
  it.each<[string, number, (index: number) => Partial<AnsweredQuestion>, string]>([
    [
      'letters as answers',
      5,
      (index) => ({ correct_answer: 'ABCD'.charAt(index % 4) }),
      'all correct answers are letters',
    ],
    [
      'small numbers as answers',
      5,
      (index) => ({ correct_answer: `${index % 4}` }),
      'all correct answers are letters',
    ],
    [
      'answers that are always first',
      10,
      () => ({ correct_answer: 'Oslo', options: OPTIONS }),
      'always the first option',
    ],
    ...['01-avr', '1-Feb', '01-févr.', '01. Feb', 'Feb-50', '01-mar'].map(
      (date) =>
        [
          `the fraction that became ${date}`,
          1,
          () => ({ options: [date, '1/3', 'Rome'] }),
          `made dates of fractions such as 1/2 in 1 question, such as "Where?", with "${date}"`,
        ] as [string, number, () => Partial<AnsweredQuestion>, string],
    ),
    [
      'a fraction that became a date in a typed answer, which it does not show',
      1,
      () => ({ correct_answer: '1-Feb' }),
      'made dates of fractions such as 1/2 in 1 question, such as "Where?";',
    ],
    ['answers that are always at one place', 10, () => ({ options: OPTIONS }), 'always option 2'],
    [
      'answers that are always the longest',
      10,
      (index) => ({
        correct_answer: 'Istanbul',
        options: index % 2 ? ['Istanbul', ...OPTIONS] : [...OPTIONS, 'Istanbul'],
      }),
      'always the longest option',
    ],
    [
      'a wrong option that is the answer in another case',
      1,
      () => ({ correct_answer: 'The Nile', options: ['The nile', 'The Nile', 'Rhine'] }),
      'only in case in 1 question, such as "The nile" beside "The Nile"',
    ],
    ...[
      'All of the above',
      'None of the above is true',
      'Las dos anteriores',
      'Keine der obigen',
      'Toutes les réponses ci-dessus',
      'Nessuna delle precedenti',
      '以上都是',
      'Both A and B',
      'A y B son correctas',
      'Only (A) or (B)',
    ].map((reference): [string, number, (index: number) => Partial<AnsweredQuestion>, string] => [
      `an option that refers to others: ${reference}`,
      1,
      () => ({ options: ['Rome', 'Oslo', reference] }),
      `change in a random order, in 1 question, such as "${reference}"`,
    ]),
    ...['Rome; Paris', 'Rome / Paris'].map(
      (double): [string, number, (index: number) => Partial<AnsweredQuestion>, string] => [
        `an answer that is two: ${double}`,
        1,
        () => ({ correct_answer: double, options: ['Oslo', double, 'Bern'] }),
        `looks like two, and no wrong option does, in 1 question, such as "${double}"`,
      ],
    ),
    ...['meduim', 'mediun', 'medum', 'mediium'].map(
      (misspelt): [string, number, (index: number) => Partial<AnsweredQuestion>, string] => [
        `the difficulty ${misspelt}`,
        5,
        (index) => ({ difficulty: index === 2 ? misspelt : 'medium' }),
        `may be misspelt: "${misspelt}" beside 4 times "medium"`,
      ],
    ),
    ['characters of a wrong encoding', 1, () => ({ question: 'CafÃ©?' }), '1 of 1 questions contain'],
    [
      'quotation marks of a wrong encoding',
      1,
      () => ({ correct_answer: 'Itâ€™s' }),
      '1 of 1 questions contain',
    ],
  ])('finds %s', (_about, count, make, expected) => {
    expect(messagesOf(count, make)).toEqual([expect.stringContaining(expected)])
  })

  it.each<[string, number, (index: number) => Partial<AnsweredQuestion>]>([
    ['a few letters', 4, () => ({ correct_answer: 'C' })],
    ['letters among texts', 20, (index) => ({ correct_answer: index ? 'C' : 'Carbon' })],
    ['larger numbers', 20, (index) => ({ correct_answer: `${index}` })],
    ['a few answers at one place', 9, () => ({ options: OPTIONS })],
    [
      'answers at different places',
      20,
      (index) => ({ correct_answer: OPTIONS[index % 4] ?? '', options: OPTIONS }),
    ],
    ['an option of the same letters', 5, () => ({ correct_answer: 'Nile', options: ['Line', 'Nile'] })],
    ['a rare difficulty', 5, (index) => ({ difficulty: index ? 'medium' : 'hard' })],
    ['capitals with a tilde', 5, () => ({ question: 'SÃO PAULO?' })],
    ['no questions', 0, () => ({})],
    ['options that fit each order', 5, () => ({ options: ['Rome', 'All of these', 'Metres above the sea'] })],
    [
      'a text about the step above',
      5,
      () => ({ options: ['Rome', `Use ${'the same rule '.repeat(9)}of the above`] }),
    ],
    ['Chinese numbers and more', 5, () => ({ options: ['Rome', '3%以上', '5人以上'] })],
    ['pairs of letters', 5, () => ({ correct_answer: 'A and D', options: ['A and D', 'B and C', 'Iron'] })],
  ])('finds nothing in %s', (_about, count, make) => {
    expect(messagesOf(count, make)).toEqual([])
  })

  it('describes publicly nothing that says which options are correct', () => {
    const found = find(10, () => ({ question: 'CafÃ©?', correct_answer: 'Oslo', options: OPTIONS }))
    const text = describePublicly(found).join('\n')
    expect(text).toContain('wrong encoding')
    expect(text).toContain('`questions check` says what')
    expect(text).not.toContain('first')
  })
})
