// A question of a list while its lines are read, and what it becomes at its end: a question with options, one with a typed answer, or
// the reason why it is left out.
import { foldCase, MAX_LINE_LENGTH, nextLabel, readMark, readPlace } from '@qb/core/questions'
import { selectOptions } from './list-answers.ts'
import { INITIALS, LABEL_ALONE, labelsOf, readLabel } from './list-labels.ts'
import type { Option } from './list-lines.ts'
import { isStatement, readTruth, type Statements } from './list-truths.ts'
import { type Listed, type ListedQuestion, leaveOut } from './question-list.ts'

/** The box of an option that is not ticked, behind its text. */
const EMPTY_BOX = /(?<!\s)\s*(?:☐\ufe0f?|(?<=\s)\[\s?\])$/u

/** Why a question without an answer is left out. */
export const EXPECTED_ANSWER = 'expected a line such as ANSWER: B, got none'
const EXPECTED_OPTIONS = 'expected a question and options from A on, each on one line'

const describe = (answer: string) => `the answer ${JSON.stringify(answer)}`

/** Says that the letter of an answer is of another alphabet than those of the options, although both can look alike. */
function describeLetter(answer: string, { label = '' }: Partial<Option> = {}): string {
  const [own, other] = [answer, label].map((text) => /^\p{Script=Latin}/iu.test(text))
  return own !== other && /^\p{L}\W*$/u.test(answer) && label !== ''
    ? ', a letter of another alphabet than those of the options'
    : ''
}

/** Creates a question that has no lines yet. @param number that of its first line */
export function createBlock(number: number) {
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

/** A question while its lines are read. */
export type Block = ReturnType<typeof createBlock>

/**
 * Finishes a question. The answers of the lines and of the key, and the marks of options, must select the same option.
 * @param keyed the answer of the key
 */
export function finishBlock(block: Block, statements: Statements | undefined, keyed?: string): Listed {
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
  const [only] = options
  const [answer] = said
  if (block.reason !== '') return { number, reason: block.reason }
  if (denied !== '')
    return leaveOut(
      number,
      `${describe(answer ?? 'with a mark')}, which is wrong by ${JSON.stringify(denied)}`,
    )
  if (only === undefined && answer !== undefined && !isBroken) {
    const other = said.find((text) => foldCase(text) !== foldCase(answer))
    if (other !== undefined) return leaveOut(number, `${describe(answer)} beside ${JSON.stringify(other)}`)
    const pair = isStatement(question, statements) ? statements?.pair : undefined
    const mark = readMark(answer)
    const truth = readTruth(mark.isCertain ? mark.text : answer, pair)
    if (mark.isWrong || DOUBTFUL.test(answer) || truth.isDoubtful) return leaveOut(number, describe(answer))
    const explained = { ...about, explanation: about.explanation || truth.reason }
    if (keyed !== undefined && /^\p{L}$/u.test(truth.answer) && !truth.options)
      return { number, reason: EXPECTED_OPTIONS }
    return finishTyped(explained, truth.answer, truth.options ?? [truth.answer, ...wrong], pair)
  }
  // Boxes have no letters.
  const start = only?.letter ?? ''
  const isInOrder = ({ letter }: Option, index: number) => letter === (start && nextLabel(start, index))
  const areInOrder = ['', '0', '1', 'A'].includes(start) && options.every(isInOrder)
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
  if (!sources.every(([, selected]) => selected.length === 1 && selected[0] === correct))
    return leaveOut(number, name)
  if (wrong.some((text) => selectOptions(text, options).some((option) => option === correct)))
    return leaveOut(number, `${name} beside the wrong ${JSON.stringify(wrong)}`)
  if (correct?.isWrong) return leaveOut(number, `${name} beside the mark of a wrong option`)
  const areBoxed = options.every((option) => option.isMarked || EMPTY_BOX.test(option.text))
  return {
    ...about,
    options: options.map((option) => {
      const { text, isCertain, isWrong } = readMark(option.text.replace(areBoxed ? EMPTY_BOX : '', ''))
      const isMark = answer === undefined || isCertain || isWrong || areBoxed
      const label = option.label === '' ? {} : { label: option.label }
      return { text: isMark ? text : option.text, ...label, isCorrect: option === correct }
    }),
  }
}

/** Whether options can have others in their texts, as in `A) Rome C) Lima` above `B) Paris`, or a letter without a text. */
function hideOptions(options: readonly Option[]): boolean {
  if (options.some(({ text }) => LABEL_ALONE.test(text))) return true
  const [{ label = '' } = {}] = options
  const hidden = options
    .flatMap(({ text }) =>
      labelsOf(text.slice(0, MAX_LINE_LENGTH)).filter(({ index }) => !INITIALS.test(text.slice(0, index))),
    )
    .filter(({ alphabet, place }) => alphabet === readLabel(label).alphabet && place >= options.length)
  const isNext = label !== '' && hidden.some(({ place }) => place === options.length)
  return isNext && (hidden.length > 1 || options.length === 2 || hidden.some(({ isInitial }) => !isInitial))
}

/** An answer that is no certain one, such as `Not Rome` and `Rome?`. More words can be a title. */
const DOUBTFUL = /^(?:[Nn]ot \p{Lu}\S*|\S+[?？])$/u

/** An answer with the letter of an option, such as `B) SYN`. `A. Lincoln` is a name. */
const LETTERED = /^[([]?[A-Ja-j][)\]]|^[A-Ja-j][.:]\s(?!\p{Lu}[\p{Ll}.])/u

/** Notes and titles are no options. */
const areOptions = (lines: readonly string[]) =>
  lines.length > 1 && lines.every((line) => /^[\p{L}\p{N}"'“‘$€£+-][^:：?？]{0,100}$/u.test(line))

/** Options between the lines of a question, and a letter as the answer, are those of a form that is not read. */
function finishTyped(
  about: ListedQuestion,
  answer: string,
  others: readonly string[],
  pair: readonly string[] | undefined,
): Listed {
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
    (readPlace(answer)?.kind === 'letter' && !pair?.includes(answer))
  )
    return { number, reason: EXPECTED_OPTIONS }
  const options = others.map((text) => ({ text, isCorrect: text === answer }))
  return options.length > 1 ? { ...about, options } : { ...about, answer }
}
