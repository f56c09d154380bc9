// Finds what each column of a table of another tool contains, by its name or by what a person says.
import leven from 'leven'
import { quoteAll } from '../diagnostic.ts'
import {
  ALPHABETS,
  FROM_ZERO,
  findMarkColumns,
  findOptionLike,
  findRepeatedOptions,
  findTarget,
  foldName,
  isNameOf,
  labelOf,
  NAMES,
  OTHER_QUESTIONS,
  readOptionName,
  type Target,
} from '../read/index.ts'
import { ImportError } from './errors.ts'
import { isTruth, isVerdict } from './truth.ts'

/** A column of one option. */
export interface OptionColumn {
  readonly index: number
  /** The letter or the number at the end of its name, in lower case. An answer can name it. */
  readonly label?: string | undefined
  /** The column that says whether the option is correct. */
  readonly mark?: number | undefined
}

/** The columns of a source by target. */
export type ColumnMap = ReturnType<typeof mapColumns>

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

/**
 * Maps a header. Except for the question and the answer, the first known name that a header has is used.
 * @throws ImportError when a column is missing or occurs twice, or `mapping` names no column
 */
export function mapColumns(
  header: readonly string[],
  { mapping, isAnswered = false, remedy = '', isUnnamed = false, hasMembers = false }: ColumnSettings,
) {
  const names = header.map(foldName)
  const targets = new Map<number, Target | 'wrong'>()
  for (const [name, target] of mapping) {
    const exact = header.indexOf(name)
    const index = exact >= 0 ? exact : names.indexOf(foldName(name))
    if (index < 0)
      throw new ImportError(
        '--map: expected a column of the file',
        `, got ${JSON.stringify(name)}; it has ${listNames(header)}`,
      )
    targets.set(index, target)
  }
  for (const [index, target] of findVerdicts(header)) if (!targets.has(index)) targets.set(index, target)
  const marks = findMarkColumns(names)
  for (const index of marks.values()) targets.set(index, 'ignore')
  const repeated = findRepeatedOptions(names)
  for (const [index, target] of repeated) if (!targets.has(index)) targets.set(index, target)
  // Beside `Correct B`, `Correct A` is not the Spanish word.
  if (marks.size === 0 && names.includes('correctb')) targets.set(names.indexOf('correcta'), 'ignore')
  const taken = new Set(targets.values())
  for (const [target, known] of NAMES) {
    const found = [...names.keys()].filter(
      (index) => known.includes(names[index] ?? '') && !targets.has(index),
    )
    found.sort((a, b) => known.indexOf(names[a] ?? '') - known.indexOf(names[b] ?? ''))
    const isEach = ['question', 'correct_answer', 'options'].includes(target)
    if (!taken.has(target)) for (const index of isEach ? found : found.slice(0, 1)) targets.set(index, target)
  }
  for (const [index, name] of header.entries()) {
    const target = findTarget(name)
    const isOption = target === 'wrong' || target === 'choice' || target === 'option'
    if (isOption && !targets.has(index)) targets.set(index, target)
  }
  for (const index of findLoneLetters(names, targets))
    if (!mapping.has(header[index] ?? '')) targets.delete(index)
  // Before the question, a key beside an answer is that of the row.
  const key = names.indexOf('key')
  const isFirst = names.some((_, index) => index > key && targets.get(index) === 'question')
  const hasAnswer = [...targets].some(([index, target]) => index !== key && target === 'correct_answer')
  if (isFirst && hasAnswer && !mapping.has(header[key] ?? '')) targets.delete(key)
  // The other side of pairs to match is no answer.
  if (names.includes('left')) targets.delete(names.indexOf('right'))
  const other = names.findIndex((name, index) => OTHER_QUESTIONS.includes(name) && !targets.has(index))
  if (other >= 0 && ![...targets.values()].includes('question')) targets.set(other, 'question')
  // In a list of Jeopardy!, the answer is the clue, and the question is what players say.
  if (names.includes('dailydoublevalue'))
    for (const [index, target] of [...targets])
      if (target === 'question') targets.set(index, 'correct_answer')
      else if (target === 'correct_answer') targets.set(index, 'question')
  // In a row of its own, an option is the answer that is right or not.
  const known = new Set(targets.values())
  const one = names.findIndex((name, index) => isNameOf(name, 'oneOption') && !targets.has(index))
  if (one >= 0 && known.has('is_correct') && !known.has('correct_answer')) targets.set(one, 'correct_answer')
  // Beside an answer, the options are in rows below each other.
  const isOnly = ANSWERING.every((target) => known.has(target as Target) === (target === 'correct_answer'))
  const isMark = [...targets].some(
    ([index, target]) => target === 'correct_answer' && isVerdict(names[index]),
  )
  if (isOnly && !isMark && !known.has('is_correct') && names[one] === 'option') targets.set(one, 'options')
  // Without answers and options, a row is a statement.
  const given = [...targets].find(
    ([index, target]) => target === 'is_correct' && !mapping.has(header[index] ?? ''),
  )
  if (given && one < 0 && ![...known].some((target) => ANSWERING.includes(target)))
    targets.set(given[0], 'correct_answer')
  // Beside a column `Q`, a single column `A` is the answer: a single option would be no choice.
  const options = [...targets].flatMap(([index, target]) => (target === 'option' ? [index] : []))
  const isAnswer =
    (names.includes('q') || names.length === 2) && options.length === 1 && names[options[0] ?? -1] === 'a'
  if (isAnswer && ![...targets.values()].includes('correct_answer'))
    targets.set(options[0] ?? -1, 'correct_answer')
  // Beside a question, a single column `Answers` has the answer of each row.
  const [several, ...rest] = [...targets].filter(([, target]) => ANSWERING.includes(target))
  const isSeveral =
    several?.[1] === 'options' &&
    rest.length === 0 &&
    !isAnswered &&
    !hasMembers &&
    marks.size === 0 &&
    !mapping.has(header[several[0]] ?? '') &&
    ![...targets.values()].includes('is_correct') &&
    isNameOf(names[several[0]] ?? '', 'severalAnswers') &&
    findUnnamed(names, several[0]).length === 0
  if (isSeveral) targets.set(several[0], 'correct_answer')
  // Beside wrong answers, choices are others of them.
  const hasWrong = [...targets.values()].some((target) => target === 'wrong' || target === 'wrong_answers')
  for (const [index, target] of hasWrong ? targets : []) if (target === 'choice') targets.set(index, 'wrong')
  const columnsOf = (target: Target | 'wrong'): OptionColumn[] =>
    labelColumns(
      header,
      [...header.keys()].filter((index) => targets.get(index) === target),
      isUnnamed,
    ).map((column) => (marks.size > 0 ? { ...column, mark: marks.get(column.label ?? '') } : column))
  assertOneTable(header, names, [...targets].find(([, target]) => target === 'correct_answer')?.[0] ?? -1)
  // Of an answer and its place, the place must say the same.
  const answers = [...targets].flatMap(([index, target]) => (target === 'correct_answer' ? [index] : []))
  const places = answers.filter((index) => isNameOf(names[index] ?? '', 'place'))
  const place = answers.length === 2 && places.length === 1 ? places[0] : undefined
  if (place !== undefined) targets.delete(place)
  const again = answers.slice(1).filter((index) => names[index] === names[answers[0] ?? -1])
  for (const index of again) targets.set(index, 'ignore')
  assertOnce(header, names, new Map([...targets].filter(([index]) => !repeated.has(index))))
  const single: Readonly<Partial<Record<Target, number>>> = Object.fromEntries(
    [...targets].map(([index, target]) => [target, index]),
  )
  const missing = (['question', 'correct_answer'] as const).filter(
    (target) =>
      single[target] === undefined && !((isAnswered || marks.size > 0) && target === 'correct_answer'),
  )
  if (missing.length > 0) {
    const hasOptions =
      columnsOf('option').length + columnsOf('choice').length > 1 || single.options !== undefined
    const unknown = [...header.keys()].filter((index) => !targets.has(index))
    const found = missing.map((target) => header[findMisspelt(names, unknown, target)])
    const near = found.filter((name) => name !== undefined)
    const example = missing.map((target, nth) => `${found[nth] ?? '<column>'}=${target}`).join(',')
    const isUnmarked = hasOptions && missing.includes('correct_answer')
    const marks = isUnmarked ? ', or write * before the correct option of each question' : ''
    throw new ImportError(
      `expected a column for ${missing.join(' and ')}${near.length > 0 ? ` (is ${quoteAll(near)} misspelt?)` : ''}`,
      `, got ${listNames(header)}; name it with --map "${example}"${marks}${near.length < missing.length ? remedy : ''}`,
    )
  }
  const lists = [...targets].flatMap(([index, target]) =>
    target === 'options' ? [{ index, more: findUnnamed(names, index) }] : [],
  )
  const answerName = names[single.correct_answer ?? -1] ?? ''
  // Columns such as `exp_a` beside A say something of one option each.
  const all = [...columnsOf('option'), ...columnsOf('choice')]
  const unread = header.filter((name, index) => name !== '' && index !== place && !targets.has(index))
  const labels = all.flatMap(({ label }) => label ?? [])
  const remarks = findOptionLike(unread).filter((name) => labels.includes(labelOf(name) ?? '-'))
  const others = [...header.keys()].filter(
    (index) => !targets.has(index) && names[index] !== '' && !remarks.includes(header[index] ?? ''),
  )
  if (columnsOf('option').length > 1 && [...mapping.values()].includes('choice'))
    throw new ImportError(
      '--map: expected options, or choices',
      `, got choices beside ${listNames(columnsOf('option').map(({ index }) => header[index] ?? ''))}`,
    )
  return {
    single,
    /** Columns such as `choice_1`: the wrong answers, as in a dataset, or all options, as in other sheets. */
    choices: columnsOf('choice'),
    options: columnsOf('option'),
    /** Columns of all options, by precedence. A name above several columns is that of the first one; the others have none. */
    lists,
    /** Columns whose name says that they contain wrong answers. */
    wrong: columnsOf('wrong'),
    /** The column with the place of the answer, beside that of its text. */
    place,
    /** Whether a cell of the wrong answers can have several. The name of the column can say that it has one. */
    areWrongSeveral:
      [...mapping.values()].includes('wrong_answers') ||
      !isNameOf(header[single.wrong_answers ?? -1]?.replace(/\(s\)\s*$/i, 's') ?? '', 'wrongOption'),
    /** Columns without a name after the one of the wrong answers. */
    moreWrong: findUnnamed(names, single.wrong_answers),
    /** Columns that can have a second correct answer: those without a name after the answer, and such as `Also correct`. */
    moreAnswers: [
      ...findUnnamed(names, single.correct_answer).map(({ index }) => index),
      ...again,
      ...[...header.keys()].filter(
        (index) => !targets.has(index) && isNameOf(names[index] ?? '', 'secondAnswer'),
      ),
    ],
    /** Columns that are not used, and can have notes about the answers. */
    notes: others.filter((index) => isNameOf(names[index] ?? '', 'note')),
    /** The others that are not used, and can correct an answer. */
    asides: others.filter((index) => !isNameOf(names[index] ?? '', 'note', 'otherAnswer', 'playerAnswer')),
    /** Columns that say whether a question is in use. */
    uses: others.flatMap((index) => {
      const name = (names[index] ?? '').replace(/^is/, '')
      const use = (isWithdrawn: (value: unknown) => boolean, kind = '') => [{ index, isWithdrawn, kind }]
      const isApproval = isNameOf(name, 'approved')
      if (isApproval || isNameOf(name, 'withdrawn'))
        return use((value) => value !== '' && isTruth(value) === !isApproval)
      if (isNameOf(name, 'state')) return use((value) => isNameOf(String(value), 'withdrawn'))
      if (isNameOf(name, 'passage')) return use(isPicture, 'one about a passage, ')
      return isNameOf(name, 'picture') ? use(isPicture, 'a picture, ') : []
    }),
    /** Whether columns without a name belong to no other one. */
    hasUnnamed: lists.length === 0 && names.slice(0, -1).includes(''),
    /** Names of columns that are not used, although no mapping says to ignore them. */
    unused: unread,
    /** Those of them that say something of one option each. */
    remarks,
    /** Whether the name of the answers says that they are indexes, which count from 0. */
    areIndexes: /(?:index|idx)/.test(names[single.correct_answer ?? -1] ?? ''),
    /** Whether the name of the answer says that a row can have several. */
    areSeveral: isSeveral,
    /** Whether the answers are numbers of options, as in the template of Kahoot. */
    areNumbers: /choose at least one/i.test(header[single.correct_answer ?? -1] ?? ''),
    /** Whether the name of the answer has a note that numbers count from 0. */
    saysZero: FROM_ZERO.test(header[single.correct_answer ?? -1] ?? ''),
    /** Whether the options are in a column such as `answers`, whose texts can be spellings of one answer. */
    areSpellings: lists.some(({ index }) => isNameOf(names[index] ?? '', 'severalAnswers')),
    /** The folded name of the answers, when it says that they are true or false. */
    statementName: names.find(
      (name, index) => index === single.correct_answer && isNameOf(name, 'trueFalse'),
    ),
    /** Whether the names can be those of a statistic: how many answers were correct, and how many incorrect. */
    areCounts:
      isVerdict(header[single.correct_answer ?? -1]) && isVerdict(header[single.wrong_answers ?? -1]),
    /** Whether the name of the answers can be that of how many were correct, beside a column of how many there were. */
    areParts:
      (isVerdict(answerName) || /^(?:correct|right)answers$/.test(answerName)) &&
      names.some((name, index) => !targets.has(index) && isNameOf(name, 'count')),
  }
}

