// Tests the answers of the mathematics dataset by computation. checks.json contains an expression for each question whose
// answer can be computed. Its value, a number or a string, must be equal to the correct answer and to no other option.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type AnsweredQuestion, formatDiagnostic, readSheet } from '@qb/core/questions'
import { describe, expect, it } from 'vitest'
import * as arithmetic from './testing/arithmetic.ts'

const FILE = '../../../external-resources/questions/Refined_Mathematics_Questions.csv'

const questions = await readQuestions()
const readJson = (name: string) =>
  JSON.parse(readFileSync(new URL(`../mathematics/${name}`, import.meta.url), 'utf8'))
const checks: Readonly<Record<string, string>> = readJson('checks.json')
/** Questions whose answer is a number that somebody found or chose, so that it cannot be computed here. */
const facts: Readonly<Record<string, string>> = readJson('facts.json')

describe('the mathematics dataset', () => {
  it('has a check for every question whose options are all numbers, unless the answer is a fact', () => {
    const numeric = questions.filter(({ options = [] }) => options.length > 0 && options.every(isNumber))
    expect(numeric.filter(({ id }) => !(id in checks) && !(id in facts)).map(({ id }) => id)).toEqual([])
  })

  it('has an answer that can be worked out in at least a quarter of its questions', () => {
    expect(Object.keys(checks).length).toBeGreaterThanOrEqual(questions.length / 4)
  })

  it('has a question for every check and every fact, and no question has both', () => {
    const ids = new Set(questions.map(({ id }) => id))
    const named = [...Object.keys(checks), ...Object.keys(facts)]
    expect(named.filter((id) => !ids.has(id))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
  })
})

describe('the value of the check is equal only to the correct answer of', () => {
  for (const { id, question, correct_answer, options = [correct_answer] } of questions) {
    const expression = checks[id]
    if (expression === undefined) continue
    it(`${id} ${question}`, () => {
      const result = evaluate(expression)
      const equal = options.filter((option) => isEqual(option, result))
      expect(equal, `${expression} gives ${result}`).toEqual([correct_answer])
      if (typeof result === 'number')
        expect(
          new Set(options.map((option) => arithmetic.readAnswerNumber(option)?.unit)).size,
          'units',
        ).toBe(1)
    })
  }
})

function evaluate(expression: string): number | string {
  const result: unknown = new Function(...Object.keys(arithmetic), `return (${expression})`)(
    ...Object.values(arithmetic),
  )
  if (typeof result === 'number' || typeof result === 'string') return result
  throw new TypeError(`expected a number or a string, got a ${typeof result} from ${expression}`)
}

function isEqual(option: string, result: number | string): boolean {
  if (typeof result === 'string') return option === result
  const number = arithmetic.readAnswerNumber(option)
  if (!number) throw new TypeError(`expected every option to be a number, got “${option}”`)
  return arithmetic.isClose(number.value, result)
}

function isNumber(option: string): boolean {
  return arithmetic.readAnswerNumber(option) !== undefined
}

async function readQuestions(): Promise<AnsweredQuestion[]> {
  const bytes = readFileSync(new URL(FILE, import.meta.url))
  const source = {
    category: 'mathematics',
    title: 'Mathematics',
    path: basename(FILE),
    bytes,
    reservedIds: [],
  }
  const sheet = await readSheet(source)
  if (sheet.diagnostics.length > 0) throw new Error(sheet.diagnostics.map(formatDiagnostic).join('\n'))
  return sheet.questions.map(({ question }) => question)
}

describe('readAnswerNumber', () => {
  it.each([
    ['7', 7, ''],
    ['−12', -12, ''],
    ['3.5', 3.5, ''],
    ['1,729', 1729, ''],
    ['1,234,567', 1_234_567, ''],
    ['7/36', 7 / 36, ''],
    ['50 kg', 50, 'kg'],
    ['99.7 %', 99.7, '%'],
    ['120°', 120, '°'],
    ['37 per cent', 37, 'per cent'],
    ['5 cents', 5, 'cents'],
  ])('reads “%s”', (text, value, unit) => {
    expect(arithmetic.readAnswerNumber(text)).toEqual({ value: expect.closeTo(value, 12), unit })
  })

  it.each(['', 'four', 'Five', '1 and 5', '31 October', '1,23', '1/2/3', '3 +', '−', 'x', '4 % lower'])(
    'does not read “%s”',
    (text) => {
      expect(arithmetic.readAnswerNumber(text)).toBeUndefined()
    },
  )
})
