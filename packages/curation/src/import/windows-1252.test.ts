import { expect, it } from 'vitest'
import { decodeWindows1252 } from './decode-text.ts'

const BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte)
/** The bytes 0x80 to 0x9F, in rows of eight, from the index of the WHATWG Encoding Standard. */
const HIGH = '20AC 81 201A 192 201E 2026 2020 2021 2C6 2030 160 2039 152 8D 17D 8F'
  .concat(' 90 2018 2019 201C 201D 2022 2013 2014 2DC 2122 161 203A 153 9D 17E 178')
  .split(' ')
  .map((codePoint) => Number.parseInt(codePoint, 16))

it('decodes every byte as the Encoding Standard does', () => {
  const codePoints = [...decodeWindows1252(BYTES)].map((char) => char.codePointAt(0))
  expect(codePoints.slice(0x80, 0xa0)).toEqual(HIGH)
  for (const byte of [...BYTES.slice(0, 0x80), ...BYTES.slice(0xa0)]) expect(codePoints[byte]).toBe(byte)
})

it('decodes a part of a buffer', () => {
  expect(decodeWindows1252(BYTES.subarray(0x92, 0x95))).toBe('’“”')
})
