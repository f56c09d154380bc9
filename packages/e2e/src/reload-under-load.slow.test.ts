// Tests that no request fails while a dataset is replaced 50 times, and that health and metrics are correct.
import { createHash } from 'node:crypto'
import { appendFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, startService } from './process.ts'

const REPLACEMENTS = 50
const CLIENTS = 6
/** The pause of a client between two requests. More load would only slow the other tests down. */
const PAUSE_MS = 50
/** The approximate interval of the scans: two or three fit into QUESTIONS_RELOAD_SECONDS. */
const SCAN_INTERVAL_MS = 400
/**
 * How long a file stays incomplete or missing. Some scans find it so, but two consecutive ones only when the machine stops
 * this process for the time of an interval.
 */
const INCOMPLETE_MS = 40

let folder: string
let file: string
let service: RunningService
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reload-'))
  file = join(folder, 'Refined_Stars_Questions.csv')
  await writeFile(file, createCsv(0))
  service = await startService('questions', {
    QUESTIONS_DIR: folder,
    QUESTIONS_RELOAD_SECONDS: '1',
    LOG_LEVEL: 'fatal',
  })
})
afterAll(async () => {
  await service?.stop()
  await rm(folder, { recursive: true })
})

/** Creates the questions of an edition, without answers. Each contains its edition, which exposes mixed responses. */
function createQuestions(edition: number) {
  return Array.from({ length: 40 + (edition % 7) }, (_, row) => ({
    id: `S-${row}`,
    question: `Edition ${edition}: which is ${row}?`,
    options: [`yes ${edition}`, 'no'],
  }))
}

function createCsv(edition: number): string {
  const rows = createQuestions(edition).map(({ id, question, options: [yes, no] }) => {
    return `${id},${question},${yes},"['${yes}', '${no}']"\n`
  })
  return `id,question,correct_answer,options\n${rows.join('')}`
}

/** Returns the version of an edition: a hash of its questions without their answers. */
function versionOf(edition: number): string {
  const json = createQuestions(edition).map((question) => JSON.stringify(question))
  return createHash('sha256').update(json.join('')).digest('hex').slice(0, 16)
}

/** Functions that make a CSV invalid: truncated, empty, or with an invalid column, option or id. */
const BREAKAGES: readonly ((csv: string) => string)[] = [
  (csv) => csv.slice(0, csv.length - 20),
  () => '',
  (csv) => csv.replace('correct_answer', 'remark'),
  (csv) => csv.replace("['yes", "['yes indeed"),
  (csv) => csv.replace('S-7,', 'S-8,'),
]

/** Functions that replace the file. The last three leave it incomplete or missing for a moment. */
const REPLACE_METHODS: readonly ((content: string) => Promise<unknown>)[] = [
  async (content) => {
    await writeFile(join(folder, 'temporary'), content)
    await rename(join(folder, 'temporary'), file)
  },
  (content) => writeFile(file, content),
  async (content) => writeInHalves(content, content.indexOf('\n', content.length / 2) + 1),
  async (content) => writeInHalves(content, Math.floor(content.length / 2)),
  async (content) => {
    await rm(file)
    await pollHealth(INCOMPLETE_MS)
    await writeFile(file, content)
  },
]

async function writeInHalves(content: string, middle: number): Promise<void> {
  await writeFile(file, content.slice(0, middle))
  await pollHealth(INCOMPLETE_MS)
  await appendFile(file, content.slice(middle))
}

async function pollHealth(durationMs: number): Promise<void> {
  const start = performance.now()
  do {
    await readHealth()
    await pause(Math.min(PAUSE_MS, Math.max(0, start + durationMs - performance.now())))
  } while (performance.now() - start < durationMs)
}

interface Health {
  status: string
  datasets: { questions: number; version: string; error?: string }[]
}

const readHealth = async () => (await (await fetch(`${service.url}/api/v1/health`)).json()) as Health

