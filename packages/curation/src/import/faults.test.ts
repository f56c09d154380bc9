// Files that served a wrong correct answer. Each is understood, or its question is left out, or the file is refused.
import { ImportError, type Target } from '@qb/core/questions'
import { describe, expect, it } from 'vitest'
import { readServed } from '../testing/show.ts'
import { type ImportOptions, type ImportResult, importQuestions } from './import-questions.ts'
import { formatDataset } from './write-dataset.ts'

/** The dataset of a result. */
const toCsv = ({ questions }: ImportResult) => [...formatDataset(questions)].join('')

type Settings = Partial<ImportOptions> & { readonly map?: Record<string, Target> }

/** The correct answers by question, as the service reads them. A question that is left out has none. */
async function answersOf(source: string | object, { map = {}, ...settings }: Settings = {}) {
  const text = typeof source === 'string' ? source.replaceAll(' / ', '\n') : JSON.stringify(source)
  const mapping = new Map(Object.entries(map))
  let csv: string
  try {
    csv = toCsv(await importQuestions(Buffer.from(`${text}\n`), { mapping, decodeHtml: false, ...settings }))
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError)
    return {}
  }
  const sheet = await readServed(csv)
  expect(sheet.diagnostics).toEqual([])
  const entries = sheet.questions.map(({ question: { question, correct_answer, options } }) => {
    return [question, { correct_answer, options: options?.toSorted() }]
  })
  return Object.fromEntries(entries) as Record<string, { correct_answer: string; options?: string[] }>
}

const NONE = undefined
const FRANCE = 'Capital of France?'
const PLANET = 'First planet?'

const HTML_QUESTION = {
  results: [
    {
      question: 'How do you write &lt; in HTML?',
      correct_answer: '&amp;lt;',
      incorrect_answers: ['&lt;', '&amp;gt;', '&gt;'],
    },
  ],
}

const listed = (name: string, answer: number | string, question = FRANCE) => ({
  question,
  [name]: ['Rome', 'Paris', 'Lima'],
  answer,
})

const LETTERS = 'Capital of France?,Rome,Paris,Lima,B / Italy?,Rome,Paris,Lima,A / Peru?,Rome,Paris,Lima,C'

const NUMBERED = { 1: 'question', 2: 'option', 3: 'option', 4: 'option', 5: 'correct_answer' } as const

const HELLASWAG = [1, 2, 0, 0].map((label, index) => ({
  ctx: index === 0 ? FRANCE : `${index}?`,
  endings: ['Rome', 'Paris', 'Lima'],
  label,
}))

/** What is served for a question: its correct answer, or nothing. */
type Case = readonly [
  source: string | object,
  question: string,
  expected: string | undefined,
  settings?: Settings,
]