/** The column whose name is nearest to a known one of the target, such as `questoin`. -1 when none is near, or two are. */
function findMisspelt(names: readonly string[], indexes: readonly number[], target: Target): number {
  const known = NAMES.find(([other]) => other === target)?.[1] ?? []
  const distances = indexes.map((index) => {
    const name = names[index] ?? ''
    const distance = Math.min(...known.map((one) => leven(name, one)))
    return { index, distance: distance <= Math.min(name.length / 3, 2) ? distance : Infinity }
  })
  const [nearest, next] = distances.toSorted((a, b) => a.distance - b.distance)
  return nearest && nearest.distance < (next?.distance ?? Infinity) ? nearest.index : -1
}

/** Whether a cell names a picture, or says that the question has one. */
const isPicture = (value: unknown) =>
  isTruth(value ?? '') !== false && !/^(?:\W*|n\/?a|none|null)$/i.test(String(value))

/** What can have the answer, or options. */
const ANSWERING: readonly string[] = [
  'correct_answer',
  'options',
  'wrong_answers',
  'choice',
  'option',
  'wrong',
]

/** Beside `(left)`, `(right)` is a direction. */
const CORRECT_NOTE = /\s*\((?:the )?(?:correct|(?:correct|right) (?:answer|option|choice|one))\)$/i
const WRONG_NOTE = /\s*\((?:wrong|incorrect|false)(?: (?:answer|option|choice))?\)$/i

