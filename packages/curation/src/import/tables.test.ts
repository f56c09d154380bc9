// Tests columns of tables that are beside the answers: results of players, notes, groups and ids.
import { ImportError, type Target } from '@qb/core/questions'
import { describe, expect, it } from 'vitest'
import { type ImportOptions, importQuestions } from './import-questions.ts'

type Settings = Partial<ImportOptions> & { readonly map?: Record<string, Target> }

/** The served answers, each with its question, or the message of the refusal. A slash between spaces ends a line. */
async function serve(source: string | object, { map = {}, ...settings }: Settings = {}) {
  const text = typeof source === 'string' ? source.replaceAll(' / ', '\n') : JSON.stringify(source)
  const mapping = new Map(Object.entries(map))
  try {
    const options = { mapping, decodeHtml: false, ...settings }
    const { questions, dropped } = await importQuestions(Buffer.from(`${text}\n`), options)
    const answers = questions.map(({ question, correct_answer: answer }) => `${question} ${answer}`)
    return { answers, reasons: dropped.map(({ reason }) => reason), questions }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    return error.message
  }
}

const FRANCE = 'Capital of France?,Rome,Paris'
const PLANET = 'First planet?,Mars,Mercury'
const MOON = 'Moons of Earth?,Two,One'
const STAR = 'Nearest star?,Sirius,The sun'

describe('numbers 0 and 1 beside what players chose', () => {
  const SHEETS = [
    ['Student', `Question,A,B,Student,Correct / ${FRANCE},A,0 / ${PLANET},B,1`],
    ['response', `Question,A,B,response,Correct / ${FRANCE},A,0 / ${PLANET},A,0`],
    ['Prediction', `Question,A,B,Model,Prediction,Correct / ${FRANCE},m,A,1 / ${PLANET},m,B,1`],
    ['Anna', `Question,A,B,Anna,Correct / ${FRANCE},Rome,0 / ${PLANET},Mercury,1`],
    ['Given', `Question,A,B,Given,Correct / ${FRANCE},A,no / ${PLANET},B,yes`],
    ['Choice', `Question,A,B,Choice,Correct / ${FRANCE},1,0 / ${PLANET},2,1`],
    ['Gewählt', `Frage,A,B,Gewählt,Richtig / ${FRANCE},1,0 / ${PLANET},2,1`],
    ['Pick', `Question,A,B,Pick,Correct / ${FRANCE},A,0% / ${PLANET},B,100%`],
  ] as const

  it.each(SHEETS)('say whether the column %s is right, whatever a person says', async (name, text) => {
    for (const settings of [{}, { from: 0 }, { from: 1 }, { options: 'wrong' }] as const) {
      const message = await serve(text, settings)
      expect(message).toMatch(`may say whether "${name}" is right; --map "${name}=correct_answer,`)
      expect(message).not.toMatch(/--from|=ignore|--options/)
    }
  })

  it('leave out wrong answers of players with the argument that is named', async () => {
    const map = { Student: 'correct_answer', Correct: 'is_correct' } as const
    expect(await serve(SHEETS[0][1], { map })).toMatchObject({ answers: ['First planet? Mercury'] })
  })

  it('are the same in JSON', async () => {
    const items = [
      { question: 'Capital of France?', options: ['Rome', 'Paris'], response: 'A', correct: 0 },
      { question: 'First planet?', options: ['Mars', 'Mercury'], response: 'B', correct: 1 },
    ]
    expect(await serve(items)).toMatch('may say whether "response" is right')
  })

  it('are places of options when another number is one', async () => {
    const text = `Question,A,B,Student,Correct / ${FRANCE},A,2 / ${PLANET},A,2 / Ice?,Cold,Hot,A,1`
    expect(await serve(text)).toMatchObject({
      answers: ['Capital of France? Paris', 'First planet? Mercury', 'Ice? Cold'],
    })
  })

  it('are places of options in a column that is named after them', async () => {
    const text = `Question,A,B,Student,answer_index / ${FRANCE},A,1 / ${PLANET},A,1 / Ice?,Cold,Hot,A,0`
    expect(await serve(text)).toMatchObject({ answers: expect.arrayContaining(['Ice? Cold']) })
  })
})

describe('a column Check', () => {
  it.each([
    ['0', '1'],
    ['no', 'yes'],
    ['FALSE', 'TRUE'],
  ])('may say whether an answer is right: %s, %s', async (wrong, right) => {
    const text = `Question,A,B,Answer,Check / ${FRANCE},A,${wrong} / ${PLANET},B,${right}`
    expect(await serve(text)).toMatch('the column "Check", which may say whether an answer is right')
  })
})

