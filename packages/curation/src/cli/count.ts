// Formats numbers of things.

/** Formats a number with a noun, such as `1 question` or `2,000 questions`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}
