// Tests shapes whose answer was taken from a neighbour, from another count or from another order.
import { describe, expect, it } from 'vitest'
import { importQuestions } from './import-questions.ts'

const read = (text: string) => importQuestions(Buffer.from(text), { mapping: new Map(), decodeHtml: false })
const answersOf = async (text: string) =>
  (await read(text)).questions.map(({ correct_answer: answer }) => answer)

describe('a list', () => {
  it('leaves out options with marks behind them in one line', async () => {
    const text =
      '1. Largest ocean?\na) Indian (F)   b) Atlantic (F)   c) Pacific (T)\n\n2. Capital of Peru?\na) Quito (F)\nb) Lima (T)\n'
    expect(await answersOf(text)).toEqual(['Lima'])
  })

  it.each([
    ['that jump', '1. France? a) Madrid b) Paris d) Rome e) Oslo\nAnswer: b\n'],
    ['in another order', '1. France? c) Madrid a) Paris d) Rome b) Oslo\nAnswer: a\n'],
    ['of two questions', '1. France?\t9. Planet?\na) Madrid\ta) Venus\nb) Paris\tb) Mars\nAnswer: b\n'],
  ])('leaves out options in one line with labels %s', async (_, text) => {
    const other = '\n2. Peru?\na) Lima\nb) Quito\nAnswer: a\n'
    expect(await answersOf(text + other)).toEqual(['Lima'])
  })

  it.each([
    [
      'whose key counts from 0',
      '1. France?\na) Rome\nb) Paris\n\n2. Peru?\na) Lima\nb) Quito\n\nAnswers: 0b, 1a\n',
      'expected a key with the numbers of the questions, got the number 0',
    ],
    [
      'whose answers count from 0, and its options from 1',
      '1. France?\n1. Rome\n2. Paris\nAnswer: 1\n\n2. Peru?\n1. Lima\n2. Quito\nAnswer: 0\n',
      'expected answers with the numbers of the options, from 1, got 0',
    ],
  ])('%s is refused', async (_, text, reason) => {
    await expect(read(text)).rejects.toThrow(reason)
  })

  it('numbers the items of Markdown by their places', async () => {
    const text =
      '## France?\n1. Rome\n1. Paris\n1. Oslo\n\nAnswer: Paris\n\n## Spain?\n1. Bern\n1. Madrid\n1. Lima\n\nAnswer: 2\n'
    const { questions } = await read(text)
    expect(
      questions.map(({ question, correct_answer: answer, options }) => [question, answer, options?.length]),
    ).toEqual([
      ['France?', 'Paris', 3],
      ['Spain?', 'Madrid', 3],
    ])
  })

  it('can have the number 0 as an option', async () => {
    const text = '1. 1-1?\n1. 1\n2. 0\nAnswer: 0\n\n2. 1+1?\n1. 2\n2. 3\nAnswer: 2\n'
    expect(await answersOf(text)).toEqual(expect.not.arrayContaining(['3', '1']))
  })
})

it.each(['identifier', 'option', 'option_identifier', 'choice'])(
  'reads the numbers of the member %s as those of the options',
  async (member) => {
    const options = [
      { [member]: 3, text: 'Rome' },
      { [member]: 2, text: 'Oslo' },
      { [member]: 1, text: 'Paris' },
    ]
    const items = [
      { question: 'France?', options, answer: 1 },
      { question: 'Italy?', options, answer: 3 },
    ]
    expect(await answersOf(JSON.stringify(items))).toEqual(['Paris', 'Rome'])
  },
)

it.each([
  'Capital of  France?',
  'Capital of France',
  'Capital of France??',
  'Capital of\u200b France ?',
  '"Capital of ""France""?"',
])('leaves out a question that occurs again as %s with another answer', async (again) => {
  const text = `Question,A,B,Answer\nCapital of France?,Rome,Paris,B\n${again},Rome,Paris,A\nCapital of Peru?,Lima,Bern,A\n`
  expect(await answersOf(text)).toEqual(['Lima'])
})

it.each(['Nr,Question\n1,', 'Question\n'])('reads no cell below %j as a list', async (start) => {
  const text = `${start}"Capital of France?\na) Rome\nb) Paris ✓\nc) Oslo"\n`
  await expect(read(text)).rejects.toThrow(/expected a column for correct_answer/)
})

