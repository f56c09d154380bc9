// Recognises texts that Open Trivia DB encoded as Base64 or as in a URL.

/**
 * Whether texts are encoded: they have only characters of the encoding, and most of them decode to text. Plain texts
 * without spaces, as in Japanese, are not.
 */
export function areEncoded(texts: readonly string[]): boolean {
  return [decodeBase64, decodeUrl].some((decode) => {
    const decoded = texts.map(decode)
    return !decoded.includes(undefined) && decoded.filter(isPlausible).length * 2 > texts.length
  })
}

/** @returns undefined when the text has other characters; an empty text when it decodes to no text or to itself */
function decodeBase64(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64').replaceAll('=', '').length === text.replace(/=+$/, '').length
    ? bytes.toString()
    : ''
}

/** @returns undefined when the text has other characters; an empty text when it decodes to no text or to itself */
function decodeUrl(text: string): string | undefined {
  if (!/^[\w.!~*'()+%-]+$/.test(text)) return undefined
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '))
    return decoded === text ? '' : decoded
  } catch {
    return ''
  }
}

/** Whether a text has letters, and no characters that only bytes that are no text decode to. */
function isPlausible(text = ''): boolean {
  return /\p{L}/u.test(text) && !/(?![\t\n\r])\p{C}|\ufffd/u.test(text)
}
