// Reads GIFT, the text format of Moodle. Questions without one correct answer are left out.

import { toVisibleText, type VisibleText } from './html-to-text.ts'
import { createListSource, describeKind, type Listed, listQuestion, readCategory } from './question-list.ts'
import type { Source } from './source.ts'

/** How many characters of a text show its format. */
const HEAD = 5000

/** Whether a text is GIFT: its first question has answers in braces, or a title. */
export function isGift(text: string): boolean {
  return /^(?:\s|\/\/.*|\$CATEGORY:.*)*(?:::|[^{}]*\{\s*(?:[=~#}]|(?:T|F|TRUE|FALSE)\s*[#}]))/i.test(
    text.trimStart().slice(0, HEAD),
  )
}

/** @see https://docs.moodle.org/en/GIFT_format */
export function readGiftSource(text: string): Source {
  const listed: Listed[] = []
  let topic = ''
  let number = 1
  let block: { number: number; lines: string[] } = { number: 1, lines: [] }
  const end = () => {
    const written = block.lines.join('\n').trim()
    if (written !== '') listed.push(readQuestion(written, block.number, topic))
    block = { number: number + 1, lines: [] }
  }
  for (const line of `${text}\n\n`.split(/\r\n|\n|\r/)) {
    const category = /^\s*\$CATEGORY:\s*(.*)$/.exec(line)?.[1]
    if (category !== undefined) topic = readCategory(category)
    else if (line.trim() === '') end()
    else if (!/^\s*\/\//.test(line)) {
      if (block.lines.length === 0) block.number = number
      block.lines.push(line)
    }
    number += 1
  }
  return createListSource('GIFT', 'line', listed)
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

function readQuestion(written: string, number: number, topic: string): Listed {
  const body = hide(written)
    .replace(/^::[\s\S]*?::/, '')
    .trim()
  const [, format = '', rest = ''] = /^(?:\[(html|markdown|plain|moodle)\])?([\s\S]*)$/.exec(body) ?? []
  const match = /^([^{}]*)\{([^{}]*)\}([^{}]*)$/.exec(rest)
  if (!match) return { number, reason: describeKind('a text without one pair of braces') }
  const [, before = '', inside = '', after = ''] = match
  const isHtml = format === 'html' || /<(?:p|br|img|b|i|em|strong|sub|sup|span|div)\b/i.test(rest)
  const [, content = '', general = ''] = /^([\s\S]*?)(?:####([\s\S]*))?$/.exec(inside) ?? []
  const gap = after.trim() === '' ? '' : ' _____ '
  const asked = show(`${before.trimEnd()}${gap}${after.trim()}`)
  const texts: VisibleText = isHtml ? toVisibleText(asked) : { text: asked }
  if (texts.lost !== undefined) return { number, reason: describeKind(`one with <${texts.lost}>`) }
  const read = (text: string) => (isHtml ? toVisibleText(show(text)).text : show(text))
  const answers = readAnswers(content.trim())
  if (typeof answers === 'string') return { number, reason: describeKind(answers) }
  const about = { number, question: texts.text, topic, explanation: read(general) }
  const shown = answers.map(({ text, share }) => ({ text: read(text), share }))
  return listQuestion(about, shown, answers.length === 1 && answers[0]?.share === 100)
}

/** Reads what is between the braces. Returns what it is, when it has not one correct answer. */
function readAnswers(content: string): { text: string; share: number }[] | string {
  if (content === '') return 'an essay'
  const truth = /^(T|TRUE|F|FALSE)\s*(?:#[\s\S]*)?$/i.exec(content)?.[1]
  if (truth !== undefined) {
    const shares = /^t/i.test(truth) ? [100, 0] : [0, 100]
    return shares.map((share, index) => ({ text: index === 0 ? 'True' : 'False', share }))
  }
  if (content.startsWith('#')) {
    const exact = /^#\s*=?\s*(?:%100%)?(-?\d+(?:\.\d+)?)(?::0+(?:\.0+)?)?\s*(?:#[^=~]*)?$/.exec(content)?.[1]
    return exact === undefined ? 'a range of numbers' : [{ text: exact, share: 100 }]
  }
  const answers = [...content.matchAll(/([=~])\s*(?:%(-?\d+(?:\.\d+)?)%)?([^=~#]*)(?:#[^=~]*)?/g)].map(
    ([, sign, weight, text = '']) => ({ text, share: Number(weight ?? (sign === '=' ? 100 : 0)) }),
  )
  if (answers.length === 0 || !/^[=~]/.test(content)) return 'answers without = or ~'
  if (/[A-Z]#(?:\s|$)/.test(content))
    return 'a # that can be a part of an answer, such as C#, or start a comment'
  return answers.some(({ text }) => text.includes('->')) ? 'pairs to match' : answers
}
