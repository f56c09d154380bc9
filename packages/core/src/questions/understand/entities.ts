// Decodes the HTML entities of a file: once, or twice when the file shows that two tools have encoded its texts.
import { decodeHTML } from 'entities'
import type { TableRecord } from './records.ts'

/** How often the entities of a file are decoded. */
export type Decodings = 0 | 1 | 2

const ENTITY = /&(?:#\d+|#x[\da-f]+|[a-z]\w{1,30});/gi

/** An apostrophe or a letter in a word, or a text in quotation marks. A question about HTML has such entities alone. */
const CLEAR =
  /\p{L}&amp;(?:#0?39|#x27|apos|rsquo|[a-z](?:acute|grave|uml|circ|tilde|cedil|ring)|szlig);|&amp;(?:#0?34|quot|ldquo);[^&]+&amp;(?:#0?34|quot|rdquo);/iu

/** Finds how often to decode: twice when all entities are encoded again, as in `&amp;quot;`, and one is clearly no text about HTML. */
export function countDecodings(records: Iterable<TableRecord>): Decodings {
  let isClear = false
  for (const { values } of records) {
    const text = JSON.stringify(values)
    for (const { 0: entity, index } of text.matchAll(ENTITY))
      if (entity.toLowerCase() !== '&amp;' || text.slice(index + 5).search(/#?\w{2,31};/) !== 0) return 1
    isClear ||= values.some((value) => CLEAR.test(typeof value === 'string' ? value : JSON.stringify(value)))
  }
  return isClear ? 2 : 1
}

/** Decodes the entities of a text. */
export function decodeEntities(text: string, decodings: Decodings): string {
  let decoded = text
  for (let level = 0; level < decodings; level++) decoded = decodeHTML(decoded)
  return decoded
}
