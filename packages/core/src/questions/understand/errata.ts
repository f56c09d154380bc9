// Finds corrections beside the questions of a file, such as `Errata: question 1 is A`. A file with one is refused.
import { quote } from '../../quote.ts'
import { hasLetter, namesAnswer } from './corrections.ts'
import { refusal } from './errors.ts'
import { patternOf, RIGHT_WORD } from './truth.ts'

/** The length of a line that can have several options, or correct an answer. */
export const MAX_LINE_LENGTH = 2_000

/** A line of a key without a title, such as `1. B` and `1-B, 2-C`. */
export const KEY_TAIL =
  /^[\s(]*\d{1,3}[^\p{L}\p{N}]{0,4}[a-j](?:[^\p{L}\p{N}]+\d{1,3}[^\p{L}\p{N}]{0,4}[a-j])*\W*$/iu

/** What is before the number of an item of a key. */
export const KEY_NUMBER =
  /^(\s*)(?:[-*+•]\s+)?(?:(?:q|question|frage|pregunta|вопрос)\.?\s*)?(?=\d{1,3}\s*[.):=–-]\s*\(?[a-j](?:\)?\W*$|[.)]\s))/i

/** The title of answers that players gave, and their points. */
const GIVEN =
  /^\W*(?:(?:(?:students?|pupils?|learners?|players?|participants?|candidates?)['’]?s?['’]?|your|my|their|submitted|given)\s(?:answers?|answer sheet|responses?|attempts?|submissions?)\W*$|(?:total )?(?:score|grade|marks?|points|result)\s?:\s?\d+(?:\s?\/\s?\d+|\s?%))/i

/** @throws ImportError when a line above the questions says that the answers are those of players */
function assertNotGiven(lines: readonly string[]): void {
  const first = lines.findIndex((line) => /^\W*(?:q|question)?\W{0,3}\d{1,3}\W/i.test(line))
  const found = lines.slice(0, Math.max(first, 0)).find((line) => GIVEN.test(line))
  if (found !== undefined && !lines.some((line) => /\b(?:correct|right) answer/i.test(line)))
    throw refusal('answers that are right', `the title ${quote(found.trim())}`)
}

/** The title of corrections with the numbers of questions, and one in a sentence. */
const ERRATA =
  /^\W*(?:corrections?|corrigend(?:a|um)|errat(?:a|um)|korrektur(?:en)?|更正|勘误|訂正|正誤|oprava|errate|korekta|düzeltme|исправление)(?:\s[^\s:：]{1,20}){0,3}\s*(?:[:：](.*)|[-*_]*)$/iu

const QUESTION = String.raw`^(?:[^\d:：]{1,20}[:：]\s*)?(?:${patternOf('questions')})[\s.]*\d{1,3}`

const ERRATUM_SENTENCES = [
  new RegExp(String.raw`${QUESTION}\s(?:\p{L}+\s){0,3}(?:${patternOf('removed')})[\s.!]*$`, 'iu'),
  new RegExp(
    String.raw`${QUESTION}\s?[:：–の-]\s?(?:${patternOf('shouldBe')}|正解は|正しくは|(?:${RIGHT_WORD}):?)\s?\(?[A-J]\)?[\s.!]*$`,
    'iu',
  ),
  // `Errata: pytanie 2 - C`
  new RegExp(
    String.raw`^(?:errat|corrig|correct|korrekt|oprav|korekt|poprawk|исправ)\p{L}*[:：]\s?(?:${patternOf('questions')})[\s.]*\d{1,3}\s?[:–-]\s?[A-J]\W*$`,
    'iu',
  ),
  /^(?=.*\b(?:answer|correct(?:ion|ed)?|error|key|mistake|should|sorry|typo|wrong)\b).*\b(?:question|q|no|number)[\s.]*\d{1,3}\b.*\b(?:is|be|to)\s+\(?[A-J]\)?\W*$/i,
  /^(?!\W*(?:explanation|rationale|reason)\b)(?=.*\b(?:(?:question|q|no|number)[\s.]*\d{1,3}|(?:first|second|third|last) question)\b)(?=.*\b(?:(?:right|correct(?:ed)?|actual|real) (?:answer|option|choice)|should)\b).*\b(?:is|be) \S.*[^?？\s]\s*$/i,
  // `For 1, choose B instead of A.`
  /^\W*(?:for|in|at) (?:(?:question|q|no|number)[\s.]*)?\d{1,3}\b\W.{0,20}\b(?:choose|mark|pick|read|select|take|tick|use) \(?[A-J]\)?,? (?:and )?(?:instead|not|rather)\b/i,
]

/**
 * @param isAnswer whether a line is an answer, so that a text below it corrects one. In tables, the answers are beside the text
 * @throws ImportError when a text beside the questions corrects the answer of one by its number
 */
export function assertNoErrata(text: string, isAnswer?: (line: string) => boolean): void {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && line.length <= MAX_LINE_LENGTH)
  assertNotGiven(lines)
  const isCorrected = (at: number, below: string) =>
    KEY_TAIL.test(below.replace(KEY_NUMBER, '')) ||
    ((/^\W*(?:q|question|no)?\W{0,3}\d/i.test(below) || /^[^:：]*\d/.test(lines[at] ?? '')) &&
      (!isAnswer || lines.slice(0, at).some(isAnswer)))
  const found = lines.find((line, at) => {
    const [title, said] = ERRATA.exec(line) ?? []
    const below = said?.trim() || lines[at + 1] || ''
    const isSentence = ERRATUM_SENTENCES.some((sentence) => sentence.test(line))
    return isSentence || (title !== undefined && isCorrected(at, below))
  })
  if (found === undefined) return
  throw refusal('one answer for each question', `the correction ${quote(found.trim())}`)
}

/** What refers to a question: its number, or a sign that points to the row above. */
const REFERENCE = new RegExp(
  String.raw`(?<!\p{L})(?:${patternOf('questions')})[\s.]{0,3}(?:n[°o.]{1,2}\s?)?#?\d{1,3}(?![\d\p{L}])|^\W*\d{1,3}\s?[:.)–-](?=\s*\(?[A-J]\b\)?(?!\s(?!instead|not|statt|nicht)\p{L}))|^\W*[\^↑⬆]`,
  'iu',
)

/**
 * Refuses a table with a correction in a row of its own, as `Q1: A`, `^ should be A` and `Korrektur: Bei Frage 1 ist A richtig`.
 * @param isBelow whether a text is below a question, which it can be about without a number
 * @param isCell whether a text is that of a cell, such as an option
 */
export function assertNoCorrection(text: string, isBelow: boolean, isCell: (text: string) => boolean): void {
  if (/[?？]/.test(text) || text.length > MAX_LINE_LENGTH) return
  const { 0: reference, index } = REFERENCE.exec(text) ?? { index: 0 }
  const said = text.slice(index + (reference?.length ?? 0)).replace(/^[\s:：.)–-]+/, '')
  const isCorrection =
    reference === undefined
      ? isBelow && namesAnswer({ kind: 'all', options: [] }, text)
      : hasLetter(said) ||
        hasLetter(text.slice(0, index)) ||
        namesAnswer({ kind: 'all', options: [] }, said) ||
        (said !== '' && isCell(said))
  if (isCorrection) throw refusal('one answer for each question', `the correction ${quote(text.trim())}`)
}
