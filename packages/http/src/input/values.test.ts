import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { stringEnum } from './schemas.ts'
import { coerceValues, describeMismatch } from './values.ts'

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
    ['n', '9007199254740991', 9007199254740991],
    ['b', 'tRuE', true],
    ['s', '42', '42'],
    ['s', 'true', 'true'],
    ['s', '1', '1'],
    ['a', '', ['']],
    ['a', '5', ['5']],
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
    ['n', '9007199254740992'],
    ['n', '5\n'],
    ['n', 'x5'],
    ['n', '5x'],
    ['n', ['1', '2']],
    ['s', ['x', 'y']],
    ['a', undefined],
    ['s', undefined],
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
    [Type.Integer({ maximum: 50 }), 'expected an integer of at most 50, got x'],
    [Type.Integer({ minimum: 0, maximum: 0 }), 'expected an integer from 0 to 0, got x'],
    [Type.Integer(), 'expected an integer, got x'],
    [Type.Boolean(), 'expected true, false, 1 or 0, got x'],
    [Type.String(), 'expected a string, got x'],
    [Type.String({ minLength: 1, maxLength: 9 }), 'expected a string of 1 to 9 characters, got x'],
    [Type.String({ minLength: 1 }), 'expected a string of at least 1 characters, got x'],
    [Type.String({ maxLength: 9 }), 'expected a string of at most 9 characters, got x'],
    [Type.String({ pattern: '^a$', maxLength: 1 }), 'expected a string that matches ^a$, got x'],
    [Type.Object({}), 'expected an object, got x'],
    [stringEnum(['a', 'b']), 'expected one of: a, b; got x'],
    [Type.Array(Type.String(), { maxItems: 3 }), 'expected at most 3 values, each a string, got x'],
    [Type.Array(Type.Integer({ minimum: 1 })), 'expected values, each an integer of at least 1, got x'],
    [Type.Array(Type.String(), { minItems: 1 }), 'expected at least 1 values, each a string, got x'],
    [Type.Array(Type.String(), { minItems: 1, maxItems: 3 }), 'expected 1 to 3 values, each a string, got x'],
    [Type.Array(stringEnum(['a', 'b'])), 'expected values, each one of: a, b; got x'],
    [Type.Number(), 'expected number, got x'],
    [Type.Null(), 'expected null, got x'],
    [Type.Any(), 'expected Any, got x'],
  ])('describes a mismatch with %j', (type, message) => {
    expect(describeMismatch(type, 'x')).toBe(message)
  })
})
