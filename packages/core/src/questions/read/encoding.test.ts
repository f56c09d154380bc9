import { isUtf8 } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeOtherFormat, findEncodingErrors } from './encoding.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** Returns the errors as `line: message`. */
const errorsOf = async (bytes: Uint8Array, maxErrors = 10) =>
  (await findEncodingErrors(bytes, maxErrors)).map(({ line, message }) => `${line}: ${message}`)

describe('findEncodingErrors', () => {
  it('finds an error in each line that is not UTF-8, and in no other line', async () => {
    const part = fc
      .constantFrom('a', '\n', '\r', '\r\n', 'é', '“', '😀', '\uFFFD')
      .map((text) => Buffer.from(text))
    const invalid = fc.constantFrom([0xff], [0x80], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0x80, 0x80, 0x80])
    const parts = fc.array(fc.oneof({ weight: 9, arbitrary: part }, invalid.map(Buffer.from)), {
      maxLength: 40,
    })
    await fc.assert(
      fc.asyncProperty(parts, async (content) => {
        const bytes = Buffer.concat(content)
        const lines = bytes.toString('latin1').split(/\r\n|\r|\n/)
        const expected = lines.flatMap((line, index) => (isUtf8(latin1(line)) ? [] : [index + 1]))
        expect((await findEncodingErrors(bytes, 100)).map(({ line }) => line)).toEqual(expected)
      }),
      { numRuns: 1000 },
    )
  })

  it('accepts UTF-8, a byte order mark and an encoded U+FFFD', async () => {
    expect(await errorsOf(Buffer.from('\uFEFFπ 😀\n'))).toEqual([])
    expect(await errorsOf(Buffer.from('a\uFFFD'))).toEqual([])
    expect((await errorsOf(Buffer.concat([Buffer.from('a\uFFFD'), latin1('\xff')])))[0]).toContain('0xff')
  })

  it('reports the first invalid byte of each line, and its value', async () => {
    expect(await errorsOf(latin1('id\n1,Caf\xe9\xe9?\nok\n\xfc\n'))).toEqual([
      expect.stringMatching(
        /^2: expected UTF-8, got the byte 0xe9: save the sheet as “CSV UTF-8”.*questions import/,
      ),
      '4: expected UTF-8, got the byte 0xfc',
    ])
  })

  it.each(['\n', '\r', '\r\n'])('counts lines that end in %j', async (end) => {
    expect(await errorsOf(latin1(`a${end}b${end}\xff`))).toEqual([expect.stringContaining('3: ')])
  })

  it('reports at most as many errors as requested', async () => {
    expect(await errorsOf(latin1('\xff\n'.repeat(5)), 3)).toHaveLength(3)
  })

  it('rejects the sequences that a strict decoder rejects', async () => {
    for (const bytes of [
      [0xc0, 0x80],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xe2, 0x82],
    ]) {
      expect(await errorsOf(Buffer.from(bytes)), bytes.join()).toHaveLength(1)
    }
  })
})

describe('describeOtherFormat', () => {
  it.each(['utf16le', 'utf-16be'])('recognises %s by its byte order mark', (encoding) => {
    const bytes = Buffer.from('\uFEFFid\n', 'utf16le')
    if (encoding === 'utf-16be') bytes.swap16()
    expect(describeOtherFormat(bytes)).toMatch(/^expected UTF-8, got UTF-16.*questions import/)
  })

  it('recognises a workbook by its first bytes', () => {
    expect(describeOtherFormat(latin1('PK\x03\x04\x14\x00\xff'))).toMatch(
      /^expected CSV, got a workbook.*save the sheet as/,
    )
  })
})
