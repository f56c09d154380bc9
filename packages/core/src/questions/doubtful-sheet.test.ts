// Sheets whose answer column, header or rows can mean two things. What is not certain is not served.
import { describe, expect, it } from 'vitest'
import { read } from './testing.ts'

/** A sheet, with "/" between lines, and the correct answers that are served by question. */
type Case = readonly [about: string, sheet: string, served: Readonly<Record<string, string>>]

const CHOICES = 'Question,Choice 1,Choice 2,Choice 3,Answer / France?,Rome,Paris,Oslo'

const cases: readonly Case[] = [
  ...['B Paris', '2nd', 'BC', 'B und C', 'The answer is B', 'Paris is on the Seine', 'Páris'].map(
    (answer): Case => [`choices beside the answer ${answer}`, `${CHOICES},${answer}`, {}],
  ),
  ...['2', '2.0', 'Paris (2)'].map(
    (answer): Case => [`choices beside the answer ${answer}`, `${CHOICES},${answer}`, { 'France?': 'Paris' }],
  ),
  [
    'choices that are wrong, one of which the answer contains',
    `${CHOICES},Lyon / America?,Chile,York,Peru,New York / Norway?,Bern,Kiel,Metz,Oslo`,
    { 'France?': 'Lyon', 'America?': 'New York', 'Norway?': 'Oslo' },
  ],
  [
    'choices beside explanations and letters',
    'Question,Choice 1,Choice 2,Answer,Richtig / France?,Rome,Paris,It is on the Seine,B / Italy?,Rome,Paris,It is on the Tiber,A',
    {},
  ],
  [
    'choices beside texts and letters',
    'Question,Choice 1,Choice 2,Answer,Group / France?,Rome,Paris,Paris,B / Italy?,Rome,Paris,Rome,A',
    { 'France?': 'Paris', 'Italy?': 'Rome' },
  ],
  [
    'choices and answers of several small numbers',
    'Question,Choice 1,Choice 2,Answer / Half?,3/4,2/3,1/2',
    { 'Half?': '1/2' },
  ],
  [
    'answers that count the rows',
    'Key,Question,Option 1,Option 2,Option 3,Option 4,Ebazpena / 1,a?,w,x,y,z,2 / 2,b?,w,x,y,z,1 / 3,c?,w,x,y,z,4 / 4,d?,w,x,y,z,3',
    {},
  ],
  [
    'one row per answer, with negative points for the wrong ones',
    'question,answer,fraction / France?,Paris,100 / France?,Rome,-33.333 / France?,Oslo,-33.333',
    {},
  ],
  [
    'answers of players',
    'Who,Question,Answer / Ann,France?,Paris / Bob,France?,Rome / Ann,Italy?,Rome',
    { 'Italy?': 'Rome' },
  ],
  [
    'answers of players beside options',
    'Who,Question,A,B,C,Answer / Ann,France?,Rome,Paris,Oslo,B / Bob,France?,Rome,Paris,Oslo,A / Ann,Italy?,Rome,Paris,Oslo,A',
    { 'Italy?': 'Rome' },
  ],
  [
    'one question twice with different options',
    'Question,A,B,Answer / Which is in France?,Rome,Paris,B / Which is in France?,Lyon,Oslo,A / Norway?,Oslo,Rome,A',
    { 'Which is in France?': 'Lyon', 'Norway?': 'Oslo' },
  ],
  [
    'a second header with another order of the options',
    'Question,A,B,C,Answer / France?,Rome,Paris,Oslo,B / Question,C,B,A,Answer / Italy?,Oslo,Paris,Rome,A',
    {},
  ],
  [
    'a second header with another order of the columns',
    'Question,A,B,C,Answer / France?,Rome,Paris,Oslo,B / Question,Answer,A,B,C / Italy?,A,Rome,Paris,Oslo',
    {},
  ],
  [
    'a key beside the questions, with its own numbers',
    'No,Question,A,B,C,,No,Answer / 1,France?,Rome,Paris,Oslo,,2,A / 2,Italy?,Rome,Paris,Oslo,,1,B',
    {},
  ],
  [
    'results of 0 and 1 in a column of correct answers',
    'Question,A,B,C,Student,Correct / a?,w,x,y,B,1 / b?,w,x,y,B,0 / c?,w,x,y,C,1 / d?,w,x,y,A,0',
    {},
  ],
  [
    'marks below a name of answers',
    'Question,Correct,Incorrect / Is the sun a star?,x, / Is the moon a star?,,x',
    {},
  ],
  ['ticks as answers', 'Question,Correct / Is the sun a star?,✓ / Is ice warm?,', {}],
  ['how many players were right and wrong', 'Question,Correct,Incorrect,Skipped / a?,12,3,0 / b?,14,1,0', {}],
  [
    'a row with an option less',
    'question,option1,option2,option3,option4,answer,points / a?,w,x,y,z,2,1 / b?,w,x,y,3,1 / c?,w,x,y,z,4,1',
    { 'a?': 'x', 'c?': 'z' },
  ],
  [
    'a number with a comma and without quotes',
    'question,answer,source / How many metres are 1,5 km?,1500 / 2+2,4, / Norway?,Oslo,',
    { '2+2': '4', 'Norway?': 'Oslo' },
  ],
  [
    'a name above four columns of options',
    'Question,Options,,,,Answer / Which flag?,red; white,blue; white,green,black,B / Norway?,Rome,Oslo,Bern,Metz,Oslo',
    { 'Which flag?': 'blue; white', 'Norway?': 'Oslo' },
  ],
  [
    'a name above four columns of options, and letters below it',
    'Question,Answers,,,,Correct / ,A,B,C,D, / Which flag?,red; white,blue; white,green,black,B',
    { 'Which flag?': 'blue; white' },
  ],
  [
    'a name above columns without any cell',
    'Question,Answer,Options,, / Norway?,Oslo,Rome|Oslo,, / France?,Paris,Rome|Paris,,',
    { 'France?': 'Paris', 'Norway?': 'Oslo' },
  ],
  [
    'a second correct answer below the same name',
    'Question,A,B,C,Correct answer, / France?,Rome,Paris,Lutetia,B,C / Italy?,Rome,Paris,Oslo,A,',
    { 'Italy?': 'Rome' },
  ],
  [
    'a second correct answer below a name of its own',
    'Question,A,B,C,Correct,Also correct / France?,Rome,Paris,Lutetia,B,C / Italy?,Rome,Paris,Oslo,A,',
    { 'Italy?': 'Rome' },
  ],
  [
    'one row per answer, and the question in the first one only',
    'Question,Answer,is correct / France?,Rome, / ,Paris,x / Italy?,Rome,x / ,Paris,',
    { 'France?': 'Paris', 'Italy?': 'Rome' },
  ],
  ...[
    ['Mark', '0', '1', '0'],
    ['Grade', '0%', '100%', '50%'],
    ['Punkte', '0.00', '1.00', '0.50'],
    ['Bewertung', 'falsch', 'richtig', 'teilweise richtig'],
    ['Result', 'Wrong', 'Correct', 'Partially correct'],
    ['Resultado', 'mal', 'bien', 'bien'],
    ['Seen', 'wrong (2nd try)', 'correct', 'half right'],
  ].map(
    ([name, ...cells]): Case => [
      `the results ${cells.join(', ')} below ${name}`,
      `Question,Answer,${name} / France?,Rome,${cells[0]} / Italy?,Rome,${cells[1]} / Norway?,Bern,${cells[2]}`,
      {},
    ],
  ),
  [
    'marks of questions without a 0',
    'Question,Answer,Points,Note / France?,Paris,1,see page 2 / Italy?,Rome,2,wrong spelling is accepted',
    { 'France?': 'Paris', 'Italy?': 'Rome' },
  ],
  [
    'options in rows of their own',
    'Question,Answer / France?,B / A) Rome, / B) Paris, / Italy?,A / A) Rome, / B) Paris,',
    {},
  ],
  [
    'the letters of an alphabet',
    'Question,Answer / A,Alfa / B,Bravo / C,Charlie',
    { A: 'Alfa', B: 'Bravo', C: 'Charlie' },
  ],
  [
    'lists of answers',
    'Question,Answer / France?,"[""Paris"", ""Lutetia""]" / Italy?,"[""Rome""]" / Where?,[here]',
    { 'Italy?': 'Rome', 'Where?': '[here]' },
  ],
  [
    'a note below the header, and totals',
    'Question,Answer / (max 120 characters),(max 75) / France?,Paris / Total,1 / Summe:,1',
    { 'France?': 'Paris' },
  ],
  [
    'the initials of true and false',
    'Question,Option 1,Option 2,Answer / Is ice cold?,True,False,T / Is ice hot?,True,False,F / Est-ce vrai ?,Vrai,Faux,V',
    { 'Is ice cold?': 'True', 'Is ice hot?': 'False', 'Est-ce vrai ?': 'Vrai' },
  ],
  [
    'a column for each of true and false',
    'Statement,True,False / Ice is cold.,x, / Ice is warm.,,x',
    { 'Ice is cold.': 'True', 'Ice is warm.': 'False' },
  ],
  ['the answers of students', 'Task,Answer,Student / France?,Rome,Ann / Italy?,Rome,Ben', {}],
  [
    'letters beside true and false',
    'Question,A,B,Answer / Is ice cold?,False,True,A / Is ice hot?,True,False,B',
    { 'Is ice cold?': 'False', 'Is ice hot?': 'False' },
  ],
  [
    'a dataset with one row per answer',
    'id,question,correct_answer,is_correct / 1,France?,Paris,true / 2,France?,Rome,false / 3,Italy?,Milan,false',
    { 'France?': 'Paris' },
  ],
  [
    'a dataset with points per answer',
    'id,question,correct_answer,points / 1,France?,Paris,1 / 2,France?,Rome,0 / 3,Italy?,Milan,0',
    {},
  ],
  ...(['status,wrong,right', 'score,0,1', 'grade,0%,100%'] as const).flatMap((text) => {
    const [name = '', ...cells] = text.split(',')
    return ['', ',Oslo,Bern'].map(
      (choices): Case => [
        `a dataset${choices && ' with choices'} and the results below ${name}`,
        `id,question,correct_answer${choices && ',choice_1,choice_2'},${name} / 1,France?,Rome${choices},${cells[0]} / 2,Italy?,Rome${choices},${cells[1]}`,
        {},
      ],
    )
  }),
  [
    'a dataset with a second correct answer',
    'id,question,correct_answer,also_correct,choice_1,choice_2 / 1,France?,Paris,Lutetia,Rome,Lutetia / 2,Italy?,Rome,,Oslo,Bern',
    { 'Italy?': 'Rome' },
  ],
  [
    'a dataset with letters as options beside their columns',
    `id,question,correct_answer,options,A,B / 1,France?,B,"['A','B']",Rome,Paris / 2,Italy?,A,"['A','B']",Rome,Paris`,
    {},
  ],
  [
    'a dataset with letters as options beside columns of other names',
    `id,question,correct_answer,options,Erantzun A,Erantzun B / 1,France?,B,"['A','B']",Rome,Paris / 2,Italy?,A,"['A','B']",Rome,Paris`,
    {},
  ],
  [
    'letters as options beside columns of other names',
    'question,options,Erantzun A,Erantzun B,answer / France?,A|B,Rome,Paris,B / Italy?,A|B,Rome,Paris,A',
    {},
  ],
  [
    'vitamins among other options',
    'question,options,answer / Which vitamin?,A|B,B / Italy?,Rome|Oslo,Rome',
    { 'Which vitamin?': 'B', 'Italy?': 'Rome' },
  ],
  [
    'a dataset with choices that differ in their case',
    'id,question,correct_answer,choice_1,choice_2 / 1,Acidity?,pH,PH,Ph / 2,Italy?,Rome,Oslo,Bern',
    { 'Acidity?': 'pH', 'Italy?': 'Rome' },
  ],
  [
    'a dataset with the correct answer among the choices in another case',
    'id,question,correct_answer,choice_1,choice_2 / 1,France?,paris,Paris,Rome / 2,Italy?,Rome,Oslo,Bern',
    { 'Italy?': 'Rome' },
  ],
  [
    'a dataset with points per question',
    'id,question,correct_answer,points / 1,France?,Paris,1 / 2,Italy?,Rome,2',
    { 'France?': 'Paris', 'Italy?': 'Rome' },
  ],
  [
    'a dataset with letters and options of other names',
    'id,question,correct_answer,Erantzun A,Erantzun B / 1,France?,B,Rome,Paris / 2,Italy?,A,Rome,Paris',
    {},
  ],
  [
    'a dataset with answers that are names of columns',
    'id,question,correct_answer,antwort_a,antwort_b / 1,France?,antwort_b,Rome,Paris',
    { 'France?': 'Paris' },
  ],
  [
    'a dataset with answers that are unknown names of columns',
    'id,question,correct_answer,erantzun_a,erantzun_b / 1,France?,erantzun_b,Rome,Paris',
    {},
  ],
]