describe('columns that are no answers', () => {
  const ANSWERS = ['Capital of France? Paris', 'First planet? Mercury']

  it.each([
    ['a share', `Question,A,B,Answer,% correct / ${FRANCE},B,85 / ${PLANET},B,0`],
    ['a share with its sign', `Question,A,B,Answer,Correct % / ${FRANCE},B,85% / ${PLANET},B,60%`],
    ['ids of rows', `Key,Question,A,B,Answer / K01,${FRANCE},B / K02,${PLANET},B`],
    ['numbers of rows', `Key,Question,A,B,Answer / 1,${FRANCE},B / 2,${PLANET},B`],
    ['a state', 'Question,Answer,Verified / Capital of France?,Paris,yes / First planet?,Mercury,no'],
    ['who read them', 'Question,Answer,Reviewed / Capital of France?,Paris,no / First planet?,Mercury,yes'],
  ])('are not read: %s', async (_name, text) => {
    expect(await serve(text)).toMatchObject({ answers: ANSWERS, reasons: [] })
  })

  it.each([
    ['B,A', 'B,A', 'B,B', 'B,C', 'Answer'],
    ['B,C', 'B,A', 'B,C', 'B,A', 'Correct answer'],
  ])('are not read when they are groups: %s, %s, %s, %s below %s', async (a, b, c, d, name) => {
    const text = `Question,A,B,C,${name},Label / ${FRANCE},x,${a} / ${PLANET},x,${b} / ${MOON},x,${c} / ${STAR},x,${d}`
    expect(await serve(text)).toMatchObject({ reasons: [], questions: { length: 4 } })
  })

  it.each([
    ['a few labels', `Question,A,B,Answer,Label / ${FRANCE},B,A / ${PLANET},B,A`],
    ['a key behind the answer', `Question,A,B,Answer,Key / ${FRANCE},A,B / ${PLANET},B,B`],
    [
      'letters in some rows',
      `Question,A,B,Answer,Label / ${FRANCE},A,B / ${PLANET},B, / ${MOON},B, / ${STAR},B,`,
    ],
  ])('can contradict the answers: %s', async (_name, text) => {
    expect(await serve(text)).toMatch('expected one column for correct_answer')
  })

  it('are the answers when no other column has them', async () => {
    expect(await serve(`Key,Question,A,B / B,${FRANCE} / B,${PLANET}`)).toMatchObject({ answers: ANSWERS })
  })
})

describe('letters beside answers that are no choice', () => {
  it('can be the answers', async () => {
    const rows = ['B', 'A', 'A', 'B'].map(
      (letter, index) => `Q${index}?,Rome,Paris,Because of ${index},${letter}`,
    )
    const text = ['Question,choice_1,choice_2,Correct answer,Choice letter', ...rows].join(' / ')
    expect(await serve(text)).toMatch('expected one column for correct_answer, got also "Choice letter"')
  })
})

describe('columns Response A and Response B', () => {
  it.each(['Answer', 'Correct Response', 'Correct'])('are options beside %s', async (name) => {
    const text = `Question,Response A,Response B,${name} / ${FRANCE},B / ${PLANET},Mercury`
    expect(await serve(text)).toMatchObject({
      answers: ['Capital of France? Paris', 'First planet? Mercury'],
    })
  })
})

describe('an answer with a comma or a point in a number', () => {
  it.each([
    ['"1,500"', '1500', '"1,5"', []],
    ['1.500', '1500', '"1,500"', []],
    ['3.000', '"3,000"', '3000', []],
    ['"1,500"', '1500', '15', ['First? 1500']],
    ['"0,75"', '0.75', '75', ['First? 0.75']],
    ['1.500', '1.500', '1500', ['First? 1.500']],
  ])('%s beside %s and %s is understood, or left out', async (answer, first, second, expected) => {
    const text = `Question,A,B,C,Answer / First?,${first},${second},3,${answer} / ${PLANET},Sun,B`
    expect(await serve(text)).toMatchObject({ answers: [...expected, 'First planet? Mercury'] })
  })

  it('leaves names such as R&D whole, and splits behind them', async () => {
    expect(
      await serve('Question,Options,Answer / Unit?,R&D; Sales; HR,HR / Car?,AT&T; Verizon; Sprint,AT&T'),
    ).toMatchObject({
      answers: ['Unit? HR', 'Car? AT&T'],
    })
  })
})

