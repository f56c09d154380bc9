// Files of other tools, each in a form of its own. Questions without one correct answer are left out with the reason.
import { ImportError } from '@qb/core/questions'
import { describe, expect, it } from 'vitest'
import { makeWorkbook } from '../testing/workbook.ts'
import { type ImportOptions, importQuestions } from './import-questions.ts'

type Settings = Partial<ImportOptions> & { readonly map?: Record<string, never> }

async function importText(text: string | Uint8Array, settings: Settings = {}) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  return importQuestions(bytes, { mapping: new Map(), decodeHtml: false, ...settings })
}

/** The questions of a file as `question → correct answer (of the options)`, and what is left out as `number: got`. */
async function show(text: string | Uint8Array, settings: Settings = {}) {
  const { questions, dropped } = await importText(text, settings)
  const shown = questions.map(({ question, correct_answer, options }) => {
    return `${question} → ${correct_answer}${options ? ` (${options.join(', ')})` : ''}`
  })
  return [...shown, ...dropped.map(({ number, reason }) => `${number}: ${/got (.*)$/.exec(reason)?.[1]}`)]
}

describe('GIFT', () => {
  it.each<[string, string, string[]]>([
    [
      'one correct option',
      '::Capital:: Capital of France? {\n=Paris#Yes\n~Rome#No\n~Oslo\n}',
      ['Capital of France? → Paris (Paris, Rome, Oslo)'],
    ],
    [
      'truth values',
      '// A comment\nIs water wet? {T}\n\nIs fire cold?{FALSE#No, it is hot}',
      ['Is water wet? → True (True, False)', 'Is fire cold? → False (True, False)'],
    ],
    ['a short answer', 'Who wrote Emma? {=Jane Austen}', ['Who wrote Emma? → Jane Austen']],
    ['an exact number', 'When did the war end? {#1945}', ['When did the war end? → 1945']],
    ['an exact number as Moodle writes it', 'When? {#\n\t=%100%1945:0#Yes\n}', ['When? → 1945']],
    [
      'a missing word',
      'The Nile flows into {~the Red Sea =the Mediterranean} at last.',
      ['The Nile flows into _____ at last. → the Mediterranean (the Red Sea, the Mediterranean)'],
    ],
    ['escaped characters', 'Which is x\\=1? {=\\{1\\} ~a\\~b ~2}', ['Which is x=1? → {1} ({1}, a~b, 2)']],
    [
      'HTML',
      '[html]<p>What is H<sub>2</sub>O?</p> {=water ~10<sup>3</sup>}',
      ['What is H₂O? → water (water, 10³)'],
    ],
    ['one option with all of the points', 'Who? {~%100%Ann ~%-50%Bob}', ['Who? → Ann (Ann, Bob)']],
  ])('reads %s', async (_about, text, expected) => {
    expect(await show(text)).toEqual(expected)
  })

  it('is refused with arguments about letters and numbers, which it has none of', async () => {
    const text = 'Capital of France? {=Paris ~Rome}'
    await expect(importText(text, { answers: 'letter' })).rejects.toThrow(/^--answers: expected a file/)
    await expect(importText(text, { from: 0 })).rejects.toThrow(/^--from: expected a file/)
    expect(await show(text, { answers: 'text' })).toEqual(['Capital of France? → Paris (Paris, Rome)'])
  })

  it.each([
    ['an essay', 'Why? {}', 'an essay'],
    ['several answers', 'Who? {=Ann =Anna}', '2 answers that are right or partly right'],
    ['pairs', 'Match. {=a -> 1 =b -> 2}', 'pairs to match'],
    ['partly right answers', 'Which? {~%50%a ~%50%b ~%-100%c}', '2 answers that are right or partly right'],
    ['a range', 'When? {#1940..1950}', 'a range of numbers'],
    ['a picture', 'Who? <img src="x.png"> {=Ann ~Bob}', 'one with <img>'],
    [
      'a sign that can be a part of an answer',
      'Which? {=C#\n~Java}',
      'a # that can be a part of an answer, such as C#, or start a comment',
    ],
    ['a description', 'Read this.', 'a text without one pair of braces'],
  ])('leaves out %s', async (_about, text, got) => {
    expect(await show(`Is it? {T}\n\n${text}`)).toEqual(['Is it? → True (True, False)', `3: ${got}`])
  })

  it('reads categories as topics and general feedback as the explanation', async () => {
    const { questions } = await importText(
      '$CATEGORY: $course$/top/Rivers\n\nLongest? {=Nile ~Po####By length.}',
    )
    expect(questions).toMatchObject([{ topic: 'Rivers', explanation: 'By length.' }])
  })

  it.each(['1. Who?\na) Ann{}x\nb) Bob\nAnswer: b\n', 'question\tanswer{}\nWho?\tBob\n'])(
    'is told from other texts in time linear in the tabs of a line: %j',
    async (text) => {
      const given = text.replace('{}', '\t'.repeat(100_000))
      const shown = await importText(given).then(({ questions }) => questions[0]?.correct_answer, String)
      expect(shown).toMatch(/^Bob$|expected at most/)
    },
  )

  it('is told from other texts in time linear in the white space above them', async () => {
    expect(await show(`${' '.repeat(1_000_000)}\nQ: Who?\nA: Ann\n`)).toEqual(['Who? → Ann'])
  })

  it('is not what a sheet with braces is', async () => {
    expect(await show('question,answer\nWhat is {} in Python?,an empty dict\n')).toEqual([
      'What is {} in Python? → an empty dict',
    ])
  })
})

