// Tests that a spliced text is the text that plain splices give, as a string and as bytes.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applySplices, type Splice } from './splice.ts'
import { encodeParts, lengthOf, openText, replacementText, spliceText, toText } from './spliced-text.ts'

/** Texts of one to four bytes per character, with line endings and a byte order mark. */
const texts = fc.string({
  unit: fc.constantFrom('a', 'é', '語', '😀', '\n', '\r\n', '\uFEFF'),
  maxLength: 40,
})

/** Splices of a text that do not overlap. They divide no character, like those of the editor. */
const splicesOf = (text: string): fc.Arbitrary<Splice[]> => {
  const offsets = [...Array(text.length + 1).keys()].filter((offset) => !isInsideCharacter(text, offset))
  return fc
    .tuple(fc.subarray(offsets), fc.array(texts, { minLength: 3, maxLength: 3 }))
    .map(([chosen, inserts]) =>
      inserts.flatMap((insert, index) => {
        const [start, end] = chosen.slice(2 * index, 2 * index + 2)
        return start === undefined ? [] : [{ start, end: end ?? start, insert }]
      }),
    )
}

const isInsideCharacter = (text: string, offset: number) => /^[\uDC00-\uDFFF]/.test(text.slice(offset))

describe('a spliced text', () => {
  it('is the text that plain splices give, as a string and as bytes', () => {
    fc.assert(
      fc.property(fc.boolean(), texts, fc.gen(), (isReplaced, opened, gen) => {
        let expected = opened
        let actual = openText(opened)
        if (isReplaced) {
          expected = gen(() => texts)
          actual = replacementText(expected)
        }
        for (let step = 0; step < 4; step++) {
          const splices = gen(splicesOf, expected)
          expected = applySplices(expected, splices)
          actual = spliceText(actual, splices)
        }
        expect(toText(actual)).toBe(expected)
        expect(lengthOf(actual)).toBe(expected.length)
        const bytes = Buffer.concat(encodeParts(actual, Buffer.from(opened)))
        expect(bytes.equals(Buffer.from(expected))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('is encoded correctly when a splice divides a character', () => {
    const opened = 'a😀b'
    const actual = spliceText(openText(opened), [{ start: 1, end: 2, insert: 'x' }])
    const bytes = Buffer.concat(encodeParts(actual, Buffer.from(opened)))
    expect(bytes.equals(Buffer.from(applySplices(opened, [{ start: 1, end: 2, insert: 'x' }])))).toBe(true)
  })

  it('refuses to be encoded with the bytes of a shorter text', () => {
    expect(() => encodeParts(openText('long'), Buffer.from('x'))).toThrow('expected at least 4 bytes')
  })

  it('does not copy the bytes after the last splice', () => {
    const bytes = Buffer.from(`one\n${'two\n'.repeat(1000)}`)
    const actual = spliceText(openText(bytes.toString()), [{ start: 4, end: 4, insert: 'new\n' }])
    const [head, rest] = encodeParts(actual, bytes)
    expect(head?.toString()).toBe('one\nnew\n')
    expect(rest?.buffer).toBe(bytes.buffer)
  })
})