const cases: Record<string, readonly Case[]> = {
  'a sign at the end of an option in one cell': [
    ['Question,Options,Answer / Valid?,A) int x B) int x; C) x int,B', 'Valid?', 'int x;'],
    ['Question,Options,Answer\nValid?,"A) int x\nB) int x;\nC) x int",B', 'Valid?', 'int x;'],
    ['Question,Options,Answer / Entity?,&amp;|&lt;|&gt;,&amp;', 'Entity?', '&amp;'],
    [
      'Question,Options,Answer / Valid?,int x;|int x|int,A / Q?,x|y|z,C',
      'Valid?',
      'int x;',
      { separator: '|' },
    ],
    ['Question,Options,Answer / Tuple?,"1|1,|[1]",B / Q?,x|y|z,C / R?,x|y|z,A', 'Tuple?', '1,'],
    ['Question,Options,Answer\nValid?,"int x;\nint y;\nint z;",int y;', 'Valid?', 'int y;'],
    ['Question,Answer\n"Valid?\nA) int x\nB) int x;\nC) x",B', 'Valid?', 'int x;'],
    [
      'Question,Answer,Wrong Answers / Valid?,int x,int x;|x int;|int / Q?,a,b|c',
      'Valid?',
      NONE,
      { separator: '|' },
    ],
    [`Question,Options,Answer / ${FRANCE},"A) Rome; B) Paris; C) Oslo",B`, FRANCE, 'Paris'],
    [`Question,Options,Answer / ${FRANCE},"A) Rome; B) Paris; C) Oslo;",B`, FRANCE, 'Paris'],
    [`Question,Options,Answer / ${FRANCE},"A) Rome, B) Paris, or C) Oslo",B`, FRANCE, 'Paris'],
    [`Question,Options,Answer / ${FRANCE},A. Rome;|B. Paris;|C. Oslo,B`, FRANCE, 'Paris'],
    [`Question,Options,Answer\n${FRANCE},"Rome,\nParis,\nOslo",Paris`, FRANCE, 'Paris'],
  ],
  'HTML entities that are texts': [
    [HTML_QUESTION, 'How do you write < in HTML?', '&lt;'],
    [
      {
        results: [
          ...HTML_QUESTION.results,
          { question: 'Who&#039;s &quot;it&quot;?', correct_answer: 'x', incorrect_answers: ['y'] },
        ],
      },
      'How do you write < in HTML?',
      '&lt;',
    ],
    [
      'Question,A,B,Answer / Which is &?,&amp;,&amp;amp;,B / Q?,x,y,A',
      'Which is &?',
      '&amp;',
      { decodeHtml: true },
    ],
    [
      'Question,A,B,Answer / A quote?,&amp;quot;,&amp;apos;,A / Q?,x,y,A',
      'A quote?',
      '&quot;',
      { decodeHtml: true },
    ],
    ['Question,A,B,Answer / Don&amp;#039;t?,&amp;lt;,<,A / Q?,x,y,A', "Don't?", NONE, { decodeHtml: true }],
    [
      'Question,A,B,Answer / Don&amp;#039;t?,Caf&amp;eacute;,A &amp;amp; B,A',
      "Don't?",
      'Café',
      { decodeHtml: true },
    ],
    [
      'Question,A,B,C,Answer / Which is <?,&lt;,<,>,A / Q?,x,y,z,A',
      'Which is <?',
      NONE,
      { decodeHtml: true },
    ],
  ],
  'a header again, with spaces': [
    [
      '| Question | Answer | / |---|---| / | a b? | x | / \n| Question | Answer | / |---|---| / | e f? | z |',
      'Question',
      NONE,
    ],
    ['Question, Answer / Longest?, Nile / Question, Answer / Red?, Mars', 'Question', NONE],
    ['Question, Answer / Longest?, Nile / Question, Answer / Red?, Mars', 'Red?', 'Mars'],
  ],
  'columns of one letter that is no place': [
    ['N,Question,A,B,Answer / 1,Capital of France?,Rome,Paris,B', FRANCE, 'Paris'],
    ['N°;Question;A;B;Answer;P / 1;Capital of France?;Rome;Paris;A;2', FRANCE, 'Rome'],
    ['Question,D,C,B,A,Answer / First planet?,Mars,Venus,Mercury,Saturn,B', PLANET, 'Mercury'],
    ['Question,A,C,D,Answer / First planet?,Mars,Venus,Mercury,D', PLANET, 'Mercury'],
  ],
  'options below a name that is not known': [
    ['Question,Answer Choices,Correct Answer / Capital of France?,"A) Rome B) Paris",B', FRANCE, 'Paris'],
    ['Frage;Antwortoptionen;;Lösung / Capital of France?;Rom;Paris;B', FRANCE, 'Paris'],
    [
      'Question,Pool,Answer / Capital of France?,"A) Rome B) Paris",B / Capital of Italy?,"A) Rome B) Paris",A / Capital of Spain?,"A) Rome B) Madrid",B',
      FRANCE,
      'Paris',
    ],
    [
      'Question,,,Answer / Capital of France?,Rome,Paris,B / Capital of Italy?,Rome,Paris,A / Capital of Spain?,Rome,Madrid,B',
      FRANCE,
      NONE,
    ],
    ['Question,Answer,,, / Capital of France?,Rome,Paris,Oslo,Bern', FRANCE, NONE],
  ],
  'what stands in place of an answer': [
    ...['nan', '#N/A', 'N/A', 'TBD', '?', '-', 'NULL', '#REF!', '\\N'].map(
      (text): Case => [`question,answer / Capital of France?,${text} / Q?,A`, FRANCE, NONE],
    ),
    ['question,answer,wrong 1 / Capital of France?,Paris,#N/A / Q?,A,B', FRANCE, NONE],
    ['question,answer,wrong 1 / Type of null?,null,object', 'Type of null?', 'null'],
    ['question,A,B,C,answer / Sign of a difference?,+,-,x,-', 'Sign of a difference?', '-'],
    ['question,A,B,answer / What ends a question?,.,?,? / Q?,Rome,Oslo,Rome', 'What ends a question?', '?'],
  ],
  'a number that is written as a word in the options': [
    [
      'Question,Option 1,Option 2,Option 3,Answer / Sides of a triangle?,Four,Three,Six,3 / Capital of Italy?,Rome,Paris,Oslo,Rome / Capital of Norway?,Rome,Paris,Oslo,Oslo',
      'Sides of a triangle?',
      NONE,
    ],
    [
      'Question,A,B,C,D,Answer / Legs of a cat?,Four,Two,Six,Eight,4 / Capital of Italy?,Rome,Paris,Oslo,Bern,Rome / Capital of Norway?,Rome,Paris,Oslo,Bern,Oslo',
      'Legs of a cat?',
      NONE,
    ],
  ],
  'a key beside the table, or below it': [
    [
      'No,Question,A,B,,Nr,Answer / 2,Capital of France?,Rome,Paris,,1,A / 1,Capital of Italy?,Rome,Paris,,2,B',
      FRANCE,
      NONE,
    ],
    ['Question,A,B,,Nr,Answer / Part 1,,,,1,B / Capital of France?,Rome,Paris,,2,A', FRANCE, NONE],
    ['Question,Answer / Capital of France?,Paris / Answer,Question / Nile,Longest river?', 'Nile', NONE],
  ],
  'operators between bars': [
    [
      'question,options,answer / Or in C?,a || b | a && b | a & b,A / Capital of France?,Rome | Paris,B',
      'Or in C?',
      'a || b',
    ],
  ],
  'one option in each row': [
    [
      'question,option,is_correct / Capital of France?,Rome,FALSE / Capital of France?,Paris,TRUE',
      FRANCE,
      'Paris',
    ],
    ['Question,Réponse,Juste / Capital of France?,Rome,non / Capital of France?,Paris,oui', FRANCE, 'Paris'],
    ['题干,选项A,选项B,答案 / Capital of France?,Rome,Paris,B', FRANCE, 'Paris'],
    ['質問,選択肢1,選択肢2,正解 / Capital of France?,Rome,Paris,② / Q?,x,y,1', FRANCE, 'Paris'],
  ],
  'an option in bold': [
    ['question,A,B / Capital of France?,Rome,**Paris** / Q?,**x**,y', FRANCE, 'Paris'],
    ['question,A,B / Capital of France?,Rome,<b>Paris</b> / Q?,<strong>x</strong>,y', FRANCE, 'Paris'],
    ['question,A,B,answer / Capital of France?,Rome,**Paris**,B', FRANCE, 'Paris'],
    ['question,A,B,answer / Capital of France?,Rome,<b>Paris</b>,Paris', FRANCE, 'Paris'],
    ['question,A,B,answer / Capital of France?,Rome,**Paris**,A / Q?,**x**,y,A', FRANCE, NONE],
    ['question,A,B,answer / Sign of bold?,<b>,<i>,A / Q?,x,y,A', 'Sign of bold?', '<b>'],
    ['1. Capital of France? / A) Rome / **B) Paris** / 2. Q? / **A) x** / B) y', FRANCE, 'Paris'],
    ['1. Capital of France? / A) Rome / B) <b>Paris</b> / 2. Q? / A) <b>x</b> / B) y', FRANCE, 'Paris'],
    ['1. Capital of France? / **A) Rome** / **B) Paris**', FRANCE, NONE],
    ['1. Capital of France? / **A)** Rome / **B)** Paris / Answer: B', FRANCE, 'Paris'],
  ],
  'names and words that are short or Dutch': [
    ['Question,A,B,Ans Key / Capital of France?,Rome,Paris,B', FRANCE, 'Paris'],
    ['Vraag,Antwoord / IJs is koud.,Waar / IJs is warm.,Onwaar', 'IJs is warm.', 'Onwaar'],
    ['Vraag,Waar/Onwaar / IJs is koud.,Waar / IJs is warm.,O', 'IJs is warm.', 'Onwaar'],
  ],
  'letters beside choices that a person says are wrong': [
    ['A', NONE],
    ['B', NONE],
    ['C)', NONE],
    ['2', NONE],
    ['Cusco', 'Cusco'],
  ].map(
    ([answer, expected]): Case => [
      `question,choice_1,choice_2,choice_3,answer / Which?,Quito,Lima,Sucre,${answer} / ${FRANCE},Rome,Oslo,Bern,Paris / Italy?,Oslo,Bern,Kiel,Rome`,
      'Which?',
      expected,
      { options: 'wrong' },
    ],
  ),
  'a column of answers beside the one that a person names': [
    ...[
      ['Quito,Lima', NONE],
      ['A,B', NONE],
      ['B,Lima', 'Lima'],
      ['Lima,B', 'Lima'],
      [',B', 'Lima'],
    ].map(
      ([answers, expected]): Case => [
        `Question,A,B,Answer,Corrected answer / Which?,Quito,Lima,${answers} / Q?,Rome,Oslo,A,Rome`,
        'Which?',
        expected,
        { map: { 'Corrected answer': 'correct_answer' } },
      ],
    ),
    [
      'Question,Answer,Corrected answer / Which?,Quito,Lima',
      'Which?',
      NONE,
      { map: { 'Corrected answer': 'correct_answer' } },
    ],
    [
      'Question,Answer,Corrected answer / Which?,Quito,Lima',
      'Which?',
      'Lima',
      { map: { 'Corrected answer': 'correct_answer', Answer: 'ignore' } },
    ],
  ],
  'separators in brackets, formulas and numbers': [
    ...[
      ['$5, $10, $15', '$10'],
      ['5$, 10$, 15$', '10$'],
      ['1,000 km, 2,000 km', '2,000 km'],
    ].map(
      ([options, answer]): Case => [
        `question,options,answer\nWhich?,"${options}","${answer}"`,
        'Which?',
        answer,
      ],
    ),
    ...['1,5, 2, 3', '1,5 kg, 2, 3 kg', '1,000, 2, 3,000'].map(
      (options): Case => [
        `question,options,answer\nWhich?,"${options}",2`,
        'Which?',
        NONE,
        { answers: 'text' },
      ],
    ),
    ['question,options,answer\nWhich?,"1,5,2,5,3,5","2,5"', 'Which?', NONE],
    ['question,correct_answer,distractors\nWhich?,"2,5","1,5,3,5,4,5"', 'Which?', NONE],
    ['question,options,answer\nWhich?,"1,5, 2, 3",2', 'Which?', '2', { answers: 'text', separator: ', ' }],
    ['question,options,answer\nWhich?,"1, 2, 3",2', 'Which?', '2', { answers: 'text' }],
    ['question,options,answer\nWhich?,"1,2,3",2', 'Which?', '2', { answers: 'text' }],
  ],
  'an option that is odd': [
    ...['→ Paris', 'Paris <=', '⭐ Paris', 'Paris *', 'Paris (*)', 'Paris [x]', '_Paris_', '>> Paris'].map(
      (odd): Case => [`question,A,B,answer / ${FRANCE},Rome,${odd},A / Q?,x,y,A`, FRANCE, NONE],
    ),
    ...['Correct: Paris', '(correct) Paris', 'Paris (answer)', 'Paris / correct', 'Paris - right'].map(
      (odd): Case => [
        `1. ${FRANCE}\nA) Rome\nB) ${odd}\nAnswer: A\n2. Q?\nA) x\nB) y\nAnswer: A`,
        FRANCE,
        NONE,
      ],
    ),
    ['question,A,B,answer / Capital of France?,Rome,→ Paris,B', FRANCE, '→ Paris'],
    ['question,A,B,C,answer / A name in code?,init,__init__,main,A', 'A name in code?', 'init'],
    ['question,A,B,answer / Turn?,to the - left,to the - right,A', 'Turn?', 'to the - left'],
    ['question,A,B,answer / A pointer?,int p,int *p; p = 0,A', 'A pointer?', 'int p'],
    ['question,A,B,answer / Sign?,⭐ star,⭐ sun,A', 'Sign?', '⭐ star'],
  ],
  'cells of several lines': [
    [
      'question,answer,topic / "Who wrote Emma?,Austen / Who wrote "Hamlet"?,Shakespeare / Capital of France?,Paris,x',
      'Who wrote "Hamlet"?',
      'Shakespeare',
    ],
    [
      'question,answer / "What is printed? / print(1,2) / print(3)",1 2 3 / Capital of France?,Paris',
      'What is printed?\nprint(1,2)\nprint(3)',
      '1 2 3',
    ],
    [
      'question,answer / "What is printed? / print(1,2) / print(3)",1 2 3 / Capital of France?,Paris',
      'print(1',
      NONE,
    ],
    [
      'Question,Answer,Explanation / Capital of France?,Paris,"On the Seine. / Rivers nearby: Seine, Marne, Oise" / Q?,A,',
      'Rivers nearby: Seine',
      NONE,
    ],
    ['question,answer / "Hello, Tom. / A: Hi, Ann.",Hi / Capital of France?,Paris', 'A: Hi', NONE],
  ],
  'wrong answers in one cell': [
    [
      'question,correct_answer,incorrect_answers / Capital of France?,Paris,"London, Berlin, Rome"',
      FRANCE,
      'Paris',
    ],
    ['question,correct_answer,incorrect_answers / Capital of France?,Paris,"London, Rome"', FRANCE, NONE],
    ['question,correct_answer,wrong answer / Capital of France?,Paris,"Washington, D.C."', FRANCE, 'Paris'],
    ['question,correct_answer,wrong answers / Metres of a km?,1000,"1,000,000"', 'Metres of a km?', '1000'],
    ['question,correct_answer,wrong answers / Half of 5?,2.5,"1,5"', 'Half of 5?', '2.5'],
  ],
  'numbers with a point, and options between slashes': [
    [
      'question,option1,option2,option3,option4,answer / Capital of France?,Rome,Paris,Oslo,Bern,2.0 / Capital of Switzerland?,Rome,Paris,Oslo,Bern,4.0',
      FRANCE,
      'Paris',
    ],
    [
      'question,A,B,C,answer / Version with print()?,2.0,2.7,3.0,3.0 / Capital of Italy?,Rome,Paris,Oslo,A',
      'Version with print()?',
      '3.0',
    ],
    [
      'question,A,B,C,answer / Version with print()?,1.5,3.1,2.7,3.0 / Capital of Italy?,Rome,Paris,Oslo,A',
      'Version with print()?',
      NONE,
    ],
    [
      'question,options,answer / The Earth is round?,True/False,True / Water is dry?,True/False,False',
      'Water is dry?',
      'False',
    ],
    ['question,options,answer / Capital of France?,Rome/Paris/Oslo,Paris', FRANCE, 'Paris'],
    [
      'question,options,answer / Band of Angus Young?,AC/DC,Kiss / Capital of France?,"Rome, Paris",Paris',
      'Band of Angus Young?',
      NONE,
    ],
  ],
  'JSON by topic and number, and by the text of the question': [
    [
      {
        quiz: {
          sport: {
            q1: { question: 'Team of the NBA?', options: ['Huston Rocket', 'Bulls'], answer: 'Bulls' },
          },
          maths: {
            q1: { question: '5 + 7?', options: ['10', '11', '12', '13'], answer: '12' },
            q2: { question: '12 - 8?', options: ['1', '2', '3', '4'], answer: '4' },
          },
        },
      },
      '5 + 7?',
      '12',
    ],
    [
      {
        'Capital of France?': { options: ['Rome', 'Paris'], answer: 'Paris' },
        'Capital of Italy?': { options: ['Rome', 'Paris'], answer: 'Rome' },
      },
      'Capital of Italy?',
      'Rome',
    ],
    [{ 'Capital of Italy?': { options: ['Rome', 'Paris'], answer: 'A' } }, 'Capital of Italy?', 'Rome'],
    [
      {
        'first one': { question: 'Sky?', answer: 'Blue' },
        'second one': { question: 'Sun?', answer: 'Yellow' },
      },
      'Sky?',
      'Blue',
    ],
  ],
  'signs: the text of an option is no name of a column': [
    [
      'question,A,B,C,D,answer / Stroustrup?,Java,C++,Python,Ruby,C++ / Rossum?,Java,C++,Python,Ruby,Python',
      'Stroustrup?',
      'C++',
    ],
    [
      [{ question: 'Stroustrup?', A: 'Java', B: 'C++', C: 'Python', D: 'Ruby', answer: 'C++' }],
      'Stroustrup?',
      'C++',
    ],
    ['question,A,B,C,D,answer / Link?,<p>,<b>,<a>,<i>,<a> / Bold?,<a>,<p>,<b>,<i>,<b>', 'Link?', '<a>'],
    [
      'question,A,B,C,D,answer / Je vais … Paris?,a,à,as,ai,à / Tu … un chat?,as,ai,a,à,as',
      'Je vais … Paris?',
      'à',
    ],
    [
      'question,A,B,C,D,answer / Donor of B+?,A+,O-,B+,A-,B+ / Universal donor?,A+,B+,O-,AB+,O-',
      'Donor of B+?',
      'B+',
    ],
    ["question,A,B,C,D,answer / NOT A?,A,A',1,0,A' / Zero?,A,B,1,0,0", 'NOT A?', "A'"],
    [
      'question,A,B,C,D,answer / Capital of France?,Rome,Paris,Oslo,Bern,B? / Capital of Italy?,Rome,Paris,Oslo,Bern,A',
      'Capital of France?',
      NONE,
    ],
    [
      'question,A,B,C,D,answer / Capital of France?,Rome,Paris,Oslo,Bern,¬A / Capital of Italy?,Rome,Paris,Oslo,Bern,A',
      'Capital of France?',
      NONE,
    ],
  ],
  'signs: a number with a sign is no place': [
    [
      [
        { question: 'Capital of Italy?', options: ['Rome', 'Paris', 'Oslo'], answer: 0 },
        { question: 'Capital of France?', options: ['Rome', 'Paris', 'Oslo'], answer: 1 },
        { question: 'Capital of Atlantis?', options: ['Rome', 'Paris', 'Oslo'], answer: -1 },
      ],
      'Capital of Atlantis?',
      NONE,
    ],
    [
      'question,A,B,C,D,answer / 2 - 6?,−4,4,2,None of these,-4 / 3 - 5?,None of these,8,−2,2,-2',
      '2 - 6?',
      '−4',
    ],
    [
      'question,A,B,C,D,answer / x + b = 0?,a,b,−b,−a,-b / Capital of Italy?,Rome,Paris,Oslo,Bern,A',
      'x + b = 0?',
      '−b',
    ],
    [
      'question,A,B,C,D,E,answer / 1/2?,0.2,0.4,0.5,0.6,none,.5 / 3/10?,none,0.2,0.25,0.3,0.35,.3',
      '1/2?',
      NONE,
    ],
  ],
  'signs: columns that a tool has numbered are refused': [
    [
      'Question,Option,Option.1,Option.2,Answer / Capital of France?,Rome,Paris,Oslo,2 / Capital of Norway?,Rome,Paris,Oslo,3',
      'Capital of France?',
      NONE,
    ],
  ],
  'signs: a score, a difference and a date have no label': [
    [
      'question,A,B,C,answer / Result?,0 - 2,1 - 0,2 - 1,B / Capital of Italy?,Rome,Paris,Oslo,A',
      'Result?',
      '1 - 0',
    ],
    [
      'question,A,B,C,answer / Tag der Arbeit?,1. Mai,2. Juni,3. Oktober,A / Capital of Italy?,Rome,Paris,Oslo,A',
      'Tag der Arbeit?',
      '1. Mai',
    ],
    [
      [
        { question: 'A without B?', options: ['A - B', 'B - A'], answer: 'A - B' },
        { question: 'Capital of Italy?', options: ['Rome', 'Paris'], answer: 'Rome' },
      ],
      'A without B?',
      'A - B',
    ],
  ],
  'a second correct answer has many names': [
    'Correct 2',
    '2nd Correct Answer',
    'Alternate Correct Answer',
    'Alt Answer',
    'Other correct answers',
    'Also accepted',
    'Additional Correct Answer',
    'Second Answer',
  ].map((name) => [
    `question,A,B,C,D,Correct,${name} / Capital of France?,Rome,Paris,Oslo,Bern,B, / In the Alps?,Rome,Paris,Oslo,Bern,C,D`,
    'In the Alps?',
    NONE,
  ]),
  'choices that contain the answer are not all wrong': [
    [
      'question,correct_answer,choice_1,choice_2,choice_3 / Longest river?,Nile,Amazon,The Nile River,Danube / Largest planet?,Jupiter,Planet Mars,Planet Jupiter,Planet Venus',
      'Longest river?',
      NONE,
    ],
  ],
  'options that two signs separate': [
    [
      'question,options,answer / OR in C?,"a & b, a | b, a ^ b",B / Capital of France?,"Rome; Paris; Oslo",B',
      'OR in C?',
      NONE,
    ],
    [
      'question,options,answer / Ends a statement?,"a semicolon (;), a comma (,), a dot",A / Capital of France?,"Rome; Paris; Oslo",B',
      'Ends a statement?',
      NONE,
    ],
    [
      'question,options,answer / Never negative?,"|x|; x; -x",x / Capital of France?,"Rome; Paris; Oslo",Paris',
      'Never negative?',
      NONE,
    ],
    [
      'question,options,answer / Who came?,"Tom, Ann; Bob","Tom, Ann" / Capital of France?,"Rome; Paris; Oslo",Paris',
      'Who came?',
      'Tom, Ann',
    ],
    [
      'question,options,answer / Capital of Norway?,"Rome, Paris, or Oslo",Oslo / Capital of France?,"Rome, Paris, Oslo",Paris',
      'Capital of Norway?',
      'Oslo',
    ],
  ],
  'options whose label is called option': [
    {
      options: ['A', 'B'].map((option, index) => ({ option, value: ['Rome', 'Paris'][index] })),
      answer: 'Rome',
    },
    {
      options: ['A', 'B'].map((letter, index) => ({
        option: `Option ${letter}`,
        description: ['Rome', 'Paris'][index],
      })),
      answer: 'Option A',
    },
  ].map((item) => [[{ question: 'Capital of Italy?', ...item }], 'Capital of Italy?', 'Rome']),
  'a mark that contradicts the answer': [
    [
      'question,A,B,C,D,answer / Capital of France?,Rome,Paris (correct),Oslo,Bern,A / Capital of Italy?,Rome,Paris,Oslo,Bern,A',
      'Capital of France?',
      NONE,
    ],
    [
      'question,A,B,C,D,answer / Capital of France?,Rome,Paris (correct),Oslo,Bern,B / Capital of Italy?,Rome,Paris,Oslo,Bern,A',
      'Capital of France?',
      'Paris',
    ],
    [
      'question,A,B,C / Way to the church?,Go (straight),Turn (left),Turn (right) / Way to the school?,Turn (right),Turn (left),Go (straight)',
      'Way to the church?',
      NONE,
    ],
  ],
  'totals, empty cells and headers': [
    [
      'question,A,B,C,D,answer / Capital of Italy?,Rome,Paris,Oslo,Bern,A / Total questions:,,,,,3',
      'Total questions:',
      NONE,
    ],
    [
      'question,A,B,C,D,answer / Capital of Italy?,Rome,Paris,Oslo,Bern,A / Passing score,,,,,80%',
      'Passing score',
      NONE,
    ],
    [
      'Question text (required),A,B,C,D,Answer / Capital of Italy?,Rome,Paris,Oslo,Bern,A / Question text (required),D,C,B,A,Answer / Capital of Norway?,Oslo,Bern,Rome,Paris,D',
      'Capital of Norway?',
      NONE,
    ],
    ['question,answer / pass,bestehen / maximum,Höchstwert', 'pass', 'bestehen'],
    ['Reason: why did Rome fall? / A. War / B. Rain / ANSWER: A', 'Reason: why did Rome fall?', 'War'],
    [
      'What is the capital of France? / A. Paris / B. Rome / ANSWER: A. / Explanation: Since 987. / What is the capital of Italy? / A. Paris / B. Rome / ANSWER: B',
      'What is the capital of Italy?',
      'Rome',
    ],
  ],
  'a comma or a word that can be a part of an option': [
    [
      'question,options,answer / Capital of the USA?,"Paris, Washington, D.C., Rome","Washington, D.C." / Capital of France?,"Paris, Oslo, Rome",Paris',
      'Capital of the USA?',
      'Washington, D.C.',
    ],
    [
      'question,options,answer / Not in Europe?,"Washington, D.C., Paris, Rome",Washington / Capital of France?,"Paris, Oslo, Rome",Paris / Capital of Italy?,"Paris, Oslo, Rome",Rome',
      'Not in Europe?',
      NONE,
    ],
    ['question,options,answer / Who?,"Smith, John, Doe, Jane","Doe, Jane"', 'Who?', NONE],
    ['question,options,answer / Capital of France?,"Rome, Paris and Oslo",Paris', FRANCE, 'Paris'],
    [
      'question,options,answer / Wrote for two?,"Solo, Bach, Simon and Garfunkel",Bach / Capital of France?,"Rome, Paris, Oslo",Paris',
      'Wrote for two?',
      'Bach',
    ],
    ['question,options,answer / Capital of Italy?,"Rome, Paris and Oslo",Rome', 'Capital of Italy?', NONE],
  ],
  'a decimal comma': [
    ['question;A;B;C;answer / Half of 7?;3,5;3;4;3.5', 'Half of 7?', '3,5'],
    ['question;correct_answer;wrong_1;wrong_2 / Half of 7?;3.5;3,5;4', 'Half of 7?', NONE],
    ['question;A;B;C;D;answer / Primes?;1;2.4;3;4;"2,4"', 'Primes?', NONE],
  ],
  'columns that say of each option whether it is correct': [
    ...['Correct A,Correct B', 'A is correct,B is correct', 'Richtig A,Richtig B'].map(
      (names): Case => [`Question,A,B,${names} / Capital of France?,Rome,Paris,0,1`, FRANCE, 'Paris'],
    ),
    [
      'Question,Option 1,Option 1 Correct,Option 2,Option 2 Correct / Capital of France?,Rome,FALSE,Paris,TRUE',
      FRANCE,
      'Paris',
    ],
    ['Question,A,B,Correct A,Correct B / Capital of France?,Rome,Paris,1,1', FRANCE, NONE],
    ['Question,A,B,Correct A,Correct B / Capital of France?,Rome,Paris,Oslo,Bern', FRANCE, NONE],
    ['Pregunta,A,B,Correcta / Capital of France?,Rome,Paris,B', FRANCE, 'Paris'],
  ],
  'a column for each of true and false': [
    ['Aussage;Richtig;Falsch / Eis ist kalt;x; / Eis ist warm;;x', 'Eis ist warm', 'Falsch'],
    ['Question,False,True / Is ice cold?,,X / Is ice warm?,X,', 'Is ice cold?', 'True'],
    ['Statement,True,False / Ice is cold,1,0 / Ice is warm,0,1', 'Ice is warm', 'False'],
    ['Statement,True,False / Ice is cold,x,x / Ice is warm,,x', 'Ice is cold', NONE],
    ['Statement,True,False / Ice is cold,12,3 / Ice is warm,2,13', 'Ice is cold', NONE],
    ['Frage;Richtig;Falsch / Capital of France?;x; / Capital of Italy?;;x', FRANCE, NONE],
    ['Frage;Richtig;Falsch / Capital of France?;Paris;Rome', FRANCE, 'Paris'],
  ],
  'columns without names': [
    [`${LETTERS}`, FRANCE, NONE],
    [LETTERS, FRANCE, 'Paris', { hasHeader: false, map: NUMBERED }],
    [
      LETTERS.replaceAll(',B', ',2').replaceAll(',A', ',1').replaceAll(',C', ',3'),
      FRANCE,
      'Paris',
      { hasHeader: false, map: NUMBERED },
    ],
    [
      LETTERS.replaceAll(',B', ',2').replaceAll(',A', ',1').replaceAll(',C', ',3'),
      FRANCE,
      NONE,
      { hasHeader: false, map: NUMBERED, options: 'wrong' },
    ],
    [LETTERS, FRANCE, NONE, { hasHeader: false, map: { 1: 'question', 2: 'correct_answer' } }],
    [LETTERS, FRANCE, 'Rome', { hasHeader: false, map: { 1: 'question', 2: 'correct_answer', 5: 'ignore' } }],
    [`#separator:comma / ${LETTERS}`, FRANCE, 'Paris', { map: NUMBERED }],
    [
      'Question,1,2,3,Answer / Capital of France?,Rome,Paris,Lima,2 / Q?,x,y,z,1',
      FRANCE,
      'Paris',
      { map: { 1: 'option', 2: 'option', 3: 'option' } },
    ],
  ],
  'an answer that contains an option': [
    ['Question,A,B,Answer / Capital of France?,Rome,Paris,Paris (B) / Q?,x,y,x (A)', FRANCE, 'Paris'],
    ['Question,A,B,Answer / Capital of France?,Rome,Paris,Paris (A) / Q?,x,y,x (A)', FRANCE, NONE],
    [
      'Question,A,B,Answer / Capital of France?,Rome,Lima,Not Lima / Q?,x,y,z',
      FRANCE,
      NONE,
      { options: 'wrong' },
    ],
    [
      'Question,A,B,Answer / Longest?,Nile,Amazon,White Nile / Q?,x,y,z',
      'Longest?',
      'White Nile',
      { options: 'wrong', answers: 'text' },
    ],
  ],
  'a name that ends like one with a letter': [
    ['Pregunta;Correcta;Incorrecta;Incorrecta / Capital of France?;París;Roma;Lima', FRANCE, 'París'],
    ['Question;Correct;IncorrectA;IncorrectB / Capital of France?;Paris;Rome;Lima', FRANCE, 'Paris'],
  ],
  'signs for true and false': [
    ['Statement,True/False / Red?,1 / Blue?,0', 'Blue?', 'False'],
    ['Statement,Is true / Red?,Y / Blue?,N', 'Blue?', 'False'],
    ['Statement,Is true / Red?,yes / Blue?,no', 'Red?', 'True'],
    ['Aussage,Richtig/Falsch / Red?,1 / Blue?,0', 'Red?', 'Richtig'],
    ['Statement,True/False / Red?,1 / Blue?,2', 'Red?', NONE],
  ],
  'options in a column or a member without a known name': [
    [[listed('content', 2), listed('content', 3, 'Peru?')], FRANCE, 'Paris'],
    [[listed('content', 1), listed('content', 2, 'Peru?')], FRANCE, NONE],
    [[listed('content', 1), listed('content', 2, 'Peru?')], FRANCE, 'Paris', { from: 0 }],
    [[listed('mcq', 'B')], FRANCE, 'Paris'],
    [[{ question: FRANCE, pool: { A: 'Rome', B: 'Paris' }, answer: 'B' }], FRANCE, 'Paris'],
    [[{ ...listed('a', 2), first: ['x', 'y', 'z'] }], FRANCE, NONE],
    [[listed('pool', 2)], FRANCE, NONE],
    [[listed('tags', 2)], FRANCE, '2'],
    [[listed('context', 2), listed('context', 3, 'Peru?')], FRANCE, '2'],
    [[{ ...listed('steps', 5) }], FRANCE, '5'],
    [[{ ...listed('pool', 2) }, { question: 'Peru?', pool: ['Lima', 'Oslo'], answer: 3 }], FRANCE, NONE],
    [[{ ...listed('pool', 17) }], FRANCE, '17'],
    [HELLASWAG, FRANCE, 'Paris', { map: { ctx: 'question', label: 'correct_answer' } }],
    [
      'Question,Pool,Answer / Capital of France?,Rome|Paris|Lima,2 / Peru?,Rome|Paris|Lima,3',
      FRANCE,
      'Paris',
    ],
    [
      `Question,Pool,Answer / Capital of France?,"['Rome', 'Paris']",2 / Peru?,"['Rome', 'Lima']",2`,
      FRANCE,
      'Paris',
    ],
    ...[', ', '; ', ',', '\n'].map((sign): Case => {
      const pool = `"${['Rome', 'Paris', 'Lima'].join(sign)}"`
      return [`Question,Pool,Answer\n${FRANCE},${pool},2\nPeru?,${pool},3`, FRANCE, NONE]
    }),
    [
      'Question,Pool,Answer\nHow many?,"A boy.\nTwo dogs.\nOh.",2\nAnd now?,"A cat.\nOh.",1',
      'How many?',
      '2',
    ],
    [
      'Question,Pool,Answer / Capital of France?,A) Rome B) Paris,B',
      FRANCE,
      'Paris',
      { map: { Pool: 'option' } },
    ],
  ],
  'a column that says whether the answer is right': [
    ['Frage;Antwort;Korrekt / Capital of France?;Rom;nein / First planet?;Mars;ja', FRANCE, NONE],
    ...Object.entries({
      'Is it right': 'N/Y',
      Accurate: 'No/Yes',
      Status: 'Answered incorrectly/Answered correctly',
      Remark: 'not correct/correct answer',
      exact_match: '0/1',
      acc: '0.0/1.0',
      Judgement: '0/1',
      X: 'no/yes',
      Grade: 'F/A',
      Rating: 'thumbs down/thumbs up',
      Evaluation: 'I/C',
      Mistake: 'x/',
      Error: '1/0',
      Check: 'false/true',
      Teacher: 'no/ok',
      Assessment: 'fail/pass',
      Feedback: '"Wrong, it is Paris"/Well done',
    }).map(([name, cells]): Case => {
      const [wrong, right] = cells.split('/')
      return [`Question,Answer,${name} / ${FRANCE},Rome,${wrong} / ${PLANET},Mercury,${right}`, FRANCE, NONE]
    }),
    ...['Korrekt', 'Correcto'].map(
      (name): Case => [
        `Question,A,B,Answer,${name} / ${FRANCE},Rome,Paris,A,no / Q?,x,y,A,yes`,
        FRANCE,
        NONE,
      ],
    ),
    [`Question,A,B,Answer,Used / ${FRANCE},Rome,Paris,B,no / Q?,x,y,A,yes`, FRANCE, 'Paris'],
    ...Object.entries({
      Published: 'no/yes',
      'Has image': '0/1',
      Points: '1/2',
      Grade: '5/6',
      Feedback: 'Right/Wrong to say Mars',
      'Multiple choice': 'false/true',
      Type: '1/0',
    }).map(([name, cells]): Case => {
      const [first, second] = cells.split('/')
      return [
        `Question,Answer,${name} / ${FRANCE},Paris,${first} / ${PLANET},Mercury,${second}`,
        FRANCE,
        'Paris',
      ]
    }),
    [
      `Question,Correct answer,Right? / ${FRANCE},Paris,N / ${PLANET},Mercury,Y`,
      FRANCE,
      'Paris',
      { map: { 'Right?': 'ignore' } },
    ],
    [`Question,Correct answer,Known to Ann / ${FRANCE},Paris,N / ${PLANET},Mercury,Y`, FRANCE, 'Paris'],
    [
      `Statement,Answer,Explanation / Rome is in France.,Faux,Faux. It is in Italy. / X?,Vrai,x`,
      'Rome is in France.',
      'Faux',
    ],
  ],
  'another answer beside the answer': [
    ...`Musterlösung, Corrigé, Corrección, Erwartungshorizont, Réponse attendue, Lösung (richtig), Correct answer text, correct_ans_text,
      Accepted answer, Model answer, Sample answer, Suggested answer, Ideal answer, Human answer, Validated answer, Key answer, Corr. answer,
      Correct value, Correct word, Correct version, Response (correct), Right one, Expected output, Solution text, Should be, gt, y_true,
      Official, Fixed, Updated, New, CA, 参考答案, Facit, Исправление`
      .split(/,\s+/)
      .map(
        (name): Case => [
          `Question,Answer,${name} / ${FRANCE},Rome,Paris / ${PLANET},Venus,Mercury`,
          FRANCE,
          NONE,
        ],
      ),
    [`Question,Answer,Updated / ${FRANCE},Paris,2024-01-01 / ${PLANET},Mercury,1 May 2023`, FRANCE, 'Paris'],
    [`Question,Answer,New / ${FRANCE},Paris,yes / ${PLANET},Mercury,`, FRANCE, 'Paris'],
    [`Question,Answer,Official / ${FRANCE},Paris,https://x.org/a / ${PLANET},Mercury,`, FRANCE, 'Paris'],
    [`Question,Answer,Musterlösung / ${FRANCE},Paris,paris / ${PLANET},Mercury,`, FRANCE, 'Paris'],
  ],
  'who gave the answers': [
    ...`Username, User ID, Participant ID, Respondent ID, Submitted by, Nickname, Your name, Name of student, Vorname, Nachname, Nom, Prénom,
      Nombre, Nome, Attempt ID, Voter, worker_id, annotator, Completion time, Time taken, IP Address, model, LLM, İsim, ФИО, 氏名, Imię`
      .split(/,\s+/)
      .map(
        (name): Case => [`Question,Answer,${name} / ${FRANCE},Rome,Tom / ${PLANET},Venus,Ann`, FRANCE, NONE],
      ),
    [`Question,Correct answer,Username / ${FRANCE},Paris,Tom`, FRANCE, 'Paris'],
  ],
  'the answers of players': [
    ['Task,Answer,Student / Capital of France?,Rome,Ann / First planet?,Mars,Ben', FRANCE, NONE],
    ['Frage;Antwort;Schüler / Capital of France?;Rom;Ann / First planet?;Mars;Ben', FRANCE, NONE],
    ['Timestamp,Email,Question,Answer / 10:00,a@x.org,Capital of France?,Rome', FRANCE, NONE],
    ['Name,Question,A,B,Answer / Ann,Capital of France?,Rome,Paris,A', FRANCE, NONE],
    ['Student,Question,Correct answer / Ann,Capital of France?,Paris', FRANCE, 'Paris'],
    [
      'Question,Answer,Student / Capital of France?,Paris,Ann',
      FRANCE,
      'Paris',
      { map: { Student: 'ignore' } },
    ],
    [{ student: 'Ann', answers: [{ question: FRANCE, answer: 'Rome' }] }, FRANCE, NONE],
    [{ player: 'Ann', questions: [{ question: FRANCE, answer: 'Rome' }] }, FRANCE, NONE],
  ],
  'a table whose names are in its first column': [
    [`Question,${FRANCE},${PLANET} / A,Rome,Mercury / B,Paris,Mars / Answer,B,A`, FRANCE, 'Paris'],
    [`Question,${FRANCE},${PLANET} / A,Rome,Mercury / B,Paris,Mars / Answer,B,A`, PLANET, 'Mercury'],
    [`Question,${FRANCE} / Answer,Rome / Student,Ann`, FRANCE, NONE],
  ],
  'a percentage with a space': [
    ['question,A,B,C,answer / Half?,0.5,50 %,5 %,50%', 'Half?', '50 %'],
    ['question,A,B,C,answer / Rest?,a %b,a% b,a/b,a % b', 'Rest?', NONE],
  ],
  'whether a statement is true': [
    [[{ statement: 'Ice is cold.', isTrue: true }], 'Ice is cold.', 'True'],
    ['Statement,Is true / Ice is cold.,TRUE / Ice is warm.,FALSE', 'Ice is warm.', 'False'],
    ['Question,Answer,Is true / Capital of France?,Rome,FALSE', FRANCE, NONE],
  ],
  'quotes with a backslash': [
    ['question,answer / "Who said \\"hi\\"?",Tom / Capital of France?,Paris', 'Who said "hi"?', 'Tom'],
    ['question,A,B,answer / "Who said \\"hi\\", or no?",Tom,Ann,B', 'Who said "hi", or no?', 'Ann'],
    [
      'question,answer / "The ""root"" of Windows is C:\\",here / "A \\""b\\"" c?",no',
      'The "root" of Windows is C:\\',
      'here',
    ],
  ],
  'initials of names': [
    [
      'question,A,B,C,answer / Worm?,C. elegans,A. thaliana,B. subtilis,C. elegans / Capital of France?,Rome,Paris,Oslo,Paris',
      'Worm?',
      'C. elegans',
    ],
    [
      'question,A,B,C,answer / President?,A. Lincoln,B. Bardot,C. Chaplin,A. Lincoln / Capital of France?,Rome,Paris,Oslo,Paris',
      'President?',
      'A. Lincoln',
    ],
    [
      'question,A,B,answer / President?,A. Lincoln,B. Bardot,B / Capital of France?,Rome,Paris,B',
      'President?',
      'B. Bardot',
    ],
    [
      'question,options,answer / Actress?,B. Bardot|A. Lincoln,B / Capital of France?,Rome|Paris,Paris',
      'Actress?',
      NONE,
    ],
  ],
  'an unquoted comma in a row with an optional last column': [
    [
      'question,answer,topic / Capital of the USA?,Washington, D.C. / Capital of Italy?,Rome,Cities',
      'Capital of the USA?',
      NONE,
    ],
    ['question,answer,source / Metres of a km?,1,000 / Capital of Italy?,Rome,', 'Metres of a km?', NONE],
  ],
  'a star that can be a part of an option': [
    ['question,A,B,C / Pointer?,int p*,int *p,int p / Capital of France?,Rome,*Paris,Oslo', 'Pointer?', NONE],
  ],
  'an index in a small file': [
    [
      [
        { question: FRANCE, options: ['Rome', 'Paris', 'Oslo', 'Bern'], correctIndex: 2 },
        { question: 'Capital of Italy?', options: ['Rome', 'Paris', 'Oslo', 'Bern'], correctIndex: 1 },
        { question: 'Capital of Norway?', options: ['Rome', 'Paris', 'Oslo', 'Bern'], correctIndex: 3 },
      ],
      FRANCE,
      NONE,
    ],
  ],
  'a wrong option that is the answer with a full stop': [
    [
      'question,A,B,C,answer / Capital of Italy?,Rome,Rome.,Oslo,Rome / Capital of France?,Rome,Paris,Oslo,Paris',
      'Capital of Italy?',
      NONE,
    ],
    [
      'question,A,B,answer / Which is right?,He said that it is late.,He said that it is late,A',
      'Which is right?',
      'He said that it is late.',
    ],
  ],
  'spellings of an answer': [
    [
      [
        { question: FRANCE, answer: 'Paris', answers: ['Paris', 'Lutetia'] },
        { question: 'Which country?', answer: 'USA', answers: ['USA', 'United States'] },
      ],
      FRANCE,
      NONE,
    ],
    [
      [
        { question: FRANCE, answer: 'Paris', answers: ['Paris', 'Rome'] },
        { question: 'Capital of Italy?', answer: 'Rome', answers: ['Paris', 'Rome'] },
      ],
      FRANCE,
      'Paris',
    ],
  ],
  'columns of options with one name': [
    ['Question,Option,Option,Answer / Capital of France?,Rome,Paris,Paris', FRANCE, 'Paris'],
    ['Question,Option,Option,Option,Answer / Capital of France?,Rome,Paris,Oslo,2', FRANCE, NONE],
    ['Question,Option,Option,Answer / Capital of France?,Rome,Paris,B', FRANCE, 'Paris'],
    ['Question,Answer,Answer,Correct / Capital of France?,Rome,Paris,Paris', FRANCE, 'Paris'],
    ['Question,Answer,Answer / Capital of France?,Rome,Paris', FRANCE, NONE],
    [
      'Question,Correct answer,Wrong answer,Wrong answer / Capital of France?,Paris,Rome,Oslo',
      FRANCE,
      'Paris',
    ],
    ['Frage;Richtig;Falsch;Falsch / Capital of France?;Paris;Rome;Oslo', FRANCE, 'Paris'],
  ],
  'letters of another alphabet above the options': [
    ['Вопрос,А,Б,В,Г,Ответ / Capital of France?,Rome,Paris,Oslo,Bern,Б', FRANCE, 'Paris'],
    ['Вопрос,Вариант А,Вариант Б,Вариант В,Ответ / Capital of France?,Rome,Paris,Oslo,б', FRANCE, 'Paris'],
    ['Вопрос,Вариант ответа А,Вариант ответа Б,Ответ / Capital of France?,Rome,Paris,Б', FRANCE, 'Paris'],
    ['Ερώτηση,Α,Β,Γ,Απάντηση / Capital of France?,Rome,Paris,Oslo,β', FRANCE, 'Paris'],
    ['Вопрос,Б,Г,Ответ / Capital of France?,Rome,Paris,Г', FRANCE, NONE],
  ],
  'circled numbers in a cell': [
    ['Question,Options,Answer / Capital of France?,①Rome ②Paris ③Oslo,②', FRANCE, 'Paris'],
    ['Question,Options,Answer / Capital of France?,① Rome / ② Paris,2', FRANCE, NONE],
  ],
  'lists of NumPy': [
    ["question,options,answer / Capital of France?,['Rome' 'Paris' 'Oslo'],Paris", FRANCE, 'Paris'],
    ['question,options,answer / Capital of France?,"[""O\'Rome"" \'Paris\'\n \'Oslo\']",B', FRANCE, 'Paris'],
  ],
  'an answer with a word before it': [
    ['Question,A,B,Answer / Capital of France?,Rome,Paris,Answer: B', FRANCE, 'Paris'],
    ['Frage,A,B,Antwort / Capital of France?,Rome,Paris,Richtige Antwort: Paris', FRANCE, 'Paris'],
    ['Question,Answer / Capital of France?,Answer: Paris', FRANCE, 'Paris'],
    ['Question,A,B,Answer / Last word?,Answer: no,no,Answer: no', 'Last word?', 'Answer: no'],
  ],
  'an answer beside its place': [
    ['question,A,B,C,answer,answer_idx / Capital of France?,Rome,Paris,Oslo,Paris,B', FRANCE, 'Paris'],
    ['question,A,B,C,answer,answer_idx / Capital of France?,Rome,Paris,Oslo,Paris,1', FRANCE, 'Paris'],
    ['question,A,B,C,answer,answer_idx / Capital of France?,Rome,Paris,Oslo,Paris,', FRANCE, 'Paris'],
    ['question,A,B,C,answer,answer_idx / Capital of France?,Rome,Paris,Oslo,Paris,C', FRANCE, NONE],
    ['question,A,B,C,answer,answer_idx / Capital of France?,Rome,Paris,Oslo,It is old,B', FRANCE, NONE],
  ],
  'options in the cell of the question': [
    ['Question,Answer / "Capital of France? A) Rome B) Paris",B', FRANCE, 'Paris'],
    ['Question,Answer / "Capital of France? (A) Rome (B) Paris","(B) Paris"', FRANCE, 'Paris'],
    ['Question,Answer / "Capital of France?\n1. Rome\n2. Paris",2', FRANCE, 'Paris'],
    [
      'Question,Answer / "Letter of a) apple or b) banana?",a / Q?,x',
      'Letter of a) apple or b) banana?',
      NONE,
    ],
    ['Question,Answer / Symbol of carbon?,C / Q?,x', 'Symbol of carbon?', 'C'],
    ['Question,A,B,Answer / Which? A) x B) y,Rome,Paris,B', 'Which? A) x B) y', 'Paris'],
  ],
  'a list of Jeopardy! in which the answer is the clue': [
    [
      'round,clue_value,daily_double_value,answer,question / 1,100,0,Scottish word for lake,loch',
      'Scottish word for lake',
      'loch',
    ],
  ],
  'several columns of correct answers with one name': [
    ['Question,A,B,Correct Answer,Correct Answer / Capital of France?,Rome,Paris,B,', FRANCE, 'Paris'],
    ['Question,A,B,Correct Answer,Correct Answer / Capital of France?,Rome,Paris,B,A', FRANCE, NONE],
    ['Question,Option,Correct,Option,Correct / Capital of France?,Rome,0,Paris,1', FRANCE, NONE],
  ],
  'names that mean something else beside others': [
    ['Question,Left,Right / Match,Rome,Italy', 'Match', NONE],
    ['Question,Opt,Answer / Capital of France?,yes,Paris', FRANCE, 'Paris'],
    ['Question,opa,opb,cop / Capital of France?,Rome,Paris,2', FRANCE, 'Paris'],
    ['Question,Correct A,Correct B / Capital of France?,Paris,Lutetia', FRANCE, NONE],
    ['Question,Answer,Right,Wrong / Capital of France?,Paris,12,3', FRANCE, NONE],
  ],
  'a space behind the separators of one column': [
    [
      'Question,Answer,Topic / Capital of France?,Paris, Towns / Capital of Italy?,Rome, Towns / Capital of Norway?,Oslo, Towns',
      FRANCE,
      'Paris',
    ],
    [
      'Question,Answer,Topic / Capital of the USA?,Washington, D.C. / Capital of Italy?,Rome,Towns / Capital of Norway?,Oslo,Towns',
      'Capital of the USA?',
      NONE,
    ],
  ],
  'JSON of one question, whose options have texts': [
    ...[
      [
        { text: 'Rome', correct: false },
        { text: 'Paris', correct: true },
      ],
      [
        { text: 'Rome', answer: 'no' },
        { text: 'Paris', answer: 'yes' },
      ],
    ].flatMap((options): Case[] => [
      [{ question: FRANCE, options, answer: 'Paris' }, FRANCE, 'Paris'],
      [{ question: FRANCE, options, answer: 'Paris' }, 'Paris', NONE],
    ]),
    [
      { quiz: [{ text: 'Part 1', questions: [{ q: FRANCE, options: ['Rome', 'Paris'], a: 'B' }] }] },
      FRANCE,
      'Paris',
    ],
  ],
  'other names of columns': [
    ['Type,Title,Correct,Choice,Choice / MCQ,Capital of France?,B,Rome,Paris', FRANCE, 'Paris'],
    ['Title,Question,Answer / Geo,Capital of France?,Paris', FRANCE, 'Paris'],
    ['Frage;Antwort1;Antwort2;Richtige / Capital of France?;Rome;Paris;2', FRANCE, 'Paris'],
    ['Question,Right,Wrong1,Wrong2 / Capital of France?,Paris,Rome,Oslo', FRANCE, 'Paris'],
    ['Question,A,B,Is A correct,Is B correct / Capital of France?,Rome,Paris,0,1', FRANCE, 'Paris'],
    ['Statement,T,F / Ice is cold,x, / Ice is hot,,x', 'Ice is hot', 'False'],
  ],
  'options of quiz programs in JSON': [
    [
      [
        {
          questionText: FRANCE,
          answerOptions: [
            { answerText: 'Rome', isCorrect: false },
            { answerText: 'Paris', isCorrect: true },
          ],
        },
      ],
      FRANCE,
      'Paris',
    ],
    [[{ question: FRANCE, answers: { Rome: false, Paris: true } }], FRANCE, 'Paris'],
    [[{ question: FRANCE, answers: { Rome: true, Paris: true } }], FRANCE, NONE],
    [
      [
        { q: FRANCE, a: ['Rome', 'Paris'], correct: 1 },
        { q: 'Capital of Italy?', a: ['Rome', 'Paris'], correct: 0 },
        { q: 'Capital of Norway?', a: ['Oslo', 'Paris'], correct: 0 },
      ],
      FRANCE,
      'Paris',
    ],
  ],
  'signs in front of the options of a cell': [
    ['Question,Options,Answer / Capital of France?,• Rome|• Paris,Paris', FRANCE, 'Paris'],
    ['Question,Options,Answer / Sum?,- 2|3|5,- 2', 'Sum?', '- 2'],
  ],
  'a letter and its text in other signs': [
    ['Question,A,B,Answer / Capital of France?,Rome,Paris,B (Paris)', FRANCE, 'Paris'],
    ['Question,A,B,Answer / Capital of France?,Rome,Paris,A (Paris)', FRANCE, NONE],
  ],
  'columns of options without the first one': [
    ['question,answer,option 2,option 3,option 4 / 1+1?,2,3,4,5 / 1+2?,3,4,5,6', '1+1?', NONE],
    [
      'question,answer,option 2,option 3,option 4 / 1+1?,2,3,4,5 / 1+2?,3,4,5,6',
      '1+1?',
      '2',
      { options: 'wrong' },
    ],
    ['question,answer,Option B,Option C / By Ritchie?,C,Java,Rust', 'By Ritchie?', NONE],
  ],
  '1: choices that are all options': [
    [
      'Question,Choice 1,Choice 2,Choice 3,Choice 4,Answer / Capital of France?,Rome,Paris,Oslo,Bern,B',
      FRANCE,
      'Paris',
    ],
    [
      'Question,Choice 1,Choice 2,Choice 3,Choice 4,Answer / Capital of France?,Rome,Paris,Oslo,Bern,2',
      FRANCE,
      'Paris',
    ],
    [
      'Question,Choice 1,Choice 2,Choice 3,Answer / Capital of France?,Rome,Paris,Oslo,Paris',
      FRANCE,
      'Paris',
    ],
    [
      [{ question: FRANCE, choice0: 'Rome', choice1: 'Paris', label: 1 }],
      FRANCE,
      'Paris',
      { map: { label: 'correct_answer' } },
    ],
    [
      'Question,x,y,z,Answer / Capital of France?,Rome,Paris,Oslo,B',
      FRANCE,
      'Paris',
      { map: { x: 'choice', y: 'choice', z: 'choice' } },
    ],
    [
      'id,question,correct_answer,choice_1,choice_2 / 1,Who?,Ann,Bob,Eve / 2,Which language?,C,Java,Rust',
      'Which language?',
      'C',
    ],
    [
      'id,question,correct_answer,choice_1,choice_2,choice_3 / 1,Who?,Ann,Bob,Eve,Tom / 2,Which language?,C,Java,Rust,Go',
      'Which language?',
      NONE,
    ],
    [
      'id,question,correct_answer,choice_1,choice_2,choice_3 / 1,Who?,Ann,Bob,Eve,Tom / 2,Which language?,C,Java,Rust,Go',
      'Which language?',
      NONE,
      { options: 'wrong' },
    ],
    [
      'id,question,correct_answer,choice_1,choice_2,choice_3 / 1,Who?,Ann,Bob,Eve,Tom / 2,Which language?,C,Java,Rust,Go',
      'Which language?',
      'C',
      { options: 'wrong', answers: 'text' },
    ],
    ['Question,Choice 1,Choice 2,Answer / Capital of France?,Rome,Paris,A/B', FRANCE, NONE],
    ['Question,Choice 1,Choice 2,Answer / Capital of France?,Rome,Paris,"1, 2"', FRANCE, NONE],
    ['Question,Choice 1,Choice 2,Answer / Capital of France?,Rome,Paris,E', FRANCE, NONE],
    ['Question,Choice 1,Choice 2,Answer / Half?,3/4,2/3,1/2', 'Half?', '1/2'],
  ],
  '2: the letters of columns': [
    ['question,D,C,B,A,answer / First planet?,Mars,Venus,Mercury,Saturn,B', PLANET, 'Mercury'],
    ['question,D,C,B,A,answer / First planet?,Mars,Venus,Mercury,Saturn,2', PLANET, NONE, { from: 1 }],
    ['question,A,C,D,answer / First planet?,Mars,Mercury,Venus,C', PLANET, 'Mercury'],
    ['question,A,C,D,answer / First planet?,Mars,Mercury,Venus,B', PLANET, NONE],
    ['question,A,C,D,answer / First planet?,Mars,Mercury,Venus,2', PLANET, NONE, { from: 1 }],
    [
      [
        { question: 'One?', A: 'x1', B: 'y1', answer: 'B' },
        { question: PLANET, B: 'Mercury', A: 'Mars', answer: 'B' },
      ],
      PLANET,
      'Mercury',
    ],
    ['question,Option A,A,B,answer / First planet?,Mars,Mercury,Venus,A', PLANET, NONE],
  ],
  '3: options with ids': [
    [
      [
        {
          question: FRANCE,
          options: [
            { id: 'b', text: 'London' },
            { id: 'a', text: 'Paris' },
          ],
          answer: 'a',
        },
      ],
      FRANCE,
      'Paris',
    ],
    [
      [
        {
          question: FRANCE,
          options: [
            { key: 'B', text: 'London' },
            { key: 'A', text: 'Paris' },
          ],
          answer: 'A',
        },
      ],
      FRANCE,
      'Paris',
    ],
    [
      [
        {
          question: FRANCE,
          options: [
            { label: 'b', value: 'London' },
            { label: 'a', value: 'Paris' },
          ],
          answer: 'a',
        },
      ],
      FRANCE,
      'Paris',
    ],
    [
      [
        {
          question: FRANCE,
          options: [
            { label: 'London', value: 'b' },
            { label: 'Paris', value: 'a' },
          ],
          answer: 'a',
        },
      ],
      FRANCE,
      'Paris',
    ],
    [
      [
        {
          question: FRANCE,
          options: [
            { name: 'b', content: 'London' },
            { name: 'a', content: 'Paris' },
          ],
          answer: 'a',
        },
      ],
      FRANCE,
      'Paris',
    ],
    [
      [
        {
          question: FRANCE,
          options: [
            { label: 'b', value: 'x' },
            { label: 'a', value: 'y' },
          ],
          answer: 'a',
        },
      ],
      FRANCE,
      NONE,
    ],
    [
      [
        {
          question: FRANCE,
          options: [
            { id: 2, text: 'London' },
            { id: 1, text: 'Paris' },
          ],
          answer: 1,
        },
      ],
      FRANCE,
      'Paris',
    ],
    [
      [
        {
          question: FRANCE,
          options: [
            { id: 7, text: 'London' },
            { id: 9, text: 'Paris' },
          ],
          answer: 9,
        },
      ],
      FRANCE,
      'Paris',
    ],
    [
      [
        {
          question: FRANCE,
          options: [
            { id: 7, text: 'London' },
            { id: 9, text: 'Paris' },
          ],
          answer: 1,
        },
      ],
      FRANCE,
      NONE,
    ],
    [
      [
        {
          question: FRANCE,
          options: [
            { id: 'x1', text: 'London' },
            { id: 'x2', text: 'Paris' },
          ],
          answer: 'x2',
        },
      ],
      FRANCE,
      'Paris',
    ],
    ...['_id', 'optionId', 'position', 'number', 'order', 'answer_id'].flatMap((member) =>
      ['BA', '21'].map(
        ([b, a]): Case => [
          [
            {
              question: FRANCE,
              options: [
                { [member]: b, text: 'London' },
                { text: 'Paris', [member]: a },
              ],
              answer: a,
            },
          ],
          FRANCE,
          'Paris',
        ],
      ),
    ),
    [
      [
        {
          question: FRANCE,
          options: [
            { id: 1, letter: 'B', text: 'London' },
            { id: 2, letter: 'A', text: 'Paris' },
          ],
          answer: 'A',
        },
      ],
      FRANCE,
      NONE,
    ],
    [
      [
        {
          question: FRANCE,
          options: [
            { text: 'London', wrong: true },
            { text: 'Paris', wrong: false },
          ],
        },
      ],
      FRANCE,
      'Paris',
    ],
    [
      [
        {
          question: FRANCE,
          options: [
            { id: 'a', text: 'London' },
            { id: 'a', text: 'Paris' },
          ],
          answer: 'a',
        },
      ],
      FRANCE,
      NONE,
    ],
  ],
  '4: options in one cell': [
    ['question,options,answer / Capital of France?,"Paris, London, Rome",A', FRANCE, NONE],
    ['question,options,answer / Capital of France?,"Paris, London, Rome",1', FRANCE, NONE],
    [
      'question,options,answer / Capital of France?,"Paris, London, Rome",A',
      FRANCE,
      'Paris',
      { separator: ',' },
    ],
    ['question,options,answer / What is 2 + 2?,"a ) 4 , b ) 5",a', 'What is 2 + 2?', '4'],
    ['question,options,answer / First planet?,A) Mercury B) Mars,A', PLANET, 'Mercury'],
    ['question,options,answer / First planet?,A) Mars B) Mercury,Mercury', PLANET, 'Mercury'],
    ['question,options,answer / Root of 16?,"64,7,4,8",4', 'Root of 16?', NONE],
    ['question,options,answer / Root of 16?,"64,7,4,8",4 / Who?,"Ann, Bob",Bob', 'Root of 16?', '4'],
    ['question,options,answer / Where?,Rome||Paris|Oslo,C', 'Where?', NONE],
    ['question,options,answer / Where?,Rome||Paris||Oslo,C', 'Where?', 'Oslo'],
    ['question,options,answer / Who?,"Simon &amp; Garfunkel, ABBA",A', 'Who?', NONE],
    [`question,options,answer / Capital of France?,"{'A': 'Paris', 'B': 'London'}",A`, FRANCE, 'Paris'],
    [
      `question,options,answer / Capital of France?,"{""B"": ""London"", ""A"": ""Paris""}",A`,
      FRANCE,
      'Paris',
    ],
  ],
  '5: letters in the texts of options': [
    ['question,A,B,answer / Capital of France?,A) Rome,B) Paris,Paris', FRANCE, 'Paris'],
    ['question,A,B,answer / Capital of France?,A) Rome,B) Paris,B', FRANCE, 'Paris'],
    ['question,A,B,answer / Capital of France?,A) Rome,B) Paris,B) Paris', FRANCE, 'Paris'],
    ['question,A,B,answer / Capital of France?,B) Rome,A) Paris,B', FRANCE, NONE],
    ['question,A,B,answer / Capital of France?,Rome,Paris,B. Paris', FRANCE, 'Paris'],
    ['question,A,B,answer / Capital of France?,Rome,Paris,A. Paris', FRANCE, NONE],
    ['question,A,B,answer / Capital of France?,Rome,Paris,2nd', FRANCE, NONE],
    ['question,A,B,answer / Capital of France?,Rome,Paris,"1,2"', FRANCE, NONE],
    ['question,A,B,answer / Capital of France?,Rome,Paris,Paris.', FRANCE, 'Paris'],
    ...['Б', 'イ', 'ख', 'II', '二'].map(
      (letter) => [`question,A,B,answer / Capital of France?,Rome,Paris,${letter}`, FRANCE, NONE] as const,
    ),
    ...['Ｂ', 'Ⓑ'].map(
      (letter) => [`question,A,B,answer / Capital of France?,Rome,Paris,${letter}`, FRANCE, 'Paris'] as const,
    ),
    ['question,A,B,answer,correct option / Capital of France?,Rome,Paris,It is on the Seine,B', FRANCE, NONE],
    [
      'question,A,B,answer,correct option / Capital of France?,Rome,Paris,It is on the Seine,B',
      FRANCE,
      'Paris',
      { map: { answer: 'explanation', 'correct option': 'correct_answer' } },
    ],
    [
      [
        {
          question: FRANCE,
          options: [
            { text: 'Rome', isCorrect: false },
            { text: 'Paris', isCorrect: true },
          ],
        },
      ],
      FRANCE,
      'Paris',
    ],
    [
      [
        {
          question: FRANCE,
          options: [
            { text: 'Rome', correct: true },
            { text: 'Paris', correct: false },
          ],
          answer: 'Paris',
        },
      ],
      FRANCE,
      NONE,
    ],
    [
      [
        {
          question: FRANCE,
          options: [
            { text: 'Rome', correct: true },
            { text: 'Paris', correct: true },
          ],
        },
      ],
      FRANCE,
      NONE,
    ],
  ],
  '7: letters and numbers without options': [
    [
      [
        { question: PLANET, options: ['Mars', 'Mercury'], answer: 2 },
        { question: 'Which picture?', options: ['', ''], answer: 1 },
      ],
      'Which picture?',
      NONE,
    ],
    ...[[], null, [''], undefined].map((options) => {
      const items = [
        { question: PLANET, options: ['Mars', 'Mercury'], answer: 2 },
        { question: 'Which picture?', options, answer: 1 },
      ]
      return [items, 'Which picture?', NONE] as const
    }),
    ['question,A,B,answer / First planet?,Mars,Mercury,B / Which picture?,,,A', 'Which picture?', NONE],
    ...['erantzun', 'Erantzun ', 'Okerra '].map(
      (name) => [`question,${name}A,${name}B,answer / First planet?,Mars,Mercury,B`, PLANET, NONE] as const,
    ),
    ...['reponse', 'Antwort '].map(
      (name) =>
        [`question,${name}A,${name}B,answer / First planet?,Mars,Mercury,B`, PLANET, 'Mercury'] as const,
    ),
    ['question,Falsch A,Falsch B,answer / First planet?,Mars,Mercury,B', PLANET, NONE],
    ['question,opt1,opt2,answer / First planet?,Mars,Mercury,2', PLANET, 'Mercury'],
    ['question,red,blue,answer / First planet?,Mars,Mercury,2', PLANET, NONE],
    [
      'question,erantzunA,erantzunB,answer / First planet?,Mars,Mercury,B',
      PLANET,
      'Mercury',
      { map: { erantzunA: 'option', erantzunB: 'option' } },
    ],
  ],
  '8: repeated and similar columns': [
    [
      'Question #,Question Text,Answer 1,Answer 2,Correct Answer / 1,Capital of France?,Paris,London,1',
      FRANCE,
      'Paris',
    ],
    ['Question,Question,Answer / 1,Capital of France?,Paris', FRANCE, NONE],
    ['question,answer,Answer / Capital of France?,Paris,Rome', FRANCE, NONE],
    ['question,answer,correct / Capital of France?,Rome,Paris', FRANCE, NONE],
    ['question,A,A,answer / Capital of France?,Paris,Rome,A', FRANCE, NONE],
  ],
  '9: options that differ in their case only': [
    [[{ question: 'Acidity?', options: ['pH', 'PH'], answer: 'pH' }], 'Acidity?', 'pH'],
    [[{ question: 'Acidity?', options: ['pH', 'PH'], answer: 'ph' }], 'Acidity?', NONE],
    [[{ question: 'Mass?', options: ['Maße', 'Masse'], answer: 'Masse' }], 'Mass?', 'Masse'],
  ],
  '12: what numbers count from': [
    ['question,options,answer / One?,x|yy|zz,1 / First planet?,Mars|Mercury|Venus,2', PLANET, NONE],
    ['question,options,answer / One?,xx|yy|zz,3 / First planet?,Mars|Mercury|Venus,2', PLANET, 'Mercury'],
    [
      'question,options,answer / One?,xx|yy|zz,0 / Two?,ww|yy|zz,0 / First planet?,Mars|Mercury|Venus,1',
      PLANET,
      'Mercury',
    ],
    // A single 0 can be a mistake in numbers from 1.
    ['question,options,answer / One?,xx|yy|zz,0 / First planet?,Mars|Mercury|Venus,1', PLANET, NONE],
    [
      'question,A,B,C,D,answer / First planet?,Mars,Mercury,Venus,Saturn,2 / One?,v,w,x,y,1 / Two?,v,w,x,z,0 / Three?,v,w,y,z,3',
      PLANET,
      NONE,
    ],
    // So can two of few.
    [
      `question,A,B,C,D,answer / First planet?,Mars,Mercury,Venus,Saturn,2 / ${'130201'.replace(/./g, 'Number $`$&?,s,t,v,w,$& / ')}`,
      PLANET,
      NONE,
    ],
    [
      `question,A,B,C,D,answer / First planet?,Mars,Mercury,Venus,Saturn,1 / ${'130201321032'.replace(/./g, 'Number $`$&?,s,t,v,w,$& / ')}`,
      PLANET,
      'Mercury',
    ],
    [
      'question,A,B,C,D,answer_index / First planet?,Mars,Mercury,Venus,Saturn,1 / One?,s,t,v,w,0 / Two?,t,s,v,w,3',
      PLANET,
      'Mercury',
    ],
    [
      `question,A,B,C,D,answer_index / First planet?,Mars,Mercury,Venus,Saturn,2 / ${'123123123123'.replace(/./g, 'Number $`$&?,s,t,v,w,$& / ')}One?,v,w,x,y,0`,
      PLANET,
      NONE,
    ],
    ['question,options,answer_index / First planet?,Mars|Mercury|Venus,1', PLANET, 'Mercury'],
    ['question,options,answer_index / One?,xx|yy|zz,3 / First planet?,Mars|Mercury|Venus,1', PLANET, NONE],
    ['question,option1,option2,option3,correct_index / First planet?,Mars,Mercury,Venus,1', PLANET, NONE],
    [
      'question,option1,option2,option3,correct_index / First planet?,Mars,Mercury,Venus,1',
      PLANET,
      'Mercury',
      { from: 0 },
    ],
    [
      `question,option1,option2,option3,option4,correct_index / First planet?,Mars,Mercury,Venus,Saturn,1 / ${'020102012'.replace(/./g, 'Number $`$&?,s,t,v,w,$& / ')}`,
      PLANET,
      'Mercury',
    ],
    [
      `question,option1,option2,option3,option4,correct_index / First planet?,Mars,Mercury,Venus,Saturn,1 / ${'020102014'.replace(/./g, 'Number $`$&?,s,t,v,w,$& / ')}`,
      PLANET,
      NONE,
    ],
    [
      `question,option1,option2,option3,option4,correct / First planet?,Mars,Mercury,Venus,Saturn,1 / ${'00100'.replace(/./g, 'Number $`$&?,s,t,v,w,$& / ')}`,
      PLANET,
      'Mercury',
    ],
    [
      `question,option1,option2,option3,option4,correct / First planet?,Mars,Mercury,Venus,Saturn,1 / ${'020131312'.replace(/./g, 'Number $`$&?,s,t,v,w,$& / ')}`,
      PLANET,
      NONE,
    ],
    [
      `question,option2,option1,option3,option4,correct_index / First planet?,Mars,Mercury,Venus,Saturn,1 / ${'020102012'.replace(/./g, 'Number $`$&?,s,t,v,w,$& / ')}`,
      PLANET,
      NONE,
    ],
    ['question,options,answer / First planet?,Mars|Mercury|Venus,1', PLANET, 'Mercury', { from: 0 }],
    [
      `question,options,answer${' / Q,xx|yy|zz,2'.repeat(20)} / First planet?,Mars|Mercury|Venus,0`,
      PLANET,
      NONE,
    ],
    ['question,A,B,answer / Is it?,True,False,1', 'Is it?', NONE],
    ['question,options,answer / One?,True|False,0 / Is it?,True|False,1', 'Is it?', NONE],
    ['question,options,answer_index / Is it?,True|False,1', 'Is it?', NONE],
    ['question,options,answer_index / Is it?,False|True,1', 'Is it?', 'True'],
    ['question,options,answer / Is it?,True|False,1', 'Is it?', 'False', { from: 0 }],
    ['question,Option 2,Option 1,answer / First planet?,Mars,Mercury,1', PLANET, 'Mercury'],
    ['question,Option 1,Option 10,Option 2,answer / First planet?,Mars,Venus,Mercury,2', PLANET, 'Mercury'],
    ['question,Option 1,Option 2,answer / One?,xx,yy,0 / First planet?,Mars,Mercury,1', PLANET, NONE],
    [
      'question,Option 1,Option 2,answer / One?,xx,yy,0 / First planet?,Mars,Mercury,1',
      PLANET,
      'Mercury',
      { from: 0 },
    ],
    [[{ question: PLANET, options: { 0: 'Mars', 1: 'Mercury' }, answer: 1 }], PLANET, 'Mercury'],
    [
      [
        { question: PLANET, options: { 0: 'Mars', 1: 'Mercury' }, answer: 1 },
        { question: 'One?', options: { 0: 'xx', 1: 'yy' }, answer: 2 },
      ],
      PLANET,
      NONE,
    ],
    ['question,A,B,answer / One?,xx,yy,A / First planet?,Mars,Mercury,0', PLANET, NONE],
  ],
  '12: what a person says, and the file contradicts': [
    [
      'question,options,answer / One?,xx|yy|zz,3 / First planet?,Mars|Mercury|Venus,1',
      PLANET,
      NONE,
      { from: 0 },
    ],
    [
      'question,options,answer / One?,xx|yy|zz,0 / First planet?,Mars|Mercury|Venus,1',
      PLANET,
      NONE,
      { from: 1 },
    ],
    ['question,A,B,C,answer / First planet?,Mars,Mercury,Venus,B', PLANET, NONE, { options: 'wrong' }],
    [
      'question,A,B,C,answer / First planet?,Mars,Mercury,Venus,B / Cool?,Xenon,Iron,Gold,Neon / Hot?,Ice,Snow,Fog,Fire / Which two?,Ice,Snow,Fog,AC',
      PLANET,
      NONE,
      { options: 'wrong' },
    ],
    ['question,A,B,C,answer / First planet?,Mars,Mercury,Venus,B', PLANET, NONE, { answers: 'text' }],
    [
      'question,options,answer / First planet?,Mars|Mercury|Venus,B',
      PLANET,
      NONE,
      { map: { options: 'wrong_answers' } },
    ],
    ['question,answer,wrong1,wrong2,wrong3 / First planet?,B,Mars,Mercury,Venus', PLANET, NONE],
    ['question,answer,wrong1,wrong2,wrong3 / 1+1?,2,3,4,5', '1+1?', '2'],
  ],
  '13: an answer that is no option, or an option': [
    ['question,answer,option1,option2,option3 / 1+1?,2,3,4,5', '1+1?', NONE],
    ['question,answer,option1,option2,option3 / 1+1?,2,3,4,5', '1+1?', '2', { options: 'wrong' }],
    ['question,answer,option1,option2,option3 / Carbon?,C,N,O,H', 'Carbon?', NONE],
    ['question,options,answer / How much?,$4|$5|$2|$3,2', 'How much?', NONE],
    ['question,options,answer / One?,xx|yy|zz,3 / How much?,$4|$5|$2|$3,2', 'How much?', NONE],
    [
      'question,A,B,C,D,answer / Best grade?,D,C,B,A,A / First planet?,Mars,Mercury,Venus,Earth,B',
      'Best grade?',
      NONE,
    ],
    [
      'question,A,B,C,D,answer / Best grade?,D,C,B,A,A / First planet?,Mars,Mercury,Venus,Earth,B',
      PLANET,
      'Mercury',
    ],
    [
      'question,A,B,C,D,answer / Best grade?,D,C,B,A,A / First planet?,Mars,Mercury,Venus,Earth,Mercury',
      'Best grade?',
      'A',
    ],
    ['question,options,answer / Against scurvy?,Vitamin C|Vitamin A|Vitamin B,C', 'Against scurvy?', NONE],
    [
      'question,options,answer / One?,xx|yy|zz,C / Against scurvy?,Vitamin C|Vitamin A|Vitamin B,C',
      'Against scurvy?',
      NONE,
    ],
    ['question,option1,option2,answer / Who?,Ann,Bob,Eve', 'Who?', NONE],
    ['question,options,answer / Who?,Ann|Bob,Eve', 'Who?', NONE],
    [
      'question,answer,option1,option2 / Who?,Eve,Ann,Bob / Whose?,Tom,Ann,Bob / What?,C,Java,Rust',
      'What?',
      NONE,
    ],
  ],
  '14: one row per answer': [
    ['question,answer,is_correct / Capital of France?,Rome,0 / Capital of France?,Paris,1', FRANCE, 'Paris'],
    ['question,answer,isCorrect / Capital of France?,Paris,yes / First planet?,Mars,no', FRANCE, 'Paris'],
    ['question,answer,is_correct / Capital of France?,Paris,yes / First planet?,Mars,no', PLANET, NONE],
    ['question,answer,is_correct / Capital of France?,Rome,1 / Capital of France?,Paris,1', FRANCE, NONE],
    ['question,answer,is_correct / Capital of France?,Rome,0 / Capital of France?,Paris,0', FRANCE, NONE],
    ['question,A,B,answer,is_correct / Capital of France?,Rome,Paris,A,0', FRANCE, NONE],
    ['question,A,B,answer,is_correct / Capital of France?,Rome,Paris,B,1', FRANCE, 'Paris'],
    ['question,wrong1,answer,is_correct / Capital of France?,Paris,Rome,0', FRANCE, NONE],
    ['question,answer,is_correct / Capital of France?,Rome,0 / Capital of France?,Paris,maybe', FRANCE, NONE],
    ['question,answer,is_correct / Capital of France?,Rome,maybe / Capital of France?,Paris,1', FRANCE, NONE],
    [
      'question,answer,is_correct / Capital of France?,Rome,0 / First planet?,Mercury,1 / Capital of France?,Paris,1 / First planet?,Mars,0',
      PLANET,
      'Mercury',
    ],
    [
      'question,answer,score / Capital of France?,Rome,0 / Capital of France?,Paris,1',
      FRANCE,
      'Paris',
      { map: { score: 'is_correct' } },
    ],
    ['question,answer,right / Capital of France?,Rome,false / Capital of France?,Paris,true', FRANCE, NONE],
    ['question,option,correct / Capital of France?,Rome,FALSE / Capital of France?,Paris,TRUE', FRANCE, NONE],
    ['question,answer,score / Capital of France?,Rome,0 / Capital of France?,Paris,1', FRANCE, NONE],
  ],
  'what is no question': [
    ['question,answer / Capital of France?,Paris / question,answer', 'question', NONE],
    ['| question | answer | / |---|---| / | Capital of France? | Paris |', '---', NONE],
    ['| question | answer | / |---|---| / | Capital of France? | Paris |', FRANCE, 'Paris'],
    ['question,answer,is_wrong / Capital of France?,Rome,1 / Capital of France?,Paris,0', FRANCE, NONE],
  ],
  '15: others': [
    [
      '[{"question":"How many?","options":[9007199254740993,9007199254740992],"answer":9007199254740993}]',
      'How many?',
      '9007199254740993',
    ],
    ['[{"question":"Which version?","options":[3.10,3.1],"answer":3.10}]', 'Which version?', '3.10'],
    ['question,answer,source / "In 1914, what began?",WWI,x / In 1914, what began?,WWI', 'In 1914', NONE],
    ['question,A,B,C,answer / In 1914, what began?,WWI,WWII,A', 'In 1914', NONE],
    ['question,A,B,answer / First planet, Mars, Mercury, B', 'First planet', 'Mercury'],
    [
      [{ question: PLANET, choices: { text: ['Mars', 'Mercury'], label: ['B', 'A'] }, answerKey: 'A' }],
      PLANET,
      'Mercury',
    ],
    [
      'Question #,Question Text,Answer 1,"Answer 2\n(Optional)","Correct Answer(s)\n(Only include Answer #)"\n1,First planet?,Mars,Mercury,2',
      PLANET,
      'Mercury',
    ],
    ['question,options,answer / Who?,Simon  Garfunkel|ABBA,Simon Garfunkel', 'Who?', 'Simon  Garfunkel'],
    ["question,options,answer / Who?,O’Brien|ABBA,O'Brien", 'Who?', 'O’Brien'],
    [
      'question,options,answer / Who?,"Simon &amp; Garfunkel|ABBA",Simon & Garfunkel',
      'Who?',
      'Simon &amp; Garfunkel',
    ],
    ['Question,A,B,C,D,E,F,G,H,I,J,Answer / Which?,a1,b1,c1,d1,e1,f1,g1,h1,i1,j1,J', 'Which?', 'j1'],
    ['Question,Option 1,Option 2,Option 3 (Optional),Answer / Which?,xx,yy,zz,3', 'Which?', 'zz'],
    [[{ question: 'Acidity?', correct_answer: 'pH', incorrect_answers: ['PH', 'Ph'] }], 'Acidity?', 'pH'],
  ],
  '16: columns that are not recognised, and an answer that names one': [
    [
      'Galdera,Erantzun A,Erantzun B,Ebazpena / Capital of France?,Rome,Paris,Erantzun B',
      FRANCE,
      NONE,
      { map: { Galdera: 'question', Ebazpena: 'correct_answer' } },
    ],
    ['question,First,Second,answer / Capital of France?,Rome,Paris,Second', FRANCE, NONE],
    [
      'question,First,Second,answer / Capital of France?,Rome,Paris,Second',
      FRANCE,
      NONE,
      { map: { First: 'option', Second: 'option' } },
    ],
    ['question,rep1,rep2,answer / Capital of France?,Rome,Paris,2.0', FRANCE, NONE],
    ['question,rep1,rep2,answer / Capital of France?,Rome,Paris,2nd', FRANCE, NONE],
  ],
  '16: the whole name of a column of options': [
    [
      'Pregunta,Opción A,Opción B,Solución / Capital of France?,Rome,Paris,Opción B',
      FRANCE,
      'Paris',
      {
        map: { Pregunta: 'question', 'Opción A': 'option', 'Opción B': 'option', Solución: 'correct_answer' },
      },
    ],
    ['Frage,Antwort A,Antwort B,Lösung / Capital of France?,Rome,Paris,Antwort B', FRANCE, 'Paris'],
    ['question,Option A,Option B,answer / Which?,Option B,Option A,Option B', 'Which?', NONE],
  ],
  '17: letters of another alphabet above the options': [
    ...(
      [
        ['Б', 'Oslo'],
        ['в', 'Paris'],
        ['B', NONE],
        ['C', NONE],
      ] as const
    ).map(
      ([letter, expected]): Case => [
        `вопрос,А,Б,В,ответ / Capital of France?,Rome,Oslo,Paris,${letter}`,
        FRANCE,
        expected,
        { map: { вопрос: 'question', А: 'option', Б: 'option', В: 'option', ответ: 'correct_answer' } },
      ],
    ),
  ],
  '18: verdicts of options': [
    ...(
      [
        ['Paris', 'Paris'],
        ['Rome', NONE],
      ] as const
    ).map(
      ([answer, expected]): Case => [
        [
          {
            question: FRANCE,
            options: [
              { text: 'Rome', status: 'wrong' },
              { text: 'Paris', status: 'right' },
            ],
            answer,
          },
        ],
        FRANCE,
        expected,
      ],
    ),
  ],
  '18: numbers of options that are no labels': [
    ...['votes', 'points', 'score'].map(
      (member): Case => [
        [
          {
            question: FRANCE,
            options: [
              { text: 'Rome', [member]: 2 },
              { text: 'Paris', [member]: 1 },
            ],
            answer: 2,
          },
        ],
        FRANCE,
        'Paris',
        { from: 1 },
      ],
    ),
  ],
  '18: options in different members': [
    [
      [
        { question: 'First planet?', options: ['Mars', 'Mercury'], answer: 'Mercury' },
        { question: FRANCE, choices: ['Rome', 'Paris'], answer: 'B' },
      ],
      FRANCE,
      'Paris',
    ],
    [
      [
        { question: 'First planet?', options: ['Mars', 'Mercury'], answer: 'Mercury' },
        { question: FRANCE, choices: ['Rome', 'Paris'], answer: '1' },
      ],
      FRANCE,
      NONE,
    ],
  ],
}

