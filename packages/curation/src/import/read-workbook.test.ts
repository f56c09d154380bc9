import { ImportError } from '@qb/core/questions'
import { describe, expect, it } from 'vitest'
import { makeWorkbook, numberCell, SHORT_DATE } from '../testing/workbook.ts'
import { type ImportOptions, importQuestions } from './import-questions.ts'

const importSheets = (sheets: Parameters<typeof makeWorkbook>[0], settings: Partial<ImportOptions> = {}) =>
  importQuestions(makeWorkbook(sheets), { mapping: new Map(), decodeHtml: false, ...settings })

const HEAD = ['Question', 'Right answer', 'Wrong answer 1', 'Wrong answer 2']

describe('a workbook', () => {
  it('is read from its first sheet, or from the one that a person names', async () => {
    const sheets = {
      'hidden lists': [['x']],
      Rivers: [HEAD, ['Longest in Africa?', 'Nile', 'Congo', 'Niger']],
      Lakes: [HEAD, ['Deepest?', 'Baikal', 'Como', 'Garda']],
    }
    const first = await importSheets(sheets)
    expect(first.questions).toMatchObject([
      { question: 'Longest in Africa?', correct_answer: 'Nile', options: ['Congo', 'Niger', 'Nile'] },
    ])
    expect(first.notes).toContainEqual(expect.stringMatching(/--sheet .*Lakes/))
    expect(first.notes.join()).not.toContain('hidden lists')
    expect((await importSheets(sheets, { sheet: 'Lakes' })).questions).toMatchObject([
      { correct_answer: 'Baikal' },
    ])
    await expect(importSheets(sheets, { sheet: 'Seas' })).rejects.toThrow(/--sheet: expected one of "Rivers"/)
  })

  it('is read with a name that is above several columns', async () => {
    const { questions } = await importSheets({
      Rivers: [
        ['Question', 'Right answer', 'Wrong answers'],
        ['Longest?', 'Nile', 'Congo', 'Niger'],
      ],
    })
    expect(questions).toMatchObject([{ correct_answer: 'Nile', options: ['Congo', 'Niger', 'Nile'] }])
  })

  it.each<[string, Parameters<typeof numberCell>, string]>([
    ['a number', [42], '42'],
    ['a number with a binary rounding error', [0.1 + 0.2], '0.3'],
    ['a number of 13 digits', [1234567890123], '1234567890123'],
    ['a number with leading zeros', [7, '000'], '007'],
    ['a percentage', [0.5, '0%'], '50%'],
    ['a date', [45000, 'd mmmm yyyy'], '15 March 2023'],
    ['money', [3.5, '"€" 0.00'], '€ 3.50'],
    ['a time of twelve hours', [0.75, 'h:mm AM/PM'], '6:00 PM'],
    ['a time of twelve hours in its locale', [0.25, '[$-409]h:mm\\ am/pm;@'], '6:00 AM'],
    ['an hour', [0.75, 'h A/P'], '6 P'],
    ['a formula with its value', [6, 'General', 'SUM(A1:A3)'], '6'],
  ])('shows %s as people see it', async (_about, cell, expected) => {
    const { questions } = await importSheets({
      Quiz: [
        ['Question', 'Answer'],
        ['What?', numberCell(...cell)],
      ],
    })
    expect(questions).toMatchObject([{ correct_answer: expected }])
  })

  const NUMBERS = [
    ['a', numberCell(0.75)],
    ['b', numberCell(299792.5, '#,##0.0')],
    ['c', numberCell(5.97e24)],
    ['d', numberCell(6890, 'd mmmm yyyy')],
    ['e', numberCell(6890, SHORT_DATE)],
    ['f', { attributes: ' t="b"', content: '<v>1</v>' }],
    ['g', numberCell(6890, 'dd/mm/yyyy;@')],
    ['h', numberCell(6890, '[$-407]d/\\ mmmm\\ yyyy;@')],
    ['i', numberCell(6890, '[$-409]m/d/yyyy')],
  ] as const
  /** The last two, whose format names its locale. */
  const IN_OWN_LOCALE = ['11. November 1918', '11/11/1918']
  const ENGLISH = ['0.75', '299,792.5', '5.97E+24', '11 November 1918', '1918-11-11', 'TRUE', '11/11/1918']

  it.each([
    [
      'fr',
      'Combien de kilomètres la lumière parcourt-elle en une seconde dans le vide ? Donne une valeur arrondie. Quel jour la guerre mondiale a-t-elle pris fin, et dans quelle forêt les généraux ont-ils signé ?',
      ['0,75', '299 792,5', '5,97E+24', '11 novembre 1918', '11/11/1918', 'VRAI', '11/11/1918'],
    ],
    [
      'de',
      'Wie viele Kilometer legt das Licht in einer Sekunde zurück? Gib einen gerundeten Wert an. An welchem Tag endete der Krieg, und in welchem Wald haben die Generäle den Waffenstillstand unterschrieben?',
      ['0,75', '299.792,5', '5,97E+24', '11 November 1918', '11.11.1918', 'WAHR', '11.11.1918'],
    ],
    [
      'en',
      'How many kilometres does the light travel in a second? Give a value that is rounded. On which day did the war end, and in which forest have the generals signed the armistice of that war?',
      ENGLISH,
    ],
    [
      'es',
      '¿Cuántos kilómetros recorre la luz en un segundo en el vacío? Da un valor redondeado. ¿Qué día terminó la guerra mundial, y en qué bosque firmaron los generales el armisticio de aquella guerra?',
      // Only numbers differ between Spain and Mexico.
      ENGLISH.with(5, 'VERDADERO'),
    ],
    [
      'es, with a comma in a text',
      '¿Cuántos kilómetros recorre la luz en un segundo en el vacío? Da un valor redondeado. ¿Qué día terminó la guerra mundial, y en qué bosque firmaron los generales el armisticio, a 3,5 km de la ciudad?',
      ['0,75', '299.792,5', '5,97E+24', '11 noviembre 1918', '11/11/1918', 'VERDADERO', '11/11/1918'],
    ],
    [
      'pt-BR',
      'Quantos quilômetros a luz percorre em um segundo no vácuo? Dê um valor arredondado. Em que dia terminou a guerra mundial, e em qual floresta os generais assinaram o armistício daquela guerra?',
      ['0,75', '299.792,5', '5,97E+24', '11 novembro 1918', '11/11/1918', 'VERDADEIRO', '11/11/1918'],
    ],
    [
      'de, with many names and a comma in a text',
      'Höchster Berg? Everest Matterhorn Zugspitze Watzmann. Längster Fluss in Europa? Wolga Donau Rhein Elbe. Größte Stadt am Rhein? Köln Düsseldorf Mainz Basel Hamburg Toronto Boston Manchester: wie lang? 1,5 km',
      ['0,75', '299.792,5', '5,97E+24', '11 November 1918', '11.11.1918', 'WAHR', '11.11.1918'],
    ],
    ['too few', 'Combien de jours ?', ENGLISH],
  ])('writes numbers, dates and truth values as people see them: %s', async (_name, text, expected) => {
    const sheet = [['Question', 'Answer'], [text, 'x'], ...NUMBERS]
    const { questions, notes } = await importSheets({ Quiz: sheet })
    const shown = questions.slice(1).map(({ correct_answer }) => correct_answer)
    expect(shown).toEqual([...expected, ...IN_OWN_LOCALE])
    expect(notes.join().includes('--locale en')).toBe(expected[0] === '0,75')
    const given = await importSheets({ Quiz: sheet }, { locale: 'nl' })
    expect(given.questions[1]).toMatchObject({ correct_answer: '0,75' })
    const { questions: english } = await importSheets({ Quiz: sheet }, { locale: 'en' })
    expect(english[1]).toMatchObject({ correct_answer: '0.75' })
  })

  it.each([
    [
      'es',
      ['Pregunta', 'Correcta', 'Incorrecta 1'],
      '¿Cuántos millones de habitantes tiene la ciudad de Madrid?',
      'warning: 2 cells are written as in English (6.7; 3,404.0); --locale es writes 6,7 and 3.404,0, as in Spanish',
    ],
    [
      'fr',
      ['Question', 'Bonne réponse', 'Mauvaise réponse'],
      'Combien de millions de personnes habitent à Madrid ?',
      'warning: 2 cells are written as in English (6.7; 3,404.0); --locale fr writes 6,7 and 3\u202f404,0, as in French',
    ],
    [
      'de',
      ['Frage', 'Richtige Antwort', 'Falsche Antwort'],
      'Wie viele Millionen Menschen leben in der Stadt Berlin?',
      'warning: 2 cells are written as in English (6.7; 3,404.0); --locale de writes 6,7 and 3.404,0, as in German',
    ],
    [
      'de',
      ['Frage', 'Richtige Antwort', 'Falsche Antwort'],
      'Welcher Stern ist das? Sirius Wega Deneb Altair Welcher Planet ist das? Mars Saturn Welcher Mond ist das? Titan Io Welcher Komet ist das? Halley Encke Wie viel ist die Hälfte von 3?',
      'warning: 2 cells are written as in English (6.7; 3,404.0); --locale de writes 6,7 and 3.404,0, as in German',
    ],
  ])('names the language that is not certain: %s', async (locale, header, text, expected) => {
    const sheet = [header, [text, numberCell(6.7), numberCell(3404, '#,##0.0')]]
    expect((await importSheets({ Quiz: sheet })).notes.filter((note) => note.includes('--locale'))).toEqual([
      expected,
    ])
    expect((await importSheets({ Quiz: sheet }, { locale })).notes.join()).not.toContain('as in English (')
    const dates = [header, [text, numberCell(33_000, SHORT_DATE), 'x']]
    const warning = (await importSheets({ Quiz: dates })).notes.join('\n')
    expect(warning).toContain(`A short date is written as 2023-03-15; --locale ${locale} writes it as in`)
  })

  it('names no other language for numbers of English texts', async () => {
    const sheet = [
      ['Question', 'Answer'],
      ['How many millions of people live in Madrid?', numberCell(6.7)],
    ]
    expect((await importSheets({ Quiz: sheet })).notes.join()).not.toContain('--locale')
  })

  it('finds the language of the texts in the cells themselves, and refuses a locale that it does not know', async () => {
    const text =
      'Combien de kilomètres la lumière parcourt-elle en une seconde dans le vide ? Donne une valeur arrondie. Quel jour la guerre a-t-elle pris fin, et dans quelle forêt ?'
    const sheet = [
      ['Question', 'Answer'],
      [{ attributes: ' t="inlineStr"', content: `<is><t>${text}</t></is>` }, numberCell(0.75)],
    ].map((row) =>
      row.map((cell) =>
        typeof cell === 'string' ? { attributes: ' t="str"', content: `<v>${cell}</v>` } : cell,
      ),
    )
    expect((await importSheets({ Quiz: sheet })).questions).toMatchObject([{ correct_answer: '0,75' }])
    await expect(importSheets({ Quiz: sheet }, { locale: 'French' })).rejects.toThrow(
      /--locale: expected the locale of numbers, such as de or pt-BR, got "French"/,
    )
  })

  it('shows truth values, texts in parts and texts in the sheet itself', async () => {
    const cell = (type: string, content: string) => ({ attributes: ` t="${type}"`, content })
    const { questions } = await importSheets({
      Quiz: [
        ['Question', 'Answer'],
        ['Is it?', cell('b', '<v>1</v>')],
        ['Who?', cell('inlineStr', '<is><r><t>Ada </t></r><r><t>L.</t></r></is>')],
        ['What?', cell('str', '<f>"a"&amp;"b"</f><v>ab</v>')],
      ],
    })
    expect(questions.map(({ correct_answer }) => correct_answer)).toEqual(['TRUE', 'Ada L.', 'ab'])
  })

  it.each([
    ['an error', ' t="e"', '<f>1/0</f><v>#DIV/0!</v>', '#DIV/0!'],
    ['a formula without a value', '', '<f>SUM(A1:A3)</f>', 'open the workbook'],
  ])('leaves out a row with %s', async (_about, attributes, content, reason) => {
    const { questions, dropped } = await importSheets({
      Quiz: [['Question', 'Answer'], ['What?', { attributes, content }], [], ['Who?', 'I']],
    })
    expect(questions).toMatchObject([{ question: 'Who?' }])
    expect(dropped).toEqual([{ number: 2, reason: expect.stringContaining(reason) }])
  })

  it.each(['d-mmm', 'mmm-yy', 'd/m', 'h:mm', '[h]:mm:ss'] as const)(
    'warns of dates and times such as %s, because a spreadsheet turns 1/2 and 1:2 into them',
    async (pattern) => {
      const { notes } = await importSheets({
        Quiz: [
          ['Question', 'Answer'],
          ['½?', numberCell(45293, pattern)],
        ],
      })
      expect(notes).toContainEqual(
        expect.stringMatching(/^warning: 1 cell is a date or a time \(row 2\); .*the format Text/),
      )
    },
  )

  it('says how many numbers are written as in another language, and only then', async () => {
    const text =
      'Wie viele Kilometer legt das Licht in einer Sekunde zurück? Gib einen gerundeten Wert an. An welchem Tag endete der Krieg, und in welchem Wald haben die Generäle unterschrieben?'
    const sheet = [
      ['Question', 'Answer'],
      [text, numberCell(0.5)],
      ['x', numberCell(300)],
    ]
    const { notes } = await importSheets({ Quiz: sheet })
    expect(notes).toContainEqual(expect.stringMatching(/^1 cell is written as in German; --locale en/))
    const { notes: whole } = await importSheets({ Quiz: sheet.with(1, [text, numberCell(5)]) })
    expect(whole.join()).not.toContain('German')
  })

  it('writes numbers with a point beside Swiss texts, and with a comma beside one that has it', async () => {
    const text =
      'Combien coûte un billet de train de Genève à Lausanne pendant la journée ? Quelle est la population de la ville de Genève, et combien de personnes y travaillent chaque jour de la semaine ?'
    const sheet = (...texts: string[]) => [
      ['Question', 'Answer'],
      [text, numberCell(22.5)],
      ...texts.map((shown) => ['Population ?', shown]),
    ]
    const answerOf = async (...texts: string[]) =>
      (await importSheets({ Quiz: sheet(...texts) })).questions[0]?.correct_answer
    expect(await answerOf()).toBe('22,5')
    expect(await answerOf("203'000")).toBe('22.5')
    expect(await answerOf("203'000", '4,5')).toBe('22,5')
  })

  it('does not warn of a date with a day, a month and a year, which people see', async () => {
    const { notes } = await importSheets({
      Quiz: [
        ['Question', 'Answer'],
        ['When?', numberCell(45293, 'd mmmm yyyy')],
      ],
    })
    expect(notes.join()).not.toContain('is a date')
  })

  it('writes a percentage like the texts beside it, and warns of a date in another form', async () => {
    const { questions, notes, changes } = await importSheets({
      Quiz: [
        ['Question', 'Answer', 'Wrong answers'],
        ['How much is water?', numberCell(0.71, '0%'), '29 %; 50 %; 90 %'],
        ['How much is land?', numberCell(0.29, '0%'), '71%; 50%; 90%'],
        ['Which day?', '1993-01-01', '1. 1. 1992; 28. 10. 1918; 17. 11. 1989'],
        ['Which month?', '1. 1. 1993', '1. 2. 1992; 1. 10. 1918'],
        ['How far?', '5 km', '6 %; 7 %'],
      ],
    })
    expect(questions.map(({ correct_answer: answer }) => answer)).toEqual([
      '71 %',
      '29%',
      '1993-01-01',
      '1. 1. 1993',
      '5 km',
    ])
    expect(changes.get('numbers written like the others')).toBe(1)
    const odd = notes.filter((note) => note.includes('the only date in its form'))
    expect(odd).toEqual([expect.stringContaining('in number 4, which gives it away;')])
  })

  it.each([
    [[0.75, '0,7; 0,3; 0,55'], '0,75'],
    [[1.5, '0,5; 1,2; 2'], '1,5'],
    [['2,500', '2.005; 25.000'], '2.500'],
    [[-0.5, '-0,7; 0,3; 0,55'], '-0,5'],
    // A text has a comma, and two numbers have points: nothing says which sign is usual.
    [[0.75, '0,7; 0.3'], '0.75'],
    // A thousand and a half, or one and a half.
    [[1.5, '1,250; 2,000; 3,000'], '1.5'],
    [[0.125, '0,5; 0,25; 0,75'], '0.125'],
    [[0.75, 'Berlin; 0,3; 0,5'], '0.75'],
  ] as const)('writes the number of %j like the texts beside it, as %s', async ([number, wrong], answer) => {
    const { questions } = await importSheets({
      Quiz: [
        ['Question', 'Answer', 'Wrong answers'],
        ['How many?', typeof number === 'number' ? numberCell(number) : number, wrong],
      ],
    })
    expect(questions.map(({ correct_answer }) => correct_answer)).toEqual([answer])
  })

  it('keeps the columns of a row with empty cells', async () => {
    const { questions } = await importSheets({
      Quiz: [
        ['Question', 'A', 'B', 'C', 'Answer'],
        ['First planet?', 'Mars', undefined, 'Mercury', 'C'],
        ['Second planet?', 'Mars', 'Venus', 'Mercury', 'B'],
      ],
    })
    expect(questions.map(({ correct_answer }) => correct_answer)).toEqual(['Mercury', 'Venus'])
  })

  it('is read with its raised, lowered and struck out characters as people see them', async () => {
    const rich = (...runs: string[]) => ({
      attributes: ' t="inlineStr"',
      content: `<is>${runs.join('')}</is>`,
    })
    const run = (text: string, style = '') => `<r><rPr>${style}</rPr><t>${text}</t></r>`
    const sup = '<vertAlign val="superscript"/>'
    const { questions } = await importSheets({
      Quiz: [
        ['Question', 'A', 'B', 'Answer'],
        [
          rich(run('What is 2'), run('3', sup), run('?')),
          rich(run('H'), run('2', '<vertAlign val="subscript"/>'), run('O')),
          rich(run('Rome', '<strike/>'), run('x'), run('n-1', sup)),
          'B',
        ],
      ],
    })
    expect(questions).toMatchObject([
      { question: 'What is 2³?', correct_answer: 'x^(n-1)', options: ['H₂O', 'x^(n-1)'] },
    ])
  })

  it.each([
    ['has no cells', { Quiz: [] }, /empty sheet "Quiz"/],
    ['has no sheets', {}, /--sheet/],
    [
      'has no known column',
      { Quiz: [['Galdera', 'Erantzuna']] },
      /expected a column for question and correct_answer/,
    ],
  ])('is refused when it %s', async (_about, sheets, message) => {
    await expect(importSheets(sheets)).rejects.toThrow(message)
    await expect(importSheets(sheets)).rejects.toThrow(ImportError)
  })
})
