// Files of a folder that are not datasets: a table of questions of another tool is served when it is understood with certainty.
import { describe, expect, it } from 'vitest'
import { formatDiagnostic, formatPublicDiagnostic } from './diagnostic.ts'
import { diagnose, questionsOf, read } from './testing.ts'

const PARIS = { question: 'Capital of France?', correct_answer: 'Paris' }

describe('readSheet warns of an option that occurs twice', () => {
  it.each([
    [
      'a wrong answer and the right one',
      'Question,Right answer,Wrong answer 1,Wrong answer 2\nRome?,Tiber,Tiber,Po\n',
    ],
    [
      'two wrong answers',
      'Question,Right answer,Wrong answer 1,Wrong answer 2,Wrong answer 3\nRome?,Tiber,Po,Po,Oder\n',
    ],
    ['two choices', 'Question,A,B,C,Correct\nRome?,Tiber,Po,Po,A\n'],
  ])('%s', async (_name, sheet) => {
    const { suspicions, questions } = await read(sheet)
    expect(suspicions).toEqual([
      {
        message: 'an option occurs twice, and is served once, in 1 question, such as "Rome?"',
        isSecret: false,
      },
    ])
    expect(questions[0]?.question.options).toContain('Tiber')
  })

  it('unless each occurs once', async () => {
    const { suspicions } = await read('Question,Right answer,Wrong answer 1\nRome?,Tiber,Po\n')
    expect(suspicions).toEqual([])
  })
})

describe('readSheet reads a table of another tool', () => {
  it.each<[string, string, string[] | undefined]>([
    [
      'with the right and the wrong answers',
      'Question,Right answer,Wrong answer 1,Wrong answer 2,Wrong answer 3\nCapital of France?,Paris,Rome,Oslo,Bern\n',
      ['Bern', 'Oslo', 'Paris', 'Rome'],
    ],
    ['without ids', 'question,correct_answer\nCapital of France?,Paris\n', undefined],
    ...['id,question,answer', 'id,Prompt,correct_answer', 'uuid,question,correct_answer'].map(
      (header): [string, string, undefined] => [
        `with the columns ${header}`,
        `${header}\n7,Capital of France?,Paris\n`,
        undefined,
      ],
    ),
    ...[';', '\t', '|'].map((separator): [string, string, undefined] => [
      `with the separator ${JSON.stringify(separator)}`,
      'id,question,correct_answer\n7,Capital of France?,Paris\n'.replaceAll(',', separator),
      undefined,
    ]),
    [
      'with options before the answer',
      'Question,A,B,C,D,Correct\nCapital of France?,Rome,Paris,Oslo,Bern,B\n',
      ['Rome', 'Paris', 'Oslo', 'Bern'],
    ],
    ['with semicolons', '\uFEFFFrage Nr;Question;Answer\r\n1;Capital of France?;Paris\r\n', undefined],
    ['with a line that names the separator', 'sep=;\nQuestion;Answer\nCapital of France?;Paris\n', undefined],
    [
      'with letters as answers',
      'id,question,correct_answer,A,B,C\n7,Capital of France?,B,Rome,Paris,Oslo\n',
      ['Rome', 'Paris', 'Oslo'],
    ],
    [
      'with the columns of a dataset and wrong answers of another name',
      'id,question,correct_answer,distractors\n7,Capital of France?,Paris,Rome|Oslo\n',
      ['Oslo', 'Paris', 'Rome'],
    ],
    [
      'with tabs and quotes in texts',
      'Question\tOptions\tAnswer\nCapital of France?\tRome|Paris\tParis\n',
      ['Rome', 'Paris'],
    ],
  ])('%s', async (_about, content, options) => {
    expect(await questionsOf(content)).toMatchObject([{ ...PARIS, ...(options && { options }) }])
  })

  it('and derives an id from the text of the question, which other rows and the answer do not change', async () => {
    const idOf = async (content: string) => (await questionsOf(content)).at(-1)?.id
    const id = await idOf('Question,Answer\nCapital of France?,Paris\n')
    expect(id).toMatch(/^q-[0-9a-f]{12}$/)
    expect(await idOf('Question,Answer\nWho?,I\nCapital of France?,Lutetia\n')).toBe(id)
    expect(await idOf('Question,Answer\nCapital of Franke?,Paris\n')).not.toBe(id)
  })

  it('and gives two questions with one text different ids, which do not depend on their answers', async () => {
    const idsOf = async (first: string, second: string) => {
      const rows = [`Which is right?,a|b,${first}`, `Which is right?,c|d,${second}`]
      const questions = await questionsOf(`Question,Options,Answer\n${rows.join('\n')}\n`)
      return questions.map(({ id }) => id)
    }
    const ids = await idsOf('a', 'c')
    expect(new Set(ids).size).toBe(2)
    expect(await idsOf('b', 'd')).toEqual(ids)
  })

  it('and names its unused columns', async () => {
    expect((await read('Question,Answer,Points\nQ?,A,1\n')).ignoredColumns).toEqual(['Points'])
  })

  it('and gives its cells positions', async () => {
    const [located] = (await read('Question,Erantzuna,Answer\n\nQ?,x,A\n')).questions
    expect(located?.positionOf('correct_answer')).toEqual({ line: 3, column: 'Answer' })
    expect(located?.positionOf('id')).toEqual({ line: 3, column: 'id' })
  })
})

