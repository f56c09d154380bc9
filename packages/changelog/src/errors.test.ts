// Tests that every error response has the same format, even when the request matches no route, and tests the
// service as a whole.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { GIT_ERRORS } from '@qb/core/git'
import { createLogger, HTTP_ERRORS } from '@qb/http'
import { beforeAll, describe, expect, it } from 'vitest'
import { assertError, KEYS, makeApp, type TestApp } from './testing.ts'

let test: TestApp
beforeAll(async () => {
  test = await makeApp({ changelog: '# Log\n' })
})

const key = { 'x-api-key': KEYS.all }

describe('an error response', () => {
  it.each([
    { error: HTTP_ERRORS.unknown_route, method: 'GET', url: '/nothing' },
    { error: HTTP_ERRORS.unknown_route, method: 'GET', url: '/api' },
    { error: HTTP_ERRORS.unknown_route, method: 'POST', url: '/api/v1/changelog' },
    { error: HTTP_ERRORS.method_not_allowed, method: 'DELETE', url: '/api/changelog' },
    { error: HTTP_ERRORS.method_not_allowed, method: 'GET', url: '/api/changelog/update' },
    { error: HTTP_ERRORS.method_not_allowed, method: 'PUT', url: '/api/changelog/release' },
    { error: HTTP_ERRORS.method_not_allowed, method: 'OPTIONS', url: '/api/changelog' },
    { error: HTTP_ERRORS.malformed_url, method: 'GET', url: '/%zz' },
    { error: HTTP_ERRORS.malformed_url, method: 'GET', url: '/api/repository/changes?since=%ff' },
    { error: HTTP_ERRORS.invalid_parameters, method: 'GET', url: '/api/repository/changes?sinse=x' },
    { error: HTTP_ERRORS.invalid_parameters, method: 'GET', url: '/api/functions?x=1' },
    {
      error: HTTP_ERRORS.uri_too_long,
      method: 'GET',
      url: `/api/repository/changes?since=${'x'.repeat(10_000)}`,
    },
  ] as const)(
    'has the format of this service for $error.code: $method $url',
    async ({ error, method, url }) => {
      const response = await test.app.inject({ method, url, headers: key })
      assertError(response, error)
      if (error === HTTP_ERRORS.method_not_allowed)
        expect(response.headers.allow).toMatch(/^(GET, HEAD|POST)$/)
    },
  )

  it('for a method that is not allowed does not require a key', async () => {
    assertError(
      await test.app.inject({ method: 'DELETE', url: '/api/changelog' }),
      HTTP_ERRORS.method_not_allowed,
    )
  })

  it('with status 500 does not contain the cause, which only the log contains', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const reject = () => Promise.reject(new TypeError('an internal secret'))
    const { app } = await makeApp({
      logger: createLogger('test', 'info', stream),
      changelogStore: {
        read: reject,
        transact: reject,
        preview: reject,
        catchUp: reject,
        catchUpAlone: reject,
        prepare: reject,
        findRecorded: reject,
        versionControl: undefined,
      },
    })
    const response = await app.inject({ url: '/api/changelog', headers: key })
    expect(assertError(response, HTTP_ERRORS.internal)).toBe('Internal server error')
    expect(lines.join('')).toContain('an internal secret')
    expect(lines.join('')).not.toContain(KEYS.all)
  })
})

describe('GET /api/repository/changes', () => {
  const get = ({ app }: TestApp, query = '') =>
    app.inject({ url: `/api/repository/changes${query}`, headers: key })

  it('responds with an error when the folder is not a git repository', async () => {
    expect(assertError(await get(test), GIT_ERRORS.unreadable_repository)).toMatch(
      /expected a git repository at REPOSITORY_PATH/,
    )
  })

  it('lists the changed paths without the changelog', async () => {
    const fresh = await makeApp({ changelog: '# Log\n' })
    execFileSync('git', ['init', '--quiet', fresh.folder])
    writeFileSync(join(fresh.folder, 'größe.ts'), 'x')
    expect((await get(fresh)).json()).toEqual({
      changes: [{ type: 'Added', path: 'größe.ts', category: 'Feature' }],
    })
    assertError(await get(fresh, '?since=--output=pwned'), GIT_ERRORS.invalid_ref)
  })
})

describe('a request without a key', () => {
  it.each(['/health', '/docs', '/redoc', '/openapi.json', '/'])('gets 200 for %s', async (url) => {
    expect((await test.app.inject(url)).statusCode).toBe(200)
  })

  it('gets only the status and the version from /health', async () => {
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

describe('a response to a different origin', () => {
  it('has no CORS header fields', async () => {
    const response = await test.app.inject({
      url: '/api/changelog',
      headers: { ...key, origin: 'https://evil.example' },
    })
    expect(response.headers).not.toHaveProperty('access-control-allow-origin')
  })
})
