// Multiplies vectors and matrices, and computes determinants. A matrix is a list of rows.
import { sum } from './numbers.ts'

/** Returns the dot product of two vectors of the same length. */
export function dotProduct(a: readonly number[], b: readonly number[]): number {
  return sum(a, (value, index) => value * (b[index] ?? Number.NaN))
}

/** Returns the product of two matrices. */
export function matrixProduct(a: readonly number[][], b: readonly number[][]): number[][] {
  const columns = (b[0] ?? []).map((_, index) => b.map((row) => row[index] ?? Number.NaN))
  return a.map((row) => columns.map((column) => dotProduct(row, column)))
}

/** Returns the determinant of a square matrix, by expansion along its first row. */
export function determinant([first, ...others]: readonly number[][]): number {
  if (first === undefined) return 1
  return sum(first, (value, column) => {
    const minor = others.map((row) => row.toSpliced(column, 1))
    return (-1) ** column * value * determinant(minor)
  })
}
