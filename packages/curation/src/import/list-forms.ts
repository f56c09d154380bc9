// Writes the forms of other tools in the plain form of a list, line for line. One reader then understands all of them.
import { foldCase, patternOf, TRUE_FALSE_PAIRS } from '@qb/core/questions'
import { LETTER_NAME } from './list-answers.ts'
import { boxSigns, boxVerdicts } from './list-boxes.ts'
import { writeNumbers } from './list-groups.ts'
import { PART } from './list-lines.ts'
import { findPair, findStatements, STATEMENTS, TRUTH_PAIRS } from './list-truths.ts'

/** A sentence such as `La respuesta correcta es la b` and `Die richtige Antwort ist Buchstabe B`, up to the letter. */
const SENTENCE = new RegExp(
  [
    '^[ \\t]*(?:(?:la|le|die|das|a|il)[ \\t]+)?(?:(?:bonne|richtige|korrekte)[ \\t]+)?',
    `(?:${patternOf('answerNouns')})`,
    '(?:[ \\t]+(?:correct[ae]|exacte|juste|correta|certa|corretta|esatta|giusta))?[ \\t]+(?:es|est|ist|é|è)[ \u00a0\u202f]?:?[ \\t]+',
    `${LETTER_NAME}{0,2}(?=\\(?[A-J](?:[.)]|[ \\t]*$))`,
  ].join(''),
  'gim',
)

/** The name of an explanation. */
const EXPLANATION = `(?:${patternOf('explanations')})[ \\t]?[:：]`
/** What is before one behind the last option or an answer. */
const BEFORE = String.raw`^([ \t]*\W?(?:\(?[A-J][.)]|\d{1,3}[.)].{1,500}[ \t]\(?B[.)]|[^:\n]{0,20}(?:ans|resp|rép|risp|antw|ответ)[^:\n]{0,12}:)[ \t].*?)(?<![ \t])(?:(?<=[a-zà-ÿ]{2})[.])?`
/** The end of its line. Each option can have its own explanation, which is not read. */
const BEHIND = String.raw`[ \t]*$(?!\n[ \t]*\W?\(?[B-J][.)])(?<!${EXPLANATION}.{0,300}\n.{0,300})`

/** The words and letters behind statements. */
const TRUTH_WORDS = ['T', 'F', ...TRUE_FALSE_PAIRS.flat()].join('|')

