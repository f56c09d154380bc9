import { describe, expect, it } from 'vitest'
import { MAX_COLUMNS } from './columns.ts'
import { MAX_PROBLEMS, MAX_QUESTIONS, questionAt, readDataset } from './dataset.ts'
import { MAX_DATASET_BYTES } from './folder.ts'
import { formatProblem } from './problem.ts'
import { MAX_CELL_LENGTH, MAX_ID_LENGTH, MAX_OPTIONS } from './row.ts'

const HEADER = 'id,question,correct_answer,options,difficulty,topic'

function read(content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return readDataset({ category: 'test', title: 'Test', path: 'test.csv', bytes })
}

function questions(content: string | Uint8Array) {
  const { dataset, problems } = read(content)
  expect(problems?.map(formatProblem)).toBeUndefined()
  return Array.from({ length: dataset?.size ?? 0 }, (_, row) => dataset && questionAt(dataset, row))
}

function problems(content: string | Uint8Array): string[] | undefined {
  return read(content).problems?.map(formatProblem)
}

const plain = { id: '1', question: 'Q?', correct_answer: 'A' }

describe('readDataset reads', () => {
  it.each([
    ['LF line ends', 'id,question,correct_answer\n1,Q?,A\n'],
    ['CRLF line ends', 'id,question,correct_answer\r\n1,Q?,A\r\n'],
    ['line ends of both kinds', 'id,question,correct_answer\r\n1,Q?,A\n'],
    ['no line end at the end', 'id,question,correct_answer\n1,Q?,A'],
    ['a byte order mark', '\uFEFFid,question,correct_answer\n1,Q?,A\n'],
    ['a byte order mark before a quoted header', '\uFEFF"id","question","correct_answer"\n1,Q?,A\n'],
    ['trailing blank lines', 'id,question,correct_answer\n1,Q?,A\n\n\r\n\n'],
    ['blank lines between rows', 'id,question,correct_answer\n\n1,Q?,A\n'],
    [
      'lines of nothing but commas, as spreadsheets leave them',
      'id,question,correct_answer\n1,Q?,A\n,,\n,,\n',
    ],
    ['columns in another order', 'correct_answer,id,question\nA,1,Q?\n'],
    ['columns it does not know', 'id,note,question,correct_answer\n1,hm,Q?,A\n'],
    ['empty optional cells', `${HEADER}\n1,Q?,A,,,\n`],
  ])('%s', (_about, content) => {
    expect(questions(content)).toEqual([plain])
  })

  it('quoted newlines, commas and doubled quotes exactly as they are', () => {
    const content = 'id,question,correct_answer\r\n1,"Which,\r\nor ""what""\n?", A \r\n'
    expect(questions(content)).toEqual([
      { id: '1', question: 'Which,\r\nor "what"\n?', correct_answer: ' A ' },
    ])
  })

  it('options as Python and as JSON print them, embedded quotes included', () => {
    const content = `${HEADER}\n1,Q?,"A ""b""","[""Barnard's Star"", 'A ""b""']",easy,stars\n`
    expect(questions(content)).toEqual([
      {
        id: '1',
        question: 'Q?',
        correct_answer: 'A "b"',
        options: ["Barnard's Star", 'A "b"'],
        difficulty: 'easy',
        topic: 'stars',
      },
    ])
  })

  it('choice columns in place of options, in an order that the id fixes', () => {
    const content = 'id,question,correct_answer,choice_1,choice_2,choice_10\nx1,Q?,A,B,C,D\nx2,Q?,A,B,,\n'
    const [first, second] = questions(content)
    expect(first?.options?.toSorted()).toEqual(['A', 'B', 'C', 'D'])
    expect(second?.options?.toSorted()).toEqual(['A', 'B'])
    expect(questions(content)).toEqual([first, second])
    // Computed by docs/seed-contract/check.py: the answer and the choices that are there, sorted and ordered.
    expect(first?.options).toEqual(['A', 'C', 'B', 'D'])
    expect(second?.options).toEqual(['A', 'B'])
    const orders = Array.from({ length: 50 }, (_, id) => `q${id},Q?,A,B,C,D\n`).join('')
    const all = questions(`id,question,correct_answer,choice_1,choice_2,choice_3\n${orders}`)
    expect(new Set(all.map((question) => question?.options?.indexOf('A')))).toEqual(new Set([0, 1, 2, 3]))
  })

  it('as many questions as a file may have', () => {
    const rows = Array.from({ length: MAX_QUESTIONS }, (_, id) => `${id},Q?,A\n`).join('')
    expect(read(`id,question,correct_answer\n,,\n${rows}`).dataset?.size).toBe(MAX_QUESTIONS)
    expect(problems(`id,question,correct_answer\n,,\n${rows}x,Q?,A\ny,Q?,A\n`)).toEqual([
      `test.csv:${MAX_QUESTIONS + 3}:1: expected at most ${MAX_QUESTIONS} questions, got ${MAX_QUESTIONS + 2}`,
    ])
  })

  it('as many options as a question may have', () => {
    const texts = Array.from({ length: MAX_OPTIONS }, (_, option) => `o${option}`)
    const list = (options: string[]) => `"[${options.map((option) => `'${option}'`).join()}]"`
    const tooMany = `expected at most ${MAX_OPTIONS} options, got ${MAX_OPTIONS + 1}`
    expect(questions(`${HEADER}\n1,Q?,o0,${list(texts)},,\n`)[0]?.options).toEqual(texts)
    expect(problems(`${HEADER}\n1,Q?,o0,${list([...texts, 'more'])},,\n`)).toEqual([
      `test.csv:2:9: ${tooMany}`,
    ])
    const header = `id,question,correct_answer,${texts.map((_, choice) => `choice_${choice + 1}`).join()}`
    const wrong = texts.slice(1).join()
    expect(questions(`${header}\n1,Q?,o0,${wrong},\n`)[0]?.options?.toSorted()).toEqual(texts.toSorted())
    expect(problems(`${header}\n1,Q?,o0,${wrong},more\n`)).toEqual([`test.csv:2:9: ${tooMany}`])
  })

  it('columns, cells and ids up to their limits, and none beyond', () => {
    const wide = (columns: number) =>
      `id,question,correct_answer${',x'.repeat(columns - 3)}\n1,Q?,A${','.repeat(columns - 3)}\n`
    const long = (cell: number, id: number) =>
      `id,question,correct_answer\n${'i'.repeat(id)},${'x'.repeat(cell)},A\n`
    expect(questions(wide(MAX_COLUMNS))).toEqual([plain])
    expect(questions(long(MAX_CELL_LENGTH, MAX_ID_LENGTH))).toHaveLength(1)
    expect(problems(wide(MAX_COLUMNS + 1))).toEqual(['test.csv:1:1: expected at most 1000 columns, got 1001'])
    expect(problems(long(MAX_CELL_LENGTH + 1, MAX_ID_LENGTH + 1))).toEqual([
      'test.csv:2:1: expected an id of at most 128 characters, got 129',
      'test.csv:2:131: "question": expected at most 10000 characters, got 10001',
    ])
  })

  it('names the columns it ignores', () => {
    expect(read('id,note,question,correct_answer,\n1,hm,Q?,A,\n').dataset?.ignoredColumns).toEqual([
      'note',
      '(column 5, no name)',
    ])
  })

  it('cuts a long name of a column that it ignores', () => {
    const { dataset } = read(`id,question,correct_answer,${'x'.repeat(100_000)}\n1,Q?,A,\n`)
    expect(dataset?.ignoredColumns).toEqual([`${'x'.repeat(60)}…`])
  })

  it('gives a version that changes exactly with the content', () => {
    const version = (content: string) => read(content).dataset?.version
    expect(version(`${HEADER}\n1,Q?,A,,,\n`)).toMatch(/^[0-9a-f]{16}$/)
    expect(version(`${HEADER}\n1,Q?,A,,,\n`)).toBe(version(`${HEADER}\n1,Q?,A,,,\n`))
    expect(version(`${HEADER}\n1,Q?,A,,,\n`)).not.toBe(version(`${HEADER}\n1,Q?,B,,,\n`))
  })
})

