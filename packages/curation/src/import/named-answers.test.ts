// Tests that a sentence beside a question that names another answer decides: in an explanation, a note, the question itself, a row of
// its own, a place, or the points of options.
import { describe, expect, it } from 'vitest'
import { show } from '../testing/show.ts'

const ROME = 'Italy? → Rome (Paris, Rome, Oslo)'

describe('an explanation', () => {
  const explain = (explanation: string) =>
    show(
      `Question|A|B|C|Answer|Explanation\nPeru?|Cusco|Lima|Quito|A|${explanation}\nItaly?|Paris|Rome|Oslo|B|`,
    )

  it.each([
    'Correct answer B - Lima',
    'The right answer B because of its port',
    'Option B. Lima was founded in 1535',
    '(B) Lima was founded in 1535',
    'B. Lima was founded in 1535',
    'B - Lima',
    'B because it is',
    'Answer B, since 1535.',
    'Ans: Lima. It lies on the Rímac.',
    'Answer: B. It lies on the Rímac.',
    'Respuesta: Lima, desde 1535',
  ])('that names another option leaves the question out: %s', async (explanation) => {
    expect(await explain(explanation)).toEqual([ROME, `2: "Cusco" with "${explanation}"`])
  })

  it.each([
    'A. Cusco was the capital of the Inca',
    '(B) is a common mistake',
    'B. Obama was there',
    'Option A. Cusco; option B. Lima',
    'Answer: Cusco. Lima is the capital of today.',
    'A: Cusco, B: Lima, C: Quito',
  ])('with another meaning leaves none out: %s', async (explanation) => {
    expect(await explain(explanation)).toHaveLength(2)
    expect((await explain(explanation))[0]).toContain('Peru? → Cusco')
  })
})

describe('an explanation of a statement', () => {
  const state = (answer: string, explanation: string) =>
    show(
      `Statement|Answer|Explanation\nWater is dry.|${answer}|${explanation}\nFire is hot.|True|\nIce is hot.|False|`,
    )

  it.each([
    ['True', 'False, it is wet.'],
    ['True', 'This is false.'],
    ['False', 'True'],
    ['True', "C'est faux : elle est mouillée."],
    ['True', 'Falsch! Es ist nass.'],
  ])('that says the opposite leaves it out: %s, %s', async (answer, explanation) => {
    expect(await state(answer, explanation)).toContain(`2: "${answer}" with "${explanation}"`)
  })

  it.each([
    ['False', 'False, it is wet.'],
    ['False', 'True: water is wet.'],
    ['False', 'Richtig: Wasser ist nass.'],
    ['False', 'No, it is wet.'],
    ['True', 'Correct!'],
    ['True', 'False teeth are dry'],
  ])('that does not is served: %s, %s', async (answer, explanation) => {
    expect(await state(answer, explanation)).toContain(
      `Water is dry. → ${answer} (True, False); ${explanation}`,
    )
  })
})

describe('a short note', () => {
  const note = (text: string) =>
    show(`Question|A|B|C|Answer|Note\nPeru?|Cusco|Lima|Quito|A|${text}\nItaly?|Paris|Rome|Oslo|B|`)

  it.each([
    "I think it's Lima",
    'ich glaube, es ist Lima',
    'je pense que c’est Lima',
    '2 (not 1)',
    'no, not Cusco',
  ])('that gives an opinion leaves the question out: %s', async (text) => {
    expect(await note(text)).toEqual([ROME, `2: "Cusco" with "${text}"`])
  })

  it.each(['it is not Lima', 'Lima should be seen, too', 'Cusco, not Lima'])(
    'with another meaning leaves none out: %s',
    async (text) => expect(await note(text)).toHaveLength(2),
  )
})

describe('a question that has its answer', () => {
  const ask = (question: string) =>
    show(`Question|A|B|C|Answer\n${question}|Cusco|Lima|Quito|B\nItaly?|Paris|Rome|Oslo|B`)

  it.each(['Peru? (Answer: B)', 'Peru? Ans: B', '[correct answer is Lima] Peru?', 'Peru? (should be B)'])(
    'is served without it: %s',
    async (question) => expect(await ask(question)).toEqual(['Peru? → Lima (Cusco, Lima, Quito)', ROME]),
  )

  it.each(['Peru? (Answer: A)', 'Peru? Ans: A', 'Peru? (correct answer is Quito)', '(should be C) Peru?'])(
    'is left out when it names another one: %s',
    async (question) => {
      const hint = question.replace(/.*\(|\).*|^Peru\? /g, '')
      expect(await ask(question)).toEqual([ROME, `2: "${hint}" beside "Lima"`])
    },
  )

  it.each(['Peru? [B]', 'Peru is in ___. (b)', 'Peru? (Lima)'])(
    'is served without one in brackets behind its end: %s',
    async (question) => {
      expect((await ask(question))[0]).toBe(
        `${question.replace(/ [([]\w+[)\]]$/, '')} → Lima (Cusco, Lima, Quito)`,
      )
    },
  )

  it.each(['Peru? [A]', 'Peru is in ___. (c)', 'Peru? (Quito)'])(
    'is left out when another one is in brackets behind its end: %s',
    async (question) => expect((await ask(question))[1]).toMatch(/^2: "\w+" beside "Lima"$/),
  )

  it.each(['Peru? (F)', 'Peru? [1]', 'Peru? (on the coast)', 'Peru (A)?', 'Which vitamin is meant (C)'])(
    'is kept as it is with another text in brackets: %s',
    async (question) => expect((await ask(question))[0]).toBe(`${question} → Lima (Cusco, Lima, Quito)`),
  )

  it.each([
    'Peru? (answer: Cusco or Lima)',
    'Peru? (choose the correct one)',
    'What is right: (A) or (C)?',
    'Peru? (Hint: Cusco is old)',
  ])('is kept as it is without one: %s', async (question) => {
    expect((await ask(question))[0]).toBe(`${question} → Lima (Cusco, Lima, Quito)`)
  })
})