/** A form, and what is written in its place. */
const FORMS: readonly (readonly [form: RegExp, instead: string])[] = [
  [/\r\n?/g, '\n'],
  // The notes of ExamView, in the line of the answer or below it.
  [/PTS:(?<=^[ \t]*(?:\d{1,3}\.[ \t]*)?ans:[^\n]{0,500}).*$/gim, ''],
  [/^([ \t]*\d{1,3}\.[ \t]*)ANS:[ \t]*(?=\S)/gm, '$1'],
  [/^[ \t]*answer section[ \t]*$/gim, 'Answer key'],
  [/^[ \t]*(?:PTS|DIF|REF|OBJ|NAT|STA|TOP|KEY|MSC|LOC|BLM):\t(?![A-J]\b).*$/gm, ''],
  // The titles and votes of ExamTopics.
  [/^(Question #\d+) ?Topic \d+[ \t]*$/gm, '$1'],
  [/\n[ \t]*Most Voted[ \t]*$(?=[\s\S]{0,1000}answer:)/gim, ' (correct)\n'],
  [/[([]?Most Voted[)\]]?[ \t]*$(?=[\s\S]{0,1000}answer:)/gim, '(correct)'],
  [/^[ \t]*Reveal Solution.*$|🗳\ufe0f?/gmu, ''],
  // Options that a player chose.
  [/[ \t]?(?:[([]|←[ \t]?)(?:your (?:answer|choice|selection)|chosen|selected)[)\]]?[ \t]*$/gim, ''],
  // Answers that a page of Markdown hides.
  [/<summary>[^<\n]*\b(?:answers|key|solutions)\b[^<\n]*<\/summary>[ \t]*$/gim, 'Answer key'],
  [/<summary>[^<\n]*\b(?:answer|solution)\b[^<\n]*<\/summary>(\s*)(?=\W{0,4}(?:correct )?answer\b)/gi, '$1'],
  [/<summary>[^<\n]*\b(?:answer|solution)\b[^<\n]*<\/summary>(\s*)/gi, '$1Answer: '],
  [/<\/?details(?:\s[^>\n]*)?>/gi, ''],
  // Statements without numbers, and an answer with the number of its question.
  [/^[ \t]*(?:T\/F|True or False)[:.)][ \t]*(?=\S)(?!(?:t|f|true|false)\W*$)/gim, 'Question: (T/F) '],
  [/^\**A\d{1,3}[.):]\**[ \t]+(?=\(?[A-J][.)]?\**[ \t]*$)/gm, 'Answer: '],
  // Names without a colon.
  [/^Question[ \t]+(?=[^:\n]{1,500}\?[ \t]*\n{1,2}Answer[ \t]+[^:\n]+$)/gm, 'Question: '],
  [/(?<=^Question: [^\n]{1,500}\?[ \t]*\n{1,2})Answer[ \t]+(?=[^:\n]+$)/gm, 'Answer: '],
  // A sentence behind an answer in bold.
  [
    /^([ \t]*\*\*(?:correct )?answer[ \t]*:[^*\n]+?)\.?\*\*[ \t]+(?=[^\n]{10})/gim,
    `$1**${PART}Explanation: `,
  ],
  [new RegExp(`${BEFORE}[ \\t]*[([](${EXPLANATION}[^()[\\]\\n]+)[)\\]]${BEHIND}`, 'gim'), `$1${PART}$2`],
  [new RegExp(`${BEFORE}[ \\t]+(?:[–—-][ \\t]{1,3})?(${EXPLANATION}.+)${BEHIND}`, 'gim'), `$1${PART}$2`],
  // The answer of a player before the right one, and a name that is longer than that of the answer.
  [/^[ \t]*我的答案[:：].*?(?=正确答案[:：])/gm, ''],
  [/^([ \t]*)(?:参考|標準|标准)答案(?=[:：])/gm, '$1答案'],
  [/^[ \t]*(?:参考|標準|标准|正确|正確)?答案[ \t]*(?=[A-J]\W*$)/gm, '答案：'],
  [/^[ \t]*(?:参考|標準|标准)答案[ \t]*$/gm, 'Answer key'],
  // A letter behind an arrow, and letters before dashes or French colons.
  [/^[ \t]*(?:[-=]+>|→|⇒)[ \t]*\(?([A-J])\)?[ \t]*$/gim, 'Answer: $1'],
  [
    /^([ \t]*[A-H])(?:[ \t]?[-–]|[ \u00a0\u202f]:)[ \t]+(?=\S)(?:(?=.*\n[ \t]*[B-H](?:[ \t]?[-–]|[ \u00a0\u202f]:)[ \t])|(?<=^[ \t]*[A-G](?:[ \t]?[-–]|[ \u00a0\u202f]:|[.])[ \t].*\n.{1,9}))/gim,
    '$1. ',
  ],
  // Options without stops that tabs separate: `A Graz⇥B Wien`.
  [/^[ \t]*A[ \t]+(?=\S[^\t\n]*\t+[ ]*B[ ]+\S)/gim, 'A. '],
  [/(?<=^A\. [^\n]{1,500})\t+[ ]*([B-H])[ ]+(?=\S)/gim, '\t$1. '],
  // The colon of a French text, a statement with its answer, and the letter of an answer behind options in its line.
  [/^([ \t]*question[ \t]\d{1,3})[ \u00a0\u202f]:(?=[ \t])/gim, '$1:'],
  [
    new RegExp(`^([ \\t]*\\d{1,3}[.)][ \\t].*[.!])[ \\t]+\\(?(${TRUTH_WORDS})\\)?[ \\t]*$`, 'gim'),
    `$1${PART}Answer: $2`,
  ],
  [/^([ \t]*\d{1,3}[.)][ \t].*[ \t]\(?b[).].*)[ \t]+[([]([a-j])[)\]][ \t]*$/gim, `$1${PART}Answer: $2`],
  // The sentence that names a letter. In Portuguese, `a` is the article before it.
  [/(resposta|alternativa|opção)( correta| certa)? é a (?=\(?[A-Ja-j](?:[.)]|[ \t]*$))/gm, '$1$2 é '],
  [SENTENCE, 'Answer: '],
  [
    /^[ \t]*(?:corrections?|corrección|correção|correzione|korrektur)[ \u00a0\u202f]?:?[ \t]*$(?=\n{1,2}[ \t]*1[ \t]?[.):-][ \t]?\(?[A-J]\b)/gim,
    'Answer key',
  ],
  // A short name below the last option, and a name without a colon in brackets.
  [
    /(?<=^[ \t]*\W?\(?[B-J][.)][^\n]*\n{1,2})[ \t]*[([]?(?:r|corrigé)\.?[ \u00a0\u202f]?:[ \t]*(?=\(?[A-J][.)\]]*[ \t]*$)/gim,
    'Answer: ',
  ],
  [
    /^[ \t]*[([](?:réponse|réponse correcte|bonne réponse|respuesta|antwort|lösung|resposta|risposta|antwoord|answer)[ \t]+([A-J])[)\]][ \t]*$/gim,
    'Answer: $1',
  ],
  // A dash behind the sign of a number or a letter, as in Spanish.
  [/^((?:[ \t]*[*✓✔])?[ \t]*\(?(?:\d{1,3}|[A-J])[.)])[-–](?:[ \t]+|(?=[¿¡"“«']?\p{L}{2}))/gimu, '$1 '],
  // Numbers and letters without a space behind them, and boxes before letters.
  [/^([ \t]*\d{1,3}[.)])(?=[¿¡"“«']?\p{L}{2}|\p{Lu}\s\p{L})/gmu, '$1 '],
  [/^([ \t]*[A-J][.)])(?=\p{Lu}\p{Ll})/gmu, '$1 '],
  [/^[ \t]*(?:[-*+•][ \t]+)?(?:[[(][xX✓✔*+][)\]]|☑)[ \t]*(?=\(?[A-Ja-j][.)][ \t])/gm, '*'],
  [/^[ \t]*(?:[-*+•][ \t]+)?(?:\[[ -]?\]|\( ?\)|☐)[ \t]*(?=\(?[A-Ja-j][.)][ \t])/gm, ''],
]

/** An option with a share of the points, all of them or none; and one with another share, which is a part of its text. */
const SHARE = /^([ \t]*\(?[A-J][.)].*?)(?<!\s)[ \t]*[([](100|0) ?%[)\]][ \t]*$/gim
const OTHER_SHARE = /^[ \t]*\(?[A-J][.)].*[([](?!(?:100|0) ?%)\d+(?:[.,]\d+)? ?%[)\]][ \t]*$/im

const readShares = (text: string) =>
  OTHER_SHARE.test(text)
    ? text
    : text.replace(SHARE, (_, option: string, share: string) => option + (share === '0' ? '' : ' (correct)'))

/** Writes the forms of other tools in the plain form. No line becomes another one. */
export function writePlainly(text: string): string {
  const plainly = FORMS.reduce(
    (written, [form, instead]) => written.replace(form, instead),
    writeTruths(writeAnswered(writeStops(readShares(writeNumbers(text))))),
  )
  return boxVerdicts(boxSigns(readCrosses(readCorrections(plainly))))
}

/** A statement with its number, and one of two words or letters behind it, such as `(V)`. Below a title, it needs no brackets. */
const [TRUTH, TITLED] = ['[([]', String.raw`(?:[([]|[ \t]|(?:[._]{2,90}|[…–—:-])[ \t]*)`].map(
  (open) =>
    new RegExp(
      String.raw`^([ \t]*\d{1,3}[.)][ \t]+\S.*?)(?<![ \t])[ \t]*${open}(${TRUTH_PAIRS.flat().join('|')})[)\].]*\s*$`,
      'iu',
    ),
) as [RegExp, RegExp]

/**
 * Writes the words behind statements as answers, when all lines with a number have one of two. Below a question, such lines are its
 * options.
 */
function writeTruths(text: string): string {
  const lines = text.split('\n')
  const title = STATEMENTS.test(text) ? findStatements(text)?.pair : undefined
  const form = title ? TITLED : TRUTH
  const found = lines
    .filter((line) => /^[ \t]*\d{1,3}[.)][ \t]/.test(line))
    .map((line) => form.exec(line) ?? [])
  const [asked, words] = [1, 2].map((at) => found.map((parts) => parts[at] ?? '')) as [string[], string[]]
  const pair = findPair(asked, words, title !== undefined)
  const isOther = title && pair?.some((word, at) => !foldCase(title[at] ?? '').startsWith(foldCase(word)))
  if (!pair || isOther || lines.some((line) => !STATEMENTS.test(line) && /[?？:：…_]\W*$/.test(line)))
    return text
  return lines.map((line) => line.replace(form, `$1${PART}Answer: $2`)).join('\n')
}

/** Options without stops, below each other: `A Graz` above `B Wien`. */
const STOPLESS =
  /^([ \t]*)A[ \t]+[\p{L}\p{N}"“«$€£].*\n(?:\1[B-H][ \t]+[\p{L}\p{N}"“«$€£].*(?:\n|$(?!\n)))+/gmu

/** Writes a stop behind the letters of such options, when these follow each other. */
const writeStops = (text: string) =>
  text.replace(STOPLESS, (rows) => {
    const letters = rows.match(/^[ \t]*[A-H](?=[ \t])/gm)?.map((letter) => letter.trim()) ?? []
    const areNext = letters.every((letter, index) => letter.charCodeAt(0) === 65 + index)
    return areNext ? rows.replace(/^([ \t]*[A-H])(?=[ \t])/gm, '$1.') : rows
  })

/** A question, perhaps with a number, and its answer behind a dash or an arrow. */
const ANSWERED = /^[ \t]*(?:\d{1,3}[.)][ \t]+)?(\S.{0,500}[?？])[ \t]*(?:[-–—=]+>?|→|⇒)[ \t]+(\S.*)$/

/** What can be behind all questions, and is no answer. */
const ABOUT = /\b(?:points?|pts|marks?|letters|words|easy|medium|hard|true|false)\b/i

/** Writes such answers in lines of their own, when all lines below the first one have another one. The first one can be a title. */
function writeAnswered(text: string): string {
  const lines = text.split('\n')
  const filled = lines.filter((line) => line.trim() !== '')
  const [first = '', ...others] = filled.map((line) => ANSWERED.exec(line)?.[2] ?? '')
  const answers = first === '' ? others : [first, ...others]
  const areOther = new Set(answers.map(foldCase)).size > answers.length * 0.8
  if (answers.length < 2 || !areOther || answers.some((answer) => answer === '' || ABOUT.test(answer)))
    return text
  return lines.map((line) => line.replace(ANSWERED, `Question: $1${PART}Answer: $2`)).join('\n')
}

/** The letter that a correction or a teacher names below the last option. */
const CORRECTION =
  /(?<=^[ \t]*\W?\(?[B-J][.)][^\n]*\n{1,2})[ \t]*(?:corrections?|corre(?:cción|ção|zione|ctie)|korrektur|teacher|lehrer(?:in)?|enseignante?|prof(?:essora?|esora?)?|docente?|insegnante|leraar)[ \u00a0\u202f]?:[ \t]*(?=\(?[A-J][.)]*[ \t]*$)/gim

/** Writes such lines as answers when each question has one. Beside marks and answers, it can say that these are wrong. */
const readCorrections = (text: string) =>
  text.match(CORRECTION)?.length === text.match(OPTIONS)?.length ? text.replace(CORRECTION, 'Answer: ') : text

/** The options of a question, below each other, and one with a cross behind it. */
const OPTIONS = /(?:^[ \t]*\(?[A-J][.)][ \t]+\S.*(?:\n|$(?!\n))){2,10}/gim
const CROSS = /^([ \t]*\(?[A-J][.)][ \t]+)(?=\S)(.*\S)[ \t]+x[ \t]*$/i

/** So many questions have an option with a cross. `Malcolm X` and `iPhone X` can be options of one or two. */
const MIN_CROSSED = 3

/** Writes the crosses behind options as marks, when each question has one, and no option beside it is another one of its name, such as `iPhone 8`. */
function readCrosses(text: string): string {
  const questions = (text.match(OPTIONS) ?? []).map((rows) => rows.trimEnd().split('\n'))
  const areMarks = questions.every((rows) => {
    const names = rows.flatMap((row) => CROSS.exec(row)?.[2] ?? [])
    const others = rows.filter((row) => !CROSS.test(row))
    const isName = (row: string) =>
      names.some((name) => row.includes(name)) || /\s(?:[IVXL]+|\d{1,2}|\p{Lu})$/u.test(row.trim())
    return names.length > 0 && !others.some(isName)
  })
  if (!areMarks || questions.length < MIN_CROSSED) return text
  return text.replace(new RegExp(CROSS, 'gim'), '$1$2 (correct)')
}