describe.each(Object.entries(cases))('fault %s', (_name, inputs) => {
  it.each(
    inputs.map(
      (input) => [typeof input[0] === 'string' ? input[0] : JSON.stringify(input[0]), input] as const,
    ),
  )('%s', async (_text, [source, question, expected, settings]) => {
    const served = await answersOf(source, settings)
    expect(served[question]?.correct_answer).toBe(expected)
  })
})

it('keeps wrong options that differ from the correct answer in their case only', async () => {
  const served = await answersOf([
    { question: 'Acidity?', correct_answer: 'pH', incorrect_answers: ['PH', 'Ph'] },
  ])
  expect(served['Acidity?']?.options).toEqual(['PH', 'Ph', 'pH'].sort())
})

it('removes the letters from the texts of options', async () => {
  const served = await answersOf('question,A,B,answer / Where?,A) Rome,B) Paris,Paris')
  expect(served['Where?']?.options).toEqual(['Paris', 'Rome'])
})

describe('encodings', () => {
  const importBytes = (bytes: Uint8Array, settings: Partial<ImportOptions> = {}) =>
    importQuestions(bytes, { mapping: new Map(), decodeHtml: false, ...settings })
  const rows = Array.from(
    { length: 12 },
    (_, index) => `Как называется столица страны номер ${index}?,Город ${index}`,
  )
  const cyrillic = `question,answer\n${rows.join('\n')}\n`
  /** Encodes Cyrillic letters as Windows-1251. */
  const windows1251 = Buffer.from(
    [...cyrillic].map((char) =>
      char >= 'А' && char <= 'я' ? char.charCodeAt(0) - 0x410 + 0xc0 : char.charCodeAt(0),
    ),
  )

  it('are guessed, and the guess is a warning', async () => {
    const { encoding, notes, questions } = await importBytes(windows1251)
    expect(encoding).toBe('windows-1251')
    expect(questions[0]?.question).toBe('Как называется столица страны номер 0?')
    expect(notes).toContainEqual(
      expect.stringMatching(/^warning: the encoding windows-1251 is a guess.*--encoding/),
    )
  })

  it('are those that a person names', async () => {
    const { questions, notes } = await importBytes(windows1251, { encoding: 'windows-1251' })
    expect(questions[0]?.correct_answer).toBe('Город 0')
    expect(notes).toEqual([])
    await expect(importBytes(windows1251, { encoding: 'nope' })).rejects.toThrow(/--encoding/)
  })

  it('are UTF-8 in spite of a stray byte, whose question is left out', async () => {
    const bytes = Buffer.from(cyrillic)
    bytes[bytes.indexOf('Как')] = 0xff
    const { encoding, dropped, questions } = await importBytes(bytes)
    expect(encoding).toBe('utf-8')
    expect(dropped).toMatchObject([{ number: 2, reason: expect.stringContaining('U+FFFD') }])
    expect(questions).toHaveLength(11)
  })

  it('are read when they are ISO-2022-JP, and refused when they are UTF-32', async () => {
    const japanese = Buffer.from('question,answer\n\u001b$BF|K\\\u001b(B?,\u001b$BEl5~\u001b(B\n', 'latin1')
    expect((await importBytes(japanese)).questions).toMatchObject([
      { question: '日本?', correct_answer: '東京' },
    ])
    const utf32 = Buffer.from([
      0xff,
      0xfe,
      0,
      0,
      ...[...'question'].flatMap((char) => [char.charCodeAt(0), 0, 0, 0]),
    ])
    await expect(importBytes(utf32)).rejects.toThrow(/UTF-32/)
    await expect(importBytes(utf32.subarray(4))).rejects.toThrow(ImportError)
  })
})