/** Names of a second column of answers. */
const SECOND_ANSWERS =
  'Corrected answer,Corrected,New answer,Final answer,Official answer,Actual answer,True answer,Reviewer answer,Ground truth,Gold,Expected,Errata,Erratum,Corrections,Truth,Actual,Gold label,Correct value,Teacher key,Answer (checked),Correct text,answer_text'.split(
    ',',
  )

const contradictions: readonly Case[] = [
  ...[...SECOND_ANSWERS, 'Target', 'Label', 'Zuzendua'].flatMap((name) =>
    ['B', 'Lima'].map(
      (other): Case => [
        `${other} below ${name}`,
        `Question,A,B,C,Answer,${name} / Peru?,Quito,Lima,Sucre,A,${other} / Bolivia?,Quito,Lima,Sucre,C,`,
        {},
      ],
    ),
  ),
  ...SECOND_ANSWERS.map(
    (name): Case => [`another text below ${name}`, `Question,Answer,${name} / Peru?,Quito,Lima`, {}],
  ),
  ...[...SECOND_ANSWERS, 'Label'].map(
    (name): Case => [
      `the same below ${name}`,
      `Question,A,B,Answer,${name} / Peru?,Quito,Lima,B,Lima / Ecuador?,Quito,Lima,A,a`,
      { 'Peru?': 'Lima', 'Ecuador?': 'Quito' },
    ],
  ),
  ...['Label', 'Target', 'Labels'].flatMap((name): Case[] => [
    [
      `another text below ${name} beside the same ones`,
      `Question,Answer,${name} / Peru?,Quito,Lima / France?,Paris,Paris / Italy?,Rome,rome`,
      {},
    ],
    [`another number below ${name}`, `Question,Answer,${name} / 2+2?,5,4 / 3+3?,6,6 / 4+4?,8,8`, {}],
    [
      `classes below ${name}`,
      `Question,Answer,${name} / Peru?,Lima,towns / France?,Paris,towns / Best friend?,Dog,Dog / Mouser?,Cat,Dog`,
      { 'Peru?': 'Lima', 'France?': 'Paris', 'Best friend?': 'Dog', 'Mouser?': 'Cat' },
    ],
  ]),
  ...['none', 'OK', 'same', 'Lima', ''].map(
    (cell): Case => [
      `${cell} below Errata`,
      `Question,Answer,Errata / Peru?,Lima,${cell} / France?,Paris,`,
      { 'Peru?': 'Lima', 'France?': 'Paris' },
    ],
  ),
  ...['Ground truth', 'Gold', 'Label', 'Target', 'New answer'].map(
    (name): Case => [
      `the number of another option below ${name}`,
      `Question,A,B,C,Answer,${name} / Peru?,Quito,Lima,Sucre,B,0 / Ecuador?,Quito,Lima,Sucre,A,3`,
      {},
    ],
  ),
  [
    'another word of true and false below Corrected answer',
    'Statement,Answer,Corrected answer / Fish fly.,False,True / Dogs bark.,True,True',
    {},
  ],
  ...['Section,B', 'Student answer,Quito', 'Hint,Not Quito', 'Points,1', 'Corrected,yes'].map(
    (text): Case => {
      const [name, cell] = text.split(',')
      return [
        `${cell} below ${name}`,
        `Question,A,B,Answer,${name} / Peru?,Quito,Lima,B,${cell} / Ecuador?,Quito,Lima,A,${cell}`,
        { 'Peru?': 'Lima', 'Ecuador?': 'Quito' },
      ]
    },
  ),
]

