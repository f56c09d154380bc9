// What all measurements have in common: their options, their results, and the time of a function.

export interface Measure {
  /** The checkouts whose builds are measured, by name. */
  readonly checkouts: ReadonlyMap<string, string>
  readonly rounds: number
  readonly seconds: number
  /** Only scenarios whose name contains this text. */
  readonly only: string
}

/** Numbers by the name of their row and column. */
export type Table = Record<string, Record<string, number>>

/** Returns the median time of some runs in milliseconds. */
export async function timeOf(runs: number, run: (number: number) => unknown): Promise<number> {
  const times: number[] = []
  for (let number = 0; number < runs; number++) {
    const start = performance.now()
    await run(number)
    times.push(performance.now() - start)
  }
  return median(times)
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

export function mapValues<T, R>(items: Readonly<Record<string, T>>, map: (item: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(items).map(([name, item]) => [name, map(item)]))
}
