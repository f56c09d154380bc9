import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../errors.ts'
import { errorStatuses } from '../generated/changelog.ts'
import { createFakeFetch, type Reaction, respond } from '../testing.ts'
import { createChangelogClient } from './client.ts'
import { ChangelogError } from './errors.ts'
import type { Credential } from './types.ts'

const UPDATED = { success: true, message: 'Changelog updated successfully' }
const ENTRIES = [{ type: 'Added', description: 'A seed.' }] as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Waits for a call. Its delays pass at once. */
async function skipDelays<Result>(call: Promise<Result>): Promise<Result> {
  // A rejection is handled by the caller.
  call.catch(() => undefined)
  await vi.runAllTimersAsync()
  return call
}

/** Creates a client of a service that reacts as given. */
function connect(reactions: readonly Reaction[] = [respond(UPDATED)], apiKey: Credential = 'key') {
  const { fetch, requests } = createFakeFetch(...reactions)
  return { client: createChangelogClient({ baseUrl: 'http://service', fetch, apiKey }), requests }
}

const problem = (status: number, headers = {}) =>
  respond({ success: false, error: 'a detail' }, status, headers)
const outage = new TypeError('fetch failed')

it('has a method for every operation of the API', () => {
  const json = readFileSync(new URL('../../../../openapi/changelog.json', import.meta.url), 'utf8')
  const { paths } = JSON.parse(json) as { paths: Record<string, Record<string, { operationId: string }>> }
  const ids = Object.values(paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  )
  expect(Object.keys(connect().client)).toEqual(expect.arrayContaining(ids))
})

describe('a read', () => {
  const { client, requests } = connect()
  it('has the path and the query of the operation', async () => {
    const calls = [
      client.getRepositoryChanges(),
      client.getRepositoryChanges({ since: 'v1.0.0' }),
      client.getChangelog(),
      client.getChangelog({ limit: 1, offset: 2 }),
      client.getVersion('1.0.0+x'),
      client.getVersion('1.0.0', { package: 'api' }),
      client.getChangelog({ package: 'api' }),
      client.listFunctions(),
      client.getHealth(),
      client.getLiveness(),
      client.getReadiness(),
    ]
    await Promise.all(calls)
    expect(
      requests.map(({ method, url }) => `${method} ${url.replace('http://service', '')}`).sort(),
    ).toEqual([
      'GET /api/changelog',
      'GET /api/changelog/1.0.0%2Bx',
      'GET /api/changelog/1.0.0?package=api',
      'GET /api/changelog?limit=1&offset=2',
      'GET /api/changelog?package=api',
      'GET /api/functions',
      'GET /api/repository/changes',
      'GET /api/repository/changes?since=v1.0.0',
      'GET /health',
      'GET /livez',
      'GET /readyz',
    ])
    expect(requests[0]?.headers).toEqual({ accept: 'application/json', authorization: 'Bearer key' })
  })

  it('returns what the service sends in header fields', async () => {
    const headers = { etag: '"abc"', 'changes-base': 'def' }
    const reads = connect([respond({ changes: [] }, 200, headers)]).client
    expect(await reads.getRepositoryChanges()).toEqual({ changes: [], base: 'def' })
    expect(await reads.getChangelog()).toMatchObject({ etag: '"abc"' })
    expect(await reads.getVersion('latest')).toMatchObject({ etag: '"abc"' })
  })

  it.each(['', '- A seed.\n'])('returns the notes %j as Markdown', async (notes) => {
    const type = { 'content-type': 'text/markdown; charset=utf-8', 'content-length': `${notes.length}` }
    const { client: reader, requests: sent } = connect([new Response(notes, { headers: type })])
    expect(await reader.getNotes('latest')).toBe(notes)
    expect(sent[0]?.headers).toMatchObject({ accept: 'text/markdown' })
  })
})

