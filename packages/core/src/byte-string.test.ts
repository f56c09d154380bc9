import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromByteString, toByteString } from './byte-string.ts'

describe('a byte string', () => {
  it('has one character per byte of UTF-8, and can be decoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const bytes = toByteString(text)
        expect(Buffer.from(bytes, 'latin1').equals(Buffer.from(text))).toBe(true)
        expect(fromByteString(bytes)).toBe(text)
      }),
    )
  })

  it('is equal to a text in ASCII, with its line breaks', () => {
    expect(toByteString('a\n\0\x7f')).toBe('a\n\0\x7f')
    expect(toByteString('\x80')).toBe('\xc2\x80')
  })
})
