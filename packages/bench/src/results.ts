// What a measurement of the scenarios returns, and the ratios that are reported. Reads nothing and starts nothing.
import type { LoadResult } from './load.ts'
import type { Scenario } from './scenarios.ts'

export const CEILING = 'ceiling'
export const SERVICE = 'this service'

/** One round of one server. */
export interface Round extends LoadResult {
  /** CPU time of the server per request, in microseconds. */
  readonly cpuUs: number
}

/** The rounds of one server. */
export interface Measurement {
  readonly name: string
  readonly rounds: readonly Round[]
  readonly rssMb: number
}

/** The measurements of a scenario. The first is the ceiling, the second the service. */
export interface ScenarioResult {
  readonly scenario: Scenario
  readonly bodyBytes: number
  readonly measurements: readonly Measurement[]
}

/** The lowest CPU time per request of all rounds, in microseconds. */
export function bestCpuUs({ rounds }: Measurement): number {
  return Math.min(...rounds.map(({ cpuUs }) => cpuUs))
}

/** Returns the CPU time per request of a server, relative to the ceiling of its scenario. */
export function ratioOf({ measurements }: ScenarioResult, measurement: Measurement): number {
  return bestCpuUs(measurement) / bestCpuUs(measurements.find(({ name }) => name === CEILING) ?? measurement)
}
