// The words and signs that say whether an answer is right, in the languages whose spreadsheets and teachers write them.
// The words are in words.json.
import { quote } from '../../quote.ts'
import { leftOut } from './errors.ts'
import words from './words.json' with { type: 'json' }

const split = (lists: readonly string[]) => lists.flatMap((list) => list.split(/,\s+/))

/** The items of lists of words, as a pattern. */
export const patternOf = (kind: 'shouldBe' | 'faults' | 'questions' | 'removed') =>
  split(words[kind]).join('|')

/** Words that say of an answer whether it is right, for a pattern. */
export const [RIGHT_WORD, WRONG_WORD] = [split(words.right).join('|'), split(words.wrong).join('|')]

/** Signs and words that say of an answer, or of that of a player, whether it is right. */
const RIGHT = split([...words.right, ...words.rightResult])
const WRONG = split([...words.wrong, ...words.wrongResult])

/** The two answers to a statement, as a player sees them. */
export const PAIRS = split(words.pairs).map((pair) => pair.split('/'))

const TRUTHS = new Map<string, boolean>([
  ...[...split(words.yes), ...RIGHT].map((word) => [word, true] as const),
  ...['', ...split(words.no), ...WRONG].map((word) => [word, false] as const),
])
const VERDICTS = new Set([...RIGHT, ...WRONG])

/** Reads a mark such as `true`, `"1"`, `yes` or `richtig`. Undefined for other values. */
export function isTruth(value: unknown): boolean | undefined {
  return TRUTHS.get(fold(value))
}

/** Reads the mark of an option. @throws LeftOutError when it is neither true nor false */
export function readTruthMark(value: unknown): boolean {
  const isMarked = isTruth(value)
  if (isMarked !== undefined) return isMarked
  throw leftOut('marks that are true or false', quote(String(value)))
}

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

function fold(value: unknown): string {
  return String(value).trim().toLowerCase().replace('\ufe0f', '')
}
