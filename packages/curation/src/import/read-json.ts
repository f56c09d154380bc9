// Reads the JSON of Open Trivia DB and The Trivia API, and JSON arrays of objects with the columns of a dataset.
import type { Target } from './columns.ts'
import { ImportError } from './import-error.ts'
import type { RawQuestion, Source } from './raw-question.ts'
import { readRecords } from './read-records.ts'

type Item = Readonly<Record<string, unknown>>

/**
 * Reads JSON.
 * @see https://opentdb.com/api_config.php
 * @see https://the-trivia-api.com/docs/v2/
 * @throws ImportError when the text is not JSON, or not a list of questions
 */
export function readJsonSource(text: string, mapping: ReadonlyMap<string, Target>): Source {
  const { items, dropped } = findItems(parseJson(text))
  const [first] = items.map(({ item }) => item)
  if (!first) throw new ImportError('expected at least one question, got an empty list')
  if ('incorrect_answers' in first && mapping.size === 0) {
    assertDefaultEncoding(items.map(({ item }) => textOf(item.question)))
    return { ...readItems('Open Trivia DB JSON', items, readOpenTrivia), dropped, hasHtmlEntities: true }
  }
  if ('incorrectAnswers' in first && mapping.size === 0) {
    return { ...readItems('The Trivia API JSON', items, readTriviaApi), dropped, hasHtmlEntities: false }
  }
  const header = [...new Set(items.flatMap(({ item }) => Object.keys(item)))]
  const records = items.map(({ item, origin }) => ({
    origin,
    values: header.map((name) => textOf(item[name])),
  }))
  const { questions, unused } = readRecords(header, records, mapping)
  return {
    format: 'JSON',
    questions,
    dropped,
    notes: unused.length === 0 ? [] : [`members that are not used: ${unused.join(', ')}`],
    hasHtmlEntities: false,
  }
}

interface LocatedItem {
  readonly origin: string
  readonly item: Item
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ImportError(`expected JSON, got invalid JSON: ${(error as Error).message}`)
  }
}

/** The list of questions: the document itself, or its member `results`, `questions` or `data`. */
function findItems(json: unknown): { items: LocatedItem[]; dropped: { origin: string; reason: string }[] } {
  const candidates = isItem(json) ? [json.results, json.questions, json.data] : [json]
  const list = candidates.find((candidate) => Array.isArray(candidate)) as unknown[] | undefined
  if (!list)
    throw new ImportError(
      'expected a list of questions, or an object with a list `results`, `questions` or `data`',
    )
  const located = list.map((item, index) => ({ origin: `item ${index + 1}`, item }))
  return {
    items: located.filter((entry): entry is LocatedItem => isItem(entry.item)),
    dropped: located
      .filter(({ item }) => !isItem(item))
      .map(({ origin }) => ({ origin, reason: 'expected an object, got another value' })),
  }
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readItems(
  format: string,
  items: readonly LocatedItem[],
  read: (item: Item) => Omit<RawQuestion, 'origin'>,
) {
  return { format, questions: items.map(({ origin, item }) => ({ origin, ...read(item) })), notes: [] }
}

function readOpenTrivia(item: Item): Omit<RawQuestion, 'origin'> {
  return {
    id: '',
    question: textOf(item.question),
    answer: textOf(item.correct_answer),
    options: { kind: 'wrong', options: textsOf(item.incorrect_answers) },
    difficulty: textOf(item.difficulty),
    topic: textOf(item.category),
  }
}

function readTriviaApi(item: Item): Omit<RawQuestion, 'origin'> {
  const { question } = item
  return {
    id: textOf(item.id),
    question: textOf(isItem(question) ? question.text : question),
    answer: textOf(item.correctAnswer),
    options: { kind: 'wrong', options: textsOf(item.incorrectAnswers) },
    difficulty: textOf(item.difficulty),
    topic: textOf(item.category).replaceAll('_', ' '),
  }
}

/** Open Trivia DB can also encode strings as Base64 or as in a URL. Such a file would be imported as gibberish. */
function assertDefaultEncoding(questions: readonly string[]): void {
  if (questions.every((text) => text !== '' && !/\s/.test(text))) {
    throw new ImportError(
      'expected questions in the default encoding of Open Trivia DB, got Base64 or URL encoding; download the file without `encode`',
    )
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? JSON.stringify(value) : ''
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf) : []
}
