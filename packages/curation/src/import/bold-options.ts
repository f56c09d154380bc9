// Marks options in bold of a workbook, as people mark the correct one.
import { findTarget, type Table } from '@qb/core/questions'
import type { Cells } from './workbook-cells.ts'

const OPTIONS: readonly unknown[] = ['option', 'choice']

/** A column that is bold in so many rows has a style of its own. */
const MAX_SHARE = 0.9

/** Writes the only option of a row that is in bold as `**Paris**`. An answer beside it must say the same. */
export function markBold(table: Table, bold: Cells['bold']): Table {
  const records = [...table.records]
  const columns = table.header.flatMap((name, column) => (OPTIONS.includes(findTarget(name)) ? column : []))
  const isBold = (row: number, column: number) => bold.get(row)?.has(column) === true
  const varied = columns.filter(
    (column) => records.filter(({ number }) => isBold(number, column)).length <= records.length * MAX_SHARE,
  )
  if (varied.length < columns.length || columns.length < 2) return table
  const mark = (text: unknown) =>
    typeof text === 'string' && text.trim() !== '' ? `**${text.trim()}**` : text
  return {
    ...table,
    records: records.map((record) => {
      const [at, ...others] = columns.filter((column) => isBold(record.number, column))
      if (at === undefined || others.length > 0) return record
      return {
        ...record,
        values: record.values.map((value, column) => (column === at ? mark(value) : value)),
      }
    }),
  }
}