describe('a write', () => {
  it('sends the entries or the bump, and the options', async () => {
    const { client, requests } = connect()
    await client.updateChangelog(ENTRIES)
    await client.updateChangelog(ENTRIES, { escape: true })
    await client.createRelease({ version: '2.0.0' }, { package: 'api' })
    await client.createRelease('MAJOR', { prerelease: 'rc' })
    await client.createRelease({ packages: [{ package: 'api', version_bump: 'MINOR' }] })
    await client.createRelease('MINOR', { dryRun: true, ifMatch: '"abc"', idempotencyKey: 'job-1' })
    expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', 'http://service/api/changelog/update', JSON.stringify({ changes: ENTRIES })],
      ['POST', 'http://service/api/changelog/update', JSON.stringify({ changes: ENTRIES, escape: true })],
      ['POST', 'http://service/api/changelog/release', '{"version":"2.0.0","package":"api"}'],
      ['POST', 'http://service/api/changelog/release', '{"version_bump":"MAJOR","prerelease":"rc"}'],
      [
        'POST',
        'http://service/api/changelog/release',
        '{"packages":[{"package":"api","version_bump":"MINOR"}]}',
      ],
      ['POST', 'http://service/api/changelog/release', '{"version_bump":"MINOR","dry_run":true}'],
    ])
    expect(requests[5]?.headers).toEqual({
      accept: 'application/json',
      authorization: 'Bearer key',
      'content-type': 'application/json',
      'idempotency-key': 'job-1',
      'if-match': '"abc"',
    })
    expect(requests[0]?.headers['if-match']).toBeUndefined()
  })

  it('has one key for all attempts of a call, and another one for the next call', async () => {
    const conflict = problem(409, { 'retry-after': '1' })
    const { client, requests } = connect([outage, problem(503), conflict, respond(UPDATED)])
    await skipDelays(client.updateChangelog(ENTRIES))
    await client.updateChangelog(ENTRIES)
    const keys = requests.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys.slice(0, 4)).toEqual(Array(4).fill(keys[0]))
    expect(keys[4]).not.toBe(keys[0])
    expect(requests[3]).toEqual(requests[0])
  })

  it('returns the ETag, and whether the result was replayed', async () => {
    const headers = { etag: '"abc"', 'idempotency-replayed': 'true' }
    const { client } = connect([respond(UPDATED, 200, headers), respond(UPDATED)])
    expect(await client.updateChangelog(ENTRIES)).toEqual({ ...UPDATED, etag: '"abc"', replayed: true })
    expect(await client.updateChangelog(ENTRIES)).toEqual({ ...UPDATED, etag: undefined, replayed: false })
  })
})

describe('the credential', () => {
  it('is asked for before each attempt', async () => {
    let count = 0
    const { client, requests } = connect([outage, respond(UPDATED)], async () => `token-${++count}`)
    await skipDelays(client.getChangelog())
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2'])
  })

  it('can be a token', async () => {
    const { fetch, requests } = createFakeFetch(respond(UPDATED))
    await createChangelogClient({ baseUrl: 'http://service', fetch, token: ' token\n' }).getChangelog()
    expect(requests[0]?.headers.authorization).toBe('Bearer token')
  })

  it('is not part of an error', async () => {
    const { client, requests } = connect([respond(UPDATED)], 'sec ret')
    const error = (await client.getChangelog().catch((reason: unknown) => reason)) as Error
    expect(error).toBeInstanceOf(TypeError)
    expect(error.message).not.toContain('sec')
    expect(requests).toHaveLength(0)
  })

  it.each([undefined, '', ' \n'])('that is missing, as in %j, is said to be so', async (apiKey) => {
    const { fetch } = createFakeFetch(respond(UPDATED))
    const client = createChangelogClient({ baseUrl: 'http://service', fetch, apiKey })
    await expect(client.getChangelog()).rejects.toThrow(/ an API key or a token .*, got none$/)
  })

  it('is not waited for longer than the timeout, or after the call is aborted', async () => {
    const { fetch, requests } = createFakeFetch(respond(UPDATED))
    let calls = 0
    const apiKey = () => (++calls > 1 ? Promise.resolve('key') : new Promise<string>(() => undefined))
    const client = createChangelogClient({ baseUrl: 'http://service', fetch, apiKey })
    await skipDelays(client.getChangelog())
    expect([calls, requests.length]).toEqual([2, 1])

    const controller = new AbortController()
    const waiting = connect([respond(UPDATED)], () => new Promise<string>(() => undefined))
    const call = waiting.client.getChangelog({ signal: controller.signal })
    await vi.advanceTimersByTimeAsync(1)
    controller.abort(new Error('the page was closed'))
    await expect(call).rejects.toThrow('the page was closed')
    expect(waiting.requests).toHaveLength(0)
  })

  it('rejects the call with the error of its function', async () => {
    const apiKey = () => Promise.reject(new Error('no token'))
    await expect(connect([respond(UPDATED)], apiKey).client.getChangelog()).rejects.toThrow('no token')
  })
})

describe('an error response', () => {
  it.each(errorStatuses.filter((status) => ![429, 503].includes(status)))(
    'with the status %i is a ChangelogError',
    async (status) => {
      const call = connect([problem(status, { 'x-request-id': 'abc-1' })]).client.updateChangelog(ENTRIES)
      await expect(call).rejects.toBeInstanceOf(ChangelogError)
      await expect(call).rejects.toMatchObject({
        name: 'ChangelogError',
        status,
        detail: 'a detail',
        requestId: 'abc-1',
      })
    },
  )

  it('with a status that is not documented is an ApiError', async () => {
    const call = connect([problem(405)]).client.updateChangelog(ENTRIES)
    await expect(call).rejects.toBeInstanceOf(ApiError)
    await expect(call).rejects.not.toBeInstanceOf(ChangelogError)
  })

  it('in another format is invalid', async () => {
    const call = connect([respond({ error: 'no' }, 400)]).client.updateChangelog(ENTRIES)
    await expect(call).rejects.toMatchObject({ name: 'InvalidResponseError', status: 400 })
  })
})
