// Reads an answer that can be the place of an option instead of its text, such as `B`, `(b)`, `option_b` or `2`.

/** A letter as a number from 0, or a number as it is written. What a number counts from depends on its file. */
export interface Place {
  readonly kind: 'letter' | 'number'
  readonly value: number
}

/** A sign before a number, as in `-1` and `.5`, belongs to it. */
const PLACE = /^(?:(?:option|opt|answer|ans|choice)[\s._#-]*|#?)[([]?(?:([a-t])|(\d\d?))[)\].:]*$/i

/** Reads the place that an answer can mean. Full-width and circled characters are read as plain ones. */
export function readPlace(answer: string): Place | undefined {
  const [, letter, number] = PLACE.exec(answer.normalize('NFKC').trim()) ?? []
  if (letter !== undefined) return { kind: 'letter', value: letter.toLowerCase().charCodeAt(0) - 97 }
  return number === undefined ? undefined : { kind: 'number', value: Number(number) }
}

/** Whether a place selects one of several options. A number can count from 0 or from 1. */
export function selectsOption({ kind, value }: Place, options: readonly string[]): boolean {
  return options.length > 1 && (kind === 'letter' ? value < options.length : value <= options.length)
}

/** The letter at the end of a text, as in `C` and `Vitamin C`, in lower case. It is in the last characters. */
export function findLastLetter(text: string): string | undefined {
  if (/[a-z\d]{2}$/i.test(text.slice(-2))) return undefined
  return /(?:^|[^\p{L}\p{N}])(\p{L})[).]?$/u.exec(text.slice(-4).normalize('NFKC'))?.[1]?.toLowerCase()
}

/**
 * Whether all options are of the kind of the answer: numbers such as `4` or `$4`, or letters such as `C` or `Vitamin C`. The
 * answer can then be one more of them.
 */
export function areOfKind({ kind }: Place, options: readonly string[]): boolean {
  const isOfKind = (option: string) =>
    kind === 'letter' ? findLastLetter(option) !== undefined : /\p{N}/u.test(option.normalize('NFKC'))
  return options.every((option) => option === '' || isOfKind(option))
}
