// Keys as people type them, tables with a mark for the right answer, and what the report and `check` say of them.
import { describe, expect, it } from 'vitest'
import { readServed, show } from '../testing/show.ts'
import { importQuestions } from './import-questions.ts'
import { describeImport } from './report.ts'

const read = (text: string) => importQuestions(Buffer.from(text), { mapping: new Map(), decodeHtml: false })
const answersOf = async (text: string) =>
  (await read(text)).questions.map(({ correct_answer: answer }) => answer)

const LIST =
  '1. Capital of France?\na) Rome\nb) Paris\n\n2. Capital of Italy?\na) Rome\nb) Paris\n\n3. Capital of Norway?\na) Oslo\nb) Bern\n\n4. Capital of Spain?\na) Bern\nb) Madrid\n'
const ANSWERS = [
  'Capital of France? → Paris (Rome, Paris)',
  'Capital of Italy? → Rome (Rome, Paris)',
  'Capital of Norway? → Oslo (Oslo, Bern)',
  'Capital of Spain? → Madrid (Bern, Madrid)',
]

it.each([
  ['1 b Paris\n2 a Rome\n3 a Oslo\n4 b Madrid'],
  ['1 b\t3 a\n2 a\t4 b'],
  ['1 b Paris\t3 a Oslo\n2 a Rome\t4 b Madrid'],
  ['1. Paris\t3. Oslo\n2. Rome\t4. Madrid'],
  ['1. b) Paris     3. a) Oslo\n2. a) Rome      4. b) Madrid'],
])('reads a key without stops, or in columns: %j', async (key) => {
  expect(await show(`${LIST}\nLösungen\n${key}\n`)).toEqual(ANSWERS)
})

it('leaves out a question whose text in a key without stops is that of another option', async () => {
  const key = '1 b Rome\n2 a Rome\n3 a Oslo\n4 b Madrid'
  expect(await show(`${LIST}\nLösungen\n${key}\n`)).toEqual([
    ...ANSWERS.slice(1),
    expect.stringMatching(/^1: .*b\) Rome/),
  ])
})

it('names the line of a key that is not understood', async () => {
  const [refused] = await show(`${LIST}\nLösungen\nsiehe Tafel\n`)
  expect(refused).toMatch(/^refused: "siehe Tafel" in line 18/)
})

it('reads options without stops that tabs separate', async () => {
  const text =
    '1. Capital of Austria?\nA Graz\tB Wien\tC Linz\n\n2. Capital of Italy?\nA Rome\tB Paris\tC Oslo\n\nLösungen\n1. B\n2. A\n'
  expect(await show(text)).toEqual([
    'Capital of Austria? → Wien (Graz, Wien, Linz)',
    'Capital of Italy? → Rome (Rome, Paris, Oslo)',
  ])
})

const STATEMENTS = '1. Rom liegt in Italien.\n2. Die Sonne ist ein kalter Stern.\n3. Wasser ist nass.\n'
const TRUTHS = [
  'Rom liegt in Italien. → Wahr (Wahr, Falsch)',
  'Die Sonne ist ein kalter Stern. → Falsch (Wahr, Falsch)',
  'Wasser ist nass. → Wahr (Wahr, Falsch)',
]

it.each(['Wahr sind 1 und 3.', 'Wahr: 1, 3', 'Wahr sind die Aussagen 1 und 3', 'Falsch: 2. Wahr: 1, 3'])(
  'reads the numbers of true statements: %s',
  async (key) => {
    expect(await show(`${STATEMENTS}\n${key}\n`)).toEqual(TRUTHS)
  },
)

