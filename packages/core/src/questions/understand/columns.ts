// Maps the header of a table of another tool: which columns are read, and what their names say about the answers.
import { FROM_ZERO, findOptionLike, isNameOf, labelOf, type Target } from '../read/index.ts'
import { assertNoneMissing, assertNoOption, assertOnce, assertOneTable, listNames } from './column-faults.ts'
import { type ColumnSettings, type ColumnTarget, findTargets, findUnnamed } from './column-targets.ts'
import { refusal } from './errors.ts'
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

/** Maps a header. @throws ImportError when a column is missing or occurs twice, or `mapping` names no column */
export function mapColumns(header: readonly string[], settings: ColumnSettings) {
  const { mapping, isAnswered = false, remedy = '', isUnnamed = false } = settings
  const { names, targets, marks, repeated, isSeveral } = findTargets(header, settings)
  const columnsOf = (target: ColumnTarget): OptionColumn[] =>
    labelColumns(
      header,
      [...header.keys()].filter((index) => targets.get(index) === target),
      isUnnamed,
    ).map((column) => (marks.size > 0 ? { ...column, mark: marks.get(column.label ?? '') } : column))
  const answers = [...targets].flatMap(([index, target]) => (target === 'correct_answer' ? [index] : []))
  // A line of data, of a file without a header, can have a text twice.
  if (targets.size > 0) assertOneTable(header, names, answers[0] ?? -1)
  // Of an answer and its place, the place must say the same.
  const places = answers.filter((index) => isNameOf(names[index] ?? '', 'place'))
  const place = answers.length === 2 && places.length === 1 ? places[0] : undefined
  if (place !== undefined) targets.delete(place)
  const again = answers.slice(1).filter((index) => names[index] === names[answers[0] ?? -1])
  for (const index of again) targets.set(index, 'ignore')
  assertOnce(header, names, new Map([...targets].filter(([index]) => !repeated.has(index))))
  const single: Readonly<Partial<Record<Target, number>>> = Object.fromEntries(
    [...targets].map(([index, target]) => [target, index]),
  )
  const hasMarks = isAnswered || marks.size > 0
  const missing = (['question', 'correct_answer'] as const).filter(
    (target) => single[target] === undefined && !(hasMarks && target === 'correct_answer'),
  )
  const [options, choices] = [columnsOf('option'), columnsOf('choice')]
  const hasOptions = options.length + choices.length > 1 || single.options !== undefined
  assertNoneMissing(header, targets, missing, { hasOptions, remedy })
  const lists = [...targets].flatMap(([index, target]) =>
    target === 'options' ? [{ index, more: findUnnamed(names, index) }] : [],
  )
  const answer = single.correct_answer ?? -1
  const [answerName = '', answerHeader = ''] = [names[answer], header[answer]]
  const unread = header.filter((name, index) => name !== '' && index !== place && !targets.has(index))
  // Columns such as `exp_a` beside A say something of one option each.
  const labels = [...options, ...choices].flatMap(({ label }) => label ?? [])
  assertNoOption(answerHeader, labels)
  const remarks = findOptionLike(unread).filter((name) => labels.includes(labelOf(name) ?? '-'))
  const others = [...header.keys()].filter(
    (index) => !targets.has(index) && names[index] !== '' && !remarks.includes(header[index] ?? ''),
  )
  const optionNames = options.map(({ index }) => header[index] ?? '')
  if (optionNames.length > 1 && [...mapping.values()].includes('choice'))
    throw refusal('options, or choices', `choices beside ${listNames(optionNames)}`, '--map')
  return {
    single,
    /** Columns such as `choice_1`: the wrong answers, as in a dataset, or all options, as in other sheets. */
    choices,
    options,
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
      if (/^(?:question)?type$/.test(name))
        return use((value) => UNANSWERED.test(String(value)), 'one without a right answer, ')
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
    areIndexes: /(?:index|idx)/.test(answerName),
    /** Whether the name of the answer says that a row can have several. */
    areSeveral: isSeveral,
    /** Whether the answers are numbers of options, as in the templates of Kahoot and Blooket. */
    areNumbers: /choose at least one|only include answer #/i.test(answerHeader),
    /** Whether the name of the answer has a note that numbers count from 0. */
    saysZero: FROM_ZERO.test(answerHeader),
    /** Whether the options are in a column such as `answers`, whose texts can be spellings of one answer. */
    areSpellings: lists.some(({ index }) => isNameOf(names[index] ?? '', 'severalAnswers')),
    /** The folded name of the answers, when it says that they are true or false. */
    statementName: isNameOf(answerName, 'trueFalse') ? answerName : undefined,
    /** Whether the names can be those of a statistic: how many answers were correct, and how many incorrect. */
    areCounts: isVerdict(answerHeader) && isVerdict(header[single.wrong_answers ?? -1]),
    /** Whether the name of the answers can be that of how many were correct, beside a column of how many there were. */
    areParts:
      (isVerdict(answerName) || /^(?:correct|right)answers$/.test(answerName)) &&
      names.some((name, index) => !targets.has(index) && isNameOf(name, 'count')),
  }
}

/** Whether columns can have the correct answer among others. */
export const haveOptions = ({ options, choices, single }: ColumnMap) =>
  options.length + choices.length > 0 || single.options !== undefined

/** The type of a question that has no right answer, also when a cell has one. */
const UNANSWERED = /^\W*(?:poll|survey|opinion|word\s?cloud|slide)\W*$/i

/** Whether a cell names a picture, or says that the question has one. */
const isPicture = (value: unknown) =>
  isTruth(value ?? '') !== false && !/^(?:\W*|n\/?a|none|null)$/i.test(String(value))

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
    throw refusal('options with different letters or numbers', `${shown}; rename one of them`)
  }
  const isLabelled = columns.every(({ label }) => label !== undefined)
  return columns.map(({ index, label }) => (isLabelled && label !== undefined ? { index, label } : { index }))
}