it('leaves out a line of TSV whose quote is not closed, and joins no rows', async () => {
  const tsv =
    'question\tanswer / "Call me\tMoby / Capital of France?\tParis / Who said "Veni vidi vici"\tCaesar / Last?\tYes'
  const served = await answersOf(tsv)
  expect(Object.entries(served).map(([question, { correct_answer }]) => [question, correct_answer])).toEqual([
    [FRANCE, 'Paris'],
    ['Who said "Veni vidi vici"', 'Caesar'],
    ['Last?', 'Yes'],
  ])
})

it('decodes HTML entities that are encoded twice', async () => {
  const { questions } = await importQuestions(
    Buffer.from('question,answer\nWho?,A &amp;amp; B &amp;quot;C&amp;quot;\n'),
    {
      mapping: new Map(),
      decodeHtml: true,
    },
  )
  expect(questions).toMatchObject([{ correct_answer: 'A & B "C"' }])
})

it('imports 150,000 rows without a stack overflow, and reports its progress', async () => {
  const rows = Array.from({ length: 150_000 }, (_, index) => `Question ${index}?,Answer ${index}\n`)
  const bytes = Buffer.from(`question,answer\n${rows.join('')}`)
  const reports: number[] = []
  const report = (count: number) => reports.push(count)
  const { questions } = await importQuestions(
    bytes,
    { mapping: new Map(), decodeHtml: false },
    undefined,
    report,
  )
  expect(questions).toHaveLength(150_000)
  expect(reports).toEqual([100_000])
})

