// Why a question, or a table as a whole, is not used.

class UnreadError extends Error {
  /** The rule. It contains no cell, which could be an answer that is served hidden. */
  readonly expected: string
  /** The end of the message, such as `, got "B"`. */
  readonly got: string

  constructor(expected: string, got = '') {
    super(expected + got)
    this.expected = expected
    this.got = got
  }
}

/** Why a question is left out. */
export class LeftOutError extends UnreadError {
  override readonly name = 'LeftOutError'
}

/** Why a table, or a file, cannot be read at all. */
export class ImportError extends UnreadError {
  override readonly name = 'ImportError'
}

/** Why a question is left out: `expected <expected>, got <got>`. */
export const leftOut = (expected: string, got: string) =>
  new LeftOutError(`expected ${expected}`, `, got ${got}`)

/** Why a table, or a file, is refused: `expected <expected>, got <got>`, perhaps behind the argument that it contradicts. */
export const refusal = (expected: string, got: string, argument?: string) =>
  new ImportError(`${argument ? `${argument}: ` : ''}expected ${expected}`, `, got ${got}`)
