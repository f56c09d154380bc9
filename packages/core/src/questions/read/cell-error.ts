// Defines errors in cells. They are converted to diagnostics when the positions of the cells are known.

/** An error in a cell of a record. */
export interface CellError {
  /** The index of the cell in its record, from 0. */
  readonly cellIndex: number
  readonly message: string
}

/** Reports an error in the cell at an index. */
export type CellReport = (cellIndex: number, message: string) => void
