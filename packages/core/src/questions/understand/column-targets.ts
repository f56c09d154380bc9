// Finds what each column of a table of another tool contains, by its name, by its neighbours, or by what a person says.
import {
  ALPHABETS,
  findMarkColumns,
  findRepeatedOptions,
  findTarget,
  foldHeader,
  foldName,
  isNameOf,
  NAMES,
  readOptionName,
  type Target,
} from '../read/index.ts'
import { listNames } from './column-faults.ts'
import { refusal } from './errors.ts'
import { isVerdict } from './truth.ts'

/** What is known about columns besides their names. */
export interface ColumnSettings {
  /** Targets by column name, which take precedence over the known names. */
  readonly mapping: ReadonlyMap<string, Target>
  /** Whether the options say which one is correct, so that no column must. */
  readonly isAnswered?: boolean
  /** What else to do about columns that are missing, as the end of a message. */
  readonly remedy?: string
  /** Whether the columns are members of JSON, whose lists are hardly ever one answer. */
  readonly hasMembers?: boolean
  /** Whether the names of the columns are their numbers, which say nothing about options. */
  readonly isUnnamed?: boolean
}

/** What a column of another tool contains. */
export type ColumnTarget = Target | 'wrong'

/**
 * Finds the targets of columns by their indexes. Except for the question and the answer, the first known name that a header has is used.
 * @throws ImportError when `mapping` names no column
 */
export function findTargets(
  header: readonly string[],
  { mapping, isAnswered = false, hasMembers = false }: ColumnSettings,
) {
  const names = foldHeader(header)
  const targets = new Map<number, ColumnTarget>()
  const indexesOf = (target: ColumnTarget) =>
    [...targets].flatMap(([index, other]) => (other === target ? [index] : []))
  const has = (target: ColumnTarget) => indexesOf(target).length > 0
  const isSaid = (index: number) => mapping.has(header[index] ?? '')
  const add = (index: number, target: ColumnTarget) => {
    if (!targets.has(index)) targets.set(index, target)
  }
  for (const [name, target] of mapping) {
    const exact = header.indexOf(name)
    const index = exact >= 0 ? exact : names.indexOf(foldName(name))
    const got = `${JSON.stringify(name)}; it has ${listNames(header)}`
    if (index < 0) throw refusal('a column of the file', got, '--map')
    targets.set(index, target)
  }
  for (const [index, target] of findVerdicts(header)) add(index, target)
  const marks = findMarkColumns(names)
  for (const index of marks.values()) targets.set(index, 'ignore')
  const repeated = findRepeatedOptions(names)
  for (const [index, target] of repeated) add(index, target)
  // Beside `Correct B`, `Correct A` is not the Spanish word.
  if (marks.size === 0 && names.includes('correctb')) targets.set(names.indexOf('correcta'), 'ignore')
  const taken = new Set(targets.values())
  for (const [target, known] of NAMES) {
    if (taken.has(target)) continue
    const placeOf = (index: number) => known.indexOf(names[index] ?? '')
    const found = [...names.keys()].filter((index) => placeOf(index) >= 0 && !targets.has(index))
    found.sort((a, b) => placeOf(a) - placeOf(b))
    const isEach = ['question', 'correct_answer', 'options'].includes(target)
    for (const index of isEach ? found : found.slice(0, 1)) targets.set(index, target)
  }
  for (const [index, name] of header.entries()) {
    const target = findTarget(name)
    if (target === 'wrong' || target === 'choice' || target === 'option') add(index, target)
  }
  for (const index of findLoneLetters(names, targets)) if (!isSaid(index)) targets.delete(index)
  // Before the question, a key beside an answer is that of the row.
  const key = names.indexOf('key')
  const isFirst = indexesOf('question').some((index) => index > key)
  const hasAnswer = indexesOf('correct_answer').some((index) => index !== key)
  if (isFirst && hasAnswer && !isSaid(key)) targets.delete(key)
  // The other side of pairs to match is no answer.
  if (names.includes('left')) targets.delete(names.indexOf('right'))
  // Of `title` and `content`, a person says which one is the question.
  const [other, ...others] = names.flatMap((name, index) =>
    isNameOf(name, 'otherQuestions') && !targets.has(index) ? [index] : [],
  )
  if (other !== undefined && others.length === 0 && !has('question')) targets.set(other, 'question')
  // In a list of Jeopardy!, the answer is the clue, and the question is what players say.
  if (names.includes('dailydoublevalue'))
    for (const [index, target] of [...targets])
      if (target === 'question') targets.set(index, 'correct_answer')
      else if (target === 'correct_answer') targets.set(index, 'question')
  // In a row of its own, an option is the answer that is right or not.
  const one = names.findIndex((name, index) => isNameOf(name, 'oneOption') && !targets.has(index))
  if (one >= 0 && has('is_correct') && !has('correct_answer')) targets.set(one, 'correct_answer')
  // Beside an answer, the options are in rows below each other.
  const isOnly = ANSWERING.every((target) => has(target) === (target === 'correct_answer'))
  const isMark = indexesOf('correct_answer').some((index) => isVerdict(names[index]))
  if (isOnly && !isMark && !has('is_correct') && names[one] === 'option') targets.set(one, 'options')
  // Without answers and options, a row is a statement.
  const given = indexesOf('is_correct').find((index) => !isSaid(index))
  if (given !== undefined && one < 0 && !ANSWERING.some(has)) targets.set(given, 'correct_answer')
  // Beside a column `Q`, a single column `A` is the answer: a single option would be no choice.
  const [letter = -1, ...letters] = indexesOf('option')
  const isAnswer =
    (names.includes('q') || names.length === 2) && letters.length === 0 && names[letter] === 'a'
  if (isAnswer && !has('correct_answer')) targets.set(letter, 'correct_answer')
  // Beside a question, a single column `Answers` has the answer of each row.
  const [several = -1, ...rest] = ANSWERING.flatMap(indexesOf)
  const isSeveral =
    targets.get(several) === 'options' &&
    rest.length === 0 &&
    !isAnswered &&
    !hasMembers &&
    marks.size === 0 &&
    !isSaid(several) &&
    !has('is_correct') &&
    isNameOf(names[several] ?? '', 'severalAnswers') &&
    findUnnamed(names, several).length === 0
  if (isSeveral) targets.set(several, 'correct_answer')
  // Beside wrong answers, choices are others of them.
  if (has('wrong') || has('wrong_answers'))
    for (const index of indexesOf('choice')) targets.set(index, 'wrong')
  return { names, targets, marks, repeated, isSeveral }
}

