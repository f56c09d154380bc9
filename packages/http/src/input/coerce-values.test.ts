import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { coerceValues, describeMismatch } from './coerce-values.ts'
import { stringEnum } from './schemas.ts'

const schema = Type.Object({
  n: Type.Integer(),
  b: Type.Boolean(),
  s: Type.String(),
  a: Type.Array(Type.String()),
})

describe('coerceValues', () => {
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
  ])('converts %s=%j', (name, raw, value) => {
    expect(coerceValues(schema, { [name]: raw })).toEqual({ [name]: value })
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
  ])('leaves %s=%j unchanged', (name, raw) => {
    const values = coerceValues(schema, Object.fromEntries([[name, raw]]))
    expect(Object.entries(values)).toEqual([[name, raw]])
  })
})

describe('describeMismatch', () => {
  it.each([
    [Type.Integer({ minimum: 1, maximum: 50 }), 'expected an integer from 1 to 50, got x'],
    [Type.Integer({ minimum: 1 }), 'expected an integer of at least 1, got x'],
    [Type.Boolean(), 'expected true, false, 1 or 0, got x'],
    [Type.String(), 'expected a string, got x'],
    [Type.String({ minLength: 1, maxLength: 9 }), 'expected a string of 1 to 9 characters, got x'],
    [Type.String({ pattern: '^a$' }), 'expected a string that matches ^a$, got x'],
    [Type.Object({}), 'expected an object, got x'],
    [stringEnum(['a', 'b']), 'expected one of: a, b; got x'],
    [Type.Array(Type.String(), { maxItems: 3 }), 'expected at most 3 values, each a string, got x'],
  ])('describes a mismatch with %j', (type, message) => {
    expect(describeMismatch(type, 'x')).toBe(message)
  })
})
