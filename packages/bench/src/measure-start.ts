// Measures the time from the start of a process to its first response, against a bare Fastify server.
import { startCeiling, startQuestions } from './competitors.ts'
import { median } from './median.ts'
import type { Programs } from './programs.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'

const FIRST_PATH = '/api/v1/questions/astronomy?limit=10'

/** Starts both servers in alternation. Results are in milliseconds. */
export async function measureStart(rounds: number, programs: Programs): Promise<Record<string, object>> {
  const ceilingMs: number[] = []
  const serviceMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const ceiling = await startCeiling(SCENARIOS[0] as Scenario, '{}')
    ceilingMs.push(ceiling.firstResponseMs)
    await ceiling.stop()
    const service = await startQuestions(programs, programs.datasets, FIRST_PATH)
    serviceMs.push(service.firstResponseMs)
    await service.stop()
  }
  return {
    'bare Fastify': { 'median ms': Math.round(median(ceilingMs)), ratio: 1 },
    'this service': {
      'median ms': Math.round(median(serviceMs)),
      ratio: Math.round((median(serviceMs) / median(ceilingMs)) * 100) / 100,
    },
  }
}
