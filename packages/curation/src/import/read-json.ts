// Reads the JSON of Open Trivia DB and The Trivia API, and JSON arrays of objects with the columns of a dataset.
import { readCell } from './cells.ts'
import { describeColumns, describeUse, ImportError, mapColumns, type Target } from './columns.ts'
import { type Dropped, LeftOutError, readEach } from './left-out.ts'
import { assertOneRowEach } from './one-row-each.ts'
import { type RawQuestion, readRecord, type Source } from './records.ts'

type Item = Readonly<Record<string, unknown>>

/**
 * Reads JSON.
 * @see https://opentdb.com/api_config.php
 * @see https://the-trivia-api.com/docs/v2/
 * @throws ImportError when the text is not JSON, or not a list of questions
 */
export function readJsonSource(
  text: string,
  mapping: ReadonlyMap<string, Target>,
  separator: string | undefined,
): Source {
  const dropped: Dropped[] = []
  const items = readEach(findItems(parseJson(text)), dropped, ({ origin, item }) => {
    if (!isItem(item)) throw new LeftOutError('expected an object, got another value')
    return { origin, item }
  })
  const [first] = items.map(({ item }) => item)
  if (!first) throw new ImportError('expected at least one question, got an empty list')
  const format = mapping.size === 0 ? formatOf(first) : 'JSON'
  if (format === OPEN_TRIVIA_DB) assertDefaultEncoding(items.map(({ item }) => item.question))
  const header = [...new Set(items.flatMap(({ item }) => Object.keys(item)))]
  const columns = mapColumns(header, mapping, { isAnswered: items.some(({ item }) => hasMarks(item)) })
  const records = items.map(({ item, origin }) => ({ origin, values: header.map((name) => item[name]) }))
  assertOneRowEach(header, columns, records)
  const questions = readEach(records, dropped, (record) => readRecord(header, columns, record, separator))
  return {
    format,
    questions: format === TRIVIA_API ? questions.map(spaceTopic) : questions,
    dropped,
    notes: describeColumns(header, columns, 'member', format === 'JSON'),
    hasHtmlEntities: format === OPEN_TRIVIA_DB,
    columns,
    use: describeUse(header, columns),
  }
}

/** Whether an item has options that say which one is correct. */
function hasMarks(item: Item): boolean {
  return Object.values(item).some((value) => {
    try {
      return readCell(value).options.some(({ isMarked }) => isMarked !== undefined)
    } catch {
      return false
    }
  })
}

const OPEN_TRIVIA_DB = 'Open Trivia DB JSON'
const TRIVIA_API = 'The Trivia API JSON'

function formatOf(item: Item): string {
  if ('incorrect_answers' in item) return OPEN_TRIVIA_DB
  return 'incorrectAnswers' in item ? TRIVIA_API : 'JSON'
}

/** The Trivia API writes topics such as `film_and_tv`. */
function spaceTopic(question: RawQuestion): RawQuestion {
  return { ...question, topic: question.topic.replaceAll('_', ' ') }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(keepNumbers(text))
  } catch (error) {
    const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
    if (lines.length > 1 && lines.every((line) => /^\s*\{.*\}\s*$/.test(line))) return lines.map(parseJson)
    throw new ImportError(`expected JSON, got invalid JSON: ${(error as Error).message}`)
  }
}

/** Numbers that would change become strings: `12345678901234567890` and `3.10`. */
function keepNumbers(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    token.startsWith('"') || String(Number(token)) === token ? token : `"${token}"`,
  )
}

/** The list of questions: the document itself, or its member `results`, `questions` or `data`. */
function findItems(json: unknown): { origin: string; item: unknown }[] {
  const candidates = isItem(json) ? [json.results, json.questions, json.data] : [json]
  const list = candidates.find((candidate) => Array.isArray(candidate)) as unknown[] | undefined
  if (!list)
    throw new ImportError(
      'expected a list of questions, or an object with a list `results`, `questions` or `data`',
    )
  return list.map((item, index) => ({ origin: `item ${index + 1}`, item }))
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Open Trivia DB can also encode strings as Base64 or as in a URL. Such a file would be imported as gibberish. */
function assertDefaultEncoding(questions: readonly unknown[]): void {
  const texts = questions.filter((value): value is string => typeof value === 'string' && value !== '')
  if (areEncoded(texts)) {
    throw new ImportError(
      'expected questions in the default encoding of Open Trivia DB, got Base64 or URL encoding; download the file without `encode`',
    )
  }
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