describe('Aiken', () => {
  it('reads numbered questions, small letters, and answers with their texts', async () => {
    const text = [
      '1. Capital of France?\na) Rome\nb) Paris\nAnswer: b\n',
      'Q2) Capital of Italy?\n(a) Rome\n(b) Paris\nCorrect answer: Rome\n',
      '3: Capital of Norway?\nA. Oslo\nB. Paris\nAns: A. Oslo\n',
      '1984. Who wrote it?\na) Orwell\nb) Huxley\nAnswer: a) Huxley\n',
      '2001. Who filmed it?\na) Kubrick\nb) Lucas\nAnswer: a\n',
    ]
    expect(await show(text.join('\n'))).toEqual([
      'Capital of France? → Paris (Rome, Paris)',
      'Capital of Italy? → Rome (Rome, Paris)',
      'Capital of Norway? → Oslo (Oslo, Paris)',
      '2001. Who filmed it? → Kubrick (Kubrick, Lucas)',
      expect.stringMatching(/^16: .*"a\) Huxley"/),
    ])
  })

  it('keeps notes below an answer, and titles, out of the next question', async () => {
    const text = [
      'Geography Quiz\nName: ____\n',
      '11. Capital of France?\nA. Rome\nB. Paris\nANSWER: B\nDifficulty: Easy\nReference: p. 12\n',
      '12. Capital of Italy?\nA. Rome\nB. Paris\nANSWER: A\nExplanation: Since 1871.\nBefore it was Florence.\n',
      'Section 2\n',
      '13. Capital of Norway?\nA. Oslo\nB. Paris\nANSWER: A\nHint: North.\n',
    ]
    expect(await show(text.join('\n'))).toEqual([
      'Capital of France? → Paris (Rome, Paris)',
      'Capital of Italy? → Rome (Rome, Paris)',
      'Capital of Norway? → Oslo (Oslo, Paris)',
    ])
    const unnumbered = [
      'Capital of France?\nA. Rome\nB. Paris\nANSWER: B\nDifficulty: Easy\n',
      'Capital of Italy?\nA. Rome\nB. Paris\nANSWER: A\n',
      'Rivers\n\nLongest?\nA. Nile\nB. Congo\nANSWER: A\n',
    ]
    expect(await show(unnumbered.join('\n'))).toEqual([
      'Capital of France? → Paris (Rome, Paris)',
      'Capital of Italy? → Rome (Rome, Paris)',
      expect.stringMatching(/^12: /),
    ])
  })

  it('reads options in two columns', async () => {
    const text = 'Capital of France?\nA. Rome          C. Oslo\nB. Paris         D. Bern\nANSWER: B\n'
    expect(await show(text)).toEqual(['Capital of France? → Paris (Rome, Paris, Oslo, Bern)'])
    const tabs = 'Capital of France?\nA.\tRome\tC.\tOslo\nB.\tParis\tD.\tBern\nANSWER: B\n'
    expect(await show(tabs)).toEqual(['Capital of France? → Paris (Rome, Paris, Oslo, Bern)'])
  })

  it('keeps the indentation of code, and leaves out options that differ in their indentation only', async () => {
    const text = [
      'What is printed?\ndef f():\n    return 1\nA. 1\nB. if x:\n     return 2\nANSWER: B\n',
      'Which is in the loop?\nA) f()\nB)     f()\nANSWER: B\n',
    ]
    expect(await show(text.join('\n'))).toEqual([
      'What is printed?\ndef f():\n    return 1 → if x:\n     return 2 (1, if x:\n     return 2)',
      '9: "f()" again',
    ])
  })

  it('reads questions, and leaves out what is not complete', async () => {
    const text = [
      'Capital of France?\nA. Rome\nB. Paris\nANSWER: B\n',
      'Capital of Italy?\r\nA) Rome\r\nB) Paris\r\nANSWER: A\r\n',
      'Two?\nA. x\nB. y\nANSWER: A, B\n',
      'None?\nA. x\nB. y\nANSWER: C\n',
      'Gap?\nA. x\nC. y\nANSWER: C\n',
      'Lost?\nA. x\nB. y\n\nNext?\nA. x\nB. y\nANSWER: A\n',
      'Last?\nA. x\nB. y\n',
    ]
    expect((await show(text.join('\n'))).map((line) => line.replace(/: .*/, ''))).toEqual([
      'Capital of France? → Paris (Rome, Paris)',
      'Capital of Italy? → Rome (Rome, Paris)',
      ...['11', '16', '21', '26', '35'],
    ])
  })
})

