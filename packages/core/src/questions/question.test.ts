import { describe, expect, it } from 'vitest'
import { isSameAnswer } from './question.ts'

describe('isSameAnswer', () => {
  it.each([
    ['case', 'JUPITER', 'Jupiter'],
    ['leading and trailing white space', ' \n Jupiter\t', 'Jupiter'],
    ['combining characters', 'cafe\u0301', 'Caf\u00e9'],
    ['ß and SS', 'STRASSE', 'Straße'],
    ['a final sigma', 'ΟΔΌΣ', 'Οδός'],
  ])('ignores %s', (_about, given, correct) => {
    expect(isSameAnswer(given, correct)).toBe(true)
    expect(isSameAnswer(correct, given)).toBe(true)
  })

  it.each([
    ['accents', 'cafe', 'café'],
    ['inner spaces', 'Red  Spot', 'Red Spot'],
    ['punctuation', 'Jupiter!', 'Jupiter'],
    ['compatibility characters', 'x2', 'x²'],
  ])('does not ignore %s', (_about, given, correct) => {
    expect(isSameAnswer(given, correct)).toBe(false)
  })
})
