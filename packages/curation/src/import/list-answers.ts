// Reads which option an answer of a list means, and which answers the lines below it say are right.
import {
  findTarget,
  foldCase,
  isNameOf,
  isVerdict,
  MAX_LINE_LENGTH,
  namesAnswer,
  patternOf,
  readMark,
  readVerdict,
  saysWithdrawn,
} from '@qb/core/questions'
import { NAMED, type Option, readOption } from './list-lines.ts'

/** Letters of several alphabets that look alike, at least as capitals. */
const LOOK_ALIKES = ['aаα', 'bвβ', 'eеε', 'hη']

/** What is about a question and no part of it, as in the lists of Respondus and in documents. */
export const NOTE =
  /^(?:(?:(?:your|my|given) answer|type|title|points?|hint|tags?|time|level|difficulty|topic|chapter)\s*:(?!.*[?？]$)|[~@]\s|-{3,}$|_{3,}$|(?:page|seite|página|pagina)\s\d{1,4}(?:\s?(?:\/|of|von|sur|de|di)\s?\d{1,4})?$)/i

/** A wish to read a text, above it. */
const PASSAGE =
  /\b(?:read|lies|lest|lesen|lis|lisez|lee|lea|leia|leggi|leggete)\b.{0,40}\b(?:text|passage|paragraph|article|story|extract|texte|texto|testo)\b/i

/** Why a question about a passage is left out. */
export const EXPECTED_NO_PASSAGE =
  'expected a question that can be asked alone, got one about the passage above'

/** The number of the last question about the passage that a text is. Without numbers, these are all below it. -1 for other texts. */
export function findPassageEnd(text: string): number {
  const [asked] = PASSAGE.exec(text.slice(0, MAX_LINE_LENGTH)) ?? []
  if (asked === undefined) return -1
  const [, last = ''] = /\d{1,3}\s?(?:[-–]|to|bis|à|a|al?)\s?(\d{1,3})/.exec(text.split('\n')[0] ?? '') ?? []
  return last === '' ? Number.POSITIVE_INFINITY : Number(last)
}

