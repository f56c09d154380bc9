import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { readTexts } from './text-values.ts'

const schema = Type.Object({
  n: Type.Integer(),
  b: Type.Boolean(),
  s: Type.String(),
  a: Type.Array(Type.String()),
})

describe('readTexts', () => {
  it.each([
    ['n', '0', 0],
    ['n', '50', 50],
    ['n', '999999999999999', 999999999999999],
    ['b', 'true', true],
    ['b', 'TRUE', true],
    ['b', '1', true],
    ['b', 'False', false],
    ['b', '0', false],
    ['s', '42', '42'],
    ['a', 'x', ['x']],
    ['a', ['x', 'y'], ['x', 'y']],
  ])('reads %s=%j', (name, text, value) => {
    expect(readTexts(schema, { [name]: text })).toEqual({ [name]: value })
  })

  it.each([
    ['n', ''],
    ['n', '05'],
    ['n', '+5'],
    ['n', '-1'],
    ['n', ' 5 '],
    ['n', '1.5'],
    ['n', '1e1'],
    ['n', '0x10'],
    ['n', '٥'],
    ['n', '9007199254740993'],
    ['n', '12345678901234567'],
    ['n', ['1', '2']],
    ['b', ''],
    ['b', 'maybe'],
    ['b', '2'],
    ['b', 'yes'],
    ['b', ['true', 'true']],
    ['unknown', '5'],
    ['__proto__', '5'],
    ['constructor', '5'],
  ])('leaves %s=%j unchanged', (name, text) => {
    const values = readTexts(schema, Object.fromEntries([[name, text]]))
    expect(Object.entries(values)).toEqual([[name, text]])
  })
})
