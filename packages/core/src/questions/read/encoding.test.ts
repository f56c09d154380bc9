import { describe, expect, it } from 'vitest'
import { decodeText } from './encoding.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** Returns the errors as `line:column message`. */
const errorsOf = (bytes: Uint8Array, maxErrors = 10) =>
  decodeText(bytes, maxErrors).errors.map(({ line, column, message }) => `${line}:${column} ${message}`)

describe('decodeText', () => {
  it('decodes UTF-8 and removes a byte order mark', () => {
    const { chunks, errors } = decodeText(Buffer.from('\uFEFFπ 😀\n'), 10)
    expect([...chunks].join('')).toBe('π 😀\n')
    expect(errors).toEqual([])
  })

  it('decodes a large file in parts, also when a character is split', () => {
    const text = `a${'😀'.repeat(500_000)}`
    const chunks = [...decodeText(Buffer.from(text), 10).chunks]
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
