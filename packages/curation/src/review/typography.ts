// Checks the typography of a text: stray spaces, HTML, wrong encodings, and ASCII in place of typographic characters.

/** A pattern of each mistake, and what is expected instead. */
const MISTAKES: readonly (readonly [pattern: RegExp, expected: string])[] = [
  [/^\s|\s$/, 'no space at its ends'],
  [/[^\S\n]{2,}|[\t\u00a0]/, 'single spaces'],
  [/\s[,;!?.](?=\s|$)|[^\d\s]\s:/, 'no space before a punctuation mark'],
  [/&(?:[a-z]+|#\d+|#x[0-9a-f]+);/i, 'a character in place of an HTML entity'],
  [/<\/?[a-z][^<>]*>/i, 'no HTML'],
  [/Ã[\u0080-\u00bf]|â€|Â[\u00a0-\u00bf]|\ufffd/, 'text that was decoded as UTF-8'],
  [/'/, '’ or ‘ in place of a straight apostrophe'],
  [/"/, '“ or ” in place of a straight quotation mark'],
  [/\.\.\./, '… in place of three full stops'],
  [/--/, '– in place of two hyphens'],
  [/(?:^|[\s(=])-\d/, '− in place of a hyphen before a number'],
  [/\d-\d/, '– in place of a hyphen between numbers'],
  [/\d\s?x\s?\d/, '× in place of a letter x between numbers'],
  [/\s-\s/, '– or − in place of a hyphen between spaces'],
  [/\^\d|\bsqrt\b|\b\d+\s?degrees?\s?[CF]\b/, 'a real mathematical character'],
]

/** One message for each kind of mistake in a text. */
export function checkTypography(text: string): string[] {
  return MISTAKES.flatMap(([pattern, expected]) => {
    const found = pattern.exec(text)
    return found ? [`expected ${expected}, got ${JSON.stringify(excerpt(text, found.index))}`] : []
  })
}

function excerpt(text: string, at: number): string {
  return text.slice(Math.max(0, at - 10), at + 12)
}