describe('a list of questions', () => {
  const FRANCE = 'Capital of France? → Paris (Rome, Paris)'
  const ITALY = 'Capital of Italy? → Rome (Rome, Paris)'

  it.each<[string, string, string[]]>([
    ['letters in brackets', 'Capital of France?\n(A) Rome\n(B) Paris\nANSWER: (B)\n', [FRANCE]],
    [
      'questions and answers',
      'Q: Capital of France?\nA: Paris\n\nQ: Capital of Italy?\nA: Rome\n',
      ['Capital of France? → Paris', 'Capital of Italy? → Rome'],
    ],
    [
      'questions and answers with numbers',
      '1. What is 2 + 2?\nAnswer: 4\n2. Capital of Italy?\nAnswer: Rome\n',
      ['What is 2 + 2? → 4', 'Capital of Italy? → Rome'],
    ],
    [
      'boxes of Markdown',
      '# Quiz\n\n## Capital of France?\n\n- [ ] Rome\n- [x] Paris\n\n## Capital of Italy?\n\n- [x] Rome\n- [ ] Paris\n',
      [FRANCE, ITALY],
    ],
    ...(['+-', '=~'] as const).map(([right, wrong]): [string, string, string[]] => [
      `the signs ${right} and ${wrong}`,
      `Capital of France?\n${wrong}Rome\n${right}Paris\n\nCapital of Italy?\n${right} Rome\n${wrong} Paris\n`,
      [FRANCE, ITALY],
    ]),
    [
      'the signs of several answers',
      'Even?\n+two\n+four\n\nCapital of Italy?\n+Rome\n-Paris\n',
      [ITALY, '1: 2 marked'],
    ],
    [
      'lines before the numbers',
      '____ 1. Capital of France?\nA. Rome\nB. Paris\nANS: B\n\n____ 2. Capital of Italy?\nA. Rome\nB. Paris\nANS: A\n',
      [FRANCE, ITALY],
    ],
    [
      'stars, as in Respondus',
      'Type: MC\n1) Capital of France?\n~ It is on the Seine.\na) Rome\n*b) Paris\n\n2) Capital of Italy?\n*a) Rome\nb) Paris\n',
      [FRANCE, ITALY],
    ],
    [
      'marks behind the options',
      '1. Capital of France?\nA. Rome\nB. Paris (correct)\n2. Capital of Italy?\nA. Rome ✓\nB. Paris\n',
      [FRANCE, ITALY],
    ],
    [
      'Markdown of an assistant',
      '### 1. Capital of France?\n\n- A) Rome\n- B) Paris\n\n**Answer:** B) Paris\n\n---\n\n**Question 2:** Capital of Italy?\nA) Rome\nB) Paris\n**Correct answer: A**\n',
      [FRANCE, ITALY],
    ],
    [
      'another alphabet',
      '1. Capital of France?\nа) Rome\nб) Paris\nОтвет: б\n\n2. Capital of Italy?\nа) Rome\nб) Paris\nПравильный ответ: а) Rome\n',
      [FRANCE, ITALY],
    ],
    ['signs of Chinese', '1、Capital of France?\nA、Rome\nB、Paris\n答案：B\n', [FRANCE]],
    [
      'options with numbers',
      '1. Capital of France?\n1) Rome\n2) Paris\nAnswer: 2\n\n2. Capital of Italy?\n1) Rome\n2) Paris\nAnswer: Rome\n',
      [FRANCE, ITALY],
    ],
    [
      'options in one line',
      '1. Capital of France? a) Rome b) Paris\nAnswer: b\n2. Capital of Italy?\na) Rome b) Paris\nAnswer: a\n',
      [FRANCE, ITALY],
    ],
    [
      'parts, each with numbers from 1',
      'Part I\n1. Capital of France?\nA. Rome\nB. Paris\nAnswer: B\n\nPart II\n1. Capital of Italy?\nA. Rome\nB. Paris\nAnswer: A\n',
      [FRANCE, ITALY],
    ],
    [
      'answers without a colon, and options with numbers in columns',
      'Q.1 Capital of France?\n(1) Rome  (2) Paris\nAns. (2)\nQ.2 Capital of Italy?\n(1) Rome\n(2) Paris\nAnswer (1)\n',
      [FRANCE, ITALY],
    ],
    [
      'numbers in lines of their own',
      'Question 1\nCapital of France?\nA. Rome\nB. Paris\nAnswer: B\n\nQuestion 2\nCapital of Italy?\nA. Rome\nB. Paris\nAnswer: A\n',
      [FRANCE, ITALY],
    ],
    ['signs of boxes', '1) Capital of France?\n☐ Rome\n☑ Paris\n', [FRANCE]],
    [
      'statements with Roman numbers',
      'Which is true?\nI. Ice is cold.\nII. Ice is hot.\nA. I\nB. II\nANSWER: A\n',
      ['Which is true?\nI. Ice is cold.\nII. Ice is hot. → I (I, II)'],
    ],
    [
      'names of options',
      'Question: Capital of France?\nOption A: Rome\nOption B: Paris\nCorrect: B\n',
      [FRANCE],
    ],
    [
      'a letter and its text in other signs',
      '1. Capital of France?\nA: Rome\nB: Paris\nAnswer: B - Paris\n2. Capital of Italy?\nA: Rome\nB: Paris\nAnswer: A (Rome)\n',
      [FRANCE, ITALY],
    ],
    [
      'a key below it',
      '1. Capital of France?\na) Rome\nb) Paris\n\n2. Capital of Italy?\na) Rome\nb) Paris\n\nAnswer key:\n1. b\n2. a\n',
      [FRANCE, ITALY],
    ],
    ...[
      'Answers: 1.B 2.A',
      '1-B, 2-A',
      '**Answer Key**\n\n1. **B**\n2. **A**',
      'Answer key: 1B 2A',
      'ANSWERS 1) b 2) a',
      'Lösungen: 1) b;  2) a.',
      '## Answer key\n\n| Question | Answer |\n|---|---|\n| 1 | B |\n| 2 | A |',
      'Answers: 1. B | 2. A',
      '| 1 | **B** |\n| 2 | **A** |',
      'Answer key\n1. Paris\n2. Rome',
      '**Answers**\n\n1. B - Paris is on the Seine.\n2) A. Rome, since 1871.',
    ].map((key): [string, string, string[]] => [
      `the key ${key}`,
      `1. Capital of France?\na) Rome\nb) Paris\n\n2. Capital of Italy?\na) Rome\nb) Paris\n\n${key}\n`,
      [FRANCE, ITALY],
    ]),
    [
      'statements with numbers',
      'Which are true?\n1. Ice is cold.\n2. Ice is hot.\n3. Fire is hot.\nA. 1 and 2\nB. 1 and 3\nANSWER: B\n',
      ['Which are true?\n1. Ice is cold.\n2. Ice is hot.\n3. Fire is hot. → 1 and 3 (1 and 2, 1 and 3)'],
    ],
    [
      'a question without an answer',
      '1. Capital of Spain?\nA. Rome\nB. Paris\n2. Capital of Italy?\nA. Rome\nB. Paris\nAnswer: A\n',
      [ITALY, '1: none'],
    ],
  ])('is read with %s', async (_about, text, expected) => {
    expect(await show(text)).toEqual(expected)
  })

  it.each<[string, string]>([
    ['A) Rome / *B) Paris / Answer: A', 'the answer "A" beside the mark of "Paris"'],
    ['A) Rome / B) Paris ✓ / Answer: A', 'the answer "A" beside the mark of "Paris ✓"'],
    ['A) Rome / B) Paris (correct) / Answer: A', 'the answer "A" beside the mark of "Paris (correct)"'],
    ['A) Rom / B) Paris (richtig) / Lösung: A', 'the answer "A" beside the mark of "Paris (richtig)"'],
    ['A) Rome / B) Paris <- correct / Answer: A', 'the answer "A" beside the mark of "Paris <- correct"'],
    ...[
      '**Paris**',
      '__Paris__',
      '==Paris==',
      '<u>Paris</u>',
      'Paris ←',
      'Paris <-',
      'Paris 👈',
      'Paris - correct',
    ].map((marked): [string, string] => [
      `A) Rome / B) ${marked} / Answer: A`,
      `the answer "A" beside the mark of ${JSON.stringify(marked)}`,
    ]),
    ['A) Rome / **B) Paris** / Answer: Rome', 'the answer "Rome" beside the mark of "Paris"'],
    ['- [ ] Rome / - [x] Paris / Answer: Rome', 'the answer "Rome" beside the mark of "Paris"'],
    ['- [x] Rome / - [ ] Paris (correct)', '2 marked'],
    ['*A) Rome / *B) Paris / C) Oslo / Answer: A', 'the answer "A" beside 2 marked'],
    ['A) Rome / B) Paris / Answer: A / Answer: B', 'the answer "A" beside the answer "B"'],
    ['A) Rome / B) Paris / Answer: A / Easy. / Answer: B', 'the answer "A" beside the answer "B"'],
    [
      'A) Rome / B) Paris / Answer: A / Explanation: It is. / Answer: B',
      'the answer "A" beside the answer "B"',
    ],
    ['A) Rome / B) Paris / Answer: A / Answer key / 1. B', 'the answer "A" beside the answer "B"'],
    ['A) Rome / B) Paris / Answer: A / The correct answer is B.', 'the answer "A" beside the answer "B"'],
    [
      'A) Rome / B) Paris (correct answer) / Answer: A',
      'the answer "A" beside the mark of "Paris (correct answer)"',
    ],
    ['( ) Rome / (x) Paris / Answer: Rome', 'the answer "Rome" beside the mark of "Paris"'],
    ['A) Rome / B) Paris / Answer: A / Answer key / 1. Paris', 'the answer "A" beside the answer "Paris"'],
    ['A) Rome / B) Paris / Answer key / 1. B - Paris or Rome', 'the answer "B - Paris or Rome"'],
    ['A) Rome / *B) Paris /  / Answer key / 1. A', 'the answer "A" beside the mark of "Paris"'],
    ['A) Rome / B) Paris (wrong) / Answer: B', 'the answer "B" beside the mark of a wrong option'],
    ['A) Rome / ❌ B) Paris / Answer: B', 'the answer "B" beside the mark of a wrong option'],
    ['A) Rome / *B) ✗ Paris', 'the mark of "✗ Paris" beside the mark of a wrong option'],
    ['Answer: Rome / Answer: Paris', 'the answer "Rome" beside "Paris"'],
  ])('leaves out a question with two answers: %s', async (text, got) => {
    const [own = '', key = ''] = text.split(/(?=Answer key)/)
    const source = `1. Capital of France? / ${own} / 2. Capital of Italy? / A) Rome / B) Paris / Answer: A / ${key && `${key} / 2. A`}`
    expect(await show(source.replaceAll(' / ', '\n'))).toEqual([
      'Capital of Italy? → Rome (Rome, Paris)',
      `1: ${got}`,
    ])
  })

  it.each([
    'A) Rome / *B) Paris / Answer: B',
    'A) Rome / B) Paris ✓ / Answer: Paris',
    'A) Rome / B) Paris ← correct answer / Answer: Paris',
    'A) Rome / B) Paris <-- correct',
    'A) Rome / B) **Paris** / Answer: B) Paris',
    'A) Rome / B) __Paris__ / Answer: B',
    'A) Rome / B)* Paris / Answer: B',
    'A) Rome / B) Paris - correct / Answer: B',
    'A) Rome / B) Paris ← / Answer: B',
    '**A) Rome** / **B) Paris** / Answer: B',
    'A) Rome / B) Paris / Answer: B / Answer: Paris',
    'A) Rome (wrong) / B) Paris / Answer: B',
    'A) ❌ Rome / B) Paris (correct) / Answer: B',
    '✗ A) Rome / ✓ B) Paris',
    '- [ ] Rome / - [x] Paris / Answer: Paris',
    '( ) Rome / (x) Paris',
    'A) Rome / B) Paris / Your answer: A / Correct answer: B',
    'A) Rome / B) Paris / The correct answer is B.',
  ])('reads a question whose marks and answers agree: %s', async (text) => {
    expect(await show(`1. Capital of France?\n${text.replaceAll(' / ', '\n')}\n`)).toEqual([FRANCE])
  })

  it.each([
    ['ABCD', 'Ответ: В', 'the answer "В", a letter of another alphabet than those of the options'],
    ['ABCD', 'Answer: В', 'the answer "В", a letter of another alphabet than those of the options'],
    ['ABCD', 'Answer: б', 'the answer "б", a letter of another alphabet than those of the options'],
    ['ABCD', 'Answer: Γ', 'the answer "Γ", a letter of another alphabet than those of the options'],
    ['АБВГ', 'Ответ: B', 'the answer "B", a letter of another alphabet than those of the options'],
    ['АБВГ', 'Ответ: C', 'the answer "C", a letter of another alphabet than those of the options'],
    ['АБВГ', 'Ответ: Β', 'the answer "Β"'],
    ['ABВD', 'Answer: B', 'the answer "B"'],
    ['ABCD', 'Answer: А', 'One'],
    ['АБВГ', 'Ответ: A', 'One'],
    ['АБВГ', 'Ответ: В', 'Three'],
    ['ΑΒΓΔ', 'Answer: B', 'Two'],
    ['ABCD', 'Answer: В) Two', 'Two'],
    ['ABCD', 'Answer: б) Two', 'Two'],
  ])(
    'reads a letter of another script only when its look-alike has its place: %s, %s',
    async (labels, answer, got) => {
      const options = ['One', 'Two', 'Three', 'Four'].map((text, index) => `${labels[index]}) ${text}`)
      const list = [
        '1. Capital of Italy?',
        'A) Rome',
        'B) Paris',
        'Answer: A',
        '2. Which?',
        ...options,
        answer,
      ]
      expect((await show(list.join('\n')))[1]?.replace(/^5: |^Which\? → | \(.*$/g, '')).toBe(got)
    },
  )

  it('tells numbers of options and their texts apart', async () => {
    const options = Array.from({ length: 12 }, (_, index) => `${index + 1}) Text ${index}`)
    const list = ['1. First?', ...options, 'Answer: 1', '2. Sum?', '- [ ] 0', '- [ ] 1', 'Answer: 0']
    const { questions } = await importText(list.join('\n'))
    expect(questions.map(({ correct_answer: answer }) => answer)).toEqual(['Text 0', '0'])
  })

  const LIST =
    '1. Capital of France?\nA) Rome\nB) Paris\nAnswer: A\n\n2. Capital of Italy?\nA) Rome\nB) Paris\nAnswer: A\n\n'

  it.each(['1. B\n2. A', '1 B\n2 A', 'Q1: B\nQ2: A', 'Answer key\nQuestion 1: B\nQuestion 2: A', '1-B,2-A'])(
    'leaves out a question that a key below all answers contradicts: %j',
    async (key) => {
      expect(await show(`${LIST}${key}\n`)).toEqual([
        'Capital of Italy? → Rome (Rome, Paris)',
        '1: the answer "A" beside the answer "B"',
      ])
    },
  )

  it.each([
    ...[
      'B\nA',
      'B A',
      '---\nB\nA',
      'Answer key\nB\nA',
      'Answer key: B, A',
      'Key: BA',
      'Answer: B, A',
      'Solutions:\nB, A',
    ],
    ...[
      '1 B?\n2 A',
      'Answer keys\n1. B\n2. A',
      'Answer key\n1. B\n1. A',
      'The answers are 1B, 2A.',
      'Answers - B A',
    ],
  ])('refuses a key below all answers that is not understood: %j', async (key) => {
    await expect(show(`${LIST}${key}\n`)).rejects.toThrow('expected a key such as 1-B, 2-C')
  })

  it.each([
    'Thank you.',
    '3. A dog?\nA) x\nB) y\n\n4. A cat?\nA) x\nB) y',
    '3. A dog?\nA) x\nB) y\nAnswer:\nB',
  ])('takes what is no key for none: %j', async (rest) => {
    const [first, second] = await show(`${LIST}${rest}\n`)
    expect([first, second]).toEqual([
      'Capital of France? → Rome (Rome, Paris)',
      'Capital of Italy? → Rome (Rome, Paris)',
    ])
  })

  it('takes the title of options for no key', async () => {
    const text = '1. Capital of Spain?\na) Rome\nb) Paris\n2. Which?\nAnswers:\n1. Rome\n2. Paris ✓\n'
    expect(await show(text)).toEqual(['Which? → Paris (Rome, Paris)', '1: none'])
  })

  it('keeps signs that are whole options', async () => {
    const text = '1. Sign of success?\nA) ✗\nB) ✓\nC) *\nAnswer: B\n'
    expect(await show(text)).toEqual(['Sign of success? → ✓ (✗, ✓, *)'])
  })

  it.each<[string, string]>([
    ['two marks', '1. Capital of Spain?\n*a) Rome\n*b) Paris\n'],
    ['a letter without options', '1. Capital of Spain?\n- Rome\n- Paris\nAnswer: B\n'],
    ['a number without options', '1. Capital of Spain?\n- Rome\n- Paris\nAnswer: 2\n'],
    ['another text behind the letter', '1. Capital of Spain?\nA. Rome\nB. Paris\nAnswer: A. Paris\n'],
    ['an answer of two lines', 'Q: Capital of Spain?\nA: In summer\nnone\n'],
    ['two letters of a key', '1. Capital of Spain?\na) Rome\nb) Paris\n\nAnswer key\n1. A, B\n'],
    ['an answer that a key lacks', '1. Capital of Spain?\na) Rome\nb) Paris\n\nAnswer key\n2. a\n'],
  ])('is not read with %s', async (_about, text) => {
    await expect(importText(text)).rejects.toThrow(/expected at least one question, got none; line 1: /)
  })

  it.each<[string, string]>([
    [
      'the answers above the questions',
      'Answer: B\n1. A?\nA. Rome\nB. Paris\n\nAnswer: A\n2. B?\nA. Rome\nB. Paris\n',
    ],
    [
      'a number twice in a key',
      '1. A?\na) Rome\nb) Paris\n\n1. B?\na) Rome\nb) Paris\n\nAnswer key\n1. b\n1. a\n',
    ],
    [
      'parts with the same numbers, and one key',
      'I\n1. A?\na) Rome\nb) Paris\n\nII\n1. B?\na) Rome\nb) Paris\n\nAnswer key\n1. b\n',
    ],
    [
      'a key that has more columns',
      '1. A?\na) Rome\nb) Paris\n\n2. B?\na) Rome\nb) Paris\n\n| Question | Answer | Notes |\n|---|---|---|\n| 1 | B | x |\n| 2 | A | y |\n',
    ],
    ['pros and cons', 'Solar power\n+ Clean\n- Needs sun\n\nCars\n+ Fast\n- Pollution\n- Costs\n'],
    ['what is to do', '# Shopping\n- [x] Milk\n- [ ] Bread\n\n# House\n- [ ] Paint\n- [x] Roof\n'],
    ['signs that can belong to numbers', '5 - 7?\n-2\n+2\n\n7 - 5?\n-2\n+2\n'],
    ['signs of temperatures', 'Water freezes at?\n-0 degrees\n+4 degrees\n-a hundred\n'],
    ['a sign in a question', 'Capital of France?\n+Paris\n-Rome\n\n-Capital of Italy?\n+Rome\n-Paris\n'],
  ])('is refused with %s', async (_about, text) => {
    await expect(importText(text)).rejects.toThrow(ImportError)
  })
})

describe('the text of Blackboard', () => {
  it('is read, and questions of other kinds are left out', async () => {
    const text = [
      'MC\tCapital of France?\tRome\tincorrect\tParis\tcorrect',
      'TF\tIce is hot.\tfalse',
      'FIB\tWho wrote Emma?\tAusten',
      'NUM\tLegs of a spider?\t8\t0',
      'MA\tEven?\t2\tcorrect\t4\tcorrect',
      'ESS\tWhy?',
      'MC\tCapital of Italy?\tRome\tParis',
    ]
    expect(await show(`${text.join('\n')}\n`)).toEqual([
      'Capital of France? → Paris (Rome, Paris)',
      'Ice is hot. → False (True, False)',
      'Who wrote Emma? → Austen',
      'Legs of a spider? → 8',
      ...['5: the kind MA', '6: the kind ESS', '7: other marks than correct and incorrect'],
    ])
  })
})

describe('an HTML page with the ending .xls', () => {
  const page = (...rows: string[]) =>
    `<html><head><meta charset="utf-8"></head><body><table><tr><th>Question</th><th>A</th><th>B</th><th>Answer</th></tr>${rows.map((cells) => `<tr>${cells}</tr>`).join('')}</table></body></html>`

  it('is read', async () => {
    const rows = [
      '<td>R &amp; B is</td><td>music</td><td>food</td><td>A</td>',
      '<td>Who is <img src="x.png">?</td><td>Ann</td><td>Bob</td><td>A</td>',
    ]
    expect(await show(page(...rows))).toEqual(['R & B is → music (music, food)', '3: one with <img>'])
  })
})

describe('Moodle XML', () => {
  const quiz = (...questions: string[]) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>${questions.join('\n')}</quiz>`
  const question = (type: string, text: string, answers: readonly (readonly [string, number])[], more = '') =>
    `<question type="${type}"><name><text>x</text></name><questiontext format="html"><text><![CDATA[<p>${text}</p>]]></text></questiontext>${more}${answers
      .map(
        ([answer, share]) =>
          `<answer fraction="${share}" format="html"><text><![CDATA[<p>${answer}</p>]]></text><feedback><text>no</text></feedback></answer>`,
      )
      .join('')}</question>`

  it('reads questions with one correct answer', async () => {
    const text = quiz(
      '<question type="category"><category><text>$course$/top/Default for Rivers</text></category></question>',
      question(
        'multichoice',
        'Longest&nbsp;river?',
        [
          ['Nile', 100],
          ['Po', 0],
          ['R &amp; B', -50],
        ],
        '<generalfeedback format="html"><text>By length.</text></generalfeedback>',
      ),
      question('truefalse', 'Is it wet?', [
        ['true', 0],
        ['false', 100],
      ]),
      question('shortanswer', 'Who?', [['Ann', 100]]),
      question('numerical', 'How many?', [['7', 100]]),
    )
    expect(await show(text)).toEqual([
      'Longest river? → Nile (Nile, Po, R & B)',
      'Is it wet? → False (True, False)',
      'Who? → Ann',
      'How many? → 7',
    ])
    expect((await importText(text)).questions[0]).toMatchObject({
      topic: 'Rivers',
      explanation: 'By length.',
    })
  })

  it('keeps the indentation of code', async () => {
    const code = '<pre>\n  if x:<br>    y &lt; f(<b>1</b>)\n</pre>'
    const text = quiz(
      question('multichoice', `What is <i>it</i>?${code}`, [
        ['a', 100],
        [code, 0],
      ]),
    )
    expect(await show(text)).toEqual(['What is it?\nif x:\n  y < f(1) → a (a, if x:\n  y < f(1))'])
  })

  it('leaves out the others', async () => {
    const text = quiz(
      question('truefalse', 'Is it?', [
        ['true', 100],
        ['false', 0],
      ]),
      question('essay', 'Why?', []),
      question('matching', 'Match', []),
      question('multichoice', 'Two?', [
        ['a', 50],
        ['b', 50],
        ['c', 0],
      ]),
      question('multichoice', 'Partly?', [
        ['a', 100],
        ['b', 30],
      ]),
      question('shortanswer', 'Any?', [['Ann*', 100]]),
      question('multichoice', 'Who is <img src="x"/>?', [
        ['a', 100],
        ['b', 0],
      ]),
    )
    expect((await show(text)).map((line) => line.split(':')[0])).toEqual([
      'Is it? → True (True, False)',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
    ])
  })

  it('is refused when it is another document', async () => {
    await expect(importText('<?xml version="1.0"?>\n<html/>')).rejects.toThrow(ImportError)
  })
})

describe('Anki', () => {
  const HEAD = '#separator:tab\n#html:true\n'

  it.each<[string, string, string[]]>([
    [
      'two sides',
      `${HEAD}Capital of France?\tParis\nCapital of <b>Italy</b>?\tRome<br>(Roma)\n`,
      ['Capital of France? → Paris', 'Capital of Italy? → Rome\n(Roma)'],
    ],
    [
      'decks, note types, ids and tags by number',
      `${HEAD}#guid column:1\n#notetype column:2\n#deck column:3\n#tags column:6\nab\tBasic\tGeo\tCapital of France?\tParis\teasy\n`,
      ['Capital of France? → Paris'],
    ],
    [
      'names of columns',
      '#separator:Comma\n#html:false\n#columns:Front,Back\n"A, B?",<b>\n',
      ['A, B? → <b>'],
    ],
    ['semicolons', '#separator:semicolon\nWho?;I\n', ['Who? → I']],
    [
      'answers that look like letters',
      `${HEAD}Symbol of carbon?\tC\nSymbol of boron?\tB\n`,
      ['Symbol of carbon? → C', 'Symbol of boron? → B'],
    ],
  ])('reads %s', async (_about, text, expected) => {
    expect(await show(text)).toEqual(expected)
  })

  it('leaves out clozes, pictures and sounds, with their lines', async () => {
    expect(
      await show(
        `${HEAD}Who?\tI\n{{c1::Paris}} is in France\t\nWho?\t<img src="x.jpg">\nWhat?\t[sound:x.mp3]\n`,
      ),
    ).toEqual(['Who? → I', '4: a cloze', '5: one with <img>', '6: a sound'])
  })

  it('is refused with the argument that names its columns when it has more sides', async () => {
    const text = `${HEAD}a\tb\tc\n`
    await expect(importText(text)).rejects.toThrow(/--map "1=question,2=correct_answer"/)
    const mapping = new Map([
      ['2', 'question'],
      ['3', 'correct_answer'],
    ] as const)
    expect(await show(text, { mapping })).toEqual(['b → c'])
  })
})

