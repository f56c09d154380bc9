import { formatDiagnostic } from '@qb/core/questions'
import { describe, expect, it } from 'vitest'
import { readQuestionsOf } from '../testing/show.ts'
import { findDuplicates } from './duplicates.ts'

const HEADER = 'id,question,correct_answer,options'
const quoteCell = (text: string) => `"${text.replaceAll('"', '""')}"`
const row = (id: string, question: string, answer = 'Yes', options = [answer, 'No']) =>
  `${[id, question, answer, JSON.stringify(options)].map(quoteCell).join(',')}\n`

async function findRepeated(...sheets: readonly string[]) {
  return findDuplicates(await readQuestionsOf(HEADER, sheets)).map(formatDiagnostic)
}

describe('findDuplicates', () => {
  it('finds a duplicate with different punctuation or words, in one file or in two', async () => {
    const once = row('A1', 'Which gas makes up most of the air on Earth?', 'Nitrogen', ['Nitrogen', 'Oxygen'])
    for (const again of [
      'Which gas makes up most of the air on earth',
      'Which gas makes up most of the air around us?',
    ]) {
      const twice = row('B1', again, 'Nitrogen', ['Nitrogen', 'Argon'])
      expect((await findRepeated(once + twice)).join()).toMatch(
        /0\.csv:3: column "question": expected a new question.*similar to the question at 0\.csv:2 with the id .A1./,
      )
      expect((await findRepeated(once, twice)).join()).toMatch(
        /1\.csv:2: column "question": expected a new question.*similar to the question at 0\.csv:2 with the id .A1./,
      )
    }
  })

  it('says that a question has another answer in another file', async () => {
    const [first, second] = ['Nitrogen', 'Oxygen'].map((answer) =>
      row('1', 'Which gas is most of the air?', answer),
    )
    expect((await findRepeated(first ?? '', second ?? '')).join()).toMatch(
      /similar to .*0\.csv:2 .*, and has another answer$/,
    )
    expect((await findRepeated(first ?? '', first ?? '')).join()).not.toContain('another answer')
  })

  it('accepts similar questions with different names or numbers', async () => {
    const capitals = row('1', 'What is the capital of Canada?', 'Ottawa', ['Ottawa', 'Toronto'])
    expect(
      await findRepeated(
        capitals + row('2', 'What is the capital of Turkey?', 'Ankara', ['Ankara', 'Izmir']),
      ),
    ).toEqual([])
    const sums = row('1', 'What is the product of 12 and 13?', '156', ['156', '165'])
    expect(
      await findRepeated(sums + row('2', 'What is the product of 13 and 14?', '182', ['182', '128'])),
    ).toEqual([])
  })

  it('finds the same words with another answer, also when many questions have it', async () => {
    const many = Array.from({ length: 600 }, (_, index) =>
      row(`${index}`, `Statement ${index} is true.`, 'True'),
    )
    const repeated =
      row('again', 'Statement 7 is true?', 'False') + row('once', 'Statement 8 is true', 'True')
    expect(await findRepeated(many.join('') + repeated)).toEqual([
      expect.stringMatching(/^0\.csv:602: .*0\.csv:9 with the id "7"/),
      expect.stringMatching(/^0\.csv:603: .*0\.csv:10 with the id "8"/),
    ])
  })

  it('accepts questions of emoji, which have no words', async () => {
    expect(await findRepeated(row('1', '🦁👑', 'The Lion King') + row('2', '🧊🚢', 'Titanic'))).toEqual([])
  })
})
