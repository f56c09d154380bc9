// Measures every scenario: the service, its ceiling, and the peers that have the scenario.

import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { FASTAPI, PEERS, startCeiling, startQuestions } from './competitors.ts'
import type { BenchDataset } from './dataset.ts'
import { type Contestant, measureRounds } from './measure.ts'
import type { Programs } from './programs.ts'
import { CEILING, type ScenarioResult, SERVICE } from './results.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'
import type { Server } from './servers.ts'

/** Options of {@link measureScenarios}. */
export interface ScenarioOptions {
  readonly programs: Programs
  readonly rounds: number
  readonly seconds: number
  /** Only scenarios whose name contains this text. */
  readonly only: string
  readonly hasPeers: boolean
  readonly onResult: (result: ScenarioResult) => void
}

/** Measures the scenarios one after the other. */
export async function measureScenarios(
  dataset: BenchDataset,
  options: ScenarioOptions,
): Promise<ScenarioResult[]> {
  const service = await startQuestions(options.programs, dataset.folder, '/api/v1/health')
  const questionsPath = `${dataset.folder}.json`
  await exportQuestions(service, questionsPath)
  const peers = options.hasPeers ? await startPeers(questionsPath) : []
  const results: ScenarioResult[] = []
  try {
    for (const scenario of SCENARIOS.filter(({ name }) => name.includes(options.only))) {
      const result = await measureScenario(scenario, service, peers, options)
      options.onResult(result)
      results.push(result)
    }
  } finally {
    await Promise.all([service, ...peers.map(({ server }) => server)].map((server) => server.stop()))
    rmSync(questionsPath)
  }
  return results
}

type StartedPeer = { readonly server: Server; readonly competitor: (typeof PEERS)[number] }

async function startPeers(questionsPath: string): Promise<StartedPeer[]> {
  const started: StartedPeer[] = []
  for (const competitor of [...PEERS, ...(FASTAPI ? [FASTAPI] : [])]) {
    const options = { questionsPath, body: '', route: '' }
    started.push({ competitor, server: await competitor.start(options, '/', await findFreePort()) })
  }
  return started
}

async function measureScenario(
  scenario: Scenario,
  service: Server,
  peers: readonly StartedPeer[],
  { rounds, seconds }: ScenarioOptions,
): Promise<ScenarioResult> {
  const first = await fetch(service.url + scenario.path.replace('{n}', '0'))
  const body = await first.text()
  const ceiling = await startCeiling(scenario, body)
  const etag = first.headers.get('etag')
  const contestants: Contestant[] = [
    // The ceiling of a 400 and of a 304 is a valid request.
    { name: CEILING, server: ceiling, path: validPathOf(scenario), expectedStatus: 200 },
    {
      name: SERVICE,
      server: service,
      path: scenario.path,
      headers: scenario.isRevalidation && etag !== null ? { 'if-none-match': etag } : {},
    },
    ...peers.flatMap(({ competitor, server }) => {
      const path = competitor.pathOf(scenario)
      return path === undefined ? [] : [{ name: competitor.name, server, path }]
    }),
  ]
  try {
    const measurements = await measureRounds(scenario, contestants, { rounds, seconds })
    return { scenario, bodyBytes: Buffer.byteLength(body), measurements }
  } finally {
    await ceiling.stop()
  }
}

function validPathOf({ path, status }: Scenario): string {
  return status === 400 ? (path.split('?', 1)[0] as string) : path
}

/** Writes all questions of the service as JSON, for the peers. */
async function exportQuestions({ url }: Server, path: string): Promise<void> {
  const questions: unknown[] = []
  let next: string | null = '/api/v1/questions/bench?random=false&limit=50'
  // More than this many do not fit into the memory of some peers.
  while (next !== null && questions.length < 100_000) {
    const response: Response = await fetch(url + next)
    const page = (await response.json()) as { questions: unknown[]; next: string | null }
    questions.push(...page.questions)
    next = page.next
  }
  writeFileSync(path, JSON.stringify(questions))
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