describe('a table without a header', () => {
  const rows = (...lines: string[]) => `${lines.join('\n')}\n`

  it.each<[string, string, string[]]>([
    [
      'texts',
      rows(
        'Capital of France?,Rome,Paris,Oslo,Paris',
        'Capital of Italy?,Rome,Bern,Oslo,Rome',
        'Capital of Norway?,Rome,Bern,Oslo,Oslo',
      ),
      [
        'Capital of France? → Paris (Rome, Paris, Oslo)',
        'Capital of Italy? → Rome (Rome, Bern, Oslo)',
        'Capital of Norway? → Oslo (Rome, Bern, Oslo)',
      ],
    ],
    [
      'letters, after numbers of the rows',
      rows('1,France?,Rome,Paris,B', '2,Italy?,Rome,Bern,A', '3,Norway?,Rome,Oslo,B'),
      ['France? → Paris (Rome, Paris)', 'Italy? → Rome (Rome, Bern)', 'Norway? → Oslo (Rome, Oslo)'],
    ],
    [
      'the answer before the options',
      rows('France?|Paris|Rome|Paris', 'Italy?|Rome|Rome|Bern'),
      ['France? → Paris (Rome, Paris)', 'Italy? → Rome (Rome, Bern)'],
    ],
    [
      'questions and answers, as Quizlet exports them',
      rows('Capital of France, roughly?\tParis', 'Capital of Italy?\tRome'),
      ['Capital of France, roughly? → Paris', 'Capital of Italy? → Rome'],
    ],
    [
      'answers and questions',
      rows('Paris\tCapital of France?', 'Rome\tCapital of Italy?'),
      ['Capital of France? → Paris', 'Capital of Italy? → Rome'],
    ],
  ])('is read when its %s say what its columns are', async (_about, text, expected) => {
    expect(await show(text)).toEqual(expected)
    expect((await importText(text)).notes).toContainEqual(expect.stringMatching(/^the file has no header/))
  })

  it.each([
    ['terms that can be questions or answers', rows('Paris\tcapital of France', 'Rome\tcapital of Italy')],
    [
      'an option that is never correct, and can be a topic',
      rows('France?,Europe,Rome,Paris,C', 'Italy?,Europe,Rome,Bern,B'),
    ],
    ['a letter without an option', rows('France?,Rome,Paris,B', 'Italy?,Rome,Bern,A', 'Norway?,Oslo,Bern,C')],
    [
      'numbers, which can be levels',
      rows('France?,Paris,Rome,1', 'Italy?,Rome,Bern,2', 'Norway?,Oslo,Bern,1'),
    ],
    ['letters of sections', rows('France?,Paris,Rome,A', 'Italy?,Rome,Bern,A', 'Norway?,Oslo,Bern,B')],
    [
      'a level after a letter',
      rows('France?,Rome,Paris,B,1', 'Italy?,Rome,Bern,A,2', 'Norway?,Rome,Oslo,B,3'),
    ],
    ['levels that are options by chance', rows('How many?,2,1,2', 'How many more?,1,2,1', 'And now?,2,1,2')],
    [
      'one answer that is no option',
      rows('France?,Rome,Paris,Paris', 'Italy?,Rome,Bern,Rome', 'Norway?,Oslo,Bern,Oslo (city)'),
    ],
    [
      'a row of another width',
      rows('France?,Rome,Paris,Paris', 'Italy?,Rome,Bern,Rome', 'Norway?,Oslo,Oslo'),
    ],
    [
      'a header in another language',
      rows('Galdera;Erantzun A;Erantzun B;Ebazpena', 'France?;Rome;Paris;B', 'Italy?;Rome;Bern;A'),
    ],
  ])('is refused with the argument that decides when it has %s', async (_about, text) => {
    await expect(importText(text)).rejects.toThrow(/--header no --map/)
  })

  it('is read by numbers of columns when a person says so', async () => {
    const mapping = new Map([
      ['1', 'correct_answer'],
      ['2', 'question'],
    ] as const)
    const text = rows('Paris\tcapital of France', 'Rome\tcapital of Italy')
    expect(await show(text, { mapping, hasHeader: false })).toEqual([
      'capital of France → Paris',
      'capital of Italy → Rome',
    ])
  })
})