describe('a table', () => {
  it.each([
    [
      'of the options in another order',
      'question,l1,option_1,l2,option_2,l3,option_3,correct',
      'France?,C,Rome,A,Oslo,B,Paris,B',
      'Italy?,A,Rome,B,Oslo,C,Paris,A',
    ],
    [
      'of the options in another order',
      'Question,,Option 1,,Option 2,,Option 3,Answer',
      'France?,C,Rome,A,Oslo,B,Paris,B',
      'Italy?,A,Rome,B,Oslo,C,Paris,A',
    ],
    [
      'of the options in another order',
      'question_id,question,option_id_1,option_1,option_id_2,option_2,correct_option_id',
      '1,France?,2,Rome,1,Paris,1',
      '2,Italy?,1,Rome,2,Paris,1',
    ],
    [
      'of questions in another order',
      '#,Question,A,B,C,#,Answer',
      '1,France?,Paris,Rome,Oslo,3,C',
      '2,Italy?,Paris,Rome,Oslo,2,B',
      '3,Norway?,Paris,Rome,Oslo,1,A',
    ],
    [
      'of questions in another order',
      'Number,Question,A,B,C,Key number,Answer',
      '1,France?,Paris,Rome,Oslo,2,B',
      '2,Italy?,Paris,Rome,Oslo,3,C',
      '3,Norway?,Paris,Rome,Oslo,1,A',
    ],
  ])('is refused beside numbers or letters %s: %s', async (reason, ...lines) => {
    await expect(read(`${lines.join('\n')}\n`)).rejects.toThrow(reason)
  })

  it('can have labels and numbers in the order of its options and questions', async () => {
    const labels =
      'question,l1,option_1,l2,option_2,correct\nFrance?,A,Paris,B,Rome,A\nItaly?,A,Paris,B,Rome,B\n'
    expect(await answersOf(labels)).toEqual(['Paris', 'Rome'])
    const numbers = 'No,Question,A,B,Points,Answer\n1,France?,Paris,Rome,10,A\n2,Italy?,Paris,Rome,20,B\n'
    expect(await answersOf(numbers)).toEqual(['Paris', 'Rome'])
  })
})

describe('an answer that its own file takes back is left out', () => {
  const PERU = '2. Peru?\na) Lima\nb) Quito\nAnswer: a\n'

  it.each(['(to be checked)', '(TBC)'.toLowerCase(), '(not sure yet)', '(à vérifier avec Paul)'])(
    'behind its letter: %s',
    async (doubt) => {
      expect(await answersOf(`1. France?\na) Rome\nb) Paris\nAnswer: b ${doubt}\n\n${PERU}`)).toEqual([
        'Lima',
      ])
    },
  )

  it.each(['Actually b is right.', 'No, b is correct.', 'In fact B is the right answer.'])(
    'in its explanation: %s',
    async (explanation) => {
      const text = `1. France?\na) Rome\nb) Paris\nAnswer: a\nExplanation: ${explanation}\n\n${PERU}`
      expect(await answersOf(text)).toEqual(['Lima'])
    },
  )

  it('by the same question with a number', async () => {
    const text = 'Question,A,B,Answer\n2. France?,Rome,Paris,B\nFrance?,Rome,Paris,A\nPeru?,Lima,Quito,A\n'
    expect(await answersOf(text)).toEqual(['Lima'])
  })

  it('by the type of a question that has none', async () => {
    const text =
      'Question Text,Question Type,Option 1,Option 2,Correct Answer\nFrance?,Multiple Choice,Rome,Paris,2\nWhich do you like?,Poll,Rome,Paris,1\n'
    expect(await answersOf(text)).toEqual(['Paris'])
  })
})

describe('a member that an object of JSON has twice', () => {
  const item = (answers: string) => `[\n{"question":"Peru?","options":["Lima","Quito"],${answers}}]`

  it('is refused', async () => {
    await expect(read(item('"answer":"Lima",\n"answer":"Quito"'))).rejects.toThrow(
      'expected one member "answer" in an object, got two, the second one in line 3',
    )
  })

  it('can be in two objects, and in texts', async () => {
    const text = item('"answer":"Lima","explanation":"{\\"answer\\": 1}","extra":{"answer":"x"}')
    expect(await answersOf(text)).toEqual(['Lima'])
  })
})