describe('a note or an explanation that corrects the answer', () => {
  const sheet = (name: string, note: string) =>
    `Question,A,B,C,Answer,${name} / ${FRANCE},Oslo,A,"${note}" / ${PLANET},Sun,B,`

  it.each([
    ['Notes', 'Correct answer is Paris'],
    ['Comment', 'wrong! should be B'],
    ['Teacher comments', 'The answer should be Paris, not Rome.'],
    ['Remarks', 'not correct'],
    ['Bemerkung', 'falsch?'],
    ['Kommentar', 'falsch! B ist richtig'],
    ['Remarque', 'La bonne réponse est B'],
    ['Comment', 'it is B!'],
    ['Comment', 'change to B'],
    ['Comment', '-> B'],
    ['Comment', 'B!'],
    ['Comment', 'B, not A'],
    ['Remarks', 'Paris!'],
    ['Note', 'key should read B'],
    ['Hinweis', 'richtig ist B'],
    ['Feedback', 'Correct: B'],
    ['Note', 'actually, Paris'],
    ['Note', 'no - Paris'],
    ['Note', 'not A'],
    ['Note', 'A or B'],
    ['Note', 'changed to B on 3/4'],
    ['Note', 'Paris (corrected)'],
    ['Bemerkung', 'eher B'],
    ['Remarque', 'plutôt B'],
    ['Remarque', 'erreur'],
    ['Comentario', 'es la B'],
    ['Note', 'student found error'],
    ['Explanation', 'Paris is on the Seine, so B is the correct answer.'],
    ['Erklärung', 'Die richtige Antwort ist (B) Paris.'],
  ])('leaves out the question: %s, %s', async (name, note) => {
    expect(await serve(sheet(name, note))).toMatchObject({
      answers: ['First planet? Mercury'],
      reasons: [expect.stringContaining('expected the right answer, got "Rome" with "')],
    })
  })

  it.each([
    ['Notes', 'should be easy'],
    ['Notes', 'Group B'],
    ['Notes', 'it is A'],
    ['Notes', 'A, not B'],
    ['Notes', 'it is better known than Paris'],
    ['Explanation', 'Correct: the capital is Rome.'],
    ['Notes', 'was wrong; should be A'],
    ['Notes', 'wrong spelling is accepted'],
    ['Notes', 'The correct answer is Rome, not Paris.'],
    ['Explanation', 'Statement B is correct, too.'],
    ['Explanation', 'Many think that the correct answer is Paris.'],
    ['Explanation', 'Paris is right next to the Seine.'],
    ['Explanation', 'Option A is correct because Paris is elsewhere.'],
    ['Explanation', 'The correct answer is a city. A common wrong answer is Paris.'],
    ['Explanation', 'Rome is the correct answer; Paris is the right one of another question.'],
    ['Note', 'Chapter B'],
    ['Note', 'Level B'],
    ['Note', 'set B'],
    ['Note', 'Vitamin B, I think'],
    ['Note', 'A tricky one'],
    ['Note', 'asked by B. Smith'],
    ['Note', 'not Paris'],
    ['Note', 'Rome, not Paris'],
    ['Note', 'in Italy: Rome\nin France: Paris'],
  ])('is none: %s, %s', async (name, note) => {
    expect(await serve(sheet(name, note))).toMatchObject({ reasons: [], questions: { length: 2 } })
  })

  it.each([
    ['Issue', 'should be B'],
    ['To do', 'change to Paris'],
    ['Review', 'Rome is wrong'],
    ['Log', 'The answer was changed to B.'],
    ['Action', '-> B'],
    ['Feedback', 'should be B'],
    ['Issue', '应为B'],
    ['备注', '正确答案是B'],
    ['備考', '正解はBです'],
    ['Foo', 'B が正しい'],
    ['비고', '정답은 B'],
    ['Комментарий', 'Правильный ответ — B'],
    ['Заметка', 'правильно: B'],
    ['Примечание', 'ответ неверный'],
    ['备注', '答案错误'],
    ['Source', 'should be B'],
    ['Topic', 'Wrong! It is B.'],
    ['Topic', '应为B'],
    ['Explanation', 'wrong'],
    ['Explanation', 'Das ist falsch.'],
    ['Explanation', 'la réponse est fausse'],
    ['Explanation', 'ответ неверный'],
    ['Explanation', '答案错误'],
    ['Explanation', '应为B'],
  ])('leaves out the question with any name and in other languages: %s, %s', async (name, note) => {
    expect(await serve(sheet(name, note))).toMatchObject({
      answers: ['First planet? Mercury'],
      reasons: [expect.stringContaining('expected the right answer, got "Rome" with "')],
    })
  })

  it.each([
    ['Hint', 'It is not Paris.'],
    ['Fact', 'Paris should be seen, too.'],
    ['Section', 'B'],
    ['Common mistake', 'should be Paris'],
    ['Student answer', 'it is B'],
    ['Issue', 'should be A'],
    ['备注', '应为A'],
    ['Source', 'https://example.org/right-answers'],
    ['Topic', 'Right triangles'],
    ['Topic', 'Paris'],
    ['Explanation', 'Wrong answers are common here.'],
    ['Explanation', 'Wrong! Paris is in France.'],
    ['Context', `The answer should be B. ${'It is long. '.repeat(30)}`],
  ])('is none with another meaning: %s, %s', async (name, note) => {
    expect(await serve(sheet(name, note))).toMatchObject({ reasons: [], questions: { length: 2 } })
  })

  it.each(['WRONG ANSWER', '❌', 'wrong key!'])(
    'leaves out the question beside other remarks: %s',
    async (note) => {
      const text = `Question,A,B,Answer,Flag / ${FRANCE},A,${note} / ${PLANET},B,asked in May`
      expect(await serve(text)).toMatchObject({ answers: ['First planet? Mercury'], reasons: { length: 1 } })
    },
  )

  it('can begin with an article, as the option does', async () => {
    const band = (said: string) =>
      `Question,A,B,Answer,Explanation / Which band?,The Who,The Beatles,A,"${said}" / ${PLANET},B,`
    const wrong = 'Made in 1967, so the correct answer is The Beatles.'
    expect(await serve(band(wrong))).toMatchObject({ reasons: [expect.stringContaining('got "The Who"')] })
    expect(await serve(band('The correct answer is “The Who”.'))).toMatchObject({ reasons: [] })
  })

  it('takes about the time of a question to read', async () => {
    const importRows = async (note: string) => {
      const rows = Array.from({ length: 2000 }, (_, row) => `Which ${row}?,Oslo ${row},Rome ${row},A,${note}`)
      const start = process.cpuUsage()
      await serve(`Question,A,B,Answer,Explanation\n${rows.join('\n')}`)
      return process.cpuUsage(start).user
    }
    const plain = await importRows('So it was')
    // A pattern of its own for each question took a hundred times as long.
    expect(await importRows('The answer should be there')).toBeLessThan(15 * plain)
  })

  it('is none in a column of marks, which refuse the file', async () => {
    for (const marks of [
      ['1', '0'],
      ['oui', 'non'],
      ['yes', 'no'],
    ])
      expect(await serve(`Question,Réponse,Note / Un?,Paris,${marks[0]} / Deux?,Milan,${marks[1]}`)).toMatch(
        'the column "Note", which may say whether an answer is right',
      )
  })

  it('is none when the answer is typed in other words', async () => {
    const text = 'Question,Answer,Notes / Who?,Leonardo,The correct answer is Leonardo da Vinci / What?,Rome,'
    expect(await serve(text)).toMatchObject({ reasons: [], questions: { length: 2 } })
    const other = 'Question,Answer,Notes / Who?,Leonardo,The correct answer is Raphael / What?,Rome,'
    expect(await serve(other)).toMatchObject({ answers: ['What? Rome'] })
  })

  it('is the same in JSON, and beside wrong answers', async () => {
    const explanation = 'The correct answer is Paris.'
    const question = 'Capital of France?'
    const other = { question: 'First planet?', correct_answer: 'Mercury', wrong_answers: ['Mars', 'Sun'] }
    const items = [{ question, correct_answer: 'Rome', wrong_answers: ['Oslo', 'Paris'], explanation }, other]
    expect(await serve(items)).toMatchObject({ answers: ['First planet? Mercury'] })
  })
})

