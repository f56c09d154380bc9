// Errors in cells, before the positions of the cells in the file are known.

/** An error in the cell number `cell` of a record, counted from 0. */
export interface CellError {
  readonly cell: number
  readonly message: string
}

/** Reports an error in a cell. */
export type CellReport = (cell: number, message: string) => void
