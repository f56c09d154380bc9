// Keeps a question as its JSON in UTF-8, made at load, and renders the views of it from parts of this JSON.
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

/** A question as JSON. Positions are indexes of bytes of `json`. */
export interface StoredQuestion {
  /** The question as a JSON object without its opening brace and without `source`. */
  readonly json: Buffer
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
  /** The member `,"source":…`. Empty for a question without a source. */
  readonly source: string
}

const OPTIONS_START = Buffer.from(',"options":[')
const [COMMA, OPTIONS_END] = [Buffer.from(','), Buffer.from(']')]

export function storeQuestion(question: AnsweredQuestion): StoredQuestion {
  const { id, options } = question
  const member = (name: keyof AnsweredQuestion) =>
    question[name] === undefined ? '' : `,"${name}":${JSON.stringify(question[name])}`
  const start = `"id":${JSON.stringify(id)}${member('question')}`
  const answer = member('correct_answer') + member('explanation')
  const parts = [start, answer, member('options'), `${FACET_NAMES.map(member).join('')}}`]
  const [answerStart = 0, answerSize = 0, optionsSize = 0] = parts.map((part) => Buffer.byteLength(part))
  return {
    json: Buffer.from(parts.join('')),
    answerStart,
    answerEnd: answerStart + answerSize,
    optionsEnd: answerStart + answerSize + optionsSize,
    sortedOptions: locateOptions(options ?? [], answerStart + answerSize + OPTIONS_START.length),
    idHash: hashId(id),
    source: member('source'),
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
  return JSON.parse(`{${json.subarray(0, -1)}${source}}`)
}

/** Returns the parts of `json` without the correct answer and its explanation. */
export function hideAnswer({ json, answerStart, answerEnd }: StoredQuestion): readonly Buffer[] {
  return [json.subarray(0, answerStart), json.subarray(answerEnd)]
}

/**
 * Renders a question as a JSON object without its opening brace, in parts.
 * @param optionsKey the key of the order of the options. Undefined when the view does not shuffle them
 * @see docs/seed-contract.md, section 6
 */
export function renderQuestion(
  question: StoredQuestion,
  view: View,
  optionsKey: Key | undefined,
): readonly Buffer[] {
  const { json, answerStart, answerEnd, optionsEnd, sortedOptions, source } = question
  const isShuffled = optionsKey !== undefined && sortedOptions.length > 0
  const hasSource = view.includeSource && source !== ''
  if (!view.hideAnswers && !isShuffled && !hasSource) return [json]
  return [
    json.subarray(0, view.hideAnswers ? answerStart : answerEnd),
    ...(isShuffled ? shuffleOptions(question, optionsKey) : [json.subarray(answerEnd, optionsEnd)]),
    ...(hasSource ? [json.subarray(optionsEnd, -1), Buffer.from(`${source}}`)] : [json.subarray(optionsEnd)]),
  ]
}

function shuffleOptions({ json, sortedOptions, idHash }: StoredQuestion, optionsKey: Key): Buffer[] {
  const stream = openStream(keyOfQuestion(optionsKey, idHash))
  const count = sortedOptions.length / 2
  const parts: Buffer[] = []
  for (const index of drawOrder(stream, count, 0, count)) {
    const option = json.subarray(sortedOptions[2 * index], sortedOptions[2 * index + 1])
    parts.push(parts.length === 0 ? OPTIONS_START : COMMA, option)
  }
  return [...parts, OPTIONS_END]
}
