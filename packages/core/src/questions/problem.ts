// What is wrong with a dataset file, and where; a reader can click file:line:column in most editors.

/** A place in a text, both counted from 1; columns count characters, not bytes. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** One thing wrong with a dataset file; `message` says what was expected and what came. */
export interface Problem extends Position {
  readonly file: string
  readonly message: string
}

/** `file:line:column: message`. */
export function formatProblem({ file, line, column, message }: Problem): string {
  return `${file}:${line}:${column}: ${message}`
}

/** The problems in reading order, file by file. */
export function sortProblems(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => compareFiles(a.file, b.file) || a.line - b.line || a.column - b.column)
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

/** A piece of a cell for a message: quoted, escapes visible, cut at 60 characters. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text))
}

/** How many texts of a list a message shows. */
const SHOWN_TEXTS = 10

/** The first texts of a list for a message, each as {@link quote} has it, and how many there are beside. */
export function quoteAll(texts: readonly string[]): string {
  const more = texts.length > SHOWN_TEXTS ? ` and ${texts.length - SHOWN_TEXTS} more` : ''
  return texts.slice(0, SHOWN_TEXTS).map(quote).join(', ') + more
}