it.each(['Verdaderas: 1, 3', 'Falsas: 2, 3', 'Verdaderas: 1 y 3. Falsas: 2'])(
  'reads other forms of the words of statements: %s',
  async (key) => {
    const list =
      'Verdadero o falso\n1. Madrid está en España.\n2. Lima está en Chile.\n3. Quito está en Ecuador.\n'
    const shown = (await show(`${list}\n${key}\n`)).map((line) => /→ (.*)$/.exec(line)?.[1])
    const [right, wrong] = ['Verdadero', 'Falso'].map((word) => `${word} (Verdadero, Falso)`)
    expect(shown).toEqual(key.startsWith('Falsas') ? [right, wrong, wrong] : [right, wrong, right])
  },
)

it.each([
  'True: 1, 3',
  ...['\n1 ✓\n2 ✗\n3 ✓', '1. ✓, 2. ✗, 3. ✓', '1 ✓ 2 ✗ 3 ✓', '✓ ✗ ✓'].map((key) => `Key: ${key}`),
])('reads a key of statements such as %j', async (key) => {
  const inEnglish = TRUTHS.map((line) => line.replaceAll('Wahr', 'True').replaceAll('Falsch', 'False'))
  expect(await show(`${STATEMENTS}\n${key}\n`)).toEqual(inEnglish)
})

it.each([
  ['a number beyond the statements', `${STATEMENTS}\nWahr: 1, 4\n`],
  ['all of the statements', `${STATEMENTS}\nWahr: 1, 2, 3\n`],
  ['a number that can be a score', `${STATEMENTS}\nRichtig: 3\n`],
  ['questions with options', `${LIST}\nTrue: 1, 3\n`],
  ['a name', `${STATEMENTS}\nAnna: Wahr: 1, 3\n`],
  ['the title of a player', `${STATEMENTS}\nMeine Antworten\nWahr: 1, 3\n`],
  ['questions', `${STATEMENTS.replace('nass.', 'nass?')}\nWahr: 1, 2\n`],
])('reads no key of the true statements alone with %s', async (_, text) => {
  expect((await show(text)).join()).not.toContain('→')
})

it('takes no long time for a line of many groups that is none', async () => {
  const startMs = performance.now()
  await show(`${STATEMENTS}\n${'Wahr 1 '.repeat(200)}x\n`)
  expect(performance.now() - startMs).toBeLessThan(5000)
}, 10_000)

const MARKED = 'F1?,Rom,\n,Paris,x\n,Oslo,\nF2?,Rom,x\n,Paris,\n,Oslo,\n'

it.each(['Frage,Antwort,Richtig', 'Frage,Antwortmöglichkeiten,Richtig?', 'Question,Option,Correct'])(
  'reads a table whose right answers have a mark: %s',
  async (header) => {
    const expected = ['F1? → Paris (Rom, Paris, Oslo)', 'F2? → Rom (Rom, Paris, Oslo)']
    expect(await show(`${header}\n${MARKED}`)).toEqual(expected)
    expect((await readServed(`${header}\n${MARKED}`)).questions).toHaveLength(2)
  },
)

it.each([
  ['a second mark', MARKED.replace('Oslo,\n', 'Oslo,x\n')],
  ['no mark in a question', MARKED.replace('Paris,x', 'Paris,')],
  ['another text', MARKED.replace('Oslo,', 'Oslo,maybe')],
])('reads no table with %s', async (_, rows) => {
  expect((await show(`Frage,Antwort,Richtig\n${rows}`)).join()).not.toContain('→')
})

it.each([
  'Frage,Antwort,Falsch',
  'Frage,Antwort,Korrigiert',
  'Frage,Schülerantwort,Richtig',
  'Frage,Antwort,Spalte',
])('reads no table whose marks can mean something else: %s', async (header) => {
  expect((await show(`${header}\n${MARKED}`)).join()).not.toContain('→')
})

it.each(['2 P.', '2 P', '2 Punkte', '1 Punkt', '2 points', '1,5 Pkt.', '2 puntos', '2 балла'])(
  'removes (%s) behind a question',
  async (points) => {
    const [shown] = await show(`Frage,Antwort\n"Wer war das? (${points})",Ann\nWas nun?,Tee\n`)
    expect(shown).toBe('Wer war das? → Ann')
  },
)

