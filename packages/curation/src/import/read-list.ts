// Reads questions as people write them in a text: Aiken, and lists with numbers before the questions, options with letters or boxes, and
// the correct one in a line such as `Answer: b` or with a mark. The names of lines are those of columns, in all their languages.
import { assertNoErrata, readPlace, refusal } from '@qb/core/questions'
import { EXPECTED_NO_PASSAGE, findPassageEnd, NOTE, readNote, readResult } from './list-answers.ts'
import {
  addNotes,
  explains,
  findPageLines,
  findVerdict,
  goesOn,
  hasPageLine,
  isNextLetter,
  MAX_BELOW,
  readBelow,
  readWrong,
  removeOthers,
  WRONG,
} from './list-below.ts'
import { type Block, createBlock, EXPECTED_ANSWER, finishBlock } from './list-block.ts'
import { writePlainly } from './list-forms.ts'
import { readTitle } from './list-key.ts'
import { assertAllKeyed, assertCounted, assertNoKey, assertSameEnd } from './list-key-faults.ts'
import { takeLetters } from './list-letters.ts'
import {
  HEADING,
  isAnswer,
  NAMED,
  NUMBER_ALONE,
  NUMBERED,
  nameOf,
  type Option,
  plain,
  readOption,
  splitLines,
} from './list-lines.ts'
import { splitParts } from './list-parts.ts'
import { findStyle, type Style } from './list-style.ts'
import { findKeyed, findStatements } from './list-truths.ts'
import { createListSource, type Listed } from './question-list.ts'
import type { Source } from './source.ts'

/**
 * Whether an option is none: its letter is not the first one, such as a statement `II.`, or its number does not follow that of the
 * option before, or is not followed by 2, as that of a question.
 */
function isText(
  { letter }: Option,
  { question, options, order }: Block,
  lines: readonly string[],
  at: number,
  { isMarked, key }: Style,
): boolean {
  if (!/\d/.test(letter)) return options.length === 0 && letter > 'A'
  const next = lines.slice(at + 1, at + 3).find((line) => line.trim() !== '') ?? ''
  // Above a key, what has no number is a title.
  const isFirst =
    (!key || order > 0) &&
    options.length === 0 &&
    /^[01]$/.test(letter) &&
    question !== '' &&
    readOption(plain(next))?.letter === String(Number(letter) + 1)
  const isAfter = options.length > 0 && options.at(-1)?.letter === String(Number(letter) - 1)
  return !isFirst && !(isAfter && (!(isMarked || key) || lines[at - 1]?.trim() !== ''))
}

/** Statements with numbers above options with letters, or above more text, belong to the question. */
function takeBack(block: Block): void {
  if (!block.options.every(({ letter }) => /\d/.test(letter))) return
  for (const { written, text } of block.options.splice(0)) block.question += `\n${written} ${text}`
}

/** Reads a list. Undefined when a text is none. @see https://docs.moodle.org/en/Aiken_format */
export function readListSource(given: string): Source | undefined {
  const text = removeOthers(given.replace(/\r\n?/g, '\n'))
  const parts = splitParts(text)?.map(readList)
  const listed = parts?.every((part) => part !== undefined) ? parts.flat() : readList(text)
  return listed && createListSource('a list of questions', 'line', listed, true)
}

