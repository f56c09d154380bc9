// Measures the questions service: the processor time of a request beside that of its peers, the start, and a large dataset
// beside a small one. Servers are measured in alternating rounds, so that a slowdown of the machine affects all of them.
import { execFileSync } from 'node:child_process'
import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { type BenchDataset, writeDataset } from './dataset.ts'
import { type CpuTime, type Server, startServer, startService } from './servers.ts'

/** How to measure. */
export interface Measure {
  /** The checkouts whose builds are measured, by name. */
  readonly checkouts: ReadonlyMap<string, string>
  readonly rounds: number
  readonly seconds: number
  /** Only scenarios whose name contains this text. */
  readonly only: string
}

/** A kind of request. `{n}` in a path is replaced by a new number for each request. */
interface Scenario {
  readonly path: string
  readonly isRevalidation?: boolean
  /** Whether the naive implementations have the scenario. */
  readonly isNaive?: boolean
  /** The path of json-server with the closest meaning. */
  readonly jsonServerPath?: string
}

const LIST = '/api/v1/questions/bench'
const DRAW = `${LIST}/random?count=5`
const QUIZ = `${LIST}?limit=10&answers=hidden&shuffle_options=true`

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'limit=10': { path: `${LIST}?limit=10`, isNaive: true, jsonServerPath: '/questions?_limit=10' },
  'count=5': { path: DRAW, isNaive: true, jsonServerPath: '/questions?_limit=5' },
  'count=5, a new seed': { path: `${DRAW}&seed=s{n}`, isNaive: true },
  quiz: { path: QUIZ, isNaive: true },
  'limit=10, one seed': { path: `${LIST}?limit=10&seed=42`, isNaive: true },
  'limit=10, in order': { path: `${LIST}?limit=10&random=false`, isNaive: true },
  'not modified (304)': { path: `${LIST}?limit=10&seed=42`, isRevalidation: true },
}

/** The processor time of one request in microseconds, by server. */
export type Costs = Readonly<Record<string, CpuTime>>

/** Numbers by the name of their row and column. */
export type Table = Readonly<Record<string, Readonly<Record<string, number>>>>

interface Contestant {
  readonly server: Server
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
}

const CONNECTIONS = 16

/** Measures each scenario. The peers that are not installed are left out. */
export async function measureScenarios(measure: Measure): Promise<Record<string, Costs>> {
  const dataset = writeDataset(300)
  const services = await startServices(measure.checkouts, dataset.folder)
  const peers = await startPeers(dataset)
  const results: Record<string, Costs> = {}
  try {
    for (const [name, scenario] of Object.entries(SCENARIOS)) {
      if (!name.includes(measure.only)) continue
      results[name] = await measureScenario(scenario, services, peers, measure)
    }
    return results
  } finally {
    await Promise.all([...services.values(), ...peers.values()].map((server) => server.stop()))
    rmSync(dataset.folder, { recursive: true })
    rmSync(dataset.jsonPath)
  }
}

type Servers = ReadonlyMap<string, Server>

async function startServices(checkouts: ReadonlyMap<string, string>, folder: string): Promise<Servers> {
  const servers = new Map<string, Server>()
  for (const [name, root] of checkouts) {
    const options = { environment: { QUESTIONS_DIR: folder }, path: `${LIST}?limit=1` }
    servers.set(name, await startService(root, 'questions', options))
  }
  return servers
}

const PEERS = fileURLToPath(new URL('./peers.js', import.meta.url))
const FASTAPI = fileURLToPath(new URL('../src/fastapi_app.py', import.meta.url))
export const CEILING = 'ceiling'

function startPeer(kind: string, options: object): Promise<Server> {
  return startServer([process.execPath, PEERS, kind, JSON.stringify(options)])
}

async function startPeers({ jsonPath }: BenchDataset): Promise<Servers> {
  const servers = new Map<string, Server>()
  for (const kind of ['naive Fastify', 'Express', 'json-server']) {
    servers.set(kind, await startPeer(kind, { file: jsonPath }))
  }
  if (hasFastApi())
    servers.set('FastAPI', await startServer(['python3', FASTAPI, JSON.stringify({ file: jsonPath })]))
  return servers
}

