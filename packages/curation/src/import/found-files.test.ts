// Forms of files that people have published. Each question is served with the answer that any person reads, or is left out with the reason.
import { ImportError, type Target } from '@qb/core/questions'
import { describe, expect, it } from 'vitest'
import { readServed } from '../testing/show.ts'
import { importQuestions } from './import-questions.ts'

/** The lines of a file. */
const rows = (...lines: string[]) => `${lines.join('\n')}\n`

/** Reads a file with the targets of its columns, such as `{ 1: 'question' }`. */
async function read(text: string, map: Record<string, Target> = {}) {
  return await importQuestions(Buffer.from(text), {
    mapping: new Map(Object.entries(map)),
    decodeHtml: false,
  })
}

/**
 * The questions of a file as `question → correct answer (of the options)`, and what is left out as `number: reason`. A file that is
 * refused is its error.
 */
async function show(text: string, map?: Record<string, Target>): Promise<string[]> {
  try {
    const { questions, dropped } = await read(text, map)
    const shown = questions.map(({ question, correct_answer, options }) => {
      return `${question} → ${correct_answer}${options ? ` (${options.join(', ')})` : ''}`
    })
    return [...shown, ...dropped.map(({ number, reason }) => `${number}: ${reason}`)]
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError)
    return [`refused: ${(error as ImportError).message}`]
  }
}

describe('a space behind the separator of CSV', () => {
  it.each([
    [
      'before quoted answers',
      rows('question, answer', 'Define a pillar, "It protects data"', 'Which colours?, "Red, blue"'),
      ['Define a pillar → It protects data', 'Which colours? → Red, blue'],
    ],
    [
      'before quoted cells of all columns',
      rows('question, option1, option2, answer', '"Where, then?", "Rome, Italy", "Oslo", "Oslo"'),
      ['Where, then? → Oslo (Rome, Italy, Oslo)'],
    ],
    [
      'after semicolons',
      rows('question; answer', 'Which sign?; "a;b"', '"Which ""one""?"; "c, ""d"""'),
      ['Which sign? → a;b', 'Which "one"? → c, "d"'],
    ],
    [
      'below a header without spaces',
      rows('id,question,options,answer', 'q1, "Capital of Norway?", "Rome|Oslo|Bern",Oslo'),
      ['Capital of Norway? → Oslo (Rome, Oslo, Bern)'],
    ],
  ])('stands %s', async (_where, text, expected) => {
    expect(await show(text)).toEqual(expected)
    const { questions } = await readServed(text)
    expect(questions).toHaveLength(expected.length)
  })

  it('is the sign of a text without quotes that goes on', async () => {
    const text = rows(
      'question,answer,topic',
      'Who?, "Bob, Ann",a',
      'Who wrote it, the novel?,Ann',
      '"W, ""x""?",Ann,a',
    )
    expect(await show(text)).toEqual([
      'Who? → Bob, Ann',
      'W, "x"? → Ann',
      expect.stringMatching(/^3: expected the end of the question before the next cell/),
    ])
  })

  it('is a part of a quoted text', async () => {
    const text = rows('question,answer', '"He said, ""No"", ""Yes"". Who?",Bob', '"Who, ""then""?",Ann')
    expect(await show(text)).toEqual(['He said, "No", "Yes". Who? → Bob', 'Who, "then"? → Ann'])
  })
})

