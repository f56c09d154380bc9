// Vectors and matrices. A matrix is a list of rows.
import { sum } from './numbers.ts'

/** The dot product of two vectors of the same length. */
export function dotProduct(a: readonly number[], b: readonly number[]): number {
  return sum(a, (value, place) => value * (b[place] ?? Number.NaN))
}

/** The product of two matrices. */
export function matrixProduct(a: readonly number[][], b: readonly number[][]): number[][] {
  const columns = (b[0] ?? []).map((_, place) => b.map((row) => row[place] ?? Number.NaN))
  return a.map((row) => columns.map((column) => dotProduct(row, column)))
}

/** The determinant of a square matrix, by expansion along its first row. */
export function determinant([first, ...others]: readonly number[][]): number {
  if (first === undefined) return 1
  return sum(first, (value, column) => {
    const minor = others.map((row) => row.toSpliced(column, 1))
    return (-1) ** column * value * determinant(minor)
  })
}
