// Tests answers that are no texts of options: whether a statement is true, marks of options, and whether the answer of a player or an
// option in a row of its own is right.
import type { Target } from '@qb/core/questions'
import { describe, expect, it } from 'vitest'
import { makeWorkbook } from '../testing/workbook.ts'
import { importQuestions } from './import-questions.ts'

const read = (text: string | Uint8Array, map: Readonly<Record<string, Target>> = {}) =>
  importQuestions(typeof text === 'string' ? Buffer.from(text) : text, {
    mapping: new Map(Object.entries(map)),
    decodeHtml: false,
  })

describe('answers that are true or false', () => {
  it.each([
    ['Question,Answer', 'TRUE', 'FALSE', ['True', 'False']],
    ['Question,True/False', 'True', 'False', ['True', 'False']],
    ['Question,T/F', 'T', 'F', ['True', 'False']],
    ['Question,Correct answer', 'yes', 'no', ['Yes', 'No']],
    ['Frage,Richtig/Falsch', 'richtig', 'falsch', ['Richtig', 'Falsch']],
    ['Frage,Antwort', 'WAHR', 'FALSCH', ['Wahr', 'Falsch']],
    ['Question,Vrai ou faux', 'vrai', 'faux', ['Vrai', 'Faux']],
    ['Pregunta,Respuesta', 'Verdadero', 'Falso', ['Verdadero', 'Falso']],
    ['Domanda,Vero/Falso', 'vero', 'falso', ['Vero', 'Falso']],
    ['Vraag,Antwoord', 'waar', 'niet waar', ['Waar', 'Niet waar']],
    ['Statement,True/False', 'TRUE', 'FALSE', ['True', 'False']],
    ['Aussage,Richtig/Falsch', 'TRUE', 'FALSE', ['Richtig', 'Falsch']],
    ['Aussage,Wahr oder falsch?', 'W', 'F', ['Wahr', 'Falsch']],
    ['Affirmation,Vrai ou faux', 'V', 'F', ['Vrai', 'Faux']],
    ['Statement,True?', 'yes', 'no', ['True', 'False']],
    ['Statement,True', 'TRUE', 'FALSE', ['True', 'False']],
    ['Statement,False?', 'no', 'yes', ['True', 'False']],
    ['Statement,Is it true?', 'TRUE', 'FALSE', ['True', 'False']],
    ['Affirmation,Faux ?', 'non', 'oui', ['Vrai', 'Faux']],
    ['Affirmation,Juste', 'juste', 'faux', ['Juste', 'Faux']],
    ['Affirmation,Juste ?', 'oui', 'non', ['Oui', 'Non']],
    ['Affirmation,Réponse', 'Juste', 'Faux', ['Juste', 'Faux']],
    ['Statement,Is correct', 'TRUE', 'FALSE', ['True', 'False']],
    ['Pregunta,Verdadero o falso', 'v', 'f', ['Verdadero', 'Falso']],
    ['Pregunta,Respuesta', 'V', 'F', ['Verdadero', 'Falso']],
    ['Pregunta,Solución (V/F)', 'v', 'f', ['Verdadero', 'Falso']],
    ['Pregunta,V/F', 'V', 'F', ['Verdadero', 'Falso']],
    ['Pregunta,V o F', 'V', 'F', ['Verdadero', 'Falso']],
    ['Pregunta,Respuesta', 'Cierto', 'Falso', ['Verdadero', 'Falso']],
    ['Pregunta,Respuesta', 'Verdadera', 'Falsa', ['Verdadero', 'Falso']],
    ['Pregunta,Verdadero o falso', 'Cierta', 'Incorrecto', ['Verdadero', 'Falso']],
    ['Pregunta,¿Es verdad?', 'Sí', 'No', ['Verdadero', 'Falso']],
    ['Question,Réponse', 'V', 'F', ['Vrai', 'Faux']],
    ['Affirmation,Réponse', 'Vraie', 'Fausse', ['Vrai', 'Faux']],
    ['Domanda,Risposta', 'V', 'F', ['Vero', 'Falso']],
    ['Pergunta,Resposta', 'V', 'F', ['Verdadeiro', 'Falso']],
    ['Frage,Antwort', 'R', 'F', ['Richtig', 'Falsch']],
    ['Frage,Antwort', 'w', 'f', ['Wahr', 'Falsch']],
    ['Question,Answer', 'T', 'F', ['True', 'False']],
    ['Question,Answer', 'V', 'F', ['V', 'F']],
  ] as const)('get options: %s %s %s', async (header, right, wrong, options) => {
    const { questions } = await read(
      `${header}\nThe Nile is in Africa.,${right}\nThe sun is cold.,${wrong}\n`,
    )
    expect(questions).toMatchObject([
      { correct_answer: options[0], options },
      { correct_answer: options[1], options },
    ])
  })

  it('are letters beside columns that are not used, and texts beside other letters', async () => {
    const { questions } = await read('Pregunta,Respuesta,Nota,Tipo\nA.,V,x,y\nB.,F,x,y\nC.,F,x,y\nD.,F,x,y\n')
    expect(questions).toHaveLength(4)
    expect(questions[3]).toMatchObject({ correct_answer: 'Falso', options: ['Verdadero', 'Falso'] })
    const four = await read('Question,Answer\nIs it?,T\nWas it?,F\nHas it?,F\nDoes it?,F\n')
    expect(four.questions[3]).toMatchObject({ correct_answer: 'False', options: ['True', 'False'] })
    const two = await read('Pregunta,Respuesta\n¿Símbolo del vanadio?,V\n¿Símbolo del flúor?,F\n')
    expect(two.questions.map((one) => one.options)).toEqual([undefined, undefined])
    const statements = await read('Pregunta,Respuesta\nEl Nilo es un río.,V\nEl Sol es frío.,F\n')
    expect(statements.questions[1]).toMatchObject({
      correct_answer: 'Falso',
      options: ['Verdadero', 'Falso'],
    })
    const chemistry = await read('Pregunta,Respuesta\n¿Vanadio?,V\n¿Flúor?,F\n¿Hidrógeno?,H\n')
    expect(chemistry.questions.map((one) => [one.correct_answer, one.options])).toEqual([
      ['V', undefined],
      ['F', undefined],
      ['H', undefined],
    ])
  })

  it.each([
    ['letters of the words', ['F', 'Vrai', 'Faux', 'V'], ['Faux', 'Vrai', 'Faux', 'Vrai']],
    ['one letter of the words', ['F', 'True', 'False'], ['False', 'True', 'False']],
    ['truth values of a spreadsheet', ['0', 'True', 'False', '1'], ['False', 'True', 'False', 'True']],
    ['letters beside another text', ['F', 'Vrai', 'Faux', 'Paris'], ['', 'Vrai', 'Faux', 'Paris']],
    ['numbers beside another number', ['0', 'True', 'False', '7', '1'], ['', 'True', 'False', '7', '']],
    ['a letter of no word', ['X', 'T', 'True', 'False'], ['X', '', 'True', 'False']],
    ['a letter of two words', ['N', 'Oui', 'Non', 'Yes', 'No'], ['', 'Oui', 'Non', 'Yes', 'No']],
  ])('and other answers, %s, are understood or left out', async (_name, answers, expected) => {
    const rows = answers.map((answer, index) => `Statement ${index},${answer}`)
    const { questions } = await read(`question,answer\n${rows.join('\n')}\n`)
    const served = answers.map(
      (_, index) => questions.find(({ question }) => question === `Statement ${index}`)?.correct_answer ?? '',
    )
    expect(served).toEqual(expected)
  })

  it.each([
    ['the same words', 'Statement,False?', 'The sun is cold.,TRUE'],
    ['numbers', 'Statement,False', 'The sun is cold.,1'],
    ['questions', 'Question,True', 'Is the sun cold?,no'],
    ['another text', 'Question,Option,True', 'Capital of France,Rome,no'],
    ['a name in two languages', 'Statement,Falso', 'The sun is cold.,no'],
  ])('and a column of one word are refused with %s', async (_about, header, row) => {
    await expect(read(`${header}\n${row}\n`)).rejects.toThrow('expected a column for correct_answer')
  })

  it('and true or false below False are refused with both meanings, unless --map calls them the answers', async () => {
    const text = 'Statement,False?\nThe Nile is in Africa.,TRUE\nThe sun is cold.,FALSE\n'
    await expect(read(text)).rejects.toThrow(
      /got "TRUE" below "False\?", which can be the answer, .*--map "False\?=correct_answer"/,
    )
    const { questions } = await read(text, { 'False?': 'correct_answer' })
    expect(questions.map(({ correct_answer: answer }) => answer)).toEqual(['True', 'False'])
  })

  it('and a column that --map calls is_correct needs answers', async () => {
    const text = 'Question,Topic,Is correct\nCapital of France,Rome,FALSE\nCapital of Italy,Rome,TRUE\n'
    await expect(read(text, { 'Is correct': 'is_correct' })).rejects.toThrow('a column for correct_answer')
  })

  it('and a letter that --answers text calls a text are kept apart', async () => {
    const { questions } = await importQuestions(Buffer.from('question,answer\na,F\nb,True\nc,False\n'), {
      mapping: new Map(),
      decodeHtml: false,
      answers: 'text',
    })
    expect(questions.map(({ correct_answer: answer, options }) => [answer, options])).toEqual([
      ['F', undefined],
      ['True', ['True', 'False']],
      ['False', ['True', 'False']],
    ])
  })

  it('get options beside questions of another kind', async () => {
    const rows = ['Nile?,Asia,Africa,Africa', 'The Nile is in Africa.,,,TRUE', 'The sun is cold.,,,FALSE']
    const { questions } = await read(`Question,A,B,Answer\n${rows.join('\n')}\n`)
    expect(questions.map(({ correct_answer: answer, options }) => [answer, options])).toEqual([
      ['Africa', ['Asia', 'Africa']],
      ['True', ['True', 'False']],
      ['False', ['True', 'False']],
    ])
  })

  it('of a workbook and of JSON get options', async () => {
    const bool = (value: 0 | 1) => ({ attributes: ' t="b"', content: `<v>${value}</v>` })
    const rows = [
      ['Question', 'Answer'],
      ['The Nile is in Africa.', bool(1)],
      ['The sun is cold.', bool(0)],
    ]
    const items = [
      { question: 'The Nile is in Africa.', answer: true },
      { question: 'The sun is cold.', answer: false },
    ]
    for (const source of [makeWorkbook({ Quiz: rows }), JSON.stringify(items)])
      expect((await read(source)).questions).toMatchObject([
        { correct_answer: 'True', options: ['True', 'False'] },
        { correct_answer: 'False', options: ['True', 'False'] },
      ])
  })

  it.each([
    ['only one of the words', 'Question,Answer\nWhich theatre of Japan?,No\nCapital of France?,Paris\n'],
    [
      'letters without the name of the column',
      'Question,Answer\nUnit of capacitance?,F\nUnit of flux density?,T\n',
    ],
  ])('stay texts with %s', async (_about, text) => {
    expect((await read(text)).questions.map(({ options }) => options)).toEqual([undefined, undefined])
  })

  it('stay texts when the language is not certain', async () => {
    const answers = ['Yes', 'No', 'Sí'].map((answer, index) => `Q${index}?,${answer}`)
    const { questions } = await read(`Question,Answer\n${answers.join('\n')}\n`)
    expect(questions.map(({ options }) => options)).toEqual([['Yes', 'No'], undefined, ['Sí', 'No']])
  })

  it('leave out another answer in a column of them', async () => {
    const { questions, dropped } = await read('Question,True/False\nA.,True\nB.,perhaps\nC.,F\n')
    expect(questions.map(({ correct_answer: answer }) => answer)).toEqual(['True', 'False'])
    expect(dropped).toMatchObject([{ number: 3, reason: 'expected true or false, got "perhaps"' }])
  })
})

