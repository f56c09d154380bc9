// Reads answers that mean an option by its position: a letter such as `B`, or a number.

/** An answer that can mean a position. A letter counts from `A`. What a number counts from depends on its file. */
export interface PositionAnswer {
  readonly kind: 'letter' | 'number'
  /** The letter as a number from 0, or the number. */
  readonly value: number
}

/** Reads an answer such as `B`, `(b)`, `option_b` or `2`. Undefined for other texts. */
export function readPosition(answer: string): PositionAnswer | undefined {
  const [, letter, number] =
    /^(?:option|answer|choice)?[\s_-]*\(?(?:([a-h])|(\d\d?))[).:]?$/i.exec(answer) ?? []
  if (letter !== undefined)
    return { kind: 'letter', value: letter.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0) }
  return number === undefined ? undefined : { kind: 'number', value: Number(number) }
}
