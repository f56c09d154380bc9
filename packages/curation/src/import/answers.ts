// Decides what the answers of a file are: texts of options, or their letters or numbers. One answer can be both, so the
// decision needs all questions of the file.
import { isSameAnswer, quote } from '@qb/core/questions'
import type { CleanTexts } from './clean-question.ts'
import { LeftOutError } from './records.ts'

/** What a letter or a number is: the text of an option, a position, or either, when the file has both. */
type Meaning = 'text' | 'position' | 'mixed'

/** How to read the answers of a file. */
export interface AnswerRules {
  readonly meaning: Readonly<Record<PositionAnswer['kind'], Meaning>>
  /** The number of the first option. Undefined when some numbers count from 0 and others from 1. */
  readonly firstNumber: 0 | 1 | undefined
  /** Whether the options are the wrong answers, because no correct answer is among them. */
  readonly areOptionsWrong: boolean
  /** What a person should know about the decision. */
  readonly notes: readonly string[]
}

/** A question with options, and what its answer can be. */
interface Evidence {
  readonly options: readonly string[]
  readonly position: PositionAnswer | undefined
  readonly isOption: boolean
  /** Whether the answer can be a position, whatever numbers count from. */
  readonly isPosition: boolean
  /** Whether the answer is the text of the option at its position, counted from 1, so that both meanings are equal. */
  readonly isOwnPosition: boolean
}

/** Finds the rules for the answers of a file. */
export function findAnswerRules(questions: readonly CleanTexts[]): AnswerRules {
  const evidence = questions.filter(({ kind, answer }) => kind === 'all' && answer !== '').map(findEvidence)
  const areOptionsWrong = hasOnlyWrongOptions(evidence)
  const meaning = { letter: findMeaning('letter', evidence), number: findMeaning('number', evidence) }
  const numbers = evidence.filter(
    ({ position, isOption }) =>
      position?.kind === 'number' && !(isOption && meaning.number !== 'position') && !areOptionsWrong,
  )
  const firstNumber = meaning.number === 'text' ? 1 : findFirstNumber(numbers, meaning.letter)
  return {
    meaning,
    firstNumber,
    areOptionsWrong,
    notes: areOptionsWrong
      ? ['warning: no correct answer is among its options, so the options are read as the wrong answers']
      : describeRules(meaning, firstNumber, evidence),
  }
}

function findEvidence({ answer, options }: CleanTexts): Evidence {
  const position = readPosition(answer)
  // A number is counted from 1 here. With 0, it has no option.
  const index = position && position.value - (position.kind === 'number' ? 1 : 0)
  const own = options[index ?? -1] ?? ''
  return {
    options,
    position,
    isOption: options.some((option) => option !== '' && isSameAnswer(option, answer)),
    isPosition: index === -1 || own !== '',
    isOwnPosition: own !== '' && isSameAnswer(own, answer),
  }
}

/**
 * Answers that are only positions show that others can be. Without them, every answer that is an option is a text. One
 * wrong answer must not turn all others into positions, so most answers must be only positions.
 */
function findMeaning(kind: PositionAnswer['kind'], evidence: readonly Evidence[]): Meaning {
  const positions = evidence.filter(({ position, isPosition }) => position?.kind === kind && isPosition)
  const onlyPositions = positions.filter(({ isOption }) => !isOption).length
  if (onlyPositions === 0) return 'text'
  const hasTexts = evidence.some(({ isOption, isPosition }) => isOption && !isPosition)
  return hasTexts || onlyPositions * 2 < positions.length ? 'mixed' : 'position'
}

/** Numbers count from 0 when one of them is 0, unless another one is the number of the last option. */
function findFirstNumber(numbers: readonly Evidence[], letters: Meaning): 0 | 1 | undefined {
  const hasZero = numbers.some(({ position }) => position?.value === 0)
  if (!hasZero || letters !== 'text') return 1
  const lastNumberOf = (options: readonly string[]) => options.findLastIndex((option) => option !== '') + 1
  return numbers.some(({ position, options }) => position?.value === lastNumberOf(options)) ? undefined : 0
}

