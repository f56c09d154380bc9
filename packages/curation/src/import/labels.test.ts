// Tests that numbers and letters before options are removed only when they cannot be parts of their texts.
import { describe, expect, it } from 'vitest'
import { readServed, show } from '../testing/show.ts'

const ALL = 'Question,Options,Answer'
const WRONG = 'Question,Wrong answers,Correct answer'

/** A sheet of one question. */
const sheetOf = (header: string, options: string, answer: string) => `${header}\nQ?,"${options}","${answer}"`

/** Shows all options of the only question. Wrong answers and the correct one are sorted. */
const shownOf = (options: string, answer: string) => [
  `Q? → ${answer} (${options.split(/[;|/,]\s?/).join(', ')})`,
]

describe('numbers and letters that can be parts of options', () => {
  it.each([
    ['1. 1. 1992; 2. 3. 1993; 3. 4. 1994', '2. 3. 1993'],
    ['1. ledna 2000; 2. února 2001; 3. března 2002', '2. února 2001'],
    ['1. Mai; 8. Mai; 9. November; 3. Oktober', '3. Oktober'],
    ['1 : 2; 2 : 3; 3 : 4', '3 : 4'],
    ['1. 5.; 2. 6.; 3. 7.', '2. 6.'],
    ['1. Korinther; 2. Korinther', '2. Korinther'],
    ['1. Klasse|2. Klasse|3. Klasse', '3. Klasse'],
    ['1. FC Ulm; 2. Rom; 3. Tor', '1. FC Ulm'],
    ['A. Einstein; B. Pascal; M. Curie', 'M. Curie'],
  ])('stay beside an answer that is one of them: %s', async (options, answer) => {
    expect(await show(sheetOf(ALL, options, answer))).toEqual(shownOf(options, answer))
  })

  it.each([
    ['1. 1. 1992; 2. 3. 1993; 3. 4. 1994', '28. 10. 1918'],
    ['1. Mai; 2. Juni; 3. Oktober', 'Neujahr'],
    ['1. května; 2. června', '28. října'],
    ['1. liga; 2. liga; 3. liga', '4. liga'],
    ['1. Bundesliga; 2. Bundesliga; 3. Liga', 'Regionalliga'],
    ['1. FC Ulm; 2. Rom; 3. Tor', '4. SV'],
    ['1 : 2; 2 : 3; 3 : 4', '9 : 2'],
    ['A. Einstein; B. Pascal; C. Darwin', 'M. Curie'],
    ['A. Einstein, B. Pascal, C. Darwin', 'M. Curie'],
  ])('stay in wrong answers: %s', async (options, answer) => {
    const [shown = ''] = await show(sheetOf(WRONG, options, answer))
    const expected = [answer, ...options.split(/[;,] /)].sort()
    expect(shown).toBe(`Q? → ${answer} (${expected.join(', ')})`)
    const cells = options.split(/[;,] /)
    const names = cells.map((_, index) => `Wrong answer ${index + 1}`).join(',')
    const sheet = `Question,Correct answer,${names}\nQ?,${answer},${cells.join(',')}`
    expect(await show(sheet)).toEqual([shown])
    expect((await readServed(sheet)).questions[0]?.question.options).toEqual(expected)
  })

  it('stay in columns and lists of JSON', async () => {
    const sheet = 'Question,A,B,C,Answer\nDay?,1. May,2. June,3. October,A\nRatio?,1 : 2,2 : 3,3 : 4,C'
    expect(await show(sheet)).toEqual([
      'Day? → 1. May (1. May, 2. June, 3. October)',
      'Ratio? → 3 : 4 (1 : 2, 2 : 3, 3 : 4)',
    ])
    const results = [
      {
        type: 'multiple',
        category: 'x',
        question: 'Who?',
        correct_answer: 'M. Curie',
        incorrect_answers: ['A. Einstein', 'B. Pascal', 'C. Darwin'],
      },
    ]
    const [who] = await show(JSON.stringify({ response_code: 0, results }))
    expect(who).toBe('Who? → M. Curie (A. Einstein, B. Pascal, C. Darwin, M. Curie)')
  })

  it('stay behind the letters of Aiken and lists, and in GIFT', async () => {
    const aiken = 'Ratio?\nA. 1 : 2\nB. 2 : 3\nANSWER: B\n\nDay?\nA. 1. May\nB. 2. June\nANSWER: A\n'
    expect(await show(aiken)).toEqual(['Ratio? → 2 : 3 (1 : 2, 2 : 3)', 'Day? → 1. May (1. May, 2. June)'])
    const list = '1. Club?\na) 1. Mai\nb) 2. Juni\nAnswer: b\n\n2. Day?\na) 1. 5.\nb) 2. 6.\nAnswer: b\n'
    expect(await show(list)).toEqual(['Club? → 2. Juni (1. Mai, 2. Juni)', 'Day? → 2. 6. (1. 5., 2. 6.)'])
    const gift = '::1:: Ratio? {=1 \\: 2 ~2 \\: 3}\n\n::2:: Who? {=M. Curie ~A. Einstein ~B. Pascal}\n'
    expect(await show(gift)).toEqual([
      'Ratio? → 1 : 2 (1 : 2, 2 : 3)',
      'Who? → M. Curie (M. Curie, A. Einstein, B. Pascal)',
    ])
  })

  it('are removed when they are labels', async () => {
    expect(await show(sheetOf(ALL, '1. Rome; 2. Paris; 3. Oslo', '2'))).toEqual([
      'Q? → Paris (Rome, Paris, Oslo)',
    ])
    expect(await show(sheetOf(ALL, 'A) Rome B) Paris', 'B'))).toEqual(['Q? → Paris (Rome, Paris)'])
    expect(await show(sheetOf(ALL, '1. May 2. June 3. July', 'June'))).toEqual([
      'Q? → June (May, June, July)',
    ])
    expect(await show(sheetOf(ALL, '1. 5\n2. 7\n3. 9', 'B'))).toEqual(['Q? → 7 (5, 7, 9)'])
  })
})
