// Sends an open load at 80 % of the capacity of the questions service, and checks that nothing gets worse over time.
// `SOAK_SECONDS` is the length of the load. Without it, the run is short, and checks nothing that depends on the speed of
// the machine.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT, type RunningService, startService } from '../process.ts'
import type { Second } from './load.ts'

const IS_FULL = process.env.SOAK_SECONDS !== undefined
const SECONDS = Number(process.env.SOAK_SECONDS ?? 20)
/**
 * The time in which the service warms up, and the length of the times that are compared: at most a minute. A minute has
 * several garbage collections of the whole heap, so its median does not depend on when the last one was.
 */
const WINDOW = Math.max(1, Math.min(60, Math.floor(SECONDS / 5)))
const CAPACITY_SECONDS = IS_FULL ? 10 : 3
const SHARE = 0.8

/**
 * The maximum ratio of the memory at the end to that after warming up. In a short run the heap still grows to the size at
 * which V8 collects it.
 */
const MAX_RSS_RATIO = IS_FULL ? 1.05 : 2
const MAX_P99_RATIO = 1.2

let service: RunningService
beforeAll(async () => {
  service = await startService('questions', {
    QUESTIONS_DIR: `${ROOT}external-resources/questions`,
    QUESTIONS_RATE_LIMIT_MAX: '0',
    LOG_LEVEL: 'fatal',
  })
})
afterAll(async () => void (await service?.stop('SIGKILL')))

/** What the service reports about its process. The processor time counts from its start. */
interface Usage {
  readonly rssMb: number
  readonly cpuMs: number
}

interface Sample extends Second, Usage {}

async function readUsage(): Promise<Usage> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    rssMb: read('process_resident_memory_bytes') / 2 ** 20,
    cpuMs: read('process_cpu_seconds_total') * 1000,
  }
}

/** The number of requests per second to which the service responds when clients wait for each response. */
async function measureCapacity(): Promise<number> {
  const [, ...measured] = await runLoad(service.url, CAPACITY_SECONDS, 0)
  return median(measured.map(({ responses }) => responses))
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

it(`stays the same for ${SECONDS} seconds at ${SHARE * 100} % of its capacity`, {
  timeout: (SECONDS + 300) * 1000,
}, async () => {
  const capacity = await measureCapacity()
  const rate = Math.floor(capacity * SHARE)
  const before: Sample = { responses: 0, p50: 0, p99: 0, max: 0, ...(await readUsage()) }
  const samples: Sample[] = []
  await runLoad(service.url, SECONDS, rate, async (second) => {
    samples.push({ ...second, ...(await readUsage()) })
  })
  console.log(`capacity: ${capacity} requests/s; load: ${rate} requests/s for ${SECONDS} s`)
  console.table(summarize(samples, before))

  const responses = samples.reduce((sum, second) => sum + second.responses, 0)
  expect(responses).toBe(SECONDS * rate)
  expect(service.process.exitCode).toBe(null)
  const first = samples.slice(WINDOW, 2 * WINDOW)
  const last = samples.slice(SECONDS - WINDOW, SECONDS)
  const rssOf = (part: readonly Sample[]) => median(part.map(({ rssMb }) => rssMb))
  expect(rssOf(last) / rssOf(first)).toBeLessThan(MAX_RSS_RATIO)
  if (!IS_FULL) return
  const p99Of = (part: readonly Sample[]) => median(part.map(({ p99 }) => p99))
  // Another program that uses the processor makes responses late, but hardly more expensive.
  const reason = `processor time per request: ${cpuUsOf(first)} µs, and at the end ${cpuUsOf(last)} µs`
  expect(p99Of(last) / p99Of(first), reason).toBeLessThan(MAX_P99_RATIO)
})

/** The processor time of the service per request after the first sample, in microseconds. */
function cpuUsOf(samples: readonly Sample[]): number {
  const [first, ...others] = samples
  const responses = others.reduce((sum, sample) => sum + sample.responses, 0)
  return Math.round((((samples.at(-1)?.cpuMs ?? 0) - (first?.cpuMs ?? 0)) / responses) * 1000)
}

/** Rows for a table: at most about 20, each for some seconds. */
function summarize(samples: readonly Sample[], before: Sample) {
  const all = [before, ...samples]
  const length = Math.ceil(samples.length / 20)
  return Array.from({ length: Math.ceil(samples.length / length) }, (_, row) => {
    const part = samples.slice(row * length, (row + 1) * length)
    const medianOf = (name: keyof Omit<Sample, 'error'>) =>
      Number(median(part.map((sample) => sample[name])).toFixed(2))
    return {
      'until (s)': row * length + part.length,
      'responses/s': medianOf('responses'),
      'p50 (ms)': medianOf('p50'),
      'p99 (ms)': medianOf('p99'),
      'max (ms)': Math.round(Math.max(...part.map(({ max }) => max))),
      'CPU (µs/request)': cpuUsOf(all.slice(row * length, (row + 1) * length + 1)),
      'RSS (MB)': medianOf('rssMb'),
    }
  })
}

const PROGRAM = fileURLToPath(new URL('../../dist/soak/load.js', import.meta.url))

/**
 * Sends requests to the questions service at `url` for some seconds.
 * @param rate requests per second; 0 sends as many as the service responds to
 * @param onSecond is called after each second
 * @throws Error when a connection ends, or when a response has another status than expected
 */
export async function runLoad(
  url: string,
  seconds: number,
  rate: number,
  onSecond: (second: Second) => void | Promise<void> = () => undefined,
): Promise<Second[]> {
  const args = [PROGRAM, url, String(seconds), String(rate)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const measured: Second[] = []
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const second = JSON.parse(line) as Second
      if (second.error !== undefined) throw new Error(second.error)
      measured.push(second)
      await onSecond(second)
    }
  } finally {
    child.kill('SIGKILL')
    await ended
  }
  return measured
}
