// Tests that columns of wrong answers are found by their names, and split by what they contain.
import type { Target } from '@qb/core/questions'
import { describe, expect, it } from 'vitest'
import { readServed, show } from '../testing/show.ts'

const say = (map: Record<string, Target>) => ({ mapping: new Map(Object.entries(map)) })

/** One name of several wrong answers, and one of a single wrong answer before its number. */
const NAMES = [
  'Question|Correct answer|False answers|False answer',
  'Question|Correct answer|Wrong options|Wrong option',
  'Frage|Richtige Antwort|Distraktoren|Distraktor',
  'Question|Bonne réponse|Réponses erronées|Réponse erronée',
  'Pregunta|Respuesta correcta|Opciones incorrectas|Opción incorrecta',
  'Pergunta|Resposta certa|Alternativas erradas|Alternativa errada',
  'Domanda|Risposta esatta|Risposte non corrette|Risposta non corretta',
  'Vraag|Goede antwoord|Verkeerde antwoorden|Verkeerd antwoord',
  'Pytanie|Poprawna odpowiedź|Niepoprawne odpowiedzi|Niepoprawna odpowiedź',
  'Otázka|Správná odpověď|Špatné odpovědi|Špatná odpověď',
  'Otázka|Správně|Špatně|Špatně',
  'Întrebare|Răspuns corect|Răspunsuri greșite|Răspuns greșit',
  'Вопрос|Верный ответ|Неверные варианты|Неверный вариант',
  'Fråga|Rätt svar|Felaktiga alternativ|Fel svar',
  'Soru|Doğru cevap|Yanlış şıklar|Yanlış şık',
  'प्रश्न|सही उत्तर|गलत उत्तर|गलत विकल्प',
  'Pertanyaan|Jawaban benar|Jawaban salah|Pilihan salah',
  '问题|正确答案|错误答案|干扰项',
  '問題|正解|誤答|不正解',
  '문제|정답|오답|틀린 답',
  'Spørgsmål|Rigtigt svar|Forkerte svar|Forkert svar',
  'Kérdés|Helyes válasz|Rossz válaszok|Rossz válasz',
] as const

const NILE = 'Nile? → Africa (Africa, Asia, Europe)'

describe('the names of wrong answers', () => {
  it.each(NAMES)('are known: %s', async (names) => {
    const [question = '', answer = '', several = '', one = ''] = names.split('|')
    const sheets = [
      `${question}|${answer}|${several}\nNile?|Africa|Asia; Europe`,
      `${question}|${answer}|${several}\nNile?|Africa|Asia, Europe, Asia`,
      `${question}|${answer}|${one} 1|${one} 2\nNile?|Africa|Asia|Europe`,
      `${question}|${answer}|1. ${one}|2. ${one}\nNile?|Africa|Asia|Europe`,
    ]
    for (const sheet of sheets) expect(await show(sheet)).toEqual([NILE])
    const { questions } = await readServed(sheets[2] ?? '')
    expect(questions).toMatchObject([{ question: { options: ['Africa', 'Asia', 'Europe'] } }])
  })
})

describe('a column of wrong answers', () => {
  const CITIES = 'Capital?|Rome|Oslo; Bonn\nPort?|Bergen|Kiel, Lyon, Ulm\n'
  const SPLIT = ['Capital? → Rome (Bonn, Oslo, Rome)', 'Port? → Bergen (Bergen, Kiel, Lyon, Ulm)']

  it.each(['Wrong options', 'Wrong answer', 'Wrong answer(s)', 'Falsche Antwort'])(
    'is split by its cells: %s',
    async (name) => {
      expect(await show(`Question|Answer|${name}\nTown?|Ulm|Kiel; Lyon\n${CITIES}`)).toEqual([
        'Town? → Ulm (Kiel, Lyon, Ulm)',
        ...SPLIT,
      ])
    },
  )

  it.each(['Bogus', 'Trap', 'Wrong answer', 'Wrong answers'])(
    'is split as a person says: %s',
    async (name) => {
      expect(await show(`Question|Answer|${name}\n${CITIES}`, say({ [name]: 'wrong_answers' }))).toEqual(
        SPLIT,
      )
    },
  )

  it('has one option with commas where its name is that of one, and no cell is a list', async () => {
    const cells = 'First?|Rome|Kiel, Lyon, Ulm\nSecond?|Rome|Bonn'
    expect(await show(`Question|Answer|Wrong answer\n${cells}`)).toEqual([
      'First? → Rome (Kiel, Lyon, Ulm, Rome)',
      'Second? → Rome (Bonn, Rome)',
    ])
  })

  it('leaves out a cell with one comma where the others are lists', async () => {
    const cells = 'First?|Rome|Kiel; Lyon\nSecond?|Rome|Bonn; Ulm\nThird?|Rome|Bonn, Ulm'
    expect(await show(`Question|Answer|Wrong answer\n${cells}`)).toMatchObject([
      'First? → Rome (Kiel, Lyon, Rome)',
      'Second? → Rome (Bonn, Rome, Ulm)',
      expect.stringContaining('4: "Bonn, Ulm"; --separator says which one it is'),
    ])
  })
})