describe('a list', () => {
  it.each([
    '问题：/Capital of France?/选项：/A. Rome/B. Paris/正确答案：B',
    '1. Capital of France?/Варианты ответов:/A. Rome/B. Paris/Ответ: B',
    '1. Capital of France?/Opciones:/A. Rome/B. Paris/Respuesta: B',
    '1. Capital of France?/**Antwortmöglichkeiten:**/A. Rome/B. Paris/Antwort: B',
    '1. Capital of France?/Seçenekler:/A. Rome/B. Paris/Cevap: B',
    '1. Capital of France?/選択肢：/A. Rome/B. Paris/正解：B',
    '1. Capital of France?/Choix :/A. Rome/B. Paris/Réponse : B',
    '1. Capital of France?/Alternativas:/A. Rome/B. Paris/Resposta: B',
    '1. Capital of France?/Odpowiedzi:/A. Rome/B. Paris/Odpowiedź: B',
    '1. Capital of France?/Opzioni:/A. Rome/B. Paris/Risposta: B',
  ])('can have a title above the options in %j', async (list) => {
    expect(await show(rows(...list.split('/')))).toEqual(['Capital of France? → Paris (Rome, Paris)'])
  })

  it.each([
    'Answer: B/Explanation:/It is on the Seine,/near Rouen.//2. Of Italy?/A. Rome/B. Bari/Answer: A',
    'Answer: B/Explanation:/It is on the Seine,/near Rouen./2. Of Italy?/A. Rome/B. Bari/Answer: A',
    'Answer: B/解释：/It is on the Seine,/near Rouen./Question: Of Italy?/A. Rome/B. Bari/Answer: A',
  ])('can have an explanation below its name in %j', async (rest) => {
    const { questions } = await read(rows('1. Of France?', 'A. Rome', 'B. Paris', ...rest.split('/')))
    expect(questions.map(({ question, explanation }) => [question, explanation])).toEqual([
      ['Of France?', 'It is on the Seine,\nnear Rouen.'],
      ['Of Italy?', undefined],
    ])
  })

  it('takes no question for the explanation above it', async () => {
    const list = 'Of France?/A. Rome/B. Paris/Answer: B/Explanation:/Of Italy?/A. Rome/B. Bari/Answer: A'
    expect(await show(rows(...list.split('/')))).toEqual([
      'Of France? → Paris (Rome, Paris)',
      'Of Italy? → Rome (Rome, Bari)',
    ])
  })

  it.each(['B) SYN', '(B) SYN', 'B. SYN', 'b. the flag SYN'])(
    'without options leaves out the answer %s',
    async (answer) => {
      expect(await show(rows('1. Flag?', `answer: ${answer}`, '2. Who?', 'answer: A. Lincoln'))).toEqual([
        'Who? → A. Lincoln',
        '1: expected a question and options from A on, each on one line',
      ])
    },
  )

  it.each([
    ['1. Which?', '2.Who?', '3. Where?'],
    ['1) Which?', '2)Who?', '3)Where?'],
    ['1.“Which”?', '2.A what?', '3.Where?'],
  ])('can have numbers without a space: %s, %s, %s', async (...questions) => {
    const answered = questions.flatMap((question) => [question, 'A. Rome', 'B. Paris', 'Answer: B'])
    const { questions: read1 } = await read(rows(...answered))
    expect(read1.map(({ question }) => question.slice(0, 1))).not.toContainEqual(expect.stringMatching(/\d/))
    expect(read1).toHaveLength(3)
  })
})

describe('numbered lines in a question', () => {
  const LINES = '1. AA\n2. AI\n3. AK\n4. AL\n'

  it.each([
    ['of CSV', rows('question,answer', `"Words:\n${LINES}Find how many end with I.",3`)],
    ['of Anki', rows('#separator:tab', '#html:false', `"Words:\n${LINES}Find how many end with I."\t3`)],
    ['of GIFT', `::Q:: Words: ${LINES.replaceAll('\n', ' ')} Find how many end with I. {=3}\n`],
    [
      'of Moodle',
      `<quiz><question type="shortanswer"><questiontext format="html"><text><![CDATA[Words:<br/>${LINES.replaceAll('\n', '<br/>')}Find how many end with I.]]></text></questiontext><answer fraction="100"><text>3</text></answer></question></quiz>`,
    ],
  ])('%s are no options of a number', async (_format, text) => {
    const { questions } = await read(text)
    expect(questions).toMatchObject([
      { correct_answer: '3', question: expect.stringMatching(/AL\s+Find how many/) },
    ])
    expect(questions[0]?.options).toBeUndefined()
  })

  it('are options when nothing is below them', async () => {
    const text = rows(
      'question,answer',
      '"Capital of France:\n1. Rome\n2. Paris",2',
      '"Of Italy:\n1. Rome\n2. Paris",1',
    )
    expect(await show(text)).toEqual([
      'Capital of France: → Paris (Rome, Paris)',
      'Of Italy: → Rome (Rome, Paris)',
    ])
  })
})