/** A letter at the end of a line, which is no explanation then. */
const ENDS_WITH_LETTER =
  /^(?!.*\b(?:not|nicht|pas|no) \(?[A-Ja-j]\W*$).*?(?<![^\s:(~>\p{Script=Han}])\(?([A-Ja-j])[.!)*]*$/u

/**
 * What a line below an answer says of it, as a note. Undefined for another text, such as the next question.
 * @param isBelow whether it is directly below the answer
 */
export function readNote(line: string, options: readonly Option[], isBelow: boolean): string | undefined {
  if (line.length > MAX_LINE_LENGTH || NOTE.test(line)) return undefined
  const said = line.replace(/[*_`]{1,3}/g, '')
  const name = NAMED.exec(said)?.[1] ?? ''
  const target = findTarget(name)
  if ((target && target !== 'correct_answer') || isNameOf(name, 'otherAnswer', 'playerAnswer'))
    return undefined
  if (saysWithdrawn(said) || namesAnswer({ kind: options.length > 0 ? 'all' : 'none', options }, said))
    return said
  const letter = isBelow ? ENDS_WITH_LETTER.exec(said)?.[1] : undefined
  return options.some((one) => letter && [one.letter, one.label].includes(letter))
    ? `${said}\n-> ${letter?.toUpperCase()}`
    : undefined
}

/** How many points of how many a player got. */
const POINTS = /^(\d+(?:[.,]\d+)?)\s*(?:\/|of|out of|von|sur|de)\s*(\d+)(?:\s*\p{L}+\.?)?$/u

/**
 * Whether a line below an answer says that it is right, such as `Incorrect`, `Result: wrong`, `Score: 0/1`, `Correct? No` and
 * `Feedback: Wrong. It is Paris.` Undefined for others.
 */
export function readResult(line: string): boolean | undefined {
  const own = line.replace(/^(?:my|your)\s+/i, '').replace(/^(correct|right)\s?\?\s*/i, 'Result: ')
  const [, name = '', , named = ''] = NAMED.exec(own) ?? []
  const isNamed = name !== '' && isNameOf(name, 'result', 'wrongResult')
  if (name !== '' && !isNamed && findTarget(name) !== 'explanation') return undefined
  const [clause = ''] = (name === '' ? line : named)
    .slice(0, 100)
    .replace(/^(?:your|this|the) answer (?:is|was)\s/i, '')
    .replace(/^[*_([]+/, '')
    .split(/[*_.!,;)\]]+(?!\d)|\s[-–—]\s/)
  const [, got, all] = POINTS.exec(clause) ?? []
  if (got !== undefined) return Number(got.replace(',', '.')) >= Number(all)
  const words = clause.split(/\s+/)
  const isAbout = isNamed || (words.length < 3 && words.some(isVerdict) && !/\b[A-J]\b/.test(clause))
  return isAbout ? readVerdict(clause) : undefined
}

/** A word that is before the letter of an answer, for a pattern. */
export const LETTER_NAME =
  '(?:(?:la|le|die|der|a(?=[ \\t]+(?:letra|alternativa|opção))|letra|lettre|lettera|buchstabe|option|opción|opção|opzione|alternativa)[ \\t]+)'

/** What can be around the letter of an answer, and what is written in its place. */
const ANSWER_FORMS: readonly (readonly [form: RegExp, instead: string])[] = [
  [
    new RegExp(
      String.raw`(?<!\s)\s*(?:[([]\s*\d+(?:[.,]\d+)?\s*(?:${patternOf('points')}|p)\.?\s*[)\]]|[([](?:correct|right)[)\]]|[✓✔✅☑]\ufe0f?)$`,
      'iu',
    ),
    '',
  ],
  [/^(["'`“‘*_]{1,2})(.+?)["'`”’*_]{1,2}$/u, '$2'],
  [/^(?:(?:the )?(?:correct |right )?(?:answer|choice) is\s+)?(?:(?:option|letter)\s+)?/i, ''],
  [new RegExp(`^${LETTER_NAME}{1,2}(?=\\(?[A-J](?:[.)]|$))`, 'i'), ''],
  [/^([A-J])\.[-–](?:\s+|$)/i, '$1)'],
  [/^[[(【（]([^\s])[\])】）]$/u, '$1'],
  [/^(?!\(?[A-Ja-j][).]\s)(.{2,}?)(?<!\s)\s*[([]([A-J])[)\]]$/, '$2) $1'],
  [/^(\S)\s*[-–:=]\s+/, '$1) '],
  [/^(\S),\s+(?=\S{2})/, '$1) '],
  [/^(\S)\s+\((.*)\)$/, '$1) $2'],
  [/^([A-J])\s+(?=\S)/, '$1) '],
]

/** Reads an answer as an option. `B - Paris`, `B Paris` and `Paris (B)` are written as options, too. A letter alone has no text. */
function readAnswer(answer: string): Option | undefined {
  const said = ANSWER_FORMS.reduce((text, [form, instead]) => text.replace(form, instead), answer.trim())
  const named = readOption(said)
  const letter = named ?? readOption(`${said.replace(/^\(?|[).]+$/g, '')}) x`)
  return letter && { ...letter, text: named?.text ?? '' }
}

/** The options that an answer can mean. A letter of another script means its place and the letter that looks alike. */
export function selectOptions(answer: string, options: readonly Option[]): Option[] {
  const said = readAnswer(answer)
  const isPlace = ({ letter }: Option) => letter === said?.letter
  const isAlike = ({ label }: Option) =>
    label === said?.label ||
    (said && label && LOOK_ALIKES.some((row) => row.includes(label) && row.includes(said.label)))
  const places = options.filter((option) => isPlace(option) || isAlike(option))
  if (!said?.text && !places.every((option) => isPlace(option) && isAlike(option))) return []
  return options.filter((option) => {
    const texts = [option.text, readMark(option.text).text]
    const others = options.filter((other) => other !== option)
    const isNamed = !said?.text || texts.some((text) => isTextOf(said.text, text, others))
    const isText = texts.some((own) => own === answer || (bare(own) !== own && bare(own) === bare(answer)))
    return isText || (isNamed && places.includes(option))
  })
}

/** A letter without signs around it: `(b)` is the text of an option, and the letter of another one. */
const bare = (text: string) => text.replace(/^\(?(\w)[).]{1,2}$/, '$1')

/** A letter that a reason names, and what takes back an answer. */
const DOUBT =
  /(?<![\p{L}'’])[B-J](?![\p{L}'’])|(?<!\p{L})A (?:and|is|or)\b|^(?:[Nn]ot|[Oo]r)\b|[?？]|\b(?:but|false|incorrect|unless|wrong|unsure|not sure|tb[cd]|to be (?:checked|confirmed|verified))\b|(?:à (?:vérifier|confirmer)|zu (?:prüfen|klären)|por confirmar|da verificare)/u

/** Whether the text behind a letter is a reason of three words or more, which has not even half of the words of another option. */
function isReason(said: string, others: readonly Option[]): boolean {
  const wordsOf = (text: string) => foldCase(text).match(/[\p{L}\p{N}]+/gu) ?? []
  const words = new Set(wordsOf(said))
  if (words.size < 3 || DOUBT.test(said) || namesAnswer({ kind: 'all', options: others }, said)) return false
  return others.every(({ text }) => {
    const own = wordsOf(text)
    return own.length > 0 && own.filter((word) => words.has(word)).length * 2 < own.length
  })
}

/** Whether the text behind a letter is that of its option, perhaps with an explanation that names no other one. */
function isTextOf(said: string, text: string, others: readonly Option[]): boolean {
  const [folded, start] = [foldCase(said), foldCase(text)]
  const isExplained =
    /^(?:because|since)\s/.test(folded) ||
    (folded.startsWith(start) && /^[,.;:]?\s/.test(folded.slice(start.length)))
  const namesOther = others.some((other) => folded.includes(foldCase(other.text)))
  return folded === start || (!namesOther && (isExplained || isReason(said, others)))
}