async function readMetrics(): Promise<Record<string, number>> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  const lines = text.matchAll(/^questions_dataset_(\w+)\{category="stars"(?:,version="(\w+)")?\} (\S+)$/gm)
  return Object.fromEntries([...lines].map(([, name, version, value]) => [version ?? name, Number(value)]))
}

/**
 * Starts clients that send requests continuously, and records errors.
 * @returns a function that stops the clients and returns the number of responses
 */
function startLoad(errors: string[]) {
  let stopped = false
  let responses = 0
  const paths = [
    '/api/v1/questions/stars?seed=x&limit=50',
    '/api/v1/questions/stars?limit=20&answers=hidden&shuffle_options=true',
    '/api/v1/questions/stars?random=false&offset=10',
    '/api/v1/questions/stars/random?count=5',
    '/api/v1/questions/stars?ids=S-0,S-39',
    '/api/v1/questions/stars/S-3',
    '/api/v1/questions/stars/S-3/check?answer=no',
    '/api/v1/categories',
  ]
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let turn = client; !stopped; turn++) {
      const path = paths[turn % paths.length] as string
      try {
        const response = await fetch(service.url + path)
        const text = await response.text()
        const editions = new Set(text.match(/(?<=Edition )\d+/g))
        if (response.status !== 200) errors.push(`${path}: ${response.status} ${text}`)
        if (editions.size > 1) errors.push(`${path}: editions ${[...editions].join(' and ')} in one response`)
        responses++
        await pause(PAUSE_MS)
      } catch (error) {
        errors.push(`${path}: ${error}`)
      }
    }
  })
  return async () => {
    stopped = true
    await Promise.all(clients)
    return responses
  }
}

describe('a dataset that is replaced under load', () => {
  it('is always served in its last valid revision, and health and metrics are correct', async () => {
    const errors: string[] = []
    const stopLoad = startLoad(errors)
    let lastValid = 0
    for (let edition = 1; edition <= REPLACEMENTS; edition++) {
      const isValid = edition % 2 === 1
      // Over the 50 replacements, each method is combined with each breakage once.
      const turn = Math.floor(edition / 2)
      const replace = REPLACE_METHODS[turn % REPLACE_METHODS.length] ?? expect.unreachable()
      const breakage =
        BREAKAGES[(turn + Math.floor(turn / REPLACE_METHODS.length)) % BREAKAGES.length] ?? String
      // The last scan has just ended. The delay varies, so that the replacement hits all phases of the scans.
      await pollHealth((edition * 83) % SCAN_INTERVAL_MS)
      await replace(isValid ? createCsv(edition) : breakage(createCsv(edition)))
      const version = versionOf(isValid ? edition : lastValid)
      const isApplied = ({ status, datasets: [dataset] }: Health) =>
        isValid ? dataset?.version === version : status === 'degraded'
      const allowed = [versionOf(lastValid), version]
      await expect
        .poll(
          async () => {
            const health = await readHealth()
            if (!allowed.includes(String(health.datasets[0]?.version))) errors.push(JSON.stringify(health))
            return isApplied(health)
          },
          { timeout: 60_000, interval: 20 },
        )
        .toBe(true)
      if (isValid) lastValid = edition
      const [health, metrics] = [await readHealth(), await readMetrics()]
      const expected = { questions: 40 + (lastValid % 7), version }
      expect(health).toMatchObject({ status: isValid ? 'healthy' : 'degraded', datasets: [expected] })
      expect(health.datasets[0]?.error ?? '').toMatch(
        isValid ? /^$/ : /Refined_Stars_Questions\.csv:\d+:(?: column "\w+":)? expected/,
      )
      expect(metrics).toMatchObject({
        questions: expected.questions,
        [expected.version]: 1,
        last_reload_successful: isValid ? 1 : 0,
      })
      const body = await (await fetch(`${service.url}/api/v1/questions/stars/S-0`)).text()
      expect(body).toContain(`Edition ${lastValid}:`)
    }
    expect(await stopLoad()).toBeGreaterThan(REPLACEMENTS * CLIENTS)
    expect(errors).toEqual([])
  })
})