describe('a few zeros among many numbers', () => {
  /** As many questions with four options, whose answers are 0, 0 and other numbers up to 2. */
  const fileOf = (count: number, zeros: number) => {
    const numbers = Array.from({ length: count }, (_, at) => (at < zeros ? 0 : 1 + (at % 2)))
    return rows(
      'question,options,answer',
      ...numbers.map((answer, at) => `Q${at}?,Rome|Oslo|Bern|Bari,${answer}`),
    )
  }

  it.each([
    [40, 2],
    [100, 6],
    [200, 3],
  ])('count from 0 when none of %i is the number of the last option', async (count, zeros) => {
    const shown = await show(fileOf(count, zeros))
    expect(shown).toHaveLength(count)
    expect(shown[0]).toBe('Q0? → Rome (Rome, Oslo, Bern, Bari)')
    expect(shown.at(-1)).toMatch(/→ Bern/)
  })

  it.each([
    [40, 1],
    [25, 2],
  ])('decide nothing among %i numbers', async (count, zeros) => {
    expect((await show(fileOf(count, zeros)))[0]).toMatch(/--from 0 or --from 1/)
  })
})

describe('questions with each option and the answer on a line of its own', () => {
  it.each([
    [
      'paragraphs with letters',
      'Of France?/Rome/Paris/Oslo/Bern/b//Of Italy, now?/Rome/Paris/Oslo/Bern/a//Of Norway?/Rome/Paris/Oslo/Bern/c//Of Swiss?/Rome/Paris/Oslo/Bern/d',
    ],
    [
      'lines with texts',
      'Of France?/Rome/Paris/Oslo/Bern/Paris/Of Italy, now?/Rome/Paris/Oslo/Bern/Rome/Of Norway?/Rome/Paris/Oslo/Bern/Oslo/Of Swiss?/Rome/Paris/Oslo/Bern/Bern',
    ],
    [
      'paragraphs with letters in order, and one that is an option',
      'Of France?/Rome/Paris/Oslo/Bern/B//Of Italy, now?/Rome/Paris/Oslo/Bern/a//Of Norway?/Rome/Paris/Oslo/Bern/C//Of Swiss?/Rome/Paris/Oslo/Bern/d',
    ],
  ])('are read in %s', async (_form, list) => {
    const options = '(Rome, Paris, Oslo, Bern)'
    expect(await show(rows(...list.split('/')))).toEqual([
      `Of France? → Paris ${options}`,
      `Of Italy, now? → Rome ${options}`,
      `Of Norway? → Oslo ${options}`,
      `Of Swiss? → Bern ${options}`,
    ])
  })

  it.each([
    ['the letter C', 'Which one?/A++/B/C/c', '→ C (A++, B, C)'],
    ['an option that is there twice', 'Sun?/red/blue/red/blue', null],
    ['a number', 'How many?/4/3/5/2', null],
  ])('are read beside %s only when one answer is meant', async (_about, last, expected) => {
    const letters = 'Of France?/Rome/Paris/Oslo/b//Of Italy?/Rome/Paris/Oslo/a//'
    const texts = 'Of France?/Rome/Paris/Oslo/Paris//Of Italy?/Rome/Paris/Oslo/Rome//'
    const shown = await show(rows(...`${expected ? letters : texts}${last}`.split('/')))
    expect(shown.at(-1)).toMatch(expected ? /→ C \(A\+\+, B, C\)$/ : /→ blue \(red, blue\)$|^refused: /)
  })

  it.each([
    'A line/of verse/that ends/here//And one/more line/that is/no question',
    'Of France?/Rome/Paris/1/Of Italy?/Rome/Bari/2/Of Norway?/Oslo/Bern/1',
    'Of France?/Rome/Paris/Oslo/Bern/b//Of Italy?/Rome/Paris/Oslo/a//Of Norway?/Rome/Paris/Oslo/Bern/c',
    'Note of the violin?/E flat/E/A//Of the cello?/D flat/D/C//Of the piano?/B flat/B/A',
    'Vitamin of oranges?/A/B/C//Of carrots?/A/D/B//Of the sun?/B/D/A',
  ])('are refused when nothing shows the answer: %s', async (list) => {
    expect(await show(rows(...list.split('/')))).toEqual([
      expect.stringMatching(/^refused: expected a column/),
    ])
  })
})