describe('options with marks', () => {
  it.each([
    ['*Paris'],
    ['Paris*'],
    ['* Paris'],
    ['**Paris**'],
    ['✓ Paris'],
    ['Paris ✅'],
    ['Paris (correct)'],
    ['Paris [richtig]'],
  ])('say which one is correct: %j', async (marked) => {
    const { questions } = await read(`Question,A,B,C\nFrance?,Rome,${marked},Oslo\nItaly?,*Rome,Paris,Oslo\n`)
    const options = ['Rome', 'Paris', 'Oslo']
    expect(questions).toMatchObject([
      { correct_answer: 'Paris', options },
      { correct_answer: 'Rome', options },
    ])
  })

  it.each(['(incorrect)', '[wrong]', '❌'])('are removed from wrong options, too: %s', async (wrong) => {
    const { questions } = await read(
      `Question,A,B\nFrance?,Rome ${wrong},Paris (correct)\nItaly?,Rome (correct),Paris ${wrong}\n`,
    )
    expect(questions).toMatchObject([
      { correct_answer: 'Paris', options: ['Rome', 'Paris'] },
      { correct_answer: 'Rome', options: ['Rome', 'Paris'] },
    ])
  })

  it.each([
    ['**Paris**, the city', 'Paris, the city'],
    ['the city **Paris**', 'the city Paris'],
    ['**Paris** and **Lyon**', 'Paris** and **Lyon'],
  ])('are removed from both ends of a part in bold: %s', async (marked, text) => {
    const { questions } = await read(`Question,A;B;C\nFrance?;Rome;"${marked}";Oslo\n`.replace(',', ';'))
    expect(questions).toMatchObject([{ correct_answer: text, options: ['Rome', text, 'Oslo'] }])
  })

  it('in one cell say which one is correct', async () => {
    const { questions } = await read(
      'Question,Options\nFrance?,Rome; *Paris; Oslo\nItaly?,*Rome; Paris; Oslo\n',
    )
    expect(questions.map(({ correct_answer: answer }) => answer)).toEqual(['Paris', 'Rome'])
  })

  it.each([
    ['no mark', 'Rome,Paris', 'Rome,*Paris'],
    ['two marks', '*Rome,*Paris', 'Rome,*Paris'],
  ])('leave out a question with %s', async (_about, bad, good) => {
    const { questions, dropped } = await read(`Question,A,B\nOne?,${bad}\nTwo?,${good}\n`)
    expect(questions).toMatchObject([{ question: 'Two?', correct_answer: 'Paris' }])
    expect(dropped).toMatchObject([
      { number: 2, reason: expect.stringContaining('one option that is marked as correct') },
    ])
  })

  it('are texts in a source whose options say which one is correct', async () => {
    const options = (marked: string, other: string) => [
      { text: marked, isCorrect: true },
      { text: other, isCorrect: false },
    ]
    const items = [
      { question: 'Rating? *', options: options('4', '5') },
      { question: 'Stars? *', options: options('3', '2') },
    ]
    const { questions } = await read(JSON.stringify(items))
    expect(questions.map(({ correct_answer: answer }) => answer)).toEqual(['4', '3'])
  })

  it('contradict a source whose options say that another one is correct', async () => {
    const options = [
      { text: 'Rome (correct)', isCorrect: false },
      { text: 'Paris', isCorrect: true },
    ]
    const other = { question: 'Italy?', options: [{ text: 'Rome', isCorrect: true }, { text: 'Oslo' }] }
    const { questions, dropped } = await read(JSON.stringify([{ question: 'France?', options }, other]))
    expect(questions).toMatchObject([{ question: 'Italy?' }])
    expect(dropped).toMatchObject([{ reason: expect.stringContaining('got 2') }])
  })

  it('are texts beside a column of answers', async () => {
    const { questions } = await read('Question,A,B,Answer\nFootnote?,x*,y,x*\nNote?,x*,y,y\n')
    expect(questions.map(({ correct_answer: answer }) => answer)).toEqual(['x*', 'y'])
  })

  it('are needed in most rows', async () => {
    await expect(read('Question,A,B\nOne?,*x,y\nTwo?,x,y\nThree?,x,y\n')).rejects.toThrow(
      /for correct_answer.* or write \* before the correct option of each question/,
    )
  })
})

