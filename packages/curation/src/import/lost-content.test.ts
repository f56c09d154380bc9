// What is beside the cells and texts of a file, and decides about its questions: comments, hidden rows, pictures and corrections.
import { describe, expect, it } from 'vitest'
import { readServed, show } from '../testing/show.ts'
import { makeWorkbook } from '../testing/workbook.ts'
import { importQuestions } from './import-questions.ts'

const HEADER = ['Question', 'A', 'B', 'Answer']
const FRANCE = ['Capital of France?', 'Rome', 'Paris', 'B']
const ITALY = ['Capital of Italy?', 'Rome', 'Paris', 'A']
const READ = ['Capital of France? → Paris (Rome, Paris)', 'Capital of Italy? → Rome (Rome, Paris)']

describe('a comment of a cell', () => {
  it.each([
    ['Wrong! should be A', 'D2'],
    ['answer is A', 'A2'],
    ['should be Rome', 'B2'],
  ])('leaves out the question of its row: %s', async (text, address) => {
    const workbook = makeWorkbook({ S: [HEADER, FRANCE, ITALY] }, { comments: { [address]: text } })
    expect(await show(workbook)).toEqual([READ[1], expect.stringMatching(/^2: "Paris" with /)])
  })

  it('changes nothing when it says nothing of the answer', async () => {
    const comments = { A1: 'Read this to the class', A2: 'A nice one', D3: 'Rome is right' }
    expect(await show(makeWorkbook({ S: [HEADER, FRANCE, ITALY] }, { comments }))).toEqual(READ)
  })

  it.each(['A1', 'A2'])(
    'refuses the workbook when it corrects a question by its number: %s',
    async (address) => {
      const comments = { [address]: 'Errata: question 2 is B' }
      expect(await show(makeWorkbook({ S: [HEADER, FRANCE, ITALY] }, { comments }))).toEqual([
        'refused: the correction "Errata: question 2 is B"',
      ])
    },
  )
})

describe('a hidden row', () => {
  it.each([[[2]], [[2, 4]], [[2, 3]]])('is left out: %j', async (hidden) => {
    const spain = ['Capital of Spain?', 'Rome', 'Madrid', 'B']
    const shown = await show(makeWorkbook({ S: [HEADER, spain, FRANCE, ITALY] }, { hidden }))
    const left = READ.filter((_, index) => !hidden.includes(index + 3))
    expect(shown).toEqual([...left, ...hidden.map((number) => `${number}: a row that is hidden`)])
  })

  it('has the names of the columns', async () => {
    const rows = [['Capitals'], HEADER, FRANCE, ITALY]
    expect(await show(makeWorkbook({ S: rows }, { hidden: [2] }))).toEqual(READ)
  })
})

describe('a cell whose text is struck out in each of its parts', () => {
  const run = (text: string, style = '<strike/>') => `<r><rPr>${style}</rPr><t>${text}</t></r>`
  it.each([
    ['an option', [run('Rome')], 1],
    ['an option of two parts', [run('Ro'), run(' '), run('me', '<strike/><b/>')], 1],
    ['the answer', [run('B')], 3],
  ])('leaves out the question: %s', async (_about, runs, at) => {
    const cell = { attributes: ' t="inlineStr"', content: `<is>${runs.join('')}</is>` }
    const spain = ['Capital of Spain?', 'Rome', 'Madrid', 'B'].map((text, index) =>
      index === at ? cell : text,
    )
    expect(await show(makeWorkbook({ S: [HEADER, FRANCE, spain, ITALY] }))).toEqual([
      ...READ,
      '3: a text that is struck out',
    ])
  })
})