describe('signs of options', () => {
  it.each(['=,!=,<>,==', '!=,=,>=,<='])('are texts in %s', async (options) => {
    const text = `Question,A,B,C,D,Answer / Equal?,${options},A / Other?,${options},B / Third?,${options},C`
    expect(await serve(text)).toMatchObject({ reasons: [], questions: { length: 3 } })
  })

  it('are texts when the answer has the same star', async () => {
    const text = `Question,A,B,Answer / Black hole?,Sagittarius A*,Messier 87*,Sagittarius A* / ${PLANET},Mars`
    expect(await serve(text)).toMatchObject({ answers: ['Black hole? Sagittarius A*', 'First planet? Mars'] })
  })
})

describe('options between commas', () => {
  const sheet = (options: string, answer: string, header = 'Options,Answer') =>
    `Question,${header} / Which?,"${options}","${answer}" / Planet?,"Mars, Venus, Pluto, Earth",Venus`

  it.each([
    ['Washington, D.C., Venus', 'Venus'],
    ['John Smith, Jr., Jane Doe', 'Jane Doe'],
    ['Smith, J., Doe, A.', 'Doe'],
    ['Austin, TX, Boston, MA', 'Boston'],
    ['1,000,10,000,100', '100'],
    ['1,500,2,700', '700'],
    ['Paris, France, Rome, Italy', 'Paris, France'],
  ])('are left out when a comma can be a part of one: %s', async (options, answer) => {
    expect(await serve(sheet(options, answer))).toMatchObject({
      answers: ['Planet? Venus'],
      reasons: [expect.stringContaining('expected options with one separator')],
    })
  })

  it.each([
    ['Smith, John, Doe, Jane', 'Roe, Jim'],
    ['Washington, D.C., Rome, Oslo', 'Paris'],
    ['Austin, TX, Boston, MA', 'Miami'],
  ])('are left out when they are wrong ones with a comma: %s', async (options, answer) => {
    const text = sheet(options, answer, 'Wrong answers,Correct answer').replace('Venus,', 'Sun,')
    expect(await serve(text)).toMatchObject({ answers: ['Planet? Venus'], reasons: { length: 1 } })
  })

  it.each([
    ['Washington, D.C., Rome, Paris, Oslo', 'Washington, D.C.'],
    ['1,000, 10,000, 100,000', '10,000'],
    ['100,200,300,400', '300'],
    ['2,4,6,8', '6'],
    ['I, II, III, IV', 'II'],
    ['TV, Radio, Press, Post', 'Radio'],
    ['France, U.S., China', 'China'],
  ])('are read: %s', async (options, answer) => {
    expect(await serve(sheet(options, answer))).toMatchObject({
      answers: [`Which? ${answer}`, 'Planet? Venus'],
    })
  })
})

