// Decodes Windows-1252. `TextDecoder` of some Node versions, such as 20, decodes it as ISO 8859-1: curly quotation
// marks, dashes and the euro sign become control characters.

/** The characters of the bytes 0x80 to 0x9F. The five bytes without a character are control characters. */
const HIGH_CONTROLS =
  '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f' + // 0x80 to 0x8F
  '\u0090‘’“”•–—˜™š›œ\u009džŸ' // 0x90 to 0x9F

/**
 * Decodes bytes as Windows-1252.
 * @see https://encoding.spec.whatwg.org/#windows-1252
 */
export function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (char) => HIGH_CONTROLS.charAt(char.charCodeAt(0) - 0x80))
}
