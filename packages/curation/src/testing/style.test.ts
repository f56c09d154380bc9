import { formatDiagnostic } from '@qb/core/questions'
import { describe, expect, it } from 'vitest'
import { readQuestionsOf } from './show.ts'
import { reviewStyle } from './style.ts'

const HEADER = 'id,question,correct_answer,options,difficulty,topic'
const list = (options: readonly string[]) => `"${JSON.stringify(options).replaceAll('"', '""')}"`

const review = async (...sheets: readonly string[]) =>
  reviewStyle(await readQuestionsOf(HEADER, sheets)).map(formatDiagnostic)

const row = (id: string, question: string, answer = 'Yes', options = [answer, 'No']) =>
  `${id},"${question.replaceAll('"', '""')}","${answer.replaceAll('"', '""')}",${list(options)},easy,stars\n`

describe('reviewStyle', () => {
  it('accepts clean questions', async () => {
    const clean = row('1', 'Who painted “La Gioconda”?', 'Leonardo', ['Leonardo', 'Dürer’s pupil'])
    expect(
      await review(
        clean + row('2', 'What is 7 × 8 − 6², in words, at 1 : 50 scale?', 'Twenty', ['Twenty', 'Ten']),
      ),
    ).toEqual([])
  })

  it.each([
    ['a trailing space', 'Who was it? ', 'expected text without leading or trailing spaces'],
    ['two spaces', 'Who  was it?', 'expected single, plain spaces'],
    ['a no-break space', 'Who\u00a0was it?', 'expected single, plain spaces'],
    ['a space before a question mark', 'Who was it ?', 'expected punctuation marks without a space'],
    ['an HTML entity', 'Who was it &amp; why?', 'expected characters instead of HTML entities'],
    ['a numeric HTML entity', 'Who&#039;s it?', 'expected characters instead of HTML entities'],
    ['an HTML tag', 'Who was <i>it</i>?', 'expected plain text without HTML tags'],
    ['a letter with a wrong encoding', 'Who was AndrÃ©?', 'expected text that was decoded as UTF-8'],
    ['a quotation mark with a wrong encoding', 'Who was Mâ€™Bow?', 'expected text that was decoded as UTF-8'],
    ['a replacement character', 'Who was Andr\ufffd?', 'expected text that was decoded as UTF-8'],
    ['a straight apostrophe', "Who's it?", 'expected ’ or ‘'],
    ['straight quotation marks', 'Who wrote "Emma"?', 'expected “ or ”'],
    ['three full stops', 'Who was it...?', 'expected …'],
    ['two hyphens', 'Who -- if any -- was it?', 'expected –'],
    ['a hyphen instead of a minus sign', 'What is 3 + (-4)?', 'expected −'],
    ['a hyphen instead of a dash', 'Who ruled 1815-1848?', 'expected –'],
    ['a letter x instead of a multiplication sign', 'What is 3 x 4?', 'expected ×'],
    ['a caret instead of a superscript', 'What is 3^2?', 'expected a mathematical character'],
  ])('finds %s', async (_about, question, message) => {
    expect((await review(row('1', question))).join('\n')).toContain(`0.csv:2: column "question": ${message}`)
  })

  it('finds typographic mistakes in answers and options, at the positions of their cells', async () => {
    const diagnostics = await review(row('1', 'Who was it?', "O'Neill", ["O'Neill", 'Shaw  ']))
    expect(diagnostics.map((text) => text.split(':').slice(1, 3).join(':'))).toEqual([
      '2: column "correct_answer"',
      '2: column "options"',
      '2: column "options"',
      '2: column "options"',
    ])
  })

  it('finds an answer in its question, except for numbers and parts of words', async () => {
    expect(await review(row('1', 'Which yes is meant?'))).toEqual([
      '0.csv:2: column "question": expected a question without its answer, got "Yes" in it',
    ])
    expect(await review(row('1', 'How much is 5 × 1?', '5', ['5', '6']))).toEqual([])
    expect(await review(row('1', 'Which eyesight is meant?'))).toEqual([])
  })

  it('finds options that differ only in case or punctuation', async () => {
    expect((await review(row('1', 'Who was it?', 'Yes', ['Yes', 'no', 'No!']))).join()).toContain(
      'got "No!" again',
    )
  })
})
