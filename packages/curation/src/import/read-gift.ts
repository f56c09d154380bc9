// Reads GIFT, the text format of Moodle. Questions without one correct answer are left out.

import { readFormatted, type TextFormat } from './html-to-text.ts'
import {
  createListSource,
  type Listed,
  leaveOut,
  listQuestion,
  listTruth,
  readCategory,
} from './question-list.ts'
import type { Source } from './source.ts'

/** How many characters of a text show its format. */
const HEAD = 20_000

/** A question or a description, with the number of its line. */
interface Block {
  readonly number: number
  readonly topic: string
  readonly written: string
}

/**
 * Whether a text is GIFT: it starts with a category or a title, or all of its blocks are questions of GIFT or descriptions, and most of
 * them are questions.
 */
export function isGift(text: string): boolean {
  const head = text.trimStart().slice(0, HEAD)
  if (/^(?:\s|\/\/.*)*(?:\$CATEGORY:|::[^\n]*::)/.test(head)) return true
  const blocks = splitBlocks(head).slice(0, head.length < HEAD ? undefined : -1)
  const questions = blocks.filter(({ written }) => /[{}]/.test(written))
  const parts = questions.map(({ written }) => readParts(written))
  return (
    questions.length * 2 >= blocks.length &&
    parts.some((part) => part?.inside) &&
    parts.every((part) => part && IS_ANSWER.test(part.inside) && (!part.after || part.inside.includes('~')))
  )
}

/** @see https://docs.moodle.org/en/GIFT_format */
export function readGiftSource(text: string): Source {
  return createListSource('GIFT', 'line', splitBlocks(text).map(readQuestion))
}

/** Splits a text at its blank lines. Characters that are escaped are hidden. */
function splitBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let topic = ''
  let block = { number: 1, written: '' }
  for (const [index, line] of `${text}\n\n`.split(/\r\n|\n|\r/).entries()) {
    const category = /^\s*\$CATEGORY:\s*(.*)$/.exec(line)?.[1]
    if (category !== undefined) topic = readCategory(category)
    else if (line.trim() === '') {
      if (block.written !== '') blocks.push({ ...block, topic, written: hide(block.written.trim()) })
      block = { number: index + 2, written: '' }
    } else if (!/^\s*\/\//.test(line)) {
      if (block.written === '') block.number = index + 1
      block.written += `${line}\n`
    }
  }
  return blocks
}

/** Characters that are escaped become characters that no file contains, so that they separate nothing. */
const ESCAPABLE = '\\:=~#{}n'
const PRIVATE = 0xf0000

const hide = (text: string) =>
  text.replace(/\\([\\:=~#{}n])/g, (_, char: string) =>
    String.fromCodePoint(PRIVATE + ESCAPABLE.indexOf(char)),
  )

const show = (text: string) =>
  text
    .replace(/[\u{f0000}-\u{f0007}]/gu, (char) => {
      const escaped = ESCAPABLE.charAt((char.codePointAt(0) ?? PRIVATE) - PRIVATE)
      return escaped === 'n' ? '\n' : escaped
    })
    .trim()

/** Reads the answers in braces, and the texts around them. Braces directly behind a command of TeX, as in `\vec{F}`, have none. */
function readParts(written: string) {
  const [found, before = '', inside = '', after = ''] = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(written) ?? []
  if (found === undefined || /(?:\\[a-z]+|[_^])$/i.test(before)) return undefined
  return { before: before.trimEnd(), inside: inside.trim(), after: after.trim() }
}

const IS_ANSWER = /^(?:$|[=~]\s*[^\s=~]|#\s*\S|(?:T|F|TRUE|FALSE)\s*(?:#|$))/i

const FORMAT = /^\s*(?:\[(html|markdown|plain|moodle)\])?/

function readQuestion({ number, topic, written }: Block): Listed {
  const body = written.replace(/^::[\s\S]*?::/, '').trim()
  const [prefix = '', format = 'moodle'] = FORMAT.exec(body) ?? []
  const parts = readParts(body.slice(prefix.length))
  if (!parts) return leaveOut(number, 'a text without one pair of braces')
  const { before, inside, after } = parts
  if (after !== '' && !/^[=~]/.test(inside)) return leaveOut(number, 'a text behind its braces')
  const [, content = '', general = ''] = /^([\s\S]*?)(?:####([\s\S]*))?$/.exec(inside) ?? []
  const answers = readAnswers(content.trim())
  if (typeof answers === 'string') return leaveOut(number, answers)
  const read = (text: string) => {
    const [own = '', ownFormat = format] = FORMAT.exec(text) ?? []
    return readFormatted(show(text.slice(own.length)), ownFormat as TextFormat)
  }
  const question = read(after === '' ? before : `${before} _____ ${after}`)
  const about = { number, question, topic, explanation: read(general), isTruth: TRUTH.test(content.trim()) }
  const shown = answers.map(({ text, share, feedback }) => ({
    text: read(text),
    share,
    feedback: read(feedback),
  }))
  return listQuestion(about, shown, answers.length === 1 && answers[0]?.share === 100)
}

/** `#3.10`, `#=3:0`, `#1e5` and `#3..3`. */
const EXACT_NUMBER =
  /^#\s*=?\s*(?:%100%)?(-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(?:\.\.(-?[\d.]+))?(?::0+(?:\.0+)?)?\s*(?:#([^=~]*))?$/i

/** The answer to a statement, and what the player is told. */
const TRUTH = /^(T|TRUE|F|FALSE)\s*(?:#([^#]*))?(?:#([\s\S]*))?$/i

/** Reads what is between the braces. Returns what it is, when it has not one correct answer. */
function readAnswers(content: string): { text: string; share: number; feedback: string }[] | string {
  if (content === '') return 'an essay'
  const [, truth, , right = ''] = TRUTH.exec(content) ?? []
  if (truth !== undefined)
    return listTruth(/^t/i.test(truth)).map((answer) => ({ ...answer, feedback: right }))
  if (content.startsWith('#')) {
    const [, first = '', last = first, feedback = ''] = EXACT_NUMBER.exec(content) ?? []
    const exact = /^-?\d+(?:\.\d+)?$/.test(first) ? first : String(Number(first))
    if (first === '' || Number(first) !== Number(last)) return 'a range of numbers'
    return [{ text: exact, share: 100, feedback }]
  }
  const answers = [...content.matchAll(/([=~])\s*(?:%(-?\d+(?:\.\d+)?)%)?([^=~#]*)(?:#([^=~]*))?/g)].map(
    ([, sign, weight, text = '', feedback = '']) => ({
      text,
      share: Number(weight ?? (sign === '=' ? 100 : 0)),
      feedback,
    }),
  )
  if (answers.length === 0 || !/^[=~]/.test(content)) return 'answers without = or ~'
  if (/(?<![\p{L}\p{N}])\p{L}#|#\d/u.test(content))
    return 'a # that can be a part of an answer, such as C#, or start a comment'
  const arePairs = answers.every(({ text, share }) => text.includes('->') && share === 100)
  return arePairs ? 'pairs to match' : answers
}
