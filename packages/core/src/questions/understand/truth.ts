// The words and signs that say whether an answer is right, in the languages whose spreadsheets and teachers write them.
// The words are in words.json.
import { quote } from '../../quote.ts'
import { foldNames, isNameOf } from '../read/index.ts'
import { leftOut } from './errors.ts'
import words from './words.json' with { type: 'json' }

const split = (lists: readonly string[]) => lists.flatMap((list) => list.split(/,\s+/))

/** The items of lists of words, as a pattern. */
export const patternOf = (kind: keyof typeof words) => split(words[kind]).join('|')

/** Words of a note that say nothing but that it is an opinion. */
export const REMARKS = new Set(split(words.remarks))

/** Words that say of an answer whether it is right, for a pattern. */
export const [RIGHT_WORD, WRONG_WORD] = [split(words.right).join('|'), split(words.wrong).join('|')]

/** Such words, without the signs. */
export const VERDICT_WORDS = [split(words.right), split(words.wrong)]

/** Signs and words that say of an answer, or of that of a player, whether it is right. */
const RIGHT = split([...words.right, ...words.rightResult])
const WRONG = split([...words.wrong, ...words.wrongResult])

/** The two answers to a statement, as a player sees them. */
export const PAIRS = split(words.pairs).map((pair) => pair.split('/'))

/** Other forms of the words of a pair, such as `Cierta` and `Falsa`. */
const FORMS = new Map(
  words.forms.map((row) => {
    const [pair = '', forms = ''] = row.split(': ')
    return [pair, forms.split('/').map((list) => split([list]))] as const
  }),
)

/** The words of a pair, each with its other forms. */
export const formsOf = (pair: readonly string[]) =>
  pair.map((word, index) => [word, ...(FORMS.get(pair.join('/'))?.[index] ?? [])])

/** The words in names of columns that show the language of a pair. */
export const HEADINGS = words.headings.map((row) => {
  const [, locale = '', pairs = '', names = ''] = /^(\w+) (.*): (.*)$/.exec(row) ?? []
  return { locale, pairs: split([pairs]).map((pair) => pair.split('/')), names: foldNames([names]) }
})

const isTrueFalse = (pair: readonly string[]) => isNameOf(pair.join(''), 'trueFalse')

/** The pairs whose words say that a statement is true. */
export const TRUE_FALSE_PAIRS = PAIRS.filter(isTrueFalse)

/** The words of the others, which say of `False?` that it is so. `True` can be the answer itself. */
export const YES_NO_WORDS = new Set(
  PAIRS.filter((pair) => !isTrueFalse(pair))
    .flat()
    .map(fold),
)
const TRUE_FALSE_WORDS = new Set(TRUE_FALSE_PAIRS.flat().map(fold))

const TRUTHS = new Map<string, boolean>([
  ...[...split(words.yes), ...RIGHT].map((word) => [word, true] as const),
  ...['', ...split(words.no), ...WRONG].map((word) => [word, false] as const),
])
const VERDICTS = new Set([...RIGHT, ...WRONG])

/** Reads a mark such as `true`, `"1"`, `yes` or `richtig`. Undefined for other values. */
export function isTruth(value: unknown): boolean | undefined {
  return TRUTHS.get(fold(value))
}

/** Points of an option, such as `100` and `-0.5`. */
const POINTS = /^[+-]?(\d+(?:[.,]\d+)?)\s?%?$/

/** Reads the mark of an option, or its points. @throws LeftOutError when it is neither true nor false */
export function readTruthMark(value: unknown): boolean {
  const points = POINTS.exec(String(value))
  const isMarked = isTruth(value) ?? (points ? /^[^-]*[1-9]/.test(points[0]) : undefined)
  if (isMarked !== undefined) return isMarked
  throw leftOut('marks that are true or false', quote(String(value)))
}

/** Whether two words are true or false, of the same kind: `No` is not the opposite of `True`. */
export const isTruthWord = (word: string, other: string) =>
  [YES_NO_WORDS, TRUE_FALSE_WORDS].some((words) => words.has(fold(word)) && words.has(fold(other)))

/** Words beside right, when an answer is right in part or wrong. */
const [PARTLY, NOT] = [split(words.partly), split(words.not)]

/** Reads what several words say of an answer, such as `Partially correct` and `Not correct`. Undefined for other values. */
export function readVerdict(value: unknown): boolean | undefined {
  const truth = isTruth(value)
  const words = fold(value).split(/[^\p{L}✓✔☑✅✗✘☒☐❌]+/u)
  const verdicts = words.filter(isVerdict).map(isTruth)
  if (truth !== undefined || words.length > 4) return truth
  if (verdicts.includes(false) || words.some((word) => PARTLY.includes(word))) return false
  if (verdicts.length > 0 && words.some((word) => NOT.includes(word))) return false
  return verdicts.length > 0 ? true : undefined
}

/** Whether a mark can only be about an answer, such as `wrong`. */
export function isVerdict(value: unknown): boolean {
  return VERDICTS.has(fold(value))
}

/** The name of a column without a question mark at its end. */
export function withoutQuestionMark(name = ''): string {
  return name.replace(/(?<!\s)\s*[?？]$/, '')
}

function fold(value: unknown): string {
  return String(value).trim().toLowerCase().replace('\ufe0f', '')
}