describe('the names of columns', () => {
  const CAPITALS = ['Of France?,Rome,Paris,B', 'Of Italy?,Rome,Paris,A']
  const READ = ['Of France? → Paris (Rome, Paris)', 'Of Italy? → Rome (Rome, Paris)']

  it.each([
    'Questions,A,B,Answer',
    'Perguntas,A,B,Resposta',
    'PREGUNTAS,A,B,Respuesta',
    'Frage,Antwort A,Antwort B,Loesung',
    'Soru metni,A,B,Doğru',
    'Question,Answer A,Answer B,Correct Answer Key',
    'Question,Answer A,Answer B,"Correct Key (A, B, C, or D)"',
    'Question,Answer A,Answer B,Correct Key (A or B)',
  ])('are known in %s', async (header) => {
    expect(await show(rows(header, ...CAPITALS))).toEqual(READ)
  })

  it('can be those of numbers of options', async () => {
    const [header, ...lines] = [
      'question,option_1,option_2,correct_option_ids',
      'Of France?,Paris,Rome,1',
      'Of Italy?,Rome,Oslo,1',
    ]
    expect(await show(rows(header ?? '', ...lines))).toEqual([
      'Of France? → Paris (Paris, Rome)',
      'Of Italy? → Rome (Rome, Oslo)',
    ])
  })

  it('can be those of wrong answers in Vietnamese', async () => {
    const text = rows('Nội dung câu hỏi,Đáp án đúng,Đáp án sai 1,Đáp án sai 2', 'Of France?,Paris,Rome,Bern')
    expect(await show(text)).toEqual(['Of France? → Paris (Bern, Paris, Rome)'])
  })

  it.each(['Begruendung', 'analysis', 'geribildirim', '答案解析'])(
    'give the explanation below %s',
    async (name) => {
      const { questions } = await read(
        rows(`Question,Answer,${name}`, 'Of France?,Paris,It is on the Seine.'),
      )
      expect(questions[0]).toMatchObject({ explanation: 'It is on the Seine.' })
    },
  )

  it.each(['PREGUNTAS,RESPUESTAS', 'Questions,Answers', 'Perguntas,Respostas'])(
    'are plurals of one answer each in %s, unless it has several texts',
    async (header) => {
      const text = rows(header, 'Of France?,Paris', 'Sign?,"a, b"', 'Of Italy?,Rome|Roma', 'Of Norway?,Oslo')
      const name = header.split(',')[1] ?? ''
      expect(await show(text)).toEqual([
        'Of France? → Paris',
        'Of Norway? → Oslo',
        expect.stringContaining(`3: expected one correct answer, got "a, b"; --map "${name}=correct_answer"`),
        expect.stringContaining('4: expected one correct answer, got "Rome|Roma"'),
      ])
      expect(await show(text, { [name]: 'correct_answer' })).toContain('Sign? → a, b')
    },
  )

  it('of JSON are no question when they have a list of questions', async () => {
    const text = JSON.stringify([
      { title: 'Capitals', preguntas: [{ pregunta: 'Of France?', respuesta: 'Paris' }] },
    ])
    expect(await show(text)).toEqual(['Of France? → Paris'])
  })
})

describe('a statement that is in a file twice', () => {
  it.each([
    ['false', 'true'],
    ['no', 'yes'],
    ['F', 'T'],
  ])('does not make %s and %s marks of answers', async (no, yes) => {
    const text = rows(
      'question,correct_answer',
      `A is prohibited.,${no}`,
      `A is prohibited.,${no}`,
      `B is fine.,${yes}`,
    )
    expect(await show(text)).toEqual([
      expect.stringContaining('A is prohibited. →'),
      expect.stringContaining('B is fine. →'),
      expect.stringMatching(/^3: /),
    ])
  })

  it('with both answers has rows of options', async () => {
    const text = rows('question,correct', 'Capital?,false', 'Capital?,true', 'Other?,true')
    expect(await show(text)).toEqual([expect.stringMatching(/^refused: expected only right answers/)])
  })
})