describe('names of options that say which one is correct', () => {
  it.each([
    'Question,Answer 1 (correct),Answer 2,Answer 3',
    'Question,Option A (Correct answer),Option B (wrong),Option C (wrong)',
  ])('are read: %s', async (header) => {
    const rows = 'Capital of France?,Paris,Rome,Oslo\nCapital of Italy?,Rome,Paris,Oslo\n'
    expect(await show(`${header}\n${rows}`)).toEqual([
      'Capital of France? → Paris (Oslo, Paris, Rome)',
      'Capital of Italy? → Rome (Oslo, Paris, Rome)',
    ])
  })

  it.each([
    'Question,Answer 1 (correct),Answer 2 (correct),Answer 3',
    'Question,Answer 1,Answer 1 (correct),Answer 2',
    'Question,Answer 1 (correct),Answer 2,Answer',
    'Question,Answer 1 (right),Answer 2 (left),Answer 3',
    'Question,Option A,Option B,Answer 1 (correct)',
  ])('are refused when another column can be the answer: %s', async (header) => {
    await expect(importText(`${header}\nCapital of France?,Paris,Rome,Oslo\n`)).rejects.toThrow(ImportError)
  })
})

it('a key without its questions is refused, unless --answers text says that it is none', async () => {
  const text = 'Question,Answer\n1,B\n2,A\n3,C\n'
  await expect(importText(text)).rejects.toThrow(/beside numbers in place of questions/)
  expect(await show(text, { answers: 'text' })).toEqual(['1 → B', '2 → A', '3 → C'])
})

