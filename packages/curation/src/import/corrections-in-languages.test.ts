// Tests that the words of a reviewer in other languages leave a question out, or refuse the file.
import { describe, expect, it } from 'vitest'
import { show } from '../testing/show.ts'

const sheetOf = (comment: string) =>
  `Question,A,B,C,Answer,Comment\nA?,Rome,Paris,Oslo,A,"${comment}"\nB?,Quito,Lima,Bern,B,`

describe('a comment in another language', () => {
  it.each([
    'má být C',
    'správně je C',
    'chyba v klíči',
    'powinno być C',
    'poprawna odpowiedź to C',
    'błąd',
    'doğru cevap C',
    'yanlış cevap',
    'moet C zijn',
    'ska vara C',
    'ошибка',
    '选C',
    '答案有误',
    '正しくはC',
    'a helyes válasz C',
    'răspunsul corect este C',
    'η σωστή απάντηση είναι C',
    'jawaban yang benar adalah C',
    'सही उत्तर C है',
    'typo in key',
    'key says A but C',
  ])('says that the answer is wrong: %s', async (comment) => {
    expect(await show(sheetOf(comment))).toEqual([
      'B? → Lima (Quito, Lima, Bern)',
      `2: "Rome" with "${comment}"`,
    ])
  })

  it.each(['správně je A', 'powinno być A', 'těžké', 'chyba bych nevěděl', '选择题'])(
    'can confirm the answer, or say something else: %s',
    async (comment) => {
      expect(await show(sheetOf(comment))).toHaveLength(2)
      expect((await show(sheetOf(comment)))[0]).toMatch('A? → Rome')
    },
  )
})

describe('the last row of a sheet', () => {
  it.each([
    'Question 2 was removed',
    'Note: question 2 was cancelled',
    'Frage 2: richtig ist C',
    'Frage 2 wurde gestrichen',
    'Otázka 2: správně je C',
    'Errata: pytanie 2 - C',
    '訂正：問2の正解はC',
  ])('can correct a question by its number: %s', async (row) => {
    expect(await show(`${sheetOf('')}\n${row}`)).toEqual([`refused: the correction "${row}"`])
  })

  it.each(['Question 2 was hard', 'Frage 2 ist neu'])('can say something else: %s', async (row) => {
    expect(await show(`${sheetOf('')}\n${row}`)).toHaveLength(3)
  })
})

describe('a cell of wrong answers', () => {
  it.each(['none', '-', 'n/a', 'N/A'])('can say that there are none: %s', async (cell) => {
    const rows = `A?,Paris,"Rome; Oslo"\nB?,Lima,${cell}`
    expect(await show(`Question,Correct answer,Wrong answers\n${rows}`)).toEqual([
      'A? → Paris (Oslo, Paris, Rome)',
      'B? → Lima',
    ])
  })
})