function readList(given: string): Listed[] | undefined {
  const { text, key } = takeLetters(writePlainly(given))
  const style = findStyle(text, key)
  if (!style) return undefined
  const areGiven = /\b(?:your|my|given|chosen|correct|right|student(?:['’]s)?) answer\s*[:：]/i.test(text)
  assertNoErrata(text, (line) => isAnswer(plain(line)) || readTitle(line)?.isClear === true)
  if (!style.key && !style.isMarked) assertNoKey(text)
  const blocks: Block[] = []
  let block = createBlock(1)
  /** The last block, when a line with its answer ended it. */
  let answered: Block | undefined
  const endBlock = (number: number, reason = '') => {
    block.reason ||= reason
    blocks.push(block)
    answered = undefined
    block = createBlock(number)
  }
  /** Whether options have numbers, so that a key can be about those. */
  let hasNumbers = false
  /** The number that the next question has when the questions are numbered. */
  let expected: number | undefined
  /** Whether a number follows one that the key has not either. */
  const isMissing = (order: number) =>
    expected !== undefined &&
    order > expected &&
    style.key?.answers.has(order) &&
    !style.key.answers.has(expected)
  /** The number of the last question about the passage above. */
  let passageEnd = -1
  /** The last line of an explanation below its name. */
  let skipped = -1
  /** Whether a question ends where the next one starts, and not with its answer. */
  const endsBlocks = style.isMarked || style.key !== undefined
  const numbered = splitLines(text)
  const lines = numbered.map(({ line }) => line)
  const isPageLine = findPageLines(lines)
  for (const [index, { line: raw, number, isUnclear }] of numbered.entries()) {
    if (style.key && number >= style.key.line) break
    if (index <= skipped) continue
    const line = plain(raw)
    const option = readOption(line)
    const [, side = '', said = ''] = style.dialogue?.exec(line) ?? []
    const [, , order = '', value = ''] = NAMED.exec(line) ?? []
    const name = side === '' ? nameOf(line) : side.toUpperCase() === 'A' ? 'correct_answer' : 'question'
    const last = blocks.at(-1)
    // Code, and a long text, go on below an option with more indentation.
    const indented = raw.startsWith(block.indent) ? raw.slice(block.indent.length).trimEnd() : ''
    const lastOption = block.options.at(-1)
    // Below an answer, or below options with marks or a key, a line can say that another option is right.
    const isAbove = block.options.length === 0 && (block.question === '' || block.isBelow)
    const corrected = isAbove ? answered : endsBlocks && lastOption ? block : undefined
    const note = corrected && readNote(line, corrected.options, !block.isParagraph)
    const explained = block.question === '' ? last : (corrected ?? (lastOption && block))
    const owner = isAbove && answered ? answered : block
    // A line between options, such as `Score: __/10`, ended the question.
    if (option && endsBlocks && last && isAbove && !block.isAsked && isNextLetter(option, last))
      last.isBroken = true
    const isGiven = corrected && !areGiven && readResult(line) === false
    if (isGiven || WRONG.includes(name ?? '')) {
      if (isGiven) owner.denied = line
      else owner.wrong.push(...readWrong(line, value))
    } else if (!style.isMarked && name === 'correct_answer' && (order === '' || side !== '')) {
      if (last === undefined && block.question === '')
        throw refusal('answers below the questions', 'one above the first question')
      const written = (side === '' ? value : said).replaceAll('**', '').trim()
      // That of Aiken is always a letter, even when it is the text of an option.
      const answer = written.replace(/^[A-J]$/, line.startsWith('ANSWER: ') ? '$&)' : '$&')
      // Another answer of the question above, perhaps below a note.
      const isNote = block.isBelow || (!block.isAsked && !/[?？]/.test(block.question))
      const isAgain =
        block.options.length === 0 &&
        (block.question === '' ||
          (isNote && answered?.options.length !== 0 && readPlace(answer)?.kind === 'letter'))
      if (!answered || !isAgain) {
        blocks.push(block)
        answered = block
      }
      answered.answers.push(answer)
      block = createBlock(number + 1)
    } else if (name === 'explanation' && explained) {
      const below = value === '' ? readBelow(lines.slice(index + 1, index + MAX_BELOW)) : []
      explained.explanation = value || below.join('\n')
      skipped = index + below.length
      if (explained !== block) block.number = number + 1
    } else if (answered && option && block.question === '' && isNextLetter(option, answered)) {
      answered.options.push(option)
    } else if (option && answered && explains(option, block, answered)) {
      // The letter alone says nothing of the answer.
      answered.notes.push(option.text)
    } else if (option && !isText(option, block, lines, index, style)) {
      if (!/\d/.test(option.letter)) takeBack(block)
      block.options.push(option)
      hasNumbers ||= /\d/.test(option.letter)
      block.isBroken ||= isUnclear === true
      block.indent = /^\s*/.exec(raw)?.[0] ?? ''
    } else if (line === '') block.isParagraph ||= block.question !== ''
    else if (/^\s/.test(indented) && lastOption && lines[index - 1]?.trim())
      lastOption.text += `\n${indented}`
    else if (lastOption && goesOn(lastOption, block, lines, index)) {
      block.isBroken ||= isPageLine(line)
      lastOption.text += `\n${line}`
    } else if (style.dialogue && name !== 'question' && block.number === number && last)
      last.reason = 'expected an answer on one line'
    else if (note !== undefined) corrected?.notes.push(note)
    else if (!NOTE.test(line)) {
      const heading = HEADING.exec(line)?.[1]
      const alone = NUMBER_ALONE.exec(heading ?? line)
      const [, digits = '', rest = ''] = alone ?? NUMBERED.exec(heading ?? line) ?? []
      const isRestart = digits === '1' && block.options.length === 0
      const isNumbered =
        alone !== null ||
        (digits !== '' &&
          (expected === undefined || Number(digits) === expected || isRestart || isMissing(Number(digits))))
      const isNext = isNumbered || heading !== undefined || name === 'question'
      // A date in a question can start a line, as in `Who won on` above `3. October 1990?`.
      const isEnded = block.options.length > 0 || /[^\p{L}\p{N},]$/u.test(block.question)
      const isAgain = digits !== '' && Number(digits) < (expected ?? 0) && (isRestart || alone || isEnded)
      if (style.key && isAgain) throw refusal('one number for each question of the key', `${digits} again`)
      if (isNumbered) expected = Number(digits) + 1
      const written = isNumbered ? rest : side !== '' ? said : name === 'question' ? value : (heading ?? line)
      if (!isNext && !endsBlocks) takeBack(block)
      if (block.options.length > 0 && (isNext || endsBlocks)) endBlock(number)
      // A line below an option can be a part of it, or the question of a block whose answer is missing.
      if (block.options.length > 0) block.isBroken = true
      // What is above a number belongs to the question before: notes, and titles of sections. So do lines directly below an answer.
      const areNotes = isNext || (block.isParagraph && block.isBelow)
      if (block.question === '' || areNotes) {
        if (block.isAsked && block.question !== '') endBlock(number, style.key ? '' : EXPECTED_ANSWER)
        else {
          if (!areGiven) addNotes(answered, block)
          if (block.question !== '') passageEnd = findPassageEnd(block.question)
        }
        block.isBelow = block.question === '' && block.number === number && !isNext
        const isAsked =
          (isNext && (alone !== null || heading === undefined || /[?？]\W*$/.test(heading))) ||
          (block.isAsked && block.question === '')
        const own = isNumbered ? Number(digits) : block.order
        const reason = isNext && own <= passageEnd ? EXPECTED_NO_PASSAGE : ''
        Object.assign(block, { question: written, number, order: own, isParagraph: false, isAsked, reason })
        if (isNext && block.options.length === 0) block.isBroken = false
      } else {
        if (block.isParagraph) block.isBroken = true
        block.question += `\n${raw.trimEnd()}`
      }
    }
  }
  if (block.question !== '' && (block.options.length > 0 || !block.isBelow)) blocks.push(block)
  else if (!areGiven) answered?.notes.push(block.question)
  const bulleted = /^[-•–*]\s+(?=\S)/
  if (blocks.every(({ question }) => bulleted.test(question)))
    for (const one of blocks) one.question = one.question.replace(bulleted, '')
  const keyOf = ({ order }: Block) => style.key?.answers.get(order)
  const open = blocks.flatMap((ended) => {
    const answer = ended.options.length === 0 ? keyOf(ended) : undefined
    return answer === undefined ? [] : [{ question: ended.question, answer }]
  })
  const signed = findStatements(text)
  const statements = signed?.isTitle ? signed : (findKeyed(text, open, signed?.pair) ?? signed)
  if (!style.isMarked) assertAllKeyed(blocks, style.key)
  assertCounted(blocks)
  const listed = blocks.map((ended) => {
    if (!areGiven) ended.denied ||= findVerdict(ended.question)
    ended.isBroken ||= hasPageLine(ended.question)
    const lines = style.key?.explanations?.get(ended.order) ?? []
    ended.explanation ||= lines.join(' ')
    ended.notes.push(...lines.flatMap((line) => readNote(line, ended.options, true) ?? []))
    const item = finishBlock(ended, statements, keyOf(ended))
    return 'reason' in item ? { ...item, question: ended.question } : item
  })
  const leftOut = listed.filter((item) => 'reason' in item).length
  if (leftOut > 0 && leftOut < listed.length) assertSameEnd(blocks, style.key)
  if (style.key && hasNumbers && listed.some((item) => 'answer' in item))
    throw refusal('a key of questions', 'one that can be of options with numbers, too')
  return listed
}
