// Reads the key below the questions of a list, and refuses one, or corrections, that are not understood.
import { findTarget, ImportError, quote } from '@qb/core/questions'
import { isAnswer, MAX_LENGTH, NAMED, plain } from './list-lines.ts'

/** The letters or texts of the correct options by the numbers of the questions, from a line on. */
export interface Key {
  readonly answers: ReadonlyMap<number, string>
  readonly line: number
}

/** A title such as `Answer key`. */
const titleTarget = (line: string) => findTarget(plain(line).replace(/^#+\s*|:$/g, ''))

const isKeyTitle = (line: string) => ['correct_answer', 'options'].includes(titleTarget(line) ?? '')

/** A letter such as `1. b` and `2-C`, or another word. */
const KEY_WORD = /\(?(\d{1,3})\s*[.):=–-]?\s*\(?([a-j])\)?(?=[\s,;|.]|$)|[^\s,;|.]+/gi

/** A line of a key such as `1. Paris` and `2. B - Rome is on the Tiber.`, and letters without numbers. */
const KEY_LINE = /^\s*\(?(\d{1,3})\s*[.):=–-]\s*(\S.*)$/

const LETTERS_ONLY = /^([^:：]{1,30})[:：]\s*(?:[a-j](?:[\s,;/-]+[a-j])+|[A-J]{2,})\.?$/i

/** A line of a key without a title, such as `1. B` and `1-B, 2-C`. */
const KEY_TAIL =
  /^[\s(]*\d{1,3}[^\p{L}\p{N}]{0,4}[a-j](?:[^\p{L}\p{N}]+\d{1,3}[^\p{L}\p{N}]{0,4}[a-j])*\W*$/iu

const KEY_NUMBER =
  /^(\s*)(?:q|question|frage|pregunta|вопрос)\.?\s*(?=\d{1,3}\s*[.):=–-]\s*\(?[a-j](?:\)?\W*$|[.)]\s))/i

/** Lines below all answers that can be a key: letters alone, perhaps after a title, and several letters after numbers. */
const LETTER_LINE =
  /^(?:[^\d\n]{1,30}[:–-]\s*[a-j][\s,;/-]+|[*\s(]*)[a-j](?:[)\s,;/.-]+[a-j])*[)?.*\s]*$|^[A-J]{3,}$/im

const LETTER_PAIR = /\b\d{1,3}[^\p{L}\p{N}]{0,4}[a-j](?=\s*(?:[,;|.)?\n]|$|\s\(?\d))/giu

/** A row of a key in a table of Markdown, and the line below the names of its columns. */
const KEY_ROW = /^\s*\|?\s*(\d{1,3})[.)]?\s*\|\s*\(?([a-j])\)?\s*\|?\s*$/i

const RULE = /^[\s|:-]*-[\s|:-]*$/

/**
 * Reads a key below a title, in a table of Markdown at the end, or in the last line, perhaps after a title. Undefined without a key, or
 * when a number occurs again.
 */
