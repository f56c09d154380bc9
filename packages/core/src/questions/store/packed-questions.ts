// Packs the questions of a dataset into bytes. A view is cut out of the JSON of a question, so that each question is stored
// once. All members are typed arrays, which can be transferred to another thread.
import { createHash } from 'node:crypto'
import { type ByteString, fromByteString } from '../../byte-string.ts'
import { drawOrder, hashId, type Key, keyOfQuestion, openStream } from '../../random/index.ts'
import { FACET_NAMES } from '../facets.ts'
import type { AnsweredQuestion } from '../question.ts'
import type { View } from '../selection.ts'
import { type ByteRange, type ByteRows, createByteRows, rowAt } from './byte-rows.ts'
import { type ByteWriter, createByteWriter } from './byte-writer.ts'

/**
 * The questions, one after the other. A row is the index of a question. Each row consists of three parts, so all that a view
 * needs of a question is in one place, which takes few accesses to the memory:
 *
 * - its JSON, `{"id":…,"question":…,"correct_answer":…,"options":[…],…}`. Only the first three members are in every question;
 * - its source, `,"source":…`, if it has one;
 * - a table. For a question with options, it starts with the number of the stream that orders them, the indexes of the
 *   sorted options, and the length of each option. It ends with the number of options and four lengths.
 */
export type PackedQuestions = ByteRows

/** Packed questions that questions are added to. */
export interface QuestionPacker {
  add(question: AnsweredQuestion): void
  /** Returns the id of a row that was added. */
  readId(row: number): string
  finish(): PackedQuestions
}

const ID_NAME = '{"id":'
const ANSWER_NAME = ',"correct_answer":'
const OPTIONS_NAME = ',"options":['
const SOURCE_NAME = ',"source":'

/** Creates a packer. @param capacity the expected number of bytes */
export function createPacker(capacity: number): QuestionPacker {
  const rows = createByteRows(capacity)
  const writer = createByteWriter()

  const writeOptions = (options: readonly string[]) => {
    writer.write(OPTIONS_NAME)
    const lengths = options.map((option, index) => {
      if (index > 0) writer.write(',')
      return writer.write(JSON.stringify(option))
    })
    writer.write(']')
    return lengths
  }
  return {
    add(question) {
      const idEnd = writer.write(ID_NAME + JSON.stringify(question.id))
      const answerStart = idEnd + writer.write(`,"question":${JSON.stringify(question.question)}`)
      const answerLength = writer.write(ANSWER_NAME + JSON.stringify(question.correct_answer))
      const { options = [] } = question
      const optionLengths = question.options ? writeOptions(options) : []
      for (const name of FACET_NAMES) {
        if (question[name] !== undefined) writer.write(`,"${name}":${JSON.stringify(question[name])}`)
      }
      writer.write('}')
      const { source } = question
      const sourceLength = source === undefined ? 0 : writer.write(SOURCE_NAME + JSON.stringify(source))
      if (options.length > 0) {
        for (const word of hashId(question.id)) writer.writeInt32(word)
        for (const index of sortIndexes(options)) writer.writeByte(index)
      }
      writeLengths(writer, { idEnd, answerStart, answerLength, optionLengths, sourceLength })
      rows.add(writer.take())
    },
    readId: (row) => parseId(readRow(rows.at(row))),
    finish: () => rows.finish(),
  }
}

/** The lengths of the parts of a question, in bytes. */
interface Lengths {
  /** The length of `{"id":…`. */
  readonly idEnd: number
  /** The length of `{"id":…,"question":…`. */
  readonly answerStart: number
  /** The length of `,"correct_answer":…`. */
  readonly answerLength: number
  /** The length of each option. */
  readonly optionLengths: readonly number[]
  /** The length of `,"source":…`, or 0. */
  readonly sourceLength: number
}

/** The bytes at the end of each table: the number of options, and four lengths. */
const FIXED_BYTES = 9

/** The bytes of the number of the stream that orders options. */
const STREAM_BYTES = 12

/** The bytes of the table of a row. Only questions with options have a stream, and the indexes of the sorted options. */
function tableLength(optionCount: number): number {
  return optionCount === 0 ? FIXED_BYTES : FIXED_BYTES + STREAM_BYTES + 3 * optionCount
}

/** Writes the end of the table of a row. The table is read from its end. */
function writeLengths(writer: ByteWriter, lengths: Lengths): void {
  for (const length of lengths.optionLengths) writer.writeUint16(length)
  writer.writeByte(lengths.optionLengths.length)
  writer.writeUint16(lengths.sourceLength)
  writer.writeUint16(lengths.idEnd)
  writer.writeUint16(lengths.answerStart)
  writer.writeUint16(lengths.answerLength)
}

/** A row: its JSON, and the numbers of its table that are at a fixed position. */
interface Row {
  readonly bytes: Buffer
  /** Where its table ends in `bytes`. */
  readonly end: number
  /** The JSON as a byte string. */
  readonly json: string
  /** The length of the source, which is between the JSON and the table. */
  readonly sourceLength: number
  readonly optionCount: number
  readonly idEnd: number
  readonly answerStart: number
  readonly answerEnd: number
}