describe('the sheets of quiz tools', () => {
  const csv = (...lines: (readonly string[])[]) =>
    lines.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n')

  it('of Kahoot, a workbook with a title', async () => {
    const head = [
      '',
      'Question - max 120 characters',
      ...[1, 2, 3, 4].map((number) => `Answer ${number} - max 75 characters`),
      'Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs',
      'Correct answer(s) - choose at least one',
    ]
    const book = makeWorkbook({
      'Kahoot! Quiz Template': [
        ['Quiz template'],
        [
          undefined,
          'Add questions, at least two answer alternatives, time limit and choose correct answers.',
        ],
        head,
        ['1', 'Capital of France?', 'Rome', 'Paris', 'Oslo', 'Bern', '20', '2'],
        ['2', 'Which are in Italy?', 'Rome', 'Paris', 'Pisa', 'Bern', '20', '1,3'],
        ['3', 'Capital of Switzerland?', 'Rome', 'Paris', 'Oslo', 'Bern', '20', '4'],
      ],
    })
    expect((await show(book)).map((line) => line.split(' (')[0])).toEqual([
      'Capital of France? → Paris',
      'Capital of Switzerland? → Bern',
      expect.stringMatching(/^5: /),
    ])
  })

  it('of Blooket, with a title above the header', async () => {
    const text = csv(
      ['Blooket\nImport Template', '', '', '', '', '', '', ''],
      [
        'Question #',
        'Question Text',
        'Answer 1',
        'Answer 2',
        'Answer 3\n(Optional)',
        'Answer 4\n(Optional)',
        'Time Limit (sec)\n(Max: 300 seconds)',
        'Correct Answer(s)\n(Only include Answer #)',
      ],
      ['1', 'Capital of France?', 'Rome', 'Paris', '', '', '20', '2'],
      ['2', 'Capital of Norway?', 'Rome', 'Paris', 'Oslo', '', '20', '3'],
    )
    expect(await show(text)).toEqual([
      'Capital of France? → Paris (Rome, Paris)',
      'Capital of Norway? → Oslo (Rome, Paris, Oslo)',
    ])
  })

  it('of Gimkit', async () => {
    const text = csv(
      ['Gimkit Spreadsheet Import Template', '', '', '', ''],
      [
        'Question',
        'Correct Answer',
        'Incorrect Answer 1',
        'Incorrect Answer 2 (Optional)',
        'Incorrect Answer 3 (Optional)',
      ],
      ['Capital of France?', 'Paris', 'Rome', 'Oslo', ''],
    )
    expect(await show(text)).toEqual(['Capital of France? → Paris (Oslo, Paris, Rome)'])
  })

  it('of Quizizz, whose polls and open questions have no correct answer', async () => {
    const text = csv(
      [
        'Question Text',
        'Question Type',
        'Option 1',
        'Option 2',
        'Option 3',
        'Option 4',
        'Option 5',
        'Correct Answer',
        'Time in seconds',
        'Image Link',
        'Answer explanation',
      ],
      ['Capital of France?', 'Multiple Choice', 'Rome', 'Paris', 'Oslo', 'Bern', '', '2', '30', '', 'It is.'],
      ['Which are even?', 'Checkbox', '2', '3', '4', '', '', '1,3', '30', '', ''],
      ['Which do you like?', 'Poll', 'Tea', 'Coffee', '', '', '', '', '30', '', ''],
      ['Capital of Peru?', 'Multiple Choice', 'Rome', 'Paris', 'Oslo', 'Lima', '', '4', '30', '', ''],
    )
    expect((await show(text)).map((line) => line.split(' (')[0]?.split(':')[0])).toEqual([
      'Capital of France? → Paris',
      'Capital of Peru? → Lima',
      '3',
      '4',
    ])
    expect((await importText(text)).questions[0]).toMatchObject({ explanation: 'It is.' })
  })
})

