// Signs behind options and statements of a list: letters of true and false, crosses, and lines that explain an option.
import { ImportError } from '@qb/core/questions'
import { expect, it } from 'vitest'
import { importQuestions } from './import-questions.ts'

/** The correct answers of a list with what is left out. ` / ` ends a line. */
async function show(list: string): Promise<string> {
  const text = `${list.replaceAll(' /', '\n').replaceAll('\n ', '\n')}\n`
  try {
    const { questions, dropped } = await importQuestions(Buffer.from(text), {
      mapping: new Map(),
      decodeHtml: false,
    })
    const answers = questions.map(
      ({ correct_answer: answer, options = [] }) => `${answer} of ${options.length}`,
    )
    return [...answers, ...dropped.map(({ number }) => `line ${number} left out`)].join(', ')
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError)
    return 'refused'
  }
}

it.each([
  ['Qui ?', 'V', 'F'],
  ['Wer?', 'R', 'F'],
  ['Wer?', 'W', 'F'],
  ['Chi?', 'v', 'f'],
  ['Quién?', 'Verdadero', 'Falso'],
])('reads the letters behind the options below %s as %s and %s', async (asked, right, wrong) => {
  const list = `1. ${asked} / a) Bohr (${wrong}) / b) Curie (${wrong}) / c) Hahn (${right}) / / 2. ${asked} / a) Oslo (${right}) / b) Rome (${wrong})`
  expect(await show(list)).toBe('Hahn of 3, Oslo of 2')
})

it.each([
  [
    'units',
    '1. Unit of voltage? / a) Volt (V) / b) Farad (F) / / 2. Unit of capacitance? / a) Volt (V) / b) Farad (F)',
    'refused',
  ],
  [
    'quantities',
    '1. Was misst man in Joule? / a) Arbeit (W) / b) Kraft (F) / / 2. Was in Newton? / a) Arbeit (W) / b) Kraft (F)',
    'refused',
  ],
  [
    'other letters',
    '1. Wer? / a) Bohr (V) / b) Curie (F) / c) Hahn (F) / / 2. Was? / a) Eisen (R) / b) Gold (F)',
    'refused',
  ],
  [
    'two right options',
    '1. Wer? / a) Bohr (V) / b) Curie (V) / c) Hahn (F) / d) Meitner (F) / / 2. Wo? / a) Rom (V) / b) Oslo (F)',
    'Rom of 2, line 1 left out',
  ],
])('guesses nothing from %s behind options', async (_, list, expected) => {
  expect(await show(list)).toBe(expected)
})

it.each([
  ['names', '1. Who? / a) Malcolm X / b) Bohr / / 2. What? / a) iPhone X / b) Galaxy', 'refused'],
  [
    'marks',
    '1. Who? / a) Bohr X / b) Curie / / 2. Where? / a) Oslo / b) Rome x / / 3. When? / a) 1914  X / b) 1915',
    'Bohr of 2, Rome of 2, 1914 of 2',
  ],
  [
    'marks with a question that has none',
    '1. Who? / a) Bohr X / b) Curie / / 2. Where? / a) Oslo / b) Rome x / / 3. When? / a) 1914 / b) 1915',
    'refused',
  ],
  [
    'versions',
    '1. Newest? / a) iPhone 8 / b) iPhone X / / 2. Oldest? / a) iPhone 9 / b) iPhone X / / 3. King? / a) Louis V / b) Louis X',
    'refused',
  ],
  [
    'two marks',
    '1. Who? / a) Bohr X / b) Curie X / / 2. Where? / a) Oslo / b) Rome x / / 3. When? / a) 1914  X / b) 1915 / / 4. What? / a) Tin X / b) Iron',
    'Rome of 2, 1914 of 2, Tin of 2, line 1 left out',
  ],
])('reads crosses behind options that are %s', async (_, list, expected) => {
  expect(await show(list)).toBe(expected)
})

it.each([
  ['Réponse', 'V', 'Vrai'],
  ['Respuesta', 'V', 'Verdadero'],
  ['Risposta', 'V', 'Vero'],
  ['Resposta', 'v', 'Verdadeiro'],
  ['Antwort', 'R', 'Richtig'],
  ['Antwort', 'W', 'Wahr'],
  ['Answer', 'T', 'True'],
])('reads %s: %s below statements', async (name, letter, word) => {
  const list = `1. Oslo is in Norway. / ${name}: ${letter} / 2. Rome is in Spain. / ${name}: F / 3. Bern is a city. / ${name}: ${letter}`
  expect(await show(list)).toMatch(new RegExp(`^${word} of 2, F\\S+ of 2, ${word} of 2$`))
})

it.each([
  ['symbols', '1. Vanadium / Answer: V / 2. Fluorine / Answer: F'],
  ['questions', '1. Symbol of vanadium? / Answer: V / 2. Symbol of fluorine? / Answer: F'],
  ['one letter', '1. Oslo is in Norway. / Answer: V / 2. Rome is in Italy. / Answer: V'],
])('does not read letters of %s as true or false', async (_, list) => {
  expect(await show(list)).not.toMatch(/of 2/)
})

it.each([
  ['Vrai/Faux', 'V', 'F', 'Vrai'],
  ['Vrai ou faux', '…… V', '…… F', 'Vrai'],
  ['Verdadero/Falso', '(V)', '(F)', 'Verdadero'],
  ['Richtig/Falsch', '... R', '... F', 'Richtig'],
  ['Vero o falso', 'vero', 'falso', 'Vero'],
  ['True/False', '____ T', '____ F', 'True'],
  ['Waar/Niet waar', '- waar', '- niet waar', 'Waar'],
])('reads statements below %s that end in %s', async (title, right, wrong, word) => {
  const list = `${title} / / 1. Oslo is in Norway ${right} / 2. Rome is in Spain. ${wrong}`
  expect(await show(list)).toMatch(new RegExp(`^${word} of 2, (?!${word} )\\S+(?: waar)? of 2$`))
})

it.each([
  'Correction :',
  'Correction:',
  'Corrección:',
  'Correção:',
  'Correzione:',
  'Korrektur:',
  'Teacher:',
  'Lehrer:',
])('reads the letter behind %s below the options', async (name) => {
  expect(
    await show(`1. Who? / a) Bohr / b) Curie / ${name} b / / 2. Where? / a) Oslo / b) Rome / ${name} A`),
  ).toBe('Curie of 2, Oslo of 2')
})

it('leaves out a question whose correction and answer differ', async () => {
  const other = '2. Where? / a) Oslo / b) Rome / Answer: A'
  expect(await show(`1. Who? / a) Bohr / b) Curie / Correction: b / Answer: A / / ${other}`)).toBe(
    'Oslo of 2, line 1 left out',
  )
  expect(await show(`1. Who? / a) Bohr / b) Curie / Answer: A / Teacher: B / / ${other}`)).toBe(
    'Oslo of 2, line 1 left out',
  )
})

it.each([
  ['(A) Madrid is the capital since the year 1561.', 'Rome of 2, Oslo of 2'],
  ['(A) Madrid is the capital of Spain. / (B) Rome is that of Italy.', 'Rome of 2, Oslo of 2'],
  ['The capital is Rome.', 'Rome of 2, Oslo of 2'],
  ['(A) Madrid is correct.', 'Oslo of 2, line 1 left out'],
])('reads %s below an answer as an explanation', async (line, expected) => {
  expect(
    await show(
      `1. Capital? / A) Madrid / B) Rome / Answer: B / ${line} / / 2. And? / A) Oslo / B) Rome / Answer: A`,
    ),
  ).toBe(expected)
})
