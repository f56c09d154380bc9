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
