// Finds how a list says which options are correct, and refuses a text that is like a list and does not say it.
import { quote, refusal } from '@qb/core/questions'
import { type Key, readKey, readTitle } from './list-key.ts'
import {
  HEADING,
  NAMED,
  NUMBER_ALONE,
  NUMBERED,
  nameOf,
  plain,
  readOption,
  SAMPLE,
  splitLines,
} from './list-lines.ts'

/** A line of a dialogue: `Q: Who?` and `A: I`, or `A. I` when no options have letters. */
const DIALOGUES = [/^([QA])(?:\s*:|\s*\d+\s*[.:)])\s*(\S.*)$/i, /^([QA])\s*\d*\s*[.:)]\s*(\S.*)$/] as const

/** How a list says which options are correct: with marks, in a key below the questions, or else in a line below each question. */
export interface Style {
  readonly isMarked: boolean
  readonly key?: Key | undefined
  readonly dialogue?: RegExp | undefined
}

/** The style of a list. Undefined when a text is none. */
export function findStyle(text: string, beside: Key | undefined): Style | undefined {
  const lines = splitLines(text, SAMPLE).map(({ line }) => plain(line))
  const has = (test: (line: string) => boolean) => lines.some(test)
  const dialogue = DIALOGUES[has((line) => /^\(?B[.)]\s/i.test(line)) ? 0 : 1]
  const isDialogue = ['q', 'a'].every((sign) =>
    has((line) => dialogue.exec(line)?.[1]?.toLowerCase() === sign),
  )
  if (isDialogue && !has((line) => /^B\s*:/i.test(line))) return { isMarked: false, dialogue }
  const options = lines.flatMap((line) => readOption(line) ?? [])
  const isFirst = options.some(({ letter }) => letter === 'A' || letter === '1')
  const hasQuestions = has(
    (line) =>
      NUMBERED.test(line) || nameOf(line) === 'question' || NUMBER_ALONE.test(line.replace(/^#+\s/, '')),
  )
  const key = beside ?? (isFirst && hasQuestions ? readKey(text) : undefined)
  if (key) return { isMarked: false, key }
  // A list of what to do, or of pros and cons, has boxes or signs too.
  const areBoxed = options.some(({ letter }) => letter === '')
  const areQuestions = hasQuestions || has((line) => !readOption(line) && /(?:[?？…]|_{2})\W*$/.test(line))
  const hasOptions = isFirst || (areBoxed && areQuestions)
  if (
    (hasOptions || hasQuestions) &&
    has((line) => nameOf(line) === 'correct_answer' && NAMED.exec(line)?.[3] !== '')
  )
    return { isMarked: false }
  const isMarked = hasOptions && options.some((option) => option.isMarked || option.isWrong)
  return isMarked ? { isMarked } : undefined
}

/**
 * A text that is no list, and has options below each other or questions with numbers, is no table either.
 * @throws ImportError with what a list needs, and the first line that is not understood
 */
export function assertNoList(text: string): void {
  const lines = splitLines(text, SAMPLE).filter(({ line }) => line.trim() !== '')
  const kinds = lines.map(({ line }) => readOption(plain(line))?.letter ?? /^\s*([-*+•])\s/.exec(line)?.[1])
  const isFirst = (at: number) =>
    at > 0 && /^(?:A|\W|)$/.test(kinds[at] ?? '?A') && kinds[at + 1] === (kinds[at] === 'A' ? 'B' : kinds[at])
  const asked = lines.filter(({ line }) => NUMBERED.test(plain(line)) && /[?？]\s*$/.test(line))
  const first = lines.findIndex((line, at) => isFirst(at) || (asked.length > 1 && line === asked[0]))
  if (first < 0 || lines.some(({ line }) => line.startsWith('"'))) return
  const unread = lines.find(({ line }, at) => {
    const isQuestion = NUMBERED.test(plain(line)) || HEADING.test(line) || isFirst(at + 1)
    // Below the title of a key, a line can be one of its items.
    const isTitle = readTitle(line)?.rest === ''
    return at > first && kinds[at] === undefined && !isQuestion && !isTitle
  })
  throw refusal(
    'a list with answers: a line such as "Answer: B" below the options of each question, a mark such as "*B)", or a key such as "Answer key" and "1. B" below all questions',
    `${unread ? `${quote(unread.line.trim())} in line ${unread.number}` : 'none'}; see docs/your-own-questions.md#lists-of-questions`,
  )
}