describe('a list with dates, scales or initials', () => {
  it.each([
    ['1. 1. 1992; 28. 10. 1918; 17. 11. 1989', ['1. 1. 1992', '17. 11. 1989', '28. 10. 1918']],
    ['1 : 1 000; 1 : 10 000; 1 : 1 000 000', ['1 : 1 000', '1 : 1 000 000', '1 : 10 000']],
    ['1. 1. 1992, 28. 10. 1918, 17. 11. 1989', ['1. 1. 1992', '17. 11. 1989', '28. 10. 1918']],
    ['A. Lincoln; George Washington; T. Jefferson', ['A. Lincoln', 'George Washington', 'T. Jefferson']],
  ])('is split at its separator: %s', async (cell, wrong) => {
    const options = ['(none)', ...wrong].join(', ')
    expect(await show(`Question\tAnswer\tWrong answers\nWhich?\t(none)\t${cell}`)).toEqual([
      `Which? → (none) (${options})`,
    ])
  })

  it.each([
    ['A. Rome; B. Paris; D. Oslo', ';'],
    ['1) Rome, 3) Paris', ','],
    ['A) Rome; C) Paris; Oslo', ';'],
    ['[a] Rome | [c] Paris', '|'],
  ])('is left out where its labels do not follow each other: %s', async (cell, sign) => {
    expect(await show(`Question\tAnswer\tWrong answers\nWhich?\tBern\t${cell}\nWho?\tBob\tAnn`)).toEqual([
      'Who? → Bob (Ann, Bob)',
      `2: "${cell}"; --separator "${sign}" says that they have none`,
    ])
  })
})

describe('the names and separators of wrong answers in other scripts', () => {
  const sheetOf = (name: string, cell: string) => `Question\tCorrect answer\t${name}\nA?\tParis\t${cell}`

  it.each([
    'Odpowiedzi błędne',
    'Odpovědi špatné',
    'إجابات خاطئة',
    'תשובות שגויות',
    'Λάθος απαντήσεις',
    'Opciones falsas',
    'Zlé odpovede',
    'Хибні відповіді',
    'คำตอบที่ผิด',
    '오답들',
    'Incorrect answers (comma separated)',
    'Incorrect answers [list]',
  ])('are known: %s', async (name) => {
    expect(await show(sheetOf(name, 'Rome, Oslo, Bern'))).toEqual(['A? → Paris (Bern, Oslo, Paris, Rome)'])
  })

  it.each(['、', '，', '；', '｜', '،', '؛', ' • '])('are known: Rome%sOslo', async (sign) => {
    const cell = ['Rome', 'Oslo', 'Bern'].join(sign)
    expect(await show(sheetOf('Wrong answers', cell))).toEqual(['A? → Paris (Bern, Oslo, Paris, Rome)'])
    const options = sheetOf('Options', `${cell}${sign}Paris`)
    expect(await show(options)).toEqual(['A? → Paris (Rome, Oslo, Bern, Paris)'])
  })

  it.each(['Wrong answer', 'Distractor'])('can be those of one: %s', async (name) => {
    const text = `${sheetOf(name, 'Rome, Oslo, Bern')}\nB?\tLima\tQuito, Oslo, Bern`
    expect(await show(text)).toHaveLength(2)
    expect((await show(text))[0]).toBe('A? → Paris (Bern, Oslo, Paris, Rome)')
  })

  it.each([
    'Question,Correct answer,First wrong answer,Second wrong answer',
    'Question,Correct answer,Wrong answer 1,Extra wrong',
    'Question,Bonne réponse,Mauvaise réponse,Autre mauvaise réponse',
    'Запитання,Правильна відповідь,Хибна відповідь 1,Хибна відповідь 2',
    '問題文,正解,不正解1,不正解2',
    'Pytanie,Odpowiedź poprawna,Odpowiedź błędna 1,Odpowiedź błędna 2',
  ])('can have a column each: %s', async (header) => {
    expect(await show(`${header}\nA?,Paris,Rome,Oslo`)).toEqual(['A? → Paris (Oslo, Paris, Rome)'])
  })
})