/** The columns of options such as `Answer 1 (correct)`, which is the answer, and `Answer 2`, which is wrong then. */
function findVerdicts(header: readonly string[]): (readonly [number, Target | 'wrong'])[] {
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
function findLoneLetters(names: readonly string[], targets: ReadonlyMap<number, Target | 'wrong'>): number[] {
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
function findUnnamed(names: readonly string[], index: number | undefined): OptionColumn[] {
  if (index === undefined) return []
  const next = names.findIndex((name, other) => other > index && name !== '')
  return [...names.keys()].slice(index + 1, next < 0 ? names.length : next).map((other) => ({ index: other }))
}

/** `Correct` can be the answer, or say of the answer in another column whether it is right. */
const MARK_HINT = ', or, when one says whether the other is right, --map "<column>=is_correct"'

/** Names of the numbers of rows. */
const NUMBER_NAMES = /^(?:no|nr|n|num|number|id|q|qno|question(?:no|number))$/

/** A table beside another one, such as a key with its own numbers, has rows in an order of its own. */
function assertOneTable(header: readonly string[], names: readonly string[], answer: number): void {
  const again = names.findIndex((name, index) => {
    // The numbers of a key are beside it, and below a blank column beside the questions.
    const isKey = NUMBER_NAMES.test(name) && answer === index + 1 && index > 1
    const first = isKey ? 0 : names.indexOf(name)
    return name !== '' && first < index && names.slice(first, index).includes('')
  })
  if (again < 0) return
  throw new ImportError(
    'expected one table',
    `, got another one beside it, with the column ${JSON.stringify(header[again])} again; put it in a file of its own`,
  )
}

/** Two columns of one meaning contradict each other sooner or later. Only a person knows which one is right. */
function assertOnce(
  header: readonly string[],
  names: readonly string[],
  targets: ReadonlyMap<number, Target | 'wrong'>,
): void {
  const SEVERAL: readonly string[] = ['choice', 'option', 'options', 'wrong', 'ignore']
  for (const [index, target] of targets) {
    if (target === 'ignore') continue
    // A tool writes `Option`, `Option.1`, and `Option.2` for three columns `Option`.
    const repeated = foldName((header[index] ?? '').replace(/\.1$/, ''))
    const isSame = (other: number) =>
      [names[index], repeated].includes(names[other]) && targets.get(other) !== 'ignore'
    const isRival = (other: number) => targets.get(other) === target && !SEVERAL.includes(target)
    const others = [...header.keys()].filter((other) => other !== index)
    const rival = others.find(isSame) ?? others.find(isRival)
    if (rival === undefined) continue
    const shown = [index, rival].sort((a, b) => a - b).map((column) => JSON.stringify(header[column]))
    const got = `, got ${shown.join(' and ')}`
    throw isSame(rival)
      ? new ImportError('expected each column once', `${got}; rename one of them`)
      : new ImportError(
          `expected one column for ${target}`,
          `${got}; choose with --map "<column>=${target}"${target === 'correct_answer' ? MARK_HINT : ''}`,
        )
  }
}

/** Labels are used when every column has one. @throws ImportError when two columns have the same label */
function labelColumns(
  header: readonly string[],
  indexes: readonly number[],
  isUnnamed: boolean,
): OptionColumn[] {
  if (isUnnamed) return indexes.map((index) => ({ index }))
  const columns = indexes.map((index) => ({ index, label: labelOf(header[index] ?? '') }))
  for (const { index, label } of columns) {
    const other = columns.find((column) => column.index < index && column.label === label)
    if (label === undefined || !other) continue
    const shown = [other.index, index].map((column) => JSON.stringify(header[column])).join(' and ')
    throw new ImportError(
      'expected options with different letters or numbers',
      `, got ${shown}; rename one of them`,
    )
  }
  const isLabelled = columns.every(({ label }) => label !== undefined)
  return columns.map(({ index, label }) => (isLabelled && label !== undefined ? { index, label } : { index }))
}

function listNames(header: readonly string[]): string {
  return quoteAll(header.filter((name) => name !== '')) || 'no columns'
}
