// Reads questions as people write them in a text: Aiken, and lists with numbers before the questions, options with letters or boxes, and
// the correct one in a line such as `Answer: b` or with a mark. The names of lines are those of columns, in all their languages.
import {
  assertNoErrata,
  foldCase,
  ImportError,
  MAX_LINE_LENGTH,
  quote,
  readMark,
  readPlace,
} from '@qb/core/questions'
import { NOTE, readNote, readResult, selectOptions } from './list-answers.ts'
import { writePlainly } from './list-forms.ts'
import { assertNoKey, type Key, readKey, takeLetters } from './list-key.ts'
import {
  HEADING,
  INITIALS,
  isAnswer,
  labelsOf,
  NAMED,
  NUMBER_ALONE,
  NUMBERED,
  nameOf,
  type Option,
  plain,
  readLabel,
  readOption,
  SAMPLE,
  splitLines,
} from './list-lines.ts'
import { createListSource, describeKind, type Listed, type ListedQuestion } from './question-list.ts'
import type { Source } from './source.ts'

/** The box of an option that is not ticked, behind its text. */
const EMPTY_BOX = /(?<!\s)\s*(?:☐\ufe0f?|(?<=\s)\[\s?\])$/u

/** A line of a dialogue: `Q: Who?` and `A: I`, or `A. I` when no options have letters. */
const DIALOGUES = [/^([QA])(?:\s*:|\s*\d+\s*[.:)])\s*(\S.*)$/i, /^([QA])\s*\d*\s*[.:)]\s*(\S.*)$/] as const

/** How a list says which options are correct: with marks, in a key below the questions, or else in a line below each question. */
interface Style {
  readonly isMarked: boolean
  readonly key?: Key | undefined
  readonly dialogue?: RegExp | undefined
}

