import { AppError } from '@qb/core/errors'
import { describe, expect, it } from 'vitest'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import { makeOperation, makeService } from '../testing.ts'

const GENERATED = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const operations = [
  makeOperation({}),
  makeOperation({
    id: 'fail',
    path: '/fail',
    run: () => Promise.reject(new AppError(HTTP_ERRORS.forbidden, 'x')),
  }),
]

async function readId(url: string, given?: string, trustProxy = true): Promise<string> {
  const app = await makeService({ operations, trustProxy })
  const { headers } = await app.inject({ url, headers: given === undefined ? {} : { 'x-request-id': given } })
  return String(headers['x-request-id'])
}

describe('the id of a request', () => {
  it.each(['/test', '/fail', '/unknown', '/%ff', '/docs', '/openapi.json'])(
    'is in the response to %s',
    async (url) => {
      expect(await readId(url)).toMatch(GENERATED)
    },
  )

  it('is different for each request, and in each process', async () => {
    const [first, second] = [await makeService({ operations }), await makeService({ operations })]
    const responses = await Promise.all([first, first, second, second].map((app) => app.inject('/test')))
    expect(new Set(responses.map(({ headers }) => headers['x-request-id'])).size).toBe(4)
  })

  it.each(['a', 'A-1_b.c', 'x'.repeat(64)])('is taken from a proxy: %j', async (id) => {
    expect(await readId('/test', id)).toBe(id)
    expect(await readId('/fail', id)).toBe(id)
  })

  it.each(['', 'a b', 'a,b', '"a"', 'x'.repeat(65), 'ä'])(
    'is generated when that of the proxy is %j',
    async (id) => {
      expect(await readId('/test', id)).toMatch(GENERATED)
    },
  )

  it('is generated without a trusted proxy', async () => {
    expect(await readId('/test', 'forged', false)).toMatch(GENERATED)
  })
})
