import { describe, expect, it } from 'vitest'
import { isSameAnswer } from './question.ts'

describe('isSameAnswer', () => {
  it.each([
    ['case', 'JUPITER', 'Jupiter'],
    ['leading and trailing white space', ' \n Jupiter\t', 'Jupiter'],
    ['combining characters', 'cafe\u0301', 'Caf\u00e9'],
    ['ß and SS', 'STRASSE', 'Straße'],
    ['a final sigma', 'ΟΔΌΣ', 'Οδός'],
    ['a decimal comma', '1,5', '1.5'],
    ['a decimal comma before a unit', '-1,25 KM', '-1.25 km'],
    ['a decimal comma behind a currency', '€0,50', '€0.50'],
    ['a decimal comma before three digits that are no thousands', '0,125', '0.125'],
    ['a decimal comma behind more than three digits', '1234,567', '1234.567'],
  ])('ignores %s', (_about, given, correct) => {
    expect(isSameAnswer(given, correct)).toBe(true)
    expect(isSameAnswer(correct, given)).toBe(true)
  })

  it.each([
    ['accents', 'cafe', 'café'],
    ['inner spaces', 'Red  Spot', 'Red Spot'],
    ['punctuation', 'Jupiter!', 'Jupiter'],
    ['compatibility characters', 'x2', 'x²'],
    ['a comma that can be one of thousands', '1,500', '1.500'],
    ['a comma of thousands', '12,345', '12.345'],
    ['commas of a list', '1,5,7', '1.5.7'],
    ['the value of a number', '1,50', '1.5'],
    ['a missing comma', '15', '1,5'],
    ['another unit', '1,5 km', '1.5 m'],
    ['a comma in words', 'Paris, Rome', 'Paris. Rome'],
  ])('does not ignore %s', (_about, given, correct) => {
    expect(isSameAnswer(given, correct)).toBe(false)
  })
})
