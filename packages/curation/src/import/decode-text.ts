// Decodes the bytes of a file that a spreadsheet or an API wrote. Services read only UTF-8; an import reads more.
import { isUtf8 } from 'node:buffer'
import { ImportError, refusal } from '@qb/core/questions'
import { analyse } from 'chardet'

/** How the bytes of a text are read. */
export interface TextEncoding {
  /** As the WHATWG Encoding Standard names it. */
  readonly encoding: string
  /** Whether the bytes allow other encodings too. */
  readonly isGuess: boolean
  /** Decodes bytes of the text, without its byte order mark. */
  readonly decode: (bytes: Uint8Array) => string
}

/**
 * Finds the encoding of a text: UTF-8, UTF-16 and ISO-2022-JP, with or without a byte order mark. The encoding of other bytes is
 * guessed from the frequency of their characters.
 * @param given the name of an encoding, which is used in any case
 * @throws ImportError for an unknown name, and for UTF-32
 * @see https://encoding.spec.whatwg.org/
 */
export function findEncoding(bytes: Uint8Array, given?: string): TextEncoding {
  const { encoding, isGuess = false } = given ? { encoding: given } : detectEncoding(bytes)
  const text = decodeAs(encoding, bytes.subarray(0, SAMPLE_BYTES))
  if (text === undefined)
    throw new ImportError(
      `--encoding: expected a name such as windows-1252 or shift_jis, got ${JSON.stringify(given)}`,
    )
  if (text.trim() === '' && bytes.length <= SAMPLE_BYTES) throw refusal('questions', 'an empty file')
  if (text.split('\0', 1000).length * 10 > Math.min(text.length, 1000))
    throw new ImportError(
      'expected UTF-8, got bytes of another encoding; name it with --encoding, such as --encoding utf-16le',
    )
  return { encoding, isGuess, decode: (part) => decodeAs(encoding, part) ?? '' }
}

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  if (/^(?:windows-1252|iso-8859-1|latin-?1)$/i.test(encoding)) return decodeWindows1252(bytes)
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    return undefined
  }
}

function detectEncoding(bytes: Uint8Array): Pick<TextEncoding, 'encoding'> & { isGuess?: boolean } {
  const start = viewOf(bytes.subarray(0, 4)).toString('hex')
  if (start === 'fffe0000' || start === '0000feff')
    throw new ImportError('expected UTF-8, got UTF-32; save the file as UTF-8')
  if (start.startsWith('fffe')) return { encoding: 'utf-16le' }
  if (start.startsWith('feff')) return { encoding: 'utf-16be' }
  // Every second byte of an ASCII header in UTF-16 is NUL, which no other encoding contains.
  if (bytes[0] !== 0 && bytes[1] === 0) return { encoding: 'utf-16le' }
  if (bytes[0] === 0 && bytes[1] !== 0 && bytes.length > 1) return { encoding: 'utf-16be' }
  if (isUtf8(bytes) && ISO_2022_JP.some((start) => viewOf(bytes).includes(start)))
    return { encoding: 'iso-2022-jp' }
  if (isUtf8(bytes) || isDamagedUtf8(bytes)) return { encoding: 'utf-8' }
  const found = analyse(bytes.subarray(0, SAMPLE_BYTES)).map(({ name }) => name.toLowerCase())
  // Windows-1252 contains ISO 8859-1.
  const names = found.map((name) => (name === 'iso-8859-1' ? 'windows-1252' : name))
  const usable = names.find((name) => !name.startsWith('utf') && decodeAs(name, bytes) !== undefined)
  return { encoding: usable ?? 'windows-1252', isGuess: !bytes.includes(0) }
}

/** The escape sequences that switch to Japanese characters. */
const ISO_2022_JP = ['\u001b$@', '\u001b$B']

const SAMPLE_BYTES = 200_000

/** Whether bytes are UTF-8 but for a few. The questions with these are left out. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, 10 * SAMPLE_BYTES))
  const valid = text.match(/[^\0-\u007f\ufffd]/g)?.length ?? 0
  const invalid = text.match(/\ufffd/g)?.length ?? 0
  return valid > 2 * invalid
}

/** The same bytes, and no copy of them. */
function viewOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}

/** The characters of the bytes 0x80 to 0x9F. The five bytes without a character are control characters. */
const HIGH_CONTROLS =
  '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f' + // 0x80 to 0x8F
  '\u0090‘’“”•–—˜™š›œ\u009džŸ' // 0x90 to 0x9F

/** @see https://encoding.spec.whatwg.org/#windows-1252 */
export function decodeWindows1252(bytes: Uint8Array): string {
  return viewOf(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (char) => HIGH_CONTROLS.charAt(char.charCodeAt(0) - 0x80))
}
