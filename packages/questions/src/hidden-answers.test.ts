// Tests that no response with `answers=hidden` depends on which option is correct. The same requests are sent
// to services whose datasets differ only in the correct options. Their responses must be the same bytes.
import { describe, expect, it } from 'vitest'
import { logFolder } from './reloading.ts'
import { captureLog, makeApp, makeBank } from './testing.ts'

const OPTIONS = ['Io', 'Europa, a moon', 'Ganymede', 'Ürmös “4”']
const IDS = Array.from({ length: 12 }, (_, index) => `S-${index}`)

const toCell = (value: string) => `"${value.replaceAll('"', '""')}"`

/** CSV files with the same questions and options. `turn` determines which option of each row is correct. */
const CSV_FILES: Readonly<Record<string, (turn: number) => string>> = {
  'a column of options': (turn) =>
    csvOf('options', (row) => [OPTIONS[(row + turn) % 4] as string, toCell(JSON.stringify(OPTIONS))]),
  'choices in columns': (turn) =>
    csvOf('choice_1,choice_2,choice_3', (row) => {
      const correct = OPTIONS[(row + turn) % 4] as string
      return [
        correct,
        OPTIONS.filter((option) => option !== correct)
          .map(toCell)
          .join(','),
      ]
    }),
}

/** Creates a CSV file whose options begin with the correct option, as authors often write them. */
const makeCorrectFirst = (turn: number) =>
  csvOf('options', (row) => {
    const correct = OPTIONS[(row + turn) % 4] as string
    return [correct, toCell(JSON.stringify([correct, ...OPTIONS.filter((option) => option !== correct)]))]
  })

function csvOf(columns: string, rowOf: (row: number) => [correct: string, cells: string]): string {
  const rows = IDS.map((id, row) => {
    const [correct, cells] = rowOf(row)
    return `${id},Which moon is ${row}?,${toCell(correct)},easy,${toCell(`The book of ${correct}`)},${cells}`
  })
  return [`id,question,correct_answer,difficulty,source,${columns}`, ...rows, ''].join('\n')
}

const SHUFFLED = [
  ...Array.from({ length: 40 }, (_, seed) => `stars?seed=${seed}&limit=12&shuffle_options=true`),
  'stars?shuffle_options=true',
  'stars?random=false&limit=5&offset=3&shuffle_options=true',
  'stars?ids=S-3,S-1&shuffle_options=true',
  'stars/random?count=5&seed=x&shuffle_options=true',
  'stars/random?shuffle_options=true',
  'stars/S-5?shuffle_options=true',
]
const NOT_SHUFFLED = SHUFFLED.map((path) => path.replace('shuffle_options=true', 'shuffle_options=false'))

/**
 * Returns the responses, as strings of all their bytes. `Date` is omitted, because it depends on the clock.
 */
async function responsesTo(
  csv: string,
  paths: readonly string[],
  view = 'answers=hidden',
): Promise<string[]> {
  const app = await makeApp({ files: { 'Refined_Stars_Questions.csv': csv } })
  const responses: string[] = []
  for (const path of paths) {
    const url = `/api/v1/questions/${path}&${view}`
    const { statusCode, headers, rawPayload } = await app.inject(url)
    const conditional = await app.inject({
      url,
      headers: { 'if-none-match': String(headers.etag ?? '"none"') },
    })
    const { date: _, 'x-request-id': __, ...rest } = headers
    responses.push(JSON.stringify([statusCode, rest, rawPayload.toString('latin1'), conditional.statusCode]))
  }
  return responses
}

describe('with answers=hidden', () => {
  it.each(Object.entries(CSV_FILES))(
    'responses do not depend on which option is correct: %s',
    async (_, makeCsv) => {
      const paths = [...SHUFFLED, ...NOT_SHUFFLED]
      const [first, ...others] = await Promise.all(
        [0, 1, 2, 3].map((turn) => responsesTo(makeCsv(turn), paths)),
      )
      for (const other of others) expect(other).toEqual(first)
      expect(first).toHaveLength(paths.length)
    },
  )

  it('shuffled options do not reveal the correct option when it is first in the file', async () => {
    const bodiesOf = async (turn: number) =>
      (await responsesTo(makeCorrectFirst(turn), SHUFFLED)).map((response) => JSON.parse(response)[2])
    const [first, ...others] = await Promise.all([0, 1, 2, 3].map(bodiesOf))
    for (const other of others) expect(other).toEqual(first)
  })

  it('responses depend on the correct option with answers=visible', async () => {
    for (const makeCsv of [...Object.values(CSV_FILES), makeCorrectFirst]) {
      const [first, second] = await Promise.all(
        [0, 1].map((turn) => responsesTo(makeCsv(turn), SHUFFLED, 'answers=visible')),
      )
      for (const [index, response] of first?.entries() ?? []) expect(response).not.toBe(second?.[index])
    }
  })

  it('the correct option has every position equally often across seeds', async () => {
    const app = await makeApp({ files: { 'Refined_Stars_Questions.csv': makeCorrectFirst(0) } })
    const rounds = 500
    const counts = [0, 0, 0, 0]
    for (let seed = 0; seed < rounds; seed++) {
      const url = `/api/v1/questions/stars?seed=${seed}&limit=12&answers=hidden&shuffle_options=true`
      for (const { id, options } of (await app.inject(url)).json().questions) {
        const position = options.indexOf(OPTIONS[IDS.indexOf(id) % 4])
        counts[position] = (counts[position] ?? 0) + 1
      }
    }
    const expected = (rounds * IDS.length) / 4
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // With three degrees of freedom, chi-square exceeds 25.9 with a probability of 1 in 100,000. The seeds
    // are fixed.
    expect(chiSquare).toBeLessThan(25.9)
  })
})

