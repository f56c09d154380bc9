// Law: whatever numbers the author of a list has mistaken, no key gives a question the answer of another one.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importQuestions } from './import-questions.ts'

const read = (text: string) => importQuestions(Buffer.from(text), { mapping: new Map(), decodeHtml: false })

const LETTERS = 'abc'
const askedOf = (index: number) => `Which place has the name ${'KLMNOPQR'[index]}?`
const optionOf = (index: number, place: number) =>
  `Place ${'KLMNOPQR'[index]} ${['one', 'two', 'three'][place]}`

/** What an author does to the numbers from a question on, and whether the key has the same numbers or those of the places. */
const MISTAKES = {
  'no mistake': [(numbers: string[]) => numbers, 'places'],
  'a number again': [
    (numbers: string[], at: number) => numbers.map((own, i) => (i < at ? own : `${i}`)),
    'places',
  ],
  'a number left out, in the list alone': [
    (numbers: string[], at: number) => numbers.map((own, i) => (i < at ? own : `${i + 2}`)),
    'places',
  ],
  'a number left out, in both': [
    (numbers: string[], at: number) => numbers.map((own, i) => (i < at ? own : `${i + 2}`)),
    'numbers',
  ],
  'a question without a number, counted': [(numbers: string[], at: number) => numbers.with(at, ''), 'places'],
  'a question without a number, not counted': [
    (numbers: string[], at: number) => numbers.map((own, i) => (i < at ? own : i === at ? '' : `${i}`)),
    'places',
  ],
  'two numbers in the other order': [
    (numbers: string[], at: number) => numbers.with(at, `${at}`).with(at - 1, `${at + 1}`),
    'numbers',
  ],
  'numbers from 1 again': [
    (numbers: string[], at: number) => numbers.map((own, i) => (i < at ? own : `${i - at + 1}`)),
    'places',
  ],
} as const

const HEADS = [
  (number: string, text: string) => `${number}. ${text}`,
  (number: string, text: string) => `${number}) ${text}`,
  (number: string, text: string) => `Q${number}. ${text}`,
  (number: string, text: string) => `Question ${number}\n${text}`,
]

type Item = readonly [number: string, letter: string, text: string]
const KEYS = [
  (items: readonly Item[]) => `Key: ${items.map(([number, letter]) => number + letter).join(' ')}`,
  (items: readonly Item[]) =>
    `Answers\n${items.map(([number, letter]) => `${number}. ${letter}`).join('\n')}`,
  (items: readonly Item[]) =>
    `Answers\n${items.map(([number, letter, text]) => `${number}. ${letter}) ${text}`).join('\n')}`,
  (items: readonly Item[]) =>
    `Answer key: ${items.map(([number, letter]) => `${number}-${letter.toUpperCase()}`).join(', ')}`,
  (items: readonly Item[]) => `Answers: ${items.map(([, letter]) => letter.toUpperCase()).join(', ')}`,
  (items: readonly Item[]) =>
    `Answers\n${[0, 1].map((at) => items.map((item) => item[at]).join('\t')).join('\n')}`,
]

/** Places of the right options, the question with the mistake, and the forms of the list. */
const list = fc.record({
  places: fc.array(fc.nat(2), { minLength: 3, maxLength: 8 }),
  at: fc.integer({ min: 1, max: 7 }),
  head: fc.constantFrom(...HEADS),
  key: fc.constantFrom(...KEYS),
  gap: fc.constantFrom('', '\n'),
})

describe.each(Object.entries(MISTAKES))('a list with %s', (name, [mistake, counts]) => {
  const write = ({ places, at, head, key, gap }: Parameters<Parameters<typeof list.map>[0]>[0]) => {
    const numbers = mistake(
      places.map((_, index) => `${index + 1}`),
      Math.min(at, places.length - 1),
    )
    const questions = places.map((_, index) => {
      const options = [...LETTERS].map((letter, place) => `${letter}) ${optionOf(index, place)}`)
      const number = numbers[index] ?? ''
      return [number === '' ? askedOf(index) : head(number, askedOf(index)), ...options, ''].join('\n')
    })
    const items = places.map((place, index): Item => {
      const number = counts === 'places' ? `${index + 1}` : (numbers[index] ?? '')
      return [number, LETTERS[place] ?? '', optionOf(index, place)]
    })
    return `${questions.join(gap)}\n${key(items)}\n`
  }

  it('gets no wrong answer', async () => {
    const served = new Set<number>()
    await fc.assert(
      fc.asyncProperty(list, async (given) => {
        const questions = await read(write(given)).then(
          (found) => found.questions,
          () => [],
        )
        for (const { question, correct_answer: answer } of questions) {
          const index = given.places.findIndex((_, at) => question.includes(askedOf(at)))
          expect(answer).toBe(optionOf(index, given.places[index] ?? 0))
          served.add(index)
        }
        // A list without a mistake is read as a whole.
        if (name === 'no mistake') expect(questions).toHaveLength(given.places.length)
      }),
    )
    if (name === 'no mistake') expect(served.size).toBeGreaterThan(3)
  })
})
