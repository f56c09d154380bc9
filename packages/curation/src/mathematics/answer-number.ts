// Reads the number in the text of an answer.

/** A number with its unit. */
export interface AnswerNumber {
  readonly value: number
  /** The unit, or an empty string. */
  readonly unit: string
}

/** A number such as `−7`, `1,729` or `2.5`, or a fraction such as `7/36`, with a unit such as `kg` or `per cent`. */
const NUMBER = /^(−?\d+(?:,\d{3})*(?:\.\d+)?)(?:\/(\d+))?(?: ?(%|°|[a-z][a-z /²³]*))?$/

/** Returns undefined when the text is not a number. */
export function readAnswerNumber(text: string): AnswerNumber | undefined {
  const [, numerator, denominator = '1', unit = ''] = NUMBER.exec(text) ?? []
  if (numerator === undefined) return undefined
  const value = Number(numerator.replaceAll(',', '').replace('−', '-')) / Number(denominator)
  return { value, unit }
}
