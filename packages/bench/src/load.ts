// Sends requests to a server for some seconds, with wrk where it is installed and autocannon otherwise.
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pinTo } from './servers.ts'

/** What to send. */
export interface Load {
  readonly url: string
  /** `{n}` is replaced by a new number for each request. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly seconds: number
  readonly expectedStatus: number
}

/** What was observed at the client. */
export interface LoadResult {
  readonly requests: number
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const CONNECTIONS = 16

/** Whether wrk is installed. */
export const HAS_WRK = (() => {
  try {
    execFileSync('wrk', ['--version'], { stdio: 'ignore' })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
  return true
})()

/**
 * Sends requests over keep-alive connections, one at a time per connection.
 * @throws Error when a response has a different status
 */
export function sendLoad(load: Load): Promise<LoadResult> {
  return HAS_WRK ? sendWithWrk(load) : sendWithAutocannon(load)
}

async function sendWithWrk({ url, path, headers, seconds, expectedStatus }: Load): Promise<LoadResult> {
  const script = join(mkdtempSync(join(tmpdir(), 'wrk-')), 'load.lua')
  writeFileSync(script, formatLua(path, headers, expectedStatus))
  const [program = '', ...args] = pinTo(1, [
    'wrk',
    ...['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', '-s', script, url],
  ])
  const { stdout } = await promisify(execFile)(program, args)
  const [, requests, duration, p50, p99, unexpected] =
    /^RESULT (\d+) (\d+) (\d+) (\d+) (\d+)$/m.exec(stdout)?.map(Number) ?? []
  if (unexpected !== 0 || requests === undefined || duration === undefined) {
    throw new Error(`${path}: expected only status ${expectedStatus}, got\n${stdout}`)
  }
  return {
    requests,
    requestsPerSecond: requests / (duration / 1e6),
    p50Ms: Number(p50) / 1000,
    p99Ms: Number(p99) / 1000,
  }
}

/** A number from which no other round counts, so that a new seed is new in every round. */
function firstNumber(): number {
  return Math.floor(Math.random() * 1_000_000) * 1_000_000
}

function formatLua(path: string, headers: Readonly<Record<string, string>>, expectedStatus: number): string {
  const headerLines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  )
  const [before = '', after = ''] = path.split('{n}')
  return `${headerLines.join('\n')}
local n = ${firstNumber()}
${
  path.includes('{n}')
    ? `request = function() n = n + 1; return wrk.format("GET", ${JSON.stringify(before)} .. string.format("%d", n) .. ${JSON.stringify(after)}) end`
    : `local fixed
request = function() fixed = fixed or wrk.format("GET", ${JSON.stringify(path)}); return fixed end`
}
local threads = {}
setup = function(thread) table.insert(threads, thread) end
unexpected = 0
${
  // Without a function, wrk does not parse the responses, which leaves more time for requests.
  expectedStatus === 200
    ? ''
    : `response = function(status) if status ~= ${expectedStatus} then unexpected = unexpected + 1 end end`
}
done = function(summary, latency)
  local errors = summary.errors
  local bad = errors.connect + errors.read + errors.write + errors.timeout
  ${expectedStatus === 200 ? 'bad = bad + errors.status' : 'for _, thread in ipairs(threads) do bad = bad + thread:get("unexpected") end'}
  print(string.format("RESULT %d %d %d %d %d", summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), bad))
end
`
}

async function sendWithAutocannon({
  url,
  path,
  headers,
  seconds,
  expectedStatus,
}: Load): Promise<LoadResult> {
  // Not needed where wrk is, and then it need not be installed.
  const { default: autocannon } = await import('autocannon')
  let number = firstNumber()
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        method: 'GET',
        path,
        headers: { ...headers },
        setupRequest: (request) => ({ ...request, path: path.replace('{n}', String(number++)) }),
      },
    ],
  })
  const responses = result.statusCodeStats?.[`${expectedStatus}`]?.count ?? 0
  if (result.errors > 0 || responses !== result.requests.total) {
    throw new Error(
      `${path}: expected only status ${expectedStatus}, got ${JSON.stringify(result.statusCodeStats)}`,
    )
  }
  return {
    requests: result.requests.total,
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}
