// Defines diagnostics: findings in a dataset file, each with its position. Most editors turn file:line into a link.
import { quote } from '../quote.ts'

/** A position in a file: a line, from 1, and the name of a column of the table, if the finding is about one. */
export interface Position {
  readonly line: number
  readonly column?: string | undefined
}

/** What was expected in a file. Together, its parts have the form "expected X, got Y". */
export interface Finding {
  /** The rule. It never contains a cell, which could be an answer that is served hidden. */
  readonly message: string
  /** The end of the message, with cells, such as `, got "A" again`. */
  readonly cells?: string | undefined
}

/** One finding in a file, with its position. */
export interface Diagnostic extends Position, Finding {
  readonly file: string
}

/** Formats a diagnostic as `file:line: column "name": message`, for the person who has the file. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  return `${formatPublicDiagnostic(diagnostic)}${diagnostic.cells ?? ''}`
}

/** Formats a diagnostic without cells, for responses and for the log. */
export function formatPublicDiagnostic(diagnostic: Diagnostic): string {
  return `${diagnostic.file}:${diagnostic.line}: ${formatFault(diagnostic)}`
}

/** Formats what is wrong, without the file, the line and the cells: `column "name": message`. */
export function formatFault({ column, message }: Diagnostic): string {
  return column === undefined ? message : `column ${quote(column)}: ${message}`
}

/** Sorts diagnostics by file and line. Diagnostics of the same line keep their order. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
}

/** Maximum number of diagnostics of a file. A file that is not a dataset could have one in every cell. */
export const MAX_DIAGNOSTICS = 1000

/** Sorts the diagnostics of a file by line. The last one says when there are more than {@link MAX_DIAGNOSTICS}. */
export function limitDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const sorted = sortDiagnostics(diagnostics)
  const next = sorted[MAX_DIAGNOSTICS]
  if (!next) return sorted
  const message = `expected at most ${MAX_DIAGNOSTICS} diagnostics, got more, which are not reported`
  return [...sorted.slice(0, MAX_DIAGNOSTICS), { file: next.file, line: next.line, message }]
}

/** Maximum number of strings of a list in a message. */
const MAX_QUOTED_STRINGS = 10

/** Quotes the first strings of a list with {@link quote}, and appends the number of the others. */
export function quoteAll(strings: readonly string[]): string {
  const more = strings.length > MAX_QUOTED_STRINGS ? ` and ${strings.length - MAX_QUOTED_STRINGS} more` : ''
  return strings.slice(0, MAX_QUOTED_STRINGS).map(quote).join(', ') + more
}