describe('JSON in lists', () => {
  it.each<[string, unknown, string[]]>([
    [
      'lists of a question, options and the answer',
      [
        ['Capital of France?', ['Rome', 'Paris'], 'Paris'],
        ['Capital of Italy?', ['Rome', 'Bern'], 'Rome'],
      ],
      ['Capital of France? → Paris (Rome, Paris)', 'Capital of Italy? → Rome (Rome, Bern)'],
    ],
    [
      'lists with a header',
      [
        ['question', 'answer'],
        ['Who?', 'I'],
      ],
      ['Who? → I'],
    ],
    [
      'lists by topic',
      {
        Rivers: [{ question: 'Longest?', answer: 'Nile' }],
        Lakes: [{ question: 'Deepest?', answer: 'Baikal' }],
      },
      ['Longest? → Nile', 'Deepest? → Baikal'],
    ],
    [
      'topics with questions',
      { data: [{ category: 'Rivers', questions: [{ question: 'Longest?', answer: 'Nile' }] }] },
      ['Longest? → Nile'],
    ],
    [
      'sections with questions',
      {
        title: 'Quiz',
        sections: [{ title: 'Rivers', questions: [{ question: 'Longest?', answer: 'Nile' }] }],
      },
      ['Longest? → Nile'],
    ],
    [
      'pages of SurveyJS',
      {
        title: 'Quiz',
        pages: [
          {
            name: 'page1',
            elements: [
              {
                type: 'radiogroup',
                name: 'q1',
                title: 'Longest?',
                choices: ['Po', 'Nile'],
                correctAnswer: 'Nile',
              },
              {
                type: 'radiogroup',
                name: 'q2',
                title: 'Deepest?',
                choices: [
                  { value: 'item1', text: 'Baikal' },
                  { value: 'item2', text: 'Como' },
                ],
                correctAnswer: 'item1',
              },
            ],
          },
        ],
      },
      ['Longest? → Nile (Po, Nile)', 'Deepest? → Baikal (Baikal, Como)'],
    ],
    [
      'questions with a stem and choices',
      [
        {
          answerKey: 'B',
          question: {
            stem: 'Longest?',
            choices: [
              { label: 'A', text: 'Po' },
              { label: 'B', text: 'Nile' },
            ],
          },
        },
      ],
      ['Longest? → Nile (Po, Nile)'],
    ],
    [
      'answers beside their marks',
      [
        {
          question: 'Longest?',
          answers: { answer_a: 'Po', answer_b: 'Nile', answer_c: null },
          correct_answers: { answer_a_correct: 'false', answer_b_correct: 'true', answer_c_correct: 'false' },
          correct_answer: null,
        },
        {
          question: 'In Africa?',
          answers: { answer_a: 'Congo', answer_b: 'Nile' },
          correct_answers: { answer_a_correct: 'true', answer_b_correct: 'true' },
        },
      ],
      ['Longest? → Nile (Po, Nile)', '2: 2'],
    ],
    [
      'questions by their numbers',
      { 1: { question: 'Longest?', answer: 'Nile' }, 2: { question: 'Deepest?', answer: 'Baikal' } },
      ['Longest? → Nile', 'Deepest? → Baikal'],
    ],
  ])('is read as %s', async (_about, json, expected) => {
    expect(await show(JSON.stringify(json))).toEqual(expected)
  })

  it('has the name of a list as the topic', async () => {
    const json = { Rivers: [{ question: 'Longest?', answer: 'Nile' }] }
    expect((await importText(JSON.stringify(json))).questions).toMatchObject([{ topic: 'Rivers' }])
  })
})
