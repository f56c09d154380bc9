// Reads the JSON of Open Trivia DB and The Trivia API, and JSON arrays of objects with the columns of a dataset.
import { type HeaderSettings, ImportError, readCell, readLiteral, type TableRecord } from '@qb/core/questions'
import { showText } from '../cli/text.ts'
import { toVisibleText } from './html-to-text.ts'
import { findItems, findUnread, type Item, isItem, readLists } from './json-items.ts'
import { describeKind } from './question-list.ts'
import type { Dropped, Source } from './source.ts'

/**
 * Reads JSON.
 * @see https://opentdb.com/api_config.php
 * @see https://the-trivia-api.com/docs/v2/
 * @throws ImportError when the text is not JSON, or not a list of questions
 */
export function readJsonSource(text: string, settings: HeaderSettings): Source {
  const json = parseJson(text)
  const list = findItems(json)
  if (list.every((item) => Array.isArray(item)) && list.length > 0) return readLists(list, settings)
  const items = list.filter(isItem)
  const [first] = items
  const code = /"response_code"\s*:\s*(\d+)/.exec(text)?.[1]
  const got = code
    ? `the empty response ${code} of Open Trivia DB: ${RESPONSE_CODES[code] ?? 'it does not say why'}`
    : 'an empty list'
  if (!first) throw new ImportError(`expected at least one question, got ${got}`)
  const format = settings.mapping.size > 0 ? JSON_FORMAT : formatOf(first)
  if (format === OPEN_TRIVIA_DB) assertDefaultEncoding(items.map(({ question }) => question))
  const lost = new Map<number, string>()
  if (items.every(({ question }) => typeof question === 'string' && IS_HTML.test(question)))
    for (const [index, item] of list.entries())
      list[index] = showTexts(item, (kind) => lost.set(index, describeKind(kind)))
  const names = new Set<string>()
  for (const item of items) for (const name in item) names.add(name)
  const header = [...names]
  const memberOf = (item: Item, name: string) =>
    format === TRIVIA_API && name === 'category' ? spaceTopic(item[name]) : item[name]
  return {
    format,
    table: {
      header,
      isAnswered: items.some(hasMarks),
      hasMembers: true,
      records: {
        *[Symbol.iterator](): Iterator<TableRecord> {
          for (const [index, item] of list.entries())
            if (isItem(item) && !lost.has(index))
              yield { number: index + 1, values: header.map((name) => memberOf(item, name)) }
        },
      },
    },
    unit: 'item',
    dropped: list.flatMap((item, index): Dropped[] =>
      isItem(item) && !lost.has(index)
        ? []
        : [{ number: index + 1, reason: lost.get(index) ?? 'expected an object, got another value' }],
    ),
    hasHtmlEntities: format === OPEN_TRIVIA_DB,
    isKnown: format !== JSON_FORMAT,
    notes: findUnread(json).map(
      (name) => `warning: the questions in the member ${showText(name)} are not read`,
    ),
  }
}

/** A text that is HTML as a whole, such as one of H5P. */
const IS_HTML = /^\s*<(p|div)\b[^>]*>.*<\/\1>\s*$/s

/** Converts the HTML of all texts of an item. @param leaveOut takes why one of them is not the whole text */
function showTexts(item: unknown, leaveOut: (kind: string) => void): unknown {
  return JSON.parse(JSON.stringify(item), (_, value) => {
    if (typeof value !== 'string') return value
    const { text, lost } = toVisibleText(value)
    if (lost) leaveOut(lost)
    return text
  })
}

