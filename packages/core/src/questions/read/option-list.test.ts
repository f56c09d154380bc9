import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QUESTIONS_ERRORS } from '../errors.ts'
import { readOptionList } from './option-list.ts'

describe('readOptionList', () => {
  it.each([
    ['a list as Python prints it', `['A', 'B']`, ['A', 'B']],
    ['a list as JSON', `["A", "B"]`, ['A', 'B']],
    ['single and double quotes in one list', `["Barnard's Star", 'A "b"']`, ["Barnard's Star", 'A "b"']],
    ['an escaped quote', `['Barnard\\'s "star"']`, [`Barnard's "star"`]],
    ['an escaped backslash before a quote', `['A\\\\', 'B']`, ['A\\', 'B']],
    ['escapes of two, four and eight hex digits', `['\\xe9', '\\u03c0', '\\U0001F30D']`, ['é', 'π', '🌍']],
    ['an escaped backslash before U and digits', `['\\\\U0001F30D']`, ['\\U0001F30D']],
    ['commas and brackets inside a string', `['[1, 2]', 'a, b']`, ['[1, 2]', 'a, b']],
    ['line feeds', `['a\\nb']`, ['a\nb']],
    ['surrounding spaces', ` ['A'] `, ['A']],
    ['no item', `[]`, []],
    ['a comma after the last item', `['A', "B", ]`, ['A', 'B']],
    [
      'escaped letters with and without a special meaning',
      `['\\b\\f\\n\\r\\t\\v\\/\\"']`,
      ['\b\f\n\r\t\v/"'],
    ],
    ['a surrogate pair', `["\\ud83c\\udf0d"]`, ['🌍']],
  ])('reads %s', (_about, cell, list) => {
    expect(readOptionList(cell)).toEqual(list)
  })

  it.each([
    ['a string that is not a list', `A, B`],
    ['an unclosed list', `['A', 'B'`],
    ['an unclosed string', `['A`],
    ['numbers', `[1, 2]`],
    ['a list in a list', `[['A']]`],
    ['None', `['A', None]`],
    ['null', `null`],
    ['an object', `{"0": "A"}`],
    ['a call', `[process.exit(1)]`],
    ['a tuple', `('A', 'B')`],
    ['an empty cell', ``],
    ['only a comma', `[,]`],
    ['two commas', `['A',,'B']`],
    ['no comma', `['A' 'B']`],
    ['an unclosed list after a comma', `['A',`],
    ['a line break in a string', `['A\nB']`],
    ['an incomplete escape', `['\\x4']`],
    ['an escape of no character', `['\\U00110000']`],
    ['an octal escape', `['\\101']`],
    ['text after the list', `['A'] + ['B']`],
  ])('rejects %s', (_about, cell) => {
    expect(() => readOptionList(cell)).toThrow(
      expect.objectContaining({ code: QUESTIONS_ERRORS.invalid_option_list.code }),
    )
  })

  it('reads every list of strings that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (list) => {
        expect(readOptionList(JSON.stringify(list))).toEqual(list)
      }),
    )
  })

  it('reads every list of strings in single quotes', () => {
    const quoteLikePython = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    const text = fc.string({ unit: fc.constantFrom('a', "'", '"', '\\', 'U', 'é', ',', ']', '0') })
    fc.assert(
      fc.property(fc.array(text), (list) => {
        expect(readOptionList(`[${list.map(quoteLikePython).join(', ')}]`)).toEqual(list)
      }),
    )
  })
})
