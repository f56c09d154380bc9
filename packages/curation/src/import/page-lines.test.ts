// Lines of a page among those of a list: its number, its header, and blanks for a name. They are never a part of an option.
import { expect, it } from 'vitest'
import { show } from '../testing/show.ts'

const LAST = '\n2. Capital of France?\na) Rome\nb) Paris\n'
const PARIS = 'Capital of France? → Paris (Rome, Paris)'
const listOf = (line: string, form: 'answers' | 'key' | 'marks', isAbove = false) => {
  const options = isAbove ? `${line}\na) 6\nb) 8\nc) 10\n` : `a) 6\nb) 8\n${line}\nc) 10\n`
  const list = `1. How many legs has a spider?\n${options}`
  if (form === 'answers') return `${list}Answer: b\n${LAST}Answer: b\n`
  return form === 'key'
    ? `${list}${LAST}\nAnswer key\n1. b\n2. b\n`
    : `${list}${LAST}`.replaceAll('b)', '*b)')
}

it.each(['Page 2', 'Seite 2 von 3', 'page 3 of 4'])('reads over the number of a page: %s', async (line) => {
  const shown = ['How many legs has a spider? → 8 (6, 8, 10)', PARIS]
  for (const form of ['answers', 'key', 'marks'] as const) {
    expect(await show(listOf(line, form))).toEqual(shown)
    expect(await show(listOf(line, form, true))).toEqual(shown)
  }
})

it.each([
  '2',
  '- 2 -',
  '2/3',
  '© A. Author 2026',
  '***',
  'www.example.org',
  'Turn over →',
  '(continued on next page)',
])('leaves out a question with another line of a page: %s', async (line) => {
  for (const form of ['answers', 'key', 'marks'] as const)
    for (const isAbove of [true, false])
      expect(await show(listOf(line, form, isAbove))).toEqual([PARIS, expect.stringMatching(/^1: /)])
})

it.each(['Score: ___/10', 'Name: ______', 'Total: 10 points', 'Section B: History'])(
  'leaves out a question whose options are above and below a line: %s',
  async (line) => {
    for (const form of ['answers', 'key', 'marks'] as const)
      expect(await show(listOf(line, form))).toEqual([PARIS, expect.stringMatching(/^1: /)])
  },
)

it('leaves out a question with a line between its options that occurs again', async () => {
  const list = `${listOf('Biology quiz', 'answers')}\n${listOf('Biology quiz', 'answers').replace('1.', '3.').replace('2.', '4.').replace('France', 'Spain').replaceAll('Paris', 'Madrid')}`
  expect(await show(list)).toEqual([
    PARIS,
    'Capital of Spain? → Madrid (Rome, Madrid)',
    expect.stringMatching(/^1: /),
    expect.stringMatching(/^13: /),
  ])
})

it('keeps lines of a question and of a long option', async () => {
  const list =
    '1. What is the sum?\n2\n3\na) 5\nb) a long text that goes on\nin the next line\nc) 1\nAnswer: a\n'
  expect(await show(list)).toEqual([
    'What is the sum?\n2\n3 → 5 (5, a long text that goes on\nin the next line, 1)',
  ])
})