describe('answers that may say whether a row is right', () => {
  it('are marks when the only one is a cross beside a column without a known name', async () => {
    const text = 'Question,Option,Correct\nSmallest country?,Vatican,x\n,Monaco,\n'
    await expect(read(text)).rejects.toThrow(
      'answers such as "x" that are marks; --answers text says that they are texts, and --map "<column>=is_correct"',
    )
    const { questions } = await read(text, { Correct: 'is_correct' })
    expect(questions).toMatchObject([{ correct_answer: 'Vatican', options: ['Vatican', 'Monaco'] }])
    const algebra = await read('Question,Answer\nWhich letter is unknown?,x\n')
    expect(algebra.questions[0]?.correct_answer).toBe('x')
  })

  it.each([
    ['Question,Answer\n1. France?,\nA. Rome,\nB. Paris,correct\n2. Italy?,\nA. Rome,correct\nB. Paris,\n'],
    ['Question,Answer\nFrance?,\nRome,wrong\nParis,correct\n'],
    ['Question,Answer\nFrance?,\nRome,no\nParis,yes\n'],
    ['Frage,Antwort\nFrankreich?,\nRom,falsch\nParis,richtig\n'],
    ['Question,Answer\nRome,incorrect\nParis,correct\n'],
  ])('are refused: %j', async (text) => {
    await expect(read(text)).rejects.toThrow(/as if the rows were options; --answers text/)
  })

  it.each([
    ['one answer', 'Question,Answer\nIs it?,Yes\n'],
    ['answers of another kind', 'Question,Answer\nIs it?,\nIs it not?,yes\nCapital?,Paris\n'],
  ])('are read beside %s', async (_about, text) => {
    expect((await read(text)).questions.length).toBeGreaterThan(0)
  })
})

