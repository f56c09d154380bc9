import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ByteSource, toByteSource } from './byte-source.ts'
import { decodeText } from './encoding.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** Returns the errors as `line:column message`. */
const errorsOf = (bytes: Uint8Array, maxErrors = 10) =>
  decodeText(toByteSource(bytes), maxErrors).errors.map(
    ({ line, column, message }) => `${line}:${column} ${message}`,
  )

/** Returns the source of a file that is read in chunks of these lengths, again and again. */
function inChunks(bytes: Uint8Array, lengths: readonly number[]): ByteSource {
  return {
    length: bytes.length,
    *chunks() {
      // Like the chunks of a file, each one is a Buffer that is valid until the next one is requested.
      const chunk = Buffer.alloc(Math.max(...lengths))
      for (let start = 0, index = 0; start < bytes.length; index++) {
        const part = bytes.subarray(start, start + (lengths[index % lengths.length] as number))
        chunk.set(part)
        yield chunk.subarray(0, part.length)
        start += part.length
      }
    },
  }
}

describe('decodeText', () => {
  it('decodes the same text, and reports the same errors, from chunks of any length', () => {
    const part = fc
      .constantFrom('a', '\n', '\r', '\r\n', 'é', '“', '😀', '\uFFFD')
      .map((text) => Buffer.from(text))
    const invalid = fc.constantFrom(
      [0xff],
      [0x80],
      [0xe2, 0x82],
      [0xf0, 0x9f, 0x98],
      [0x80, 0x80, 0x80, 0x80],
    )
    const parts = fc.array(fc.oneof({ weight: 9, arbitrary: part }, invalid.map(Buffer.from)), {
      maxLength: 40,
    })
    // The first chunk of a file has its byte order mark.
    const lengths = fc.array(fc.integer({ min: 4, max: 9 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(parts, lengths, fc.boolean(), (content, chunkLengths, withMark) => {
        const bytes = Buffer.concat([Buffer.from(withMark ? '\uFEFF' : ''), ...content])
        const whole = decodeText(toByteSource(bytes), 10)
        const split = decodeText(inChunks(bytes, chunkLengths), 10)
        const text = new TextDecoder().decode(bytes)
        expect([...whole.chunks].join('')).toBe(text)
        expect([...split.chunks].join('')).toBe(text)
        expect(split.errors).toEqual(whole.errors)
        expect(whole.errors.length > 0).toBe(!isUtf8(bytes))
      }),
      { numRuns: 1000 },
    )
  })

  it('decodes UTF-8 and removes a byte order mark', () => {
    const { chunks, errors } = decodeText(toByteSource(Buffer.from('\uFEFFπ 😀\n')), 10)
    expect([...chunks].join('')).toBe('π 😀\n')
    expect(errors).toEqual([])
  })

  it('decodes a large file in parts, also when a character is split', () => {
    const text = `a${'😀'.repeat(500_000)}`
    const chunks = [...decodeText(toByteSource(Buffer.from(text)), 10).chunks]
    expect(chunks.length).toBeGreaterThan(1)
    expect(chunks.join('')).toBe(text)
  })

  it('accepts an encoded U+FFFD', () => {
    expect(errorsOf(Buffer.from('a\uFFFD'))).toEqual([])
    expect(errorsOf(Buffer.concat([Buffer.from('a\uFFFD'), latin1('\xff')]))[0]).toContain('1:3 ')
  })

  it('reports the first invalid byte of each line, and its value', () => {
    expect(errorsOf(latin1('id\n1,Caf\xe9\xe9?\nok\n\xfc\n'))).toEqual([
      expect.stringMatching(
        /^2:6 expected UTF-8, got the byte 0xe9: save the sheet as “CSV UTF-8”.*questions import/,
      ),
      expect.stringContaining('4:1 expected UTF-8, got the byte 0xfc'),
    ])
  })

  it('counts columns in code points, without a byte order mark', () => {
    const bytes = Buffer.concat([Buffer.from('\uFEFFä😀'), Buffer.from([0xff]), Buffer.from(',a\n')])
    expect(errorsOf(bytes)).toEqual([expect.stringContaining('1:3 ')])
  })

  it.each(['\n', '\r', '\r\n'])('counts lines that end in %j', (end) => {
    expect(errorsOf(latin1(`a${end}b${end}\xff`))).toEqual([expect.stringContaining('3:1 ')])
  })

  it('reports at most as many errors as requested', () => {
    expect(errorsOf(latin1('\xff\n'.repeat(5)), 3)).toHaveLength(3)
  })

  it('rejects the sequences that a strict decoder rejects', () => {
    for (const bytes of [
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xe2, 0x82],
    ]) {
      expect(errorsOf(Buffer.from(bytes)), bytes.join()).toHaveLength(1)
    }
  })

  it.each(['utf16le', 'utf-16be'])('recognises %s by its byte order mark', (encoding) => {
    const bytes = Buffer.from('\uFEFFid\n', 'utf16le')
    if (encoding === 'utf-16be') bytes.swap16()
    expect(errorsOf(bytes)).toEqual([
      expect.stringMatching(/^1:1 expected UTF-8, got UTF-16.*questions import/),
    ])
  })

  it('recognises a workbook by its first bytes', () => {
    expect(errorsOf(latin1('PK\x03\x04\x14\x00\xff'))).toEqual([
      expect.stringMatching(/^1:1 expected CSV, got a workbook.*save the sheet as/),
    ])
  })
})
