// Packs the questions of a dataset into one Buffer of JSON, with tables of offsets. A view is cut out of the JSON of a
// question, so that each question is stored once.
import { createHash } from 'node:crypto'
import type { ByteString } from '../../byte-string.ts'
import { drawSample, extendName, type StreamName } from '../../random/index.ts'
import { FACET_NAMES } from '../facets.ts'
import { sortOptions } from '../option-order.ts'
import type { AnsweredQuestion } from '../question.ts'
import type { View } from '../selection.ts'
import { type ByteWriter, createByteWriter } from './byte-writer.ts'

/** The questions as JSON. A row is the index of a question. */
export interface PackedQuestions {
  readonly bytes: Buffer
  readonly rows: readonly Row[]
}

/** The offsets of the parts of a question, relative to its start. */
export interface Row {
  readonly id: string
  /** The offset of the question in the Buffer, and of its end. */
  readonly start: number
  readonly end: number
  /** Where the member `correct_answer` starts, with the comma before it, and where it ends. */
  readonly answerStart: number
  readonly answerEnd: number
  /** Undefined for a question without options. */
  readonly options: OptionSpans | undefined
}

/** A part of the JSON of a question. */
interface Span {
  readonly start: number
  readonly end: number
}

/** The span of all options, with the commas between them. */
interface OptionSpans extends Span {
  /** Each option, in sorted order. */
  readonly sorted: readonly Span[]
}

const ANSWER_NAME = ',"correct_answer":'

/** Packs questions. */
export function packQuestions(questions: readonly AnsweredQuestion[]): PackedQuestions {
  const writer = createByteWriter()
  const rows = questions.map((question) => writeQuestion(writer, question))
  return { bytes: writer.finish(), rows }
}

function writeQuestion(writer: ByteWriter, question: AnsweredQuestion): Row {
  const start = writer.length
  const write = (text: string) => writer.write(text) - start
  write(`{"id":${JSON.stringify(question.id)}`)
  const answerStart = write(`,"question":${JSON.stringify(question.question)}`)
  const answerEnd = write(ANSWER_NAME + JSON.stringify(question.correct_answer))
  const options = question.options && writeOptions(write, question.options)
  for (const name of FACET_NAMES) {
    if (question[name] !== undefined) write(`,"${name}":${JSON.stringify(question[name])}`)
  }
  const end = start + write('}')
  return { id: question.id, start, end, answerStart, answerEnd, options }
}

/** Writes the options in their order. */
function writeOptions(write: (text: string) => number, options: readonly string[]): OptionSpans {
  const spans = new Map<string, Span>()
  const start = write(',"options":[')
  let end = start
  for (const option of options) {
    const optionStart = end === start ? start : write(',')
    end = write(JSON.stringify(option))
    spans.set(option, { start: optionStart, end })
  }
  write(']')
  return { start, end, sorted: sortOptions(options).map((option) => spans.get(option) as Span) }
}

/**
 * Returns a question in a view, as JSON.
 * @param optionsName the name of the stream that orders its options, without its id
 * @see docs/seed-contract.md, section 7
 */
export function readQuestion(
  { bytes, rows }: PackedQuestions,
  row: number,
  { hideAnswers, shuffleOptions }: View,
  optionsName: StreamName,
): ByteString {
  const { id, start, end, answerStart, answerEnd, options } = rows[row] as Row
  const json = bytes.toString('latin1', start, end)
  if (!shuffleOptions || !options) {
    return (hideAnswers ? json.slice(0, answerStart) + json.slice(answerEnd) : json) as ByteString
  }
  const { sorted } = options
  const order = drawSample(extendName(optionsName, id), sorted.length, 0, sorted.length)
  const shuffled = order.map((index) => {
    const option = sorted[index] as Span
    return json.slice(option.start, option.end)
  })
  const head = hideAnswers
    ? json.slice(0, answerStart) + json.slice(answerEnd, options.start)
    : json.slice(0, options.start)
  return (head + shuffled.join(',') + json.slice(options.end)) as ByteString
}

/** Returns the correct answer to a question. */
export function readAnswer({ bytes, rows }: PackedQuestions, row: number): string {
  const { start, answerStart, answerEnd } = rows[row] as Row
  return JSON.parse(bytes.toString('utf8', start + answerStart + ANSWER_NAME.length, start + answerEnd))
}

/** Hashes the questions without their correct answers. Returns 16 hexadecimal digits. */
export function hashWithoutAnswers({ bytes, rows }: PackedQuestions): string {
  const hash = createHash('sha256')
  for (const { start, end, answerStart, answerEnd } of rows) {
    hash.update(bytes.subarray(start, start + answerStart))
    hash.update(bytes.subarray(start + answerEnd, end))
  }
  return hash.digest('hex').slice(0, 16)
}
