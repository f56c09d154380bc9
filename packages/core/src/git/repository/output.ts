// Splits the output of git with `-z`, in which no name is quoted or escaped.

/** Splits at NUL characters. Each character of the result, U+0000 to U+00FF, stands for one byte. */
export function splitZero(output: Buffer): string[] {
  return output.toString('latin1').split('\0')
}

/** Groups of `size` fields. An incomplete group at the end is dropped. */
export function group(fields: readonly string[], size: number): string[][] {
  const whole = Math.floor(fields.length / size)
  return Array.from({ length: whole }, (_, index) => fields.slice(index * size, (index + 1) * size))
}
