// Reads Aiken: a question, its options with letters, and a line with the letter of the correct one. People write it with numbers before
// the questions, small letters, and the text of the correct option, too.
import { createListSource, describeKind, type Listed } from './question-list.ts'
import type { Source } from './source.ts'

const OPTION = /^\(?([A-Z])[.)]\s+(.*)$/i
const ANSWER = /^(?:correct )?ans(?:wer)?:\s*(.*)$/i
/** A line below the answer, and not the next question. */
const EXPLANATION = /^(?:explanation|rationale|feedback|reason|erklärung|explication|explicación):\s*(.*)$/i

/** A question with its number. */
const NUMBERED = /^Q?(\d{1,3})[.):]\s+(\S.*)$/i

/** Whether a text is Aiken: it has options with letters, and lines with answers. */
export function isAiken(text: string): boolean {
  return /^(?:correct )?ans(?:wer)?:/im.test(text) && /^\s*\(?A[.)]\s/im.test(text)
}

/** @see https://docs.moodle.org/en/Aiken_format */
export function readAikenSource(text: string): Source {
  const listed: Listed[] = []
  let block = createBlock(1)
  /** The number that the next question has when the questions are numbered. */
  let expected: number | undefined
  const lines = text.split(/\r\n|\n|\r/)
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim()
    // Documents can have options in two columns.
    const [first = '', ...others] = line.split(/(?:\t|\s{2,80})(?=\(?[B-Z][.)]\s)/i)
    const [, letter = '', option = ''] = OPTION.exec(others.length > 0 ? first.trim() : line) ?? []
    const answer = ANSWER.exec(line)?.[1]
    const explanation = EXPLANATION.exec(line)?.[1]
    const last = listed.at(-1)
    // Code, and a long text, go on below an option with more indentation.
    const indented =
      raw.startsWith(block.indent) &&
      /^\s/.test(raw.slice(block.indent.length)) &&
      raw.slice(block.indent.length).trimEnd()
    const lastOption = block.options.at(-1)
    if (answer !== undefined) {
      listed.push(finish(block, answer.trim().replace(/^\(?([a-z])[.)]$/i, '$1')))
      block = createBlock(index + 2)
    } else if (explanation !== undefined && block.question === '' && last !== undefined) {
      if ('question' in last) listed.splice(-1, 1, { ...last, explanation })
      block.number = index + 2
    } else if (letter !== '') {
      for (const one of [`${letter}) ${option}`, ...others]) {
        const [, name = '', shown = ''] = OPTION.exec(one.trim()) ?? []
        block.options.push({ letter: name.toUpperCase(), text: shown })
      }
      if (others.length > 0) block.isInColumns = true
      block.indent = /^\s*/.exec(raw)?.[0] ?? ''
    } else if (line === '') block.isParagraph ||= block.question !== ''
    else if (indented && lastOption && lines[index - 1]?.trim()) lastOption.text += `\n${indented}`
    else {
      // A line below an option can be a part of it, or the question of a block whose answer is missing.
      if (block.options.length > 0) block.isBroken = true
      const [, number = '', text = line] = NUMBERED.exec(line) ?? []
      const isNext = number !== '' && (expected === undefined || Number(number) === expected)
      if (isNext) expected = Number(number) + 1
      // What is above a number belongs to the question before: notes, and titles of sections. So do lines directly below an answer.
      const areNotes = isNext || (block.isParagraph && block.isBelow)
      if (block.question === '' || areNotes) {
        block.isBelow = block.question === '' && block.number === index + 1
        Object.assign(block, { question: isNext ? text : line, number: index + 1, isParagraph: false })
      } else {
        if (block.isParagraph) block.isBroken = true
        block.question += `\n${raw.trimEnd()}`
      }
    }
  }
  if (block.question !== '' && (block.options.length > 0 || !block.isBelow))
    listed.push({ number: block.number, reason: 'expected a line such as ANSWER: B, got none' })
  return createListSource('Aiken', 'line', listed)
}

function createBlock(number: number) {
  const options: { letter: string; text: string }[] = []
  return {
    number,
    question: '',
    options,
    /** The white space before the last option. */
    indent: '',
    isBroken: false,
    isParagraph: false,
    isBelow: false,
    isInColumns: false,
  }
}

function finish(
  { number, question, options, isBroken, isInColumns }: ReturnType<typeof createBlock>,
  answer: string,
): Listed {
  if (isInColumns) options.sort((a, b) => a.letter.localeCompare(b.letter))
  const areInOrder = options.every(({ letter }, index) => letter === String.fromCharCode(65 + index))
  const [, label = answer, text] = OPTION.exec(answer) ?? []
  const isCorrect = (one: { letter: string; text: string }) =>
    (one.letter === label.toUpperCase() && (text === undefined || text === one.text)) || one.text === answer
  const correct = options.filter(isCorrect)
  if (isBroken || !areInOrder || question === '' || options.length < 2)
    return { number, reason: 'expected a question and options from A on, each on one line' }
  if (correct.length !== 1) return { number, reason: describeKind(`the answer ${JSON.stringify(answer)}`) }
  return {
    number,
    question,
    options: options.map((one) => ({ text: one.text, isCorrect: isCorrect(one) })),
  }
}
