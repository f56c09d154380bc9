import { ImportError, readSheet, type Target } from '@qb/core/questions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ImportOptions, type ImportResult, importQuestions } from './import-questions.ts'
import { formatDataset } from './write-dataset.ts'

/** The dataset of a result. */
const toCsv = ({ questions }: ImportResult) => [...formatDataset(questions)].join('')

const importText = (
  text: string | Uint8Array,
  { map = {}, ...settings }: { map?: Record<string, Target> } & Partial<ImportOptions> = {},
): Promise<ImportResult> =>
  importQuestions(typeof text === 'string' ? Buffer.from(text) : text, {
    mapping: new Map(Object.entries(map)),
    decodeHtml: false,
    ...settings,
  })

/** What the service reads from an imported dataset. */
async function serve(result: ImportResult) {
  const bytes = Buffer.from(toCsv(result))
  const sheet = await readSheet({ category: 'c', title: 'C', path: 'c.csv', bytes, reservedIds: ['random'] })
  expect(sheet.diagnostics).toEqual([])
  return sheet.questions.map(({ question }) => question)
}

const openTrivia = JSON.stringify({
  response_code: 0,
  results: [
    {
      type: 'multiple',
      difficulty: 'easy',
      category: 'Entertainment: Film',
      question: 'Who said &quot;I&#039;ll be back&quot; in 1984?',
      correct_answer: 'Arnold Schwarzenegger',
      incorrect_answers: ['Sylvester Stallone', 'Ren&eacute;e Zellweger', 'Tom &amp; Jerry'],
    },
    {
      type: 'boolean',
      difficulty: 'hard',
      category: 'Science',
      question: 'Water boils at 90 &deg;C at sea level.',
      correct_answer: 'False',
      incorrect_answers: ['True'],
    },
  ],
})

describe('Open Trivia DB JSON', () => {
  it('decodes HTML entities and reads options, difficulty and topic', async () => {
    const result = await importText(openTrivia)
    expect(result).toMatchObject({ format: 'Open Trivia DB JSON', read: 2, dropped: [] })
    const [first, second] = await serve(result)
    expect(first).toMatchObject({
      question: 'Who said "I\'ll be back" in 1984?',
      correct_answer: 'Arnold Schwarzenegger',
      difficulty: 'easy',
      topic: 'Entertainment: Film',
    })
    expect(first?.options?.toSorted()).toEqual([
      'Arnold Schwarzenegger',
      'Renée Zellweger',
      'Sylvester Stallone',
      'Tom & Jerry',
    ])
    expect(second).toMatchObject({ question: 'Water boils at 90 °C at sea level.', correct_answer: 'False' })
  })

  it.each([
    ['Base64', 'V2hvIGlzIGl0Pw=='],
    ['URL encoding', 'Who%20is%20it%3F'],
  ])('rejects %s, which would be imported as gibberish', async (_name, question) => {
    const text = JSON.stringify({ results: [{ question, correct_answer: 'QQ==', incorrect_answers: [] }] })
    await expect(importText(text)).rejects.toThrow(ImportError)
  })
})

it('reads questions without spaces from Open Trivia DB', async () => {
  const item = { correct_answer: '東京', incorrect_answers: ['大阪'] }
  const items = [
    { ...item, question: '日本の首都はどこですか？' },
    { ...item, question: 'Q1?' },
  ]
  expect(await serve(await importText(JSON.stringify({ results: items })))).toHaveLength(2)
})

