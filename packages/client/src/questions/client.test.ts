import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ApiError, InvalidResponseError, NetworkError } from '../errors.ts'
import { statusOfCode } from '../generated/questions.ts'
import { createFakeFetch, type Reaction, respond, respondProblem } from '../testing.ts'
import { createQuestionsClient } from './client.ts'
import { QuestionsError } from './errors.ts'

const PAGE = { category: 'astronomy', total: 0, questions: [], next: null }

/** Creates a client without retries, of a service that reacts as given. */
function connect(reaction: Reaction = respond(PAGE), baseUrl: string | URL = 'http://service') {
  const { fetch, requests } = createFakeFetch(reaction)
  return { client: createQuestionsClient({ baseUrl, fetch, retries: { attempts: 1 } }), requests }
}

describe('a request', () => {
  const { client, requests } = connect()
  const sent = async (call: Promise<unknown>) => {
    await call
    const { method, url, body } = requests.at(-1) ?? {}
    return `${method} ${url?.replace('http://service', '')} ${body ?? ''}`.trim()
  }

  it('has the path and the query of the operation', async () => {
    expect(await sent(client.listQuestions('astronomy'))).toBe('GET /api/v1/questions/astronomy')
    expect(
      await sent(client.listQuestions('a', { limit: 3, seed: 'ä&b', random: true, answers: 'hidden' })),
    ).toBe('GET /api/v1/questions/a?limit=3&seed=%C3%A4%26b&random=true&answers=hidden')
    expect(await sent(client.listQuestions('a', { difficulty: 'easy', topic: ['x', 'y z'] }))).toBe(
      'GET /api/v1/questions/a?difficulty=easy&topic=x&topic=y%20z',
    )
    expect(await sent(client.mixQuestions(['a', 'b'], { offset: 0 }))).toBe(
      'GET /api/v1/questions?category=a&category=b&offset=0',
    )
    expect(await sent(client.mixQuestions('*'))).toBe('GET /api/v1/questions?category=*')
    expect(await sent(client.drawQuestions('a', { count: 5, shuffle_options: false }))).toBe(
      'GET /api/v1/questions/a/random?count=5&shuffle_options=false',
    )
    expect(await sent(client.getQuestion('a', 'x/y?#%', { answers: 'visible' }))).toBe(
      'GET /api/v1/questions/a/x%2Fy%3F%23%25?answers=visible',
    )
    expect(await sent(client.checkAnswer('a', '1', 'A + B'))).toBe(
      'GET /api/v1/questions/a/1/check?answer=A%20%2B%20B',
    )
    expect(await sent(client.listCategories())).toBe('GET /api/v1/categories')
    expect(await sent(client.getHealth())).toBe('GET /api/v1/health')
    expect(await sent(client.getLiveness())).toBe('GET /livez')
    expect(await sent(client.getReadiness())).toBe('GET /readyz')
  })

  it('omits undefined options', async () => {
    expect(await sent(client.listQuestions('a', { seed: undefined, signal: undefined }))).toBe(
      'GET /api/v1/questions/a',
    )
  })

  it('has no header field that makes a browser ask the service first', () => {
    expect(requests[0]?.headers).toEqual({ accept: 'application/json' })
  })

  it.each(['', '.', '..'])('is not sent for the name %j, which would be another path', async (name) => {
    const count = requests.length
    await expect(client.listQuestions(name)).rejects.toThrow(TypeError)
    await expect(client.getQuestion('a', name)).rejects.toThrow(TypeError)
    await expect(client.questions(name).next()).rejects.toThrow(TypeError)
    expect(requests).toHaveLength(count)
  })

  it('is not sent with half of a surrogate pair, and the error names the parameter', async () => {
    const count = requests.length
    const half = '🪐'.slice(0, 1)
    const message = (name: string) => `${name}: expected well-formed Unicode, got half of a surrogate pair`
    for (const [call, name] of [
      [client.checkAnswer('a', '1', half), 'answer'],
      [client.drawQuestions('a', { seed: `x${half}` }), 'seed'],
      [client.listQuestions('a', { topic: ['Sun', half] }), 'topic'],
      [client.mixQuestions([half]), 'category'],
      [client.getQuestion('a', half), 'id'],
      [client.questions(half).next(), 'category'],
    ] as const)
      await expect(call).rejects.toThrow(new TypeError(message(name)))
    expect(requests).toHaveLength(count)
    expect(await sent(client.checkAnswer('a', '1', '🪐'))).toContain('answer=%F0%9F%AA%90')
  })

  it('can be sent by a method without its object', async () => {
    const { listQuestions } = client
    expect(await listQuestions('astronomy')).toEqual(PAGE)
  })
})

it('has a method for every operation of the API', () => {
  const json = readFileSync(new URL('../../../../openapi/questions.json', import.meta.url), 'utf8')
  const { paths } = JSON.parse(json) as { paths: Record<string, Record<string, { operationId: string }>> }
  const ids = Object.values(paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  )
  expect(Object.keys(connect().client)).toEqual(expect.arrayContaining(ids))
})

it('returns metrics as text', async () => {
  const metrics = '# HELP x\nx 1\n'
  const { client, requests } = connect(new Response(metrics, { headers: { 'content-type': 'text/plain' } }))
  expect(await client.getMetrics()).toBe(metrics)
  expect(requests[0]?.headers).toEqual({ accept: 'text/plain' })
})

