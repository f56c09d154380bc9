// Collects the diagnostics of one file, up to a limit.
import { type Diagnostic, sortDiagnostics } from '../diagnostic.ts'

/** The most diagnostics of one file that are reported. A file of another kind could have one in every cell. */
export const MAX_DIAGNOSTICS = 1000

/** The diagnostics of a file. A full list has more than are reported, and ignores further ones. */
export interface DiagnosticList {
  isEmpty(): boolean
  isFull(): boolean
  add(diagnostic: Omit<Diagnostic, 'file'>): void
  /** In reading order: at most {@link MAX_DIAGNOSTICS}, and one more about the limit when there are others. */
  report(): Diagnostic[]
}

/** Creates an empty list. */
export function createDiagnosticList(file: string): DiagnosticList {
  const found: Diagnostic[] = []
  const isFull = () => found.length > MAX_DIAGNOSTICS
  return {
    isEmpty: () => found.length === 0,
    isFull,
    add(diagnostic) {
      if (!isFull()) found.push({ file, ...diagnostic })
    },
    report() {
      const sorted = sortDiagnostics(found)
      const next = sorted[MAX_DIAGNOSTICS]
      if (!next) return sorted
      const message = `expected at most ${MAX_DIAGNOSTICS} diagnostics, got more, which are not reported`
      return [...sorted.slice(0, MAX_DIAGNOSTICS), { ...next, message }]
    },
  }
}
