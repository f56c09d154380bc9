// Keeps a question as its JSON in UTF-8, made at load, and renders the views of it from parts of this JSON. The bytes are kept as a
// string that has one character, from U+0000 to U+00FF, for each byte (“latin1” in Node.js), because parts of strings are joined faster
// than buffers.
import { drawOrder, hashId, type Key, keyOfQuestion, openStream } from '../random/index.ts'
import { FACET_NAMES } from './facets.ts'
import type { AnsweredQuestion } from './question.ts'

/** How questions are represented. */
export interface View {
  /** Whether `correct_answer` is omitted. */
  readonly hideAnswers: boolean
  /** Whether options are ordered by the seed and the id of the question. */
  readonly shuffleOptions: boolean
  /** Whether `source` is included. It can reveal the answer, so it is never combined with `hideAnswers`. */
  readonly includeSource: boolean
}

/** A question as JSON. Positions are indexes of `json`. */
export interface StoredQuestion {
  /** The bytes of the question as a JSON object without its opening brace and without `source`. */
  readonly json: string
  /** The position of the members `,"correct_answer":…` and `,"explanation":…`. */
  readonly answerStart: number
  /** The position after them, where the member `,"options":[…]` begins, if the question has one. */
  readonly answerEnd: number
  /** The position after the options, where the members of the facets and the closing brace begin. */
  readonly optionsEnd: number
  /**
   * The start and the end of each option, one after the other. The options are sorted by their UTF-16 code units. A buffer for
   * each option would take more memory than the question.
   */
  readonly sortedOptions: readonly number[]
  readonly idHash: Key
  /** The bytes of the member `,"source":…`. Empty for a question without a source. */
  readonly source: string
}

const OPTIONS_START = ',"options":['

/** Encodes a text in UTF-8, with one character for each byte. */
export function toUtf8(text: string): string {
  return Buffer.from(text).toString('latin1')
}

export function storeQuestion(question: AnsweredQuestion): StoredQuestion {
  const { id, options } = question
  const member = (name: keyof AnsweredQuestion) =>
    question[name] === undefined ? '' : `,"${name}":${JSON.stringify(question[name])}`
  const start = `"id":${JSON.stringify(id)}${member('question')}`
  const answer = member('correct_answer') + member('explanation')
  const parts = [start, answer, member('options'), `${FACET_NAMES.map(member).join('')}}`]
  const [answerStart = 0, answerSize = 0, optionsSize = 0] = parts.map((part) => Buffer.byteLength(part))
  return {
    json: toUtf8(parts.join('')),
    answerStart,
    answerEnd: answerStart + answerSize,
    optionsEnd: answerStart + answerSize + optionsSize,
    sortedOptions: locateOptions(options ?? [], answerStart + answerSize + OPTIONS_START.length),
    idHash: hashId(id),
    source: toUtf8(member('source')),
  }
}

/** @param start the position of the first option */
function locateOptions(options: readonly string[], start: number): number[] {
  let end = start - 1
  const located = options.map((option) => {
    const optionStart = end + 1
    end = optionStart + Buffer.byteLength(JSON.stringify(option))
    return { option, range: [optionStart, end] }
  })
  return located.sort((a, b) => (a.option < b.option ? -1 : 1)).flatMap(({ range }) => range)
}

/** Reads a question with all its members. */
export function readQuestion({ json, source }: StoredQuestion): AnsweredQuestion {
  return JSON.parse(Buffer.from(`{${json.slice(0, -1)}${source}}`, 'latin1').toString())
}

/** Returns `json` without the correct answer and its explanation. */
export function hideAnswer({ json, answerStart, answerEnd }: StoredQuestion): string {
  return json.slice(0, answerStart) + json.slice(answerEnd)
}

/**
 * Renders the bytes of a question as a JSON object without its opening brace.
 * @param optionsKey the key of the order of the options. Undefined when the view does not shuffle them
 * @see docs/seed-contract.md, section 6
 */
export function renderQuestion(question: StoredQuestion, view: View, optionsKey: Key | undefined): string {
  const { json, answerStart, answerEnd, optionsEnd, sortedOptions, source } = question
  const isShuffled = optionsKey !== undefined && sortedOptions.length > 0
  const hasSource = view.includeSource && source !== ''
  if (!view.hideAnswers && !isShuffled && !hasSource) return json
  const start = json.slice(0, view.hideAnswers ? answerStart : answerEnd)
  const options = isShuffled ? shuffleOptions(question, optionsKey) : json.slice(answerEnd, optionsEnd)
  const end = hasSource ? `${json.slice(optionsEnd, -1)}${source}}` : json.slice(optionsEnd)
  return start + options + end
}

function shuffleOptions({ json, sortedOptions, idHash }: StoredQuestion, optionsKey: Key): string {
  const stream = openStream(keyOfQuestion(optionsKey, idHash))
  const count = sortedOptions.length / 2
  const options = drawOrder(stream, count, 0, count).map((index) =>
    json.slice(sortedOptions[2 * index], sortedOptions[2 * index + 1]),
  )
  return `${OPTIONS_START}${options.join(',')}]`
}