describe('a correction', () => {
  const NOTE = 'Correction: question 1 is A'
  const toHtml = (rows: readonly (readonly string[])[]) =>
    `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`
  const toCsv = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join(',')).join('\n')

  it.each([
    ['a row of CSV', toCsv([HEADER, FRANCE, ITALY, [NOTE, '', '', '']])],
    ['a line above CSV', toCsv([[NOTE], HEADER, FRANCE, ITALY])],
    ['a row of an HTML table', toHtml([HEADER, FRANCE, ITALY, [NOTE]])],
    ['a text beside an HTML table', `${toHtml([HEADER, FRANCE, ITALY])}<p>${NOTE}</p>`],
  ])('refuses the file: %s', async (_about, text) => {
    expect(await show(text)).toEqual([`refused: the correction "${NOTE}"`])
  })

  it('refuses a file of the folder', async () => {
    const sheet = await readServed(toCsv([HEADER, FRANCE, ITALY, [NOTE]]))
    expect(sheet.isReadable).toBe(false)
  })
})

describe('options in rows below their question', () => {
  const joined = ['Capital of France? → Paris (Rome, Paris, Oslo)', 'Capital of Italy? → Rome (Rome, Paris)']
  it.each([
    ['a column of options', 'Question,Options,Answer', ['Paris', 'Rome']],
    ['a column named Option', 'Question,Option,Answer', ['Paris', 'Rome']],
    ['letters as answers', 'Question,Options,Answer', ['B', 'A']],
  ])('are joined: %s', async (_about, header, [france, italy]) => {
    const csv = `${header}\nCapital of France?,Rome,${france}\n,Paris,\n,Oslo,\nCapital of Italy?,Rome,${italy}\n,Paris,\n`
    expect(await show(csv)).toEqual(joined)
  })

  it('are wrong answers below that name', async () => {
    const csv = 'Question,Answer,Wrong answers\nCapital of France?,Paris,Rome\n,,Oslo\n'
    expect(await show(csv)).toEqual(['Capital of France? → Paris (Oslo, Paris, Rome)'])
  })

  it.each([{ options: ['Oslo', 'Lima'] }, { options: ['Oslo', 'Lima'], topic: 'Capitals' }])(
    'are no options of the item above in JSON: %j',
    async (item) => {
      const items = [
        { question: 'Capital of France?', options: ['Rome', 'Paris'], answer: 'Paris' },
        item,
        { question: 'Capital of Italy?', options: ['Rome', 'Paris'], answer: 'Rome' },
      ]
      const [france, italy, ...dropped] = await show(JSON.stringify(items))
      expect([france, italy]).toEqual(READ)
      expect(dropped).toHaveLength(1)
      expect(dropped[0]).toMatch(/^2: /)
    },
  )

  it('leave out a question with more options in other columns', async () => {
    const csv =
      'Question,A,B,Answer\nCapital of France?,Rome,Paris,B\n,Oslo,Lima,\nCapital of Italy?,Rome,Paris,A\n'
    expect(await show(csv)).toEqual([READ[1], '2: a list of 2'])
  })
})

it.each(['~~Capital of Spain?~~', '<s>Capital of Spain?</s>', '<del>Capital of Spain?</del>'])(
  'leaves out a question that is struck out: %s',
  async (question) => {
    const csv = `Question,A,B,Answer\n${question},Rome,Madrid,B\nCapital of France?,Rome,Paris,B\n`
    const list = `1. ${question}\na) Rome\nb) Madrid\nAnswer: b\n\n2. Capital of France?\na) Rome\nb) Paris\nAnswer: b\n`
    for (const [text, number] of [
      [csv, 2],
      [list, 1],
    ])
      expect(await show(`${text}`)).toEqual([READ[0], `${number}: "${question}"`])
    const part = 'Which is ~~left~~ right? or ~~is it~~?'
    expect(await show(`Question,A,B,Answer\n${part},Rome,Paris,B\n`)).toEqual([
      `${part} → Paris (Rome, Paris)`,
    ])
  },
)