it('reads a file such as HellaSwag when a person names two columns', async () => {
  const bytes = Buffer.from(JSON.stringify(HELLASWAG))
  const settings = { mapping: new Map(), decodeHtml: false }
  await expect(importQuestions(bytes, settings)).rejects.toThrow(
    '--map "<column>=question,<column>=correct_answer"',
  )
  const mapping = new Map([
    ['ctx', 'question'],
    ['label', 'correct_answer'],
  ] as const)
  const { questions } = await importQuestions(bytes, { ...settings, mapping })
  expect(questions.length).toBeGreaterThan(0)
})

describe('a message names the argument that helps', () => {
  const NUMBERS = 'Question,A,B,C,D,Answer\n2+1?,2,4,3,1,3\n1+1?,3,1,4,2,4\n2+2?,4,3,1,2,1\n0+1?,3,1,2,4,2\n'
  it.each([
    ['Q?,Rome,Paris,Lima,B\nR?,Oslo,Rome,Bonn,A\n', {}, '2=option,3=option,4=option,5=correct_answer'],
    ['Q?,Rome\nR,Oslo\n', {}, '"1=question,2=correct_answer"'],
    [NUMBERS, { answers: 'number' as const }, '--from 0 or --from 1'],
  ])('%j', async (text, settings, message) => {
    const all = { mapping: new Map(), decodeHtml: false, ...settings }
    await expect(importQuestions(Buffer.from(text), all)).rejects.toThrow(message)
  })

  it('does not offer that the options are wrong when an answer contains one', async () => {
    const text = Buffer.from('Question,A,B,Answer\nFrance?,Rome,Lima,Not Lima\n')
    await expect(importQuestions(text, { mapping: new Map(), decodeHtml: false })).rejects.toThrow(
      /"Not Lima"$/,
    )
  })
})

