// Measures servers in alternating rounds, so that a slowdown of the machine affects all of them.
import { sendLoad } from './load.ts'
import type { Measurement, Round } from './results.ts'
import type { Scenario } from './scenarios.ts'
import type { Server } from './servers.ts'

/** A server that is measured. */
export interface Contestant {
  readonly name: string
  readonly server: Server
  readonly path: string
  /** Default: the status of the scenario. */
  readonly expectedStatus?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Measures each server once per round, after a round that is not counted. */
export async function measureRounds(
  scenario: Scenario,
  contestants: readonly Contestant[],
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Measurement[]> {
  const measured = new Map<string, Round[]>(contestants.map(({ name }) => [name, []]))
  for (let round = -1; round < rounds; round++) {
    for (const contestant of contestants) {
      const result = await measureRound(scenario, contestant, seconds)
      if (round >= 0) measured.get(contestant.name)?.push(result)
    }
  }
  return contestants.map(({ name, server }) => ({
    name,
    rounds: measured.get(name) ?? [],
    rssMb: server.rssMb(),
  }))
}

async function measureRound(
  scenario: Scenario,
  { server, path, headers = {}, expectedStatus = scenario.status }: Contestant,
  seconds: number,
): Promise<Round> {
  const before = server.cpuMs()
  const result = await sendLoad({ url: server.url, path, headers, seconds, expectedStatus })
  return { ...result, cpuUs: ((server.cpuMs() - before) * 1000) / result.requests }
}