describe('JSON', () => {
  const read = (...items: object[]) => importText(JSON.stringify(items))

  it.each([
    ['numbers', [3, 4, 5], 4, '4', ['3', '4', '5']],
    ['objects with a text', [{ text: 'a' }, { text: 'b' }], 'b', 'b', ['a', 'b']],
    ['an object with letters', { A: 'Paris', B: 'London' }, 'B', 'London', ['Paris', 'London']],
    ['an object with letters in another order', { b: 'Rome', a: 'Bonn' }, 'A', 'Bonn', ['Rome', 'Bonn']],
    ['an object with numbers from 0', { 0: 'Rome', 1: 'Bonn' }, 1, 'Bonn', ['Rome', 'Bonn']],
    [
      'an object with letters and a text as the answer',
      { A: 'Rome', B: 'Oslo' },
      'Oslo',
      'Oslo',
      ['Rome', 'Oslo'],
    ],
  ])('reads options that are %s', async (_about, options, answer, correct, texts) => {
    const result = await read({ question: 'What?', options, answer })
    expect(await serve(result)).toMatchObject([{ correct_answer: correct, options: texts }])
  })

  it.each([
    ['options', [['a'], ['b']]],
    ['options', [{ colour: 'red' }]],
    ['options', { first: 'a' }],
    ['question', { html: '<p>What?</p>' }],
    ['answer', ['a', 'b']],
  ])('leaves out a question whose %s are %j, with a reason', async (member, value) => {
    const kept = { question: 'Why?', answer: 'Air' }
    const result = await read(kept, { question: 'What?', answer: 'a', [member]: value })
    expect(result.dropped).toMatchObject([{ number: 2, reason: expect.stringContaining(`"${member}"`) }])
    expect(await serve(result)).toMatchObject([{ question: 'Why?' }])
  })

  it('reads a question with an unreadable value in a member that is not used', async () => {
    expect(await serve(await read({ question: 'What?', answer: 'a', meta: { by: ['me'] } }))).toHaveLength(1)
  })

  it('leaves out a question of Open Trivia DB whose wrong answers cannot be read', async () => {
    const item = { question: 'Who was it?', correct_answer: 'A', incorrect_answers: ['B'] }
    const result = await read(item, { ...item, question: 'Who is it?', incorrect_answers: [['B']] })
    expect(result).toMatchObject({ format: 'Open Trivia DB JSON', dropped: [{ number: 2 }] })
  })
})

it.each([
  [1, /fewer/],
  [4, /reset it/],
  [9, /empty response 9/],
])('explains the empty response %i of Open Trivia DB', async (code, message) => {
  await expect(importText(JSON.stringify({ response_code: code, results: [] }))).rejects.toThrow(message)
})

it('warns of what looks wrong in the result', async () => {
  const rows = Array.from({ length: 6 }, (_, row) => `Which vitamin ${row}?,${'ABCDEK'.charAt(row)}`)
  expect((await importText(`question,answer\n${rows.slice(0, 5).join('\n')}\n`)).notes).toContainEqual(
    expect.stringMatching(/^warning: all correct answers are letters/),
  )
  expect((await importText(`question,answer\n${rows.join('\n')}\n`)).notes).toEqual([])
})

it('removes a topic that is too long to be filtered by', async () => {
  const long = 'x'.repeat(101)
  const result = await importText(`question,answer,topic\nQ?,A,${long}\nR?,B,${long.slice(1)}\n`)
  expect((await serve(result)).map(({ topic }) => topic)).toEqual([undefined, long.slice(1)])
  expect([...result.changes.keys()]).toContain('topic of more than 100 characters removed')
})

it('keeps ids of JSON above 2⁵³', async () => {
  const text =
    '[{"id":9007199254740993,"question":"Q?","answer":"A"},{"id":9007199254740992,"question":"R?","answer":"B"}]'
  expect((await serve(await importText(text))).map(({ id }) => id)).toEqual([
    '9007199254740993',
    '9007199254740992',
  ])
})

it('reads JSON Lines, one object in each line', async () => {
  const items = [
    { question: 'Where?', options: ['Rome', 'Paris'], answer: 'B' },
    { question: 'Who?', answer: 'Ann' },
  ]
  const text = `${items.map((item) => JSON.stringify(item)).join('\r\n')}\n\n`
  expect(await serve(await importText(text))).toMatchObject([
    { correct_answer: 'Paris' },
    { correct_answer: 'Ann' },
  ])
  await expect(importText(`${text}{"question":`)).rejects.toThrow(/invalid JSON/)
})

it('says that a file is a workbook, whatever its name is', async () => {
  for (const signature of ['504b0304', 'd0cf11e0']) {
    await expect(importText(Buffer.from(`${signature}140006`, 'hex'))).rejects.toThrow(/workbook.*CSV UTF-8/)
  }
})

