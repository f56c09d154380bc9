// Measures the questions service: the processor time of a request beside that of its peers, the start, and a large dataset
// beside a small one. Servers are measured in alternating rounds, so that a slowdown of the machine affects all of them.
import { spawnSync } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { type BenchDataset, createFolder, makeOld, writeDataset } from './dataset.ts'
import { type Measure, mapValues, median, type Table, timeOf } from './measure.ts'
import { type CpuTime, type Server, startServer, startService } from './servers.ts'

/** A kind of request. `{n}` in a path is replaced by a new number for each request. */
interface Scenario {
  readonly path: string
  readonly isRevalidation?: boolean
  /** The path of json-server with the closest meaning. */
  readonly jsonServerPath?: string
}

const LIST = '/api/v1/questions/bench'
const DRAW = `${LIST}/random?count=5`

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'limit=10': { path: `${LIST}?limit=10`, jsonServerPath: '/questions?_limit=10' },
  'count=5': { path: DRAW, jsonServerPath: '/questions?_limit=5' },
  'count=5, a new seed': { path: `${DRAW}&seed=s{n}` },
  quiz: { path: `${LIST}?limit=10&answers=hidden&shuffle_options=true` },
  'limit=10, one seed': { path: `${LIST}?limit=10&seed=42` },
  'limit=10, in order': { path: `${LIST}?limit=10&random=false` },
  'not modified (304)': { path: `${LIST}?limit=10&seed=42`, isRevalidation: true },
}

/** The processor time of one request, by the name of the server. */
type Costs = Readonly<Record<string, CpuTime>>

/** Measures each scenario, in microseconds and as a ratio to the ceiling. The peers that are not installed are left out. */
export async function measureScenarios(measure: Measure): Promise<Record<string, Table>> {
  const dataset = writeDataset(300)
  const [services, peers] = [await startServices(measure, dataset), await startPeers(dataset)]
  const [user, total, ratio]: [Table, Table, Table] = [{}, {}, {}]
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (!name.includes(measure.only)) continue
    const ceiling = await startCeiling(scenario, services)
    const comparable = scenario.isRevalidation ? [] : peers
    const servers = [ceiling, ...services, ...comparable].filter((server) => pathOf(scenario, server))
    const costs = await measureRounds(servers, scenario, measure)
    await ceiling.stop()
    const least = costs[ceiling.name]?.total ?? Number.NaN
    user[name] = mapValues(costs, (cost) => cost.user)
    total[name] = mapValues(costs, (cost) => cost.total)
    ratio[name] = mapValues(costs, (cost) => cost.total / least)
  }
  return { 'user time in µs': user, 'total time in µs': total, 'total time, ceiling = 1': ratio }
}

function pathOf({ path, jsonServerPath }: Scenario, { name }: Server): string | undefined {
  return name === 'json-server' ? jsonServerPath : path
}

function startQuestions(name: string, checkout: string, { folder }: BenchDataset): Promise<Server> {
  const options = { environment: { QUESTIONS_DIR: folder }, path: `${LIST}?limit=1` }
  return startService(name, checkout, 'questions', options)
}

async function startServices({ checkouts }: Measure, dataset: BenchDataset): Promise<Server[]> {
  const servers: Server[] = []
  for (const [name, checkout] of checkouts) servers.push(await startQuestions(name, checkout, dataset))
  return servers
}

const PEERS = fileURLToPath(new URL('./peers.js', import.meta.url))
const FASTAPI = fileURLToPath(new URL('../src/fastapi_app.py', import.meta.url))

/** Starts a peer with the questions, or the body of the ceiling, in a file. */
function startPeer(kind: string, file: string, route = '/'): Promise<Server> {
  return startServer(kind, [process.execPath, PEERS, kind, file, route])
}

/** Starts the server that sends the response of the first service as a constant. */
async function startCeiling({ path }: Scenario, [service]: readonly Server[]): Promise<Server> {
  const response = await fetch(service?.url + path.replace('{n}', '0'))
  const file = join(createFolder(), 'body')
  writeFileSync(file, await response.text())
  return startPeer('ceiling', file, path.split('?', 1)[0])
}

async function startPeers({ jsonPath }: BenchDataset): Promise<Server[]> {
  const kinds = ['naive Fastify', 'Express', 'json-server']
  const peers = await Promise.all(kinds.map((kind) => startPeer(kind, jsonPath)))
  const hasFastApi = spawnSync('python3', ['-c', 'import fastapi, pandas, uvicorn']).status === 0
  return hasFastApi ? [...peers, await startServer('FastAPI', ['python3', FASTAPI, jsonPath])] : peers
}

/**
 * Measures each server once per round, after a round that does not count. Returns the least time of all rounds. Each round
 * begins with another server, and every second one has the opposite order, because what runs before a server changes its
 * costs by up to a sixth.
 */
