// With `answers=hidden` nothing of an answer may tell which option is right. Two datasets that differ in that alone
// are asked the same things: what comes back must not differ in a byte.
import { describe, expect, it } from 'vitest'
import { makeApp } from './testing.ts'

const OPTIONS = ['Io', 'Europa, a moon', 'Ganymede', 'Ürmös “4”']
const IDS = Array.from({ length: 12 }, (_, index) => `S-${index}`)

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`

/** Sheets of one set of questions, each row with another of its options right; by `turn` they differ in which. */
const SHEETS: Readonly<Record<string, (turn: number) => string>> = {
  'a column of options': (turn) =>
    sheetOf('options', (row) => [OPTIONS[(row + turn) % 4] as string, cell(JSON.stringify(OPTIONS))]),
  'choices in columns': (turn) =>
    sheetOf('choice_1,choice_2,choice_3', (row) => {
      const right = OPTIONS[(row + turn) % 4] as string
      return [
        right,
        OPTIONS.filter((option) => option !== right)
          .map(cell)
          .join(','),
      ]
    }),
}

/** A column of options that lists the right one first, as people write them. */
const RIGHT_FIRST = (turn: number) =>
  sheetOf('options', (row) => {
    const right = OPTIONS[(row + turn) % 4] as string
    return [right, cell(JSON.stringify([right, ...OPTIONS.filter((option) => option !== right)]))]
  })

function sheetOf(columns: string, rowOf: (row: number) => [right: string, cells: string]): string {
  const rows = IDS.map((id, row) => {
    const [right, cells] = rowOf(row)
    return `${id},Which moon is ${row}?,${cell(right)},easy,${cells}`
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
const AS_LISTED = SHUFFLED.map((path) => path.replace('shuffle_options=true', 'shuffle_options=false'))

/** Everything an answer consists of, head included, byte by byte; the date is the clock's. */
async function answersTo(
  sheet: string,
  paths: readonly string[],
  view = 'answers=hidden',
): Promise<string[]> {
  const app = await makeApp({ sheets: { 'Refined_Stars_Questions.csv': sheet } })
  const told: string[] = []
  for (const path of paths) {
    const url = `/api/v1/questions/${path}&${view}`
    const { statusCode, headers, rawPayload } = await app.inject(url)
    const known = await app.inject({ url, headers: { 'if-none-match': String(headers.etag ?? '"none"') } })
    const { date: _, ...rest } = headers
    told.push(JSON.stringify([statusCode, rest, rawPayload.toString('latin1'), known.statusCode]))
  }
  return told
}

describe('with answers=hidden', () => {
  it.each(Object.entries(SHEETS))(
    'body, head, tag and length are the same whichever option is right: %s',
    async (_, makeSheet) => {
      const paths = [...SHUFFLED, ...AS_LISTED]
      const [first, ...others] = await Promise.all(
        [0, 1, 2, 3].map((turn) => answersTo(makeSheet(turn), paths)),
      )
      for (const other of others) expect(other).toEqual(first)
      expect(first).toHaveLength(paths.length)
    },
  )

  it('shuffled options do not tell it either where the sheet lists the right one first', async () => {
    const bodiesOf = async (turn: number) =>
      (await answersTo(RIGHT_FIRST(turn), SHUFFLED)).map((told) => JSON.parse(told)[2])
    const [first, ...others] = await Promise.all([0, 1, 2, 3].map(bodiesOf))
    for (const other of others) expect(other).toEqual(first)
  })

  it('would tell it with answers=visible, so that the comparison is worth something', async () => {
    for (const makeSheet of [...Object.values(SHEETS), RIGHT_FIRST]) {
      const [first, second] = await Promise.all(
        [0, 1].map((turn) => answersTo(makeSheet(turn), SHUFFLED, 'answers=visible')),
      )
      for (const [index, told] of first?.entries() ?? []) expect(told).not.toBe(second?.[index])
    }
  })

  it('the right option stands at every place equally often over seeds', async () => {
    const app = await makeApp({ sheets: { 'Refined_Stars_Questions.csv': RIGHT_FIRST(0) } })
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
    // Three degrees of freedom: 25.9 is passed by chance once in a hundred thousand; the seeds are fixed.
    expect(chiSquare).toBeLessThan(25.9)
  })
})

describe('the tag of a hidden answer', () => {
  it('stays when only a right answer was mended, and changes with anything that is shown', async () => {
    const tagOf = async (sheet: string, view: string) => {
      const app = await makeApp({ sheets: { 'Refined_Stars_Questions.csv': sheet } })
      return (await app.inject(`/api/v1/questions/stars?seed=x&answers=${view}`)).headers.etag
    }
    const sheet = SHEETS['a column of options'] as (turn: number) => string
    expect(await tagOf(sheet(1), 'hidden')).toBe(await tagOf(sheet(0), 'hidden'))
    expect(await tagOf(sheet(1), 'visible')).not.toBe(await tagOf(sheet(0), 'visible'))
    const reworded = sheet(0).replace('Which moon is 7?', 'Which is moon 7?')
    expect(await tagOf(reworded, 'hidden')).not.toBe(await tagOf(sheet(0), 'hidden'))
  })
})
