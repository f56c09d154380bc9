// Measures the time from the start of a process to its first response, against a bare Fastify server.
import { fileURLToPath } from 'node:url'
import { startCeiling, startQuestions } from './competitors.ts'
import { median } from './median.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'

const DATASETS = fileURLToPath(new URL('../../../external-resources/questions', import.meta.url))
const FIRST_PATH = '/api/v1/questions/astronomy?limit=10'

/** Starts both servers in alternation. Results are in milliseconds. */
export async function measureStart(rounds: number): Promise<Record<string, object>> {
  const ceilingMs: number[] = []
  const serviceMs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const ceiling = await startCeiling(SCENARIOS[0] as Scenario, '{}')
    ceilingMs.push(ceiling.firstResponseMs)
    await ceiling.stop()
    const service = await startQuestions(DATASETS, FIRST_PATH)
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