describe('an answer that is a place', () => {
  /** Questions with places as answers, above one more row. */
  const fileOf = (last: string, count = 24) =>
    rows(
      'question,option 1,option 2,option 3,answer',
      ...Array.from({ length: count }, (_, at) => `Q${at}?,Rome,Oslo,Bern,${1 + (at % 3)}`),
      last,
    )

  it.each([
    ['How long?,2 years,1 year,never,1', 'How long? → 2 years'],
    ['Which test?,MMPI-2,13-3-1-2,none,3', 'Which test? → none'],
    ['Which?,Type 3,Type 2,none,2', 'Which? → Type 2'],
  ])('stays one beside a text with its number when all others are places: %s', async (row, expected) => {
    expect((await show(fileOf(row))).filter((line) => line.startsWith(expected))).toHaveLength(1)
  })

  it('is doubtful beside a text with its number in a small file', async () => {
    expect((await show(fileOf('How long?,2 years,1 year,never,1', 3))).at(-1)).toMatch(
      /can be "1 year" or "2 years"/,
    )
  })

  it.each(['N/A', 'n/a', 'NA'])('is A beside an option %s', async (none) => {
    const text = rows(
      'question,A,B,C,answer',
      `Of France?,Paris,Rome,${none},A`,
      'Of Italy?,Oslo,Rome,Bern,B',
    )
    expect((await show(text))[0]).toBe(`Of France? → Paris (Paris, Rome, ${none})`)
  })

  it('is a number in the template of Kahoot', async () => {
    const text = rows(
      'Question - max 120 characters,Answer 1 - max 75 characters,Answer 2 - max 75 characters,Answer 3 - max 75 characters,Answer 4 - max 75 characters,Time limit (sec),Correct answer(s) - choose at least one',
      'Planets?,8,3,1,5,20,1',
      'Of France?,Rome,Oslo,Paris,Bern,20,3',
    )
    expect(await show(text)).toEqual([
      'Planets? → 8 (8, 3, 1, 5)',
      'Of France? → Paris (Rome, Oslo, Paris, Bern)',
    ])
  })
})

describe('options', () => {
  it.each([
    ['A 21 t|B 36 t|C 34 t', '36 t', '36 t (21 t, 36 t, 34 t)'],
    ['A.admin B.root C.guest', 'B', 'root (admin, root, guest)'],
    ['A.80 B.443', 'B', '443 (80, 443)'],
    ['A.管理员 B.访客', 'B', '访客 (管理员, 访客)'],
  ])('can have letters with a space or a full stop alone: %s', async (options, answer, expected) => {
    expect(await show(rows('question,options,answer', `Which?,${options},${answer}`))).toEqual([
      `Which? → ${expected}`,
    ])
  })

  it('keep initials, and letters that are words', async () => {
    const text = rows(
      'question,options,answer',
      'Who?,A.A. Milne|B.B. King,B.B. King',
      'Which?,A cat|B flat|C sharp,B flat',
    )
    expect(await show(text)).toEqual([
      'Who? → B.B. King (A.A. Milne, B.B. King)',
      'Which? → B flat (A cat, B flat, C sharp)',
    ])
  })

  it.each([{ tip: 1 }, { count: 2, points: 5 }, { time: 30 }])('of JSON can be beside %j', async (about) => {
    const items = [{ question: 'Of France?', options: { ...about, A: 'Rome', B: 'Paris' }, answer: 'B' }]
    expect(await show(JSON.stringify(items))).toEqual(['Of France? → Paris (Rome, Paris)'])
  })

  it.each(['Left, Center, Right', 'Turn left, then right', 'Left or Right'])(
    'can have two directions: %s',
    async (text) => {
      const items = [
        { question: 'Which?', options: [text, 'Foreground, Background'], answer: 'Foreground, Background' },
      ]
      expect(await show(JSON.stringify(items))).toEqual([
        `Which? → Foreground, Background (${text}, Foreground, Background)`,
      ])
    },
  )

  it.each(['exp_a,exp_b,exp_c', 'Note A,Note B,Note C', 'reason a,reason b,reason c'])(
    'have remarks in %s',
    async (names) => {
      const text = rows(
        `question,a,b,c,correct,${names}`,
        'How many?,4,5,7,C,Incorrect: 4 is too few.,Incorrect: 5 is too few.,Correct: 7 is right.',
      )
      const { questions, notes } = await read(text)
      expect(questions).toMatchObject([{ correct_answer: '7' }])
      expect(notes.join('\n')).not.toContain('look like options')
      await expect(read(text, { [names.split(',')[0] ?? '']: 'choice' })).rejects.toThrow(
        'expected options, or choices',
      )
    },
  )

  it.each(['passage', 'Reading passage', 'excerpt'])('need the text below %s', async (name) => {
    const items = [
      { question: 'What does it suggest?', [name]: 'Long ago.', options: ['x', 'y'], answer: 'x' },
      { question: 'Of France?', [name]: null, options: ['Rome', 'Paris'], answer: 'Paris' },
    ]
    expect(await show(JSON.stringify(items))).toEqual([
      'Of France? → Paris (Rome, Paris)',
      expect.stringContaining(
        `1: expected a question that is in use, got one about a passage, "Long ago." below "${name}"`,
      ),
    ])
  })
})

