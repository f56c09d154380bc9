// Tests the answers of the mathematics dataset by computation. checks.json contains an expression for each
// question whose answer can be computed. Its value, a number, a string or a function, must be equal to the
// correct answer and to no other option.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type AnsweredQuestion, formatDiagnostic, readSheet } from '@qb/core/questions'
import { describe, expect, it } from 'vitest'
import * as arithmetic from './arithmetic/index.ts'
import { readFormula } from './formula.ts'

const FILE = '../../../../external-resources/questions/Refined_Mathematics_Questions.csv'
/**
 * The points at which functions are compared. No function in the dataset has a pole or a zero at one of them.
 */
const POINTS = [0.31, 0.77, 1.3, 2.2, 3.7]

const questions = readQuestions()
const checks: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('checks.json', import.meta.url), 'utf8'),
)

describe('the mathematics dataset', () => {
  it('has a check for at least three quarters of the questions', () => {
    const checked = questions.filter(({ id }) => id in checks)
    expect(checked.length / questions.length).toBeGreaterThanOrEqual(0.75)
  })

  it('has a check for every question whose options are all numbers', () => {
    const numeric = questions.filter(({ options = [] }) => options.length > 0 && options.every(isNumber))
    expect(numeric.filter(({ id }) => !(id in checks)).map(({ id }) => id)).toEqual([])
  })

  it('has a question for every check', () => {
    const ids = new Set(questions.map(({ id }) => id))
    expect(Object.keys(checks).filter((id) => !ids.has(id))).toEqual([])
  })
})

describe('the value of the check is equal only to the correct answer of', () => {
  for (const { id, question, correct_answer, options = [correct_answer] } of questions) {
    const expression = checks[id]
    if (expression === undefined) continue
    it(`${id} ${question}`, () => {
      const result = evaluate(expression)
      const equal = options.filter((option) => isEqual(option, result))
      expect(equal, typeof result === 'function' ? expression : `${expression} gives ${result}`).toEqual([
        correct_answer,
      ])
      if (typeof result === 'number')
        expect(new Set(options.map((option) => readFormula(option)?.unit)).size, 'units').toBe(1)
    })
  }
})

type Result = number | string | ((value: number) => number)

function evaluate(expression: string): Result {
  const result: unknown = new Function(...Object.keys(arithmetic), `return (${expression})`)(
    ...Object.values(arithmetic),
  )
  if (typeof result === 'number' || typeof result === 'string') return result
  if (typeof result === 'function') return (value) => result(value)
  throw new TypeError(`expected a number, a string or a function, got a ${typeof result} from ${expression}`)
}

function isEqual(option: string, result: Result): boolean {
  if (typeof result === 'string') return option === result
  const formula = readFormula(option)
  if (!formula || (typeof result === 'number' && formula.variable)) {
    throw new TypeError(`expected every option to be a ${typeof result}, got “${option}”`)
  }
  const expected = typeof result === 'number' ? () => result : result
  return POINTS.every((point) => isClose(formula.evaluate(point), expected(point)))
}

/**
 * Compares two numbers. Integers must be equal. Other numbers can differ by a millionth of the larger one.
 */
function isClose(a: number, b: number): boolean {
  if (Number.isInteger(a) && Number.isInteger(b)) return a === b
  return Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b))
}

function isNumber(option: string): boolean {
  const formula = readFormula(option)
  return formula !== undefined && formula.variable === undefined
}

function readQuestions(): AnsweredQuestion[] {
  const bytes = readFileSync(new URL(FILE, import.meta.url))
  const source = {
    category: 'mathematics',
    title: 'Mathematics',
    path: basename(FILE),
    bytes,
    reservedIds: [],
  }
  const sheet = readSheet(source)
  if (sheet.diagnostics.length > 0) throw new Error(sheet.diagnostics.map(formatDiagnostic).join('\n'))
  return sheet.questions.map(({ question }) => question)
}
