import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv } from './index.ts'

const NO_LIMIT = { maxRecords: 1e9, maxRagged: 1e9 }
const readAll = (text: string) => readCsv(text, NO_LIMIT)

/** A string with quotes, commas and line endings at any position. */
const anyText = fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', '\n', '\r', 'é', '😀'), maxLength: 40 })

function parseAtOnce(text: string): string[][] | undefined {
  try {
    const records = parse(text, { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true })
    return records.filter((record) => record.some((cell) => cell.trim() !== ''))
  } catch {
    return undefined
  }
}

describe('readCsv', () => {
  it('reads and rejects the same texts as csv-parse does in one call', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const expected = parseAtOnce(text)
        const { records, error } = readAll(text)
        expect(error === undefined).toBe(expected !== undefined)
        if (expected) expect(records).toEqual(expected)
      }),
      { numRuns: 1000 },
    )
  })

  it('reads every table whose cells are quoted', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ') })
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 }), (table) => {
        const quoteCell = (text: string) => `"${text.replaceAll('"', '""')}"`
        const text = table.map((record) => record.map(quoteCell).join(',')).join('\r\n')
        const filled = table.filter((record) => record.some((value) => value.trim() !== ''))
        expect(readAll(text)).toMatchObject({ records: filled, total: filled.length })
      }),
    )
  })

  it.each([
    ['an unclosed quote', 'a,b\n1,"Q\n', 'Quote Not Closed'],
    ['a quote in the middle of a cell', 'a,b\n1,What "is" it?\n', 'Invalid Opening Quote'],
    ['text after a closing quote', 'a,b\n1,"Q"?\n', 'Invalid Closing Quote'],
  ])('stops at %s', (_about, text, kind) => {
    const { records, error } = readAll(text)
    expect(records).toEqual([['a', 'b']])
    expect(error).toMatchObject({ recordIndex: 1, cellIndex: 1, message: expect.stringContaining(kind) })
  })

  it('stops at the maximum number of records, and counts the others', () => {
    const csv = readCsv('a\nb\nc\nd\n', { ...NO_LIMIT, maxRecords: 2 })
    expect(csv).toMatchObject({ records: [['a'], ['b']], total: 4 })
  })

  it('stops after the maximum number of ragged records', () => {
    const csv = readCsv('a,b\nc\nd,e\nf,g,h\ni,j\n', { ...NO_LIMIT, maxRagged: 1 })
    expect(csv.records).toEqual([['a', 'b'], ['c'], ['d', 'e'], ['f', 'g', 'h']])
    expect(csv.total).toBe(5)
  })

  it('does not change Error.stackTraceLimit', () => {
    const writes: unknown[] = []
    const descriptor = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit') as PropertyDescriptor
    Object.defineProperty(Error, 'stackTraceLimit', {
      configurable: true,
      get: () => descriptor.value,
      set: (value) => writes.push(value),
    })
    try {
      readAll('a,b\nc\nd,e,f\n')
    } finally {
      Object.defineProperty(Error, 'stackTraceLimit', descriptor)
    }
    expect(writes).toEqual([])
  })
})

describe('locate', () => {
  it('returns the position of a cell after quoted line breaks of every kind', () => {
    const { locate } = readAll('h\r\n1,"a\r\nb\rc\nd",A\r\n2,"ä\r\n😀",""\r\n')
    expect(locate(1, 1)).toEqual({ line: 2, column: 3 })
    expect(locate(1, 2)).toEqual({ line: 5, column: 4 })
    expect(locate(2, 0)).toEqual({ line: 6, column: 1 })
    expect(locate(2, 2)).toEqual({ line: 7, column: 4 })
  })

  it('returns the end of a record for a later cell, and the end of the text for a later record', () => {
    const { locate } = readAll('a,b\n1,2\n')
    expect(locate(1, 9)).toEqual({ line: 2, column: 4 })
    expect(locate(2, 0)).toEqual({ line: 3, column: 1 })
    expect(locate(9, 9)).toEqual({ line: 3, column: 1 })
  })

  it('returns the same positions in any order of calls', () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 6 }))), (text, calls) => {
        const { locate } = readAll(text)
        for (const call of calls) expect(locate(...call)).toEqual(readAll(text).locate(...call))
      }),
    )
  })
})
