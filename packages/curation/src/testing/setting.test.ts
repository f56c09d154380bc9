import { formatDiagnostic, readSheet } from '@qb/core/questions'
import { describe, expect, it } from 'vitest'
import { reviewSetting } from './setting.ts'

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
const row = (id: string, question: string, answer: string, options: readonly string[]) =>
  `${id},${cell(question)},${cell(answer)},${cell(JSON.stringify(options))}\n`

async function parse(rows: string) {
  const bytes = Buffer.from(`id,question,correct_answer,options\n${rows}`)
  return (await readSheet({ category: 'c', title: '', path: '0.csv', bytes, reservedIds: [] })).questions
}

describe('reviewSetting', () => {
  const reviewSet = async (sheet: string) => reviewSetting(await parse(sheet)).map(formatDiagnostic)

  it.each([
    ['What is a cloud of gas called that forms stars?', 'called that'],
    ['What is the name of the largest moon?', 'What is the name of'],
    ['What name is given to falling stars?', 'name is given to'],
    ['By what process do stars shine?', 'By what'],
    ['In what year did it happen?', 'In what'],
    ['What kind of object is the Sun?', 'What kind of object is '],
    ['Which of these is a star?', 'Which of these'],
    ['Which is the only star that we can visit?', 'the only'],
  ])('finds stiff wording: %s', async (question, form) => {
    const found = await reviewSet(row('1', question, 'Polaris', ['Polaris', 'Vega']))
    expect(found).toEqual([expect.stringMatching(/^0\.csv:2: column "\w+": expected /)])
    expect(found[0]).toContain(`got ${JSON.stringify(form)}`)
  })

  it.each([
    ['an article', 'A star', ['Comet', 'Planet', 'Moon']],
    ['no article', 'Star', ['A comet', 'The planet', 'An asteroid']],
    ['a digit', 'Apollo 11', ['Gemini', 'Mercury', 'Vostok']],
    ['a comma', 'Paris, Texas', ['London', 'Rome', 'Vienna']],
    ['quotation marks', 'Of “Hair”', ['Of salt', 'Of gold', 'Of ice']],
    ['a conjunction', 'Salt and sand', ['Pepper', 'Sugar', 'Honey']],
    ['parentheses', 'Io (moon)', ['Mars', 'Venus', 'Earth']],
    ['a plural', 'Two pizzas', ['One car', 'His house', 'Her hat']],
    ['no plural', 'Their house', ['Two cars', 'Many hats', 'Old coins']],
    ['a much greater length', 'Because it was cold up there', ['It rained', 'It snowed', 'It froze']],
  ])('finds a correct answer that stands out by %s', async (_form, answer, others) => {
    expect(await reviewSet(row('1', 'Who was it?', answer, [answer, ...others]))).toEqual([
      expect.stringMatching(/^0\.csv:2: column "\w+": expected another option /),
    ])
    // Another option with the same form hides it.
    const [first = '', ...rest] = others
    expect(await reviewSet(row('1', 'Who was it?', first, [first, answer, ...rest]))).toEqual([])
    const twins = [answer, answer.replace(/\p{L}{2,}/u, 'Other'), ...rest]
    expect(await reviewSet(row('1', 'Who was it?', answer, twins))).toEqual([])
  })

  it('finds an answer that another question about the same thing contains', async () => {
    const asked = row('1', 'Which telescope, launched from Kourou, observes in infrared?', 'James Webb', [
      'James Webb',
      'Edwin Hubble',
    ])
    const revealing = 'How large is the mirror of the telescope James Webb, launched from Kourou?'
    expect(await reviewSet(asked + row('2', revealing, 'Six metres', ['Six metres', 'Two metres']))).toEqual([
      expect.stringMatching(
        /^0\.csv:2: column "\w+": expected an answer that no other question contains, .* in 2$/,
      ),
    ])
    const unrelated = 'Which office did James Webb have at NASA?'
    expect(await reviewSet(asked + row('2', unrelated, 'Administrator', ['Administrator', 'Pilot']))).toEqual(
      [],
    )
  })

  const many = (make: (index: number) => string) =>
    Array.from({ length: 200 }, (_, index) => make(index)).join('')
  const word = (index: number) =>
    [...String(index + 1000)].map((digit) => 'qwertzuiop'[Number(digit)]).join('')
  const question = (index: number) => `What about ${word(index * 7919)} and ${word(index * 104729)}?`

  it('finds a file in which the correct answer is the longest option too often', async () => {
    const sheet = many((index) =>
      row(`${index}`, question(index), 'Longest', insertAt(index % 4, 'Longest', ['a', 'b', 'c'])),
    )
    expect((await reviewSet(sheet)).filter((text) => text.includes('correct answer'))).toEqual([
      expect.stringMatching(/^0\.csv:1: .*the longest option in at most 35\.0 % .*got 100\.0 %$/),
    ])
  })

  it('finds a file in which the correct answer is at one position too often', async () => {
    const sheet = many((index) =>
      row(`${index}`, question(index), 'aa', insertAt(index % 2, 'aa', ['bb', 'cc', 'dd'])),
    )
    const messages = (await reviewSet(sheet)).filter((text) => text.includes('correct answer'))
    expect(messages.map((text) => text.replace(/.*to be option/, ''))).toEqual([
      ' 1 in 20.0 % to 30.0 % of the questions, got 50.0 %',
      ' 2 in 20.0 % to 30.0 % of the questions, got 50.0 %',
      ' 3 in 20.0 % to 30.0 % of the questions, got 0.0 %',
      ' 4 in 20.0 % to 30.0 % of the questions, got 0.0 %',
    ])
  })
})

/** Inserts the answer into the other options at an index. */
function insertAt(index: number, answer: string, others: readonly string[]): string[] {
  return others.toSpliced(index, 0, answer)
}
