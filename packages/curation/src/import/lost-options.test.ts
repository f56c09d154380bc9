// Tests that a file whose options are in a column that is not used is refused, and not served without them.
import type { Target } from '@qb/core/questions'
import { describe, expect, it } from 'vitest'
import { readServed, show } from '../testing/show.ts'
import { importQuestions } from './import-questions.ts'

const ROWS = ['Nile?|Africa|', 'Rhine?|Europe|', 'Amazon?|America|']

/** Three questions with an answer, and with other cells, in which a hash stands for the number of the row. */
const sheetOf = (names: string, cells: string) =>
  [`Question|Answer|${names}`, ...ROWS.map((row, at) => row + cells.replaceAll('#', `${at}`))].join('\n')

async function importSheet(text: string, map: Record<string, Target> = {}) {
  const settings = { mapping: new Map(Object.entries(map)), decodeHtml: false }
  const { questions } = await importQuestions(Buffer.from(text), settings).catch((error: Error) => ({
    questions: error.message,
  }))
  return questions
}

describe('a column of options whose name is misspelt', () => {
  const SHEETS: readonly (readonly [string, string, Record<string, Target>])[] = [
    ['Worng answer 1|Wrong answer 2', 'Asia|Oceania', { 'Worng answer 1': 'choice' }],
    ['Wrong anwsers', 'Asia; Oceania', { 'Wrong anwsers': 'wrong_answers' }],
    ['Flasche Antwort 1|Falsche Antwort 2', 'Asia|Oceania', { 'Flasche Antwort 1': 'choice' }],
    ['Spatne odpovedy', 'Asia; Oceania', { 'Spatne odpovedy': 'wrong_answers' }],
    ['Mauvaises reponse', 'Asia; Oceania', { 'Mauvaises reponse': 'wrong_answers' }],
  ]

  it.each(SHEETS)('is refused, and read as a person says: %s', async (names, cells, map) => {
    const text = sheetOf(names, cells)
    const [[name, target] = []] = Object.entries(map)
    const message = `expected columns of options with known names (is "${name}" misspelt?)`
    const args = `--map "${name}=${target}" says so, and --map "${name}=ignore" that it means nothing`
    expect(await importSheet(text)).toBe(`${message}; correct the name in the sheet, or ${args}`)
    expect(await importSheet(text, map)).toMatchObject([
      { options: ['Africa', 'Asia', 'Oceania'] },
      { options: ['Asia', 'Europe', 'Oceania'] },
      {},
    ])
    expect(await importSheet(text, { [name ?? '']: 'ignore' })).toHaveLength(3)
    expect(await readServed(text)).toMatchObject({ isReadable: false, diagnostics: [{ message }] })
  })

  it('is one option beside others with numbers', async () => {
    const args = '--map "Incorect=choice,Incorect 2=choice" says so'
    expect(await importSheet(sheetOf('Incorect|Incorect 2|Incorrect 3', 'Asia|Oceania|Arctic'))).toMatch(args)
  })

  it.each(['Wrong answers (3)', 'Distractors (3)', 'Mauvaises réponses (3)'])(
    'is none with the number of answers: %s',
    async (name) => {
      expect(await importSheet(sheetOf(name, 'Asia; Oceania; Arctic'))).toMatchObject([
        { options: ['Africa', 'Arctic', 'Asia', 'Oceania'] },
        {},
        {},
      ])
    },
  )

  it.each([
    ['Fake 1|Fake 2|Fake 3', '"Fake 1=choice,Fake 2=choice,Fake 3=choice"'],
    ['Decoy A|Decoy B', '"Decoy A=choice,Decoy B=choice"'],
    ['W1|W2', '"W1=choice,W2=choice"'],
  ])('is refused when several with numbers have an unknown name: %s', async (names, map) => {
    const cells = names.replace(/[^|]+/g, (name) => `${name} of #`)
    expect(await importSheet(sheetOf(names, cells))).toMatch(`--map ${map} says so`)
  })

  it.each(['Hint 1|Hint 2', 'Image 1|Image 2', 'Note 1|Note 2', 'Link 1|Link 2', 'Synonym 1|Synonym 2'])(
    'is not one of %s',
    async (names) => {
      expect(await importSheet(sheetOf(names, 'a #|b #'))).toHaveLength(3)
    },
  )

  it.each([
    ['Choice1|Choice2|Choise3', '"Choise3=choice"'],
    ['Choice A|Choice B|Chioce C', '"Chioce C=option"'],
  ])('is refused beside choices: %s', async (names, map) => {
    expect(await importSheet(sheetOf(names, 'Asia|Africa|Arctic'))).toMatch(`--map ${map} says so`)
  })

  it('is refused in a dataset too', async () => {
    const text = 'id,question,correct_answer,Wrong anwsers\n1,Nile?,Africa,Asia; Europe\n'
    expect(await readServed(text)).toMatchObject({
      isReadable: false,
      diagnostics: [{ message: expect.stringContaining('is "Wrong anwsers" misspelt?') }],
    })
  })

  it('is refused beside other options', async () => {
    const text = 'Question|Option A|Option B|Optoin C|Answer\nNile?|Asia|Africa|Europe|B'
    expect(await importSheet(text)).toMatch('--map "Optoin C=option" says so')
  })

  it('is refused when it is the name of another one with another number', async () => {
    const text = 'Question|Answer|Bogus 1|Bogus 2\nNile?|Africa|Asia|Europe'
    expect(await importSheet(text, { 'Bogus 1': 'choice' })).toMatch('--map "Bogus 2=choice"')
    expect(await importSheet(text, { 'Bogus 1': 'choice', 'Bogus 2': 'choice' })).toMatchObject([
      { options: ['Africa', 'Asia', 'Europe'] },
    ])
  })

  it.each([
    'Caption',
    'Actions',
    'Variant',
    'Response time',
    'Answered',
    'Antwortzeit',
    'Respuestas correctas extra',
    'Voices',
    'Given answer',
    'Optional',
    'Group',
    'Heures',
  ])('is not one of another meaning: %s', async (name) => {
    expect(await importSheet(sheetOf(name, 'x'))).toHaveLength(3)
  })
})

