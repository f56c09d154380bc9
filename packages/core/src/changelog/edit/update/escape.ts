// Escapes a text, so that CommonMark renders it as it is.
// @see https://spec.commonmark.org/0.31.2/#backslash-escapes

/** The characters that get a backslash. Others could not have a meaning and stay as they are, so that the text can be read. */
const PLACES: readonly RegExp[] = [
  /[\\`*~[]/g,
  // Between letters, an underscore is no emphasis.
  /(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu,
  /<(?=[a-z/!?])|(?<=<)!/gi,
  /&(?=#?\w{1,40};)/g,
  // The start of a line: a heading, an underline or a thematic break.
  /^(?:#(?=#{0,5}(?:\s|$))|=(?==*$)|-(?=[- \t]*$))/gm,
]
/** The first marker of a quote or an item on a line, below numbers and spaces. */
const MARKER = /^((?:[^\S\n]|\d|[.)](?!\s|$)|(?<!\d)[.)])*)(?:>|[-+](?=\s|$)|(?<=\d)[.)](?=\s|$))/gm

/** Escapes each line of a text, so that no character starts a block, a link, HTML, an entity or emphasis. */
export function escapeMarkdown(text: string): string {
  const places = new Set(PLACES.flatMap((place) => [...text.matchAll(place)].map(({ index }) => index)))
  for (const { index, 1: before = '' } of text.matchAll(MARKER)) places.add(index + before.length)
  return text.replaceAll(/[\s\S]/g, (unit, index: number) => (places.has(index) ? '\\' : '') + unit)
}