/** Rows with an error, by a correct option. */
const INVALID_ROWS: Readonly<Record<string, (correct: string) => string>> = {
  'an invalid list': (correct) => `X,Q?,${toCell(correct)},${toCell(`['${correct}`)}`,
  'no correct answer among the options': (correct) => `X,Q?,${toCell(correct)},"['A', 'B']"`,
  'a repeated option': (correct) =>
    `X,Q?,${toCell(correct)},${toCell(JSON.stringify([correct, 'A', correct]))}`,
  'an answer in the column of the id': (correct) => `${toCell(`${correct}/`)},Q?,A,"['A', 'B']"`,
  'a repeated id': (correct) => `S,Q?,${toCell(correct)},`,
  'too many cells': (correct) => `X,Q?,${toCell(correct)},,${toCell(correct)}`,
  'text after a quote': (correct) => `X,Q?,${toCell(correct)}x,`,
  'a quote that is not closed': (correct) => `X,Q?,"${correct},`,
}

describe('what is public', () => {
  it.each(Object.entries(CSV_FILES))('does not depend on which option is correct: %s', async (_, makeCsv) => {
    const report = async (turn: number) => {
      const { lines, logger } = captureLog()
      const bank = await makeBank({ 'Refined_Stars_Questions.csv': makeCsv(turn) })
      logFolder(bank, logger)
      const app = await makeApp({ bank, logger })
      const paths = ['/api/v1/categories', '/api/v1/health', '/metrics']
      const bodies = await Promise.all(
        paths.map(async (path) => {
          const { headers, body } = await app.inject(path)
          return [headers.etag, path === '/metrics' ? body.match(/^questions_dataset_.*$/gm) : body]
        }),
      )
      return JSON.stringify([bodies, lines.map(({ time: _, ...line }) => line)])
    }
    const [first, ...others] = await Promise.all([0, 1, 2, 3].map(report))
    for (const other of others) expect(other).toEqual(first)
  })

  it.each(Object.entries(INVALID_ROWS))('contains no cell of a row with %s', async (_, makeRow) => {
    const report = async (correct: string) => {
      const { lines, logger } = captureLog()
      const csv = `id,question,correct_answer,options\nS,Q?,A,\n${makeRow(correct)}\n`
      const bank = await makeBank({ 'stars.csv': csv }, { skipInvalidRows: true })
      logFolder(bank, logger)
      const app = await makeApp({ bank })
      const { datasets } = (await app.inject('/api/v1/health')).json()
      const { body } = await app.inject('/api/v1/questions/stars/S')
      expect(datasets[0].error).toMatch(/^data\/stars\.csv:\d+: /)
      return JSON.stringify([datasets, body, lines.map(({ time: _, ...line }) => line)])
    }
    expect(await report('Io')).not.toContain('Io')
    expect(await report('Io')).toEqual(await report('Europa'))
  })

  it('has another version when anything but an answer changes', async () => {
    const versionOf = async (csv: string) => {
      const app = await makeApp({ files: { 'Refined_Stars_Questions.csv': csv } })
      return (await app.inject('/api/v1/categories')).json().categories[0].version
    }
    const makeCsv = CSV_FILES['a column of options'] as (turn: number) => string
    const reworded = makeCsv(0).replace('Which moon is 7?', 'Which is moon 7?')
    expect(await versionOf(reworded)).not.toBe(await versionOf(makeCsv(0)))
  })
})

describe('the ETag with answers=hidden', () => {
  it('does not depend on the correct answers, but on everything that the response contains', async () => {
    const etagOf = async (csv: string, view: string) => {
      const app = await makeApp({ files: { 'Refined_Stars_Questions.csv': csv } })
      return (await app.inject(`/api/v1/questions/stars?seed=x&answers=${view}`)).headers.etag
    }
    const makeCsv = CSV_FILES['a column of options'] as (turn: number) => string
    expect(await etagOf(makeCsv(1), 'hidden')).toBe(await etagOf(makeCsv(0), 'hidden'))
    expect(await etagOf(makeCsv(1), 'visible')).not.toBe(await etagOf(makeCsv(0), 'visible'))
    const reworded = makeCsv(0).replace('Which moon is 7?', 'Which is moon 7?')
    expect(await etagOf(reworded, 'hidden')).not.toBe(await etagOf(makeCsv(0), 'hidden'))
  })
})