/** What can have the answer, or options. */
const ANSWERING = ['correct_answer', 'options', 'wrong_answers', 'choice', 'option', 'wrong'] as const

/** Beside `(left)`, `(right)` is a direction. */
const CORRECT_NOTE = /(?<!\s)\s*\((?:the )?(?:correct|(?:correct|right) (?:answer|option|choice|one))\)$/i
const WRONG_NOTE = /(?<!\s)\s*\((?:wrong|incorrect|false)(?: (?:answer|option|choice))?\)$/i

/** The columns of options such as `Answer 1 (correct)`, which is the answer, and `Answer 2`, which is wrong then. */
function findVerdicts(header: readonly string[]): (readonly [number, ColumnTarget])[] {
  const options = [...header.entries()].flatMap(([index, name]) => {
    const folded = foldName(name.replace(CORRECT_NOTE, '').replace(WRONG_NOTE, ''))
    const label = readOptionName(folded)?.label
    const isCorrect = CORRECT_NOTE.test(name)
    return label === undefined ? [] : [{ index, isCorrect, label, stem: folded.slice(0, -label.length) }]
  })
  const areAlike = options.every(({ stem }) => stem === options[0]?.stem)
  const areUnique = new Set(options.map(({ label }) => label)).size === options.length
  const isOne = options.length > 1 && options.filter(({ isCorrect }) => isCorrect).length === 1
  if (!isOne || !areAlike || !areUnique || header.map(findTarget).includes('correct_answer')) return []
  return options.map(({ index, isCorrect }) => [index, isCorrect ? 'correct_answer' : 'wrong'])
}

/** Columns of one letter that do not follow each other from A, such as `N` for a number and `P` for points. One can be missing. */
function findLoneLetters(names: readonly string[], targets: ReadonlyMap<number, ColumnTarget>): number[] {
  return ALPHABETS.flatMap((alphabet) => {
    const placeOf = (index: number) => (names[index]?.length === 1 ? alphabet.indexOf(names[index]) : -1)
    const letters = [...names.keys()]
      .filter((index) => targets.get(index) === 'option' && placeOf(index) >= 0)
      .sort((a, b) => placeOf(a) - placeOf(b))
    const end = letters.findIndex(
      (index, count) => placeOf(index) > (count === 0 ? 0 : placeOf(letters[count - 1] ?? 0) + 2),
    )
    return end < 0 ? [] : letters.slice(end)
  })
}

/** The columns without a name after a column, up to the next one with a name. */
export function findUnnamed(names: readonly string[], index: number | undefined) {
  if (index === undefined) return []
  const next = names.findIndex((name, other) => other > index && name !== '')
  return [...names.keys()].slice(index + 1, next < 0 ? names.length : next).map((other) => ({ index: other }))
}