describe('a picture', () => {
  const PATHS = ['https://a.b/map.png', 'signs/49.jpg', 'C:\\signs\\49.JPG']
  it.each(PATHS)('leaves out the question that ends with its path: %s', async (path) => {
    const rows = `Capital of France?,Rome,Paris,B\nWhat does it show? - ${path},Rome,Paris,B\n`
    expect(await show(`Question,A,B,Answer\n${rows}`)).toEqual([READ[0], expect.stringMatching('^3: ')])
  })

  const IMAGES = ['<img src="map.png">', '<IMG alt="" src=map.png />', '![a map](map.png)']
  it.each(IMAGES)('leaves out its question: %s', async (image) => {
    const quoted = `"${image.replaceAll('"', '""')} Where is it?"`
    const left = (number: number) => [READ[0], expect.stringMatching(`^${number}: `)]
    const question = `${image} Where is it?`
    const json = [
      { question: 'Capital of France?', options: ['Rome', 'Paris'], answer: 'Paris' },
      { question, options: ['Rome', 'Paris'], answer: 'Paris' },
    ]
    expect(await show(JSON.stringify(json))).toEqual(left(2))
    expect(
      await show(`Question,A,B,Answer\nCapital of France?,Rome,Paris,B\n${quoted},Rome,Paris,B\n`),
    ).toEqual(left(3))
    const aiken = `Capital of France?\nA) Rome\nB) Paris\nANSWER: B\n\n${question}\nA) Rome\nB) Paris\nANSWER: B\n`
    expect(await show(aiken)).toEqual(left(6))
    expect(
      await show(`Capital of France?{~Rome =Paris}\n\n${question.replace('=', '\\=')}{~Rome =Paris}\n`),
    ).toEqual(left(3))
  })

  it('leaves out a question whose options are pictures, and no option about HTML', async () => {
    const csv =
      'Question,A,B,Answer\nWhich flag?,"<img src=""a.png"">","<img src=""b.png"">",A\nWhich is right?,"<img src=""a.png"">","<image src=""a.png"">",A\n'
    expect(await show(csv)).toEqual([
      'Which is right? → <img src="a.png"> (<img src="a.png">, <image src="a.png">)',
      '2: "Which flag?"',
    ])
  })
})

describe('JSON', () => {
  it('keeps stars of options that say themselves which one is correct', async () => {
    for (const [right, wrong] of [
      ['**kwargs', 'args'],
      ['args', '**kwargs'],
      ['*p', 'p'],
    ] as const) {
      const options = [
        { text: right, correct: true },
        { text: wrong, correct: false },
      ]
      expect(await show(JSON.stringify([{ question: 'Which?', options }]))).toEqual([
        `Which? → ${right} (${right}, ${wrong})`,
      ])
    }
  })

  it('is read without the tags of a tool whose texts are HTML', async () => {
    const item = (question: string, right: string) => ({
      question,
      answers: [
        { text: '<div>Rome</div>\n', correct: false },
        { text: right, correct: true },
      ],
    })
    const items = [
      item('<p>Capital of <b>France</b>?</p>\n', '<div>Paris</div>\n'),
      item('<p>Capital of Spain &amp; more?</p>', '<div>Madrid</div>'),
      item('<div>Capital of <img src="a.png">?</div>', '<div>Oslo</div>'),
    ]
    expect(await show(JSON.stringify(items))).toEqual([
      'Capital of France? → Paris (Rome, Paris)',
      'Capital of Spain & more? → Madrid (Rome, Madrid)',
      '3: one with <img>',
    ])
    const plain = { question: 'What does <p>x</p> do?', options: ['a', 'b'], answer: 'a' }
    expect(await show(JSON.stringify([plain]))).toEqual(['What does <p>x</p> do? → a (a, b)'])
  })
})

