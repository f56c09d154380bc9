// Maps the column names of other tools to the columns of a dataset, and describes what a person may not expect.
import { showText } from '../cli/text.ts'

export class ImportError extends Error {
  override readonly name = 'ImportError'
}

/** What a column of a source contains. `choice` is one wrong answer, `option` is one of all options. */
export const TARGETS = [
  'id',
  'question',
  'correct_answer',
  'options',
  'wrong_answers',
  'choice',
  'option',
  'difficulty',
  'topic',
  'explanation',
  'source',
  'ignore',
] as const
export type Target = (typeof TARGETS)[number]

/** A column of one option. */
export interface OptionColumn {
  readonly index: number
  /** The letter or the number at the end of its name, in lower case. An answer can name it. */
  readonly label?: string
}

/** The columns of a source by target. */
export interface ColumnMap {
  readonly single: Readonly<Partial<Record<Target, number>>>
  /** Columns such as `choice_1`: the wrong answers, as in a dataset, or all options, as in other sheets. */
  readonly choices: readonly OptionColumn[]
  readonly options: readonly OptionColumn[]
  /** Columns whose name says that they contain wrong answers. */
  readonly wrong: readonly OptionColumn[]
  /** Names of columns that are not used, although no mapping says to ignore them. */
  readonly unused: readonly string[]
  /** Whether the name of the answers says that they are indexes, which count from 0. */
  readonly areIndexes: boolean
}

/** Known names, folded. Except for the question and the answer, the first name that a header has is used. */
const NAMES: readonly (readonly [Target, readonly string[]])[] = [
  ['id', ['id', 'questionid', 'uuid', 'key']],
  ['question', ['question', 'questiontext', 'prompt', 'clue', 'text', 'q']],
  [
    'correct_answer',
    [
      ...['correctanswer', 'answer', 'correct', 'rightanswer', 'solution', 'correctoption', 'answerkey'],
      ...['correctchoice', 'correctletter', 'correctanswers', 'answerindex', 'correctindex', 'answeridx'],
      ...['correctanswerindex', 'correctoptionindex', 'correctchoiceindex', 'indexofcorrectanswer'],
    ],
  ],
  ['options', ['options', 'choices', 'answers', 'possibleanswers', 'alternatives', 'answeroptions']],
  ['wrong_answers', ['incorrectanswers', 'wronganswers', 'distractors']],
  ['difficulty', ['difficulty', 'level', 'difficultylevel']],
  ['topic', ['topic', 'category', 'subject', 'subcategory', 'theme']],
  ['explanation', ['explanation', 'rationale', 'feedback', 'reason', 'answerexplanation']],
  ['source', ['source', 'sources', 'reference', 'references', 'citation']],
]

/** Names of columns of one option, folded. The label is the letter or the number at the end. */
const OPTION_NAMES = {
  wrong: /^(?:(?:incorrect|wrong)(?:answer|option|choice)?|distractor)([a-t]|\d\d?)$/,
  choice: /^choice(\d\d?)$/,
  option: /^(?:([a-t])|(?:option|opt|answer|ans|alternative)([a-t]|\d\d?)|choice([a-t]))$/,
} as const

/** The label at the end of a name that `--map` gives, such as `Antwort B`, `reponseB` or `Falsch 2`. */
const LABEL = /(?:\d\d?|(?:^|[^\p{L}\p{N}])[a-tA-T]|(?<=\p{Ll})[A-T])$/u

/** Notes in names, as in the sheets of Kahoot and Quizizz: `Option 5 (Optional)`, `Answer 1 - max 75 characters`. */
const NOTE = /\s*\((?:s|optional|required|only\b[^)]*)\)|\s+[-–]\s+(?:max|choose)\b.*$/gi

