// Refuses what can be a key that is not understood.
import { quote, refusal } from '@qb/core/questions'
import type { Block } from './list-block.ts'
import { EXPECTED_KEY, type Key } from './list-key.ts'
import { isAnswer, NAMED, plain } from './list-lines.ts'
import { isTruthWord } from './list-truths.ts'

/** Lines below all answers that can be a key: letters alone, perhaps after a title, and several letters after numbers. */
const LETTER_LINE =
  /^(?:[^\d\n]{1,30}[:–-]\s*[a-j][\s,;/-]+|[*\s(]*)[a-j](?:[)\s,;/.-]+[a-j])*[)?.*\s]*$|^[A-J]{3,}$/im

const LETTER_PAIR = /\b\d{1,3}[^\p{L}\p{N}]{0,4}[a-j](?=\s*(?:[,;|.)?\n]|$|\s\(?\d))/giu

/** What is below all answers can be a key that is not understood, and contradicts them. @throws ImportError when it is like one */
export function assertNoKey(text: string): void {
  const lines = text.replaceAll('**', '').split('\n')
  const last = lines.findLastIndex((line) => isAnswer(plain(line)) && NAMED.exec(plain(line))?.[3] !== '')
  // Below options, `Answer:` can have its letter in the next line.
  const isOwn = (line: string, at: number) =>
    line.trim().length < 4 && isAnswer(plain(lines[at - 1] ?? '')) && lines[at - 2]?.trim()
  const rest = lines.filter((line, at) => at > last && line.trim() && !isOwn(line, at)).join('\n')
  const [found] = LETTER_LINE.exec(rest) ?? [...rest.matchAll(LETTER_PAIR)][1] ?? []
  if (found !== undefined && last >= 0)
    throw refusal(EXPECTED_KEY, `${JSON.stringify(found.trim())} below all answers`)
}

/** @throws ImportError when an answer below all questions is a key that is not understood, or one with two items is a legend */
export function assertAllKeyed(blocks: readonly Block[], key: Key | undefined): void {
  if (key?.answers.has(0) && blocks.every(({ order }) => order > 0))
    throw refusal('a key with the numbers of the questions', 'the number 0')
  const open = blocks.filter(({ options }) => options.length === 0)
  const keyed = [...(key?.answers.values() ?? [])]
  if (keyed.length === 2 && open.length > 2 && keyed.every(isTruthWord))
    throw refusal(EXPECTED_KEY, `an answer for 2 of ${open.length} statements`)
  const [last, ...others] = blocks.toReversed()
  const [answer = ''] = last?.answers ?? []
  const isOnly =
    others.every(({ answers }) => answers.length === 0) && (others.length > 1 || LIST.test(answer))
  if (!key && answer !== '' && others.length > 0 && isOnly)
    throw refusal(EXPECTED_KEY, `${quote(answer)} below all questions`)
}

/**
 * A key with a number that no question has, and with another last number than the questions, can have the answer of a question without a
 * number, so that each answer below it is that of the question before.
 * @throws ImportError when it is such a key
 */
export function assertSameEnd(blocks: readonly Block[], key: Key | undefined): void {
  const numbers = blocks.map(({ order, question }) => order || Number.parseInt(question, 10) || 0)
  const keyed = [...(key?.answers.keys() ?? [])]
  const last = Math.max(0, ...numbers)
  if (keyed.some((number) => !numbers.includes(number)) && Math.max(...keyed) !== last)
    throw refusal(
      'a key with the numbers of the questions',
      `${Math.max(...keyed)} as its last one, and ${last} as theirs`,
    )
}

/** @throws ImportError when an answer is 0 and the options count from 1: the other answers can count from 0 too */
export function assertCounted(blocks: readonly Block[]): void {
  const isZero = ({ answers, options }: Block) =>
    answers.some((answer) => /^\W*0\W*$/.test(answer)) &&
    options[0]?.letter === '1' &&
    options.every(({ text }) => text.trim() !== '0')
  if (blocks.some(isZero)) throw refusal('answers with the numbers of the options, from 1', '0')
}

/** An answer that can be those of several questions. */
const LIST = /\p{L}[\s,;.]+\d|\d[\s,;.]+\p{L}.*\d|^\(?[a-j]\)?(?:[\s,;]+\(?[a-j]\)?)+$/iu
