// One finding in a dataset file, with its position. Most editors make file:line:column a link.

/** A position in a text. Both numbers count from 1; columns count Unicode characters, not bytes. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** One finding in a file. `message` has the form "expected X, got Y". */
export interface Diagnostic extends Position {
  readonly file: string
  readonly message: string
}

/** `file:line:column: message`. */
export function formatDiagnostic({ file, line, column, message }: Diagnostic): string {
  return `${file}:${line}:${column}: ${message}`
}

/** The diagnostics in reading order, file by file. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) => compareFiles(a.file, b.file) || a.line - b.line || a.column - b.column,
  )
}

function compareFiles(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** A text cut at 60 characters. */
export function shorten(text: string): string {
  const head = [...text.slice(0, 120)]
  return text.length > 60 ? `${head.slice(0, 60).join('')}…` : text
}

/** A text for a message: in quotation marks, with visible escapes, cut at 60 characters. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text))
}

/** The most texts of a list that a message contains. */
const MAX_QUOTED_TEXTS = 10

/** A list for a message: its first texts, each as {@link quote} writes it, and the number of the others. */
export function quoteAll(texts: readonly string[]): string {
  const more = texts.length > MAX_QUOTED_TEXTS ? ` and ${texts.length - MAX_QUOTED_TEXTS} more` : ''
  return texts.slice(0, MAX_QUOTED_TEXTS).map(quote).join(', ') + more
}