const BOTH = ['Capital of France? Paris', 'First planet? Mercury']

describe('literals of programs', () => {
  const ITEMS = `[
  { question: 'Capital of France?', options: ['Rome', 'Paris',], answer: 'Paris' }, // Where is the Seine?
  { "question": "First planet?", options: [\`Mars\`, 'Mer\\u0063ury'], answer: "Mercury", /* the first */ },
]`

  it.each([
    ['a constant', `const quizData = ${ITEMS};\n\nexport default quizData;`],
    ['an export', `// Quiz\nexport default ${ITEMS}`],
    ['a module', `module.exports = ${ITEMS}`],
    ['a script', `let questions = ${ITEMS}\nlet score = 0;\nfunction next() { score += 1; }`],
    ['a block of Markdown', `# Quiz\n\n\`\`\`json\n${ITEMS}\n\`\`\`\n`],
    ['nothing else', ITEMS],
  ])('are read in %s', async (_name, text) => {
    expect(await serve(text)).toMatchObject({ answers: BOTH, reasons: [] })
  })

  it.each([
    ['a call', 'const quiz = [{ question: "Capital of France?", answer: find("Paris") }];'],
    ['a sum', 'const quiz = [{ question: "Capital of France?", answer: "Par" + "is" }];'],
    ['a second list', `const a = ${ITEMS};\nconst b = [{ question: "Third planet?", answer: "Earth" }];`],
    ['a second block', `\`\`\`json\n${ITEMS}\n\`\`\`\n\`\`\`json\n${ITEMS}\n\`\`\`\n`],
  ])('are refused with %s', async (_name, text) => {
    expect(await serve(text)).toMatch('expected')
  })

  it.each([
    "{'text': ['Rome', 'Paris'], 'label': ['A', 'B']}",
    "{'text': array(['Rome', 'Paris'], dtype=object), 'label': array(['A', 'B'], dtype=object)}",
    "{'label': array(['A' 'B']), 'text': array(['Rome' 'Paris'])}",
    "[{'label': 'A', 'text': 'Rome', 'note': None}, {'label': 'B', 'text': 'Paris', 'note': True}]",
  ])('of Python are the options of a cell: %s', async (options) => {
    const text = `question,choices,answerKey\nCapital of France?,"${options}",B`
    expect(await serve(text)).toMatchObject({ answers: ['Capital of France? Paris'] })
  })
})

