// Packs the questions of a dataset into one Buffer of JSON, with tables of lengths. A view is cut out of the JSON of a
// question, so that each question is stored once. All members are typed arrays, which can be transferred to another thread.
import { createHash } from 'node:crypto'
import type { ByteString } from '../../byte-string.ts'
import { drawSample, extendName, type StreamName } from '../../random/index.ts'
import { FACET_NAMES } from '../facets.ts'
import type { AnsweredQuestion } from '../question.ts'
import type { View } from '../selection.ts'
import { createByteWriter } from './byte-writer.ts'
import { createGrowingArray } from './growing-array.ts'

/**
 * The questions as JSON. A row is the index of a question. The JSON of a question is
 * `{"id":…,"question":…,"correct_answer":…,"options":[…],…}`; only the first three members are in every question.
 */
export interface PackedQuestions {
  readonly bytes: Buffer
  /** Where each row starts in `bytes`, and where the last one ends. */
  readonly starts: Uint32Array
  /** The length of `{"id":…`, in bytes. */
  readonly idEnds: Uint16Array
  /** The length of `{"id":…,"question":…`, in bytes. */
  readonly answerStarts: Uint16Array
  /** The length of `,"correct_answer":…`, in bytes. */
  readonly answerLengths: Uint16Array
  /** The index of the first option of each row in the tables of options, and the number of all options. */
  readonly firstOptions: Uint32Array
  /** The length of each option in its row, in bytes. */
  readonly optionLengths: Uint16Array
  /** For each row, the indexes of its options in sorted order. */
  readonly sortedOptions: Uint8Array
}

/** Packed questions that questions are added to. */
export interface QuestionPacker {
  add(question: AnsweredQuestion): void
  /** Returns the id of a row that was added. */
  readId(row: number): string
  finish(): PackedQuestions
}

const ANSWER_NAME = ',"correct_answer":'
const OPTIONS_NAME = ',"options":['

/** Creates a packer. @param capacity the expected number of bytes */
export function createPacker(capacity: number): QuestionPacker {
  const writer = createByteWriter(capacity)
  const starts = createGrowingArray(Uint32Array)
  const idEnds = createGrowingArray(Uint16Array)
  const answerStarts = createGrowingArray(Uint16Array)
  const answerLengths = createGrowingArray(Uint16Array)
  const firstOptions = createGrowingArray(Uint32Array)
  const optionLengths = createGrowingArray(Uint16Array)
  const sortedOptions = createGrowingArray(Uint8Array)
  let optionCount = 0
  starts.push(0)
  firstOptions.push(0)

  const addOptions = (options: readonly string[]) => {
    writer.write(OPTIONS_NAME)
    for (const [index, option] of options.entries()) {
      if (index > 0) writer.write(',')
      optionLengths.push(writer.write(JSON.stringify(option)))
    }
    writer.write(']')
    for (const index of sortIndexes(options)) sortedOptions.push(index)
    optionCount += options.length
  }
  return {
    add(question) {
      const idEnd = writer.write(`{"id":${JSON.stringify(question.id)}`)
      idEnds.push(idEnd)
      answerStarts.push(idEnd + writer.write(`,"question":${JSON.stringify(question.question)}`))
      answerLengths.push(writer.write(ANSWER_NAME + JSON.stringify(question.correct_answer)))
      if (question.options) addOptions(question.options)
      firstOptions.push(optionCount)
      for (const name of FACET_NAMES) {
        if (question[name] !== undefined) writer.write(`,"${name}":${JSON.stringify(question[name])}`)
      }
      writer.write('}')
      starts.push(writer.length)
    },
    readId: (row) => parseId(writer.read(starts.at(row), starts.at(row) + idEnds.at(row))),
    finish: () => ({
      bytes: writer.finish(),
      starts: starts.finish(),
      idEnds: idEnds.finish(),
      answerStarts: answerStarts.finish(),
      answerLengths: answerLengths.finish(),
      firstOptions: firstOptions.finish(),
      optionLengths: optionLengths.finish(),
      sortedOptions: sortedOptions.finish(),
    }),
  }
}