/** The only literal of a script, such as `const quizData = [`, or the only block of code of a text, when it is JSON. */
export function findLiteral(text: string): string | undefined {
  const [before = '', fenced, after = '', ...more] = text.split(/^```.*$/m)
  const isBlock =
    fenced !== undefined && more.length === 0 && /question/i.test(fenced) && !/[?？]/.test(before + after)
  const code = isBlock ? fenced : text
  const [start] =
    /^(?:\s|\/\/.*\n)*(?:(?:export\s+)?(?:const|let|var)\s+[\w$]+\s*=|export default|module\.exports\s*=)?\s*(?=[[{])/.exec(
      code,
    ) ?? []
  if (start === undefined || (!isBlock && !start.includes('=') && !start.includes('default')))
    return undefined
  const rest = code.slice(start.length)
  const end = /^[\]}]\s*;?\s*$/m.exec(rest)?.index ?? Math.max(rest.lastIndexOf(']'), rest.lastIndexOf('}'))
  return /=\s*\[\s*\{/.test(rest.slice(end)) ? undefined : rest.slice(0, end + 1)
}

/** Open Trivia DB says why its response is empty. @see https://opentdb.com/api_config.php */
const RESPONSE_CODES: Readonly<Record<string, string>> = {
  '1': 'there are not so many questions; ask for fewer, or for another category',
  '2': 'a parameter of the URL is invalid',
  '3': 'the session token does not exist',
  '4': 'the session token has returned all questions; reset it',
  '5': 'there were too many requests; wait five seconds',
}

/** Whether an item has options that say which one is correct. */
function hasMarks(item: Item): boolean {
  return Object.values(item).some((value) => {
    if (typeof value !== 'object') return false
    try {
      return readCell(value).options.some(({ isMarked }) => isMarked !== undefined)
    } catch {
      return false
    }
  })
}

const OPEN_TRIVIA_DB = 'Open Trivia DB JSON'
const TRIVIA_API = 'The Trivia API JSON'
const JSON_FORMAT = 'JSON'

function formatOf(item: Item): string {
  if ('incorrect_answers' in item) return OPEN_TRIVIA_DB
  return 'incorrectAnswers' in item ? TRIVIA_API : JSON_FORMAT
}

/** The Trivia API writes topics such as `film_and_tv`. */
function spaceTopic(topic: unknown): unknown {
  return typeof topic === 'string' ? topic.replaceAll('_', ' ') : topic
}

function parseJson(text: string): unknown {
  try {
    const json: unknown = JSON.parse(CHANGED_NUMBER.test(text) ? keepNumbers(text) : text)
    assertEachOnce(text)
    return json
  } catch (error) {
    if (error instanceof ImportError) throw error
    const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
    if (lines.length > 1 && lines.every((line) => /^\s*\{.*\}\s*$/.test(line))) return lines.map(parseJson)
    try {
      return readLiteral(text)
    } catch {
      throw new ImportError(`expected JSON, got invalid JSON: ${(error as Error).message}`)
    }
  }
}

/** Of two members with one name, JSON.parse keeps the last one without a word. @param text valid JSON */
function assertEachOnce(text: string): void {
  const open: Set<string>[] = []
  for (const { 0: token, 1: name, index } of text.matchAll(
    /("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g,
  )) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (name !== undefined && open.at(-1)?.has(name)) {
      const line = text.slice(0, index).split('\n').length
      throw new ImportError(
        `expected one member ${showText(name)} in an object, got two, the second one in line ${line}`,
      )
    } else if (name !== undefined) open.at(-1)?.add(name)
  }
}

/** The sign of a number that JSON.parse can change. */
const CHANGED_NUMBER = /\d{16}|\.\d*0(?!\d)|\d[eE][+-]?\d|-0/

/** Numbers that would change become strings: `12345678901234567890` and `3.10`. */
function keepNumbers(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"${token}"`,
  )
}

/** Open Trivia DB can also encode strings as Base64 or as in a URL. Such a file would be imported as gibberish. */
function assertDefaultEncoding(questions: readonly unknown[]): void {
  const texts = questions.filter((value): value is string => typeof value === 'string' && value !== '')
  if (areEncoded(texts))
    throw new ImportError(
      'expected questions in the default encoding of Open Trivia DB, got Base64 or URL encoding; download the file without `encode`',
    )
}

/**
 * Whether texts are encoded: they have only characters of the encoding, and most of them decode to text with spaces. Plain texts
 * without spaces, as in Japanese, are not.
 */
export function areEncoded(texts: readonly string[]): boolean {
  const isMostly = (isEncoded: (text: string) => boolean) => texts.filter(isEncoded).length * 2 > texts.length
  if (texts.every((text) => /^[A-Za-z0-9+/_-]+={0,2}$/.test(text)))
    return isMostly((text) => Buffer.from(text, 'base64').includes(' '))
  return (
    texts.every((text) => /^[\w.!~*'()+%-]+$/.test(text)) && isMostly((text) => /%[\da-f]{2}/i.test(text))
  )
}