/** Folds a column name: lower case, letters and digits only. `Question #` is the number of a question. */
function foldName(name: string): string {
  return name
    .replace(NOTE, '')
    .replaceAll('#', ' number')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Maps a header.
 * @param mapping targets by column name, which take precedence over the known names
 * @param isAnswered whether the options say which one is correct, so that no column must
 * @param remedy what else to do about missing columns, appended to the error
 * @throws ImportError when a column is missing or occurs twice, or `mapping` names no column
 */
export function mapColumns(
  header: readonly string[],
  mapping: ReadonlyMap<string, Target>,
  { remedy = '', isAnswered = false } = {},
): ColumnMap {
  const names = header.map(foldName)
  const targets = new Map<number, Target | 'wrong'>()
  for (const [name, target] of mapping) {
    const exact = header.indexOf(name)
    const index = exact >= 0 ? exact : names.indexOf(foldName(name))
    if (index < 0)
      throw new ImportError(
        `--map: expected a column of the file, got ${JSON.stringify(name)}; it has ${listNames(header)}`,
      )
    targets.set(index, target)
  }
  const taken = new Set(targets.values())
  for (const [target, known] of NAMES) {
    const found = [...names.keys()].filter(
      (index) => known.includes(names[index] ?? '') && !targets.has(index),
    )
    found.sort((a, b) => known.indexOf(names[a] ?? '') - known.indexOf(names[b] ?? ''))
    const isVital = target === 'question' || target === 'correct_answer'
    if (!taken.has(target))
      for (const index of isVital ? found : found.slice(0, 1)) targets.set(index, target)
  }
  for (const [index, name] of names.entries()) {
    const kind = (['wrong', 'choice', 'option'] as const).find((kind) => OPTION_NAMES[kind].test(name))
    if (kind && !targets.has(index)) targets.set(index, kind)
  }
  const indexesOf = (target: Target | 'wrong') =>
    [...header.keys()].filter((index) => targets.get(index) === target)
  const columnsOf = (target: Target | 'wrong') => labelColumns(header, indexesOf(target))
  assertOnce(header, names, targets)
  const single = Object.fromEntries([...targets].map(([index, target]) => [target, index]))
  const missing = (['question', 'correct_answer'] as const).filter(
    (target) => single[target] === undefined && !(isAnswered && target === 'correct_answer'),
  )
  if (missing.length > 0) {
    const example = missing.map((target) => `<column>=${target}`).join(',')
    throw new ImportError(
      `expected a column for ${missing.join(' and ')}, got ${listNames(header)}; name it with --map "${example}"${remedy}`,
    )
  }
  return {
    single,
    choices: columnsOf('choice'),
    options: columnsOf('option'),
    wrong: columnsOf('wrong'),
    unused: header.filter((name, index) => name !== '' && !targets.has(index)),
    areIndexes: /(?:index|idx)/.test(names[single.correct_answer ?? -1] ?? ''),
  }
}

/** Two columns of one meaning contradict each other sooner or later. Only a person knows which one is right. */
function assertOnce(
  header: readonly string[],
  names: readonly string[],
  targets: ReadonlyMap<number, Target | 'wrong'>,
): void {
  const SEVERAL: readonly string[] = ['choice', 'option', 'wrong', 'ignore']
  for (const [index, target] of targets) {
    if (target === 'ignore') continue
    const isSame = (other: number) => names[other] === names[index] && targets.get(other) !== 'ignore'
    const isRival = (other: number) => targets.get(other) === target && !SEVERAL.includes(target)
    const others = [...header.keys()].filter((other) => other !== index)
    const rival = others.find(isSame) ?? others.find(isRival)
    if (rival === undefined) continue
    const shown = [index, rival].sort((a, b) => a - b).map((column) => JSON.stringify(header[column]))
    throw new ImportError(
      isSame(rival)
        ? `expected each column once, got ${shown.join(' and ')}; rename one of them`
        : `expected one column for ${target}, got ${shown.join(' and ')}; choose with --map "<column>=${target}"`,
    )
  }
}

/** Labels are used when every column has one. @throws ImportError when two columns have the same label */
function labelColumns(header: readonly string[], indexes: readonly number[]): OptionColumn[] {
  const columns = indexes.map((index) => {
    const name = header[index] ?? ''
    const known = Object.values(OPTION_NAMES).flatMap(
      (pattern) => pattern.exec(foldName(name))?.slice(1) ?? [],
    )
    const label = known.find((text) => text !== undefined) ?? LABEL.exec(name.trim())?.[0]
    return {
      index,
      label: label
        ?.replace(/[^\p{L}\p{N}]/gu, '')
        .toLowerCase()
        .replace(/^0(?=\d)/, ''),
    }
  })
  for (const { index, label } of columns) {
    const other = columns.find((column) => column.index < index && column.label === label)
    if (label === undefined || !other) continue
    const shown = [other.index, index].map((column) => JSON.stringify(header[column])).join(' and ')
    throw new ImportError(
      `expected options with different letters or numbers, got ${shown}; rename one of them`,
    )
  }
  const isLabelled = columns.every(({ label }) => label !== undefined)
  return columns.map(({ index, label }) => (isLabelled && label !== undefined ? { index, label } : { index }))
}

/** How many columns of a header are known by name. */
export function countKnownColumns(header: readonly string[]): number {
  const known = new Set(NAMES.flatMap(([, names]) => names))
  const patterns = Object.values(OPTION_NAMES)
  const isKnown = (name: string) => known.has(name) || patterns.some((pattern) => pattern.test(name))
  return header.map(foldName).filter(isKnown).length
}

/** Maximum number of names in a message. */
const MAX_NAMES = 20

function listNames(header: readonly string[]): string {
  const names = header.slice(0, MAX_NAMES).map((name) => JSON.stringify(name.slice(0, 60)))
  return names.join(', ') || 'no columns'
}

/**
 * Describes columns that are read as something else, and columns that are not used.
 * @param noun what the source calls a column
 * @param namesUnused false for known formats, whose other members are never needed
 */
export function describeColumns(
  header: readonly string[],
  { single, unused }: ColumnMap,
  noun: string,
  namesUnused = true,
): string[] {
  const topic = header[single.topic ?? -1]
  const notes =
    topic === undefined || foldName(topic) === 'topic'
      ? []
      : [`the ${noun} ${showText(topic)} is read as the topic`]
  if (!namesUnused || unused.length === 0) return notes
  const options = findOptionLike(unused)
  const others = unused.filter((name) => !options.includes(name))
  if (others.length > 0) notes.push(`${noun}s that are not used: ${showNames(others)}`)
  if (options.length > 0) {
    const example = showText(options[0] ?? '')
    notes.push(
      `warning: ${noun}s that look like options are not used: ${showNames(options)}; name each with --map "${example}=choice" (a wrong answer) or --map "${example}=option" (one of all options)`,
    )
  }
  return notes
}

/** Says which columns are read as what. */
export function describeUse(
  header: readonly string[],
  { single, options, choices, wrong }: ColumnMap,
): string {
  const nameOf = (index: number | undefined) => showText(header[index ?? -1] ?? '')
  const several = [
    ['options', options],
    ['choices', choices],
    ['wrong answers', wrong],
  ] as const
  return [
    ...Object.entries(single)
      .filter(([target]) => !['option', 'choice', 'wrong', 'ignore'].includes(target))
      .map(([target, index]) => `${target} = ${nameOf(index)}`),
    ...several
      .filter(([, columns]) => columns.length > 0)
      .map(([name, columns]) => `${name} = ${columns.map(({ index }) => nameOf(index)).join(', ')}`),
  ].join('; ')
}

/** Names that differ only in the number or the letter at their end, such as `Falsch 1` and `Falsch 2`, or `reponseA`. */
export function findOptionLike(names: readonly string[]): string[] {
  const stems = names.map((name) => {
    const label = LABEL.exec(name.trim())
    return label ? name.trim().slice(0, label.index) : undefined
  })
  return names.filter(
    (_, index) => stems[index] !== undefined && stems.filter((stem) => stem === stems[index]).length > 1,
  )
}

function showNames(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  return names.slice(0, MAX_NAMES).map(showText).join(', ') + more
}