describe('a topic in merged cells', () => {
  const JAPAN = ['Capital of Japan?', 'Tokyo', 'Kyoto', 'A']
  const rows = [
    ['Topic', ...HEADER],
    ['Europe', ...FRANCE],
    ['', ...ITALY],
    ['Asia', ...JAPAN],
  ]
  const topicsOf = async (bytes: Uint8Array) => {
    const { questions } = await importQuestions(bytes, { mapping: new Map(), decodeHtml: false })
    return questions.map(({ topic }) => topic)
  }

  it('is that of each row in a workbook', async () => {
    const workbook = makeWorkbook({ S: rows }, { merged: ['A2:A3'] })
    expect(await topicsOf(workbook)).toEqual(['Europe', 'Europe', 'Asia'])
  })

  it('is that of each row in an HTML page', async () => {
    const row = (cells: readonly string[]) => `<tr><td>${cells.join('<td>')}</tr>`
    const [header = [], france = [], , japan = []] = rows
    const merged = row(france).replace('<td>', '<td rowspan="2">')
    const page = `<table>${row(header)}${merged}${row(ITALY)}${row(japan)}</table>`
    expect(await topicsOf(Buffer.from(page))).toEqual(['Europe', 'Europe', 'Asia'])
  })

  it('is not that of rows whose cells are not merged', async () => {
    expect(await topicsOf(makeWorkbook({ S: rows }))).toEqual(['Europe', undefined, 'Asia'])
  })

  it('is the topic of a question in merged cells above its options', async () => {
    const below = [
      ['Topic', 'Question', 'Options', 'Answer'],
      ['Europe', 'Capital of France?', 'Rome', 'Paris'],
      ['', '', 'Paris', ''],
      ['', 'Capital of Italy?', 'Rome', 'Rome'],
      ['', '', 'Paris', ''],
    ]
    const workbook = makeWorkbook({ S: below }, { merged: ['A2:A5', 'B2:B3', 'D2:D3', 'B4:B5', 'D4:D5'] })
    expect(await topicsOf(workbook)).toEqual(['Europe', 'Europe'])
    expect(await show(workbook)).toEqual(READ)
  })
})

describe('an explanation in the options of JSON', () => {
  const read = (name: string, right: string, others = {}) =>
    show(
      JSON.stringify([
        {
          question: 'Capital of France?',
          options: [
            { text: 'Rome', correct: false, [name]: 'It is in Italy.' },
            { text: 'Paris', correct: true, [name]: right },
          ],
          ...others,
        },
      ]),
    )

  it.each(['explanation', 'feedback', 'rationale'])('is kept for the right option: %s', async (name) => {
    expect(await read(name, 'Since 508.')).toEqual([`${READ[0]}; Since 508.`])
  })

  it('is kept for options by their letters', async () => {
    const options = { A: { text: 'Rome', why: 'In Italy.' }, B: { text: 'Paris', why: 'Since 508.' } }
    const items = [{ question: 'Capital of France?', options, answer: 'B' }]
    expect(await show(JSON.stringify(items))).toEqual([`${READ[0]}; Since 508.`])
  })

  it('is not kept beside an explanation of the question, or when it explains nothing', async () => {
    expect(await read('explanation', 'Since 508.', { explanation: 'On the Seine.' })).toEqual([
      `${READ[0]}; On the Seine.`,
    ])
    expect(await read('feedback', 'Correct!')).toEqual([READ[0]])
  })

  it.each(['Wrong.', 'Rome is the correct answer.'])(
    'leaves out an answer that it denies: %s',
    async (said) => {
      expect(await read('feedback', said)).toEqual([expect.stringMatching(/^refused/)])
    },
  )
})

describe('a line below the answer of a list', () => {
  const list = (said: string) =>
    `1. Capital of France?\nA. Rome\nB. Paris\nAnswer: A\n${said}\n\n2. Capital of Italy?\nA. Rome\nB. Paris\nAnswer: A\n`

  it.each([
    'Cancelled: two answers are right.',
    'Annulled',
    'Retired: see the new book',
    'This question was cancelled.',
    '\n> Thanks!\nshould be B',
    '\nA note by Ann:\nthe correct answer is B',
    '\n> Why?\n> B is correct',
  ])('leaves out its question: %j', async (said) => {
    expect(await show(list(said))).toEqual([READ[1], expect.stringMatching(/^1: /)])
  })

  it.each(['\n> Thanks!\nA nice one', '\nPart 2\nCapitals', '\nNo question was cancelled.\nGood.'])(
    'keeps its question: %j',
    async (said) => {
      expect(await show(list(said))).toEqual(['Capital of France? → Rome (Rome, Paris)', READ[1]])
    },
  )
})