const verdicts: readonly Case[] = [
  ...[
    'Wrong?,yes',
    'Incorrect,TRUE',
    'Falsch?,ja',
    'Is wrong,1',
    'OK?,no',
    'Accepted,FALSE',
    'Valid,no',
    'Points earned,0',
  ].map((text): Case => {
    const [name, cell] = text.split(',')
    return [`${cell} below ${name}`, `Question,Answer,${name} / Peru?,Quito,${cell} / Largest?,Jupiter,`, {}]
  }),
  ...['Is wrong,0', 'OK?,yes', 'Points earned,1', 'Wrong,Lyon'].map((text): Case => {
    const [name, cell] = text.split(',')
    return [
      `${cell} below ${name}`,
      `Question,Answer,${name} / France?,Paris,${cell}`,
      { 'France?': 'Paris' },
    ]
  }),
  [
    'wrong answers that are words',
    'Question,Correct,Wrong / Is ice cold?,yes,no / Is ice hot?,no,yes',
    { 'Is ice cold?': 'yes', 'Is ice hot?': 'no' },
  ],
  [
    'one answer of a student to all statements',
    'Statement,Student answer,Correct? / Fish fly,False,Yes / Dogs fly,False,Yes',
    {},
  ],
  ...['Answered', 'Total', 'Attempts', 'Versuche'].map(
    (name): Case => [
      `how many were correct beside ${name}`,
      `Question,${name},Correct / Peru?,30,12 / Largest?,30,25`,
      {},
    ],
  ),
  ['the share that was correct', 'Question,Correct % / Peru?,12 / Largest?,25', {}],
  [
    'numbers beside how many answered',
    'Question,Answer,Total / Legs of a dog?,4,30 / Legs of a bee?,6,30',
    { 'Legs of a dog?': '4', 'Legs of a bee?': '6' },
  ],
]

