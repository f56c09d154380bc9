// Files that any person can read, and that were refused once.
import { describe, expect, it } from 'vitest'
import { show } from '../testing/show.ts'
import { makeWorkbook } from '../testing/workbook.ts'

const READ = ['Capital of France? → Paris (Rome, Paris)', 'Capital of Italy? → Rome (Rome, Paris)']
const ALL = ['Capital of France? → Paris (Rome, Paris, Oslo)', 'Capital of Italy? → Rome (Rome, Paris, Oslo)']
const FRANCE = ['Capital of France?', 'Rome', 'Paris', 'B']
const ITALY = ['Capital of Italy?', 'Rome', 'Paris', 'A']
const HEADER = ['Question', 'A', 'B', 'Answer']

const lines = (text: string) => text.replaceAll(' / ', '\n')

describe('a list of questions', () => {
  it.each([
    [
      'wrong options that are struck out',
      '1. Capital of France? / A. ~~Rome~~ / B. Paris / C. ~~Oslo~~ / 2. Capital of Italy? / A. Rome / B. ~~Paris~~ / C. ~~Oslo~~',
    ],
    [
      'shares of points',
      '1. Capital of France? / A. Rome (0%) / B. Paris (100%) / C. Oslo (0%) / 2. Capital of Italy? / A. Rome (100%) / B. Paris / C. Oslo',
    ],
    [
      'numbers from 0 in brackets',
      '1. Capital of France? / [0] Rome / [1] Paris / [2] Oslo / Answer: 1 / 2. Capital of Italy? / [0] Rome / [1] Paris / [2] Oslo / Answer: 0',
    ],
    [
      'options without letters',
      '1. Capital of France? / Rome / Paris / Oslo / Answer: Paris / Capital of Italy? / Rome / Paris / Oslo / Answer: rome',
    ],
    [
      'a letter alone below options',
      '1. Capital of France? / A. Rome / B. Paris / C. Oslo /  / B /  / 2. Capital of Italy? / A. Rome / B. Paris / C. Oslo /  / (A)',
    ],
    [
      'bullets of Word',
      '1. Capital of France? / ·\tRome / ·\tParis / ·\tOslo / Answer: Paris / 2. Capital of Italy? / §\tRome / §\tParis / §\tOslo / Answer: Rome',
    ],
  ])('is read with %s', async (_about, text) => {
    expect(await show(lines(text))).toEqual(ALL)
  })

  it('keeps a share that is a part of options', async () => {
    const gold = 'A. 24 carat (100%) / B. 12 carat (50%)'
    expect(
      await show(lines(`1. Purity of gold? / ${gold} / Answer: A / 2. Who? / A. I / B. You / Answer: A`)),
    ).toEqual(['Purity of gold? → 24 carat (100%) (24 carat (100%), 12 carat (50%))', 'Who? → I (I, You)'])
  })

  it.each([
    [
      'one option that is struck out',
      '1. Capital of France? / A. ~~Rome~~ / B. Paris / C. Oslo / 2. Who? / *A. I / B. You',
    ],
    [
      'a note between the options',
      '1. Who? / *A. I / B. You / 2. Capital of France? / (two words) / Rome / Answer: Rome',
    ],
    [
      'a share of players',
      '1. Who? / *A. I / B. You / 2. Capital of France? / A. Rome (40%) / B. Paris (60%)',
    ],
  ])('leaves out a question with %s', async (_about, text) => {
    expect(await show(lines(text))).not.toContainEqual(expect.stringContaining('France'))
  })

  it('is read from a page of HTML without a table, unless a text would be lost', async () => {
    const page = (more: string) =>
      `<html><body><p>1. Capital of France?${more}</p><p>a) Rome</p><p>b) Paris</p><p>Answer: b</p></body></html>`
    expect(await show(page(''))).toEqual([READ[0]])
    expect(await show(page('<img src="a.png">'))).toEqual(['refused: one with <img>'])
    expect(await show('<html><body><p>Hello</p></body></html>')).toEqual(['refused: a page without any'])
    const aiken = '<html> is what?\nA) a <p>tag</p>\nB) a song\nANSWER: A\n'
    expect(await show(aiken)).toEqual(['<html> is what? → a <p>tag</p> (a <p>tag</p>, a song)'])
  })
})

