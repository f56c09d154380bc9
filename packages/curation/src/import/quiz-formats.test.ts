// The formats of quiz tools: how each one is told from others, and how its formatted texts are read.
import { describe, expect, it } from 'vitest'
import { show } from '../testing/show.ts'
import { makeWorkbook, struckCell } from '../testing/workbook.ts'
import type { ImportOptions } from './import-questions.ts'

const moodle = (question: string, right: string, wrong: string, more = '') =>
  `<?xml version="1.0"?>\n<quiz><question type="multichoice"><questiontext format="html"><text>${question}</text></questiontext>${more}<answer fraction="100" format="html"><text>${right}</text></answer><answer fraction="0" format="html"><text>${wrong}</text></answer></question></quiz>`
const html = (text: string) => `<![CDATA[${text}]]>`

const FORCE = 'Unit of $\\vec{F}$? → newton (newton, joule)'

describe('braces in other texts', () => {
  it.each<[string, string, string[], Partial<ImportOptions>?]>([
    ['a list', '1. Unit of $\\vec{F}$?\na) newton\nb) joule\nAnswer: a\n', [FORCE]],
    [
      'a list whose question ends with braces',
      '1. What does this mean: \\vec{F}\n\na) force\n\nb) field\n\nAnswer: a\n',
      ['What does this mean: \\vec{F} → force (force, field)'],
    ],
    ['Aiken', 'Unit of $\\vec{F}$?\nA) newton\nB) joule\nANSWER: A\n', [FORCE]],
    [
      'Aiken with empty braces',
      'An empty dict?\nA. {}\nB. []\nANSWER: A\n',
      ['An empty dict? → {} ({}, [])'],
    ],
    [
      'boxes',
      '## 1. What is $\\vec{F}$?\n- [ ] field\n- [x] force\n',
      ['What is $\\vec{F}$? → force (field, force)'],
    ],
    ['lines of Q and A', 'Q: Type of {T} in Java?\nA: a parameter\n', ['Type of {T} in Java? → a parameter']],
    [
      'Quizlet',
      'Unit of $\\vec{F}$?\tnewton\nUnit of $E$?\tjoule\n',
      ['Unit of $\\vec{F}$? → newton', 'Unit of $E$? → joule'],
    ],
    ['Moodle XML', moodle('Unit of $\\vec{F}$?', 'newton', 'joule'), [FORCE]],
    [
      'Brightspace',
      'NewQuestion,MC\nQuestionText,Unit of $\\vec{F}$?\nOption,100,newton\nOption,0,joule\n',
      [FORCE],
    ],
    ['Blackboard', 'MC\tUnit of $\\vec{F}$?\tnewton\tcorrect\tjoule\tincorrect\n', [FORCE]],
    [
      'an HTML table',
      '<html><style>p {}</style><table><tr><th>Question</th><th>Answer</th></tr><tr><td>Unit of $\\vec{F}$?</td><td>newton</td></tr></table></html>',
      ['Unit of $\\vec{F}$? → newton'],
    ],
    [
      'CSV with columns that a person names',
      'Aufgabe,Ergebnis\nWhat is {}?,dict\n',
      ['What is {}? → dict'],
      {
        mapping: new Map([
          ['Aufgabe', 'question'],
          ['Ergebnis', 'correct_answer'],
        ]),
      },
    ],
    [
      'a list with numbers in brackets',
      '[1] Unit of $E$?\na) newton\nb) joule\nAnswer: b\n',
      ['[1] Unit of $E$? → joule (newton, joule)'],
    ],
    [
      'a list with a title in brackets',
      '[Physics quiz]\n1. Unit of $E$?\na) newton\nb) joule\nAnswer: b\n',
      ['Unit of $E$? → joule (newton, joule)'],
    ],
    [
      'a list that starts with a brace',
      '{1} Unit of $E$?\na) newton\nb) joule\nAnswer: b\n',
      ['{1} Unit of $E$? → joule (newton, joule)'],
    ],
  ])('are not taken for answers of GIFT: %s', async (_about, text, expected, settings) => {
    expect(await show(text, settings)).toEqual(expected)
  })

  it.each<[string, string, string[]]>([
    ['escaped braces', 'What is $\\frac\\{F\\}\\{m\\}$?{=a ~b}\n', ['What is $\\frac{F}{m}$? → a (a, b)']],
    [
      'escaped code',
      'What does f() \\{\\} do?{=nothing ~all}\n\nWho?{=Ann ~Bob}\n',
      ['What does f() {} do? → nothing (nothing, all)', 'Who? → Ann (Ann, Bob)'],
    ],
    ['a format first', '[html]<p>Who?</p>{=Ann ~Bob}\n', ['Who? → Ann (Ann, Bob)']],
  ])('are answers of GIFT: %s', async (_about, text, expected) => {
    expect(await show(text)).toEqual(expected)
  })

  it('are answers of GIFT in a file that is named .gift', async () => {
    const text =
      'What is $\\vec{F}$?{=force ~field}\n\nWho?{=Ann ~Bob}\n\nThe set {T} is a description.\n\nUse \\vec{F}\n'
    expect(await show(text, { name: 'bank.gift' })).toEqual([
      'Who? → Ann (Ann, Bob)',
      '1: a text without one pair of braces',
      '5: a text behind its braces',
      '7: a text without one pair of braces',
    ])
  })
})

