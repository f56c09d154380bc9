// Lists of questions in a text, as people, word processors and assistants write them.
import { ImportError } from '@qb/core/questions'
import { describe, expect, it } from 'vitest'
import { importQuestions } from './import-questions.ts'

function read(list: string) {
  const bytes = Buffer.from(`${list.replaceAll(' /', '\n').replaceAll('\n ', '\n')}\n`)
  return importQuestions(bytes, { mapping: new Map(), decodeHtml: false })
}

/**
 * The questions of a list as `question → correct answer (of the options)`, and what is left out as `number: got`. ` / ` ends a line, and a
 * list that is refused is its error.
 */
async function show(list: string) {
  try {
    const { questions, dropped } = await read(list)
    const shown = questions.map(({ question, correct_answer, options }) => {
      return `${question} → ${correct_answer}${options ? ` (${options.join(', ')})` : ''}`
    })
    return [...shown, ...dropped.map(({ number, reason }) => `${number}: ${/got (.*)$/.exec(reason)?.[1]}`)]
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError)
    return [`refused: ${(error as ImportError).message}`]
  }
}

const ASKED = '1. Capital of France?'
const PARIS = 'Capital of France? → Paris'
const REFUSED = expect.stringMatching(/^refused: /)

describe('what stands around a question', () => {
  it.each([
    '1. **Capital of France?** / - A. Rome / - B. Paris / **Answer:** B',
    '### Question 1 / **Capital of France?** / - A) Rome / - B) Paris / **Answer:** B',
    'Question #1 / Capital of France? / A. Rome / B. Paris / Correct Answer: B',
    '1. Capital of France? / **Options:** / - A. Rome / - B. Paris / **Answer:** B',
    '1. Capital of France? / Options: / A. Rome / B. Paris / Answer: B',
  ])('is no part of it in %j', async (list) => {
    expect(await show(list)).toEqual([`${PARIS} (Rome, Paris)`])
  })

  it('is a part of it when it says more', async () => {
    const bold = '1. **A** or **B**? / A. Rome / B. Paris / Answer: B'
    expect(await show(bold)).toEqual(['**A** or **B**? → Paris (Rome, Paris)'])
  })
})

describe('several options in a line', () => {
  it.each<[string, string]>([
    ['(a) Rome (b) Paris / (c) Lima (d) Oslo / Answer: b', 'Rome, Paris, Lima, Oslo'],
    ['A) Rome / B) Paris / C) Lima D) Oslo / Answer: B', 'Rome, Paris, Lima, Oslo'],
    ['(A) Rome (B) Paris (C) Lima / (D) Oslo (E) Bonn / Answer: B', 'Rome, Paris, Lima, Oslo, Bonn'],
    ['A. Rome B. Paris / C. Lima D. Oslo / Answer: B', 'Rome, Paris, Lima, Oslo'],
    ['(1) Rome (2) Paris / (3) Lima (4) Oslo / Answer: 2', 'Rome, Paris, Lima, Oslo'],
    ['а) Rome б) Paris / в) Lima г) Oslo / Ответ: б', 'Rome, Paris, Lima, Oslo'],
    ['A) Rome *B) Paris / C) Lima D) Oslo', 'Rome, Paris, Lima, Oslo'],
    ['A) Rome **B) Paris** / C) Lima', 'Rome, Paris, Lima'],
    ['A) Rome, B) Paris, C) Lima / Answer: B', 'Rome, Paris, Lima'],
    ['A) Rome; B) Paris; C) Lima / Answer: B', 'Rome, Paris, Lima'],
    ['A) Rome | B) Paris | C) Lima / Answer: B', 'Rome, Paris, Lima'],
    ['A: Rome B: Paris C: Lima / Answer: B', 'Rome, Paris, Lima'],
    ['A) Rome B) Paris C) Lima Answer: B', 'Rome, Paris, Lima'],
    ['A) Rome / B) Paris / C) Lima (Ans. b)', 'Rome, Paris, Lima'],
  ])('are told apart: %s', async (lines, options) => {
    expect(await show(`${ASKED} / ${lines}`)).toEqual([`${PARIS} (${options})`])
  })

  it.each(['A. Rome B. Paris C. Lima', '(A) Rome (B) Paris / (C) Lima'])(
    'are told apart behind the question: %s',
    async (lines) => {
      expect(await show(`${ASKED} ${lines} / Answer: B`)).toEqual([`${PARIS} (Rome, Paris, Lima)`])
    },
  )

  it.each<[string, string]>([
    ['1. Who? / A. Mary B. Eddy / B. Tom C. Clark / C. Jim / Answer: A', 'Mary B. Eddy, Tom C. Clark, Jim'],
    ['1. Who? / A. B. Tom / B. C. Jim / Answer: A', 'B. Tom, C. Jim'],
    ['1. Who? / A. J. B. Tom / B. J. C. Jim / Answer: A', 'J. B. Tom, J. C. Jim'],
    ['1. Who? / A. Mary B. Eddy / B. Tom / Answer: A', 'Mary B. Eddy, Tom'],
    [
      '1. Who? / A) x / B) y / C) Both A) and B) / D) Both A) and D) / Answer: A',
      'x, y, Both A) and B), Both A) and D)',
    ],
    ['1. Who? a) x b) y c) both a) and b) / Answer: a', 'x, y, both a) and b)'],
    ['1. Who? / A) f(a, b) b) / B) y / Answer: B', 'f(a, b) b), y'],
    ['1. Valid? / A) x; B) x / C) y / Answer: C', 'x;, x, y'],
  ])('are not split at other letters: %s', async (list, options) => {
    expect(await show(list)).toEqual([expect.stringContaining(`(${options})`)])
  })

  it.each<[string, string]>([
    ['1. By A. Smith and B. Jones?', 'By A. Smith and B. Jones?'],
    ['1. Wer war der 2. Kanzler?', 'Wer war der 2. Kanzler?'],
    ['1. If a) is 1 and b) is 2, what is a)?', 'If a) is 1 and b) is 2, what is a)?'],
  ])('are not found in a question above options: %s', async (asked, question) => {
    expect(await show(`${asked} / a) x / b) y / Answer: b`)).toEqual([`${question} → y (x, y)`])
  })

  it.each([
    `${ASKED} / A) Rome C) Lima / B) Paris D) Oslo / Answer: B`,
    `${ASKED} / A. Rome C. Lima / B. Paris D. Oslo / Answer: B`,
    '1. Who? / A. Tom / B. Jim / C. Robert D. Lee / Answer: C',
    '1. Capital of France? A) Rome B) Paris 2. Capital of Italy? A) Rome B) Paris / Answer key / 1. B / 2. A',
  ])('are left out when nobody knows where they end: %s', async (list) => {
    expect(await show(list)).toEqual([REFUSED])
  })
})

