// Represents an edited text without a copy of what follows its last edit. New memory for a long text, as a string and as bytes,
// takes longer than an edit.
import { applySplices, type Splice } from './splice.ts'

/** The text `head`, followed by `base` from `baseStart` on. */
export interface SplicedText {
  readonly head: string
  readonly base: string
  readonly baseStart: number
  /** The number of UTF-8 bytes of `base` from `baseStart` on. */
  readonly baseBytes: number
}

/** Represents a text that is not edited yet. */
export function openText(text: string): SplicedText {
  return { head: '', base: text, baseStart: 0, baseBytes: Buffer.byteLength(text) }
}

/** Represents a text that replaces another one. */
export function replacementText(text: string): SplicedText {
  return { head: text, base: '', baseStart: 0, baseBytes: 0 }
}

/** Applies splices to a text. They do not overlap. */
export function spliceText(text: SplicedText, splices: readonly Splice[]): SplicedText {
  const lastEnd = splices.reduce((last, { end }) => Math.max(last, end), 0)
  const { head, ...base } = extendHead(text, lastEnd)
  return { head: applySplices(head, splices), ...base }
}

/** Moves text from the base to the head until the head has a length. */
function extendHead({ head, base, baseStart, baseBytes }: SplicedText, length: number): SplicedText {
  if (length <= head.length) return { head, base, baseStart, baseBytes }
  const offset = baseStart + length - head.length
  // A surrogate pair is not divided, because its halves have other bytes.
  const end = (base.codePointAt(offset - 1) ?? 0) > 0xffff ? offset + 1 : offset
  const moved = base.slice(baseStart, end)
  return { head: head + moved, base, baseStart: end, baseBytes: baseBytes - Buffer.byteLength(moved) }
}

/** The text as a string. */
export function toText({ head, base, baseStart }: SplicedText): string {
  return head + base.slice(baseStart)
}

/** The length of a text in UTF-16 code units. */
export function lengthOf({ head, base, baseStart }: SplicedText): number {
  return head.length + base.length - baseStart
}

/** The length of a text in UTF-8 bytes. */
export function byteLengthOf({ head, baseBytes }: SplicedText): number {
  return Buffer.byteLength(head) + baseBytes
}

/**
 * Encodes a text as UTF-8. The bytes of the base are not copied.
 * @param bytes the bytes of a text that ends like this one, at least from the base on
 * @returns the parts of the bytes, in order
 * @throws Error when there are fewer bytes than the base has
 */
export function encodeParts({ head, baseBytes }: SplicedText, bytes: Buffer): Buffer[] {
  if (baseBytes > bytes.length) throw new Error(`expected at least ${baseBytes} bytes, got ${bytes.length}`)
  return [Buffer.from(head), bytes.subarray(bytes.length - baseBytes)]
}