describe('GIFT', () => {
  it.each<[string, string, string[]]>([
    [
      'a sign <',
      '[plain]If a<b and b<c, what holds?{=a<c ~a>c}',
      ['If a<b and b<c, what holds? → a<c (a<c, a>c)'],
    ],
    [
      'a sign < without a format',
      'If a<b and b<c, what holds?{=a<c ~a>c}',
      ['If a<b and b<c, what holds? → a<c (a<c, a>c)'],
    ],
    [
      'tags of plain text',
      '[plain]What does <br> do?{=<p>a</p> ~b}',
      ['What does <br> do? → <p>a</p> (<p>a</p>, b)'],
    ],
    ['a sign < in HTML', '[html]If a<b and b<c, what?{=a ~c}', ['1: a < that can be a sign or start a tag']],
    [
      'entities and tags',
      '5 &lt; 6 &eacute;?\nSo<br>H<sub>2</sub>O?{=x &amp; y ~z}',
      ['5 < 6 é?\nSo\nH₂O? → x & y (x & y, z)'],
    ],
    ['Markdown', '[markdown]The *capital* `x`?{=*Paris* ~Rome}', ['1: one in Markdown']],
    ['a format of an answer', 'Which?{=[html]<p>a &amp; b</p> ~[plain]<p>}', ['Which? → a & b (a & b, <p>)']],
    [
      'what a right answer explains',
      'Capital?{=Paris#It is on the Seine. ~Rome#No}',
      ['Capital? → Paris (Paris, Rome); It is on the Seine.'],
    ],
    ['praise', 'Capital?{=Paris#Your answer is correct. ~Rome#No}', ['Capital? → Paris (Paris, Rome)']],
    [
      'what a right truth explains',
      'Fire is cold.{F#Touch it#It burns.}',
      ['Fire is cold. → False (True, False); It burns.'],
    ],
    ['a pointer', 'Which?{=p->x ~p.x}', ['Which? → p->x (p->x, p.x)']],
    ['an arrow in a wrong answer', 'Which?{=a ~a->b}', ['Which? → a (a, a->b)']],
    ['pairs', 'Which?{=a -> b =c -> d}', ['1: pairs to match']],
    ['a number without a 0', 'Half?{#.5}', ['Half? → 0.5']],
    ['a number with an exponent', 'Which?{#1e5}', ['Which? → 100000']],
    ['a range of one number', 'Which?{#3..3#Yes}', ['Which? → 3']],
    ['a range', 'Which?{#3..4}', ['1: a range of numbers']],
    ...['What does <br> do?', 'What does <p>x</p> do?', 'Is <hr /> a line?'].map(
      (question): [string, string, string[]] => [
        `a tag without a format: ${question}`,
        `${question}{=a ~b}`,
        ['1: a tag that can be a part of the text'],
      ],
    ),
    ['a pattern', 'Who?{=An*}', ['1: a pattern or a range of answers']],
    ...['{=C#~Java~Python}', '{=F#minor~D}', '{~Java =Visual C#}', '{=Fix #12 ~Bug}', '{~%50%a ~c#1}'].map(
      (answers): [string, string, string[]] => [
        `the sign # in ${answers}`,
        `Which?${answers}`,
        ['1: a # that can be a part of an answer, such as C#, or start a comment'],
      ],
    ),
  ])('reads or leaves out %s', async (_about, text, expected) => {
    const shown = await show(`Is it?{T}\n\n${text}`)
    expect(shown.slice(1).map((line) => line.replace(/^3:/, '1:'))).toEqual(expected)
  })
})