it('says which questions of a file are not read', async () => {
  const notesOf = async (text: string) =>
    (await importQuestions(Buffer.from(text), { mapping: new Map(), decodeHtml: false })).notes
  const [one, two] = ['a b?', 'c d?'].map((question) => ({ question, answer: 'x' }))
  expect(await notesOf(JSON.stringify({ questions: [one], more: [two], tags: ['x'] }))).toContain(
    'warning: the questions in the member more are not read',
  )
  expect(await notesOf(JSON.stringify({ questions: [one] }))).toEqual([])
  const rows = '<tr><th>Question</th><th>Answer</th></tr><tr><td>a b?</td><td>x</td></tr>'
  const table = `<table>${rows}</table>`
  const larger = `<table>${rows}<tr><td>c d?</td><td>y</td></tr></table>`
  expect(await notesOf(`<html>${table}${larger}</html>`)).toContain(
    'the largest table is read; the page has 1 more, which can have questions, too',
  )
  expect(await notesOf(`<html>${larger}</html>`)).toEqual([])
})

it('takes a repeated word for an empty cell for no option', async () => {
  const served = await answersOf(
    'question,A,B,C,D,answer / The Earth is round?,True,False,nan,nan,A / Is it flat?,True,False,-,-,B / Type of null?,null,object,undefined,NaN,B',
  )
  expect(served).toEqual({
    'The Earth is round?': { correct_answer: 'True', options: ['False', 'True'] },
    'Is it flat?': { correct_answer: 'False', options: ['False', 'True'] },
    'Type of null?': { correct_answer: 'object', options: ['NaN', 'null', 'object', 'undefined'] },
  })
})

