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

const STATED = '1. Der Rhein ist ein Fluss. / 2. Berlin liegt am Meer. / 3. Die Alpen sind Berge.'
const FRENCH = '1. La Seine est un fleuve. / 2. Paris est un fleuve. / 3. Les Alpes sont hautes.'
const ENGLISH = '1. The Seine is a river. / 2. Paris is a river. / 3. The Alps are high.'

it.each([
  [STATED, 'Lösungen: 1 wahr, 2 falsch, 3 wahr', 'Wahr, Falsch'],
  [STATED, 'Lösung: 1: wahr, 2: falsch und 3: wahr', 'Wahr, Falsch'],
  [STATED, 'Lösungen: 1 (wahr), 2 (falsch), 3 (wahr)', 'Wahr, Falsch'],
  [STATED, 'Lösungen: 1 W, 2 F, 3 W', 'Wahr, Falsch'],
  [STATED, 'Lösungen: 1w, 2f, 3w', 'Wahr, Falsch'],
  [STATED, 'Lösung: 1. R 2. F 3. R', 'Richtig, Falsch'],
  [STATED, 'Lösungen / 1 richtig / 2 falsch / 3 richtig', 'Richtig, Falsch'],
  [STATED, 'Lösungen / Frage 1: richtig / Frage 2: falsch / Frage 3: richtig', 'Richtig, Falsch'],
  [STATED, 'Lösungen: Frage 1 richtig, Frage 2 falsch, Frage 3 richtig', 'Richtig, Falsch'],
  [STATED, 'Lösungen: W, F, W', 'Wahr, Falsch'],
  [STATED, 'Lösungen: WFW', 'Wahr, Falsch'],
  [STATED, 'Lösungen: / wahr / falsch / wahr', 'Wahr, Falsch'],
  [STATED, 'Lösungen: 1 ja, 2 nein, 3 ja', 'Ja, Nein'],
  [STATED, 'Lösungen (wahr/falsch): 1 w, 2 f, 3 w', 'Wahr, Falsch'],
  [STATED, 'Richtig: 1, 3. Falsch: 2', 'Richtig, Falsch'],
  [STATED, 'Wahr: 1 und 3 / Falsch: 2', 'Wahr, Falsch'],
  [`Wahr oder falsch? / / ${STATED}`, 'Lösungen: 1 W, 2 F, 3 W', 'Wahr, Falsch'],
  [FRENCH, 'Corrigé : 1) V  2) F  3) V', 'Vrai, Faux'],
  [FRENCH, 'Corrigé : 1 vrai, 2 faux et 3 vrai', 'Vrai, Faux'],
  [`Vrai ou faux ? / / ${FRENCH}`, 'Réponses : 1 vrai, 2 faux, 3 vrai', 'Vrai, Faux'],
  [ENGLISH, 'Answers: 1 T, 2 F, 3 T', 'True, False'],
  [ENGLISH, 'Answers: 1 true; 2 false; 3 true', 'True, False'],
  [ENGLISH, '1 T, 2 F, 3 T', 'True, False'],
])('reads the key of statements in one line: %s with %s', async (list, key, pair) => {
  const [right, wrong] = pair.split(', ')
  const shown = await show(`${list} / / ${key}`)
  expect(shown).toEqual([right, wrong, right].map((word) => `${word} | ${pair}`))
})

it('shows letters as they are when the list does not show their language', async () => {
  const shown = await show('1. A es B. / 2. C es D. / 3. E es F. / / Key: 1 V, 2 F, 3 V')
  expect(shown).toEqual(['V', 'F', 'V'].map((word) => `${word} | V, F`))
  const long = `${STATED} / 4. Die Donau fließt durch Wien, Bratislava und Budapest. / 5. Der höchste Berg der Schweiz steht im Kanton Wallis.`
  expect((await show(`${long} / / Key: 1 R, 2 F, 3 R, 4 R, 5 R`))[1]).toBe('Falsch | Richtig, Falsch')
})

it('reads a key of letters and of words, and letters that are symbols as none', async () => {
  const mixed = '1. Wer? / a) Tom / b) Ann / / 2. Der Rhein ist ein Fluss. / 3. Berlin liegt am Meer.'
  const answers = ['Ann | Tom, Ann', 'Wahr | Wahr, Falsch', 'Falsch | Wahr, Falsch']
  expect(await show(`${mixed} / / Lösungen: 1 b, 2 W, 3 F`)).toEqual(answers)
  expect(await show(`${mixed} / / Lösungen: 1 b, 2 wahr, 3 falsch`)).toEqual(answers)
  expect(await show('1. Vanadium? / 2. Fluorine? / / Answers: 1 V, 2 F')).toEqual(['refused'])
})

it.each([
  'Lösungen: 1 ✓ 2 ✗ 3',
  'Lösungen: Wahr ist fast alles, auch 1 und 3',
  'Lösungen: 1 wahr, 2 falsch',
  'Lösungen: 1 V, 2 F, 3 W',
  'Antwort: Paris',
])(
  'refuses a key that is not understood, and serves none as the answer of the last question: %s',
  async (key) => {
    expect(await show(`${STATED} / / ${key}`)).toEqual(['refused'])
  },
)

it.each(['Lösungen: b, a', 'Lösungen: BA', 'Réponses : b a', 'Answers: 1 b and 2 a'])(
  'reads letters behind a title: %s',
  async (key) => {
    expect(await show(`1. Who? / a) Tom / b) Ann / / 2. What? / a) Cat / b) Dog / / ${key}`)).toEqual(FOUND)
    expect(
      await show(`1. Who? / a) Tom / b) Ann / / 2. What? / a) Cat / b) Dog / ${key.replace(/\d/g, '')}`),
    ).not.toContain('Dog | Cat, Dog')
  },
)

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
