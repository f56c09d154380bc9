// Forms of files that people have published. Each question is served with the answer that any person reads, or is left out with the reason.
import { ImportError, readSheet, type Target } from '@qb/core/questions'
import { describe, expect, it } from 'vitest'
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
    const bytes = Buffer.from(text)
    const { questions } = await readSheet({
      category: 'c',
      title: 'C',
      path: 'c.csv',
      bytes,
      reservedIds: [],
    })
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