async function measureRounds(
  servers: readonly Server[],
  scenario: Scenario,
  measure: Measure,
): Promise<Costs> {
  const costs: Record<string, CpuTime> = {}
  for (let round = 0; round <= measure.rounds; round++) {
    const order = round % 2 === 0 ? servers : servers.toReversed()
    const first = round % order.length
    for (const server of [...order.slice(first), ...order.slice(0, first)]) {
      const { total, user } = await sendLoad(server, scenario, measure.seconds)
      const least = costs[server.name] ?? { total, user }
      if (round === 0) continue
      costs[server.name] = { total: Math.min(total, least.total), user: Math.min(user, least.user) }
    }
  }
  return costs
}

/** Sends requests over connections that stay open. Returns the processor time of the server for each of them. */
async function sendLoad(server: Server, scenario: Scenario, seconds: number): Promise<CpuTime> {
  const path = pathOf(scenario, server) ?? ''
  // No other round has the same numbers, so that a new seed is new in every round.
  let number = Math.floor(Math.random() * 1e9) * 1000
  const nextPath = () => path.replace('{n}', String(number++))
  const first = await fetch(server.url + nextPath())
  const etag = scenario.isRevalidation ? first.headers.get('etag') : null
  const before = server.cpu()
  const result = await autocannon({
    url: server.url,
    connections: 16,
    duration: seconds,
    headers: etag === null ? {} : { 'if-none-match': etag },
    requests: [
      path.includes('{n}') ? { setupRequest: (request) => ({ ...request, path: nextPath() }) } : { path },
    ],
  })
  const after = server.cpu()
  const count = result.statusCodeStats?.[etag === null ? '200' : '304']?.count ?? 0
  if (result.errors > 0 || count !== result.requests.total) {
    throw new Error(
      `${server.name}: unexpected responses to ${path}: ${JSON.stringify(result.statusCodeStats)}`,
    )
  }
  return { total: (after.total - before.total) / count, user: (after.user - before.user) / count }
}

/** Measures the time to the first response, in milliseconds: the medians of the services and of a bare Fastify. */
export async function measureStart(measure: Measure): Promise<Table> {
  const dataset = writeDataset(300)
  const times: Record<string, number[]> = {}
  for (let round = 0; round < measure.rounds; round++) {
    const bare = await startPeer('ceiling', dataset.jsonPath)
    for (const server of [bare, ...(await startServices(measure, dataset))]) {
      times[server.name] = [...(times[server.name] ?? []), server.startMs]
      await server.stop()
    }
  }
  return { 'first response, ms (ceiling: a bare Fastify)': mapValues(times, median) }
}

/** Measures a dataset of many rows beside one of 300, for each build. */
export async function measureRows(rows: number, measure: Measure): Promise<Table> {
  const [small, large] = [writeDataset(300), writeDataset(rows)]
  const results: Table = {}
  for (const [name, root] of measure.checkouts) {
    const few = await startQuestions('few rows', root, small)
    const many = await startQuestions('many rows', root, large)
    const add = (title: string, result: Record<string, number>) => {
      results[`${name}: ${title}`] = result
    }
    add('memory after loading, MB', { 'many rows': many.memory().now })
    add('start, ms', { 'few rows': few.startMs, 'many rows': many.startMs })
    for (const scenario of ['limit=10', 'count=5', 'quiz', 'limit=10, in order']) {
      const costs = await measureRounds([few, many], SCENARIOS[scenario] as Scenario, measure)
      const [least = 0, most = 0] = [costs['few rows']?.total, costs['many rows']?.total]
      add(`${scenario}, µs`, { 'few rows': least, 'many rows': most, ratio: most / least })
    }
    const last = `${LIST}?limit=10&offset=${rows - 10}`
    const lastPageMs = await timeOf(20, (number) => get(many, `${last}&seed=s${number}`))
    add('last page of a random order, ms', { 'many rows': lastPageMs })
    const { delayMs, peakMb } = await reload(many, large)
    add('longest delay during a reload, ms', { 'many rows': delayMs })
    add('memory during a reload, MB', { 'many rows': peakMb })
    await Promise.all([few.stop(), many.stop()])
  }
  return results
}

/** Changes the dataset, and asks for a small response again and again until the new revision is served. */
async function reload(server: Server, { csvPath }: BenchDataset) {
  const revision = async () => (await get(server, '/api/v1/health')).match(/"version":"(\w+)"/)?.[1]
  const before = await revision()
  server.memory()
  // Each build reads the same file, so each row that is added needs an id of its own.
  const id = `N-${new URL(server.url).port}`
  appendFileSync(csvPath, `${id},Which one has the id ${id}?,This one,,easy,topic 1\n`)
  makeOld(csvPath)
  let delayMs = 0
  while ((await revision()) === before) {
    delayMs = Math.max(delayMs, await timeOf(1, () => get(server, '/livez')))
  }
  return { delayMs, peakMb: server.memory().peak }
}

async function get(server: Server, path: string): Promise<string> {
  return (await fetch(server.url + path)).text()
}
