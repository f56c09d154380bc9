import { describe, expect, it } from 'vitest'
import { readRequestKey } from './idempotency.ts'

const read = (
  key: string,
  { body, callerId = 'a', ifMatch }: { body?: unknown; callerId?: string; ifMatch?: string } = {},
) => readRequestKey({ key, name: 'the key', operationId: 'op', callerId, body, ifMatch })

describe('readRequestKey', () => {
  it.each(['"a-key"', ' a-key ', '"a-key" '])('reads %j as the key a-key', (field) => {
    expect(read(field)).toEqual(read('a-key'))
  })

  it('reads escapes in a quoted string', () => {
    expect(read(String.raw`"a\"b\\c"`)).toEqual(read(String.raw`a"b\c`))
  })

  it('reads keys of 1 and 255 characters', () => {
    expect(read('a')).toBeDefined()
    expect(read('a'.repeat(255))).toBeDefined()
    expect(read(`"${'a'.repeat(255)}"`)).toBeDefined()
  })

  it.each(['', '""', 'a b', '"a b"', 'ä', 'a\tb', '"a', '"a"b"', '"a";p=1', 'a'.repeat(256)])(
    'rejects %j',
    (field) => {
      expect(() => read(field)).toThrow(
        expect.objectContaining({
          code: 'http/invalid_parameters',
          message: expect.stringMatching(/^the key: expected 1 to 255 /),
        }),
      )
    },
  )

  it('distinguishes callers, bodies and preconditions', () => {
    expect(read('a', { callerId: 'b' }).id).not.toBe(read('a').id)
    expect(read('a', { body: { x: 1 } }).id).toBe(read('a').id)
    expect(read('a', { body: { x: 1 } }).fingerprint).not.toBe(read('a').fingerprint)
    expect(read('a', { body: { x: 1, y: [{ b: 1, a: 2 }] } })).toEqual(
      read('a', { body: { y: [{ a: 2, b: 1 }], x: 1 } }),
    )
    expect(read('a', { body: {} })).toEqual(read('a', { body: null }))
    expect(read('a', { ifMatch: '"0"' }).fingerprint).not.toBe(read('a').fingerprint)
  })
})