const LATIN_1 = Buffer.from('id,question,correct_answer\n1,Caf\xe9?,A\n2,Q?,\xfc\n', 'latin1')
const UTF_16 = Buffer.from('\uFEFFid,question,correct_answer\n', 'utf16le')
const TOO_LONG = `id,question,correct_answer\n1,"${'x'.repeat(5_000_000)}",A\n`

describe('readDataset refuses, with file, line, column and what was expected,', () => {
  it.each<[string, string | Uint8Array, string[]]>([
    ['an empty file', '', ['test.csv:1:1: expected a header line, got an empty file']],
    ['a byte order mark alone', '\uFEFF', ['test.csv:1:1: expected a header line, got an empty file']],
    ['blank lines alone', '\n\n\n', ['test.csv:1:1: expected a header line, got an empty file']],
    ['a header alone', `${HEADER}\n`, ['test.csv:2:1: expected at least one question, got a header alone']],
    [
      'a missing column',
      'id,question\n1,Q?\n',
      ['test.csv:1:1: expected a column "correct_answer", got "id", "question"'],
    ],
    [
      'semicolons',
      'id;question;correct_answer\n1;Q?;A\n',
      ['id', 'question', 'correct_answer'].map(
        (name) =>
          `test.csv:1:1: expected a column "${name}", got "id;question;correct_answer": cells are separated by ";", expected commas`,
      ),
    ],
    [
      'a missing column among many',
      `id,question,${Array.from({ length: 20 }, (_, column) => `c${column}`).join()}\n`,
      [
        'test.csv:1:1: expected a column "correct_answer", got "id", "question", "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7" and 12 more',
      ],
    ],
    [
      'names in another spelling',
      'ID,Question,Correct Answer\n1,Q?,A\n',
      ['id', 'question', 'correct_answer'].map(
        (name) => `test.csv:1:1: expected a column "${name}", got "ID", "Question", "Correct Answer"`,
      ),
    ],
    [
      'a repeated column',
      'id,question,correct_answer,id\n1,Q?,A,2\n',
      ['test.csv:1:28: expected each column once, got a second column "id"'],
    ],
    [
      'options and choices together',
      'id,question,correct_answer,options,choice_1\n1,Q?,A,,B\n',
      ['test.csv:1:36: expected either a column "options" or columns "choice_1", …, got both'],
    ],
    [
      'a short row',
      'id,question,correct_answer\n1,Q?\n',
      ['test.csv:2:5: expected 3 cells as in the header, got 2'],
    ],
    [
      'a long row',
      'id,question,correct_answer\n1,Q?,A,B,C\n',
      ['test.csv:2:8: expected 3 cells as in the header, got 5'],
    ],
    [
      'an empty required cell',
      'id,question,correct_answer\n1,,A\n,Q?,A\n3,Q?,"  "\n',
      [
        'test.csv:2:3: expected a value for "question", got an empty cell',
        'test.csv:3:1: expected a value for "id", got an empty cell',
        'test.csv:4:6: expected a value for "correct_answer", got an empty cell',
      ],
    ],
    [
      'a duplicate id',
      'id,question,correct_answer\n1,Q?,A\n2,Q?,A\n1,R?,A\n',
      ['test.csv:4:1: expected an id of its own, got "1" again'],
    ],
    [
      'an unreadable list',
      `${HEADER}\n1,Q?,A,"['A', 'B'",,\n`,
      ['test.csv:2:8: "options": expected a list like [\'A\', "B"], got its end after 9 characters'],
    ],
    [
      'a list of numbers',
      `${HEADER}\n1,Q?,1,"[1, 2]",,\n`,
      [`test.csv:2:8: "options": expected a list like ['A', "B"], got "1, 2]" after 1 characters`],
    ],
    [
      'an answer that is not among the options',
      `${HEADER}\n1,Q?,C,"['A', 'B']",,\n`,
      ['test.csv:2:8: expected "correct_answer" "C" among the options, got "A", "B"'],
    ],
    [
      'a repeated option',
      `${HEADER}\n1,Q?,A,"['A', 'B', 'B']",,\n`,
      ['test.csv:2:8: expected each option once, got "B" again'],
    ],
    [
      'a choice that is the answer',
      'id,question,correct_answer,choice_1\n1,Q?,A,A\n',
      ['test.csv:2:8: expected each option once, got "A" again'],
    ],
    [
      'a repeated choice, at the later of the two',
      'id,question,correct_answer,choice_1,choice_2,choice_3\n1,Q?,A,B,C,A\n',
      ['test.csv:2:12: expected each option once, got "A" again'],
    ],
    [
      'a header of more columns than anyone has',
      `${'id,'.repeat(40_000)}question\n`,
      ['test.csv:1:1: expected at most 1000 columns, got 40001'],
    ],
    [
      'a wrong byte behind a byte order mark, which is no character',
      Buffer.concat([
        Buffer.from('\uFEFFid'),
        Buffer.from([0xff]),
        Buffer.from(',question,correct_answer\n'),
      ]),
      [
        'test.csv:1:1: expected a column "id", got "id\uFFFD", "question", "correct_answer"',
        'test.csv:1:3: expected UTF-8, got the byte 0xff: save the sheet as “CSV UTF-8”',
      ],
    ],
    [
      'a wrong byte between lines that end in CR',
      Buffer.from('id,question,correct_answer\r1,Q?,A\r2,Q\xff?,A\r', 'latin1'),
      ['test.csv:3:4: expected UTF-8, got the byte 0xff: save the sheet as “CSV UTF-8”'],
    ],
    [
      'a NUL byte',
      'id,question,correct_answer\n1,Q\0?,A\n',
      ['test.csv:2:3: "question": expected text, got the control character U+0000'],
    ],
    [
      'Latin-1 bytes, each line of them',
      LATIN_1,
      [
        'test.csv:2:6: expected UTF-8, got the byte 0xe9: save the sheet as “CSV UTF-8”',
        'test.csv:3:6: expected UTF-8, got the byte 0xfc: save the sheet as “CSV UTF-8”',
      ],
    ],
    ['UTF-16', UTF_16, ['test.csv:1:1: expected UTF-8, got UTF-16: save the sheet as “CSV UTF-8”']],
    [
      'a cell of 5 MB',
      TOO_LONG,
      ['test.csv:2:3: "question": expected at most 10000 characters, got 5000000'],
    ],
    [
      'the id of an operation',
      'id,question,correct_answer\nrandom,Q?,A\n',
      ['test.csv:2:1: expected another id, "random" is reserved'],
    ],
    [
      'an id that no list of ids can name',
      'id,question,correct_answer\n"a,b",Q?,A\n',
      ['test.csv:2:1: expected an id without a comma or a slash, got "a,b"'],
    ],
  ])('%s', (_about, content, expected) => {
    expect(problems(content)).toEqual(expected)
  })

  it('an open quote, after every problem before it', () => {
    expect(problems('id,question,correct_answer\n1,,A\n2,"Q?,A\n3,Q?,A\n')).toEqual([
      'test.csv:2:3: expected a value for "question", got an empty cell',
      expect.stringMatching(/^test\.csv:3:3: expected RFC 4180 quotes .*Quote Not Closed/),
    ])
  })

  it('a quote in the middle of a cell', () => {
    expect(problems('id,question,correct_answer\n1,Q?,A\n2,What "is" it?,A\n')).toEqual([
      expect.stringMatching(/^test\.csv:3:3: expected RFC 4180 quotes .*Invalid Opening Quote/),
    ])
  })

  it('text behind a closing quote', () => {
    expect(problems('id,question,correct_answer\n1,"Q"?,A\n')).toEqual([
      expect.stringMatching(/^test\.csv:2:3: expected RFC 4180 quotes .*Invalid Closing Quote/),
    ])
  })

  it.each([
    ['root:x:0:0:SECRET:/root:/bin/sh\nSECRET:x:1:1::/:/bin/sh\n', '1 column of another name'],
    ['SECRET,SECRET id\nSECRET,SECRET\n', '2 columns of other names'],
    ['SECRET;SECRET\n', '1 column of another name'],
    ['SECRET;SECRET "SECRET"\n', 'expected RFC 4180 quotes'],
    ['"SECRET\nSECRET', 'expected RFC 4180 quotes'],
    ['SECRET\nSECRET "SECRET"\n', 'expected RFC 4180 quotes'],
  ])('what is no dataset without showing what is in it: %j', (content, expected) => {
    const text = problems(content)?.join('\n')
    expect(text).toContain(expected)
    expect(text).not.toContain('SECRET')
  })

  it('all problems of a file together, in reading order', () => {
    const content = `${HEADER}\n1,,A,"['B']",,\n"2\n2",Q?,A,x,easy\n1,Q?,,,,\n`
    expect(problems(content)?.map((text) => text.split(': ')[0])).toEqual([
      'test.csv:2:3',
      'test.csv:2:6',
      'test.csv:4:9',
      'test.csv:4:15',
      'test.csv:5:1',
      'test.csv:5:6',
    ])
  })

  it('where a row stands behind quoted newlines and CRLF', () => {
    const content = 'id,question,correct_answer\r\n1,"a\r\nb\r\nc",A\r\n2,"ä\r\n😀",""\r\n'
    expect(problems(content)).toEqual([
      'test.csv:6:4: expected a value for "correct_answer", got an empty cell',
    ])
  })
})