/** A file whose columns `Option 1`, `Option 2`, … contain only the wrong answers. A few numbers can look like positions. */
function hasOnlyWrongOptions(evidence: readonly Evidence[]): boolean {
  const others = evidence.filter(({ isPosition }) => !isPosition)
  return (
    evidence.length > 0 &&
    others.length * 2 >= evidence.length &&
    evidence.every(
      ({ options, position, isOption }) =>
        !isOption && position?.kind !== 'letter' && options.filter((option) => option !== '').length > 1,
    )
  )
}

function describeRules(
  meaning: AnswerRules['meaning'],
  firstNumber: AnswerRules['firstNumber'],
  evidence: readonly Evidence[],
): string[] {
  const notes: string[] = []
  if (meaning.number !== 'text' && firstNumber !== undefined) {
    notes.push(`answers that are numbers mean options counted from ${firstNumber}`)
  }
  const hasTwoMeanings = evidence.some(
    ({ position, isOption, isPosition, isOwnPosition }) =>
      position && meaning[position.kind] === 'text' && isOption && isPosition && !isOwnPosition,
  )
  if (hasTwoMeanings) notes.push('letters and numbers that are options are read as texts, not as positions')
  return notes
}

/** An option, and what had to be changed to find it. */
interface FoundAnswer {
  readonly answer: string
  readonly change?: string
}

/**
 * Finds the option that an answer means: its text, its letter, or its number.
 * @param options the options at the positions of the source; empty ones are never meant
 * @throws LeftOutError when there is none, or the answer means two options
 */
export function findAnswer(given: string, options: readonly string[], rules: AnswerRules): FoundAnswer {
  const position = readPosition(given)
  const meaning = position ? rules.meaning[position.kind] : 'text'
  const text =
    options.find((option) => option === given) ?? options.find((option) => isSameAnswer(option, given))
  const atPosition = position && optionAt(position, options, rules)
  if (position && meaning !== 'text' && (meaning === 'position' || text === undefined)) {
    if (position.kind === 'number' && rules.firstNumber === undefined) {
      throw new LeftOutError(
        `expected numbers of options counted from 0 or from 1, got ${quote(given)} in a file with 0 and with the number of options`,
      )
    }
    if (atPosition !== undefined) return { answer: atPosition, change: `answer ${position.kind}s replaced` }
  } else if (text !== undefined) {
    if (position && meaning === 'mixed' && atPosition !== text) {
      throw new LeftOutError(
        `expected an answer with one meaning, got ${quote(given)}, which is an option and the position of another one`,
      )
    }
    return { answer: text, ...(text !== given && { change: 'answers spelled as the option' }) }
  }
  throw new LeftOutError(`expected the correct answer among the options, got ${quote(given)}`)
}

/** The option at a position. Undefined when there is none, or the file does not show what numbers count from. */
function optionAt(
  { kind, value }: PositionAnswer,
  options: readonly string[],
  { firstNumber }: AnswerRules,
): string | undefined {
  if (kind === 'letter') return options[value] || undefined
  return firstNumber === undefined ? undefined : options[value - firstNumber] || undefined
}

/** An answer that can mean a position. A letter counts from `A`. What a number counts from depends on its file. */
interface PositionAnswer {
  readonly kind: 'letter' | 'number'
  /** The letter as a number from 0, or the number. */
  readonly value: number
}

/** Reads an answer such as `B`, `(b)`, `option_b` or `2`. Undefined for other texts. */
function readPosition(answer: string): PositionAnswer | undefined {
  const [, letter, number] =
    /^(?:option|answer|choice)?[\s_-]*\(?(?:([a-h])|(\d\d?))[).:]?$/i.exec(answer) ?? []
  if (letter !== undefined)
    return { kind: 'letter', value: letter.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0) }
  return number === undefined ? undefined : { kind: 'number', value: Number(number) }
}
