// git's `-z` output, in pieces: no name is ever quoted or escaped in it.

/** The parts between NULs, their bytes as the characters U+0000 to U+00FF. */
export function splitZero(output: Buffer): string[] {
  return output.toString('latin1').split('\0')
}

/** Fields in groups of `size`; what is left over at the end is dropped. */
export function group(fields: readonly string[], size: number): string[][] {
  const whole = Math.floor(fields.length / size)
  return Array.from({ length: whole }, (_, index) => fields.slice(index * size, (index + 1) * size))
}
