// Lists of options whose texts begin with an initial, a number or a letter, with each kind of gap behind the letter of the option.
import { ImportError } from '@qb/core/questions'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { importQuestions } from './import-questions.ts'

const read = (list: string) =>
  importQuestions(Buffer.from(list), { mapping: new Map(), decodeHtml: false, name: 'list.txt' })

/** The questions of a list, each with its correct answer and its options. A list that is refused has none. */
async function serve(list: string) {
  try {
    const { questions, dropped } = await read(list)
    return { questions, dropped: dropped.length }
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError)
    return { questions: [], dropped: 1 }
  }
}

const ASKED = '1.\tWho wrote it?'

it.each<[string, string, string[]]>([
  ['a)\tHugo|b)\tMolière|c)\tC. Perrault|d)\tZola|Answer: c', 'C. Perrault', ['Hugo', 'Molière', 'Zola']],
  ['a)  Hugo|b)  Molière|c)  C. Perrault|d)  Zola|Réponse : c', 'C. Perrault', ['Hugo', 'Molière', 'Zola']],
  ['a)\tA. Camus|b)\tB. Vian|c)\tC. Perrault|Answer: a', 'A. Camus', ['B. Vian', 'C. Perrault']],
  ['a) A. Camus|b) B. Vian|c) C. Perrault|Answer: a', 'A. Camus', ['B. Vian', 'C. Perrault']],
  ['A.\tA. Camus|B.\tB. Vian|C.\tC. Perrault|Answer: C', 'C. Perrault', ['A. Camus', 'B. Vian']],
  ['a)\tHugo *|b)\tZola|c)\tB. Vian', 'Hugo', ['Zola', 'B. Vian']],
  ['a)\tHugo|b)\tZola *|c)\tC. Perrault', 'Zola', ['Hugo', 'C. Perrault']],
  ['a)\tHugo|b)\tZola|c)\t3. None||Answer key|1. b', 'Zola', ['Hugo', '3. None']],
  ['a)\tc|b)\tZola|c)\tB. Vian||Answer key|1. b', 'Zola', ['c', 'B. Vian']],
  ['a)\t1. April|b)\t2. Mai|Answer: b', '2. Mai', ['1. April']],
  [
    'A)\tHugo\tC)\tC. Perrault|B)\tZola\tD)\tD. Diderot|Answer: C',
    'C. Perrault',
    ['Hugo', 'Zola', 'D. Diderot'],
  ],
  ['a)  B)|b)  Paris (A)|Answer: b)  Paris (A)', 'Paris (A)', ['B)']],
])('serves the options of %j as they are written', async (lines, answer, others) => {
  const { questions } = await serve(`${ASKED}\n${lines.replaceAll('|', '\n')}\n`)
  expect(questions).toMatchObject([{ question: 'Who wrote it?', correct_answer: answer }])
  expect(questions[0]?.options?.toSorted()).toEqual([answer, ...others].sort())
})

it.each([
  'a) Hugo|b) Molière|c)|C. Perrault|d) Zola|Answer: c',
  'a) Hugo|  b)|b) Zola|Answer: a',
  'a) Hugo|b) Molière|c)|c) Zola|Answer: b',
])('leaves out a question with a letter without a text: %s', async (lines) => {
  const { questions, dropped } = await serve(`${ASKED}\n${lines.replaceAll('|', '\n')}\n`)
  expect([questions, dropped]).toEqual([[], 1])
})

const TEXTS = [
  'Hugo',
  'Molière',
  'Zola',
  'A. Camus',
  'B. Vian',
  'C. Perrault',
  'D. Diderot',
  'E. coli',
  'C. elegans',
]
  .concat(
    'J. R. R. Tolkien',
    'C. B. Jones',
    'Tom C. Clark',
    'Anne  B. Vian',
    '1. un',
    '2. deux',
    '3. None',
    '1. Mai',
  )
  .concat(
    'a',
    'b',
    'c',
    'A',
    'B',
    'C',
    'D',
    'F',
    'A.',
    '1)',
    'c)',
    '(b)',
    '12',
    '3',
    '1789',
    'a b',
    'A and B',
    'x = a',
  )
  .concat('Vitamin C', 'the 2. king', 'Both a) and b)', 'Paris (A)')
const SIGNS = ['a)', 'a.', 'A)', 'A.', '(a)', '(A)', 'A:', 'a -', 'A -', '- a)']
const GAPS = [' ', '  ', '\t', '\u00a0', '\t\t']