/** The style of a list. Undefined when a text is none. */
function findStyle(text: string, beside: Key | undefined): Style | undefined {
  const lines = splitLines(text, SAMPLE).map(({ line }) => plain(line))
  const has = (test: (line: string) => boolean) => lines.some(test)
  const dialogue = DIALOGUES[has((line) => /^\(?B[.)]\s/i.test(line)) ? 0 : 1]
  const isDialogue = ['q', 'a'].every((sign) =>
    has((line) => dialogue.exec(line)?.[1]?.toLowerCase() === sign),
  )
  if (isDialogue && !has((line) => /^B\s*:/i.test(line))) return { isMarked: false, dialogue }
  const options = lines.flatMap((line) => readOption(line) ?? [])
  const isFirst = options.some(({ letter }) => letter === 'A' || letter === '1')
  const hasQuestions = has(
    (line) =>
      NUMBERED.test(line) || nameOf(line) === 'question' || NUMBER_ALONE.test(line.replace(/^#+\s/, '')),
  )
  const key = beside ?? (isFirst && hasQuestions ? readKey(text) : undefined)
  if (key) return { isMarked: false, key }
  // A list of what to do, or of pros and cons, has boxes or signs too.
  const areBoxed = options.some(({ letter }) => letter === '')
  const areQuestions = hasQuestions || has((line) => !readOption(line) && /(?:[?？…]|_{2})\W*$/.test(line))
  const hasOptions = isFirst || (areBoxed && areQuestions)
  if (
    (hasOptions || hasQuestions) &&
    has((line) => nameOf(line) === 'correct_answer' && NAMED.exec(line)?.[3] !== '')
  )
    return { isMarked: false }
  const isMarked = hasOptions && options.some((option) => option.isMarked || option.isWrong)
  return isMarked ? { isMarked } : undefined
}

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
  const { text, key } = takeLetters(writePlainly(given))
  const style = findStyle(text, key)
  if (!style) return undefined
  const areGiven = /\b(?:your|my|given|chosen|correct|right|student(?:['’]s)?) answer\s*[:：]/i.test(text)
  const areStatements = TRUE_FALSE.test(text)
  assertNoErrata(text, (line) => isAnswer(plain(line)))
  if (!style.key && !style.isMarked) assertNoKey(text)
  const blocks: Block[] = []
  let block = createBlock(1)
  /** The last block, when a line with its answer ended it. */
  let answered: Block | undefined
  const endBlock = (number: number, reason = '') => {
    block.reason = reason
    blocks.push(block)
    answered = undefined
    block = createBlock(number)
  }
  /** Whether options have numbers, so that a key can be about those. */
  let hasNumbers = false
  /** The number that the next question has when the questions are numbered. */
  let expected: number | undefined
  /** The last line of an explanation below its name. */
  let skipped = -1
  /** Whether a question ends where the next one starts, and not with its answer. */
  const endsBlocks = style.isMarked || style.key !== undefined
  const numbered = splitLines(text)
  const lines = numbered.map(({ line }) => line)
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
    const explained = block.question === '' ? last : corrected
    const owner = isAbove && answered ? answered : block
    const isGiven = corrected && !areGiven && readResult(line) === false
    if (isGiven || WRONG.includes(name ?? '')) {
      if (isGiven) owner.denied = line
      else owner.wrong.push(...readWrong(line, value))
    } else if (!style.isMarked && name === 'correct_answer' && (order === '' || side !== '')) {
      if (last === undefined && block.question === '')
        throw new ImportError('expected answers below the questions', ', got one above the first question')
      const answer = (side === '' ? value : said).replaceAll('**', '').trim()
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
    } else if (option && !isText(option, block, lines, index, style)) {
      if (!/\d/.test(option.letter)) takeBack(block)
      block.options.push(option)
      hasNumbers ||= /\d/.test(option.letter)
      block.isBroken ||= isUnclear === true
      block.indent = /^\s*/.exec(raw)?.[0] ?? ''
    } else if (line === '') block.isParagraph ||= block.question !== ''
    else if (/^\s/.test(indented) && lastOption && lines[index - 1]?.trim())
      lastOption.text += `\n${indented}`
    else if (lastOption && goesOn(lastOption, block, lines, index)) lastOption.text += `\n${line}`
    else if (style.dialogue && name !== 'question' && block.number === number && last)
      last.reason = 'expected an answer on one line'
    else if (note !== undefined) corrected?.notes.push(note)
    else if (!NOTE.test(line)) {
      const heading = HEADING.exec(line)?.[1]
      const alone = NUMBER_ALONE.exec(heading ?? line)
      const [, digits = '', rest = ''] = alone ?? NUMBERED.exec(heading ?? line) ?? []
      const isRestart = digits === '1' && block.options.length === 0
      const isNumbered =
        alone !== null ||
        (digits !== '' && (expected === undefined || Number(digits) === expected || isRestart))
      const isNext = isNumbered || heading !== undefined || name === 'question'
      if (style.key && isRestart && expected !== undefined)
        throw new ImportError('expected one number for each question of the key', ', got 1 again')
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
        else if (!areGiven) addNotes(answered, block)
        block.isBelow = block.question === '' && block.number === number && !isNext
        const isAsked =
          (isNext && (alone !== null || heading === undefined || /[?？]\W*$/.test(heading))) ||
          (block.isAsked && block.question === '')
        const own = isNumbered ? Number(digits) : block.order
        Object.assign(block, { question: written, number, order: own, isParagraph: false, isAsked })
        if (isNext && block.options.length === 0) block.isBroken = false
      } else {
        if (block.isParagraph) block.isBroken = true
        block.question += `\n${raw.trimEnd()}`
      }
    }
  }
  if (block.question !== '' && (block.options.length > 0 || !block.isBelow)) blocks.push(block)
  else if (!areGiven) answered?.notes.push(block.question)
  const listed = blocks.map((ended) => {
    if (!areGiven) ended.denied ||= findVerdict(ended.question)
    return finish(ended, areStatements, style.key?.answers.get(ended.order))
  })
  if (style.key && hasNumbers && listed.some((item) => 'answer' in item))
    throw new ImportError('expected a key of questions', ', got one that can be of options with numbers, too')
  return createListSource('a list of questions', 'line', listed, true)
}

/** Adds what is directly below an answer to its notes, and the lines further below that name another answer. */
function addNotes(answered: Block | undefined, { question, isBelow }: Block): void {
  if (isBelow) answered?.notes.push(question)
  else
    for (const line of question.split('\n')) {
      const note = answered && readNote(line, answered.options, false)
      if (note !== undefined) answered?.notes.push(note)
    }
}

/** The length of a line that can go on in the next one. */
const WRAPPED = 40

/** Whether a line below an option belongs to it: the next option is below, or the answer when the line above is a long one. */
function goesOn(last: Option, { options }: Block, lines: readonly string[], at: number): boolean {
  const [above = '', line = '', ...others] = lines.slice(at - 1, at + 4).map((text) => plain(text))
  const isText = [NUMBERED, NUMBER_ALONE, HEADING, NOTE, NAMED].every((form) => !form.test(line))
  const below = others.find((text) => text === '' || isAnswer(text) || readOption(text)) ?? ''
  if (above === '' || !isText || below === '' || !/[A-Z]/.test(last.letter)) return false
  const next = readOption(below)
  if (next) return isNextLetter(next, { options })
  return options.length > 2 && above.length > WRAPPED && !/[?？]$/.test(line)
}

/** How many lines below a name belong to it. */
const MAX_BELOW = 20

/** The lines of an explanation below its name, up to an empty line or the next question. Empty when a question can be among them. */
function readBelow(lines: readonly string[]): string[] {
  const end = lines.findIndex((raw) => {
    const line = plain(raw)
    const [, name = '', , value = ''] = NAMED.exec(line) ?? []
    return (
      line === '' ||
      nameOf(line) ||
      (name !== '' && value === '') ||
      [NUMBERED, NUMBER_ALONE, HEADING, /^\d{1,3}\W*$/].some((form) => form.test(line))
    )
  })
  const below = lines.slice(0, end < 0 ? undefined : end).map((line) => line.trim())
  const isAsked = below.some((line, at) => at > 0 && /^[A1]$/.test(readOption(plain(line))?.letter ?? ''))
  return isAsked ? [] : below
}

/** What says beside a question that its answer is wrong: a line such as `Incorrect`, or a sign. Empty for nothing. */
function findVerdict(question: string): string {
  const lines = question.split('\n')
  const isResult = (line: string) => lines.length > 1 && /\p{L}{3}/u.test(line) && readResult(line) === false
  const sign = /^[✗✘❌]\ufe0f?\s|\s[✗✘❌]\ufe0f?$|\(0\s?\/\s?\d+\)$/u
  return lines.find((line) => isResult(line) || sign.test(line)) ?? ''
}

/** What the name of a line with wrong options means. */
const WRONG = ['wrong', 'wrong_answers']

/** The wrong options of a line. Several are behind a name such as `Wrong answers`. */
function readWrong(line: string, value: string): string[] {
  if (!/^[^:：]*s\s*[:：]/i.test(line)) return [value]
  return value.split(/[;|]/.test(value) ? /\s*[;|]\s*/ : /,\s+/)
}

const EXPECTED_ANSWER = 'expected a line such as ANSWER: B, got none'
const EXPECTED_OPTIONS = 'expected a question and options from A on, each on one line'

const describe = (answer: string) => `the answer ${JSON.stringify(answer)}`

/** Says that the letter of an answer is of another alphabet than those of the options, although both can look alike. */
function describeLetter(answer: string, { label = '' }: Partial<Option> = {}): string {
  const [own, other] = [answer, label].map((text) => /^\p{Script=Latin}/iu.test(text))
  return own !== other && /^\p{L}\W*$/u.test(answer) && label !== ''
    ? ', a letter of another alphabet than those of the options'
    : ''
}

/** Whether an option below an answer continues those above it. */
const isNextLetter = ({ letter }: Option, { options }: Pick<Block, 'options'>) =>
  /[A-Z]/.test(letter) && letter.charCodeAt(0) - 1 === options.at(-1)?.letter.charCodeAt(0)

/**
 * A text that is no list, and has options below each other or questions with numbers, is no table either.
 * @throws ImportError with what a list needs, and the first line that is not understood
 */
export function assertNoList(text: string): void {
  const lines = splitLines(text, SAMPLE).filter(({ line }) => line.trim() !== '')
  const kinds = lines.map(({ line }) => readOption(plain(line))?.letter ?? /^\s*([-*+•])\s/.exec(line)?.[1])
  const isFirst = (at: number) =>
    at > 0 && /^(?:A|\W|)$/.test(kinds[at] ?? '?A') && kinds[at + 1] === (kinds[at] === 'A' ? 'B' : kinds[at])
  const asked = lines.filter(({ line }) => NUMBERED.test(plain(line)) && /[?？]\s*$/.test(line))
  const first = lines.findIndex((line, at) => isFirst(at) || (asked.length > 1 && line === asked[0]))
  if (first < 0 || lines.some(({ line }) => line.startsWith('"'))) return
  const unread = lines.find(({ line }, at) => {
    const isQuestion = NUMBERED.test(plain(line)) || HEADING.test(line) || isFirst(at + 1)
    return at > first && kinds[at] === undefined && !isQuestion
  })
  throw new ImportError(
    'expected a list with answers: a line such as "Answer: B" below the options of each question, a mark such as "*B)", or a key such as "Answer key" and "1. B" below all questions',
    `, got ${unread ? `${quote(unread.line.trim())} in line ${unread.number}` : 'none'}; see docs/your-own-questions.md#lists-of-questions`,
  )
}

function createBlock(number: number) {
  return {
    number,
    question: '',
    /** The texts of the lines with its answer. */
    answers: [] as string[],
    /** Wrong options in lines with a name. */
    wrong: [] as string[],
    /** What lines below it say of its answer. */
    notes: [] as string[],
    /** The line that says that its answer is wrong. */
    denied: '',
    /** Why it is left out, when its lines show that. */
    reason: '',
    explanation: '',
    /** Its number in the list. */
    order: 0,
    options: [] as Option[],
    /** The white space before the last option. */
    indent: '',
    isBroken: false,
    /** Whether its question has a number or a name, and is no note. */
    isAsked: false,
    isParagraph: false,
    isBelow: false,
  }
}

type Block = ReturnType<typeof createBlock>

/** The answers of the lines and of the key, and the marks of options, must select the same option. @param keyed the answer of the key */
function finish(block: Block, areStatements: boolean, keyed?: string): Listed {
  const { number, question, options, isBroken, wrong, denied } = block
  const about = {
    number,
    question,
    options: [],
    explanation: block.explanation,
    note: block.notes.join('\n'),
  }
  options.sort((a, b) => a.letter.localeCompare(b.letter, 'en', { numeric: true }))
  const said = keyed === undefined ? block.answers : [...block.answers, keyed]
  const drop = (kind: string) => ({ number, reason: describeKind(kind) })
  const [only] = options
  const [answer] = said
  if (block.reason !== '') return { number, reason: block.reason }
  if (denied !== '')
    return drop(`${describe(answer ?? 'with a mark')}, which is wrong by ${JSON.stringify(denied)}`)
  if (only === undefined && answer !== undefined && !isBroken) {
    const other = said.find((text) => foldCase(text) !== foldCase(answer))
    if (other !== undefined) return drop(`${describe(answer)} beside ${JSON.stringify(other)}`)
    const isStatement =
      TRUE_FALSE_SIGN.test(block.question) || (areStatements && !/[?？_]/.test(block.question))
    const mark = readMark(answer)
    if (mark.isWrong || DOUBTFUL.test(answer)) return drop(describe(answer))
    const typed = readTruth(mark.isCertain ? mark.text : answer, isStatement)
    const areTruths = isStatement && /^(?:True|False)$/.test(typed)
    return finishTyped(about, typed, areTruths ? ['True', 'False'] : [typed, ...wrong])
  }
  const labelOf = (place: number) =>
    /^[01]$/.test(only?.letter ?? '')
      ? `${place + Number(only?.letter)}`
      : only?.letter && String.fromCharCode(65 + place)
  const areInOrder = options.every(({ letter }, index) => letter === labelOf(index))
  if (isBroken || hideOptions(options) || !areInOrder || question === '' || options.length < 2)
    return { number, reason: EXPECTED_OPTIONS }
  const signed = options.filter((option) => (answer === undefined ? option.isMarked : option.isCertain))
  const others = options.filter(({ isWrong }) => !isWrong)
  // The mark of each other option is that of a wrong one.
  const marked = answer === undefined && signed.length === 0 && others.length === 1 ? others : signed
  if (answer === undefined && marked.length === 0) return { number, reason: EXPECTED_ANSWER }
  const sources: [name: string, selected: readonly Option[]][] = said.map((text) => [
    describe(text) + describeLetter(text, only),
    selectOptions(text, options),
  ])
  // Beside an answer, all options in bold are a matter of style.
  const [first, ...more] = marked
  if (first && (answer === undefined || marked.length < options.length || first.letter === ''))
    sources.push([
      more.length > 0 ? `${marked.length} marked` : `the mark of ${JSON.stringify(first.text)}`,
      marked,
    ])
  const name = sources.map(([source]) => source).join(' beside ')
  const [correct] = sources[0]?.[1] ?? []
  if (!sources.every(([, selected]) => selected.length === 1 && selected[0] === correct)) return drop(name)
  if (wrong.some((text) => selectOptions(text, options).some((option) => option === correct)))
    return drop(`${name} beside the wrong ${JSON.stringify(wrong)}`)
  if (correct?.isWrong) return drop(`${name} beside the mark of a wrong option`)
  const areBoxed = options.every((option) => option.isMarked || EMPTY_BOX.test(option.text))
  return {
    ...about,
    options: options.map((option) => {
      const { text, isCertain, isWrong } = readMark(option.text.replace(areBoxed ? EMPTY_BOX : '', ''))
      const isMark = answer === undefined || isCertain || isWrong || areBoxed
      // A Latin letter is that of its place.
      const label = /^[a-j]?$/.test(option.label) ? {} : { label: option.label }
      return { text: isMark ? text : option.text, ...label, isCorrect: option === correct }
    }),
  }
}

/** Whether options can have others in their texts, as in `A) Rome C) Lima` above `B) Paris`. */
function hideOptions(options: readonly Option[]): boolean {
  const [{ label = '' } = {}] = options
  const hidden = options
    .flatMap(({ text }) =>
      labelsOf(text.slice(0, MAX_LINE_LENGTH)).filter(({ index }) => !INITIALS.test(text.slice(0, index))),
    )
    .filter(({ alphabet, place }) => alphabet === readLabel(label).alphabet && place >= options.length)
  const isNext = label !== '' && hidden.some(({ place }) => place === options.length)
  return isNext && (hidden.length > 1 || options.length === 2 || hidden.some(({ isInitial }) => !isInitial))
}

/** What says that a question is a statement, at one of its ends or in a title. */
const TRUE_FALSE =
  /^[^\w\n]{0,9}(?:(?:part|section)\s\S{1,4}\s)?(?:t\s?\/\s?f|true\s?(?:\/|or)\s?false)[^\w\n]{0,9}$/im
const TRUE_FALSE_SIGN =
  /^\W*(?:t\s?\/\s?f|true\s?(?:\/|or)\s?false)\b|\b(?:t\s?\/\s?f|true\s?(?:\/|or)\s?false)\W*$/i

/** An answer that is no certain one, such as `Not Rome` and `Rome?`. More words can be a title. */
const DOUBTFUL = /^(?:[Nn]ot \p{Lu}\S*|\S+[?？])$/u

const TRUTH = /^(?:(t|true)|f|false)(?:[.:;–—-]+(?:\s.*)?|,\sbecause\s.*|\s\(.*\))?$/i

/** An answer to a statement without a reason behind it, as a word. Another answer stays as it is. */
function readTruth(answer: string, isStatement: boolean): string {
  const found = isStatement || /^(?:true|false)/i.test(answer) ? TRUTH.exec(answer) : null
  return found === null ? answer : found[1] ? 'True' : 'False'
}

/** An answer with the letter of an option, such as `B) SYN`. `A. Lincoln` is a name. */
const LETTERED = /^[([]?[A-Ja-j][)\]]|^[A-Ja-j][.:]\s(?!\p{Lu}[\p{Ll}.])/u

/** Notes and titles are no options. */
const areOptions = (lines: readonly string[]) =>
  lines.length > 1 && lines.every((line) => /^[\p{L}\p{N}"'“‘$€£+-][^:：?？]{0,100}$/u.test(line))

/** Options between the lines of a question, and a letter as the answer, are those of a form that is not read. */
function finishTyped(about: ListedQuestion, answer: string, others: readonly string[]): Listed {
  const { number } = about
  const [question = '', ...lines] = about.question.split('\n').map((line) => line.trim())
  // Options without letters, one of which is the answer.
  const isOwn = (line: string) => foldCase(line) === foldCase(answer)
  if (/[?？:：…_]\W*$/.test(question) && lines.filter(isOwn).length === 1 && areOptions(lines))
    return { ...about, question, options: lines.map((text) => ({ text, isCorrect: isOwn(text) })) }
  const areInLine = /(?:^|\s)\(?[1aа][.)].*\s\(?[2bб][.)]/i.test(question)
  if (
    question === '' ||
    answer === '' ||
    /^\d{1,3}[.)]\s|\banswer\s?:/i.test(answer) ||
    LETTERED.test(answer) ||
    lines.length > 0 ||
    areInLine ||
    readPlace(answer)?.kind === 'letter'
  )
    return { number, reason: EXPECTED_OPTIONS }
  const options = others.map((text) => ({ text, isCorrect: text === answer }))
  return options.length > 1 ? { ...about, options } : { ...about, answer }
}
