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
  'source',
  'ignore',
] as const
export type Target = (typeof TARGETS)[number]

/** The columns of a source by target. Several columns can be choices or options; they are in the order of the header. */
export interface ColumnMap {
  readonly single: Readonly<Partial<Record<Target, number>>>
  readonly choices: readonly number[]
  readonly options: readonly number[]
  /** Names of columns that are not used, although no mapping says to ignore them. */
  readonly unused: readonly string[]
}

/** Known names, folded. The first name that a header has is used. */
const NAMES: readonly (readonly [Target, readonly string[]])[] = [
  ['id', ['id', 'questionid', 'uuid', 'key']],
  ['question', ['question', 'questiontext', 'prompt', 'clue', 'text', 'q']],
  ['correct_answer', ['correctanswer', 'answer', 'correct', 'rightanswer', 'solution', 'correctoption']],
  ['options', ['options', 'choices', 'answers', 'possibleanswers', 'alternatives']],
  ['wrong_answers', ['incorrectanswers', 'wronganswers', 'distractors']],
  ['difficulty', ['difficulty', 'level', 'difficultylevel']],
  ['topic', ['topic', 'category', 'subject', 'subcategory', 'theme']],
  ['source', ['source', 'sources', 'reference', 'references', 'citation']],
]

const CHOICE = /^(?:choice\d+|(?:incorrect|wrong)(?:answer)?\d+|distractor\d+)$/
const OPTION = /^(?:[a-h]|(?:option|answer|choice)(?:[a-h])|(?:option|answer)\d+)$/

/** Folds a column name: lower case, letters and digits only. */
function foldName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/**
 * Maps a header.
 * @param mapping targets by column name, which take precedence over the known names
 * @param remedy what else to do about missing columns, appended to the error
 * @throws ImportError when there is no column for the question or the correct answer, or `mapping` names no column
 */
export function mapColumns(
  header: readonly string[],
  mapping: ReadonlyMap<string, Target>,
  remedy = '',
): ColumnMap {
  const names = header.map(foldName)
  const targets = new Map<number, Target>()
  for (const [name, target] of mapping) {
    const index = names.indexOf(foldName(name))
    if (index < 0)
      throw new ImportError(
        `--map: expected a column of the file, got ${JSON.stringify(name)}; it has ${listNames(header)}`,
      )
    targets.set(index, target)
  }
  const taken = new Set(targets.values())
  for (const [target, known] of NAMES) {
    const index = known.map((name) => names.indexOf(name)).find((found) => found >= 0 && !targets.has(found))
    if (index !== undefined && !taken.has(target)) targets.set(index, target)
  }
  for (const [index, name] of names.entries()) {
    if (targets.has(index)) continue
    if (CHOICE.test(name)) targets.set(index, 'choice')
    else if (OPTION.test(name)) targets.set(index, 'option')
  }
  const columnsOf = (target: Target) => [...header.keys()].filter((index) => targets.get(index) === target)
  const single = Object.fromEntries([...targets].map(([index, target]) => [target, index]))
  const missing = (['question', 'correct_answer'] as const).filter((target) => single[target] === undefined)
  if (missing.length > 0) {
    const example = missing.map((target) => `<column>=${target}`).join(',')
    throw new ImportError(
      `expected a column for ${missing.join(' and ')}, got ${listNames(header)}; name it with --map "${example}"${remedy}`,
    )
  }
  const unused = header.filter((name, index) => name !== '' && !targets.has(index))
  return { single, choices: columnsOf('choice'), options: columnsOf('option'), unused }
}

/** How many columns of a header are known by name. */
export function countKnownColumns(header: readonly string[]): number {
  const known = new Set(NAMES.flatMap(([, names]) => names))
  const isKnown = (name: string) => known.has(name) || CHOICE.test(name) || OPTION.test(name)
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

/** Names that differ only in the number or the letter at their end, such as `Falsch 1` and `Falsch 2`. */
function findOptionLike(names: readonly string[]): string[] {
  const stems = names.map((name) => /^(.*?)[\s_.-]*(?:\d\d?|(?<=[\s_.-])[a-h])$/i.exec(name.trim())?.[1])
  return names.filter(
    (_, index) => stems[index] !== undefined && stems.filter((stem) => stem === stems[index]).length > 1,
  )
}

function showNames(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  return names.slice(0, MAX_NAMES).map(showText).join(', ') + more
}