describe('answers that may say whether those of players are right', () => {
  const SHEETS = [
    'Question,Student answer,Correct\nFrance?,Paris,yes\nItaly?,Milan,no\n',
    'Question,Given,Correct answer\nFrance?,Paris,TRUE\nItaly?,Milan,FALSE\n',
    'Question,Response,Answer\nFrance?,Paris,1\nItaly?,Milan,0\n',
    'Frage,Schülerantwort,Richtig\nFrankreich?,Paris,ja\nItalien?,Mailand,nein\n',
  ]

  it.each(SHEETS)('are refused with the argument that decides: %j', async (text) => {
    const [, name = '', marks = ''] = (text.split('\n')[0] ?? '').split(',')
    await expect(read(text)).rejects.toThrow(`--map "${name}=correct_answer,${marks}=is_correct"`)
    const { questions } = await read(text, { [name]: 'correct_answer', [marks]: 'is_correct' })
    expect(questions.map(({ correct_answer: answer }) => answer)).toEqual(['Paris'])
  })

  it.each(SHEETS)('are read when a person says that the other column means nothing: %j', async (text) => {
    const [, name = ''] = (text.split('\n')[0] ?? '').split(',')
    expect((await read(text, { [name]: 'ignore' })).questions).toHaveLength(2)
  })

  it.each([
    ['a column of one text', 'Question,Type,Answer\nA.,tf,TRUE\nB.,tf,FALSE\n'],
    ['a column of numbers', 'Question,Seconds,Answer\nA.,20,TRUE\nB.,30,FALSE\n'],
    ['an explanation', 'Question,Answer,Explanation\nA.,TRUE,It is.\nB.,FALSE,It is not.\n'],
    [
      'a column that says that they are true or false',
      'Question,Note,True/False\nA.,It is.,TRUE\nB.,It is not.,FALSE\n',
    ],
  ])('are not suspected beside %s', async (_about, text) => {
    expect((await read(text)).questions.map(({ correct_answer: answer }) => answer)).toEqual([
      'True',
      'False',
    ])
  })
})