describe('Brightspace', () => {
  it.each<[string, string, string[]]>([
    [
      'a pattern',
      'NewQuestion,SA\nQuestionText,Colour?\nAnswer,100,colou?r,regexp\n',
      ['1: a pattern or a range of answers'],
    ],
    [
      'a pattern of several texts',
      'NewQuestion,SA\nQuestionText,Colour?\nAnswer,100,(red|blue),regexp\n',
      ['1: a pattern or a range of answers'],
    ],
    [
      'a pattern that is a text',
      'NewQuestion,SA\nQuestionText,Colour?\nAnswer,100,red,regexp\n',
      ['Colour? → red'],
    ],
    ['an empty picture', 'NewQuestion,SA\nImage,\nQuestionText,Colour?\nAnswer,100,red\n', ['Colour? → red']],
    ['a picture', 'NewQuestion,SA\nImage,a.png\nQuestionText,Colour?\nAnswer,100,red\n', ['1: a picture']],
    [
      'what an option explains',
      'NewQuestion,MC\nQuestionText,Colour?\nOption,100,red,,Like blood\nOption,0,blue,,No\n',
      ['Colour? → red (red, blue); Like blood'],
    ],
  ])('reads or leaves out %s', async (_about, text, expected) => {
    const other = 'NewQuestion,SA\nQuestionText,Who?\nAnswer,100,Ann\n'
    expect((await show(text + other)).filter((line) => line !== 'Who? → Ann')).toEqual(expected)
  })
})

it('reads the HTML of Blackboard', async () => {
  const text = 'TF\tH<sub>2</sub>O &amp; <b>ice</b> are wet.\ttrue\nTF\t<img src="a.png"> is wet.\tfalse\n'
  expect(await show(text)).toEqual(['H₂O & ice are wet. → True (True, False)', '2: one with <img>'])
})

describe('HTML', () => {
  it.each<[string, string, string]>([
    ['text behind a paragraph', '<p>Read this.</p>Who?', 'Read this.\nWho?'],
    ['text behind a list', '<ul><li>red</li></ul>Who?', 'red\nWho?'],
    [
      'headings and definitions',
      '<h5>Rivers</h5><dl><dt>Bed</dt><dd>Ground</dd></dl>Who?<hr>x',
      'Rivers\nBed\nGround\nWho?\nx',
    ],
    ['the numbers of a list', 'Which?<ol><li>Nile</li><li><p>Po</p></li></ol>', 'Which?\n1. Nile\n2. Po'],
    [
      'the letters of a list',
      'Which?<ol type="A"><li>Neon</li><li>Iron</li></ol>',
      'Which?\nA. Neon\nB. Iron',
    ],
    [
      'the style of a list',
      'Which?<ol start="2" style="list-style-type: lower-roman"><li>Neon</li><li>Iron</li></ol>',
      'Which?\nii. Neon\niii. Iron',
    ],
    ['line ends of its source', '<p>Capital of\n  France?</p>', 'Capital of France?'],
    ['ordinal numbers', 'The 19<sup>th</sup>, 1<sup>st</sup> or 2<sup>n</sup>?', 'The 19th, 1st or 2^n?'],
    ['emphasis', 'Who is <u>not</u> <b>here</b>?', 'Who is not here?'],
  ])('is read with %s', async (_about, question, expected) => {
    expect(await show(moodle(html(question), 'a', 'b'))).toEqual([`${expected} → a (a, b)`])
    expect(await show(moodle(question, 'a', 'b'))).toEqual([`${expected} → a (a, b)`])
  })

  it.each([
    ['an underlined word', 'What is the underlined word in the <u>dog</u> barks?', 'one that asks about <u>'],
    [
      'a word that is struck out',
      'Which word is struck out: he <del>goes</del> went?',
      'one that asks about <del>',
    ],
    ['a word in bold', 'What is the word in bold: the <b>dog</b> barks?', 'one that asks about <b>'],
    ['several languages', '{mlang en}Vienna{mlang}{mlang de}Wien{mlang}', 'one in several languages'],
    ['spans of languages', '<span lang="en" class="multilang">Vienna</span>', 'one in several languages'],
    ['a < that starts no tag', '<p>If a<b then</p>', 'a < that can be a sign or start a tag'],
  ])('is left out with %s', async (_about, question, got) => {
    expect(await show(moodle(html(question), 'a', 'b'))).toEqual([`refused: ${got}`])
  })
})

