// Splits the output of git commands with the option `-z`, in which names are neither quoted nor escaped.

/** Splits output at NUL bytes. Each character of the result, U+0000 to U+00FF, represents one byte. */
export function splitAtNul(output: Buffer): string[] {
  return output.toString('latin1').split('\0')
}

/** Divides fields into groups of `size`. An incomplete group at the end is dropped. */
export function groupFields(fields: readonly string[], size: number): string[][] {
  const whole = Math.floor(fields.length / size)
  return Array.from({ length: whole }, (_, index) => fields.slice(index * size, (index + 1) * size))
}