const NEXT = '2. Capital of Italy? / A. Rome / B. Paris / Answer: A'
const ITALY = 'Capital of Italy? → Rome (Rome, Paris)'

describe('a line below an answer', () => {
  it.each([
    ...[
      'Corrected answer',
      'Correction',
      'Revised answer',
      'Official answer',
      'Final answer',
      'Real answer',
      'New answer',
    ]
      .concat('Answer 2', 'Erratum', 'Edit', 'Teacher', 'Korrektur', '**Corrected answer**')
      .flatMap((name) => [`${name}: B`, `${name}: Paris`]),
    'Correction: The correct answer is B.',
    'Wait, the correct answer is B.',
    'Actually, the correct answer is B) Paris.',
    'The right answer is Paris.',
    'The right answer is B',
    'It should be B',
    'Update: the answer is B, not A',
    'Note: the key is wrong, B is right',
    '(Correction: the answer is B)',
    '~~A~~ B',
    'A -> B',
    'Sorry, B!',
    'Explanation: The correct answer is B because it is.',
    'Explanation: A city. / Correction: B',
    '应为B',
    'Explanation: The correct answer is Paris.',
    ' / Correction: B / ',
    'Update: the answer changed to B',
    'P.S. B would also be accepted',
    'Community vote: B (80%)',
    'B (80%)',
    'Paris is also accepted.',
    'Accept also Paris',
    'Actually it is Paris',
    'Правильно: B',
    '正解はB',
    'Answer is disputed',
    'This question was retired.',
    'Status: disputed',
    'Well, some say B',
    'Both A and B are accepted.',
    'Alternative: B',
    'A or B accepted',
  ])('leaves out the question whose answer it corrects: %s', async (line) => {
    const [first, second] = await show(`${ASKED} / A. Rome / B. Paris / Answer: A / ${line} / ${NEXT}`)
    expect([first, second]).toEqual([
      ITALY,
      expect.stringMatching(/^1: (?:"Rome" with|the answer "A" beside) "?/),
    ])
  })

  it.each([
    'Corrected answer: B',
    'Explanation: B is correct because Rome is in Italy.',
    'The capital of Italy is Rome.',
    'A is the capital of Italy.',
    'A is wrong.',
    'Difficulty: A',
    'Category: A',
    'Section: A',
    'Explanation: Statement A is correct, too.',
    'Your answer: A',
    'B, not A',
    'C was not accepted.',
  ])('that agrees with it, or is no answer, changes nothing: %s', async (line) => {
    expect(await show(`${ASKED} / A. Rome / B. Paris / Answer: B / ${line} / ${NEXT}`)).toEqual([
      `${PARIS} (Rome, Paris)`,
      ITALY,
    ])
  })

  it('contradicts an answer that is typed, a mark and a key', async () => {
    const typed = '2. Capital of Italy? / Answer: Rome'
    for (const line of ['Correction: Paris', 'The correct answer is Paris.'])
      expect(await show(`${ASKED} / Answer: Rome / ${line} / ${typed}`)).toEqual([
        'Capital of Italy? → Rome',
        `1: "Rome" with "${line}"`,
      ])
    const marked = '2. Capital of Italy? / *A. Rome / B. Paris'
    expect(await show(`${ASKED} / A. Rome / *B. Paris / Correction: A / ${marked}`)).toEqual([
      ITALY,
      '1: "Paris" with "Correction: A"',
    ])
    const key = '2. Capital of Italy? / A. Rome / B. Paris / / Answer key / 1. B / 2. A'
    expect(await show(`${ASKED} / A. Rome / B. Paris / Correction: A / ${key}`)).toEqual([
      ITALY,
      '1: "Paris" with "Correction: A"',
    ])
  })

  it.each([
    'Errata / 1. B',
    'Corrections: 1-B',
    '## Corrections to the key / / 1) b',
    'Correction: question 1 is B',
    'Note: the answer to question 1 should be B.',
  ])('refuses a list whose answers it corrects by their numbers: %s', async (line) => {
    const marked = `${ASKED} / *A. Rome / B. Paris / / ${line}`
    for (const list of [`${ASKED} / A. Rome / B. Paris / Answer: A / ${NEXT} / / ${line}`, marked])
      expect(await show(list)).toEqual([expect.stringContaining(', got the correction "')])
  })

  it('can be one more option', async () => {
    expect(await show(`${ASKED} / A. Rome / B. Paris / Answer: B / C. Lima / ${NEXT}`)).toEqual([
      `${PARIS} (Rome, Paris, Lima)`,
      ITALY,
    ])
  })
})

describe('wrong answers in lines of their own', () => {
  it.each([
    ['Wrong: Rome / Wrong: Oslo', '(Paris, Rome, Oslo)'],
    ['Wrong answers: Rome, Oslo', '(Paris, Rome, Oslo)'],
    ['Wrong answers: Rome; Oslo, Norway', '(Paris, Rome, Oslo, Norway)'],
    ['Wrong answers: Rome | Oslo', '(Paris, Rome, Oslo)'],
    ['Wrong: Rome, Italy', '(Paris, Rome, Italy)'],
  ])('are options: %s', async (wrong, options) => {
    expect(await show(`${ASKED} / Answer: Paris / ${wrong}`)).toEqual([`${PARIS} ${options}`])
  })
})

it.each(['1) Rome 2) Paris', '1. Rome, 2. Paris', '(a) Rome or (b) Paris'])(
  'leaves out a typed answer below options in the question: %s',
  async (options) => {
    const shown = await show(
      `1. Is it ${options} here? / Answer: Paris / 2. Capital of Italy? / Answer: Rome`,
    )
    expect(shown.filter((line) => line.includes('here'))).toEqual([])
  },
)

describe('a question without an answer or options', () => {
  it.each([
    `1. A. x / Answer: A`,
    `${NEXT.replace('2.', '1.')} / / 2. Describe the Nile. / / 3. Why? / A. x / B. y / Answer: A`,
    `1. Why? / ${NEXT}`,
    'Q: Why? / A: x / Q: Capital of Peru? / Q: Capital of Italy? / A: Rome',
    '1. Why? / Answer: x / 2. Capital of Peru? / It is near the sea. / / 3. Who? / Answer: y',
    '1. Why? / - [x] a / - [ ] b / 2. Capital of Peru? / 3. Who? / - [x] c / - [ ] d',
    '## Why? / - [x] a / - [ ] b / / ## Capital of Peru? / / ## Who? / - [x] c / - [ ] d',
    '1. Why? / A. x / B. y / / 2. Which? / / 3. Who? / A. x / B. y / / Answers: / 1. A / 3. B',
  ])('is left out: %s', async (list) => {
    const shown = await show(list)
    expect(shown.filter((line) => /^\d+: |^refused/.test(line))).toHaveLength(1)
  })

  it('is no title, instruction or note', async () => {
    const list = `# Quiz / ## Cities / Choose one. / ${ASKED} / A. Rome / B. Paris / Answer: B / Well done. / / Part 2 / / ${NEXT}`
    expect(await show(list)).toEqual([`${PARIS} (Rome, Paris)`, ITALY])
  })
})

describe('an explanation', () => {
  const marked = '2. Capital of Italy? / *A. Rome / B. Paris'
  const keyed = '2. Capital of Italy? / A. Rome / B. Paris / / Answer key / 1. B / 2. A'

  it.each([
    `A. Rome / *B. Paris / Explanation: B is correct. / ${marked}`,
    `A. Rome / B. Paris / Explanation: B is correct. / ${keyed}`,
  ])('can name the answer: %s', async (list) => {
    expect(await show(`${ASKED} / ${list}`)).toEqual([`${PARIS} (Rome, Paris)`, ITALY])
  })

  it.each([
    `A. Rome / *B. Paris / Explanation: A is correct. / ${marked}`,
    `A. Rome / B. Paris / Explanation: A is correct. / ${keyed}`,
  ])('can contradict the answer: %s', async (list) => {
    expect(await show(`${ASKED} / ${list}`)).toEqual([ITALY, '1: "Paris" with "A is correct."'])
  })

  it('is kept below an answer, a typed one, marks, and options with a key', async () => {
    for (const list of [
      'A. Rome / B. Paris / Answer: B / Explanation: It is on the Seine. / 2. Who? / Answer: Tom',
      'Answer: Paris / Explanation: It is on the Seine. / 2. Who? / Answer: Tom',
      `A. Rome / *B. Paris / Explanation: It is on the Seine. / ${marked}`,
      `A. Rome / B. Paris / Explanation: It is on the Seine. / ${keyed}`,
    ]) {
      const { questions } = await read(`${ASKED} / ${list}`)
      expect(questions.map(({ explanation }) => explanation)).toEqual(['It is on the Seine.', undefined])
    }
  })

  it('names no option when the answer is typed', async () => {
    const list = '1. In carrots? / Answer: Vitamin A / Explanation: it is A vitamin. / 2. Who? / Answer: Tom'
    expect(await show(list)).toEqual(['In carrots? → Vitamin A', 'Who? → Tom'])
  })
})

describe('a text that is no list and no table', () => {
  it.each<[string, string]>([
    [`${ASKED} / A. Rome / B. Paris / ${NEXT.replace('Answer: A', '')}`, 'none'],
    [
      `${ASKED} / A. Rome / B. Paris / La bonne: B / ${NEXT.replace('Answer: A', '')}`,
      '"La bonne: B" in line 4',
    ],
    [`${ASKED} / - [ ] Rome / - [ ] Paris / B is it`, '"B is it" in line 4'],
    [`${ASKED} / - Rome (correct) / - Paris (correct)`, 'none'],
    ['1. Who wrote Faust? / Goethe / 2. Who wrote Emma? / Austen', '"Goethe" in line 2'],
  ])('is refused with what a list needs: %s', async (list, got) => {
    const [message] = await show(list)
    expect(message).toMatch(/^refused: expected a list with answers: a line such as "Answer: B" below/)
    expect(message).toContain(`, got ${got}; see docs/your-own-questions.md#lists-of-questions`)
  })

  it.each(['Item,Key fact / Capital?,A / x,B', 'Item / "Capital? / A. Rome / B. Paris"'])(
    'is refused with the arguments of a table when it can be one: %s',
    async (table) => {
      expect(await show(table)).toEqual([expect.stringContaining('--map')])
    },
  )
})

it('boxes behind options are removed', async () => {
  expect(await show(`${ASKED} / A. Rome ☐ / B. Paris ☑`)).toEqual([`${PARIS} (Rome, Paris)`])
})

describe('an answer', () => {
  it.each([
    ...['Answer B', '*Answer: B*', '_Answer: B_', '[Answer: B]', '(Answer: B)', '【答案】B', '[Answer] B'],
    ...['[B]', '`B`', '"B"', '*B*', 'B (1 pt)', 'B [2 marks]', 'B ✓', 'Letter B', 'Ｂ'].map(
      (said) => `Answer: ${said}`,
    ),
    ...['B Paris', 'Paris (B)', '[B] Paris', 'B = Paris', 'B, Paris', 'B, because Seine.'].map(
      (said) => `Answer: ${said}`,
    ),
  ])('is read in the form %s', async (line) => {
    expect(await show(`${ASKED} / A. Rome / B. Paris / ${line}`)).toEqual([`${PARIS} (Rome, Paris)`])
  })

  it.each([
    ...[
      'La respuesta correcta es la b',
      'La correcta es la b.',
      'Resp. correcta: b',
      'Respuesta correcta: la b',
    ],
    ...['La bonne réponse est b', 'La réponse correcte est : B', 'Rép. correcte : b', 'Bonne réponse : la b'],
    ...['Die richtige Antwort ist b', 'Richtige Antw.: b', 'Richtige Antwort: Buchstabe B'],
    ...[
      'A resposta correta é a b',
      'Resp. correta: b',
      'Resposta correta: a letra b',
      'A resposta certa é a letra b',
    ],
    ...[
      'La risposta corretta è la b',
      'Risp. corretta: b',
      'Risposta corretta: la b',
      'Respuesta: b.- Paris',
    ],
  ])('is read in another language: %s', async (line) => {
    expect(await show(`${ASKED} / a.- Rome / b.- Paris / ${line}`)).toEqual([`${PARIS} (Rome, Paris)`])
  })

  it.each(['a) Rome / b) Paris / Respuesta: a', '*a) Rome / b) Paris', 'a) Rome / *b) Paris / Respuesta: a'])(
    'is left out beside another one in a sentence: %s',
    async (options) => {
      const shown = await show(`${ASKED} / ${options} / La respuesta correcta es la b`)
      expect(shown.join()).not.toContain('→')
    },
  )

  it.each([
    ['1. El sol es frío. (F) / 2. El agua moja. (V)', 'V, F'],
    ['1) Le soleil est froid. (Faux) / 2) Un et un font deux. (Vrai)', 'Vrai, Faux'],
    ['1. Il sole è freddo (F) / 2. Tre è uno (F) / 3. Due è due (V) / 4. Tre è due (F)', 'V, F'],
    ['1. Die Sonne ist kalt. [Falsch] / 2. Wasser ist nass. [Richtig]', 'Richtig, Falsch'],
    ['1. The sun is cold. (F) / / 2. Water is wet. (T)', 'True, False'],
  ])('is true or false behind each statement: %s', async (list, pair) => {
    const [right, wrong] = pair.split(', ')
    const shown = (await show(list)).map((line) => line.replace(/^.*? → /, ''))
    expect(new Set(shown)).toEqual(new Set([`${right} (${pair})`, `${wrong} (${pair})`]))
  })

  it.each([
    '1. Electric potential (V) / 2. Capacitance (F)',
    'Capital? / 1) Rome (F) / 2) Paris (V) / 3) Oslo (F) / 4) Lima (F)',
    '1. The sun is cold. (F) / 2. Iron is wet. (F)',
    '1. The sun is cold. (F) / 2. Water is wet. (V) / 3. Iron is (X).',
  ])('is no word behind a statement: %s', async (list) => {
    expect((await show(list)).join()).not.toMatch(/→ [VF]/)
  })

  it.each([
    'A) Rome / B) Paris (Explanation: It is on the Seine.) / Answer: B',
    'A) Rome / B) Paris. Explicación: It is on the Seine. / Answer: B',
    'A) Rome / *B) Paris - Erklärung: It is on the Seine.',
    'A) Rome / B) Paris / Answer: B. Explanation: It is on the Seine.',
    'A) Rome / B) Paris / Explanation: It is on the Seine. / Answer: B',
  ])('can have an explanation behind it or behind the last option: %s', async (options) => {
    expect((await read(`${ASKED} / ${options}`)).questions).toMatchObject([
      { correct_answer: 'Paris', options: ['Rome', 'Paris'], explanation: 'It is on the Seine.' },
    ])
  })

  it('leaves the explanations of each option in their texts', async () => {
    const list = `${ASKED} / A) Rome (Explanation: no) / B) Paris (Explanation: yes) / Answer: B`
    expect((await show(list)).join()).toMatch(/\(Rome \(Explanation: no\), Paris \(Explanation: yes\)\)$/)
  })

  it.each(['La réponse est A B', 'A resposta correta é A B', 'Resposta correta: a b'])(
    'is left out when two letters are in its line: %s',
    async (line) => {
      expect((await show(`${ASKED} / a) Rome / b) Paris / ${line}`)).join()).not.toContain('→')
    },
  )

  it.each([
    ['1.- ¿Capital? / a) Roma / b) Lima / Respuesta: b', '¿Capital? → Lima (Roma, Lima)'],
    ['1.-¿Capital? / a.-Roma / b.-Lima / Respuesta: b.-', '¿Capital? → Lima (Roma, Lima)'],
    ['1.- ¿Capital? / a.- Roma / *b.- Lima', '¿Capital? → Lima (Roma, Lima)'],
    ['1.- ¿Capital? / a.- Roma / b.- Lima / / Respuestas / 1.- b', '¿Capital? → Lima (Roma, Lima)'],
    ['1. x + 3 = 2? / a. -1 / b. -2 / Answer: a', 'x + 3 = 2? → -1 (-1, -2)'],
  ])('is read below numbers and letters with a dash: %s', async (list, expected) => {
    expect(await show(list)).toEqual([expected])
  })

  it.each([
    'A Paris',
    'Paris (A)',
    '[A] Paris',
    'A = Paris',
    'A, Paris',
    'A, B',
    'A, because Paris is on the Seine.',
  ])('is left out when its letter and its text differ: %s', async (answer) => {
    expect(await show(`${ASKED} / A. Rome / B. Paris / Answer: ${answer}`)).toEqual([REFUSED])
  })

  it.each(['Rome?', 'Not Rome', 'not Paris'])('is left out when it is typed as %s', async (answer) => {
    expect(await show(`${ASKED} / Answer: ${answer}`)).toEqual([
      expect.stringContaining(`got the answer ${JSON.stringify(answer)}`),
    ])
  })

  it.each(['Quo vadis?', 'Not guilty', 'Not Fade Away'])(
    'can be the title or the verdict %s',
    async (answer) => {
      expect(await show(`${ASKED} / Answer: ${answer}`)).toEqual([`Capital of France? → ${answer}`])
    },
  )

  it.each([
    'Capital of Peru? / / It is near the sea.',
    'Why? / / Say it in a word. / / Or in two.',
    'Who? / / (A king)',
  ])('that is missing changes nothing for the next question: %s', async (text) => {
    expect(await show(`1. ${text} / 2. Capital of France? / ${ROWS} / Answer: B`)).toEqual([
      `${PARIS} (Rome, Paris)`,
      '1: none',
    ])
  })

  it('loses the signs around its line when it is typed', async () => {
    expect(await show('1. Who wrote Faust? / *Answer: Goethe* / 2. Emma? / (Answer: Austen)')).toEqual([
      'Who wrote Faust? → Goethe',
      'Emma? → Austen',
    ])
  })

  it.each([
    '1. B / 2. A',
    'Answer key / Q1: B) Paris / Q2: A) Rome',
    'Answer key / 1. B, because Seine. / 2. A',
  ])('is read in the key %s', async (key) => {
    const questions = `${ASKED} / A. Rome / B. Paris / 2. Capital of Italy? / A. Rome / B. Paris`
    expect(await show(`${questions} / / ${key}`)).toEqual([`${PARIS} (Rome, Paris)`, ITALY])
  })
})

describe('options', () => {
  it.each([
    '1.法国？ / A.罗马 / B.巴黎 / 答案：B',
    '1．法国？ / A．罗马 B．巴黎 / 【答案】B / 【解析】因为。',
    '1. 法国？ / （A）罗马 / （B）巴黎 / 答案：（B）',
    '1. 프랑스? / ① 로마 / ② 파리 / 정답: ②',
    '1. 프랑스? / ① 로마 ② 파리 / 정답: 2',
    '1. フランス？ / ①ローマ / ②パリ / 正解：②',
    '1. フランス？ / ア. ローマ / イ. パリ / 答え：イ',
    '1. 프랑스? / 가. 로마 / 나. 파리 / 정답: 나',
    '1. ฝรั่งเศส? / ก. โรม / ข. ปารีส / เฉลย: ข',
    '1. فرنسا؟ / أ) روما / ب) باريس / الإجابة: ب',
    'שאלה: צרפת? / א) רומא / ב) פריז / תשובה: ב',
    `${ASKED} / [A] Rome / [B] Paris / Answer: B`,
    `${ASKED} / ( ) Rome / (*) Paris`,
    `${ASKED} / [ ] Rome / [*] Paris`,
    `${ASKED} / - Rome (F) / - Paris (T)`,
    `${ASKED} / A) Rome [false] / B) Paris [true]`,
  ])('are read in the form %s', async (list) => {
    expect(await show(list)).toEqual([
      expect.stringMatching(/ → (?:Paris|巴黎|파리|パリ|باريس|פריז|ปารีส) \(/),
    ])
  })

  it('are no lines of a question that begin with a difference', async () => {
    const list = '1. How much is it? / A - B + 3 / A. x / B. y / Answer: A'
    expect(await show(list)).toEqual(['How much is it?\nA - B + 3 → x (x, y)'])
  })

  it('keep the circled numbers of statements above them', async () => {
    const list = '1. Which? / ① Ice is cold. / ② Ice is hot. / A. ① / B. ①② / Answer: A'
    expect(await show(list)).toEqual(['Which?\n① Ice is cold.\n② Ice is hot. → ① (①, ①②)'])
  })

  it.each([
    `${ASKED} / - Rome (T) / - Paris (T)`,
    `${ASKED} / - Rome (T) / - Paris (F) / Answer: Paris`,
    '1. True or false? / a) Ice is cold (T) / b) Ice is hot (F)',
  ])('are not read when they leave a doubt: %s', async (list) => {
    expect(await show(list)).toEqual([REFUSED])
  })

  it('have letters before an equals sign in a cell, unless they are equations', async () => {
    const sheet =
      'Question,Options,Answer / Capital of France?,A=Rome|B=Paris|C=Lima,B / Which is set?,a=1|b=2,b=2'
    expect(await show(sheet)).toEqual([`${PARIS} (Rome, Paris, Lima)`, 'Which is set? → b=2 (a=1, b=2)'])
  })
})

const ROWS = 'A. Rome / B. Paris'
const BOTH = `${ASKED} / ${ROWS} / / 2. Capital of Italy? / ${ROWS}`
const READ = [`${PARIS} (Rome, Paris)`, ITALY]

describe('a key', () => {
  it.each([
    'Answers: 1. Paris / 2. Rome',
    'ANS: 1. Paris / 2. Rome',
    'ANS: 1. Paris, 2. Rome',
    'Answer key: 1-B / 2-A',
    '## Answer key / - **Question 1:** B / - **Question 2:** A',
    'Answers / - 1: B / - 2: A',
    'Answer key / 1-2: BA',
    '1-2 B, A',
    'Answer key / 1. B - It is on the Seine. / 2. A (Since 1871.)',
    'Answer key / 1. B. It is on the Seine. / 2. A. Since the year 1871.',
    '<details><summary>Answer key</summary> / 1. B / 2. A / </details>',
    'KEY / B / A',
    'Answers / B. / A.',
    'Answers: B, A',
    'Answer key: BA',
    '---\n### Answers / 1. B / 2. A',
    'Answer Section / / MULTIPLE CHOICE / / 1. ANS: B PTS: 1 / / COMPLETION / / 2. ANS:\tA\tPTS: 1',
  ])('has letters, texts and reasons in its lines: %s', async (key) => {
    expect(await show(`${BOTH} / / ${key}`)).toEqual(READ)
  })

  it('without numbers must say the same as marks', async () => {
    const marked = BOTH.replaceAll('A. Rome', '*A. Rome')
    expect(await show(`${marked} / / Answers: B, A`)).toEqual([ITALY, expect.stringMatching(/^1: /)])
  })

  it('is that of questions with titles', async () => {
    const list = `### Question 1 / Capital of France? / ${ROWS} / / ### Question 2 / Capital of Italy? / ${ROWS}`
    expect(await show(`${list} / / ### Answers / 1. B / 2. A`)).toEqual(READ)
  })

  it.each([
    'ANS: 1. Paris / 2. Rome',
    'ANS: 1. Paris 2. Rome',
    'Answer Key: 1. Paris, 2. Rome',
    'Answer Key / 1. Paris / 2. Rome',
    'Answer Key: 1-Paris 2-Rome',
  ])('has the answers of questions without options: %s', async (key) => {
    expect(await show(`${ASKED} / 2. Capital of Italy? / / ${key}`)).toEqual([
      PARIS,
      'Capital of Italy? → Rome',
    ])
  })

  it.each(['Key: 1-T 2-F', 'Answer Key: 1. True, 2. False', 'Answers / 1. T / 2. F'])(
    'says whether statements are true: %s',
    async (key) => {
      const list = `True or False / 1. Ice is cold. / 2. Ice is hot. / / ${key}`
      expect(await show(list)).toEqual([
        'Ice is cold. → True (True, False)',
        'Ice is hot. → False (True, False)',
      ])
    },
  )

  it.each(['Answers: B, A, A', 'KEY / B, A, B', 'Key: B, A / Good luck: 1', 'KEY / B / B / B'])(
    'is refused when it has not one letter for each question: %s',
    async (key) => {
      expect(await show(`${BOTH} / / ${key}`)).toEqual([REFUSED])
    },
  )

  it.each([`${BOTH} / Answers: A, B`, `${BOTH.replace(' / / 2', ' / Answers: A, B / 2')} / / Answers: A, B`])(
    'is none when the letters can be the answers of one question: %s',
    async (list) => {
      expect(await show(list)).toEqual([REFUSED])
    },
  )

  it('can be above a farewell', async () => {
    for (const rest of ['Good luck!', ' / Thank you.']) {
      expect(await show(`${BOTH} / / Answer key: / 1. B / 2. A / ${rest}`)).toEqual(READ)
      const lines = `${ASKED} / ${ROWS} / Answer: A / ${NEXT}`
      expect(await show(`${lines} / / Answer Key: 1. Paris, 2. Rome / ${rest}`)).toEqual([
        ITALY,
        '1: the answer "A" beside the answer "Paris"',
      ])
    }
  })

  it('is refused when its numbers can be those of instructions', async () => {
    const list = 'Instructions: / 1. Read all. / 2. Think. / / 1. Who wrote Faust? / 2. Who wrote Emma?'
    expect(await show(`${list} / / Answers / 1. Goethe / 2. Austen`)).toEqual([REFUSED])
  })

  it.each(['Answers: 1-3 BA', 'Answer key: 1. Paris, 3. Rome', 'ANS: 1. Paris / Well done. / 2. Rome'])(
    'is never the answer of the last question: %s',
    async (key) => {
      const shown = await show(`${ASKED} / 2. Capital of Italy? / / ${key}`)
      expect(shown.filter((line) => line.startsWith('Capital of Italy?'))).toEqual([])
    },
  )
})

describe('a letter beside a question', () => {
  it.each([
    `(B) 1. Capital of France? / ${ROWS} / (A) 2. Capital of Italy? / ${ROWS}`,
    `__B__ 1. Capital of France? / ${ROWS} / / __A__ 2. Capital of Italy? / ${ROWS}`,
    `B 1) Capital of France? / ${ROWS} / A 2) Capital of Italy? / ${ROWS}`,
    `1. Capital of France? (B) / ${ROWS} / 2. Capital of Italy? (A) / ${ROWS}`,
    `1. Capital of France? (  B  ) / ${ROWS} / 2. Capital of Italy? （A） / ${ROWS}`,
  ])('is its answer when each question has one: %s', async (list) => {
    expect(await show(list)).toEqual(READ)
  })

  it.each([
    `1. Vitamin (A)? / ${ROWS} / 2. Which (B)? / ${ROWS} / / 1. B / 2. A`,
    `1. Which (B) / ${ROWS} / 2. Who? / ${ROWS} / / 1. B / 2. A`,
  ])('is none otherwise: %s', async (list) => {
    expect((await show(list)).map((line) => line.replace(/^.* → /, ''))).toEqual([
      'Paris (Rome, Paris)',
      'Rome (Rome, Paris)',
    ])
  })

  it('is that of an option before the text of one', async () => {
    const list = 'Capital of France? / (A) 1. Rome / (B) 2. Paris / Answer: B'
    expect(await show(list)).toEqual(['Capital of France? → 2. Paris (1. Rome, 2. Paris)'])
  })
})

describe('the answer of a player', () => {
  it.each([
    'Incorrect',
    '❌',
    'Incorrect!',
    'Not correct',
    'Result: wrong',
    'Score: 0/1',
    'Your score: 0',
    'My score: 0',
    'Your result: wrong',
    'Your answer is incorrect.',
    'Incorrect - the correct answer was Paris',
    'Wrong. It is Paris.',
    'Feedback: Incorrect. It is Paris.',
    'Correct? No',
    'Points: 1 out of 2',
  ])('is left out below which is %s', async (line) => {
    for (const rows of [`${ROWS} / Answer: A`, 'Answer: Rome'])
      expect(
        await show(`${ASKED} / ${rows} / ${line} / 2. Capital of Italy? / Answer: Rome / Correct`),
      ).toEqual([
        'Capital of Italy? → Rome',
        expect.stringMatching(/^1: the answer "(?:A|Rome)", which is wrong by "/),
      ])
  })

  it.each(['Correct', 'Score: 1/1', 'Result: right', 'Points: 2', 'A is wrong.', 'Status: draft'])(
    'is read above %s',
    async (line) => {
      expect(await show(`${ASKED} / ${ROWS} / Answer: B / ${line} / ${NEXT}`)).toEqual(READ)
    },
  )

  it('is not the correct one beside it', async () => {
    const list = `${ASKED} / ${ROWS} / Your answer: A / Correct answer: B / Incorrect / ${NEXT}`
    expect(await show(`Student answers / ${list}`)).toEqual(READ)
  })

  it.each([
    'Question 1 / Incorrect / Capital of France?',
    'Question 1 / 0/1 pts / Capital of France?',
    '1. Capital of France? / Incorrect',
    '1. Capital of France? (0/1)',
    '1. Capital of France? ✗',
    '❌ 1. Capital of France?',
  ])('is left out when its result is beside the question: %s', async (asked) => {
    const shown = await show(`${asked} / ${ROWS} / Answer: A / ${NEXT}`)
    expect(shown).toEqual([ITALY, expect.stringMatching(/^\d: the answer "A", which is wrong by "/)])
    const [first = ''] = await show(`${asked} / ${ROWS} / Your answer: A / Correct answer: B / ${NEXT}`)
    expect(first).toMatch(/ → Paris \(Rome, Paris\)$/)
  })

  it.each(['1. What is / 1/2?', '1. What is wrong? / Incorrect sums:', '1. Right (1/2)'])(
    'is read below the question %s',
    async (asked) => {
      expect((await show(`${asked} / ${ROWS} / Answer: A`))[0]).toMatch(/ → Rome \(Rome, Paris\)$/)
    },
  )

  it.each(['Rome (wrong)', 'Rome ✗', '❌ Rome', 'Rome - incorrect', 'Rome; Answer: Paris'])(
    'is left out with its verdict: %s',
    async (answer) => {
      expect(await show(`${ASKED} / Answer: ${answer} / 2. Capital of Italy? / Answer: ✅ Rome`)).toEqual([
        'Capital of Italy? → Rome',
        expect.stringMatching(/^1: /),
      ])
    },
  )

  it.each(['Score: 3/10', 'Name: Tom / Total score: 50%'])(
    'is refused below the points %s',
    async (title) => {
      expect(await show(`${title} / ${ASKED} / ${ROWS} / Answer: A / ${NEXT}`)).toEqual([REFUSED])
      expect(await show(`${title} / ${ASKED} / ${ROWS} / Correct answer: B / ${NEXT}`)).toEqual(READ)
    },
  )

  it.each(['Student answers', "# Student's responses", 'My answers', 'Submitted answers:'])(
    'is refused below the title %s',
    async (title) => {
      expect(await show(`${title} / ${ASKED} / ${ROWS} / Answer: A / ${NEXT}`)).toEqual([REFUSED])
    },
  )
})

describe('words that correct an answer', () => {
  it.each([
    'Explanation: Rome is in Italy, so B is the correct answer.',
    'Explanation: Hence B is correct.',
    'Explanation: Rome is in Italy, and Paris is the right answer.',
    'Explanation: That makes B the correct option.',
    'Explanation: Option B is correct as it is on the Seine.',
    'Explanation: A is incorrect.',
    'A is wrong.',
  ])('leave out its question: %s', async (line) => {
    expect(await show(`${ASKED} / ${ROWS} / Answer: A / ${line} / ${NEXT}`)).toEqual([
      ITALY,
      `1: "Rome" with "${line.replace('Explanation: ', '')}"`,
    ])
  })

  it.each([
    'P.S. Sorry, in question 1 the right answer is Paris',
    'Note: for Q1 the correct answer is B.',
    'The correct answer to the first question is Paris.',
    'Question 1 should be Paris',
    'Sorry, I made a mistake in question 1, it is B',
    'Correction to #1: Paris',
    'Errata / Question 1: Paris',
    'Errata: 1) Paris',
    'For 1, choose B instead of A.',
    'In question 1, please pick B, not A',
    'For Q1 use (B) rather than A.',
  ])('refuse the list when they name its number: %s', async (line) => {
    expect(await show(`${ASKED} / ${ROWS} / Answer: A / ${NEXT} / / ${line}`)).toEqual([REFUSED])
  })
})

it('an explanation can name another question', async () => {
  const list = `${ASKED} / ${ROWS} / Answer: B / Explanation: As in question 1, the right answer is the largest. / ${NEXT}`
  expect(await show(list)).toEqual(READ)
})

describe('a reason', () => {
  it.each([
    'Answer: B. It is on the Seine.',
    'Answer: B (It is on the Seine.)',
    'Answer: B - it is on the Seine.',
    '**Answer: B.** It is on the Seine.',
    '**Answer: Paris.** It is on the Seine.',
  ])('can be behind an answer: %s', async (line) => {
    expect(await show(`${ASKED} / ${ROWS} / ${line}`)).toEqual([`${PARIS} (Rome, Paris)`])
  })

  it.each([
    'B. Rome is in Italy.',
    'B. Or is it A?',
    'A. The city of Paris',
    'B, but C is correct too',
    'B. Parris',
  ])('is none in %s', async (answer) => {
    expect(await show(`${ASKED} / ${ROWS} / Answer: ${answer}`)).toEqual([REFUSED])
  })

  it('has not half of the words of another option', async () => {
    const list = '1. Which part? / A. The nucleus / B. The cell wall / Answer: A. The wall'
    expect(await show(`${list} of a plant`)).toEqual([REFUSED])
    expect(await show(`${list.replace('The wall', 'The middle')} of a plant`)).toEqual([
      'Which part? → The nucleus (The nucleus, The cell wall)',
    ])
  })

  it('is no part of a typed answer', async () => {
    expect(
      await show('1. Who? / **Answer: Tom.** He was it. / 2. Is it? / **Answer: True.** Because it is.'),
    ).toEqual(['Who? → Tom', 'Is it? → True'])
  })
})

describe('verdicts beside options', () => {
  it.each([
    'A. Rome - incorrect / B. Paris - correct / Answer: B',
    'A. Rome – wrong / B. Paris / Answer: B',
    '[ ] A. Rome / [x] B. Paris / Answer: B',
    '- [ ] A. Rome / - [x] B. Paris',
    '☐ A) Rome / ☑ B) Paris',
    '❌ Rome / ✅ Paris',
    '- ❌ Rome / - ✅ Paris',
    'Rome ❌ / Paris ✅',
    'A. Rome / B. Paris (Most Voted) / Answer: B',
    'A. Rome (your answer) / B. Paris (correct answer)',
    'A. Rome ← your answer / B. Paris / Answer: B',
  ])('are removed: %s', async (rows) => {
    expect(await show(`${ASKED} / ${rows}`)).toEqual([`${PARIS} (Rome, Paris)`])
  })

  it.each([
    'A. Rome - incorrect / B. Paris / Answer: A',
    '[ ] A. Rome / [x] B. Paris / Answer: A',
    'A. Rome / B. Paris (Most Voted) / Answer: A',
    'A. Rome / B. Paris / Answer: A / Wrong: Rome',
    '✅ Rome / ✅ Paris',
  ])('leave out a question that they contradict: %s', async (rows) => {
    expect(await show(`${ASKED} / ${rows}`)).toEqual([REFUSED])
  })

  it.each([
    'Answer: Paris / Wrong: Rome / Wrong: Oslo',
    'Correct: Paris / Incorrect: Rome / Incorrect: Oslo',
    'Wrong 1: Rome / Wrong 2: Oslo / Answer: Paris',
    'Correct answer: Paris / Wrong answers: Rome, Oslo',
    'Correct answer: Paris / Distractors: Rome; Oslo',
  ])('can be the names of their lines: %s', async (rows) => {
    const [first = ''] = await show(`${ASKED} / ${rows} / / 2. Capital of Italy? / Answer: Rome`)
    expect(first.replace('(Paris, Rome, Oslo)', '(Rome, Oslo, Paris)')).toBe(`${PARIS} (Rome, Oslo, Paris)`)
  })
})

it.each(['Answers will vary.', 'Student responses may vary, but', '____', 'N/A', 'See above'])(
  'the answer %s is left out',
  async (answer) => {
    expect(await show(`1. Why? / Answer: ${answer} / 2. Capital of Italy? / Answer: Rome`)).toEqual([
      'Capital of Italy? → Rome',
      `1: "${answer}"`,
    ])
  },
)

describe('a number or a level', () => {
  it.each([
    '1. (Easy) Capital of France?',
    '1. Capital of France? (1 point)',
    '1. [2 marks] Capital of France?',
    'Question 3 of 12 / Capital of France?',
    '1 - Capital of France?',
    'MCQ 1: Capital of France?',
    'Question 1 (Easy) / Capital of France?',
    '### Question 1 / / Capital of France?',
    '**Question 1** / / **Capital of France?**',
  ])('is no part of the question in %s', async (asked) => {
    expect(await show(`${asked} / ${ROWS} / Answer: B`)).toEqual([`${PARIS} (Rome, Paris)`])
  })

  it('is a part of it when it says more', async () => {
    const list = `1. Which is (easy)? / ${ROWS} / Answer: B / 2. 5 - 3 is? / ${ROWS} / Answer: A`
    expect(await show(list)).toEqual([
      'Which is (easy)? → Paris (Rome, Paris)',
      '5 - 3 is? → Rome (Rome, Paris)',
    ])
  })
})

describe('options and answers of assistants and tools', () => {
  it.each([
    `1. Capital of France? / - **A)** Rome / - **B)** Paris / **Answer:** B`,
    `1. Capital of France? / * **A)** Rome / * **B)** Paris / **Answer:** B`,
    '1. Capital of France? / - A. Rome / - **B. Paris**',
    '1. Capital of France? / - Rome / - Paris / Answer: Paris',
    'Capital of France? / * Rome / * Paris / / **Answer:** Paris',
    '1. Capital of France? / ○ Rome / ○ Paris / Answer: Paris',
    '1. Capital of France? / o Rome / o Paris / Answer: Paris',
    '1. Capital of France? / A.Rome / B.Paris / Ans B',
    '1. Capital of France? / - Rome / - **Paris**',
    'Capital of France? / * Rome / * Paris (correct)',
    '**Capital of France?** / - Rome / - Paris - correct',
    `${ASKED} / A. Rome / B. Paris 👍`,
    `${ASKED} / A - Rome / B - Paris / Answer: B`,
    `${ASKED} / a- Rome / b- Paris / Answer: b`,
    `${ASKED} / ${ROWS} / => B`,
    `${ASKED} / ${ROWS} / → B`,
    `${ASKED} / ${ROWS} / Solution: The answer is B because it is.`,
    `${ASKED} / ${ROWS} / <details><summary>Answer</summary>B</details>`,
    `${ASKED} / ${ROWS} / / <details> / <summary>Show answer</summary> / / B / / </details>`,
    `${ASKED} / ${ROWS} / / <details> / <summary>Show answer</summary> / / **Answer: B** / / </details>`,
    `____ 1. Capital of France? / ${ROWS} / / ANS: B\tPTS: 1\tDIF: Easy / REF:\tp. 3 / KEY:\tseine`,
    `Question #1Topic 1 / Capital of France? / A. Rome / B. Paris / Most Voted / Correct Answer: B`,
    `Question #1 Topic 1 / / Capital of France? / A. Rome / B. Paris Most Voted / Reveal Solution / Correct Answer: B 🗳️ / Community vote distribution / B (100%)`,
  ])('are read: %s', async (list) => {
    expect(await show(list)).toEqual([`${PARIS} (Rome, Paris)`])
  })

  it.each([
    `${ASKED} / - Rome / - Paris / Answer: Oslo`,
    `${ASKED} / ${ROWS} / Answer: A / => B`,
    `${ASKED} / - Rome / - **Paris** / Answer: Rome`,
    'What to do: / 1. Read. / - Think / - **Write**',
    `${ASKED} / ${ROWS} / ANS: C\tPTS: 1`,
    `Question #1Topic 1 / Capital of France? / ${ROWS} / Correct Answer: A / Community vote distribution / B (95%)`,
  ])('are left out when they contradict each other: %s', async (list) => {
    expect(await show(list)).toEqual([REFUSED])
  })

  it('have the numbers of their questions', async () => {
    for (const list of [
      'Q1: Capital of France? / A1: Paris / Q2: Capital of Italy? / A2: Rome',
      '**Q1:** Capital of France? / **A1:** Paris / / **Q2:** Capital of Italy? / **A2:** Rome',
    ])
      expect(await show(list)).toEqual([PARIS, 'Capital of Italy? → Rome'])
    const lettered = 'Q1: Capital of France? / A: Rome / B: Paris / A1: B'
    expect(await show(lettered)).toEqual([`${PARIS} (Rome, Paris)`])
  })

  it.each([
    '1. (T/F) Ice is cold. / Answer: T',
    '1. Ice is cold. (T/F) / Answer: True',
    'T/F: Ice is cold. / Answer: True. It is frozen.',
    'True/False / 1. Ice is cold. / ANS: T\tPTS: 1',
    '1. Ice is cold. (True/False) / Answer: True',
  ])('say that a statement is true: %s', async (list) => {
    expect(await show(list)).toEqual(['Ice is cold. → True (True, False)'])
  })

  it('are letters where nothing says that the question is a statement', async () => {
    expect(
      await show('True/False / 1. The symbol of fluorine? / Answer: F / 2. Is it? / Answer: yes'),
    ).toEqual(['Is it? → yes', expect.stringMatching(/^2: /)])
  })
})
