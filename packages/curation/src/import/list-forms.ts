// Writes the forms of other tools in the plain form of a list, line for line. One reader then understands all of them.
import { PART } from './list-lines.ts'

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
  // The answer of a player before the right one, and a name that is longer than that of the answer.
  [/^[ \t]*我的答案[:：].*?(?=正确答案[:：])/gm, ''],
  [/^([ \t]*)(?:参考|標準|标准)答案(?=[:：])/gm, '$1答案'],
  // A letter behind an arrow, and letters before dashes.
  [/^[ \t]*(?:[-=]+>|→|⇒)[ \t]*\(?([A-J])\)?[ \t]*$/gim, 'Answer: $1'],
  [
    /^([ \t]*[A-H])[ \t]?[-–][ \t]+(?=\S)(?:(?=.*\n[ \t]*[B-H][ \t]?[-–][ \t])|(?<=^[ \t]*[A-G][ \t]?[-–][ \t].*\n.{1,9}))/gim,
    '$1. ',
  ],
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
export const writePlainly = (text: string) =>
  FORMS.reduce((written, [form, instead]) => written.replace(form, instead), readShares(text))