export function readKey(text: string): Key | undefined {
  const written = text
    .trimEnd()
    .replaceAll('**', '')
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(KEY_NUMBER, ''))
  const last = written.length - 1
  const table = written.findLastIndex((line) => !line.includes('|')) + 1
  const first = RULE.test(written[table + 1] ?? '') ? table + 2 : table
  const lines = written.map((line, at) =>
    at < table ? line : at < first ? '' : line.replace(KEY_ROW, '$1. $2'),
  )
  const named = lines.findLastIndex(isKeyTitle)
  const title = named < 0 && KEY_ROW.test(written[last] ?? '') ? table - 1 : named
  const filled = lines.flatMap((line, at) => (line.trim() ? [at] : []))
  const [, name = ''] = LETTERS_ONLY.exec(lines[last] ?? '') ?? []
  const isAnswered = isAnswer(plain(lines[filled.at(-2) ?? 0] ?? ''))
  if (isKeyTitle(name) && (findTarget(name) !== 'correct_answer' || /key/i.test(name) || isAnswered))
    throw new ImportError(EXPECTED_KEY, `, got ${JSON.stringify(lines[last])}`)
  const [, before = '', inLine = ''] = /^([^\d(]*)(.*)$/.exec(lines[last] ?? '') ?? []
  const isAlone = before.trim() === '' && lines[last - 1]?.trim() === ''
  const end = filled.findLast((at) => !KEY_TAIL.test(lines[at] ?? '')) ?? 0
  const tail = filled.filter((at) => at > end)
  const isTail = title < 0 && tail.length > 1 && (tail[0] ?? 0) > end + 1
  const isLast = title < 0 && !isTail && (isAlone || isKeyTitle(before.trim()))
  if (title < 0 && !isLast && !isTail) return undefined
  const below = lines.slice((isTail ? end : title) + 1)
  const words = [...(isLast ? inLine : below.join(' ')).matchAll(KEY_WORD)]
  const areLetters = words.every(([, number]) => number)
  // Directly below a question, `Answers` is the title of its options.
  const isTitle = titleTarget(lines[title] ?? '') !== 'options' || !lines[title - 1]?.trim()
  const items = areLetters
    ? words
    : below.flatMap((line) => (isLast || !isTitle || !line.trim() ? [] : [KEY_LINE.exec(line) ?? []]))
  const answers = new Map(items.map(([, number, answer = '']) => [Number(number), answer.trim()] as const))
  const isKey = answers.size === items.length && !answers.has(Number.NaN) && items.length > (isLast ? 1 : 0)
  return isKey ? { answers, line: (isLast ? last : isTail ? end + 1 : title) + 1 } : undefined
}

const EXPECTED_KEY = 'expected a key such as 1-B, 2-C'

/** What is below all answers can be a key that is not understood, and contradicts them. @throws ImportError when it is like one */
export function assertNoKey(text: string): void {
  const lines = text.replaceAll('**', '').split(/\r\n|\n|\r/)
  const last = lines.findLastIndex((line) => isAnswer(plain(line)) && NAMED.exec(plain(line))?.[3] !== '')
  // Below options, `Answer:` can have its letter in the next line.
  const isOwn = (line: string, at: number) =>
    line.trim().length < 4 && isAnswer(plain(lines[at - 1] ?? '')) && lines[at - 2]?.trim()
  const rest = lines.filter((line, at) => at > last && !isOwn(line, at)).join('\n')
  const [found] = LETTER_LINE.exec(rest) ?? [...rest.matchAll(LETTER_PAIR)][1] ?? []
  if (found !== undefined && last >= 0)
    throw new ImportError(EXPECTED_KEY, `, got ${JSON.stringify(found.trim())} below all answers`)
}

/** The title of corrections with the numbers of questions, and one in a sentence. */
const ERRATA =
  /^\W*(?:corrections?|corrigend(?:a|um)|errat(?:a|um)|korrektur(?:en)?|更正|勘误)(?:\s[^\s:：]{1,20}){0,3}\s*(?:[:：](.*)|[-*_]*)$/iu

const ERRATUM =
  /^(?=.*\b(?:answer|correct(?:ion|ed)?|key|should|wrong)\b).*\b(?:question|q|no|number)\b[\s.]*\d{1,3}\b.*\b(?:is|be|to)\s+\(?[A-J]\)?\W*$/i

/** @throws ImportError when a text below the questions corrects the answer of one by its number */
export function assertNoErrata(text: string): void {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '' && line.length <= MAX_LENGTH)
  const found = lines.find((line, at) => {
    const [title, said] = ERRATA.exec(line) ?? []
    const below = said?.trim() || lines[at + 1] || ''
    return ERRATUM.test(line) || (title !== undefined && KEY_TAIL.test(below.replace(KEY_NUMBER, '')))
  })
  if (found !== undefined)
    throw new ImportError(
      'expected one answer for each question',
      `, got the correction ${quote(found.trim())}`,
    )
}
