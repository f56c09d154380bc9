// Decodes the bytes of a file that a spreadsheet or an API wrote. Services read only UTF-8; an import reads more.
import { isUtf8 } from 'node:buffer'

/** An encoding, as the WHATWG Encoding Standard names it. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * Decodes UTF-8 and UTF-16, with or without a byte order mark. Other bytes are decoded as Windows-1252, which is what
 * Excel writes in Western Europe and America. The byte order mark is removed.
 * @see https://encoding.spec.whatwg.org/
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const encoding = detectEncoding(bytes)
  const text =
    encoding === 'windows-1252' ? decodeWindows1252(bytes) : new TextDecoder(encoding).decode(bytes)
  return { text, encoding }
}

function detectEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // Every second byte of an ASCII header in UTF-16 is NUL, which no other encoding contains.
  if (bytes[0] !== 0 && bytes[1] === 0) return 'utf-16le'
  if (bytes[0] === 0 && bytes[1] !== 0 && bytes.length > 1) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** The characters of the bytes 0x80 to 0x9F. The five bytes without a character are control characters. */
const HIGH_CONTROLS =
  '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f' + // 0x80 to 0x8F
  '\u0090‘’“”•–—˜™š›œ\u009džŸ' // 0x90 to 0x9F

/** @see https://encoding.spec.whatwg.org/#windows-1252 */
export function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (char) => HIGH_CONTROLS.charAt(char.charCodeAt(0) - 0x80))
}