/** Returns the indexes of options in the order of the options by UTF-16 code units. */
function sortIndexes(options: readonly string[]): number[] {
  const less = (a: number, b: number) => (options[a] as string) < (options[b] as string)
  return options.map((_, index) => index).sort((a, b) => (less(a, b) ? -1 : less(b, a) ? 1 : 0))
}

/** Returns the id of a row. */
export function readId({ bytes, starts, idEnds }: PackedQuestions, row: number): string {
  const start = starts[row] as number
  return parseId(bytes.subarray(start, start + (idEnds[row] as number)))
}

/** @param json the start of the JSON of a question: `{"id":…` */
function parseId(json: Buffer): string {
  return JSON.parse(json.toString('utf8', '{"id":'.length))
}

/**
 * Returns a question in a view, as JSON.
 * @param optionsName the name of the stream that orders its options, without its id
 * @see docs/seed-contract.md, section 7
 */
export function readQuestion(
  packed: PackedQuestions,
  row: number,
  { hideAnswers, shuffleOptions }: View,
  optionsName: StreamName,
): ByteString {
  const { bytes, starts, answerStarts, answerLengths, firstOptions } = packed
  const json = bytes.toString('latin1', starts[row], starts[row + 1])
  const answerStart = answerStarts[row] as number
  const answerEnd = answerStart + (answerLengths[row] as number)
  const hasOptions = firstOptions[row] !== firstOptions[row + 1]
  if (!shuffleOptions || !hasOptions) {
    return (hideAnswers ? json.slice(0, answerStart) + json.slice(answerEnd) : json) as ByteString
  }
  const optionsStart = answerEnd + OPTIONS_NAME.length
  const head = hideAnswers
    ? json.slice(0, answerStart) + json.slice(answerEnd, optionsStart)
    : json.slice(0, optionsStart)
  return (head + shuffleOptionsOf(packed, row, json, optionsStart, optionsName)) as ByteString
}

/** Returns the options of a row in the order of a stream, and the rest of its JSON. */
function shuffleOptionsOf(
  packed: PackedQuestions,
  row: number,
  json: string,
  optionsStart: number,
  optionsName: StreamName,
): string {
  const { firstOptions, optionLengths, sortedOptions } = packed
  const first = firstOptions[row] as number
  const count = (firstOptions[row + 1] as number) - first
  const options: string[] = []
  let end = optionsStart
  for (let index = first; index < first + count; index++) {
    const start = index === first ? end : end + 1
    end = start + (optionLengths[index] as number)
    options.push(json.slice(start, end))
  }
  let shuffled = ''
  for (const position of drawSample(extendName(optionsName, readId(packed, row)), count, 0, count)) {
    const option = options[sortedOptions[first + position] as number] as string
    shuffled = shuffled === '' ? option : `${shuffled},${option}`
  }
  return shuffled + json.slice(end)
}

/** Returns the correct answer to a question. */
export function readAnswer(packed: PackedQuestions, row: number): string {
  const { bytes, starts, answerStarts, answerLengths } = packed
  const start = (starts[row] as number) + (answerStarts[row] as number)
  return JSON.parse(
    bytes.toString('utf8', start + ANSWER_NAME.length, start + (answerLengths[row] as number)),
  )
}

/** Hashes the questions without their correct answers. Returns 16 hexadecimal digits. */
export function hashWithoutAnswers({ bytes, starts, answerStarts, answerLengths }: PackedQuestions): string {
  const hash = createHash('sha256')
  let previousEnd = 0
  for (const [row, answerStart] of answerStarts.entries()) {
    const start = (starts[row] as number) + answerStart
    hash.update(bytes.subarray(previousEnd, start))
    previousEnd = start + (answerLengths[row] as number)
  }
  return hash.update(bytes.subarray(previousEnd)).digest('hex').slice(0, 16)
}