/** The kinds of answers: what is before and behind the right option, and what is below the options. */
const ANSWERS: Readonly<Record<string, readonly [before: string, behind: string, below: string]>> = {
  letter: ['', '', 'Answer: LETTER'],
  'French letter': ['', '', 'Réponse : LETTER'],
  'letter with the text': ['', '', 'Answer: MARK TEXT'],
  text: ['', '', 'Answer: TEXT'],
  'star before': ['*', '', ''],
  'star behind': ['', ' *', ''],
  check: ['', ' ✓', ''],
  word: ['', ' (correct)', ''],
  key: ['', '', ''],
}

const lists = fc.record({
  texts: fc.uniqueArray(fc.constantFrom(...TEXTS), { minLength: 2, maxLength: 4 }),
  place: fc.nat(3),
  sign: fc.constantFrom(...SIGNS),
  gap: fc.constantFrom(...GAPS),
  gapOfNumber: fc.constantFrom(' ', '\t'),
  indent: fc.constantFrom('', '  '),
  answer: fc.constantFrom(...Object.keys(ANSWERS)),
  isAlone: fc.boolean(),
})

type Written = Parameters<
  Parameters<typeof fc.property<[typeof lists extends fc.Arbitrary<infer T> ? T : never]>>[1]
>[0]

/** Two questions, or one, the first of which has the texts as its options. */
function write({ texts, place, sign, gap, gapOfNumber, indent, answer, isAlone }: Written): string {
  const right = place % texts.length
  const questions = [{ texts, right }, ...(isAlone ? [] : [{ texts: ['Mars', 'Venus', 'Saturn'], right: 1 }])]
  const [before = '', behind = '', below = ''] = ANSWERS[answer] ?? []
  const markOf = (index: number) =>
    sign.replace(/a/i, (letter) => (letter === 'a' ? 'abcd' : 'ABCD').charAt(index))
  const letterOf = (index: number) => markOf(index).replace(/\W/g, '')
  const blocks = questions.map((question, index) => {
    const options = question.texts.map((text, at) => {
      const line = `${markOf(at)}${gap}${text}`
      return indent + (at === question.right ? `${before}${line}${behind}` : line)
    })
    const said = below
      .replace('LETTER', letterOf(question.right))
      .replace('MARK ', markOf(question.right) + gap)
      .replace('TEXT', question.texts[question.right] ?? '')
    return [`${index + 1}.${gapOfNumber}Question ${index + 1} of all?`, ...options, said, ''].join('\n')
  })
  const key = ['Answer key', ...questions.map(({ right: at }, index) => `${index + 1}. ${letterOf(at)}`)]
  return `${[...blocks, ...(answer === 'key' ? key : [])].join('\n')}\n`
}

it('serves the options and the answer of a list exactly as they are written, or leaves the question out', async () => {
  const reached = new Map<string, number>()
  const count = (name: string) => reached.set(name, (reached.get(name) ?? 0) + 1)
  const check = async (list: Written) => {
    const { questions, dropped } = await serve(write(list))
    const found = questions.find(({ question }) => question === 'Question 1 of all?')
    expect(questions.length + dropped).toBeGreaterThan(0)
    expect(found !== undefined || dropped > 0).toBe(true)
    if (!found) return
    expect(found.correct_answer).toBe(list.texts[list.place % list.texts.length])
    expect(found.options?.toSorted()).toEqual(list.texts.toSorted())
    if (list.texts.some((text) => /^[A-E]\. /.test(text))) count(`initial, ${JSON.stringify(list.gap)}`)
    if (list.texts.some((text) => /^\d\. /.test(text))) count(`number, ${JSON.stringify(list.gap)}`)
    if (list.texts.some((text) => /^[A-D]$/i.test(text))) count(`letter, ${JSON.stringify(list.gap)}`)
    count(list.answer)
    count(list.sign)
  }
  await fc.assert(fc.asyncProperty(lists, check), { numRuns: 1500, seed: 7 })
  const cases = ['initial', 'number', 'letter'].flatMap((kind) =>
    GAPS.map((gap) => `${kind}, ${JSON.stringify(gap)}`),
  )
  for (const name of [...cases, ...Object.keys(ANSWERS), ...SIGNS])
    expect(reached.get(name)).toBeGreaterThan(5)
})