describe('pictures', () => {
  it.each(['a.jpg', 'b/c.png', 'd.webp'])('are options that are addresses such as %s', async (path) => {
    const [first, second] = [`https://example.org/${path}`, `https://example.org/other/${path}`]
    const items = [
      { question: 'Which position?', options: [first, second], answer: first },
      { question: 'Which address?', options: [first, 'a name'], answer: first },
    ]
    expect(await show(JSON.stringify(items))).toEqual([
      expect.stringContaining('Which address? →'),
      expect.stringMatching(/^1: expected a question without a picture/),
    ])
  })
})

describe('the lines of a list', () => {
  it.each(['参考答案：B', '标准答案: B', '我的答案:正确答案:B'])(
    'can have the answer as %s',
    async (answer) => {
      expect(await show(rows('1. Capital of France?', 'A. Rome', 'B. Paris', answer))).toEqual([
        'Capital of France? → Paris (Rome, Paris)',
      ])
    },
  )

  it.each([
    ['[-] a) Rome', '[+] b) Paris'],
    ['•\t[-] a) Rome', '•\t[+] b) Paris'],
    ['[-] A. Rome', '[+] B. Paris'],
  ])('can have signs in brackets before letters: %s', async (...options) => {
    const list = rows(
      '1. Capital of France?',
      ...options,
      '2. Of Italy?',
      ...options.map((line) => line.replace(/[+-](?=\])/, (sign) => (sign === '+' ? '-' : '+'))),
    )
    expect(await show(list)).toEqual([
      'Capital of France? → Paris (Rome, Paris)',
      'Of Italy? → Rome (Rome, Paris)',
    ])
  })

  it.each(['setCaching(true)', 'isOpen(false)', 'f(T)'])('can have calls such as %s', async (call) => {
    const list = rows('1. How can you cache?', `   - a) ${call}`, '   - b) cache()', '   - **c) use()**')
    expect(await show(list)).toEqual([`How can you cache? → use() (${call}, cache(), use())`])
  })

  it.each([
    ['These cover basics.', '', 'Sure, more:'],
    ['One.', '', 'Two.', '', 'Three.'],
    ['', 'Note that this is long.', '', 'More:'],
  ])('can be below several paragraphs: %s', async (...prose) => {
    const list = rows(
      '1. **Which?**',
      '   - A. p',
      '   - B. q',
      '',
      '   **Answer:** A. p',
      '',
      ...prose,
      '',
      '1. **What?**',
      '   - A. b',
      '   - B. c',
      '',
      '   **Answer:** B. c',
    )
    expect(await show(list)).toEqual(['Which? → p (p, q)', 'What? → c (b, c)'])
  })

  it('can go on below an option when the next option follows', async () => {
    const list = rows('1. Which?', 'A. Rome, the', 'capital', 'B. Oslo', 'Answer: A')
    expect(await show(list)).toEqual(['Which? → Rome, the\ncapital (Rome, the\ncapital, Oslo)'])
  })

  it('can go on below the last option when it is a long one', async () => {
    const long = 'The city that lies at the mouth of a long fjord of Norway'
    const list = rows('1. Which?', 'A. Rome', 'B. Bern', `C. ${long}`, 'and is its capital', 'Answer: C')
    expect(await show(list)).toEqual([expect.stringContaining(`Which? → ${long}\nand is its capital (`)])
  })

  it.each(['Who wrote it?', '2. Who wrote it', 'Note: choose one'])(
    'are no part of the option above: %s',
    async (line) => {
      const list = rows('1. Which?', 'A. Rome', 'B. Bern', 'C. Oslo', line, 'Answer: C')
      expect((await show(list)).filter((shown) => shown.includes('→') && shown.includes(line))).toEqual([])
    },
  )
})
