// Records the responses of both services to some thousand requests, or compares them with a record.
//
//   node packages/e2e/dist/record/record.js write <file> [--root <checkout>]
//   node packages/e2e/dist/record/record.js compare <file> [--root <checkout>] [--sets] [--write <file>]
//
// The checkout must be built. `compare` sends the requests that are in the record, so that both runs get the same ones.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Client, createClient } from '../fuzz/client.ts'
import type { HttpRequest } from '../fuzz/request.ts'
import { ROOT, startService } from '../process.ts'
import { compareRecords, type RecordLine } from './compare.ts'
import { INSTANCES, type Instance, type RecordedRequest, readState } from './instances.ts'
import {
  createScrubber,
  hideNumbers,
  normaliseResponse,
  type RecordedResponse,
  type Scrubber,
} from './normalise.ts'

/** Commits are the same in each run, as far as git makes them before the service starts. */
const GIT_ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
}

/** Starts an instance, and sends its requests one after the other. */
async function recordInstance(
  { name, service, prepare }: Instance,
  requests: readonly RecordedRequest[],
  root: string,
): Promise<RecordLine[]> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'qb-record-')))
  const folder = join(home, 'files')
  mkdirSync(folder)
  try {
    const environment = prepare(folder)
    const running = await startService(service, environment, root)
    const client = createClient(running.url)
    const scrubber = createScrubber(folder, running.url)
    const changelog = join(environment.REPOSITORY_PATH ?? folder, 'CHANGELOG.md')
    const lines: RecordLine[] = []
    for (const recorded of requests) {
      const responses = await sendRequest(client, scrubber, changelog, recorded)
      lines.push({ instance: name, ...recorded, responses })
    }
    client.close()
    await running.stop()
    const state = readState(environment)
    if (state !== undefined) lines.push({ instance: name, label: 'state', state: scrubber.scrub(state) })
    return lines
  } finally {
    rmSync(home, { recursive: true, maxRetries: 5 })
  }
}

/** Sends a request and its follow-up. */
async function sendRequest(
  client: Client,
  scrubber: Scrubber,
  changelog: string,
  { request }: RecordedRequest,
): Promise<RecordedResponse[]> {
  if (request.kind === 'raw') {
    // A service may end a connection whose client has ended its side before the response is sent.
    const received = (await client.sendBytes(request)) || (await client.sendBytes(request))
    const lines = received.replaceAll(/^(date|x-request-id|content-length): .*\r\n/gim, '')
    const text = lines.includes('# HELP') ? hideNumbers(lines) : lines
    const body = scrubber.scrub(text).replaceAll(/[?&]seed=[\w-]+|"(seed|questions)":.*/g, '')
    return [{ status: 0, headers: {}, body }]
  }
  const send = async (sent: HttpRequest) => {
    const response = await client.send(sent)
    if (existsSync(changelog)) scrubber.learnEtag(response.headers.etag, readFileSync(changelog, 'latin1'))
    return { etag: response.headers.etag, recorded: normaliseResponse(scrubber, sent, response) }
  }
  const { etag, recorded } = await send(request)
  if (request.followUp !== 'revalidation' || etag === undefined) return [recorded]
  const headers = [
    ...request.headers.filter(([name]) => name !== 'if-none-match'),
    ['if-none-match', etag] as const,
  ]
  return [recorded, (await send({ ...request, headers })).recorded]
}

async function recordAll(root: string, record: readonly RecordLine[] | undefined): Promise<RecordLine[]> {
  Object.assign(process.env, GIT_ENVIRONMENT)
  const lines = await Promise.all([
    recordSome(INSTANCES.filter(({ service }) => service === 'questions')),
    recordSome(INSTANCES.filter(({ service }) => service === 'changelog')),
  ])
  return lines.flat()

  async function recordSome(instances: readonly Instance[]): Promise<RecordLine[]> {
    const all: RecordLine[] = []
    for (const instance of instances) {
      const requests = record ? readRequests(record, instance.name) : instance.listRequests()
      all.push(...(await recordInstance(instance, requests, root)))
    }
    return all
  }
}

function readRequests(record: readonly RecordLine[], instance: string): RecordedRequest[] {
  return record
    .filter((line) => 'request' in line)
    .filter((line) => line.instance === instance)
    .map(({ label, request, walk }) => ({ label, request, ...(walk !== undefined && { walk }) }))
}

function readRecord(file: string): RecordLine[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function writeRecord(file: string, lines: readonly RecordLine[]): void {
  writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
}

const { values, positionals } = parseArgs({
  options: {
    root: { type: 'string', default: ROOT },
    sets: { type: 'boolean', default: false },
    write: { type: 'string' },
  },
  allowPositionals: true,
})
const [command, file] = positionals
const root = `${resolve(values.root)}/`
if (file !== undefined && command === 'write') {
  const lines = await recordAll(root, undefined)
  writeRecord(file, lines)
  console.log(`${file}: ${lines.length} lines`)
} else if (file !== undefined && command === 'compare') {
  const before = readRecord(file)
  const after = await recordAll(root, before)
  if (values.write !== undefined) writeRecord(values.write, after)
  const differences = compareRecords(before, after, values.sets)
  for (const difference of differences) console.log(`${difference}\n`)
  console.log(`${before.length} requests, ${differences.length} kinds of differences`)
  process.exitCode = differences.length > 0 ? 1 : 0
} else {
  console.error('usage: record.js write|compare <file> [--root <checkout>] [--sets] [--write <file>]')
  process.exitCode = 2
}