it('splits wrong answers, and options between slashes that contain one, as a person reads them', async () => {
  const optionsOf = async (source: string) =>
    Object.values(await answersOf(source)).map(({ options }) => options)
  expect(
    await optionsOf(
      'question,correct_answer,distractors / Capital?,Paris,"London, Berlin, Rome" / Sum?,6,"1,2,3"',
    ),
  ).toEqual([
    ['Berlin', 'London', 'Paris', 'Rome'],
    ['1', '2', '3', '6'],
  ])
  const slashes = `question,options,answer\nUnit?,km/h${' / '}m/s${' / '}mph,mph`.replaceAll(
    ' / ',
    ' \u002f ',
  )
  const { questions } = await importQuestions(Buffer.from(slashes), { mapping: new Map(), decodeHtml: false })
  expect(questions).toMatchObject([{ options: ['km/h', 'm/s', 'mph'] }])
  expect(await optionsOf('question,options,answer / Axis?,"X axis, Y axis",X axis')).toEqual([
    ['X axis', 'Y axis'],
  ])
})

it('gives a question another id when its own occurs above, as in another topic', async () => {
  const { questions, dropped } = await importQuestions(
    Buffer.from('topic,id,question,answer\nRivers,1,Longest?,Nile\nTowns,1,Capital of France?,Paris\n'),
    { mapping: new Map(), decodeHtml: false },
  )
  expect(questions.map(({ id }) => id)).toEqual(['1', expect.stringMatching(/^q-[0-9a-f]{12}$/)])
  expect(dropped).toEqual([])
})