it('reads The Trivia API JSON of version 2 and version 1', async () => {
  const item = {
    correctAnswer: 'Paris',
    incorrectAnswers: ['Rome', 'Bonn'],
    difficulty: 'medium',
    category: 'geography',
  }
  const result = await importText(
    JSON.stringify([
      { ...item, id: '622a1c347cc59eab6f94fb15', question: { text: 'What is the capital of France?' } },
      {
        ...item,
        id: '622a1c347cc59eab6f94fb16',
        category: 'film_and_tv',
        question: 'Where is "Amélie" set?',
      },
    ]),
  )
  expect(result.format).toBe('The Trivia API JSON')
  expect(await serve(result)).toMatchObject([
    { id: '622a1c347cc59eab6f94fb15', question: 'What is the capital of France?', topic: 'geography' },
    { question: 'Where is "Amélie" set?', topic: 'film and tv' },
  ])
})

describe('CSV', () => {
  it('reads Question,Answer,Category, and creates ids that depend on the content only', async () => {
    const rows = ['What is the capital of France?,Paris,Geography', 'Who wrote "Emma"?,Jane Austen,Books']
    const result = await importText(`Question,Answer,Category\n${rows.join('\n')}\n`)
    const questions = await serve(result)
    expect(questions).toMatchObject([
      { question: 'What is the capital of France?', correct_answer: 'Paris', topic: 'Geography' },
      { question: 'Who wrote "Emma"?', correct_answer: 'Jane Austen' },
    ])
    const reversed = await serve(
      await importText(`Question,Answer,Category\n${rows.toReversed().join('\n')}\n`),
    )
    expect(reversed.map(({ id }) => id)).toEqual(questions.map(({ id }) => id).toReversed())
  })

  it.each(['Q,A', 'q,a', 'Question,A'])('reads the columns %s as questions and answers', async (header) => {
    const { questions } = await importText(`${header}\nCapital of Peru?,Lima\nPlanet?,B\n`)
    expect(questions.map(({ correct_answer: answer }) => answer)).toEqual(['Lima', 'B'])
    await expect(importText(`${header},B\nCapital of Peru?,Lima,Quito\n`)).rejects.toThrow(ImportError)
  })

  it('reads what Excel exports in Europe: semicolons, Windows-1252 and decimal commas', async () => {
    const text =
      'Question;Correct Answer;Choice 1;Choice 2\r\nWie hoch, in Metern?;1,5 m;2,5 m;3 m\r\nCafé?;né;nö;na\r\n'
    const result = await importText(Buffer.from(text, 'latin1'))
    expect(result).toMatchObject({ encoding: 'windows-1252', format: 'CSV separated by semicolons' })
    expect(await serve(result)).toMatchObject([
      { correct_answer: '1,5 m' },
      { question: 'Café?', correct_answer: 'né' },
    ])
  })

  it('keeps the curly quotation marks, dashes and euro signs of Windows-1252', async () => {
    const text = 'Question;Answer\r\nWho said \x93it\x92s 5 \x80\x94 \x96 on \x8cuvre\x85?;n\xe9\r\n'
    const result = await importText(Buffer.from(text, 'latin1'))
    expect(await serve(result)).toMatchObject([{ question: 'Who said “it’s 5 €” – on Œuvre…?' }])
    expect([...result.changes.keys()]).toEqual(['each one got an id'])
  })

  it('reports control characters, no-break spaces and spaces at the ends as different changes', async () => {
    const result = await importText('id,question,answer\n1,Who\u0007is?,A\n2,Who\u00a0was?,B\n3, Where? ,C\n')
    expect((await serve(result)).map(({ question }) => question)).toEqual(['Who is?', 'Who was?', 'Where?'])
    expect(Object.fromEntries(result.changes)).toEqual({
      'control characters replaced by spaces': 1,
      'no-break spaces replaced by spaces': 1,
      'spaces at the ends removed': 1,
    })
  })

  it.each([
    ['UTF-16LE with a byte order mark', Buffer.from('\ufeffQuestion\tAnswer\nÄ?\tja\n', 'utf16le')],
    ['UTF-16LE without one', Buffer.from('Question\tAnswer\nÄ?\tja\n', 'utf16le')],
    ['UTF-16BE', Buffer.from('\ufeffQuestion\tAnswer\nÄ?\tja\n', 'utf16le').swap16()],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffQuestion\tAnswer\nÄ?\tja\n')],
  ])('reads tabs in %s', async (_name, bytes) => {
    expect(await serve(await importText(bytes))).toMatchObject([{ question: 'Ä?', correct_answer: 'ja' }])
  })

  it('reads a sheet with choice_1, choice_2, … and gives it back with the same questions', async () => {
    const result = await importText('id,question,correct_answer,choice_1,choice_2\nA1,Q?,x,y,z\nA2,R?,x,y,\n')
    expect(await serve(result)).toMatchObject([
      { id: 'A1', options: expect.arrayContaining(['x', 'y', 'z']) },
      { id: 'A2', options: expect.arrayContaining(['x', 'y']) },
    ])
  })

  it('reads the columns A to D with a number only when it says what it counts from', async () => {
    const text = 'Question,A,B,C,D,Answer\nWhere?,Paris,Rome,Bonn,Oslo,2\n'
    await expect(importText(text)).rejects.toThrow(/--from/)
    expect(await serve(await importText(text, { from: 1 }))).toMatchObject([{ correct_answer: 'Rome' }])
    expect(await serve(await importText(text, { from: 0 }))).toMatchObject([{ correct_answer: 'Bonn' }])
  })

  it.each(['B', 'b', '(b)', 'b)', 'option_b', 'Option B', 'B. Rome', 'Rome', 'rome', 'Rome.'])(
    'reads the columns A to D with the answer %s',
    async (answer) => {
      const result = await importText(`Question,A,B,C,D,Answer\nWhere?,Paris,Rome,Bonn,Oslo,${answer}\n`)
      expect(await serve(result)).toMatchObject([
        { correct_answer: 'Rome', options: ['Paris', 'Rome', 'Bonn', 'Oslo'] },
      ])
    },
  )

  it.each([
    ['a letter without an option', 'E'],
    ['an answer that is not an option', 'Athens'],
    ['a number from 0', '0'],
  ])('leaves out %s', async (_name, answer) => {
    const result = await importText(
      `Question,A,B,Answer\nWhere?,Paris,Rome,A\nWhere to?,Paris,Rome,${answer}\n`,
    )
    expect(result.dropped).toMatchObject([{ number: 3, reason: expect.stringContaining(answer) }])
    expect(await serve(result)).toHaveLength(1)
  })

  it('leaves out an answer with two meanings in a file with texts and numbers', async () => {
    const rows = [
      'Where?,Paris,Rome,Bonn,3',
      'Who?,Ann,Bob,Eve,Eve',
      'How many?,2,1,3,1',
      'How much?,1,2,3,1',
    ]
    const result = await importText(`Question,A,B,C,Answer\n${rows.join('\n')}\n`)
    expect(result.dropped).toMatchObject([{ number: 4, reason: expect.stringContaining('"1"') }])
    expect((await serve(result)).map(({ correct_answer }) => correct_answer)).toEqual(['Bonn', 'Eve', '1'])
  })

  it('reads a number that is an option as its text when every answer is an option', async () => {
    const rows = ['How many sides has a triangle?,4|3|8,3', 'Who?,Ann|Bob,Bob', 'Which number?,2|1|3,1']
    const result = await importText(`question,options,answer\n${rows.join('\n')}\n`)
    expect((await serve(result)).map(({ correct_answer }) => correct_answer)).toEqual(['3', 'Bob', '1'])
    expect(result.notes).toEqual([expect.stringContaining('as texts')])
    expect((await importText('question,options,answer\nWhich?,a|b|c,B\n')).notes).toEqual([])
  })

  it.each([
    ['letters', ['Which vitamin?,B,A,C,D,B', 'Where?,Rome,Bonn,Oslo,Graz,D'], 'A'],
    ['numbers', ['How many?,2,1,3,4,2', 'Where?,Rome,Bonn,Oslo,Graz,4'], '1'],
  ] as const)(
    'leaves out %s that are an option, unless a person says what they are',
    async (kind, rows, answer) => {
      const text = `Question,A,B,C,D,Answer\n${rows.join('\n')}\n`
      const result = await importText(text)
      expect(result.dropped).toMatchObject([{ number: 2, reason: expect.stringContaining('--answers') }])
      expect((await serve(result)).map(({ correct_answer }) => correct_answer)).toEqual(['Graz'])
      const said = await importText(text, { answers: kind === 'letters' ? 'letter' : 'number' })
      expect((await serve(said)).map(({ correct_answer }) => correct_answer)).toEqual([answer, 'Graz'])
    },
  )

  it('refuses numbers that are options in every row, and one that is none', async () => {
    const rows = ['How many?,2|1|3,1', 'How much?,3|1|2,2', 'How often?,3|2|1,3', 'What is it?,5|6|7,1']
    await expect(importText(`question,options,answer\n${rows.join('\n')}\nWho?,1|2,1\n`)).rejects.toThrow(
      /--answers/,
    )
  })

  it('counts the positions of empty and repeated options', async () => {
    const result = await importText('Question,A,B,C,D,Answer\nIs it?,yes,,no,,C\nWas it?,no,no,yes,,C\n')
    expect(await serve(result)).toMatchObject([
      { correct_answer: 'no', options: ['yes', 'no'] },
      { correct_answer: 'yes', options: ['no', 'yes'] },
    ])
  })

  describe('with numbers as answers', () => {
    const answersOf = async (...numbers: number[]) => {
      const rows = numbers.map((number, index) => `Where ${index}?,Rome|Bonn|Oslo,${number}`)
      const result = await importText(`question,options,answer\nWhy?,,Because\n${rows.join('\n')}\n`)
      const [, ...answers] = (await serve(result)).map(({ correct_answer }) => correct_answer)
      return { result, answers }
    }

    it('counts from 1 without a 0, and says so', async () => {
      const { result, answers } = await answersOf(1, 2, 3)
      expect(answers).toEqual(['Rome', 'Bonn', 'Oslo'])
      expect(result.notes).toEqual([expect.stringContaining('counted from 1')])
    })

    it('counts from 0 with several 0, and says so', async () => {
      const { result, answers } = await answersOf(1, 0, 0, 2)
      expect(answers).toEqual(['Bonn', 'Rome', 'Rome', 'Oslo'])
      expect(result.notes).toEqual([expect.stringContaining('counted from 0')])
    })

    it('leaves the numbers out when they count from both', async () => {
      const { result, answers } = await answersOf(1, 0, 3)
      expect(answers).toEqual([])
      expect(result.dropped.map(({ number }) => number)).toEqual([3, 4, 5])
    })

    it('leaves out only a number that no counting allows', async () => {
      const { result, answers } = await answersOf(1, 9, 0, 0)
      expect(answers).toEqual(['Bonn', 'Rome', 'Rome'])
      expect(result.dropped).toMatchObject([{ number: 4 }])
    })
  })

  it.each<[string, Partial<ImportOptions>, string]>([
    [
      'A,B,C,answer',
      { answers: 'number' },
      '--answers number: expected answers that are numbers of options, got',
    ],
    ['A,B,C,answer', { answers: 'letter' }, '--answers letter: expected'],
    ['A,B,C,answer', { from: 1 }, '--from 1: expected answers that are numbers of options, got'],
    [
      'A,B,C,answer',
      { options: 'wrong' },
      '--options wrong: expected options without the correct answer, got 2',
    ],
    ['choice_1,choice_2,choice_3,answer', { options: 'wrong' }, '--options wrong: expected'],
    ['wrong_1,wrong_2,correct_answer,source', { answers: 'number' }, '--answers number: expected'],
  ])('refuses what a person says when all answers contradict it: %s %j', async (columns, said, reason) => {
    const text = `question,${columns}\nTowns?,Paris,Seine,Paris,Paris\nRivers?,Rome,Nile,Nile,Nile\n`
    await expect(importText(text, said)).rejects.toThrow(reason)
  })

  it('does not offer --options for a text beside letters', async () => {
    const rows = ['Peru?,Quito,Lima,Rome,B', 'Two?,Ice,Snow,Fog,AC', 'Cool?,Xenon,Iron,Gold,Neon']
    const { dropped } = await importText(`question,A,B,C,answer\n${rows.join('\n')}\n`)
    for (const { reason } of dropped) expect(reason).not.toContain('--options')
  })

  it('reads options without the correct answer as the wrong answers only when a person says so', async () => {
    const rows = ['Who wrote Emma?,Austen,Eliot,Shelley', 'What is 1 + 1?,2,3,4']
    const text = `Question,Answer,Option 1,Option 2\n${rows.join('\n')}\n`
    await expect(importText(text)).rejects.toThrow(/--options/)
    expect(await serve(await importText(text, { options: 'wrong' }))).toMatchObject([
      { correct_answer: 'Austen', options: expect.arrayContaining(['Austen', 'Eliot', 'Shelley']) },
      { correct_answer: '2', options: expect.arrayContaining(['2', '3', '4']) },
    ])
  })

  it.each([
    ['Paris|London|Rome', ['Paris', 'London', 'Rome']],
    ['Paris; London; Rome', ['Paris', 'London', 'Rome']],
    ['"Paris, London, Rome"', ['Paris', 'London', 'Rome']],
    [`"['Paris', 'L''ondon']"`, undefined],
    [`"[""Paris"", ""Rome""]"`, ['Paris', 'Rome']],
  ])('reads the options %s', async (cell, options) => {
    const result = async () =>
      await serve(await importText(`question,answer,options\nWhere?,Paris,${cell}\n`))
    if (options) expect(await result()).toMatchObject([{ options }])
    else await expect(result()).rejects.toThrow(ImportError)
  })

  it('leaves out a row with more cells than the header, except for empty ones at its end', async () => {
    const rows = [
      'In 1969, who walked on the Moon?,Armstrong,Gagarin,Glenn',
      'Who wrote Emma?,Austen,Eliot,,,',
    ]
    const result = await importText(`question,correct_answer,choice_1\n${rows.join('\n')}\n`)
    expect(result.dropped).toMatchObject([
      { number: 2, reason: expect.stringContaining('expected 3 cells as in the header, got 5') },
    ])
    expect(await serve(result)).toMatchObject([{ question: 'Who wrote Emma?', correct_answer: 'Austen' }])
  })

  it('names what is left out in the order of the file', async () => {
    const result = await importText('question,answer\n,A\nQ?,A\nR?,A,B\nQ?,A\nS?,\n')
    expect(result.dropped.map(({ number }) => number)).toEqual([2, 4, 5, 6])
  })

  it('reads a list of numbers in a cell', async () => {
    const result = await importText('question,answer,options\nHow many?,4,"[3, 4, 5]"\n')
    expect(await serve(result)).toMatchObject([{ correct_answer: '4', options: ['3', '4', '5'] }])
  })

  it('drops a line whose quote is not closed, and reads the next one', async () => {
    const result = await importText('question,answer\nOne?,1\n"Two?,2\nThree?,3\n')
    expect(result.dropped).toMatchObject([{ number: 3 }])
    expect((await serve(result)).map(({ question }) => question)).toEqual(['One?', 'Three?'])
  })

  it('gives columns the meaning that a mapping names', async () => {
    const text = 'Galdera,Erantzuna,Okerra,Maila\nWo?,Wien,Graz,1\n'
    await expect(importText(text)).rejects.toThrow(/--map/)
    const map = {
      Galdera: 'question',
      Erantzuna: 'correct_answer',
      Okerra: 'choice',
      Maila: 'difficulty',
    } as const
    expect(await serve(await importText(text, { map }))).toMatchObject([
      {
        question: 'Wo?',
        correct_answer: 'Wien',
        difficulty: '1',
        options: expect.arrayContaining(['Wien', 'Graz']),
      },
    ])
  })

  it('names every missing column in one error', async () => {
    await expect(importText('Galdera,Ebazpena\nWo?,Wien\n')).rejects.toThrow(
      /question and correct_answer.*"Galdera", "Ebazpena".*--map "<column>=question,<column>=correct_answer"/,
    )
  })

  it.each([
    ['Okerra 1', 'Okerra 2'],
    ['Erantzun A', 'Erantzun B'],
    ['mauvaise_1', 'mauvaise_2'],
  ])('refuses the columns %s and %s, which look like options and are not used', async (first, second) => {
    await expect(importText(`question,answer,points,${first},${second}\nQ?,Yes,1,B,C\n`)).rejects.toThrow(
      `--map "${first}=choice,${second}=choice" says so`,
    )
  })

  it('says which column is read as the topic, and ignores columns without a name', async () => {
    expect((await importText('Question,Answer,Category,,\nQ?,A,T,,\n')).notes).toEqual([
      'the column Category is read as the topic',
    ])
    expect((await importText('Question,Answer,Topic\nQ?,A,T\n')).notes).toEqual([])
  })

  it.each(['Source', 'Reference'])('keeps the column %s as the source', async (name) => {
    const result = await importText(`Question,Answer,${name}\nQ?,A,"Britannica, “Io”"\nR?,B,\n`)
    expect(toCsv(result)).toMatch(/^id,question,correct_answer,source\n.*,"Britannica, “Io”"\n.*,B,\n$/)
    expect(result.notes).toEqual([])
  })

  it('leaves out a question that occurs twice with different answers, and keeps one with another case', async () => {
    const result = await importText('question,answer\nWhere?,Here\nWhen?,Now\nwhere?,There\nWHEN?,now\n')
    expect(result.dropped.map(({ number }) => number)).toEqual([2, 4])
    expect(result.dropped[0]?.reason).toBe(
      'expected the same answer to a question that occurs again, got also "There" in another row',
    )
    expect(await serve(result)).toHaveLength(2)
  })

  it('names several questions that occur again in the order of their rows', async () => {
    const rows = ['A?,x|y,x', 'B?,x|y,x', 'B?,z|y,z', 'A?,z|y,z', 'B?,v|w,v']
    const { notes } = await importText(`question,options,answer\n${rows.join('\n')}\n`)
    expect(notes.map((note) => /line (\d+) .* line (\d+)/.exec(note)?.slice(1))).toEqual([
      ['4', '3'],
      ['5', '2'],
      ['6', '3'],
    ])
  })

  it('names a question that occurs twice with different options and answers, and keeps both', async () => {
    const rows = [
      'Where?,Here|There,Here',
      'When?,Now|Then,Now',
      'where?,Up|Down,Up',
      'WHERE?,Here|There,here',
    ]
    const result = await importText(`question,options,answer\n${rows.join('\n')}\n`)
    expect(result.notes).toEqual([expect.stringMatching(/^warning: line 4 .* line 2 .*"where\?"/)])
    expect(await serve(result)).toHaveLength(4)
  })

  it.each([
    ['no options', 3000, (n: number) => `x,${n} days`],
    ['other options', 40_000, (n: number) => `x,${n} days,${n} hours`],
  ])('reads a question that occurs in each row with %s as fast as others', async (_about, rows, write) => {
    const measure = async (start: (n: number) => string | number) => {
      const lines = Array.from({ length: rows }, (_, n) => start(n) + write(n))
      const began = performance.now()
      await importText(`question,answer,wrong\n${lines.join('\n')}\ny,a,b\n`)
      return performance.now() - began
    }
    const others = await measure((n) => n)
    expect(await measure(() => '')).toBeLessThan(3 * others + 500)
  })

  it.each([';', ',', '\t'])('skips the line of Excel that names the separator %j', async (separator) => {
    const lines = [`sep=${separator}`, ['Question', 'Answer'].join(separator), ['', 'A'].join(separator)]
    const result = await importText(
      [...lines, ['Q?', 'A, B;C'].map((cell) => `"${cell}"`).join(separator)].join('\r\n'),
    )
    expect(result.dropped).toMatchObject([{ number: 3 }])
    expect(await serve(result)).toMatchObject([{ question: 'Q?', correct_answer: 'A, B;C' }])
  })

  it('names the columns of an unknown header below a title, and reads it with --map', async () => {
    const text = 'My quiz;;\n;;\nGaldera;Erantzuna;\nWo?;Wien;\n'
    await expect(importText(text)).rejects.toThrow(/, got "Galdera", "Erantzuna"; name it with --map/)
    const map = { Galdera: 'question', Erantzuna: 'correct_answer' } as const
    expect(await serve(await importText(text, { map }))).toMatchObject([
      { question: 'Wo?', correct_answer: 'Wien' },
    ])
  })

  it.each([
    ['Questoin,Corect Answer,Wrong 1', 'Questoin=question,Corect Answer=correct_answer'],
    ['Frage,Anwort,Falsch 1', 'Anwort=correct_answer'],
    ['Question,Ansewr,Points', 'Ansewr=correct_answer'],
  ])('proposes the misspelt column of %s for --map', async (header, map) => {
    const text = `${header}\nCapital of France?,Paris,Rome\n`
    await expect(importText(text)).rejects.toThrow(
      new RegExp(`; correct the name in the sheet, or name it with --map "${map}"$`),
    )
  })

  it.each(['Question,Answerer notes,Points', 'Question,Ask,Points', 'Question,Anser,Answe'])(
    'does not take a column of %s that is another word, or that two could be, for a misspelt one',
    async (header) => {
      const text = `${header}\nCapital of France?,Paris,Rome\n`
      await expect(importText(text)).rejects.toThrow(/; name it with --map "<column>=correct_answer"/)
    },
  )

  it('says how to mark the correct option where nothing does, and takes no column of options for the answers', async () => {
    const text =
      'Frage,A,B,C,D\nHauptstadt von Norwegen?,Bern,Oslo,Rom,Wien\nVon Italien?,Bern,Oslo,Rom,Wien\n'
    await expect(importText(text)).rejects.toThrow(
      /add a column Answer with the text or the letter of the correct option .*, or write \* before the correct option of each question$/,
    )
    const map = { D: 'correct_answer' } as const
    for (const options of ['all', 'wrong'] as const)
      await expect(importText(text, { map, options })).rejects.toThrow(
        /expected answers in a column of their own, got those of option "D"; rename the column/,
      )
    const named = text.replace(',D', ',Answer')
    expect(await serve(await importText(named, { options: 'wrong' }))).toHaveLength(2)
  })

  it('rejects a mapping of a column that the file does not have', async () => {
    await expect(importText('question,answer\nQ?,A\n', { map: { nope: 'topic' } })).rejects.toThrow(/"nope"/)
  })

  it('names columns that are not used, and questions that are left out', async () => {
    const result = await importText('question,answer,points\nQ?,Ann,1\n,Bob,2\nR?,,3\nQ?,Ann,4\n')
    expect(result.notes).toEqual([expect.stringContaining('points')])
    expect(result.dropped.map(({ number }) => number)).toEqual([3, 4, 5])
    expect(result.read).toBe(4)
  })

  it('keeps valid ids and replaces the others', async () => {
    const [kept, replaced, reserved] = await serve(
      await importText('id,question,answer\nA-1,Q?,A\n"a,b",R?,B\nA-2,S?,C\n'),
    )
    expect([kept?.id, reserved?.id]).toEqual(['A-1', 'A-2'])
    expect(replaced?.id).toMatch(/^q-[0-9a-f]{12}$/)
    expect((await importText('id,question,answer\nrandom,Q?,A\nA,R?,B\n')).dropped).toMatchObject([
      { number: 2 },
    ])
  })

  it('decodes HTML entities only when told to, and says when that could help', async () => {
    const text = 'question,answer\nWhat is &quot;it&quot;?,A &amp; B\n'
    const plain = await importText(text)
    expect(plain.notes).toEqual([expect.stringMatching(/^1 question contains .*--decode-html/)])
    expect(await serve(plain)).toMatchObject([{ correct_answer: 'A &amp; B' }])
    expect(await serve(await importText(text, { decodeHtml: true }))).toMatchObject([
      { correct_answer: 'A & B' },
    ])
  })
})

it.each([
  ['an empty file', ''],
  ['a list without questions', '[]'],
  ['an object without a list', '{"a":1}'],
  ['invalid JSON', '{"results":['],
  ['a header alone', 'question,answer\n'],
  ['a workbook', Buffer.from('PK\u0003\u0004\u0014\u0000\u0006', 'latin1')],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
])('rejects %s', async (_name, text) => {
  await expect(importText(text)).rejects.toThrow(ImportError)
})

it('writes only what the service accepts, from any table', async () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', 'B', ' ', '"', ',', '\n', '|', '\u0000', '\u2028', 'é', '1'),
  })
  const row = fc.record({ question: cell, answer: cell, options: cell, a: cell, topic: cell, id: cell })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
      try {
        await serve(await importText(JSON.stringify(rows)))
      } catch (error) {
        expect(error).toBeInstanceOf(ImportError)
      }
    }),
  )
})