describe('a million blank lines', () => {
  it('are read in no time', () => {
    expect(questions(`id,question,correct_answer\n1,Q?,A\n${'\n'.repeat(1_000_000)}`)).toEqual([plain])
  })
})

describe('the problems of a file', () => {
  const HEAD = 'id,question,correct_answer\n'
  const rows = (count: number) => Array.from({ length: count }, (_, id) => `${id},,A\n`).join('')

  it('are reported up to a thousand, and then it is said that there are more', () => {
    expect(problems(HEAD + rows(MAX_PROBLEMS))?.at(-1)).toBe(
      'test.csv:1001:5: expected a value for "question", got an empty cell',
    )
    const more = problems(HEAD + rows(MAX_PROBLEMS + 1)) ?? []
    expect(more).toHaveLength(MAX_PROBLEMS + 1)
    expect(more.at(-1)).toBe(
      'test.csv:1002:6: expected at most 1000 problems, got more, which are not reported',
    )
  })

  it('are those of its encoding too', () => {
    const bytes = Buffer.concat([Buffer.from(HEAD), Buffer.alloc(2 * (MAX_PROBLEMS + 1), '\xff\n', 'latin1')])
    expect(read(bytes).problems?.at(-1)).toMatchObject({
      line: MAX_PROBLEMS + 2,
      message: expect.stringContaining('which are not reported'),
    })
  })
})