function hasFastApi(): boolean {
  try {
    execFileSync('python3', ['-c', 'import fastapi, pandas, uvicorn'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function measureScenario(
  scenario: Scenario,
  services: Servers,
  peers: Servers,
  measure: Measure,
): Promise<Costs> {
  const [first] = services.values()
  const response = await fetch(first?.url + scenario.path.replace('{n}', '0'))
  const file = `${process.env.TMPDIR ?? '/tmp'}/bench-${process.pid}.body`
  writeFileSync(file, await response.text())
  const ceiling = await startPeer(CEILING, { file, route: scenario.path.split('?', 1)[0] })
  const contestants = new Map<string, Contestant>([
    [CEILING, { server: ceiling, path: scenario.path, status: 200 }],
  ])
  for (const [name, server] of services) {
    const etag = scenario.isRevalidation && (await fetch(server.url + scenario.path)).headers.get('etag')
    const revalidation = etag ? { headers: { 'if-none-match': etag }, status: 304 } : { status: 200 }
    contestants.set(name, { server, path: scenario.path, ...revalidation })
  }
  for (const [name, server] of peers) {
    const path = name === 'json-server' ? scenario.jsonServerPath : scenario.isNaive && scenario.path
    if (path) contestants.set(name, { server, path, status: 200 })
  }
  const costs = await measureRounds(contestants, measure)
  await ceiling.stop()
  rmSync(file)
  return costs
}

/** Measures each server once per round, after a round that does not count. Returns the least time of all rounds. */
async function measureRounds(
  contestants: ReadonlyMap<string, Contestant>,
  { rounds, seconds }: Pick<Measure, 'rounds' | 'seconds'>,
): Promise<Costs> {
  const costs: Record<string, CpuTime> = {}
  for (let round = 0; round <= rounds; round++) {
    for (const [name, contestant] of contestants) {
      const { total, user } = await sendLoad(contestant, seconds)
      const least = costs[name]
      if (round > 0)
        costs[name] = least
          ? { total: Math.min(total, least.total), user: Math.min(user, least.user) }
          : { total, user }
    }
  }
  return costs
}

/** Sends requests over connections that stay open. Returns the processor time of the server for each of them. */
async function sendLoad(
  { server, path, headers = {}, status }: Contestant,
  seconds: number,
): Promise<CpuTime> {
  // No other round has the same numbers, so that a new seed is new in every round.
  let number = Math.floor(Math.random() * 1e9) * 1000
  const before = server.cpu()
  const result = await autocannon({
    url: server.url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { ...headers },
    requests: [
      path.includes('{n}')
        ? { setupRequest: (request) => ({ ...request, path: path.replace('{n}', String(number++)) }) }
        : { path },
    ],
  })
  const after = server.cpu()
  const count = result.statusCodeStats?.[`${status}`]?.count ?? 0
  if (result.errors > 0 || count !== result.requests.total) {
    throw new Error(`${path}: expected only status ${status}, got ${JSON.stringify(result.statusCodeStats)}`)
  }
  return { total: (after.total - before.total) / count, user: (after.user - before.user) / count }
}

/** Measures the time to the first response, in milliseconds: the medians of the services and of a bare Fastify. */
export async function measureStart({ checkouts, rounds }: Measure): Promise<Record<string, number>> {
  const dataset = writeDataset(300)
  const times = new Map<string, number[]>()
  for (let round = 0; round < rounds; round++) {
    const ceiling = await startPeer(CEILING, { file: dataset.jsonPath, route: '/' })
    const services = await startServices(checkouts, dataset.folder)
    for (const [name, server] of [['bare Fastify', ceiling] as const, ...services]) {
      times.set(name, [...(times.get(name) ?? []), server.startMs])
      await server.stop()
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, Math.round(median(all))]))
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Measures a dataset of many rows beside one of 300, for each build. */
export async function measureRows(rows: number, measure: Measure): Promise<Table> {
  const [small, large] = [writeDataset(300), writeDataset(rows)]
  const results: Record<string, Readonly<Record<string, number>>> = {}
  for (const [name, root] of measure.checkouts) {
    const ofBuild = new Map([[name, root]])
    const [few, many] = [
      ...(await startServices(ofBuild, small.folder)).values(),
      ...(await startServices(ofBuild, large.folder)).values(),
    ] as [Server, Server]
    const rssMb = many.memory().now
    for (const scenario of ['limit=10', 'count=5', 'quiz', 'limit=10, in order']) {
      const { path = '' } = SCENARIOS[scenario] ?? {}
      const contestants = new Map([few, many].map((server) => [server.url, { server, path, status: 200 }]))
      const costs = await measureRounds(contestants, measure)
      const [base, cost] = [costs[few.url]?.total ?? 0, costs[many.url]?.total ?? 0]
      results[`${name}: ${scenario}, µs`] = { '300 rows': base, [`${rows} rows`]: cost, ratio: cost / base }
    }
    const lastPageMs = await timeOf(20, (n) => get(many, `${LIST}?limit=10&offset=${rows - 10}&seed=s${n}`))
    results[`${name}: last page of a random order, ms`] = { [`${rows} rows`]: lastPageMs }
    results[`${name}: start, ms`] = { '300 rows': few.startMs, [`${rows} rows`]: many.startMs }
    results[`${name}: memory after loading, MB`] = { [`${rows} rows`]: rssMb }
    const { delayMs, peakMb } = await reload(many, large)
    results[`${name}: longest delay during a reload, ms`] = { [`${rows} rows`]: delayMs }
    results[`${name}: memory during a reload, MB`] = { [`${rows} rows`]: peakMb }
    await Promise.all([few.stop(), many.stop()])
  }
  for (const { folder, jsonPath } of [small, large]) {
    rmSync(folder, { recursive: true })
    rmSync(jsonPath)
  }
  return results
}

/** Changes the dataset, and asks for a small response again and again until the new revision is served. */
async function reload(
  server: Server,
  { csvPath }: BenchDataset,
): Promise<{ delayMs: number; peakMb: number }> {
  const revision = async () => (await get(server, '/api/v1/health')).match(/"version":"(\w+)"/)?.[1]
  const before = await revision()
  server.memory()
  writeFileSync(csvPath, 'Q-new,Which one is new?,This one,,easy,topic 1\n', { flag: 'a' })
  const past = Date.now() / 1000 - 30
  utimesSync(csvPath, past, past)
  let delayMs = 0
  while ((await revision()) === before) {
    delayMs = Math.max(delayMs, await timeOf(1, () => get(server, '/livez')))
  }
  return { delayMs, peakMb: server.memory().peak }
}

async function get(server: Server, path: string): Promise<string> {
  return (await fetch(server.url + path)).text()
}

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