const reportOf = async (text: string) => {
  const said = { mapping: new Map(), decodeHtml: false }
  return describeImport(await importQuestions(Buffer.from(text), said), 'a.csv').join('\n')
}

it('reports all columns, and the text of a row that is no question', async () => {
  const header = 'Nr,Question,Right answer,Wrong answer,Explanation'
  const report = await reportOf(`${header}\n1,Where?,Oslo,Rome,x\nPart 2: Weather,,,,\n2,Wet?,Rain,Sun,y\n`)
  expect(report).toContain('question = Question')
  expect(report).toContain('explanation = Explanation')
  expect(report).toMatch(/left out line 3: .*Part 2: Weather/)
})

it('reports the column of options that have marks', async () => {
  expect(await reportOf(`Frage,Antwort,Richtig\n${MARKED}`)).toContain('options = Antwort')
})

const diagnosticsOf = async (text: string | Uint8Array) =>
  (await readServed(text as string)).diagnostics.map(({ message, cells = '' }) => message + cells)

it('names both lines of a question that occurs again', async () => {
  const text = 'Question,Right answer\nWhere?,Oslo\nWho?,Ann\nWhere?,Oslo\n'
  expect(await diagnosticsOf(text)).toEqual([expect.stringContaining('not in line 2, got "Where?" again')])
  expect(await reportOf(text)).toContain('left out line 4: expected a question that is not in line 2')
})

it('shows no text and no name that was not decoded', async () => {
  const text = Buffer.from('Frage;Antwort;Erklärung;Farbe\nWer?;Änn;x;y\n', 'latin1')
  const { diagnostics, ignoredColumns } = await readServed(text as unknown as string)
  expect(JSON.stringify([diagnostics, ignoredColumns])).not.toContain('\ufffd')
  expect(diagnostics[0]?.message).toContain('the byte 0xe4')
})

it.each(['Question,Rihgt answer,Wrong answer', 'Question,Answer,Worng answer'])(
  'says of a misspelt column first that its name can be corrected: %s',
  async (header) => {
    const [refused = ''] = await diagnosticsOf(`${header}\nWhere?,Oslo,Rome\n`)
    expect(refused.indexOf('correct the name in the sheet')).toBeGreaterThan(0)
    expect(refused.indexOf('correct the name in the sheet')).toBeLessThan(refused.indexOf('--map'))
  },
)

