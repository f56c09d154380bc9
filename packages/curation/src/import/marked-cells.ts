// Marks options of a workbook that are in bold or in a colour, as people mark the correct one.
import { findTarget, type Table } from '@qb/core/questions'
import type { Cells } from './workbook-cells.ts'

const OPTIONS: readonly unknown[] = ['option', 'choice']

/** A column that looks so in so many rows has a style of its own. */
const MAX_SHARE = 0.9

/** Writes the only option of a row that is in bold, or in a colour, as `**Paris**`. An answer beside it must say the same. */
export const markLooks = (table: Table, marked: Cells['marked']): Table => marked.reduce(markOne, table)

function markOne(table: Table, marked: Cells['marked'][number]): Table {
  const records = [...table.records]
  const columns = table.header.flatMap((name, column) => (OPTIONS.includes(findTarget(name)) ? column : []))
  const isMarked = (row: number, column: number) => marked.get(row)?.has(column) === true
  const varied = columns.filter(
    (column) => records.filter(({ number }) => isMarked(number, column)).length <= records.length * MAX_SHARE,
  )
  if (varied.length < columns.length || columns.length < 2) return table
  const mark = (text: unknown) =>
    typeof text === 'string' && text.trim() !== '' && !text.startsWith('**') ? `**${text.trim()}**` : text
  return {
    ...table,
    records: records.map((record) => {
      const [at, ...others] = columns.filter((column) => isMarked(record.number, column))
      if (at === undefined || others.length > 0) return record
      return {
        ...record,
        values: record.values.map((value, column) => (column === at ? mark(value) : value)),
      }
    }),
  }
}
