// The table of shapes: how options are written, times what the answers are. Its tests import files of each cell, and compare the
// correct answers.
import { ImportError } from '@qb/core/questions'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type ImportOptions, importQuestions } from '../import/import-questions.ts'

interface Item {
  readonly question: string
  readonly options: readonly string[]
  /** The place of the correct answer, from 0. */
  readonly place: number
}

const letterOf = (place: number, first = 'A') => String.fromCodePoint((first.codePointAt(0) ?? 0) + place)

/** What the answers are. */
const ANSWERS: Readonly<Record<string, (item: Item) => string>> = {
  letters: ({ place }) => letterOf(place),
  'small letters': ({ place }) => letterOf(place, 'a'),
  'letters in brackets': ({ place }) => `(${letterOf(place)})`,
  'letters with a word': ({ place }) => `Option ${letterOf(place)}`,
  'letters with the text': ({ place, options }) => `${letterOf(place)}. ${options[place]}`,
  'letters of another alphabet': ({ place }) => letterOf(place, 'А'),
  'numbers from 1': ({ place }) => `${place + 1}`,
  'numbers from 0': ({ place }) => `${place}`,
  texts: ({ options, place }) => options[place] ?? '',
  'texts in another case': ({ options, place }) => (options[place] ?? '').toUpperCase(),
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
const csv = (rows: readonly (readonly string[])[]) => rows.map((row) => row.map(cell).join(',')).join('\n')

/** A sheet with one column per option. `order` says in which order the columns are written. */
const columns =
  (
    nameOf: (place: number) => string,
    answerName = 'answer',
    order: (places: number[]) => number[] = (places) => places,
  ) =>
  (items: readonly Item[], answerOf: (item: Item) => string) => {
    const width = Math.max(...items.map(({ options }) => options.length))
    const places = order([...Array(width).keys()])
    const head = ['question', ...places.map(nameOf), answerName]
    return csv([
      head,
      ...items.map((item) => [
        item.question,
        ...places.map((place) => item.options[place] ?? ''),
        answerOf(item),
      ]),
    ])
  }

/** A sheet with all options in one cell. */
const inCell =
  (join: (options: readonly string[]) => string, answerName = 'answer') =>
  (items: readonly Item[], answerOf: (item: Item) => string) =>
    csv([
      ['question', 'options', answerName],
      ...items.map((item) => [item.question, join(item.options), answerOf(item)]),
    ])

/** A list of JSON. */
const json =
  (write: (options: readonly string[], item: Item) => unknown, answerName = 'answer', isNumber = false) =>
  (items: readonly Item[], answerOf: (item: Item) => string) =>
    JSON.stringify(
      items.map((item) => {
        const answer = answerOf(item)
        return {
          question: item.question,
          options: write(item.options, item),
          [answerName]: isNumber && /^\d+$/.test(answer) ? Number(answer) : answer,
        }
      }),
    )

const reversed = (places: number[]) => places.toReversed()
const rotated = (places: number[]) => [...places.slice(1), ...places.slice(0, 1)]
const keyed = (first: string) => (options: readonly string[]) =>
  Object.fromEntries(
    options.map((option, place) => [
      /\d/.test(first) ? `${Number(first) + place}` : letterOf(place, first),
      option,
    ]),
  )
const objects = (write: (text: string, place: number) => object) => (options: readonly string[]) =>
  options.map(write)
const marked = (separator: string, write: (place: number) => string) => (options: readonly string[]) =>
  options.map((option, place) => `${write(place)}${option}`).join(separator)

export const SHAPES: Readonly<
  Record<string, (items: readonly Item[], answerOf: (item: Item) => string) => string>
> = {
  'A, B, C': columns((place) => letterOf(place)),
  'A, B, C from the last to the first': columns((place) => letterOf(place), 'answer', reversed),
  'B, C, A': columns((place) => letterOf(place), 'answer', rotated),
  'a, b, c': columns((place) => letterOf(place, 'a'), 'Correct Answer'),
  'Option A': columns((place) => `Option ${letterOf(place)}`, 'Correct Option'),
  option_a: columns((place) => `option_${letterOf(place, 'a')}`, 'correct'),
  'optionA from the last to the first': columns((place) => `option${letterOf(place)}`, 'answer', reversed),
  'Answer A': columns((place) => `Answer ${letterOf(place)}`, 'Correct Answer'),
  'Choice A': columns((place) => `Choice ${letterOf(place)}`, 'Answer'),
  'Option 1': columns((place) => `Option ${place + 1}`),
  'Option 1 from the last to the first': columns((place) => `Option ${place + 1}`, 'answer', reversed),
  'Option 0': columns((place) => `option${place}`),
  'option1 with an index': columns((place) => `option${place + 1}`, 'correct_index'),
  'Answer 1': columns((place) => `Answer ${place + 1}`, 'Correct Answer'),
  'Answer 1, notes of Kahoot': columns(
    (place) => `Answer ${place + 1} - max 75 characters`,
    'Correct answer(s)',
  ),
  'Option 1 (Optional)': columns(
    (place) => `Option ${place + 1}${place > 1 ? ' (Optional)' : ''}`,
    'Correct Answer',
  ),
  opt1: columns((place) => `opt${place + 1}`),
  choice_1: columns((place) => `choice_${place + 1}`, 'correct_answer'),
  'choice_1 from the last to the first': columns((place) => `choice_${place + 1}`, 'answer', reversed),
  choice0: columns((place) => `choice${place}`),
  'Choice 1 with an index': columns((place) => `Choice ${place + 1}`, 'answer_index'),
  'Antwort A': columns((place) => `Antwort ${letterOf(place)}`),
  'Erantzun A, unknown': columns((place) => `Erantzun ${letterOf(place)}`),
  reponse1: columns((place) => `reponse${place + 1}`),
  'names, unknown': columns(
    (place) => ['red', 'green', 'blue', 'black', 'white', 'pink'][place] ?? `c${place}`,
  ),
  'letters in the texts': (items, answerOf) =>
    columns((place) => letterOf(place))(
      items.map((item) => ({
        ...item,
        options: item.options.map((text, place) => `${letterOf(place)}) ${text}`),
      })),
      () => '',
    )
      .split('\n')
      .map((line, index) =>
        index === 0 ? line : line.replace(/""$/, cell(answerOf(items[index - 1] as Item))),
      )
      .join('\n'),
  bars: inCell((options) => options.join('|')),
  'bars with spaces': inCell((options) => options.join(' | ')),
  'two bars': inCell((options) => options.join('||')),
  semicolons: inCell((options) => options.join('; ')),
  lines: inCell((options) => options.join('\n')),
  commas: inCell((options) => options.join(', ')),
  'commas without spaces': inCell((options) => options.join(',')),
  'bars with an index': inCell((options) => options.join('|'), 'correct_index'),
  'a list of Python': inCell(
    (options) => `[${options.map((text) => `'${text.replaceAll("'", "\\'")}'`).join(', ')}]`,
  ),
  'a list of JSON in a cell': inCell((options) => JSON.stringify(options)),
  'an object of Python': inCell(
    (options) =>
      `{${options.map((text, place) => `'${letterOf(place)}': '${text.replaceAll("'", "\\'")}'`).join(', ')}}`,
  ),
  'an object of JSON in a cell': inCell((options) => JSON.stringify(keyed('A')(options))),
  'A) x B) y': inCell(marked(' ', (place) => `${letterOf(place)}) `)),
  '(a) x (b) y': inCell(marked(' ', (place) => `(${letterOf(place, 'a')}) `)),
  'a ) x , b ) y': inCell(marked(' , ', (place) => `${letterOf(place, 'a')} ) `)),
  'A. x, B. y': inCell(marked(', ', (place) => `${letterOf(place)}. `)),
  'A: x; B: y': inCell(marked('; ', (place) => `${letterOf(place)}: `)),
  'A. x and lines': inCell(marked('\n', (place) => `${letterOf(place)}. `)),
  '1. x and lines': inCell(marked('\n', (place) => `${place + 1}. `)),
  '1) x 2) y': inCell(marked(' ', (place) => `${place + 1}) `)),
  'A) x|B) y': inCell(marked('|', (place) => `${letterOf(place)}) `)),
  JSON: json((options) => options),
  'JSON with numbers': json((options) => options, 'answer', true),
  'JSON with an index': json((options) => options, 'answerIndex', true),
  'JSON with correct': json((options) => options, 'correct', true),
  'JSON with numeric options': json(
    (options) => options.map((text) => (/^\d+$/.test(text) ? Number(text) : text)),
    'answer',
    true,
  ),
  'JSON keyed by letters': json(keyed('A')),
  'JSON keyed by small letters': json(keyed('a')),
  'JSON keyed by numbers from 0': json(keyed('0'), 'answer', true),
  'JSON keyed by numbers from 1': json(keyed('1'), 'answer', true),
  'JSON objects with text': json(objects((text) => ({ text }))),
  'JSON objects with id and text': json(objects((text, place) => ({ id: letterOf(place, 'a'), text }))),
  'JSON objects with numeric ids': json(
    objects((text, place) => ({ id: place + 1, text })),
    'answer',
    true,
  ),
  'JSON objects with numeric ids from 0': json(
    objects((text, place) => ({ id: place, text })),
    'answer',
    true,
  ),
  'JSON objects with label and value': json(
    objects((text, place) => ({ label: letterOf(place), value: text })),
  ),
  'JSON objects with value and label': json(
    objects((text, place) => ({ value: letterOf(place, 'a'), label: text })),
  ),
  'JSON objects with key and content': json(
    objects((text, place) => ({ key: letterOf(place), content: text })),
  ),
  'JSON objects with name and body': json(objects((text, place) => ({ name: letterOf(place), body: text }))),
  'JSON objects with marks': json((options, item) =>
    options.map((text, place) => ({ text, isCorrect: place === item.place })),
  ),
  'JSON with letters in the texts': json((options) =>
    options.map((text, place) => `${letterOf(place)}. ${text}`),
  ),
  'JSON with empty options': json((options) => ['', ...options].slice(1).concat('')),
}

const TEXTS = ['Paris', 'Rome', 'Oslo', 'Bern', 'Vaduz', 'Lima', 'Quito', 'New Delhi']
const NUMBERS = ['1', '2', '3', '4', '5', '6', '10', '12']
const LETTERS = ['A', 'B', 'C', 'D', 'E', 'N', 'O', 'H']
const MIXED = ['2', 'B', 'Vitamin C', '$4', 'Apollo 11', 'True', 'a', '3 km']

/** Files of questions: of texts, numbers, letters or a mixture, with as many options in each question, or not. */
const files = fc
  .record({
    pools: fc.constantFrom(
      [TEXTS],
      [NUMBERS],
      [LETTERS],
      [MIXED],
      [TEXTS, NUMBERS],
      [TEXTS, LETTERS],
      [TEXTS, MIXED],
      [TEXTS, TEXTS, TEXTS, MIXED],
    ),
    widths: fc.constantFrom([4], [2, 4], [3], [2]),
    seeds: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 12 }),
  })
  .map(({ pools, widths, seeds }) =>
    seeds.map(([which, size, start, right], index): Item => {
      const pool = pools[which % pools.length] ?? TEXTS
      const width = widths[size % widths.length] ?? 4
      const options = Array.from(
        { length: width },
        (_, place) => pool[(start + place * (1 + (start % 3) * 2)) % pool.length] ?? '',
      )
      return {
        question: `Question ${index} of ${seeds.length}?`,
        options: [...new Set(options)],
        place: right % new Set(options).size,
      }
    }),
  )

