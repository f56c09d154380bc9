// Lists of questions in a text, as people, word processors and assistants write them.
import { ImportError } from '@qb/core/questions'
import { describe, expect, it } from 'vitest'
import { importQuestions } from './import-questions.ts'

/**
 * The questions of a list as `question → correct answer (of the options)`, and what is left out as `number: got`. ` / ` ends a line, and a
 * list that is refused is its error.
 */
async function show(list: string) {
  const bytes = Buffer.from(`${list.replaceAll(' /', '\n').replaceAll('\n ', '\n')}\n`)
  try {
    const { questions, dropped } = await importQuestions(bytes, { mapping: new Map(), decodeHtml: false })
    const shown = questions.map(({ question, correct_answer, options }) => {
      return `${question} → ${correct_answer}${options ? ` (${options.join(', ')})` : ''}`
    })
    return [...shown, ...dropped.map(({ number, reason }) => `${number}: ${/got (.*)$/.exec(reason)?.[1]}`)]
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError)
    return [`refused: ${(error as ImportError).message}`]
  }
}

const ASKED = '1. Capital of France?'
const PARIS = 'Capital of France? → Paris'
const REFUSED = expect.stringMatching(/^refused: /)

describe('several options in a line', () => {
  it.each<[string, string]>([
    ['(a) Rome (b) Paris / (c) Lima (d) Oslo / Answer: b', 'Rome, Paris, Lima, Oslo'],
    ['A) Rome / B) Paris / C) Lima D) Oslo / Answer: B', 'Rome, Paris, Lima, Oslo'],
    ['(A) Rome (B) Paris (C) Lima / (D) Oslo (E) Bonn / Answer: B', 'Rome, Paris, Lima, Oslo, Bonn'],
    ['A. Rome B. Paris / C. Lima D. Oslo / Answer: B', 'Rome, Paris, Lima, Oslo'],
    ['(1) Rome (2) Paris / (3) Lima (4) Oslo / Answer: 2', 'Rome, Paris, Lima, Oslo'],
    ['а) Rome б) Paris / в) Lima г) Oslo / Ответ: б', 'Rome, Paris, Lima, Oslo'],
    ['A) Rome *B) Paris / C) Lima D) Oslo', 'Rome, Paris, Lima, Oslo'],
    ['A) Rome **B) Paris** / C) Lima', 'Rome, Paris, Lima'],
    ['A) Rome, B) Paris, C) Lima / Answer: B', 'Rome, Paris, Lima'],
    ['A) Rome; B) Paris; C) Lima / Answer: B', 'Rome, Paris, Lima'],
    ['A) Rome | B) Paris | C) Lima / Answer: B', 'Rome, Paris, Lima'],
    ['A: Rome B: Paris C: Lima / Answer: B', 'Rome, Paris, Lima'],
  ])('are told apart: %s', async (lines, options) => {
    expect(await show(`${ASKED} / ${lines}`)).toEqual([`${PARIS} (${options})`])
  })

  it.each(['A. Rome B. Paris C. Lima', '(A) Rome (B) Paris / (C) Lima'])(
    'are told apart behind the question: %s',
    async (lines) => {
      expect(await show(`${ASKED} ${lines} / Answer: B`)).toEqual([`${PARIS} (Rome, Paris, Lima)`])
    },
  )

  it.each<[string, string]>([
    ['1. Who? / A. Mary B. Eddy / B. Tom C. Clark / C. Jim / Answer: A', 'Mary B. Eddy, Tom C. Clark, Jim'],
    ['1. Who? / A. Mary B. Eddy / B. Tom / Answer: A', 'Mary B. Eddy, Tom'],
    [
      '1. Who? / A) x / B) y / C) Both A) and B) / D) Both A) and D) / Answer: A',
      'x, y, Both A) and B), Both A) and D)',
    ],
    ['1. Who? a) x b) y c) both a) and b) / Answer: a', 'x, y, both a) and b)'],
    ['1. Who? / A) f(a, b) b) / B) y / Answer: B', 'f(a, b) b), y'],
    ['1. Valid? / A) x; B) x / C) y / Answer: C', 'x;, x, y'],
  ])('are not split at other letters: %s', async (list, options) => {
    expect(await show(list)).toEqual([expect.stringContaining(`(${options})`)])
  })

  it.each<[string, string]>([
    ['1. By A. Smith and B. Jones?', 'By A. Smith and B. Jones?'],
    ['1. Wer war der 2. Kanzler?', 'Wer war der 2. Kanzler?'],
    ['1. If a) is 1 and b) is 2, what is a)?', 'If a) is 1 and b) is 2, what is a)?'],
  ])('are not found in a question above options: %s', async (asked, question) => {
    expect(await show(`${asked} / a) x / b) y / Answer: b`)).toEqual([`${question} → y (x, y)`])
  })

  it.each([
    '1. Who? / A. Tom / B. Jim / C. Robert D. Lee / Answer: C',
    '1. Capital of France? A) Rome B) Paris 2. Capital of Italy? A) Rome B) Paris / Answer key / 1. B / 2. A',
  ])('are left out when nobody knows where they end: %s', async (list) => {
    expect(await show(list)).toEqual([REFUSED])
  })
})
