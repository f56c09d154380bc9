// Statements of a list in several languages, answers with a reason, and the names of keys and answers.
import { ImportError } from '@qb/core/questions'
import { expect, it } from 'vitest'
import { importQuestions } from './import-questions.ts'

/** ` / ` ends a line. */
const read = (list: string) =>
  importQuestions(Buffer.from(`${list.replaceAll(' /', '\n').replaceAll('\n ', '\n')}\n`), {
    mapping: new Map(),
    decodeHtml: false,
  })

/** The answers of a list, each with its options and its explanation, and the numbers of what is left out. */
async function show(list: string) {
  try {
    const { questions, dropped } = await read(list)
    const shown = questions.map(({ correct_answer, options = ['typed'], explanation }) =>
      [correct_answer, options.join(', '), ...(explanation ? [explanation] : [])].join(' | '),
    )
    return [...shown, ...dropped.map(({ number }) => `${number}: left out`)]
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError)
    return ['refused']
  }
}

it.each([
  ['Réponse : Vrai', 'Réponse : Faux (elle a huit pattes)', 'Vrai, Faux', 'elle a huit pattes'],
  ['Réponse : Vrai', 'Réponse : Faux, elle a huit pattes.', 'Vrai, Faux', 'elle a huit pattes.'],
  ['Réponse : Vrai', 'Réponse : Faux. Elle a huit pattes.', 'Vrai, Faux', 'Elle a huit pattes.'],
  ['Answer: True', 'Answer: False, it has eight legs.', 'True, False', 'it has eight legs.'],
  ['Antwort: Richtig', 'Antwort: Falsch – sie hat acht Beine.', 'Richtig, Falsch', 'sie hat acht Beine.'],
  ['Respuesta: Verdadero', 'Respuesta: Falso, tiene ocho patas', 'Verdadero, Falso', 'tiene ocho patas'],
])('reads the reason behind the answer to a statement: %s and %s', async (first, second, pair, reason) => {
  const [right, wrong] = pair.split(', ')
  const list = `1. Whales are mammals. / ${first} / / 2. Spiders are insects. / ${second}`
  expect(await show(list)).toEqual([`${right} | ${pair}`, `${wrong} | ${pair} | ${reason}`])
})

it('leaves out an answer whose reason can take it back', async () => {
  const list = '1. It is so. / Answer: True / / 2. It is not. / Answer: False. No, true'
  expect(await show(list)).toEqual(['True | typed', '4: left out'])
})

it.each([
  ['1. A est B. (V/F) / Réponse : V / / 2. C est D. (V/F) / Réponse : F', 'Vrai, Faux'],
  ['Vrai ou faux ? / / 1. A est B. / 2. C est D. / / Réponses : / 1. V / 2. F', 'Vrai, Faux'],
  ['Vrai ou faux ? / / 1. A est B. (Vrai) / 2. C est D. (Faux)', 'Vrai, Faux'],
  ['Vrai/Faux / / 1. A est B. Vrai / 2. C est D. Faux', 'Vrai, Faux'],
  ['Vero o falso / / 1. A è B. / 2. C è D. / / Soluzioni / 1. V / 2. F', 'Vero, Falso'],
  ['1. A ist B. (R/F) / Antwort: R / / 2. C ist D. (R/F) / Antwort: F', 'Richtig, Falsch'],
  ['1. A es B. (V o F) / Respuesta: V / / 2. C es D. (V o F) / Respuesta: F', 'Verdadero, Falso'],
  ['1. A is B. (T/F) / Answer: T / / 2. C is D. (T/F) / Answer: F', 'True, False'],
])('reads the letters of statements in each language: %s', async (list, pair) => {
  expect(await show(list)).toEqual(pair.split(', ').map((word) => `${word} | ${pair}`))
  expect((await read(list)).questions.map(({ question }) => question).join()).not.toMatch(/[()]/)
})

const ASKED = '1. Who? / a) Tom / b) Ann / / 2. What? / a) Cat / b) Dog'
const FOUND = ['Ann | Tom, Ann', 'Cat | Cat, Dog']

it.each([
  'Corrigé : / 1. b / 2. a',
  'Corrigé / 1. b / 2. a',
  'Corrigé : 1-B ; 2-A',
  'Correction : / 1. b / 2. a',
  'Solucionario / 1. b / 2. a',
  'Musterlösung / 1. b / 2. a',
  'Gabarito: / 1. b / 2. a',
  'Antwoordsleutel / 1. b / 2. a',
])('reads a key below the title of another language: %s', async (key) => {
  expect(await show(`${ASKED} / / ${key}`)).toEqual(FOUND)
})

it.each(['Rép. : LETTER', 'R : LETTER', '(Réponse LETTER)', 'Antw.: LETTER', 'Resp.: LETTER'])(
  'reads a short name of the answer: %s',
  async (line) => {
    const [first = '', second = ''] = ASKED.split(' / / ')
    const list = [first, line.replace('LETTER', 'b'), '', second, line.replace('LETTER', 'a')].join(' / ')
    expect(await show(list)).toEqual(FOUND)
  },
)

it.each(['bonne réponse', 'richtige Antwort', 'respuesta correcta', 'risposta esatta'])(
  'reads the words (%s) behind an option',
  async (words) => {
    expect(
      await show(`1. Who? / a) Tom / b) Ann (${words}) / / 2. What? / a) Cat (${words}) / b) Dog`),
    ).toEqual(FOUND)
  },
)

it('names the question that has no answer', async () => {
  const { dropped } = await read('1. Who? / a) Tom / b) Ann / Answer: a / / 2. What? / a) Cat / b) Dog')
  expect(dropped).toMatchObject([{ question: 'What?' }])
})
