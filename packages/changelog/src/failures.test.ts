// Failures of every kind in the one shape, and the shape of what surrounds the operations.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createLogger } from '@qb/http'
import { beforeAll, describe, expect, it } from 'vitest'
import { assertFailure, KEYS, makeApp, type TestApp } from './testing.ts'

let test: TestApp
beforeAll(async () => {
  test = await makeApp({ changelog: '# Log\n' })
})

const key = { 'x-api-key': KEYS.all }

describe('a failure', () => {
  it.each([
    ['unknown_route', 'GET', '/nothing'],
    ['unknown_route', 'GET', '/api'],
    ['unknown_route', 'POST', '/api/v1/changelog'],
    ['method_not_allowed', 'DELETE', '/api/changelog'],
    ['method_not_allowed', 'GET', '/api/changelog/update'],
    ['method_not_allowed', 'PUT', '/api/changelog/release'],
    ['method_not_allowed', 'OPTIONS', '/api/changelog'],
    ['malformed_url', 'GET', '/%zz'],
    ['malformed_url', 'GET', '/api/repository/changes?since=%ff'],
    ['invalid_parameters', 'GET', '/api/repository/changes?sinse=x'],
    ['invalid_parameters', 'GET', '/api/functions?x=1'],
    ['uri_too_long', 'GET', `/api/repository/changes?since=${'x'.repeat(10_000)}`],
  ] as const)('%s has the one shape: %s %s', async (code, method, url) => {
    const answer = await test.app.inject({ method, url, headers: key })
    assertFailure(answer, code)
    if (code === 'method_not_allowed') expect(answer.headers.allow).toMatch(/^(GET, HEAD|POST)$/)
  })

  it('on a path that is asked with a wrong method tells nothing to who has no key', async () => {
    assertFailure(await test.app.inject({ method: 'DELETE', url: '/api/changelog' }), 'method_not_allowed')
  })

  it('of the inside says only that, and the log has the cause', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const fail = () => Promise.reject(new TypeError('a secret of the inside'))
    const { app } = await makeApp({
      logger: createLogger('test', 'info', stream),
      file: { read: fail, edit: fail },
    })
    const answer = await app.inject({ url: '/api/changelog', headers: key })
    expect(assertFailure(answer, 'internal')).toBe('Internal server error')
    expect(lines.join('')).toContain('a secret of the inside')
    expect(lines.join('')).not.toContain(KEYS.all)
  })
})

describe('GET /api/repository/changes', () => {
  const get = (folder: TestApp, query = '') =>
    folder.app.inject({ url: `/api/repository/changes${query}`, headers: key })

  it('says what to do about a folder that is no repository', async () => {
    expect(assertFailure(await get(test), 'repository_unreadable')).toMatch(
      /expected a git repository at REPOSITORY_PATH/,
    )
  })

  it('lists what changed, with the changelog left out', async () => {
    const fresh = await makeApp({ changelog: '# Log\n' })
    execFileSync('git', ['init', '--quiet', fresh.folder])
    writeFileSync(join(fresh.folder, 'größe.ts'), 'x')
    expect((await get(fresh)).json()).toEqual({
      changes: [{ type: 'Added', path: 'größe.ts', category: 'Feature' }],
    })
    assertFailure(await get(fresh, '?since=--output=pwned'), 'invalid_ref')
  })
})

describe('what needs no key', () => {
  it.each(['/health', '/docs', '/redoc', '/openapi.json', '/'])('%s is open', async (url) => {
    expect((await test.app.inject(url)).statusCode).toBe(200)
  })

  it('/health is alive and tells no secret', async () => {
    expect((await test.app.inject('/health')).json()).toEqual({ status: 'healthy', version: '1.2.3' })
  })
})

describe('GET /metrics', () => {
  it('counts requests by route pattern', async () => {
    await test.app.inject({ url: '/api/changelog/unreleased', headers: key })
    const { body, headers } = await test.app.inject({ url: '/metrics', headers: key })
    expect(headers['content-type']).toMatch(/^text\/plain/)
    expect(body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/changelog\/:version",status="200"\} \d+/,
    )
    expect(body).not.toContain('unreleased')
  })
})

describe('browsers', () => {
  it('of other origins are not let in', async () => {
    const answer = await test.app.inject({
      url: '/api/changelog',
      headers: { ...key, origin: 'https://evil.example' },
    })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
  })
})
