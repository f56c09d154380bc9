import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvRecord, createRecordReader, locateCell } from './index.ts'

/** Reads all records of a text in parts. */
function readChunks(chunks: readonly string[]) {
  const reader = createRecordReader(chunks)
  const records: CsvRecord[] = []
  for (let record = reader.next(); record; record = reader.next()) records.push(record)
  const locate = (recordIndex: number, cellIndex: number) => {
    const record = records[recordIndex]
    return record ? locateCell(record.location, cellIndex) : reader.end()
  }
  return { records, locate }
}

const readAll = (text: string) => readChunks([text])

/** The cells of each record, or undefined for a record with invalid quotes. */
const cellsOf = (text: string) =>
  readAll(text).records.map((record) => (record.kind === 'cells' ? record.cells : undefined))

/** A string with quotes, commas and line endings at any position. */
const anyText = fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', '\n', '\r', 'é', '😀'), maxLength: 40 })

/** The records as csv-parse reads them; undefined when a quote is not closed or text follows a closing quote. */
function parseByLibrary(text: string): string[][] | undefined {
  try {
    const records = parse(text, {
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
    })
    return records.filter((record) => record.some((cell) => cell.trim() !== ''))
  } catch {
    return undefined
  }
}

describe('readCsv', () => {
  it('reads every text without invalid quotes as csv-parse does', () => {
    let compared = 0
    fc.assert(
      fc.property(anyText, (text) => {
        const cells = cellsOf(text)
        if (cells.includes(undefined)) return
        compared++
        expect(cells).toEqual(parseByLibrary(text))
      }),
      { numRuns: 2000 },
    )
    expect(compared).toBeGreaterThan(500)
  })

  it('reads every table whose cells are quoted', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ') })
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 }), (table) => {
        const quoteCell = (text: string) => `"${text.replaceAll('"', '""')}"`
        const text = table.map((record) => record.map(quoteCell).join(',')).join('\r\n')
        const filled = table.filter((record) => record.some((value) => value.trim() !== ''))
        expect(cellsOf(text)).toEqual(filled)
      }),
    )
  })

  it('reads a quote inside an unquoted cell as text, as spreadsheets do', () => {
    expect(cellsOf('a,b\n1,Who wrote "Romeo and Juliet"?\n2, "x"\n')).toEqual([
      ['a', 'b'],
      ['1', 'Who wrote "Romeo and Juliet"?'],
      ['2', ' "x"'],
    ])
  })

  it.each([
    ['an unclosed quote', '1,"Q\n', 'closing quote'],
    ['text after a closing quote', '1,"Q"?\n', 'after a closing quote'],
    ['a bare quote inside a quoted cell', '1,"He said "hi", twice"\n', 'after a closing quote'],
  ])('rejects the record with %s, and reads the others', (_about, line, message) => {
    const { records, locate } = readAll(`a,b\n${line}2,R\n3,"S"\n`)
    expect(records.map((record) => record.kind)).toEqual(['cells', 'invalid', 'cells', 'cells'])
    const [, invalid] = records
    expect(invalid).toMatchObject({ error: { cellIndex: 1, message: expect.stringContaining(message) } })
    expect(locate(1, 1)).toEqual({ line: 2, column: 3 })
    expect(locate(3, 1)).toEqual({ line: 4, column: 3 })
  })

  it('resumes at the next line that has as many cells as the header', () => {
    expect(cellsOf('a,b\n1,"Two\nlines\n2,R\n')).toEqual([['a', 'b'], undefined, ['2', 'R']])
  })

  it('rejects a quoted cell that is longer than the maximum, so that a missing quote does not hide the rest', () => {
    const rows = Array.from({ length: 3000 }, (_, row) => `${row},question ${row}\n`)
    const cells = cellsOf(`a,b\n0,"Q\n${rows.join('')}9,last"\n`)
    expect(cells.filter((record) => record === undefined)).toHaveLength(1)
    expect(cells).toHaveLength(1 + 1 + 3000 + 1)
  })

  it('reads the same records with the same positions from chunks of any length', () => {
    const long = fc.array(anyText, { maxLength: 8 }).map((parts) => parts.join('\n'))
    fc.assert(
      fc.property(fc.array(long, { maxLength: 6 }), (chunks) => {
        const summarise = ({ records, locate }: ReturnType<typeof readAll>) =>
          records.map((record, index) => [
            record.kind === 'cells' ? record.cells : record.error,
            [0, 1, 2, 3].map((cellIndex) => locate(index, cellIndex)),
          ])
        expect(summarise(readChunks(chunks))).toEqual(summarise(readAll(chunks.join(''))))
      }),
      { numRuns: 500 },
    )
  })

  it('reads a text that is split within a quote, a line ending or a long error', () => {
    const text = `a,b\r\n1,"x""y"\r\n2,"${'z'.repeat(30_000)}\r\n3,ok\r\n4,"last"`
    const expected = [['a', 'b'], ['1', 'x"y'], undefined, ['3', 'ok'], ['4', 'last']]
    for (const length of [1, 2, 3, 7, 1000, 19_999]) {
      const chunks = Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
        text.slice(index * length, (index + 1) * length),
      )
      const { records } = readChunks(chunks)
      expect(records.map((record) => (record.kind === 'cells' ? record.cells : undefined))).toEqual(expected)
      expect(records.map(({ location: { line } }) => line)).toEqual([1, 2, 3, 4, 5])
    }
  })

  it.each([
    ['a cell without an end', `1,${'x'.repeat(1_000_000)}`],
    ['a line of commas', ','.repeat(1_000_000)],
  ])('rejects %s, and reads the rows after it', (_about, line) => {
    const { records } = readAll(`a,b\n${line}\n2,R\n`)
    expect(records.map(({ kind }) => kind)).toEqual(['cells', 'invalid', 'cells'])
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