describe('a cell of several lines', () => {
  it.each([
    [
      'Question,Options,Answer',
      '"Rome, city, Italy\nParis, city, France\nOslo, city, Norway"',
      'B',
      'Paris, city, France',
    ],
    ['Question,Answer', '"one, two\nthree, four"', '', 'one, two\nthree, four'],
    ['Question,Answer,Explanation', 'Paris', '"It is, as all know, so.\nReally, it is."', 'Paris'],
  ])('can have separators in each line: %s', async (header, second, third, answer) => {
    const text = `${header}\nWhich one?,${second}${third === '' ? '' : `,${third}`}\nOther?,${second}${third === '' ? '' : `,${third}`}`
    expect(await serve(text)).toMatchObject({ answers: [`Which one? ${answer}`, `Other? ${answer}`] })
  })
})

describe('a file without a header', () => {
  const rows = (...answers: readonly string[]) =>
    answers.map(
      (answer, index) => `Question ${index} of all?,${10 + index},2${index},x${index},z${index},${answer}`,
    )

  it.each([[['B', 'A', 'B']], [['C', 'B', 'D', 'B']]])(
    'has four options and a letter: %j',
    async (answers) => {
      expect(await serve(rows(...answers).join('\n'))).toMatchObject({
        questions: { length: answers.length },
      })
    },
  )

  it.each([[['A', 'A', 'B']], [['B', 'B', 'B']], [['A', 'B']]])('can have sections: %j', async (answers) => {
    expect(await serve(rows(...answers).join('\n'))).toMatch('expected a column for question')
  })

  it('can have a text twice in its first line, behind empty cells', async () => {
    const lines = ['pick,Which one?,Rome,Paris,,Paris', 'pick,Who?,Ada,Bo,,Ada']
    expect(await serve(lines.join('\n'))).toMatch('expected a column for question')
  })

  it('is no file with Genre, which is the topic', async () => {
    const { questions } = Object(await serve(`Genre,Question,A,B,Answer / Cities,${FRANCE},B`))
    expect(questions).toMatchObject([{ topic: 'Cities' }])
  })
})

describe('a question of another name', () => {
  it.each(['MCQ', 'content', 'title'])('is read: %s', async (name) => {
    expect(await serve(`${name},choices,correct / First planet?,a : Mars | b : Mercury,b`)).toMatchObject({
      questions: [{ question: 'First planet?', correct_answer: 'Mercury' }],
    })
  })

  it('is not chosen of two', async () => {
    expect(await serve(`title,content,A,B,answer / Task 1,${FRANCE},B`)).toMatch(
      'expected a column for question, got "title", "content"',
    )
  })
})

describe('a solution of GSM8K', () => {
  it.each([
    ['She has 3+4=<<3+4=7>>7 apples.\n#### 7', '7', 'She has 3+4=7 apples.'],
    ['#### 1,200', '1,200', undefined],
    ['84/2=42 #### 42', '42', '84/2=42'],
  ])('ends with the answer: %j', async (answer, correct, explanation) => {
    const { questions } = Object(await serve([{ question: 'How many?', answer }]))
    expect(questions).toMatchObject([{ correct_answer: correct }])
    expect(questions[0].explanation).toBe(explanation)
  })
})

