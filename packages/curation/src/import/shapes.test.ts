import { expect, it } from 'vitest'
import { CELLS, compare, PLAIN, SHAPES } from '../testing/import-shapes.ts'

it('has 60 shapes', () => {
  expect(Object.keys(SHAPES).length).toBeGreaterThanOrEqual(60)
})

it.each(CELLS)('serves no wrong answer: $shape, $answers', async (cell) => {
  const { wrong } = await compare(cell.write(PLAIN, cell.answerOf), PLAIN)
  expect(wrong).toEqual([])
})

it('reads every cell of a plain file but these', async () => {
  const unread: Record<string, string[]> = {}
  for (const { shape, answers, write, answerOf } of CELLS) {
    // Letters of another alphabet are never read.
    const isRead = (await compare(write(PLAIN, answerOf), PLAIN)).right === PLAIN.length
    if (!isRead && answers !== 'letters of another alphabet')
      unread[shape] = [...(unread[shape] ?? []), answers]
  }
  expect(
    Object.entries(unread).map(([shape, answers]) => `${shape}: ${answers.join(', ')}`),
  ).toMatchInlineSnapshot(`
    [
      "A, B, C from the last to the first: numbers from 1, numbers from 0",
      "B, C, A: numbers from 1, numbers from 0",
      "optionA from the last to the first: numbers from 1, numbers from 0",
      "Option 1: numbers from 0",
      "Option 1 from the last to the first: letters, small letters, letters in brackets, letters with a word, letters with the text, numbers from 0",
      "Option 0: numbers from 1",
      "option1 with an index: numbers from 1",
      "Answer 1: numbers from 0",
      "Answer 1, notes of Kahoot: numbers from 0",
      "Option 1 (Optional): numbers from 0",
      "opt1: numbers from 0",
      "choice_1: numbers from 0",
      "choice_1 from the last to the first: letters, small letters, letters in brackets, letters with a word, letters with the text, numbers from 0",
      "choice0: numbers from 1",
      "Choice 1 with an index: numbers from 1",
      "Erantzun A, unknown: letters, small letters, letters in brackets, letters with a word, letters with the text, numbers from 1, numbers from 0, texts, texts in another case",
      "reponse1: numbers from 0",
      "names, unknown: letters, small letters, letters in brackets, letters with a word, letters with the text, numbers from 1, numbers from 0",
      "commas: letters, small letters, letters in brackets, letters with a word, letters with the text, numbers from 1, numbers from 0",
      "commas without spaces: letters, small letters, letters in brackets, letters with a word, letters with the text, numbers from 1, numbers from 0",
      "bars with an index: numbers from 1",
      "1. x and lines: numbers from 0",
      "1) x 2) y: numbers from 0",
      "JSON with an index: numbers from 1",
      "JSON keyed by numbers from 0: numbers from 1",
      "JSON keyed by numbers from 1: numbers from 0",
      "JSON objects with numeric ids: numbers from 0",
      "JSON objects with numeric ids from 0: numbers from 1",
    ]
  `)
})
