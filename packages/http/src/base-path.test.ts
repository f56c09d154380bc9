import { Type } from '@sinclair/typebox'
import { afterEach, describe, expect, it } from 'vitest'
import { basePathVariable, readBasePath } from './base-path.ts'
import { readConfig } from './config/config.ts'
import type { Service } from './service.ts'
import { makeOperation, makeService } from './testing.ts'

let app: Service
afterEach(() => app?.close())

const operations = [
  makeOperation({ path: '/api/items/{id}', input: { path: Type.Object({ id: Type.String() }) } }),
]

async function statusAt(url: string): Promise<number> {
  return (await app.inject(url)).statusCode
}

describe('a base path', () => {
  it.each([
    ['removed by the proxy', '/trivia', '/api/items/1'],
    ['left by the proxy', '/trivia', '/trivia/api/items/1'],
    ['with several segments', '/a/b', '/a/b/api/items/1'],
    ['that the routes begin with, removed', '/api', '/api/items/1'],
    ['that the routes begin with, left', '/api', '/api/api/items/1'],
    ['that the docs begin with, removed', '/docs', '/docs'],
    ['that the docs begin with, left', '/docs', '/docs/docs?x'],
  ] as const)('%s: %s finds %s', async (_name, basePath, url) => {
    app = await makeService({ operations, basePath })
    expect(await statusAt(url)).toBe(200)
  })

  it.each(['/triviaapi/items/1', '/trivia/nothing', '/trivia/trivia/api/items/1', '/other/api/items/1'])(
    'does not make %s a route',
    async (url) => {
      app = await makeService({ operations, basePath: '/trivia' })
      expect(await statusAt(url)).toBe(404)
    },
  )

  it('is redirected to the landing page, whose links are relative', async () => {
    app = await makeService({ basePath: '/a/b' })
    const { statusCode, headers } = await app.inject('/a/b')
    expect([statusCode, headers.location]).toEqual([308, 'b/'])
    expect(await statusAt('/a/b/')).toBe(200)
  })

  it('is in the links of errors and in the OpenAPI document', async () => {
    app = await makeService({ operations, basePath: '/trivia' })
    const error = (await app.inject('/api/items/1/')).json()
    expect(error.detail).toContain('/trivia/api/items/1?')
    const response = await app.inject('/nothing')
    expect(response.json().detail).toContain('; /trivia/ lists')
    expect(response.headers.link).toBe('</trivia/errors#unknown-route>; rel="help"')
    expect((await app.inject('/openapi.json')).json().servers).toMatchObject([{ url: '/trivia' }])
  })

  it('is absent by default', async () => {
    app = await makeService({ operations })
    expect((await app.inject('/openapi.json')).json().servers).toMatchObject([{ url: '/' }])
    const response = await app.inject('/nothing')
    expect(response.json().type).toBe('/errors#unknown-route')
    expect(response.headers.link).toBe('</errors#unknown-route>; rel="help"')
  })

  it.each(['/', '/docs', '/redoc', '/errors'])('is not needed by the links of the page %s', async (url) => {
    app = await makeService({ basePath: '/trivia' })
    const { body } = await app.inject(url)
    const links = [...body.matchAll(/(?:href|src|spec-url)="([^"]*)"/g)].map(([, link]) => String(link))
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter((link) => link.startsWith('/') || /^https?:/.test(link))).toEqual([])
  })
})

describe('the variable of a base path', () => {
  const schema = Type.Object({ BASE_PATH: basePathVariable() })

  it.each([
    ['', ''],
    ['/', ''],
    ['/trivia', '/trivia'],
    ['/trivia/', '/trivia'],
    ['/a/b_c/~d.e-f', '/a/b_c/~d.e-f'],
  ])('%j means the base path %j', (value, basePath) => {
    expect(readBasePath(readConfig(schema, { BASE_PATH: value }).BASE_PATH)).toBe(basePath)
  })

  it.each(['trivia', '//', '/a//b', '/../a', '/a b', '/a?b', '/ä', 'https://quiz.example/trivia', '/a\n'])(
    'rejects %j',
    (value) => {
      expect(() => readConfig(schema, { BASE_PATH: value })).toThrow(/BASE_PATH/)
    },
  )
})