describe('the CSV of Brightspace', () => {
  const ONE = 'NewQuestion,MC / QuestionText,Capital of France? / Points,1 / Option,100,Paris / Option,0,Rome'

  it('is read in several rows', async () => {
    const other =
      'NewQuestion,MC,,, / QuestionText,<p>First planet?</p>,HTML,, / Option,0,<b>Mars</b>,HTML, / Option,100,<b>Mercury</b>,HTML,'
    const statement = 'NewQuestion,TF / QuestionText,Hot? / TRUE,100 / FALSE,0 / Feedback,It is.'
    const typed = 'NewQuestion,SA / QuestionText,Who? / Answer,100,Anna'
    for (const text of [`${ONE} /  / ${other}`, `//MULTIPLE CHOICE / ${ONE} / ${other}`])
      expect(await serve(text)).toMatchObject({ answers: BOTH, reasons: [] })
    expect(await serve(`${statement} / ${typed}`)).toMatchObject({
      questions: [
        { correct_answer: 'True', options: ['True', 'False'], explanation: 'It is.' },
        { correct_answer: 'Anna' },
      ],
    })
  })

  it.each([
    'NewQuestion,MS / QuestionText,Which? / Option,1,Two / Option,1,Three',
    'NewQuestion,MC / QuestionText,Which? / Option,50,Two / Option,50,Three',
    'NewQuestion,MC / QuestionText,Which? / Image,map.png / Option,100,Two / Option,0,Three',
    'NewQuestion,WR / QuestionText,Why?',
    'NewQuestion,MC / QuestionText,Which? <img src=a.png>,HTML / Option,100,Two / Option,0,Three',
  ])('is left out without one correct answer: %s', async (text) => {
    expect(await serve(`${ONE} / ${text}`)).toMatchObject({
      answers: BOTH.slice(0, 1),
      reasons: { length: 1 },
    })
  })
})

describe('a name of the answer that says what numbers count from', () => {
  const rows =
    'Which of France?,Rome,Paris,Oslo,1 / Which of Italy?,Rome,Paris,Oslo,0 / Which of Spain?,Rome,Madrid,Oslo,1'

  it.each([
    'Correct (0-2)',
    'Answer (0–2)',
    'Richtig (0 bis 2)',
    '正解(0-2)',
    'Correct answer (0-based)',
    'Answer (zero-indexed)',
    'Answer (starting at 0)',
    'Correct Answer (A=0)',
    'Correct [0..2]',
    'Réponse (0 à 2)',
  ])('counts from 0: %s', async (name) => {
    expect(await serve(`Question,Option 1,Option 2,Option 3,${name} / ${rows}`)).toMatchObject({
      answers: ['Which of France? Paris', 'Which of Italy? Rome', 'Which of Spain? Madrid'],
    })
  })

  it('counts from 0 without a 0 in the file', async () => {
    const counted = rows.replace('Oslo,0', 'Oslo,1')
    expect(await serve(`Question,Opt1,Opt2,Opt3,Correct (0-2) / ${counted}`)).toMatchObject({
      answers: ['Which of France? Paris', 'Which of Italy? Paris', 'Which of Spain? Madrid'],
    })
  })

  it('is refused when a number is that of the last option from 1', async () => {
    const counted = rows.replace('Oslo,0', 'Oslo,3')
    expect(await serve(`Question,Opt1,Opt2,Opt3,Correct (0-2) / ${counted}`)).toContain(
      '--from 0: expected numbers below the number of options',
    )
  })
})

describe('a question that nobody may use', () => {
  it.each([
    ['Approved', 'no', 'yes'],
    ['Approved?', 'N', ''],
    ['Freigegeben', 'nein', 'ja'],
    ['Status', 'disputed', 'ok'],
    ['State', 'Retired', 'active'],
    ['deprecated', 'true', 'false'],
    ['isRetired', 'yes', 'no'],
    ['Do not use', 'x', ''],
    ['状态', '有争议', ''],
  ])('is left out: %s, %s', async (name, value, other) => {
    const text = `Question,A,B,Answer,${name} / ${FRANCE},A,${value} / ${PLANET},B,${other}`
    expect(await serve(text)).toMatchObject({
      answers: ['First planet? Mercury'],
      reasons: [
        `expected a question that is in use, got "${value}" below "${name}"; --map "${name}=ignore" says that it means nothing`,
      ],
    })
    expect(await serve(text, { map: { [name]: 'ignore' } })).toMatchObject({ reasons: [] })
  })

  it('is left out of JSON and of typed answers', async () => {
    const options = ['Mars', 'Mercury']
    const first = { question: 'First planet?', options, answer: 'Mercury' }
    const json = [first, { ...first, question: 'Last?', answer: 'Mars', deprecated: true }]
    expect(await serve(json)).toMatchObject({ answers: ['First planet? Mercury'] })
    const typed = 'Question,Answer,Approved / Capital of France?,Rome,no / First planet?,Mercury,yes'
    expect(await serve(typed)).toMatchObject({ answers: ['First planet? Mercury'] })
  })

  it.each([
    ['Status', 'draft'],
    ['Published', 'no'],
    ['Occupation', 'retired'],
  ])('is not one with %s: %s', async (name, value) => {
    const text = `Question,A,B,Answer,${name} / ${FRANCE},B,${value} / ${PLANET},B,`
    expect(await serve(text)).toMatchObject({ reasons: [] })
  })
})

