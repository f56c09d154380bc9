// Reads Aiken: a question, its options with letters, and a line with the letter of the correct one.
import { createListSource, describeKind, type Listed } from './question-list.ts'
import type { Source } from './source.ts'

const OPTION = /^([A-Z])[.)]\s+(.*)$/
const ANSWER = /^ANSWER:\s*(.*)$/i

/** Whether a text is Aiken: it has options with letters, and lines with answers. */
export function isAiken(text: string): boolean {
  return /^ANSWER:/im.test(text) && /^A[.)]\s/m.test(text)
}

/** @see https://docs.moodle.org/en/Aiken_format */
export function readAikenSource(text: string): Source {
  const listed: Listed[] = []
  let block = createBlock(1)
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = raw.trim()
    const [, letter = '', option = ''] = OPTION.exec(line) ?? []
    const answer = ANSWER.exec(line)?.[1]
    if (answer !== undefined) {
      listed.push(finish(block, answer.trim()))
      block = createBlock(index + 2)
    } else if (letter !== '') block.options.push({ letter, text: option })
    else if (line !== '') {
      if (block.question === '') block.number = index + 1
      // A line below an option can be a part of it, or the question of a block whose answer is missing.
      if (block.options.length > 0) block.isBroken = true
      block.question = block.question === '' ? line : `${block.question}\n${line}`
    }
  }
  if (block.question !== '')
    listed.push({ number: block.number, reason: 'expected a line such as ANSWER: B, got none' })
  return createListSource('Aiken', 'line', listed)
}

function createBlock(number: number) {
  const options: { letter: string; text: string }[] = []
  return { number, question: '', options, isBroken: false }
}

function finish(
  { number, question, options, isBroken }: ReturnType<typeof createBlock>,
  answer: string,
): Listed {
  const areInOrder = options.every(({ letter }, index) => letter === String.fromCharCode(65 + index))
  const correct = options.filter(({ letter }) => letter === answer.toUpperCase())
  if (isBroken || !areInOrder || question === '' || options.length < 2)
    return { number, reason: 'expected a question and options from A on, each on one line' }
  if (correct.length !== 1) return { number, reason: describeKind(`the answer ${JSON.stringify(answer)}`) }
  return {
    number,
    question,
    options: options.map(({ letter, text }) => ({ text, isCorrect: letter === answer.toUpperCase() })),
  }
}
