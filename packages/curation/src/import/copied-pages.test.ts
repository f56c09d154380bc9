// Pages that a person copies or types with more than questions: results of Moodle, wishes below a key, and numbers that are missing.
import { expect, it } from 'vitest'
import { show } from '../testing/show.ts'

/** A question of a page of Moodle after an attempt. The first words of the lines are those of a language. */
const attempt = (words: readonly string[], number: number, city: string, answer = city) => {
  const [question, state, points, flag, text, select, feedback, right] = words
  const body = [`Capital ${number}?`, select, 'a. Rome', 'b. Paris', 'c. Oslo', 'Feedback', feedback]
  return [
    `${question} ${number}`,
    state,
    points,
    flag,
    text,
    ...body,
    ...(answer ? [`${right} ${answer}`] : []),
    '',
  ].join('\n')
}
const PAGES = [
  'Question|Incorrect|Mark 0.00 out of 1.00|Flag question|Question text|Select one:|Your answer is incorrect.|The correct answer is:',
  'Question|Not answered|Marked out of 1.00|Flag question|Question text|Select one:||The correct answer is:',
  'Frage|Richtig|Erreichte Punkte 1,00 von 1,00|Frage markieren|Fragetext|Wählen Sie eine Antwort:|Die Antwort ist richtig.|Die richtige Antwort ist:',
  'Question|Correct|Note de 1,00 sur 1,00|Marquer la question|Texte de la question|Veuillez choisir une réponse.|Votre réponse est correcte.|La réponse correcte est :',
].map((words) => words.split('|'))

it.each(PAGES)('reads a copied page of Moodle without the results of a player: %s, %s', async (...words) => {
  expect(await show(attempt(words, 1, 'Paris') + attempt(words, 2, 'Oslo'))).toEqual([
    'Capital 1? → Paris (Rome, Paris, Oslo)',
    'Capital 2? → Oslo (Rome, Paris, Oslo)',
  ])
  // The results of a player say nothing of the right answer.
  expect(await show(attempt(words, 1, '') + attempt(words, 2, ''))).toEqual([
    expect.stringMatching(/^refused/),
  ])
  const [first, ...others] = await show(attempt(words, 1, 'Paris') + attempt(words, 2, 'Oslo, Rome'))
  expect([first, ...others].join()).not.toMatch(/Capital 2\? →/)
})

const LIST =
  '1. Capital of France?\na) Rome\nb) Paris\n\n2. Capital of Italy?\na) Rome\nb) Oslo\n\nAnswer key\n1. b\nIt is on the Seine.\n2. a\n'
const FRANCE = 'Capital of France? → Paris (Rome, Paris); It is on the Seine.'
const ITALY = 'Capital of Italy? → Rome (Rome, Oslo)'

it.each([
  ['It is on the Tiber.\nGood luck!', '; It is on the Tiber.'],
  ['It is on the Tiber.\n\nViel Erfolg!', '; It is on the Tiber.'],
  ['It is on the Tiber.\n\nSee you on Monday.', '; It is on the Tiber.'],
  ['It is on the Tiber.\nIt is old.', '; It is on the Tiber. It is old.'],
  ['Bonne chance !', ''],
])('does not take what is below a key for an explanation: %j', async (below, explanation) => {
  expect(await show(`${LIST}${below}\n`)).toEqual([FRANCE, ITALY + explanation])
})

it('keeps explanations that go on below an empty line', async () => {
  const list = LIST.replace('Seine.', 'Seine.\n\nIt is large.')
  expect(await show(`${list}It is on the Tiber.\n\nIt is old.\n`)).toEqual([
    `${FRANCE} It is large.`,
    `${ITALY}; It is on the Tiber. It is old.`,
  ])
})

const NUMBERED = [1, 2, 4, 5].map((number) => `${number}. Capital ${number}?\na) Rome\nb) Paris\n`).join('')

it('reads questions without a number that the key has not either', async () => {
  const shown = [1, 2, 4, 5].map((number) => `Capital ${number}? → Paris (Rome, Paris)`)
  expect(await show(`${NUMBERED}\nAnswers: 1b 2b 4b 5b\n`)).toEqual(shown)
  const other = await show(`${NUMBERED}\nAnswers: 1b 2b 3b 4b\n`)
  expect(other.join()).not.toMatch(/Capital [45]\? →/)
})

it('reads a key of Cyrillic letters, and options that are small numbers', async () => {
  const list = '1. Сколько ног?\nа) 6\nб) 8\nв) 10\n\n2. Сколько рук?\nа) 1\nб) 2\nв) 3\n'
  const shown = ['Сколько ног? → 8 (6, 8, 10)', 'Сколько рук? → 2 (1, 2, 3)']
  expect(await show(`${list}\nОтветы: 1 б, 2 б\n`)).toEqual(shown)
  expect(await show(list.replaceAll(/(в\) .*)/g, '$1\nОтвет: б'))).toEqual(shown)
  // The Latin letter is the second one, and looks like the third one of the options.
  const [refused] = await show(`${list}\nОтветы: 1 b, 2 b\n`)
  expect(refused).toMatch(/refused/)
})
