// The header of a dataset: the number of each column that is read. Names are matched exactly.
import { FACET_NAMES, type FacetName } from '../facets.ts'

/** The columns that every dataset has. */
export const REQUIRED_COLUMNS = ['id', 'question', 'correct_answer'] as const

/** A column that is read by its name. */
export type ColumnName = (typeof REQUIRED_COLUMNS)[number] | 'options' | FacetName

/** Every column that is read by its name. */
export const COLUMN_NAMES: readonly ColumnName[] = [...REQUIRED_COLUMNS, 'options', ...FACET_NAMES]

/** The numbers of the columns, from 0. `choices` are `choice_1`, `choice_2`, …, sorted by those numbers. */
export interface Columns {
  readonly width: number
  readonly named: Readonly<Partial<Record<ColumnName, number>>>
  readonly choices: readonly number[]
  /** Names of columns that are not read. */
  readonly ignored: readonly string[]
  /** Every name, in the order of the header. */
  readonly names: readonly string[]
}

/** The text of a record in a named column; empty when the record is too short or the file has no such column. */
export function cellOf({ named }: Columns, record: readonly string[], column: ColumnName): string {
  return record[named[column] ?? -1] ?? ''
}
