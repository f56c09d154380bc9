// git's `-z` output, in pieces: no name is ever quoted or escaped in it.

/** The parts between NULs, without empty ones. */
export function splitZero(output: string): string[] {
  return output.split('\0').filter((part) => part !== '')
}

/** Fields in groups of `size`; what is left over at the end is dropped. */
export function group(fields: readonly string[], size: number): string[][] {
  const whole = Math.floor(fields.length / size)
  return Array.from({ length: whole }, (_, index) => fields.slice(index * size, (index + 1) * size))
}