describe('a key whose numbers are not those of the questions', () => {
  const FRANCE = '1. Capital of France?\na) Paris\nb) Rome\n'
  const PERU = 'Capital of Peru?\na) Rome\nb) Lima\n'
  const NORWAY = 'Capital of Norway?\na) Oslo\nb) Rome\n'
  const ITALY = '2. Capital of Italy?\na) Milan\nb) Rome\n'

  it.each([
    ['a question', `${FRANCE}${ITALY}2. ${NORWAY}3. ${PERU}`, '1a 2b 3a 4b'],
    ['a first question', `${FRANCE}1. ${NORWAY}2. ${PERU}`, '1a 2a 3b'],
    ['a heading', `Question 1\n${FRANCE.slice(3)}Question 2\n${NORWAY}Question 2\n${PERU}`, '1a 2a 3b'],
    [
      'a statement',
      '1. Snow is cold.\n2. Ice is hot.\n2. Ice is water.\n3. Cats bark.\n',
      '1 T, 2 F, 3 T, 4 F',
    ],
    [
      'a typed question',
      '1. Capital of Peru?\n2. Of Italy?\n2. Of Norway?\n3. Of Spain?\n',
      '\n1. Lima\n2. Rome\n3. Oslo\n4. Madrid',
    ],
  ])('is refused when %s has the number of another one', async (_name, questions, key) => {
    await expect(read(`${questions}\nAnswers: ${key}\n`)).rejects.toThrow(
      /^expected one number for each question of the key, got [12] again$/,
    )
  })

  it.each([
    [
      'without a number',
      `${FRANCE}\n${NORWAY}\n2. ${PERU}`,
      '1a 2a 3b',
      '3 as its last one, and 2 as theirs',
    ],
    [
      'behind a gap',
      `${FRANCE}${ITALY}4. ${NORWAY}5. ${PERU}`,
      '1a 2b 3a 4b',
      '4 as its last one, and 5 as theirs',
    ],
    [
      'in the lines of another',
      '1. Capital of Peru?\n2. Of Italy?\nOf Norway?\n3. Of Spain?\n',
      '\n1. Lima\n2. Rome\n3. Oslo\n4. Madrid',
      '4 as its last one, and 3 as theirs',
    ],
  ])('is refused with a question %s', async (_name, questions, key, got) => {
    await expect(read(`${questions}\nAnswer key: ${key}\n`)).rejects.toThrow(
      `expected a key with the numbers of the questions, got ${got}`,
    )
  })

  it.each([
    ['has more than the questions', `${FRANCE}${ITALY}`, '1a 2b 3a'],
    ['lacks the last one', `${FRANCE}${ITALY}3. ${PERU}`, '1a 2b'],
    ['leaves out what they leave out', `${FRANCE}${ITALY.replace('2', '3')}`, '1a 3b'],
  ])('is read when it %s', async (_name, questions, key) => {
    expect((await answersOf(`${questions}\nAnswers: ${key}\n`)).slice(0, 2)).toEqual(['Paris', 'Rome'])
  })

  it('is read below a date that starts a line of a question', async () => {
    const text = `4. Which land has a feast on\n3. October?\na) Germany\nb) Rome\n5. ${PERU}\nAnswers: 4a 5b\n`
    expect(await answersOf(text)).toEqual(['Germany', 'Lima'])
  })
})

describe('an answer in another form', () => {
  const OPTIONS = '\na) Rome\nb) Paris\n'

  it.each([
    ['dashes between the items of a key', `1. France?${OPTIONS}2. Italy?${OPTIONS}\n1b – 2a\n`],
    ['slashes between them', `1. France?${OPTIONS}2. Italy?${OPTIONS}\nKey: 1b / 2a\n`],
    ['hyphens between and in them', `1. France?${OPTIONS}2. Italy?${OPTIONS}\nKey: 1-b - 2-a\n`],
    ['arrows in a key', `1. France?${OPTIONS}2. Italy?${OPTIONS}\nAnswers\n1 → b\n2 → a\n`],
    ['a key of two rows', `1. France?${OPTIONS}2. Italy?${OPTIONS}\nKey\n1\t2\nB\tA\n`],
    [
      'one of two rows with names',
      `1. France?${OPTIONS}2. Italy?${OPTIONS}\n| Question | 1 | 2 |\n|---|---|---|\n| Answer | B | A |\n`,
    ],
    ['a bracket behind the name', `1. France?${OPTIONS}Ans) b\n2. Italy?${OPTIONS}Ans) a\n`],
    ['a colon and a dash behind it', `1. France?${OPTIONS}Answer:- b)\n2. Italy?${OPTIONS}Answer:- a)\n`],
    ['a Chinese name without a colon', `1. France?${OPTIONS}参考答案 B\n2. Italy?${OPTIONS}答案 A\n`],
    ['a Chinese title', `1. France?${OPTIONS}2. Italy?${OPTIONS}\n参考答案\n1. B\n2. A\n`],
    ['the gap of a Chinese question', `1. 法国（ B ）。${OPTIONS}2. 意大利（ A ）。${OPTIONS}`],
    [
      'the gap of another question',
      `1. The capital ( b ) of France${OPTIONS}2. The one ( a ) of Italy${OPTIONS}`,
    ],
    ['a dash or an arrow behind questions', 'Quiz\n1. France? - Paris\n2. Italy? → Rome\n'],
    ['a dash behind questions without numbers', 'France? – Paris\nItaly? – Rome\n'],
  ])('is read: %s', async (_name, text) => {
    expect(await answersOf(text)).toEqual(['Paris', 'Rome'])
  })

  it.each([
    ['a bracket that is no gap', `1. Vitamin (B) is in?${OPTIONS}2. Plan (A) is of?${OPTIONS}`],
    ['two brackets of a question', `1. Is it ( b ) or ( a )?${OPTIONS}2. Or ( a ) or ( b )?${OPTIONS}`],
    ['points behind questions', '1. France? - 2 points\n2. Italy? - 1 point\n'],
    ['one topic behind most questions', '1. France? - Towns\n2. Italy? - Towns\n3. Mozart? - Music\n'],
    ['rows of two lengths', `1. France?${OPTIONS}2. Italy?${OPTIONS}\nKey\n1\t2\t3\nB\tA\n`],
  ])('is none: %s', async (_name, text) => {
    await expect(read(text)).rejects.toThrow('expected')
  })
})

