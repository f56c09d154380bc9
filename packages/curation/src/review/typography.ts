// Checks the typography of a text: stray spaces, HTML, wrong encodings, and ASCII characters instead of
// typographic ones.

/** A pattern for each kind of mistake, and the requirement that the text violates. */
const RULES: readonly (readonly [mistake: RegExp, expected: string])[] = [
  [/^\s|\s$/, 'text without leading or trailing spaces'],
  [/[^\S\n]{2,}|[\t\u00a0]/, 'single, plain spaces between words'],
  [/\s[,;!?.](?=\s|$)|[^\d\s]\s:/, 'punctuation marks without a space before them'],
  [/&(?:[a-z]+|#\d+|#x[0-9a-f]+);/i, 'characters instead of HTML entities'],
  [/<\/?[a-z][^<>]*>/i, 'plain text without HTML tags'],
  [/Ã[\u0080-\u00bf]|â€|Â[\u00a0-\u00bf]|\ufffd/, 'text that was decoded as UTF-8'],
  [/'/, '’ or ‘ instead of a straight apostrophe'],
  [/"/, '“ or ” instead of a straight quotation mark'],
  [/\.\.\./, '… instead of three full stops'],
  [/--/, '– instead of two hyphens'],
  [/(?:^|[\s(=])-\d/, '− instead of a hyphen before a number'],
  [/\d-\d/, '– instead of a hyphen between numbers'],
  [/\d\s?x\s?\d/, '× instead of the letter x between numbers'],
  [/\s-\s/, '– or − instead of a hyphen between spaces'],
  [/\^\d|\bsqrt\b|\b\d+\s?degrees?\s?[CF]\b/, 'a mathematical character such as ², √ or °'],
]

/** Returns one message for each kind of mistake in a text. */
export function checkTypography(text: string): string[] {
  return RULES.flatMap(([mistake, expected]) => {
    const found = mistake.exec(text)
    return found ? [`expected ${expected}, got ${JSON.stringify(excerpt(text, found.index))}`] : []
  })
}

/** Returns the part of a text around an offset. */
function excerpt(text: string, offset: number): string {
  return text.slice(Math.max(0, offset - 10), offset + 12)
}
