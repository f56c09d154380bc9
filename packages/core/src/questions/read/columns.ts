// Defines the columns of a dataset file. Names are compared without regard to case, spaces, hyphens and underscores.
import { FACET_NAMES, type FacetName } from '../facets.ts'

/** The names of the columns that every dataset must have. */
export const REQUIRED_COLUMNS = ['id', 'question', 'correct_answer'] as const

/** The name of a column that is read, except for `choice_1`, `choice_2`, …. */
export type ColumnName = (typeof REQUIRED_COLUMNS)[number] | 'options' | 'source' | FacetName

/** Every {@link ColumnName}. */
export const COLUMN_NAMES: readonly ColumnName[] = [...REQUIRED_COLUMNS, 'options', ...FACET_NAMES, 'source']

/** Folds a column name for comparison: `Correct Answer`, `correct-answer` and `correct_answer` are equal. */
export function foldName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

/** The columns of a header. Indexes start at 0. */
export interface Columns {
  /** The number of columns. */
  readonly width: number
  /** The index of each named column of the file. */
  readonly named: Readonly<Partial<Record<ColumnName, number>>>
  /** The indexes of the columns `choice_1`, `choice_2`, …, sorted by the number in the name. */
  readonly choices: readonly number[]
  /** The names of the columns that are not read. */
  readonly ignored: readonly string[]
  /** The names of all columns, in the order of the header. */
  readonly names: readonly string[]
}

/** Returns a cell of a record. It is empty when the record is too short or the file has no such column. */
export function cellOf({ named }: Columns, record: readonly string[], column: ColumnName): string {
  return record[named[column] ?? -1] ?? ''
}
