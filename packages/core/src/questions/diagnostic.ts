// Defines diagnostics: findings in a dataset file, each with its position. Most editors turn file:line:column
// into a link to the position.
import { quote } from '../quote.ts'

/** A position in a file. Both numbers start at 1. The column counts Unicode code points, not bytes. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** One finding in a file. `message` has the form "expected X, got Y". */
export interface Diagnostic extends Position {
  readonly file: string
  readonly message: string
}

/** Formats a diagnostic as `file:line:column: message`. */
export function formatDiagnostic({ file, line, column, message }: Diagnostic): string {
  return `${file}:${line}:${column}: ${message}`
}

/** Sorts diagnostics by file, line and column. Diagnostics at the same position keep their order. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) => compareFiles(a.file, b.file) || a.line - b.line || a.column - b.column,
  )
}

function compareFiles(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Maximum number of strings of a list in a message. */
const MAX_QUOTED_STRINGS = 10

/** Quotes the first strings of a list with {@link quote}, and appends the number of the others. */
export function quoteAll(strings: readonly string[]): string {
  const more = strings.length > MAX_QUOTED_STRINGS ? ` and ${strings.length - MAX_QUOTED_STRINGS} more` : ''
  return strings.slice(0, MAX_QUOTED_STRINGS).map(quote).join(', ') + more
}