describe('Moodle XML', () => {
  it.each<[string, string, string[]]>([
    [
      'HTML that is not escaped',
      moodle('x<sup>2</sup> &lt; 9?', '3<sup>2</sup>', '6<br/>7'),
      ['x² < 9? → 3² (3², 6\n7)'],
    ],
    [
      'Markdown',
      moodle('Who?', 'a', 'b').replace(
        'format="html"><text>Who?',
        'format="markdown"><text>Who is 5 &lt; 6?',
      ),
      ['Who is 5 < 6? → a (a, b)'],
    ],
    [
      'the format of its editor',
      moodle('Who?', 'a', 'b').replace(
        'format="html"><text>Who?',
        'format="moodle_auto_format"><text>Who\nis &lt;b&gt;it&lt;/b&gt; &amp;amp; he?',
      ),
      ['Who\nis it & he? → a (a, b)'],
    ],
    [
      'a picture of old versions',
      moodle('Who?', 'a', 'b', '<image>flag.jpg</image>'),
      ['refused: a picture'],
    ],
    ['an empty picture', moodle('Who?', 'a', 'b', '<image></image>'), ['Who? → a (a, b)']],
    [
      'what the right answer explains',
      moodle('Who?', 'a', 'b').replace(
        '</text></answer>',
        '</text><feedback><text>He wrote it.</text></feedback></answer>',
      ),
      ['Who? → a (a, b); He wrote it.'],
    ],
    [
      'what all right answers explain',
      moodle('Who?', 'a', 'b', '<correctfeedback><text>He wrote it.</text></correctfeedback>'),
      ['Who? → a (a, b); He wrote it.'],
    ],
    [
      'praise',
      moodle('Who?', 'a', 'b', '<correctfeedback><text>Your answer is correct.</text></correctfeedback>'),
      ['Who? → a (a, b)'],
    ],
  ])('is read with %s', async (_about, text, expected) => {
    expect(await show(text)).toEqual(expected)
  })
})

describe('a workbook', () => {
  const HEADER = ['Question', 'A', 'B', 'Answer']
  const FRANCE = ['Capital of France?', 'Rome', 'Paris', 'B']
  const ITALY = ['Capital of Italy?', 'Rome', 'Paris', 'A']
  const READ = ['Capital of France? → Paris (Rome, Paris)', 'Capital of Italy? → Rome (Rome, Paris)']

  it.each([
    ['its answer', ['Capital of Spain?', 'Rome', 'Madrid', struckCell('B')]],
    ['an option', ['Capital of Spain?', struckCell('Rome'), 'Madrid', 'B']],
    ['all of its cells', ['Capital of Spain?', 'Rome', 'Madrid', 'B'].map(struckCell)],
  ])('leaves out a question when a line is through %s', async (_about, spain) => {
    expect(await show(makeWorkbook({ S: [HEADER, FRANCE, spain, ITALY] }))).toEqual([
      ...READ,
      '3: a text that is struck out',
    ])
  })

  it.each([
    'Errata: question 1 is A',
    'Correction: question 1 is A',
    'Note: answer of question 1 should be A',
  ])('is refused with a correction above or below its questions: %s', async (note) => {
    const got = [`refused: the correction "${note}"`]
    expect(await show(makeWorkbook({ S: [[note], HEADER, FRANCE, ITALY] }))).toEqual(got)
    expect(await show(makeWorkbook({ S: [HEADER, FRANCE, ITALY, [], [note]] }))).toEqual(got)
  })

  it('is read with other notes', async () => {
    const rows = [['Quiz 1: Capitals'], HEADER, FRANCE, ITALY, [], ['Note: each question is worth 1 point']]
    expect((await show(makeWorkbook({ S: rows }))).slice(0, 2)).toEqual(READ)
  })

  it.each(['Image Link', 'Picture', 'Bild'])(
    'leaves out a question with a picture below %s',
    async (name) => {
      const rows = [
        [...HEADER, name],
        [...FRANCE, 'a.png'],
        [...ITALY, 'no'],
        [...ITALY.with(0, 'Rome is in?'), ''],
      ]
      expect(await show(makeWorkbook({ S: rows }))).toEqual([
        'Capital of Italy? → Rome (Rome, Paris)',
        'Rome is in? → Rome (Rome, Paris)',
        `2: a picture, "a.png" below "${name}"; --map "${name}=ignore" says that it means nothing`,
      ])
      const mapping = new Map([[name, 'ignore']] as const)
      expect(await show(makeWorkbook({ S: rows }), { mapping })).toHaveLength(3)
    },
  )
})

it.each([
  ['**bold**', '_it_'],
  ['x ✓', 'y'],
  ['good (correct)', 'bad'],
])('keeps signs that can be marks in formats that have none: %s', async (right, wrong) => {
  const expected = [`Which? → ${right} (${right}, ${wrong})`]
  expect(await show(`Which?{=${right} ~${wrong}}`)).toEqual(expected)
  expect(await show(moodle('Which?', right, wrong))).toEqual(expected)
  expect(await show(`MC\tWhich?\t${right}\tcorrect\t${wrong}\tincorrect\n`)).toEqual(expected)
})