describe('a column of lists that is not used', () => {
  it.each([
    ['Bogus', 'Asia #; Oceania #'],
    ['Traps', 'Asia #|Oceania #'],
    ['Mylné', '"Asia #\nOceania #"'],
    ['Pool', 'Asia #, Oceania #, Arctic #'],
    ['Col 3', 'Asia #; Oceania #; Arctic #'],
    ['Other réponses', 'Asia #; Oceania #'],
  ])('is refused beside questions without options: %s', async (name, cell) => {
    const text = sheetOf(name, cell.includes('|') ? `"${cell}"` : cell)
    const message = 'expected questions with options, or no column of lists beside them'
    expect(await importSheet(text)).toBe(
      `${message}, got the lists of "${name}"; --map "${name}=wrong_answers" or --map "${name}=options" says what they are, and --map "${name}=ignore" that they mean nothing`,
    )
    expect(await importSheet(text, { [name]: 'wrong_answers' })).toMatchObject([
      { options: expect.arrayContaining(['Africa', 'Asia 0', 'Oceania 0']) },
      {},
      {},
    ])
    expect(await importSheet(text, { [name]: 'ignore' })).toHaveLength(3)
    expect(await readServed(text)).toMatchObject({ isReadable: false, diagnostics: [{ message }] })
  })

  it.each([
    ['Tags', 'rivers #; water #'],
    ['Keywords', 'rivers #; water #'],
    ['Links', 'a#.example; b#.example'],
    ['Štítky', 'rivers #; water #'],
    ['Poznámky', 'hard #; p. #'],
    ['Notes', 'hard #; p. #'],
    ['Source', 'book #; p. #'],
    ['Remark', 'rivers #, water #'],
    ['Question in Czech', 'Nil #, která řeka?'],
    ['Groups', 'a; b'],
    ['Translations', 'Nil #; Nilo #; Nilus #'],
    ['Hint 1', 'long #; blue #'],
    ['Tag 1', 'long #; blue #'],
    ['Label', 'long #; blue #'],
    ['Learning objectives', 'long #; blue #'],
    ['Author', 'Smith #; Jones #; Brown #'],
    ['Vocabulary', 'long #; blue #; river #'],
    ['메모', 'long #; blue #'],
    ['ملاحظات', 'long #; blue #'],
    ['知识点', 'long #; blue #'],
    ['Poznámka', 'long #; blue #'],
  ])('can have something else: %s', async (name, cell) => {
    expect(await importSheet(sheetOf(name, cell))).toHaveLength(3)
  })

  it.each(['Col 3', 'Extras', 'Zweitspalte'])(
    'gives a warning where lists have two parts: %s',
    async (name) => {
      const text = sheetOf(name, 'Asia #; Oceania #')
      const warning = `the column "${name}" is not used, and has lists, which can be options`
      const { notes } = await importQuestions(Buffer.from(text), { mapping: new Map(), decodeHtml: false })
      expect(notes).toContain(`warning: ${warning}`)
      expect(await readServed(text)).toMatchObject({ isReadable: true, suspicions: [{ message: warning }] })
    },
  )

  it('is not refused beside options', async () => {
    expect(await importSheet(sheetOf('Wrong answers|Groups', 'Asia; Oceania|x; y'))).toHaveLength(3)
  })

  it('is not refused where it is a remark on a few questions', async () => {
    const text = ['Question|Answer|Bogus', `${ROWS[0]}see; later`, ROWS[1], ROWS[2]].join('\n')
    expect(await importSheet(text)).toHaveLength(3)
  })
})

describe('a question whose options are one text', () => {
  it.each([
    'Question,Options,Answer\nItaly?,Roma;Roma,Roma\nSpain?,Madrid;Roma,Madrid',
    'Question,A,B,Answer\nItaly?,Roma,Roma,Roma\nSpain?,Madrid,Roma,Madrid',
    'Question,Answer,Wrong answers\nItaly?,Roma,Roma\nSpain?,Madrid,Roma',
    'Question,A,B,C,Answer\nItaly?,Roma,Roma,,B\nSpain?,Madrid,Roma,Oslo,A',
  ])('is left out: %s', async (text) => {
    expect((await show(text)).join()).toMatch(/^Spain\? → Madrid \([^)]+\),2: "Roma" again$/)
  })

  it('is served where some are repeated', async () => {
    const text = 'Question,Options,Answer\nItaly?,Roma;Roma;Milano,Roma'
    expect(await show(text)).toEqual(['Italy? → Roma (Roma, Milano)'])
  })
})
