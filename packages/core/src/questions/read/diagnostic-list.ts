// Collects the diagnostics of one file up to a maximum number.
import { type Diagnostic, sortDiagnostics } from '../diagnostic.ts'

/** Maximum number of diagnostics of a file. A file that is not a dataset could have one in every cell. */
export const MAX_DIAGNOSTICS = 1000

/** The diagnostics of a file. A full list has one more than {@link MAX_DIAGNOSTICS}. */
export interface DiagnosticList {
  isEmpty(): boolean
  isFull(): boolean
  /** Adds a diagnostic, unless the list is full. */
  add(diagnostic: Omit<Diagnostic, 'file'>): void
  /**
   * Returns the diagnostics, sorted by position. When there are more than {@link MAX_DIAGNOSTICS}, the result
   * has the first ones and one diagnostic about the maximum.
   */
  report(): Diagnostic[]
}

/** Creates an empty list for a file. */
export function createDiagnosticList(file: string): DiagnosticList {
  const diagnostics: Diagnostic[] = []
  const isFull = () => diagnostics.length > MAX_DIAGNOSTICS
  return {
    isEmpty: () => diagnostics.length === 0,
    isFull,
    add(diagnostic) {
      if (!isFull()) diagnostics.push({ file, ...diagnostic })
    },
    report() {
      const sorted = sortDiagnostics(diagnostics)
      const next = sorted[MAX_DIAGNOSTICS]
      if (!next) return sorted
      const message = `expected at most ${MAX_DIAGNOSTICS} diagnostics, got more, which are not reported`
      return [...sorted.slice(0, MAX_DIAGNOSTICS), { ...next, message }]
    },
  }
}
