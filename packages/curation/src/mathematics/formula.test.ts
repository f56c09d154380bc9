import { describe, expect, it } from 'vitest'
import { readFormula } from './formula.ts'

describe('readFormula reads the number', () => {
  it.each([
    ['−12', -12, ''],
    ['3.5', 3.5, ''],
    ['999,999', 999_999, ''],
    ['1,234,567', 1_234_567, ''],
    ['−7/9', -7 / 9, ''],
    ['10π', 10 * Math.PI, ''],
    ['5π/6', (5 * Math.PI) / 6, ''],
    ['2/3π', 2 / (3 * Math.PI), ''],
    ['√3/2', Math.sqrt(3) / 2, ''],
    ['20√3 m', 20 * Math.sqrt(3), 'm'],
    ['(1 + √5)/2', (1 + Math.sqrt(5)) / 2, ''],
    ['2e', 2 * Math.E, ''],
    ['e²', Math.E ** 2, ''],
    ['2⁻¹²', 2 ** -12, ''],
    ['ln 2', Math.log(2), ''],
    ['120°', 120, '°'],
    ['−7 °C', -7, '°C'],
    ['99.7 %', 99.7, '%'],
    ['84 cm²', 84, 'cm²'],
    ['2 km/h', 2, 'km/h'],
  ])('%s', (text, value, unit) => {
    const formula = readFormula(text)
    expect(formula?.evaluate(Number.NaN)).toBeCloseTo(value, 12)
    expect(formula).toMatchObject({ variable: undefined, unit })
  })
})

describe('readFormula reads the function', () => {
  it.each<[string, string, (x: number) => number]>([
    ['x² + 6x + 9', 'x', (x) => x * x + 6 * x + 9],
    ['(x − 5)(x + 3)', 'x', (x) => (x - 5) * (x + 3)],
    ['−3a − 8', 'a', (a) => -3 * a - 8],
    ['4πr³/3', 'r', (r) => (4 * Math.PI * r ** 3) / 3],
    ['1/2x', 'x', (x) => 1 / (2 * x)],
    ['−cos x', 'x', (x) => -Math.cos(x)],
    ['2 sin 3x cos x', 'x', (x) => 2 * Math.sin(3 * x) * Math.cos(x)],
    ['sin²x − cos²x', 'x', (x) => Math.sin(x) ** 2 - Math.cos(x) ** 2],
    ['2x ln x + x', 'x', (x) => 2 * x * Math.log(x) + x],
    ['10ˣ', 'x', (x) => 10 ** x],
    ['xˣ', 'x', (x) => x ** x],
    ['n²ⁿ', 'n', (n) => n ** (2 * n)],
  ])('%s', (text, variable, expected) => {
    const formula = readFormula(text)
    expect(formula?.variable).toBe(variable)
    for (const x of [0.4, 1.7]) expect(formula?.evaluate(x)).toBeCloseTo(expected(x), 12)
  })
})

describe('readFormula returns undefined', () => {
  it.each([
    '',
    'sine',
    'four',
    'a doughnut',
    '8:36',
    '(5, 3)',
    '(5',
    '5)',
    '2 × 4',
    '1,23',
    '3 +',
    'x + y',
    'xʸ',
    '4 % lower',
  ])('for “%s”', (text) => {
    expect(readFormula(text)).toBeUndefined()
  })
})
