import { expect, it } from 'vitest'
import { readAnswerNumber } from './answer-number.ts'

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
  expect(readAnswerNumber(text)).toEqual({ value: expect.closeTo(value, 12), unit })
})

it.each(['', 'four', 'Five', '1 and 5', '31 October', '1,23', '1/2/3', '3 +', '−', 'x', '4 % lower'])(
  'does not read “%s”',
  (text) => {
    expect(readAnswerNumber(text)).toBeUndefined()
  },
)
