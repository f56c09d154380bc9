// Converts text to byte strings and back. Node writes a byte string to a socket faster than any other text: its characters
// are copied, not encoded.

/** A string in which each character is a byte, from U+0000 to U+00FF: text that is already encoded in UTF-8. */
export type ByteString = string & { readonly byteString: unique symbol }

/** Matches the texts that are equal to their byte string. */
const ASCII = /^[\0-\x7f]*$/

/** Encodes a text in UTF-8. */
export function toByteString(text: string): ByteString {
  return (ASCII.test(text) ? text : Buffer.from(text).toString('latin1')) as ByteString
}

/** Decodes a byte string. */
export function fromByteString(bytes: ByteString): string {
  return ASCII.test(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString()
}
