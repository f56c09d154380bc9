import { describe, expect, it } from 'vitest'
import { MAX_DIAGNOSTICS } from '../diagnostic.ts'
import { MAX_INVALID_ROWS } from '../sheet.ts'
import { diagnose, HEAD, read } from '../testing.ts'

it('rejects a topic that is too long to be filtered by', async () => {
  expect(
    await diagnose(
      `id,question,correct_answer,topic\n1,Q?,A,${'x'.repeat(101)}\n2,R?,A,${'x'.repeat(100)}\n`,
    ),
  ).toEqual(['2: column "topic": expected at most 100 characters, got 101'])
})

describe('the invalid rows of a file', () => {
  const rows = (count: number) => `${'x,,A\n'.repeat(count)}1,Q?,A\n`

  it('have a maximum number, after which the file is not read', async () => {
    expect(await read(HEAD + rows(MAX_INVALID_ROWS))).toMatchObject({ isReadable: true, questions: [{}] })
    expect(await read(HEAD + rows(MAX_INVALID_ROWS + 1))).toMatchObject({ isReadable: false, questions: [] })
  })
})

describe('the diagnostics of a file', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, id) => `${id},,A\n`).join('')

  it('have a maximum number, and one more diagnostic about the maximum', async () => {
    expect((await diagnose(HEAD + rows(MAX_DIAGNOSTICS))).at(-1)).toContain(
      '1001: column "question": expected a value',
    )
    const all = await diagnose(HEAD + rows(MAX_DIAGNOSTICS + 1))
    expect(all).toHaveLength(MAX_DIAGNOSTICS + 1)
    expect(all.at(-1)).toMatch(/^1002: .*which are not reported$/)
  })

  it('include the errors of the encoding, which are one diagnostic', async () => {
    const lines = Buffer.alloc(2 * (MAX_DIAGNOSTICS + 1), '\xff\n', 'latin1')
    const { diagnostics } = await read(Buffer.concat([Buffer.from(HEAD), lines]))
    expect(diagnostics).toMatchObject([
      { line: 2, message: expect.stringContaining(`; ${MAX_DIAGNOSTICS} more lines have such bytes`) },
    ])
  })
})

describe('a large file', () => {
  const BYTES = 1024 * 1024
  const fill = (head: string, unit: string) =>
    Buffer.concat([Buffer.from(head), Buffer.alloc(BYTES - head.length, unit, 'latin1')])
  const choices = Array.from({ length: 99 }, (_, choice) => `choice_${choice + 1}`).join()

  // Each file takes less than a second on an idle machine. An algorithm that is not linear would take
  // minutes.
  it.each<[string, Buffer]>([
    ['lines that are not UTF-8', fill(HEAD, '\xff\n')],
    ['rows of one cell', fill(HEAD, 'a\n')],
    ['rows of two cells', fill(HEAD, 'a,\n')],
    ['alternating rows of three cells, two cells and one cell', fill(HEAD, 'a,b,c\na,b\na\n')],
    ['rows of one blank cell', fill(HEAD, ' \n')],
    ['rows of one blank quoted cell', fill(HEAD, '""\n')],
    ['rows of one quote', fill(HEAD, '"\n')],
    ['rows of an opening quote and a doubled one', fill(HEAD, '"""\n')],
    ['rows with text after a closing quote', fill(HEAD, '"a"b,c,d\n')],
    ['rows that alternately open a quote and double one', fill(HEAD, '"a""\n""\n')],
    ['rows without an id', fill(HEAD, ',a,b\n')],
    ['rows with an invalid list of options', fill('id,question,correct_answer,options\n', 'a,b,c,[\n')],
    ['one row of too long cells', fill(`id,question,correct_answer,${choices}\n`, `${'x'.repeat(42_000)},`)],
    [
      'one invalid byte after lines of two bytes',
      Buffer.concat([fill(HEAD, '\xc3\xa9\n'), Buffer.from([0xff])]),
    ],
  ])(
    'is rejected in linear time: %s',
    async (_about, bytes) => {
      const { diagnostics } = await read(bytes)
      expect(diagnostics.length).toBeLessThanOrEqual(MAX_DIAGNOSTICS + 1)
      expect(diagnostics.length).toBeGreaterThan(0)
    },
    60_000,
  )
})