describe('an HTML table', () => {
  const row = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  const table = `<table>${[HEADER, FRANCE, ITALY].map(row).join('')}</table>`

  it.each([
    '<?xml version="1.0"?>\n<!DOCTYPE html>\n<html>',
    '<body>',
    '<div class="x">',
    '<!-- a -->\n<html>',
    '<p>Quiz</p>',
  ])('is read below %s', async (start) => {
    expect(await show(start + table)).toEqual(READ)
  })

  it('is read with a cell that belongs to several rows', async () => {
    const rows = [
      row(['Topic', ...HEADER]),
      `<tr><td rowspan="2">Capitals</td>${FRANCE.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
      row(ITALY),
      row(['Other', 'Who?', 'I', 'You', 'A']),
    ]
    expect(await show(`<table>${rows.join('')}</table>`)).toEqual([...READ, 'Who? → I (I, You)'])
    const options =
      '<tr><td>Question</td><td>Options</td><td>Answer</td></tr><tr><td rowspan="2">Who?</td><td>I</td><td rowspan="2">You</td></tr><tr><td>You</td></tr>'
    expect(await show(`<table>${options}</table>`)).toEqual(['Who? → You (I, You)'])
  })
})

describe('a workbook', () => {
  const quiz = [HEADER, FRANCE, ITALY]
  it.each([
    ['instructions', [['Fill in the next sheet'], ['Question and answer']]],
    ['a title page', [['Teacher', 'Smith']]],
    ['an empty sheet', []],
  ])('is read from the first sheet with names of columns, behind %s', async (_about, first) => {
    expect(await show(makeWorkbook({ First: first, Quiz: quiz, Scale: [['a', 'b', 'c']] }))).toEqual(READ)
  })

  it.each([
    [
      'two sheets with names of columns',
      { Title: [['Quiz']], Quiz: quiz, More: quiz },
      '"Quiz" and "More"; --sheet names one',
    ],
    [
      'a table of other names',
      { Lehena: [['Galdera', 'Erantzuna', 'Oker']], Quiz: quiz },
      '"Galdera", "Erantzuna", "Oker"; name it',
    ],
  ])('is refused with %s behind or in its first sheet', async (_about, sheets, got) => {
    expect(await show(makeWorkbook(sheets))).toEqual([expect.stringContaining(`refused: ${got}`)])
  })

  it('is read from its first sheet when a person says what its columns are', async () => {
    const mapping = new Map([
      ['Galdera', 'question'],
      ['Erantzuna', 'correct_answer'],
    ] as const)
    const rows = [
      ['Galdera', 'Erantzuna'],
      ['Nor?', 'Ni'],
    ]
    expect(await show(makeWorkbook({ Lehena: rows, Quiz: quiz }), { mapping })).toEqual(['Nor? → Ni'])
  })
})

describe('JSON and other tables', () => {
  it('reads the questions of RACE below their article', async () => {
    const item = {
      article: 'Rex barks.',
      questions: ['Who?', 'What?'],
      options: [
        ['Rex', 'Max'],
        ['Cat', 'Dog'],
      ],
      answers: ['A', 'B'],
    }
    expect(await show(JSON.stringify([item]))).toEqual([
      'Rex barks.\n\nWho? → Rex (Rex, Max)',
      'Rex barks.\n\nWhat? → Dog (Cat, Dog)',
    ])
  })

  it('leaves out no options of members with the names of RACE', async () => {
    const item = { questions: ['Who?'], options: ['Rex', 'Max'], answers: ['Rex'] }
    expect(await show(JSON.stringify([item]))).toEqual([expect.stringContaining('refused: ')])
  })

  it('reads colons of Anki', async () => {
    expect(await show('#separator:Colon\n#html:false\nWho?:I\nWhere?:Here\n')).toEqual([
      'Who? → I',
      'Where? → Here',
    ])
  })

  it.each([
    ['300,000', '30,000', '300000'],
    ['1000', '2000', '1,000'],
    ['1,000,000', '1,000', '1000000'],
  ])('finds the option %s beside %s for the answer %s', async (right, wrong, answer) => {
    expect(await show(`Question,A,B,Answer\nHow many?,"${right}","${wrong}","${answer}"\n`)).toEqual([
      `How many? → ${right} (${right}, ${wrong})`,
    ])
  })
})

it.each([
  ['{\\rtf1 1. Who?}', 'a document (.rtf); save it as plain text'],
  ['%PDF-1.4\n', 'a PDF; copy its text to a file'],
  ['MIME-Version: 1.0\n', 'a web archive (.mht); save the page as HTML, or as plain text'],
  ['', 'an empty file'],
  [' \n\n', 'an empty file'],
])('says what to do about another file: %j', async (text, got) => {
  expect(await show(text)).toEqual([`refused: ${got}`])
})

describe('a letter alone below options', () => {
  it.each([
    ['of one question of several', 'B', ''],
    ['in the order of the questions, as those of sections', 'A', '\n\nB'],
  ])('is no answer: %s', async (_about, first, second) => {
    const text = `1. Which?\nA. Rome\nB. Paris\n\n${first}\n\n2. Who?\nA. I\nB. You${second}\n`
    expect(await show(text)).toEqual([expect.stringMatching(/^refused/)])
  })
})

it.each([
  [
    'names without a colon',
    'Question Capital of France?\nAnswer Paris\n\nQuestion Capital of Italy?\nAnswer Rome\n',
    ['Capital of France? → Paris', 'Capital of Italy? → Rome'],
  ],
  [
    'NaN as Python writes it',
    '[{"question":"Capital of France?","answer":"Paris","level":NaN},{"question":"NaN?","answer":"NaN"}]',
    ['Capital of France? → Paris', 'NaN? → NaN'],
  ],
  [
    'a separator at the end of each line',
    'Capital of France?;Rome;Paris;Paris;\nCapital of Italy?;Rome;Paris;Rome;\nCapital of Peru?;Lima;Oslo;Lima;\nCapital of Norway?;Lima;Oslo;Oslo;\n',
    [...READ, 'Capital of Peru? → Lima (Lima, Oslo)', 'Capital of Norway? → Oslo (Lima, Oslo)'],
  ],
])('reads %s', async (_about, text, expected) => {
  expect(await show(text)).toEqual(expected)
})

it.each([
  [
    '--from 0',
    'question,answer1,answer2,correct\nCapital of France?,Paris,Rome,0\nCapital of Italy?,Paris,Rome,1\n',
  ],
  ['another document', '<quiz><item><q>Capital of France?</q></item></quiz>\n'],
])('names %s in the message of a file that is not read', async (name, text) => {
  expect(await show(text)).toEqual([expect.stringContaining(name)])
})
