// A dataset is replaced fifty times while clients keep asking: nobody is refused, and what is told is true.
import { createHash } from 'node:crypto'
import { appendFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningService, startService } from './process.ts'

const REPLACEMENTS = 50
const CLIENTS = 6
/** The service looks at its files two or three times in the second that it promises. */
const LOOK_MS = 400
/** How long a file is half-written: long enough for a look at it now and then, too short for two looks in a row. */
const HALF_WRITTEN_MS = 150

let folder: string
let file: string
let service: RunningService
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reload-'))
  file = join(folder, 'Refined_Stars_Questions.csv')
  await writeFile(file, sheetOf(0))
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

/** Every question of edition `n` says so, so that an answer of two editions would show. */
function sheetOf(edition: number): string {
  const rows = Array.from({ length: 40 + (edition % 7) }, (_, row) => {
    return `S-${row},Edition ${edition}: which is ${row}?,yes ${edition},"['yes ${edition}', 'no']"\n`
  })
  return `id,question,correct_answer,options\n${rows.join('')}`
}

const versionOf = (sheet: string) => createHash('sha256').update(sheet).digest('hex').slice(0, 16)

/** What an editor, a spreadsheet or a broken upload leaves behind in place of an edition. */
const BREAKAGES: readonly ((sheet: string) => string)[] = [
  (sheet) => sheet.slice(0, sheet.length - 20),
  () => '',
  (sheet) => sheet.replace('correct_answer', 'answer'),
  (sheet) => sheet.replace("['yes", "['yes indeed"),
  (sheet) => sheet.replace('S-7,', 'S-8,'),
]

/** The ways in which a file is replaced; `isWhole` is false for those that show it half-written for a moment. */
const WAYS: readonly ((content: string) => Promise<unknown>)[] = [
  async (content) => {
    await writeFile(join(folder, 'aside'), content)
    await rename(join(folder, 'aside'), file)
  },
  (content) => writeFile(file, content),
  async (content) => writeInHalves(content, content.indexOf('\n', content.length / 2) + 1),
  async (content) => writeInHalves(content, Math.floor(content.length / 2)),
  async (content) => {
    await rm(file)
    await keepAsking(HALF_WRITTEN_MS)
    await writeFile(file, content)
  },
]

async function writeInHalves(content: string, middle: number): Promise<void> {
  await writeFile(file, content.slice(0, middle))
  await keepAsking(HALF_WRITTEN_MS)
  await appendFile(file, content.slice(middle))
}

async function keepAsking(forMs: number): Promise<void> {
  const start = performance.now()
  while (performance.now() - start < forMs) await readHealth()
}

interface Health {
  status: string
  datasets: { questions: number; version: string; error?: string }[]
}

const readHealth = async () => (await (await fetch(`${service.url}/api/v1/health`)).json()) as Health

async function readFigures(): Promise<Record<string, number>> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  const lines = text.matchAll(/^questions_dataset_(\w+)\{category="stars"(?:,version="(\w+)")?\} (\S+)$/gm)
  return Object.fromEntries([...lines].map(([, name, version, value]) => [version ?? name, Number(value)]))
}

/** Asks on and on until told to stop, and writes down whatever a client would complain about. */
function startLoad(complaints: string[]) {
  let stopped = false
  let answered = 0
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
        const answer = await fetch(service.url + path)
        const text = await answer.text()
        const editions = new Set(text.match(/(?<=Edition )\d+/g))
        if (answer.status !== 200) complaints.push(`${path}: ${answer.status} ${text}`)
        if (editions.size > 1)
          complaints.push(`${path}: editions ${[...editions].join(' and ')} in one answer`)
        answered++
      } catch (error) {
        complaints.push(`${path}: ${error}`)
      }
    }
  })
  return async () => {
    stopped = true
    await Promise.all(clients)
    return answered
  }
}

describe('a dataset that is replaced while it is asked for', () => {
  it('is served without one failed request, in its last good version, and health and metrics are true', async () => {
    const complaints: string[] = []
    const stopLoad = startLoad(complaints)
    let good = 0
    for (let edition = 1; edition <= REPLACEMENTS; edition++) {
      const isValid = edition % 2 === 1
      // Over the fifty, each way meets each breakage once.
      const turn = Math.floor(edition / 2)
      const replace = WAYS[turn % WAYS.length] ?? expect.unreachable()
      const breakage = BREAKAGES[(turn + Math.floor(turn / WAYS.length)) % BREAKAGES.length] ?? String
      // A replacement is taken up right after a look; the next one is to begin at any time between two.
      await keepAsking((edition * 83) % LOOK_MS)
      await replace(isValid ? sheetOf(edition) : breakage(sheetOf(edition)))
      const isTakenUp = ({ status, datasets: [dataset] }: Health) =>
        isValid ? dataset?.version === versionOf(sheetOf(edition)) : status === 'degraded'
      const allowed = [good, ...(isValid ? [edition] : [])].map(sheetOf).map(versionOf)
      await expect
        .poll(
          async () => {
            const health = await readHealth()
            if (!allowed.includes(String(health.datasets[0]?.version)))
              complaints.push(JSON.stringify(health))
            return isTakenUp(health)
          },
          { timeout: 10_000, interval: 20 },
        )
        .toBe(true)
      if (isValid) good = edition
      const [health, figures] = [await readHealth(), await readFigures()]
      const expected = { questions: 40 + (good % 7), version: versionOf(sheetOf(good)) }
      expect(health).toMatchObject({ status: isValid ? 'healthy' : 'degraded', datasets: [expected] })
      expect(health.datasets[0]?.error ?? '').toMatch(
        isValid ? /^$/ : /Refined_Stars_Questions\.csv:\d+:\d+: expected/,
      )
      expect(figures).toMatchObject({
        questions: expected.questions,
        [expected.version]: 1,
        last_reload_successful: isValid ? 1 : 0,
      })
      const served = await (await fetch(`${service.url}/api/v1/questions/stars/S-0`)).text()
      expect(served).toContain(`Edition ${good}:`)
    }
    expect(await stopLoad()).toBeGreaterThan(REPLACEMENTS * CLIENTS)
    expect(complaints).toEqual([])
  }, 180_000)
})
