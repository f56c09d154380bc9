import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRecords } from './csv.ts'

/** The first line and the cells of each record, and the problem that ends them, if any. */
async function rowsOf(text: string): Promise<unknown[]> {
  const rows: unknown[] = []
  const { line, problem } = await readRecords(Buffer.from(text), (cells, first) => {
    rows.push([first, ...cells])
    return true
  })
  return problem === undefined ? rows : [...rows, [line, problem]]
}

const quoteCell = (text: string) => `"${text.replaceAll('"', '""')}"`

describe('readRecords', () => {
  it('reads every table whose cells are quoted, with the first line of each record', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', '\r\n', ' ', 'é', '😀') })
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 })
    const delimiters = fc.array(fc.constantFrom('\n', '\r\n', '\n\n', '\r\n\r\n'), {
      minLength: 6,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(table, delimiters, async (records, ends) => {
        let text = ''
        const expected: unknown[] = []
        for (const [index, record] of records.entries()) {
          const line = text.split(/\r\n|\r|\n/).length
          if (record.some((value) => value.trim() !== '')) expected.push([line, ...record])
          text += record.map(quoteCell).join(',') + ends[index]
        }
        expect(await rowsOf(text)).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })

  it('reads mixed line endings, and counts each as one line', async () => {
    expect(await rowsOf('a,b\r\n1,x\n2,y\r3,"z\r\nz"\r\n\r\n\n\r4,w')).toEqual([
      [1, 'a', 'b'],
      [2, '1', 'x'],
      [3, '2', 'y'],
      [4, '3', 'z\r\nz'],
      [9, '4', 'w'],
    ])
  })

  it('reads a quote inside an unquoted cell as text, as spreadsheets do', async () => {
    expect(await rowsOf('a,b\n1,Who wrote "Romeo and Juliet"?\n2,x "x"\n3,"""R"""\n')).toEqual([
      [1, 'a', 'b'],
      [2, '1', 'Who wrote "Romeo and Juliet"?'],
      [3, '2', 'x "x"'],
      [4, '3', '"R"'],
    ])
  })

  it.each([
    ['an unclosed quote', '1,"Q\n', 'closing quote'],
    ['text after a closing quote', '1,"Q"?\n', 'after a closing quote'],
    ['a bare quote inside a quoted cell', '1,"He said "hi", twice"\n', 'after a closing quote'],
    ['an unclosed quote before a quoted cell', '1,"Q?,A\n2,R,B\n3,"S",C\n', 'after a closing quote'],
    ['a cell without an end', `1,${'x'.repeat(1_100_000)}\n`, 'at most 1000000 bytes'],
  ])('reads no further than %s', async (_about, line, message) => {
    expect(await rowsOf(`a,b\n0,P\n\n${line}2,R\n`)).toEqual([
      [1, 'a', 'b'],
      [2, '0', 'P'],
      [4, expect.stringContaining(message)],
    ])
  })

  it('limits the rows that a missing quote swallows', async () => {
    const rows = Array.from({ length: 100_000 }, (_, row) => `${row},question ${row}\n`)
    expect(await rowsOf(`a,b\n0,"Q\n${rows.join('')}`)).toEqual([
      [1, 'a', 'b'],
      [2, expect.stringContaining('perhaps without a closing quote')],
    ])
  })

  it('reads records that are split between two parts of a file', async () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => [row + 1, `é${row}`, `“${row}”\n`.trimEnd()])
    expect(await rowsOf(rows.map(([, ...cells]) => `${cells.join(',')}\r\n`).join(''))).toEqual(rows)
  })

  it('stops when its handler has seen enough', async () => {
    const lines: number[] = []
    await readRecords(Buffer.from('a\n'.repeat(200_000)), (_cells, line) => lines.push(line) < 3)
    expect(lines).toEqual([1, 2, 3])
  })

  it('passes on what its handler throws', async () => {
    const error = new Error('a defect')
    await expect(
      readRecords(Buffer.from('a\n'), () => {
        throw error
      }),
    ).rejects.toBe(error)
  })

  it('lets other work run while a large file is read', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    await rowsOf('1,Q?,A\n'.repeat(60_000))
    clearInterval(timer)
    expect(turns).toBeGreaterThan(3)
  })
})
