// Finds characters that nobody sees in a value of the config, such as a zero-width space that was copied with it. The value
// would be accepted, and never match.

const EMOJI = /\p{Extended_Pictographic}(?:\ufe0f|\u200d|\p{Emoji_Modifier})*/gu
/** Characters without a shape, and spaces that look like the usual one. */
const INVISIBLE = /(?![\t ])[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}]/u

/** Returns what is wrong with a value, "expected X, got Y". Undefined when all of it is visible. Parts of an emoji are. */
export function describeInvisible(value: string): string | undefined {
  const text = value.replace(EMOJI, (emoji) => '.'.repeat(emoji.length))
  const { 0: character, index = 0 } = INVISIBLE.exec(text) ?? {}
  if (character === undefined) return undefined
  const codePoint = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  const place = index === 0 ? 'at its start' : `after ${JSON.stringify(value.slice(0, index))}`
  return `expected characters that can be seen, got U+${codePoint} ${place}`
}