function readRow({ bytes, start, end }: ByteRange): Row {
  const optionCount = bytes[end - FIXED_BYTES] as number
  const answerStart = bytes.readUint16LE(end - 4)
  const sourceLength = bytes.readUint16LE(end - 8)
  return {
    bytes,
    end,
    json: bytes.toString('latin1', start, end - tableLength(optionCount) - sourceLength),
    sourceLength,
    optionCount,
    idEnd: bytes.readUint16LE(end - 6),
    answerStart,
    answerEnd: answerStart + bytes.readUint16LE(end - 2),
  }
}

const rowOf = (packed: PackedQuestions, row: number) => readRow(rowAt(packed, row))

/** Returns the indexes of options in the order of the options by UTF-16 code units. */
function sortIndexes(options: readonly string[]): number[] {
  const less = (a: number, b: number) => (options[a] as string) < (options[b] as string)
  return options.map((_, index) => index).sort((a, b) => (less(a, b) ? -1 : less(b, a) ? 1 : 0))
}

/** Returns the id of a row. */
export function readId(packed: PackedQuestions, row: number): string {
  return parseId(rowOf(packed, row))
}

/** The JSON of a string that consists of its characters: ASCII without control characters, quotes and backslashes. */
const PLAIN = /^[ !#-[\]-~]*$/

function parseId({ json, idEnd }: Row): string {
  const plain = json.slice(ID_NAME.length + 1, idEnd - 1)
  return PLAIN.test(plain) ? plain : JSON.parse(decode(json.slice(ID_NAME.length, idEnd)))
}

const decode = (json: string) => fromByteString(json as ByteString)

/**
 * Returns a question in a view, as JSON.
 * @param key the key of the order of its options
 * @see docs/seed-contract.md, section 6
 */
export function readQuestion(packed: PackedQuestions, row: number, view: View, key: Key): ByteString {
  const found = rowOf(packed, row)
  const json = viewRow(found, view, key)
  return (view.includeSource ? `${json.slice(0, -1)}${readSource(found)}}` : json) as ByteString
}

/** Returns the source of a row as a member of JSON, or an empty string. */
function readSource({ bytes, end, optionCount, sourceLength }: Row): string {
  const sourceEnd = end - tableLength(optionCount)
  return bytes.toString('latin1', sourceEnd - sourceLength, sourceEnd)
}

/** Returns a question without its source. */
function viewRow(found: Row, { hideAnswers, shuffleOptions }: View, key: Key): string {
  const { json, optionCount, answerStart, answerEnd } = found
  if (!shuffleOptions || optionCount === 0) {
    return hideAnswers ? json.slice(0, answerStart) + json.slice(answerEnd) : json
  }
  const optionsStart = answerEnd + OPTIONS_NAME.length
  const head = hideAnswers
    ? json.slice(0, answerStart) + json.slice(answerEnd, optionsStart)
    : json.slice(0, optionsStart)
  return head + shuffleOptionsOf(found, optionsStart, key)
}

/** Returns the options of a row in the order of a key, and the rest of its JSON. */
function shuffleOptionsOf(
  { bytes, end: tableEnd, json, optionCount }: Row,
  optionsStart: number,
  key: Key,
): string {
  const lengths = tableEnd - FIXED_BYTES - 2 * optionCount
  const options: string[] = []
  let end = optionsStart
  for (let index = 0; index < optionCount; index++) {
    const start = index === 0 ? end : end + 1
    end = start + bytes.readUint16LE(lengths + 2 * index)
    options.push(json.slice(start, end))
  }
  const sorted = lengths - optionCount
  const stream = openStream(keyOfQuestion(key, readStream(bytes, sorted - STREAM_BYTES)))
  let shuffled = ''
  for (const position of drawOrder(stream, optionCount, 0, optionCount)) {
    const option = options[bytes[sorted + position] as number] as string
    shuffled = shuffled === '' ? option : `${shuffled},${option}`
  }
  return shuffled + json.slice(end)
}

function readStream(bytes: Buffer, offset: number): Key {
  return [bytes.readInt32LE(offset), bytes.readInt32LE(offset + 4), bytes.readInt32LE(offset + 8)]
}

/** Returns the correct answer to a question. */
export function readAnswer(packed: PackedQuestions, row: number): string {
  const { json, answerStart, answerEnd } = rowOf(packed, row)
  return JSON.parse(decode(json.slice(answerStart + ANSWER_NAME.length, answerEnd)))
}

/** Hashes the questions without their correct answers. Returns 16 hexadecimal digits. */
export function hashWithoutAnswers(packed: PackedQuestions): string {
  const hash = createHash('sha256')
  for (let row = 0; row < packed.ends.length - 1; row++) {
    const { json, answerStart, answerEnd } = rowOf(packed, row)
    hash.update(json.slice(0, answerStart) + json.slice(answerEnd), 'latin1')
  }
  return hash.digest('hex').slice(0, 16)
}