it('keeps what a question says of the form of a typed answer', async () => {
  expect(await show('Question,Answer\nPi? (answer: two decimals),3.14\nPeru? (answer: Lima),Lima')).toEqual([
    'Pi? (answer: two decimals) → 3.14',
    'Peru? → Lima',
  ])
})

describe('a row of its own', () => {
  const beside = (row: string) =>
    show(`No,Question,A,B,C,Answer\n1,Peru?,Cusco,Lima,Quito,A\n${row}\n2,Italy?,Paris,Rome,Oslo,B`)

  it.each([
    '"Note: Q1 is B, sorry"',
    'Q1: B',
    'Q1: Lima',
    '* 1: B instead of A',
    'Korrektur: Bei Frage 1 ist B richtig',
    'N.B. : la bonne réponse à la question 1 est B',
    '^ should be B',
    '-> B',
    'B!',
  ])('that corrects an answer refuses the file: %s', async (text) => {
    const shown = text.replaceAll('"', '')
    expect(await beside(`${text},,,,,`)).toEqual([`refused: the correction "${shown}"`])
    expect(await beside(`,${text},,,,`)).toEqual([`refused: the correction "${shown}"`])
  })

  it.each(['Part B', 'Vitamin B', 'Question 1 is easy', 'Round 1: rivers', 'Good luck!', 'Section: A'])(
    'with another meaning is left out: %s',
    async (text) => expect(await beside(`,${text},,,,`)).toHaveLength(3),
  )

  it('that has only an answer is a second one of the question above', async () => {
    const reasons = ['2: a list of 2']
    expect(await beside(',,,,,B')).toEqual([ROME, ...reasons])
    const empty = 'Question,A,B,C,Answer\nPeru?,Cusco,Lima,Quito,\n,,,,B\nItaly?,Paris,Rome,Oslo,B'
    expect(await show(empty)).toEqual(['Peru? → Lima (Cusco, Lima, Quito)', ROME])
  })
})

describe('the place of an answer beside its text', () => {
  const place = (...rows: string[]) => show(`Question,A,B,C,Answer,Answer index\n${rows.join('\n')}`)
  const [peru, italy, rome] = [
    'Peru?,Cusco,Lima,Quito,Lima,',
    'Italy?,Paris,Rome,Oslo,Rome,',
    'Lazio?,Oslo,Bern,Rome,Rome,',
  ]

  it('counts from the number of most rows', async () => {
    expect(await place(`${peru}1`, `${italy}1`, `${rome}3`)).toContain('4: "3" beside "Rome"')
    expect(await place(`${peru}2`, `${italy}2`, `${rome}2`)).toContain('4: "2" beside "Rome"')
  })

  it('decides nothing when as many rows count from 0 as from 1', async () => {
    expect(await place(`${peru}1`, `${italy}2`)).toEqual(['refused: "1" beside "Lima"'])
  })
})

describe('the points of options', () => {
  it('mark the right one', async () => {
    const sheet =
      'Question;Answer 1;Points 1;Answer 2;Points 2\nItaly?;Rome;1;Paris;0\nPeru?;Cusco;-1;Lima;2\nBoth?;X;0,5;Y;1'
    expect(await show(sheet)).toEqual(['Italy? → Rome (Rome, Paris)', 'Peru? → Lima (Cusco, Lima)', '4: 2'])
    expect(await show('Question,A,A ok,B,B ok\nItaly?,Rome,x,Oslo,\nPeru?,Cusco,,Lima,✓')).toHaveLength(2)
  })

  it('leave a question out whose answer is another one', async () => {
    const sheet = 'Question,A,B,Answer,Points A,Points B\nPeru?,Cusco,Lima,B,100,0\nItaly?,Paris,Rome,B,0,100'
    expect(await show(sheet)).toEqual(['Italy? → Rome (Paris, Rome)', '2: "B" beside "Cusco"'])
  })
})