describe('the largest file', () => {
  const HEAD = 'id,question,correct_answer\n'
  const fill = (head: string, unit: string) =>
    Buffer.concat([Buffer.from(head), Buffer.alloc(MAX_DATASET_BYTES - head.length, unit, 'latin1')])
  const choices = Array.from({ length: 99 }, (_, choice) => `choice_${choice + 1}`).join()

  // Each takes less than a second on a machine at leisure; what is not linear takes minutes.
  it.each<[string, Buffer]>([
    ['lines that are not UTF-8', fill(HEAD, '\xff\n')],
    ['rows of one cell', fill(HEAD, 'a\n')],
    ['rows of two cells', fill(HEAD, 'a,\n')],
    ['rows of one blank cell', fill(HEAD, ' \n')],
    ['rows of one blank cell in quotes', fill(HEAD, '""\n')],
    ['rows without an id', fill(HEAD, ',a,b\n')],
    ['rows whose options are no list', fill('id,question,correct_answer,options\n', 'a,b,c,[\n')],
    [
      'one row of cells that are too long',
      fill(`id,question,correct_answer,${choices}\n`, `${'x'.repeat(42_000)},`),
    ],
    [
      'one wrong byte behind lines of two bytes',
      Buffer.concat([fill(HEAD, '\xc3\xa9\n'), Buffer.from([0xff])]),
    ],
  ])(
    'is refused at once, whatever it is full of: %s',
    (_about, bytes) => {
      const { problems } = read(bytes)
      expect(problems?.length).toBeLessThanOrEqual(MAX_PROBLEMS + 1)
      expect(problems?.length).toBeGreaterThan(0)
    },
    10_000,
  )
})
