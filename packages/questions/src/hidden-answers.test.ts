// With `answers=hidden` no response may depend on which option is correct. Datasets that differ only in that get the same
// requests; their responses must be equal byte by byte.
import { describe, expect, it } from 'vitest'
import { makeApp } from './testing.ts'

const OPTIONS = ['Io', 'Europa, a moon', 'Ganymede', 'Ürmös “4”']
const IDS = Array.from({ length: 12 }, (_, index) => `S-${index}`)

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Sheets with the same questions and options. `turn` selects which option of each row is the correct one. */
const SHEETS: Readonly<Record<string, (turn: number) => string>> = {
  'a column of options': (turn) =>
    sheetOf('options', (row) => [OPTIONS[(row + turn) % 4] as string, cell(JSON.stringify(OPTIONS))]),
  'choices in columns': (turn) =>
    sheetOf('choice_1,choice_2,choice_3', (row) => {
      const correct = OPTIONS[(row + turn) % 4] as string
      return [
        correct,
        OPTIONS.filter((option) => option !== correct)
          .map(cell)
          .join(','),
      ]
    }),
}

/** A column of options with the correct one first, as authors often write them. */
const CORRECT_FIRST = (turn: number) =>
  sheetOf('options', (row) => {
    const correct = OPTIONS[(row + turn) % 4] as string
    return [correct, cell(JSON.stringify([correct, ...OPTIONS.filter((option) => option !== correct)]))]
  })

function sheetOf(columns: string, rowOf: (row: number) => [correct: string, cells: string]): string {
  const rows = IDS.map((id, row) => {
    const [correct, cells] = rowOf(row)
    return `${id},Which moon is ${row}?,${cell(correct)},easy,${cells}`
  })
  return [`id,question,correct_answer,difficulty,${columns}`, ...rows, ''].join('\n')
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

/** The responses with their header fields, byte by byte. `Date` depends on the clock and is left out. */
async function responsesTo(
  sheet: string,
  paths: readonly string[],
  view = 'answers=hidden',
): Promise<string[]> {
  const app = await makeApp({ sheets: { 'Refined_Stars_Questions.csv': sheet } })
  const responses: string[] = []
  for (const path of paths) {
    const url = `/api/v1/questions/${path}&${view}`
    const { statusCode, headers, rawPayload } = await app.inject(url)
    const conditional = await app.inject({
      url,
      headers: { 'if-none-match': String(headers.etag ?? '"none"') },
    })
    const { date: _, ...rest } = headers
    responses.push(JSON.stringify([statusCode, rest, rawPayload.toString('latin1'), conditional.statusCode]))
  }
  return responses
}

describe('with answers=hidden', () => {
  it.each(Object.entries(SHEETS))(
    'responses do not depend on which option is correct: %s',
    async (_, makeSheet) => {
      const paths = [...SHUFFLED, ...NOT_SHUFFLED]
      const [first, ...others] = await Promise.all(
        [0, 1, 2, 3].map((turn) => responsesTo(makeSheet(turn), paths)),
      )
      for (const other of others) expect(other).toEqual(first)
      expect(first).toHaveLength(paths.length)
    },
  )

  it('shuffled options do not reveal it when the sheet has the correct one first', async () => {
    const bodiesOf = async (turn: number) =>
      (await responsesTo(CORRECT_FIRST(turn), SHUFFLED)).map((response) => JSON.parse(response)[2])
    const [first, ...others] = await Promise.all([0, 1, 2, 3].map(bodiesOf))
    for (const other of others) expect(other).toEqual(first)
  })

  it('responses differ with answers=visible, so the comparison is meaningful', async () => {
    for (const makeSheet of [...Object.values(SHEETS), CORRECT_FIRST]) {
      const [first, second] = await Promise.all(
        [0, 1].map((turn) => responsesTo(makeSheet(turn), SHUFFLED, 'answers=visible')),
      )
      for (const [index, response] of first?.entries() ?? []) expect(response).not.toBe(second?.[index])
    }
  })

  it('the correct option is at every place equally often over seeds', async () => {
    const app = await makeApp({ sheets: { 'Refined_Stars_Questions.csv': CORRECT_FIRST(0) } })
    const rounds = 500
    const counts = [0, 0, 0, 0]
    for (let seed = 0; seed < rounds; seed++) {
      const url = `/api/v1/questions/stars?seed=${seed}&limit=12&answers=hidden&shuffle_options=true`
      for (const { id, options } of (await app.inject(url)).json().questions) {
        const place = options.indexOf(OPTIONS[IDS.indexOf(id) % 4])
        counts[place] = (counts[place] ?? 0) + 1
      }
    }
    const expected = (rounds * IDS.length) / 4
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // With three degrees of freedom, 25.9 is exceeded by chance once in 100,000 times. The seeds are fixed.
    expect(chiSquare).toBeLessThan(25.9)
  })
})

describe('the ETag with answers=hidden', () => {
  it('does not change with a correct answer, but with everything that the response contains', async () => {
    const etagOf = async (sheet: string, view: string) => {
      const app = await makeApp({ sheets: { 'Refined_Stars_Questions.csv': sheet } })
      return (await app.inject(`/api/v1/questions/stars?seed=x&answers=${view}`)).headers.etag
    }
    const sheet = SHEETS['a column of options'] as (turn: number) => string
    expect(await etagOf(sheet(1), 'hidden')).toBe(await etagOf(sheet(0), 'hidden'))
    expect(await etagOf(sheet(1), 'visible')).not.toBe(await etagOf(sheet(0), 'visible'))
    const reworded = sheet(0).replace('Which moon is 7?', 'Which is moon 7?')
    expect(await etagOf(reworded, 'hidden')).not.toBe(await etagOf(sheet(0), 'hidden'))
  })
})
