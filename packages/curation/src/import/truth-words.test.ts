// The words for true and false that programs write in English, in the language of a file.
import { expect, it } from 'vitest'
import { readServed, show } from '../testing/show.ts'
import { makeWorkbook } from '../testing/workbook.ts'
import { importQuestions } from './import-questions.ts'

const truth = (value: boolean) => ({ attributes: ' t="b"', content: `<v>${Number(value)}</v>` })

const GERMAN = [
  'Der Rhein ist ein Fluss und fließt durch Köln und Bonn.',
  'Berlin liegt am Meer und hat einen Hafen für große Schiffe.',
  'Die Donau fließt durch mehrere Länder und mündet in das Schwarze Meer.',
]
const ENGLISH = [
  'The Rhine is a river, and it flows through Cologne and Bonn.',
  'Berlin is by the sea, and it has a port for ships that are large.',
  'The Danube flows through several countries, and it ends in the Black Sea.',
]

/** The options of the second question, which is false, with the correct one first. */
async function optionsOf(text: string | Uint8Array, locale?: string) {
  const [, second = ''] = await show(text, { locale })
  const [, correct, options] = /→ (.*?) \((.*)\)/.exec(second) ?? []
  return [correct, options?.split(', ').find((option) => option !== correct)].join(', ')
}

const notesOf = async (text: string | Uint8Array) =>
  (await importQuestions(Buffer.from(text), { mapping: new Map(), decodeHtml: false })).notes.join('\n')

const MOODLE = (texts: readonly string[]) =>
  `<quiz>${texts.map((text, index) => `<question type="truefalse"><questiontext><text>${text}</text></questiontext><answer fraction="${index === 1 ? 0 : 100}"><text>true</text></answer><answer fraction="${index === 1 ? 100 : 0}"><text>false</text></answer></question>`).join('')}</quiz>`
const GIFT = (texts: readonly string[]) =>
  texts.map((text, index) => `::${index}:: ${text} {${index === 1 ? 'F' : 'T'}}`).join('\n\n')
const BLACKBOARD = (texts: readonly string[]) =>
  texts.map((text, index) => `TF\t${text}\t${index !== 1}`).join('\n')
const BRIGHTSPACE = (texts: readonly string[]) =>
  texts
    .map(
      (text, index) =>
        `NewQuestion,TF,,\nQuestionText,"${text}",,\nTRUE,${index === 1 ? 0 : 100},,\nFALSE,${index === 1 ? 100 : 0},,`,
    )
    .join('\n')
const TABLE = (texts: readonly string[]) =>
  `question,answer\n${texts.map((text, index) => `"${text}",${index === 1 ? 'FALSE' : 'TRUE'}`).join('\n')}`
const JSON_ITEMS = (texts: readonly string[]) =>
  JSON.stringify(texts.map((question, index) => ({ question, answer: index !== 1 })))

it.each([MOODLE, GIFT, BLACKBOARD, BRIGHTSPACE, TABLE, JSON_ITEMS])(
  'writes the truth values of a program in the language of the texts (%#)',
  async (write) => {
    expect(await optionsOf(write(GERMAN))).toBe('Falsch, Richtig')
    expect(await optionsOf(write(ENGLISH))).toBe('False, True')
    expect(await optionsOf(write(ENGLISH), 'fr')).toBe('Faux, Vrai')
    expect(await optionsOf(write(GERMAN), 'en')).toBe('False, True')
    expect(await notesOf(write(GERMAN))).not.toContain('--locale')
  },
)

it.each([MOODLE, TABLE])(
  'warns of English words beside few texts of another language (%#)',
  async (write) => {
    expect(await notesOf(write(GERMAN.slice(0, 2)))).toContain(
      'warning: the options True and False are written as in English; --locale de writes Richtig and Falsch, as in German',
    )
    expect(await notesOf(write(ENGLISH.slice(0, 2)))).not.toContain('--locale')
  },
)

it.each([
  ['Frage;Antwort', 'Falsch, Richtig'],
  ['Question;Réponse', 'Faux, Vrai'],
  ['Pregunta;Respuesta', 'Falso, Verdadero'],
  ['Vraag;Antwoord', 'Onwaar, Waar'],
  ['Pytanie;Odpowiedź', 'Fałsz, Prawda'],
  ['Вопрос;Ответ', 'Неверно, Верно'],
  ['Question;Answer', 'False, True'],
])('writes TRUE and FALSE in the language of the names of columns: %s', async (header, expected) => {
  const text = `${header}\nA.;TRUE\nB.;FALSE\nC.;TRUE`
  expect(await optionsOf(text)).toBe(expected)
  const { questions } = await readServed(text)
  expect(questions[1]?.question.correct_answer).toBe(expected.split(', ')[0])
})

it('keeps the words that a person wrote', async () => {
  const [header, ...rows] = ['Frage;Antwort', 'The Rhine is a river.;True', 'Berlin is a river.;False']
  expect(await optionsOf([header, ...rows].join('\n'))).toBe('False, True')
})

it.each([
  [['Frage', 'Antwort'], GERMAN, 'Falsch, Wahr'],
  [['Frage', 'Antwort'], GERMAN.slice(0, 2), 'Falsch, Wahr'],
  [['Frage', 'Antwort'], ['A ist B.', 'C ist D.'], 'Falsch, Richtig'],
  [
    ['Pregunta', 'Respuesta'],
    ['El Ebro es un río que pasa por Zaragoza.', 'Madrid está en la costa del mar.'],
    'Falso, Verdadero',
  ],
  [['Вопрос', 'Ответ'], ['Волга впадает в Каспийское море.', 'Москва стоит на берегу моря.'], 'Ложь, Истина'],
])(
  'writes the truth values of a workbook in the language of its columns and texts: %j, %j',
  async (header, texts, expected) => {
    const rows = texts.map((text, index) => [text, truth(index !== 1)])
    const bytes = makeWorkbook({ Quiz: [header, ...rows] })
    expect(await optionsOf(bytes)).toBe(expected)
    expect(await notesOf(bytes)).not.toContain('warning')
  },
)

it('refuses a locale of a text without truth values', async () => {
  const text = 'question,answer\nCapital of France?,Paris'
  expect(await show(text, { locale: 'de' })).toEqual(['refused: neither'])
})