describe('what is beside the texts of a table', () => {
  it.each([
    ['1. Capital of France?', '2. First planet?'],
    ['Q1) Capital of France?', 'Q3) First planet?'],
    ['Capital of France? (2 points)', '[1 pt] First planet?'],
    ['Capital of France? (easy)', '**First planet?**'],
  ])('is no part of the questions %j and %j', async (first, second) => {
    const text = `Question,A,B,Answer / ${first},Rome,Paris,B / ${second},Mars,Mercury,B`
    expect(await serve(text)).toMatchObject({
      answers: ['Capital of France? Paris', 'First planet? Mercury'],
    })
  })

  it.each([
    ['1. Bundesliga: who won?', 'First planet?'],
    ['2. Bundesliga: who won?', '1. Bundesliga: who won?'],
    ['1984. Who wrote it?', '2001. Who wrote it?'],
    ['Which part (2 points) is it?', 'Which?'],
  ])('is a part of the questions %j and %j', async (first, second) => {
    const text = `Question,A,B,Answer / ${first},Rome,Paris,B / ${second},Mars,Mercury,B`
    expect(await serve(text)).toMatchObject({ answers: [`${first} Paris`, `${second} Mercury`] })
  })

  it('is no part of options when it is the share of players of each', async () => {
    const head = 'Question,A,B,C,Answer'
    for (const answer of ['B', 'Paris', 'Paris (70%)'])
      expect(
        await serve(`${head} / Capital of France?,Rome (20%),Paris (70%),Oslo (10%),${answer}`),
      ).toMatchObject({ questions: [{ correct_answer: 'Paris', options: ['Rome', 'Paris', 'Oslo'] }] })
    expect(
      await serve(`${head} / How much?,Salt (20%),Salt (70%),Salt (10%),B / Which?,A (5%),B (7%),C (9%),C`),
    ).toMatchObject({ answers: ['How much? Salt (70%)', 'Which? C (9%)'] })
  })
})

it.each(['*', '_', '✅', '"a ', ' '])(
  'takes linear time for a long row of %j, which nobody can be served',
  async (sign) => {
    const measure = async (length: number) => {
      const start = process.cpuUsage()
      const long = sign.repeat(length / sign.length)
      const cell = long.replaceAll('"', '')
      for (const text of [
        `1. First planet?${long}x / A. Mars / B. Mercury${long}y / Answer: B / ${long}x / 2. Who? / Answer: Tom`,
        `1. First planet?${long}x / A) Mars / B) ${long}Mercury (correct) /  / 2. Who? / A) Tom (correct) / B) Ann`,
        `True or false / 1. Snow is${long}white. T / 2. Snow is black. F`,
        `Question,A,B,Answer,Comment / First planet?${cell}x,Mars,Mercury,B,wrong / ${FRANCE},B,${cell}x`,
        `Question,Answer,Comment / What?,Paris,so${cell}y`,
        `Question,A,B,Answer,Other${cell}x / First planet?,Mars,Mercury,B,`,
      ])
        expect(await serve(text)).toMatchObject({ questions: { length: 1 } })
      return process.cpuUsage(start).user
    }
    // Five times the length takes five times the time, and 25 times if the time grew with its square.
    const short = await measure(20_000)
    expect((await measure(100_000)) / short).toBeLessThan(12)
  },
)

it.each(['**B**', '`B`', '**Paris**'])('reads the answer %s with signs of Markdown', async (answer) => {
  const text = `Question,A,B,Sol / ${FRANCE},${answer} / ${PLANET},B`
  expect(await serve(text)).toMatchObject({ answers: ['Capital of France? Paris', 'First planet? Mercury'] })
  const typed = `Question,Answer / Who?,**Tom** / Which?,__init__ / What?,**\n`
  expect(await serve(typed)).toMatchObject({ answers: ['Who? Tom', 'Which? __init__', 'What? **'] })
})

it('reads the answer of TriviaQA, whose members have capitals', async () => {
  const Answer = { Value: 'Paris', Aliases: ['Paname'] }
  const items = [{ Question: 'Capital of France?', Answer }]
  expect(await serve({ Data: items })).toMatchObject({ answers: ['Capital of France? Paris'] })
})
