import { AppError } from '@qb/core/errors'
import { Type } from '@sinclair/typebox'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { uncached } from '../operation/operation.ts'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { makeOperation, makeService } from '../testing.ts'
import { createLogger, formatLogLine, openLogStream, RequestLog } from './log.ts'

/** Creates a logger and the list of the entries that it writes. */
function makeLog(level = 'info') {
  const entries: Record<string, unknown>[] = []
  const logger = createLogger('test', level, { write: (line) => entries.push(JSON.parse(line)) })
  return { logger, entries }
}

describe('createLogger', () => {
  it('writes entries with name, level and time, and without process and host', () => {
    const { logger, entries } = makeLog()
    logger.warn('careful')
    expect(entries).toEqual([
      {
        level: 40,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        name: 'test',
        msg: 'careful',
      },
    ])
  })

  it('writes only entries of its level or above', () => {
    const { logger, entries } = makeLog('error')
    logger.warn('careful')
    logger.error('broken')
    expect(entries.map(({ msg }) => msg)).toEqual(['broken'])
  })

  it('writes to standard error without a stream', () => {
    const logger = createLogger('test', 'silent') as unknown as Record<symbol, { readonly fd: number }>
    expect(logger[pino.symbols.streamSym]?.fd).toBe(2)
  })
})

describe('the stream of a log', () => {
  it.each([
    ['auto', true, 'text'],
    ['auto', false, 'JSON'],
    ['json', true, 'JSON'],
    ['text', false, 'text'],
  ] as const)('for %s with a terminal: %s has %s', (format, isTerminal, written) => {
    const { isTTY } = process.stderr
    process.stderr.isTTY = isTerminal
    try {
      // The stream of pino has a file descriptor, and writes lines as they are.
      expect('fd' in openLogStream(format) ? 'JSON' : 'text').toBe(written)
    } finally {
      process.stderr.isTTY = isTTY
    }
  })

  it('has a line for people with the values of an entry', () => {
    let line = ''
    const logger = createLogger('test', 'info', {
      write(json) {
        line = formatLogLine(json)
      },
    })
    logger.warn({ files: ['a.json'], category: 'rivers', total: 1 }, 'files ignored')
    expect(line).toMatch(
      /^\d\d:\d\d:\d\d warn test: files ignored files: \["a.json"\], category: rivers, total: 1\n$/,
    )
    logger.info({ path: 'x\u001b[31m\n' })
    expect(line).toMatch(/ info test: path: "x\\u001b\[31m\\n"\n$/)
    logger.error({ err: new Error('disk full') }, 'cannot write')
    expect(line).toMatch(/ error test: cannot write\nError: disk full\n {4}at /)
  })
})

describe('the log of requests', () => {
  const DURATION_MS = 12.345678

  async function call(url: string, logRequests = true) {
    const { logger, entries } = makeLog()
    const app = await makeService({
      logger,
      logRequests,
      operations: [
        makeOperation({
          path: '/test/{id}',
          access: 'read',
          input: { query: Type.Object({ token: Type.Optional(Type.String()) }) },
          run: () => uncached({}),
        }),
        makeOperation({
          id: 'fail',
          path: '/fail',
          run: () => Promise.reject(new AppError(HTTP_ERRORS.forbidden, 'x')),
        }),
      ],
      // The guard has access to the response, so that it can give it a known duration.
      authorization: {
        security: [],
        guard: () => async (_request, reply) => {
          Object.defineProperty(reply, 'elapsedTime', { value: DURATION_MS })
        },
      },
    })
    await app.inject({ url, headers: { authorization: 'secret' } })
    return entries
  }

  it('has one line per request, without query and header fields', async () => {
    const entries = await call('/test/a?token=secret')
    expect(entries).toEqual([
      {
        level: 30,
        time: expect.any(String),
        name: 'test',
        reqId: expect.any(String),
        method: 'GET',
        path: '/test/a',
        status: 200,
        ms: 12.346,
      },
    ])
  })

  it('has the status of an error', async () => {
    expect(await call('/fail')).toMatchObject([{ method: 'GET', path: '/fail', status: 403 }])
  })

  it('has no lines when it is disabled', async () => {
    expect(await call('/test/a', false)).toEqual([])
  })

  it('contains the error of a response that cannot be completed', () => {
    const { logger, entries } = makeLog()
    const error = new Error('connection lost')
    const reply = { log: logger, statusCode: 200, elapsedTime: 1 }
    new RequestLog().requestCompleted(error, { method: 'GET', url: '/test' } as never, reply as never)
    expect(entries).toMatchObject([{ path: '/test', err: { message: 'connection lost' } }])
  })
})
