// Measures the CPU time per request of the questions service, as a ratio to a bare Fastify route that sends a
// body of the same length. The rounds of both alternate, so that a slowdown of the machine affects both.
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { median } from './median.ts'
import { type Server, startServer } from './servers.ts'

const REQUESTS = 20_000
const ROUNDS = 5
const ROUTES = [
  ['seeded draw of 5', '/api/v1/questions/astronomy/random?count=5&seed=42'],
  ['unseeded draw of 5', '/api/v1/questions/astronomy/random?count=5'],
  ['page of 10 in order', '/api/v1/questions/astronomy?random=false'],
  ['page of 50 in order', '/api/v1/questions/astronomy?random=false&limit=50'],
  ['seeded page of 50', '/api/v1/questions/astronomy?limit=50&seed=42'],
  [
    'seeded draw of 5, options shuffled',
    '/api/v1/questions/astronomy/random?count=5&seed=42&shuffle_options=true',
  ],
  [
    'seeded draw of 5, options shuffled, answers hidden',
    '/api/v1/questions/astronomy/random?count=5&seed=42&shuffle_options=true&answers=hidden',
  ],
] as const
/** The path that is requested with a matching `If-None-Match`. The response is 304. */
const CACHED_PATH = '/api/v1/questions/astronomy?limit=50&seed=42&shuffle_options=true'

/** Measures every route of {@link ROUTES}, and a 304 response. Results are medians of the rounds. */
export async function measureLoad(): Promise<Record<string, object>> {
  const service = await startServer(scriptOf('../../questions/dist/server.js'))
  const results: Record<string, object> = {}
  try {
    for (const [name, path] of ROUTES) {
      results[name] = await compareToBare(
        { server: service, path },
        await (await fetch(service.url + path)).text(),
      )
    }
    const etag = String((await fetch(service.url + CACHED_PATH)).headers.get('etag'))
    results['304 for a page of 50, options shuffled'] = await compareToBare(
      { server: service, path: CACHED_PATH, headers: { 'if-none-match': etag } },
      '',
    )
  } finally {
    service.stop()
  }
  return results
}

interface Target {
  readonly server: Server
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Measures a target and a bare route that sends `body`. */
async function compareToBare(target: Target, body: string): Promise<object> {
  const server = await startServer(scriptOf('./bare.js'), [body])
  try {
    return await compare(target, { server, path: '/constant' }, body.length)
  } finally {
    server.stop()
  }
}

async function compare(target: Target, bare: Target, bytes: number): Promise<object> {
  const rounds: { targetUs: number; bareUs: number }[] = []
  // The first measurement of each server is a warm-up and is not counted.
  await measureCpuTime(target)
  await measureCpuTime(bare)
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ targetUs: await measureCpuTime(target), bareUs: await measureCpuTime(bare) })
  }
  const ratios = rounds.map(({ targetUs, bareUs }) => targetUs / bareUs)
  return {
    bytes,
    'cpu µs': round1(median(rounds.map(({ targetUs }) => targetUs))),
    'bare µs': round1(median(rounds.map(({ bareUs }) => bareUs))),
    ratio: round2(median(ratios)),
    'ratio min': round2(Math.min(...ratios)),
    'ratio max': round2(Math.max(...ratios)),
  }
}

/**
 * Sends {@link REQUESTS} requests and returns the CPU time of the server per request, in microseconds.
 * @throws Error when a request fails or has an unexpected status
 */
async function measureCpuTime({ server, path, headers = {} }: Target): Promise<number> {
  const beforeMs = server.cpuMs()
  const { errors, statusCodeStats } = await autocannon({
    url: server.url + path,
    headers,
    connections: 10,
    pipelining: 1,
    amount: REQUESTS,
  })
  const expectedStatus = 'if-none-match' in headers ? '304' : '200'
  const responses = statusCodeStats?.[expectedStatus]?.count ?? 0
  if (errors > 0 || responses !== REQUESTS) {
    throw new Error(
      `${path}: expected ${REQUESTS} responses with ${expectedStatus}, got ${responses} and ${errors} errors`,
    )
  }
  return ((server.cpuMs() - beforeMs) * 1000) / REQUESTS
}

/** Resolves a path relative to this file. */
function scriptOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

const round1 = (value: number) => Math.round(value * 10) / 10
const round2 = (value: number) => Math.round(value * 100) / 100