it('reads a file with a space after each separator', async () => {
  expect(await answersOf('front, back / hund, dog / katze, cat')).toMatchObject({
    hund: { correct_answer: 'dog' },
    katze: { correct_answer: 'cat' },
  })
})

it('keeps options whole that have a separator in brackets or formulas', async () => {
  const optionsOf = async (cell: string, answer: string) =>
    (await answersOf(`question,options,answer\nWhich?,"${cell}","${answer}"`))['Which?']?.options
  expect(await optionsOf('$\\{1,2\\}$, $\\{3\\}$', '$\\{3\\}$')).toEqual(['$\\{1,2\\}$', '$\\{3\\}$'])
  expect(await optionsOf('{1,2}, {3}', '{3}')).toEqual(['{1,2}', '{3}'])
  expect(await optionsOf('[1,2), (3,4], [5]', '[5]')).toEqual(['(3,4]', '[1,2)', '[5]'])
  expect(await optionsOf('$a|b$ | $c$', '$c$')).toEqual(['$a|b$', '$c$'])
  expect(await optionsOf('$a;b$; $c$', '$c$')).toEqual(['$a;b$', '$c$'])
  expect(await optionsOf('f(a, g(b, c)), x', 'x')).toEqual(['f(a, g(b, c))', 'x'])
  expect(await optionsOf('1,5, 2,5, 3,5', '2,5')).toEqual(['1,5', '2,5', '3,5'])
})

it('keeps options whole that have a comma in brackets', async () => {
  const text =
    'question,options,answer\nPrimes?,"(2, 3), (4, 6), (8, 9)","(2, 3)"\nCapital of France?,"Paris (since 508), Oslo, Rome",Oslo\n'
  const { questions } = await importQuestions(Buffer.from(text), { mapping: new Map(), decodeHtml: false })
  expect(questions).toMatchObject([
    { correct_answer: '(2, 3)', options: ['(2, 3)', '(4, 6)', '(8, 9)'] },
    { correct_answer: 'Oslo', options: ['Paris (since 508)', 'Oslo', 'Rome'] },
  ])
})
