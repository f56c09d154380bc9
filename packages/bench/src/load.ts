// Measures whole requests: CPU time per request of our routes, as a ratio to a bare route with a body of the same
// length. Rounds of both alternate, so that a slowdown of the machine affects both.
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
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
    'the same, answers hidden',
    '/api/v1/questions/astronomy/random?count=5&seed=42&shuffle_options=true&answers=hidden',
  ],
] as const
/** Requested with the current validator. The response is 304. */
const KNOWN = '/api/v1/questions/astronomy?limit=50&seed=42&shuffle_options=true'

/** Measures every route. Results are medians of the rounds. */
export async function measureLoad(): Promise<Record<string, object>> {
  const ours = await startServer(scriptOf('../../questions/dist/server.js'))
  const results: Record<string, object> = {}
  try {
    for (const [name, path] of ROUTES) {
      results[name] = await compareToBare({ server: ours, path }, await (await fetch(ours.url + path)).text())
    }
    const etag = String((await fetch(ours.url + KNOWN)).headers.get('etag'))
    results['304 for a page of 50, shuffled'] = await compareToBare(
      { server: ours, path: KNOWN, headers: { 'if-none-match': etag } },
      '',
    )
  } finally {
    ours.stop()
  }
  return results
}

interface Target {
  readonly server: Server
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
}

async function compareToBare(ours: Target, body: string): Promise<object> {
  const server = await startServer(scriptOf('./bare.js'), [body])
  try {
    return await compare(ours, { server, path: '/constant' }, body.length)
  } finally {
    server.stop()
  }
}

async function compare(ours: Target, bare: Target, bytes: number): Promise<object> {
  const rounds: { us: number; peerUs: number }[] = []
  await cost(ours)
  await cost(bare)
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ us: await cost(ours), peerUs: await cost(bare) })
  }
  const ratios = rounds.map(({ us, peerUs }) => us / peerUs)
  return {
    bytes,
    'cpu µs': round1(median(rounds.map(({ us }) => us))),
    'bare µs': round1(median(rounds.map(({ peerUs }) => peerUs))),
    ratio: round2(median(ratios)),
    'ratio min': round2(Math.min(...ratios)),
    'ratio max': round2(Math.max(...ratios)),
  }
}

/** CPU time that the server spends on one request, in microseconds. */
async function cost({ server, path, headers = {} }: Target): Promise<number> {
  const before = server.cpuMs()
  const { errors, statusCodeStats } = await autocannon({
    url: server.url + path,
    headers,
    connections: 10,
    pipelining: 1,
    amount: REQUESTS,
  })
  const expected = 'if-none-match' in headers ? '304' : '200'
  const answered = statusCodeStats?.[expected]?.count ?? 0
  if (errors > 0 || answered !== REQUESTS) {
    throw new Error(`${path}: ${errors} errors, ${answered} of ${REQUESTS} with ${expected}`)
  }
  return ((server.cpuMs() - before) * 1000) / REQUESTS
}

function scriptOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const round1 = (value: number) => Math.round(value * 10) / 10
const round2 = (value: number) => Math.round(value * 100) / 100