describe('baseUrl', () => {
  it.each([
    ['http://service', 'http://service/livez'],
    ['http://service/', 'http://service/livez'],
    ['https://example.org/trivia//', 'https://example.org/trivia/livez'],
    [new URL('https://example.org/a b'), 'https://example.org/a%20b/livez'],
  ])('%s leads to %s', async (baseUrl, url) => {
    const { client, requests } = connect(respond({ status: 'ok' }), baseUrl)
    await client.getLiveness()
    expect(requests[0]?.url).toBe(url)
  })

  it.each([
    '',
    '/trivia',
    'localhost:8000',
    'ftp://service',
    'http://service?a',
    'http://service#a',
    'http://',
  ])('%j is rejected', (baseUrl) => {
    expect(() => connect(respond(PAGE), baseUrl)).toThrow(/^baseUrl: expected /)
  })

  it('is rejected when it is missing', () => {
    expect(() => createQuestionsClient({ baseUrl: undefined as never })).toThrow(/^baseUrl: expected /)
  })

  it.each([
    'https://user:secret@service',
    'https://secret@service/a@b',
    'user:secret@service',
    '//user:sec/secret@service',
    new URL('https://user:secret@service'),
  ])('%j is rejected without its password', (baseUrl) => {
    expect(() => connect(respond(PAGE), baseUrl)).toThrow(/^baseUrl: expected (?!.*sec)/)
  })
})

describe('an error response', () => {
  const reject = (reaction: Reaction) =>
    connect(reaction)
      .client.listQuestions('a')
      .catch((error: unknown) => error)

  it.each(Object.entries(statusOfCode))(
    'with the type %s and the status %i is a QuestionsError',
    async (code, status) => {
      const error = await reject(respondProblem(status, code))
      expect(error).toBeInstanceOf(QuestionsError)
      expect(inspect(error)).toMatch(/^QuestionsError: /)
      expect(await reject(respondProblem(status, code))).toMatchObject({
        name: 'QuestionsError',
        code,
        status,
        title: 'A title',
        detail: 'a detail',
        message: 'a detail',
        issues: [],
        requestId: undefined,
        retryAfterSeconds: undefined,
      })
    },
  )

  it('contains the issues, the request id and the delay', async () => {
    const errors = [{ parameter: 'limit', message: 'expected an integer' }]
    const headers = { 'x-request-id': 'abc-1', 'retry-after': '3' }
    expect(await reject(respondProblem(400, 'invalid-parameters', headers, { errors }))).toMatchObject({
      issues: errors,
      requestId: 'abc-1',
      retryAfterSeconds: 3,
    })
  })

  it('has the same code behind a path prefix', async () => {
    const prefixed = respondProblem(404, 'unknown-category', {}, { type: '/trivia/errors#unknown-category' })
    expect(await reject(prefixed)).toMatchObject({ code: 'unknown-category' })
  })

  it.each([
    [404, 'unknown-route'],
    [418, 'unknown-category'],
    [400, 'toString'],
  ])('with the status %i and the type %s, which are not documented, is an ApiError', async (status, slug) => {
    const error = await reject(respondProblem(status, slug))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).not.toBeInstanceOf(QuestionsError)
    expect(error).toMatchObject({ name: 'ApiError', status, detail: 'a detail' })
  })
})

describe('an invalid response', () => {
  const text = (body: string, status = 200, type = 'application/json') =>
    new Response(body, { status, headers: { 'content-type': type, 'x-request-id': 'abc-1' } })

  it.each([
    ['HTML', text('<html>', 200, 'text/html')],
    ['HTML with an error', text('<html>', 502, 'text/html')],
    ['JSON that is cut off', text('{"category": "astr')],
    ['no JSON', text('')],
    ['null', text('null')],
    ['an array', text('[]')],
    ['an error of another service', text('{"message": "no"}', 404)],
    ['an error that is cut off', text('{"type": "/err', 404)],
    ['a redirect', text('{}', 302)],
  ])('with %s is an InvalidResponseError', async (_name, response) => {
    const call = connect(response).client.listQuestions('a')
    await expect(call).rejects.toThrow(InvalidResponseError)
    await expect(call).rejects.toMatchObject({
      name: 'InvalidResponseError',
      status: response.status,
      requestId: 'abc-1',
      message: expect.stringContaining('GET http://service/api/v1/questions/a: expected '),
    })
  })

  it('with HTML instead of metrics is an InvalidResponseError', async () => {
    await expect(connect(text('<html>', 200, 'text/html')).client.getMetrics()).rejects.toThrow(
      InvalidResponseError,
    )
  })
})

it('a network error has its cause, and names the request', async () => {
  const cause = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') })
  const call = connect(cause).client.listQuestions('a')
  await expect(call).rejects.toThrow(NetworkError)
  await expect(call).rejects.toMatchObject({
    message:
      'GET http://service/api/v1/questions/a: expected a response, got connect ECONNREFUSED 127.0.0.1:9',
    cause,
  })
})

it.each([Number.POSITIVE_INFINITY, 2 ** 31])(
  'a timeout of %d ms does not pass at once',
  async (timeoutMs) => {
    const { fetch } = createFakeFetch(
      (_request, signal) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          setTimeout(() => resolve(respond({ status: 'ok' })), 20)
        }),
    )
    const client = createQuestionsClient({
      baseUrl: 'http://service',
      fetch,
      timeoutMs,
      retries: { attempts: 1 },
    })
    expect(await client.getLiveness()).toEqual({ status: 'ok' })
  },
)
