// Files as people have them. Each row has one answer that any person can say. It is served with this answer, or not at all.
import { describe, expect, it } from 'vitest'
import { readServed } from '../testing/show.ts'
import { importQuestions } from './import-questions.ts'

const NOT_READ = 'not read'

/** The served questions of a text as `question → answer`, or why the file is refused. */
async function show(text: string): Promise<string[]> {
  try {
    const { questions } = await importQuestions(Buffer.from(text), { mapping: new Map(), decodeHtml: false })
    return questions.map(({ question, correct_answer }) => `${question} → ${correct_answer}`)
  } catch (error) {
    return [`${NOT_READ}: ${(error as Error).message}`]
  }
}

/** The same from a folder of the service, which serves the valid rows. */
async function showFolder(text: string): Promise<string[]> {
  const { questions } = await readServed(text)
  return questions.map(({ question: { question, correct_answer } }) => `${question} → ${correct_answer}`)
}

const rows = (...lines: string[]) => `${lines.join('\n')}\n`

describe('is not served with the answers of players', () => {
  it.each([
    [
      'a result of each answer',
      'Student,Question,Answer,Result',
      'Ann,Capital of France?,Rome,Wrong',
      'Bob,Largest planet?,Jupiter,Right',
    ],
    ['a verdict in signs', 'Question,Answer,Check', 'Capital of France?,Rome,✗', 'Largest planet?,Jupiter,✔️'],
    [
      'a verdict in German',
      'Question,Answer,Bewertung',
      'Capital of France?,Rome,falsch',
      'Largest planet?,Jupiter,richtig',
    ],
    ['a score', 'Question,Answer,Score', 'Capital of France?,Rome,0', 'Largest planet?,Jupiter,1'],
    [
      'a share of the points',
      'Question,Answer,Mark',
      'Capital of France?,Rome,0/1',
      'Capital of France?,Paris,1/1',
    ],
    [
      'a result beside options',
      'Question,A,B,Answer,Result',
      'Capital of France?,Rome,Paris,A,incorrect',
      'Largest planet?,Mars,Jupiter,B,correct',
    ],
  ])('beside %s', async (_about, ...lines) => {
    const [refused, ...others] = await show(rows(...lines))
    expect(refused).toMatch(/not read: expected only right answers, got the column .* --map "\w+=is_correct"/)
    expect(others).toEqual([])
    expect(await showFolder(rows(...lines))).toEqual([])
  })

  it.each([
    'yes,no',
    '1,0',
    'Correct,Incorrect',
    'right,wrong',
    '✓,✗',
    '+,-',
    'Ja,Nein',
    'WAHR,FALSCH',
    'vrai,faux',
    'sí,no',
    'да,нет',
    'Doğru,Yanlış',
  ])('and is one question with options when each answer has one of the marks %s', async (marks) => {
    const [right, wrong] = marks.split(',')
    const lines = rows(
      'question,answer,is_correct',
      `Capital of France?,Rome,${wrong}`,
      `Capital of France?,Paris,${right}`,
    )
    expect(await show(lines)).toEqual(['Capital of France? → Paris'])
  })
})

describe('is not served by what a name says when the answers contradict it', () => {
  const QUESTIONS = [
    ['Capital of France?', ['Rome', 'Paris', 'Oslo', 'Bern'], 2],
    ['Largest planet?', ['Jupiter', 'Mars', 'Venus', 'Earth'], 1],
    ['Which is a gas?', ['Iron', 'Wood', 'Helium', 'Glass'], 3],
    ['Legs of a spider?', ['Six', 'Eight', 'Ten', 'Four'], 2],
  ] as const

  it('indexes that count from 1', async () => {
    const items = QUESTIONS.map(([question, options, place]) => ({ question, options, correctIndex: place }))
    expect((await show(JSON.stringify(items)))[0]).toContain('--from 0 or --from 1')
    const fromZero = items.map((item) => ({ ...item, correctIndex: item.correctIndex - 1 }))
    expect((await show(JSON.stringify(fromZero)))[0]).toBe('Capital of France? → Paris')
  })

  it('a number of players beside a key', async () => {
    const lines = QUESTIONS.map(([question, options, place]) =>
      [question, ...options, 'ABCD'.charAt(place - 1), 4 - place].join(),
    )
    const text = rows('Question,A,B,C,D,Key,Correct', ...lines)
    expect((await show(text))[0]).toContain('expected one column for correct_answer, got "Key" and "Correct"')
    expect(await showFolder(text)).toEqual([])
    const served = await show(text.replaceAll(/,[^,]*$/gm, ''))
    expect(served).toEqual(
      QUESTIONS.map(([question, options, place]) => `${question} → ${options[place - 1]}`),
    )
  })
})