describe('a list', () => {
  const QUESTIONS = [
    'Hauptstadt von Frankreich?\nA Rom\nB Paris\nC Oslo\n',
    'Hauptstadt von Peru?\nA Rom\nB Oslo\nC Lima\n',
  ]

  it.each(['Aufgabe 1: ', 'Nr. 1 ', 'No. 1: ', '#1 ', '- ', '• '])(
    'is read without the start %j of its questions, and with options without stops',
    async (start) => {
      const [first = '', second = ''] = QUESTIONS
      const text = `${start}${first}Antwort: B\n\n${start.replace('1', '2')}${second}Antwort: C\n`
      const { questions } = await read(text)
      expect(questions.map(({ question, correct_answer: answer }) => [question, answer])).toEqual([
        ['Hauptstadt von Frankreich?', 'Paris'],
        ['Hauptstadt von Peru?', 'Lima'],
      ])
    },
  )

  it('keeps a dash that only one question starts with', async () => {
    const text = `- ${QUESTIONS[0]}Antwort: B\n\n${QUESTIONS[1]}Antwort: C\n`
    expect((await read(text)).questions[0]?.question).toBe('- Hauptstadt von Frankreich?')
  })
})

it.each([
  [
    'letters',
    'Question,A,B,C,Answer,Wrong answers\nFrance?,Rome,Paris,Oslo,B,"A,B"\nPeru?,Lima,Oslo,Rome,A,"B,C"\n',
  ],
  [
    'texts',
    'Question,Options,Answer,Incorrect answers\nFrance?,Rome|Paris,Paris,Paris\nPeru?,Lima|Rome,Lima,Rome\n',
  ],
])('leaves out a question whose wrong answers, as %s, have the correct one', async (_name, text) => {
  expect(await answersOf(text)).toEqual(['Lima'])
})

describe('questions about a passage', () => {
  const QUESTIONS = '1. Which colour?\na) red\nb) blue\n2. Where?\na) York\nb) Leeds\n'
  const PERU = '3. Capital of Peru?\na) Lima\nb) Rome\n'

  it.each([
    ['with their numbers', 'Read the text and answer questions 1-2.\nTom has a red car.\n\n', ''],
    ['up to the next part', 'Part one\nLisez le texte.\nTom a une auto.\n\n', '\nPart two\n\n'],
  ])('are left out, %s', async (_name, above, between) => {
    const text = `${above}${QUESTIONS}${between}${PERU}\nKey: 1a 2b 3a\n`
    expect(await answersOf(text)).toEqual(['Lima'])
    expect(await show(text)).toContainEqual(expect.stringContaining('the passage above'))
  })

  it('are others than those that have the words', async () => {
    const text = `1. Who read the text in 1517?\na) Luther\nb) Leo X\n${QUESTIONS.slice(QUESTIONS.indexOf('2.'))}${PERU}\nKey: 1a 2b 3a\n`
    expect(await answersOf(text)).toEqual(['Luther', 'Leeds', 'Lima'])
  })
})
