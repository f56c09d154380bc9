import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeList } from './decode.ts'

describe('decodeList', () => {
  it.each([
    ['a list as Python prints it', `['A', 'B']`, ['A', 'B']],
    ['a list as JSON', `["A", "B"]`, ['A', 'B']],
    ['both quotes in one list', `["Barnard's Star", 'A "b"']`, ["Barnard's Star", 'A "b"']],
    ['an escaped quote', `['Barnard\\'s "star"']`, [`Barnard's "star"`]],
    ['an escaped backslash before a quote', `['A\\\\', 'B']`, ['A\\', 'B']],
    ['escapes of two, four and eight hex digits', `['\\xe9', '\\u03c0', '\\U0001F30D']`, ['é', 'π', '🌍']],
    ['an eight-digit escape that a backslash hides', `['\\\\U0001F30D']`, ['\\U0001F30D']],
    ['commas and brackets inside a text', `['[1, 2]', 'a, b']`, ['[1, 2]', 'a, b']],
    ['line feeds', `['a\\nb']`, ['a\nb']],
    ['spaces around it', ` ['A'] `, ['A']],
    ['no item', `[]`, []],
    ['a comma behind the last item', `['A', "B", ]`, ['A', 'B']],
    [
      'letters that stand for other characters, and others for themselves',
      `['\\b\\f\\n\\r\\t\\v\\/\\"']`,
      ['\b\f\n\r\t\v/"'],
    ],
    ['two halves of a character', `["\\ud83c\\udf0d"]`, ['🌍']],
  ])('reads %s', (_about, cell, list) => {
    expect(decodeList(cell)).toEqual(list)
  })

  it.each([
    ['no list', `A, B`],
    ['an open list', `['A', 'B'`],
    ['an open text', `['A`],
    ['numbers', `[1, 2]`],
    ['a list in a list', `[['A']]`],
    ['None', `['A', None]`],
    ['null', `null`],
    ['an object', `{"0": "A"}`],
    ['a call', `[process.exit(1)]`],
    ['a tuple', `('A', 'B')`],
    ['nothing', ``],
    ['a comma alone', `[,]`],
    ['two commas', `['A',,'B']`],
    ['no comma', `['A' 'B']`],
    ['an open list behind a comma', `['A',`],
    ['a line break in a text', `['A\nB']`],
    ['half an escape', `['\\x4']`],
    ['an escape of no character', `['\\U00110000']`],
    ['an octal escape', `['\\101']`],
    ['something behind it', `['A'] + ['B']`],
  ])('refuses %s', (_about, cell) => {
    expect(() => decodeList(cell)).toThrow(expect.objectContaining({ code: 'invalid_list' }))
  })

  it('reads back every list of strings that JSON can write', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (list) => {
        expect(decodeList(JSON.stringify(list))).toEqual(list)
      }),
    )
  })

  it('reads back every list of strings in single quotes', () => {
    const quoteLikePython = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    const text = fc.string({ unit: fc.constantFrom('a', "'", '"', '\\', 'U', 'é', ',', ']', '0') })
    fc.assert(
      fc.property(fc.array(text), (list) => {
        expect(decodeList(`[${list.map(quoteLikePython).join(', ')}]`)).toEqual(list)
      }),
    )
  })
})