describe('wrong answers between slashes', () => {
  const wrong = (answer: string, cell: string) =>
    show(`Question;Answer;Distractors\nItaly?;${answer};${cell}`)

  it.each([
    ['Rome', 'Paris/Oslo/Bern', ['Italy? → Rome (Bern, Oslo, Paris, Rome)']],
    ['Rome', 'Paris/Oslo', ['refused: "Paris/Oslo"; --separator says which one it is']],
    ['AC/DC', 'U2/Queen/ABBA', ['refused: "U2/Queen/ABBA"; --separator says which one it is']],
    ['km', 'm/s', ['Italy? → km (km, m/s)']],
    ['1918', '11/11/1918', ['Italy? → 1918 (11/11/1918, 1918)']],
    ['+', '-', ['Italy? → + (+, -)']],
    ['Rome', '-', ['Italy? → Rome']],
  ])('are several when they are words: %s, %s', async (answer, cell, shown) => {
    expect(await wrong(answer, cell)).toEqual(shown)
  })
})

describe('forms that a person can read', () => {
  it.each([
    ['Correct 1', 'Correct 2', 'Wrong 1', 'Wrong 2'],
    ['Bonne réponse 1', 'Bonne réponse 2', 'Mauvaise réponse 1', 'Mauvaise réponse 2'],
    ['Right answer 1', 'Right answer 2', 'Wrong answer 1', 'Wrong answer 2'],
  ])('are several columns of right answers: %s', async (...names) => {
    expect(await show(`Question,${names}\nItaly?,Rome,,Oslo,Bern\nCities?,Rome,Pisa,Oslo,Bern`)).toEqual([
      'Italy? → Rome (Bern, Oslo, Rome)',
      '3: also "Pisa"',
    ])
  })

  it('are a right answer with another name beside columns of keys', async () => {
    expect(await show('Question,Answer,Key 1\nItaly?,Rome,x1')).toEqual(['Italy? → Rome'])
    const again = 'Question,Bonne réponse,Bonne réponse 2\nItaly?,Rome,\nCities?,Rome,Pisa'
    expect(await show(again)).toEqual(['Italy? → Rome', '3: also "Pisa"'])
  })

  it('are the numbers of a template of Blooket', async () => {
    const sheet =
      'Question Text,Answer 1,Answer 2,"Correct Answer(s)\n(Only include Answer #)"\n3-1?,1,2,2\n5-4?,2,1,2'
    expect(await show(sheet)).toEqual(['3-1? → 2 (1, 2)', '5-4? → 1 (2, 1)'])
  })

  it.each([
    ['V', 'F'],
    ['R', 'F'],
  ])('are columns of the first letters of true and false: %s, %s', async (right, wrong) => {
    expect(await show(`Statement;${right};${wrong}\nFire is hot.;x;\nIce is hot.;;x\nBoth.;x;x`)).toEqual([
      `Fire is hot. → ${right} (${right}, ${wrong})`,
      `Ice is hot. → ${wrong} (${right}, ${wrong})`,
      '4: an empty text',
    ])
  })

  it('are a French list, a list in lines, and statements with letters', async () => {
    const french = 'Question 1 : Le Pérou ?\nA : Cuzco\nB : Lima\nRéponse : B\n'
    expect(await show(french)).toEqual(['Le Pérou ? → Lima (Cuzco, Lima)'])
    expect(await show('1) Peru? a) Cusco b) Lima (b)\n2) Italy? a) Rome b) Oslo (a)\n')).toEqual([
      'Peru? → Lima (Cusco, Lima)',
      'Italy? → Rome (Rome, Oslo)',
    ])
    const ratio = '1. Find A.\nA : B = 2 : 3\na) 2\nb) 4\nAnswer: a\n'
    expect(await show(ratio)).toEqual(['Find A.\nA : B = 2 : 3 → 2 (2, 4)'])
    expect(await show('True/False\n1. Fire is hot. T\n2. Ice is hot. (F)\n')).toEqual([
      'Fire is hot. → True (True, False)',
      'Ice is hot. → False (True, False)',
    ])
  })

  it('are the letters of Aiken beside options that are letters', async () => {
    expect(await show('Grade?\nA) B\nB) A\nANSWER: A\n')).toEqual(['Grade? → B (B, A)'])
    expect(await show('Grade?\nA) B\nB) A\nAnswer: A\n')).toEqual(['refused: the answer "A"'])
  })

  it('are no reason to ask what numbers count from when the file says it', async () => {
    const sheet = 'Question,A,B,C,Answer\nPeru?,,Lima,Quito,2\nItaly?,,Rome,Oslo,1\nNorway?,Bern,Rome,Oslo,3'
    expect(await show(sheet)).toContain('3: "1"')
  })
})
