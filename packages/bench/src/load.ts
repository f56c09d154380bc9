// Whole requests: processor time per request of our routes, as a ratio to a bare route with a body as long.
// Rounds of ours and of the peer alternate, so that a machine that slows down slows both.
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
] as const

/** Measures every route; the figures are medians of the rounds. */
export async function measureLoad(): Promise<Record<string, object>> {
  const ours = await startServer(scriptOf('../../questions/dist/server.js'))
  const results: Record<string, object> = {}
  try {
    for (const [name, path] of ROUTES) {
      const body = await (await fetch(ours.url + path)).text()
      const bare = await startServer(scriptOf('./bare.js'), [body])
      try {
        results[name] = await compare(ours, path, bare, body.length)
      } finally {
        bare.stop()
      }
    }
  } finally {
    ours.stop()
  }
  return results
}

async function compare(ours: Server, path: string, bare: Server, bytes: number): Promise<object> {
  const rounds: { us: number; peerUs: number }[] = []
  await cost(ours, path)
  await cost(bare, '/constant')
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ us: await cost(ours, path), peerUs: await cost(bare, '/constant') })
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

/** Microseconds of processor time that the server spends on one request. */
async function cost(server: Server, path: string): Promise<number> {
  const before = server.cpuMs()
  const { errors, non2xx } = await autocannon({
    url: server.url + path,
    connections: 10,
    pipelining: 1,
    amount: REQUESTS,
  })
  if (errors + non2xx > 0) throw new Error(`${path}: ${errors} errors, ${non2xx} failures`)
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