const MARKED = [
  ...'*Quito,Quito*,**Quito**,✓ Quito,☑ Quito,Quito (correct),Quito (richtig),[x] Quito,(x) Quito'
    .split(',')
    .map((right) => `${right},Lima`),
  ...'Lima (wrong),Lima - wrong,Lima – falsch,✗ Lima,Lima ❌,~~Lima~~,Lima (falsch),( ) Lima,[ ] Lima,☐ Lima'
    .split(',')
    .map((wrong) => `Quito,${wrong}`),
  '=Quito,~Lima',
]

const marks: readonly Case[] = [
  ...MARKED.flatMap((options) =>
    ['A', 'B', 'Lima'].map(
      (answer): Case => [
        `the marks of ${options} beside ${answer}`,
        `Question,A,B,Answer / Which?,${options},${answer}`,
        answer === 'A' ? { 'Which?': 'Quito' } : {},
      ],
    ),
  ),
  [
    'signs that are texts',
    'Question,A,B,Answer / Star?,*p,&p,A / Tick?,✓,✗,B / Arrow?,() => 1,=> 1,A',
    { 'Star?': '*p', 'Tick?': '✗', 'Arrow?': '() => 1' },
  ],
  [
    'empty boxes before all options',
    'Question,A,B,Answer / Peru?,( ) Quito,( ) Lima,B',
    { 'Peru?': '( ) Lima' },
  ],
]