/** How many answers are right, left out, and wrong. A refused file is left out as a whole. */
export async function compare(text: string, items: readonly Item[], settings: Partial<ImportOptions> = {}) {
  try {
    const { questions } = await importQuestions(Buffer.from(text), {
      mapping: new Map(),
      decodeHtml: false,
      ...settings,
    })
    const correct = new Map(questions.map((item) => [item.question, item.correct_answer]))
    const wrong = items.filter(({ question, options, place }) => {
      const served = correct.get(question)?.toLowerCase()
      return served !== undefined && served !== options[place]?.toLowerCase()
    })
    return {
      right: correct.size - wrong.length,
      wrong: wrong.map(({ question }) => [question, correct.get(question)]),
    }
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError)
    return { right: 0, wrong: [] }
  }
}

/** Ten questions with every place, whose options are plain texts. */
export const PLAIN = Array.from(
  { length: 12 },
  (_, index): Item => ({
    question: `Question ${index}?`,
    options: [0, 1, 2, 3].map((place) => TEXTS[(index * 3 + place) % TEXTS.length] ?? ''),
    place: (index * 7 + Math.floor(index / 4)) % 4,
  }),
)

/** Questions whose answers are the first and the last option. */
const EDGES = [0, 3].map((place): Item => ({ question: `At ${place}?`, options: TEXTS.slice(0, 4), place }))

export const CELLS = Object.entries(SHAPES).flatMap(([shape, write]) =>
  Object.entries(ANSWERS).map(([answers, answerOf]) => ({ shape, answers, write, answerOf })),
)

/** Imports random files of a cell, and expects that no answer is wrong. */
export async function expectNoneWrong(
  { shape, answers, write, answerOf }: (typeof CELLS)[number],
  numRuns: number,
): Promise<void> {
  // Labels and names say what numbers count from. Only a first or a last option can show that they are wrong.
  const isSaid = /[01]|index|numeric/.test(shape) && answers.startsWith('numbers')
  await fc.assert(
    fc.asyncProperty(files, async (random) => {
      const items = isSaid ? [...random, ...EDGES] : random
      expect((await compare(write(items, answerOf), items)).wrong).toEqual([])
    }),
    { numRuns },
  )
}
