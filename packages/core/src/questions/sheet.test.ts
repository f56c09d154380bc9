import { describe, expect, it } from 'vitest'
import { diagnose, FULL_HEAD, HEAD, questionsOf, read } from './testing.ts'

const plain = { id: '1', question: 'Q?', correct_answer: 'A' }

describe('readSheet accepts', () => {
  it.each([
    ['LF line endings', 'id,question,correct_answer\n1,Q?,A\n'],
    ['CRLF line endings', 'id,question,correct_answer\r\n1,Q?,A\r\n'],
    ['CR line endings', 'id,question,correct_answer\r1,Q?,A\r'],
    ['mixed line endings', 'id,question,correct_answer\r\n1,Q?,A\n'],
    ['no line ending after the last row', 'id,question,correct_answer\n1,Q?,A'],
    ['a byte order mark', '\uFEFFid,question,correct_answer\n1,Q?,A\n'],
    ['a byte order mark before a quoted header', '\uFEFF"id","question","correct_answer"\n1,Q?,A\n'],
    ['trailing blank lines', 'id,question,correct_answer\n1,Q?,A\n\n\r\n\n'],
    ['blank lines between rows', 'id,question,correct_answer\n\n1,Q?,A\n'],
    [
      'rows that consist of commas, as spreadsheets write them',
      'id,question,correct_answer\n1,Q?,A\n,,\n,,\n',
    ],
    ['columns in a different order', 'correct_answer,id,question\nA,1,Q?\n'],
    ['unknown columns', 'id,note,question,correct_answer\n1,hm,Q?,A\n'],
    ['empty optional cells', `${FULL_HEAD}1,Q?,A,,,\n`],
    ['a million blank lines', `${HEAD}1,Q?,A\n${'\n'.repeat(1_000_000)}`],
  ])('%s', async (_about, content) => {
    expect(await questionsOf(content)).toEqual([plain])
  })

  it('quoted line breaks, commas and doubled quotes, and keeps cells unchanged', async () => {
    const content = 'id,question,correct_answer\r\n1,"Which,\r\nor ""what""\n?", A \r\n'
    expect(await questionsOf(content)).toEqual([
      { id: '1', question: 'Which,\r\nor "what"\n?', correct_answer: ' A ' },
    ])
  })

  it('every column', async () => {
    const content = `${FULL_HEAD}1,Q?,"A ""b""","[""Barnard's Star"", 'A ""b""']",easy,stars\n`
    expect(await questionsOf(content)).toEqual([
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
})

describe('readSheet', () => {
  it('returns the names of the columns that it ignores', async () => {
    expect((await read('id,note,question,correct_answer,\n1,hm,Q?,A,\n')).ignoredColumns).toEqual([
      'note',
      '(column 5, no name)',
    ])
  })

  it('returns the position of each cell', async () => {
    const [, located] = (await read(`${FULL_HEAD}1,"Q\n?",A,,,\n2,Q?,A,"['A']",,x\n`)).questions
    expect(located).toMatchObject({ file: 'test.csv', question: { id: '2' } })
    expect(located?.positionOf('id')).toEqual({ line: 4, column: 'id' })
    expect(located?.positionOf('options')).toEqual({ line: 4, column: 'options' })
    expect(located?.positionOf('topic')).toEqual({ line: 4, column: 'topic' })
  })

  it('returns the position of the first choice as the position of the options', async () => {
    const [located] = (await read('id,choice_1,question,correct_answer\n1,B,Q?,A\n')).questions
    expect(located?.positionOf('options')).toEqual({ line: 2, column: 'choice_1' })
  })

  it('reports all diagnostics of a file, sorted by position', async () => {
    const content = `${FULL_HEAD}1,,A,"['B']",,\n"2\n2",Q?,A,x,easy\n1,Q?,,,,\n`
    expect((await diagnose(content)).map((text) => /^\d+(?:: column "\w+")?/.exec(text)?.[0])).toEqual([
      '2: column "question"',
      '2: column "options"',
      '3: column "options"',
      '3',
      '5: column "id"',
      '5: column "correct_answer"',
    ])
  })

  it('reports an unclosed quote and the other diagnostics', async () => {
    expect(await diagnose(`${HEAD}1,,A\n2,"Q?,A\n3,Q?,A\n`)).toEqual([
      expect.stringContaining('2: column "question": expected a value'),
      expect.stringContaining('3: expected a closing quote'),
    ])
  })

  it.each<[string, string | Uint8Array, string]>([
    ['an empty file', '', '1: expected a header line'],
    ['only a byte order mark', '\uFEFF', '1: expected a header line'],
    ['only blank lines', '\n\n\n', '1: expected a header line'],
    ['only a header', FULL_HEAD, '2: expected at least one question'],
    [
      'Latin letters in several lines',
      Buffer.from('Frage;L\xf6sung\n\xc4?;A\n', 'latin1'),
      '; 1 more line has',
    ],
    ['UTF-16', Buffer.from('\uFEFFid\n', 'utf16le'), '1: expected UTF-8, got UTF-16'],
  ])('rejects %s with one diagnostic', async (_about, content, expected) => {
    expect(await diagnose(content)).toEqual([expect.stringContaining(expected)])
  })

  it.each([
    ['root:x:0:0:SECRET:/root:/bin/sh\nSECRET:x:1:1::/:/bin/sh\n', '1 column with unknown names'],
    ['SECRET,SECRET id\nSECRET,SECRET\n', '2 columns with unknown names'],
    ['SECRET;SECRET\n', '2 columns with unknown names'],
    ['SECRET;SECRET "SECRET"\n', '2 columns with unknown names'],
    ['"SECRET\nSECRET', 'expected a closing quote'],
    ['"SECRET"SECRET\nSECRET', 'after a closing quote'],
    ['SECRET\nSECRET "SECRET"\n', '1 column with unknown names'],
  ])('does not reveal the content of a file that is not a dataset: %j', async (content, expected) => {
    const text = (await diagnose(content)).join('\n')
    expect(text).toContain(expected)
    expect(text).not.toContain('SECRET')
  })
})
