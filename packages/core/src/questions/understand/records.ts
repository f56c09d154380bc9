// Reads records with named columns as questions: rows of a CSV file, or objects of a JSON array.
import { quote } from '../../quote.ts'
import type { Target } from '../read/index.ts'
import { readCell, type SourceOption, splitCell } from './cells.ts'
import type { ColumnMap, OptionColumn } from './columns.ts'
import { LeftOutError } from './errors.ts'

/**
 * What the options of a question are: `none`, because the player types the answer; `all`, one of which is the correct answer, named
 * by its text, letter or number; only the `wrong` answers; or the `choices` of a sheet, which can be both.
 */
export type OptionsKind = 'none' | 'all' | 'choices' | 'wrong'

/** A question of a source. Strings are neither trimmed nor checked, and missing ones are empty. */
export interface RawQuestion {
  /** The number of its record. */
  readonly number: number
  readonly id: string
  readonly question: string
  readonly answer: string
  readonly kind: OptionsKind
  /** In the order of the source. An empty text is a position without an option. */
  readonly options: readonly SourceOption[]
  readonly difficulty: string
  readonly topic: string
  readonly explanation: string
  readonly source: string
}

/** A record of a table: the cells of a row, or the members of an object of JSON. */
export interface TableRecord {
  /** The number of its line, row or item, from 1. */
  readonly number: number
  readonly values: readonly unknown[]
}

/** Reads a record as a question. @throws LeftOutError when it is none */
export function readRecord(
  header: readonly string[],
  columns: ColumnMap,
  { number, values }: TableRecord,
  separator: string | undefined,
): RawQuestion {
  assertWidth(header, values)
  const cellAt = (index: number | undefined) => readCell(values[index ?? -1], header[index ?? -1])
  const textAt = (index: number | undefined) => {
    const value = values[index ?? -1]
    // Nearly every value is a text. Reading it as a cell takes longer.
    if (typeof value === 'string') return value
    const { options } = cellAt(index)
    if (options.length <= 1) return options[0]?.text ?? ''
    throw new LeftOutError(
      `expected one text in ${quote(header[index ?? -1] ?? '')}`,
      `, got a list of ${options.length}`,
    )
  }
  const optionsOf = (list: readonly OptionColumn[]) => {
    const options = list.map(({ index, label }) => ({ text: textAt(index), label }))
    return options.some(({ text }) => text.trim() !== '') ? options : []
  }
  // Only a topic, a difficulty, a source and an id can have several texts.
  const textsOf = (target: Target) => {
    const value = values[columns.single[target] ?? -1] ?? ''
    if (typeof value === 'string') return value
    const { options } = cellAt(columns.single[target])
    return options.map(({ text }) => text).join(', ')
  }
  const answer = textAt(columns.single.correct_answer)
  const question = textAt(columns.single.question)
  assertNotShifted(question, values[(columns.single.question ?? 0) + 1], answer)
  const listAt = (index: number | undefined) => splitCell(cellAt(index), answer, separator)
  const forms: readonly (readonly [OptionsKind, readonly SourceOption[]])[] = [
    ['all', optionsOf(columns.options)],
    ['all', listAt(columns.single.options)],
    ['wrong', [...listAt(columns.single.wrong_answers), ...optionsOf(columns.wrong)]],
    ['choices', optionsOf(columns.choices)],
  ]
  const [kind, options] = forms.find(([, list]) => list.length > 0) ?? ['none', []]
  return {
    number,
    id: textsOf('id'),
    question,
    answer,
    kind,
    options,
    difficulty: textsOf('difficulty'),
    topic: textsOf('topic'),
    explanation: textsOf('explanation'),
    source: textsOf('source'),
  }
}

/** A record with too many cells usually has a separator in a text, so that its cells are in the wrong columns. */
function assertWidth(header: readonly string[], values: readonly unknown[]): void {
  const width = values.findLastIndex((value) => typeof value !== 'string' || value.trim() !== '') + 1
  if (width <= header.length) return
  throw new LeftOutError(
    `expected ${header.length} cells as in the header`,
    `, got ${width}; a text that contains the separator needs quotes`,
  )
}

/** `In 1914, what began?` without quotes is two cells, and the row may have as many as the header. */
function assertNotShifted(question: string, next: unknown, answer: string): void {
  const isEnded = /[?.!:…"”’')_]\s*$/.test(question)
  const rest = [next, answer].find((cell) =>
    /^\s.*\?\s*$|^ \p{Ll}/su.test(typeof cell === 'string' ? cell : ''),
  )
  if (isEnded || rest === undefined) return
  throw new LeftOutError(
    'expected the end of the question before the next cell',
    `, got ${quote(String(rest))}; a text that contains the separator needs quotes`,
  )
}