const CITIES = 'Рим;Париж;Осло'
const LABELLED = 'А) Рим; Б) Париж; В) Осло'
const letters: readonly Case[] = [
  ...(
    [
      [CITIES, 'B', ''],
      [CITIES, 'A', 'Рим'],
      [CITIES, 'C', 'Осло'],
      [CITIES, 'В', ''],
      ['а;б;в;г;д;е', 'E', ''],
      [LABELLED, 'B', ''],
      [LABELLED, 'C', ''],
      [LABELLED, 'A', 'Рим'],
      [LABELLED, 'В', 'Осло'],
      ['A) Рим; B) Париж; C) Осло', 'B', 'Париж'],
      ['α;β;γ;δ;ε;ζ;η;θ', 'H', ''],
      ['α) Ρώμη; β) Όσλο', 'β', 'Όσλο'],
      ['Quito<br>Lima<br/>Sucre', 'Lima', 'Lima'],
      ['Quito<br>Lima<br/>Sucre', 'B', 'Lima'],
      ['<br>|<hr>|<p>', '<br>', '<br>'],
    ] as const
  ).map(
    ([options, answer, right]): Case => [
      `${answer} beside ${options}`,
      `Question,Options,Answer / Which?,${options},${answer}`,
      right === '' ? {} : { 'Which?': right },
    ],
  ),
  [
    'the Latin B beside columns of Latin letters',
    'Question,A,B,C,Answer / Which?,Рим,Париж,Осло,B',
    { 'Which?': 'Париж' },
  ],
  ['the Cyrillic В beside columns of Latin letters', 'Question,A,B,C,Answer / Which?,Рим,Париж,Осло,В', {}],
  ['the Latin B beside columns of Cyrillic letters', 'Question,А,Б,В,Answer / Which?,Рим,Париж,Осло,B', {}],
  [
    'a letter and a text beside wrong answers',
    'Question,Answer,Wrong 1,Wrong 2,Wrong 3 / Peru?,B,Bogota,Lima,Quito / Gas?,Neon,Iron,Gold,Zinc',
    { 'Gas?': 'Neon' },
  ],
]

describe('readSheet serves no answer that can be wrong', () => {
  it.each([...cases, ...contradictions, ...verdicts, ...marks, ...letters])(
    '%s',
    async (_about, sheet, served) => {
      const { questions, isReadable } = await read(`${sheet.replaceAll(' / ', '\n')}\n`)
      const entries = questions.map(({ question }) => [question.question, question.correct_answer])
      expect(isReadable ? Object.fromEntries(entries) : {}).toEqual(served)
    },
  )
})