describe('readSheet serves no row of another table whose answer is not understood', () => {
  it.each<[string, string, string, string[]?]>([
    [
      'an answer that is no option',
      'Question,A,B,Answer\nQ?,Rome,Oslo,B\nR?,SECRET,Oslo,SECRET Z\n',
      '3: expected the correct answer among the options',
      ['Q?'],
    ],
    [
      'a number that can count from 0 and from 1',
      'Question,Options,Answer\nQ?,SECRET|y|z,1\n',
      '2: expected the number of an option',
    ],
    [
      'letters without columns of options',
      'Question,Erantzun A,Erantzun B,Answer\nQ?,SECRET,y,A\nR?,SECRET,y,B\n',
      '1: expected columns of options',
    ],
    [
      'choices that can be all options or the wrong ones',
      'Question,choice_1,choice_2,Answer\nQ?,SECRET,y,SECRET\nR?,x,y,SECRET z\n',
      '1: expected choices that are all options',
    ],
    ['one row per answer', 'Question,Answer,points\nQ?,SECRET,1\nQ?,y,0\n', '1: expected only right answers'],
    [
      'a quote that is not closed',
      'Question,Answer\n"Q?,SECRET\nR?,x\n',
      '2: expected a closing quote',
      ['R?'],
    ],
  ])('%s', async (_about, content, expected, served = []) => {
    const { diagnostics, questions } = await read(content)
    expect(diagnostics.map((diagnostic) => formatPublicDiagnostic(diagnostic)).join('\n')).not.toContain(
      'SECRET',
    )
    expect((await diagnose(content))[0]).toContain(expected)
    expect(questions.map(({ question }) => question.question)).toEqual(served)
  })

  it.each([
    ['more unclosed quotes than are skipped', '"x,Paris\n'.repeat(200), 'quotes that are not closed'],
    [
      'more of them, with cells between that may have one',
      `${'"x,Paris\n'.repeat(99)}${'"a,b\nc",d\n'.repeat(2)}${'"x,Paris\n'.repeat(99)}`,
      'quotes that are not closed',
    ],
    ['more empty lines than a table has', `${' \n'.repeat(6000)}Q?,Paris\n`, 'blank'],
    ['only a header', '', 'expected at least one'],
  ])('and names the cause in a file with %s', async (_about, rows, cause) => {
    expect((await diagnose(`Question,Answer\n${rows}`)).join('\n')).toContain(cause)
  })

  it.each([
    ['a missing column', 'id,question', 'expected a column for correct_answer, got "id", "question"'],
    [
      'a missing column among many',
      `id,question,${Array.from({ length: 20 }, (_, column) => `c${column}`).join()}`,
      '"c6", "c7" and 12 more',
    ],
    ['options without answers', 'id,Question,A,B', 'expected a column for correct_answer, got "id", '],
    ['two columns of answers', 'Question,Answer,Solution', 'choose with --map "<column>=correct_answer"'],
    ['names in another language', 'Galdera,Erantzuna', 'got 2 columns with unknown names'],
    ['unknown names in one cell', 'Galdera;Erantzuna', 'got 2 columns with unknown names'],
  ])('and names %s of its header once, with the remedy', async (_about, header, expected) => {
    const diagnostics = await diagnose(`${header}\n1,2,3\n`)
    expect(diagnostics).toEqual([expect.stringMatching(/^1: .*--map .*\(arguments of `questions import`\)$/)])
    expect(diagnostics[0]).toContain(expected)
  })

  it('and finds no header below a line that names the separator', async () => {
    expect(await diagnose('sep=;\n')).toEqual([expect.stringContaining('1: expected a header line')])
  })

  it('and says which argument of `questions import` decides', async () => {
    const { diagnostics } = await read('Question,Options,Answer\nQ?,x|y|z,1\n')
    expect(diagnostics.map(formatDiagnostic)).toEqual([
      expect.stringMatching(/--from 0 or --from 1 .*\(arguments of `questions import`\) \(question ".+"\)$/),
    ])
  })

  it('and none of a table without a question that is understood', async () => {
    expect((await read('Question,Options,Answer\nQ?,x|y|z,1\n')).questions).toEqual([])
  })
})
