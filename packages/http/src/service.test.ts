import fs, { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeOperation, makeService } from './testing.ts'

const echo = makeOperation({
  method: 'POST',
  input: { body: Type.Object({ text: Type.String() }) },
  run: (input) => ({ cache: 'none', content: { value: input } }),
})
/** The length in bytes of the body that {@link post} sends. */
const BODY_BYTES = 20

async function post(options: NonNullable<Parameters<typeof makeService>[0]>) {
  const app = await makeService({ operations: [echo], ...options })
  const payload = JSON.stringify({ text: 'x'.repeat(BODY_BYTES - 11) })
  return app.inject({
    method: 'POST',
    url: '/test',
    headers: { 'content-type': 'application/json' },
    payload,
  })
}

describe('a service', () => {
  it.each([
    [200, BODY_BYTES],
    [413, BODY_BYTES - 1],
  ])('responds with %d when the body may have %d bytes', async (status, maxBodyBytes) => {
    expect((await post({ maxBodyBytes })).statusCode).toBe(status)
  })

  it('with bodies accepts no other format than JSON', async () => {
    const app = await makeService({ operations: [echo], maxBodyBytes: 1000 })
    const headers = { 'content-type': 'text/plain' }
    const response = await app.inject({ method: 'POST', url: '/test', headers, payload: '{"text":"x"}' })
    expect(response.statusCode).toBe(415)
  })

  it('writes nothing to standard output', async () => {
    onTestFinished(() => {
      vi.restoreAllMocks()
    })
    const writes = [vi.spyOn(fs, 'write'), vi.spyOn(fs, 'writeSync')]
    const app = await makeService({ operations: [makeOperation({})] })
    expect((await app.inject('/test')).statusCode).toBe(200)
    app.log.error('broken')
    expect(writes.flatMap(({ mock }) => mock.calls.filter(([file]) => file === 1))).toEqual([])
  })

  it('has the schemas of its operations and of its errors in its document', async () => {
    const Item = Type.Object({}, { $id: 'Item' })
    const app = await makeService({
      operations: [makeOperation({ result: { description: 'x', schema: Item } })],
    })
    const { components } = (await app.inject('/openapi.json')).json()
    expect(Object.keys(components.schemas).toSorted()).toEqual(['Item', 'ProblemDetails'])
  })

  it('serves its sites', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'http-site-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'index.html'), '<p>A site.</p>')
    const app = await makeService({ sites: [{ path: '/site', folder }] })
    expect((await app.inject('/site/')).body).toBe('<p>A site.</p>')
    expect((await app.inject('/site/nothing')).statusCode).toBe(404)
  })

  it('trusts only the nearest proxy', async () => {
    const app = await makeService({ trustProxy: true, rateLimit: { max: 1 } })
    const send = (forwarded: string) => app.inject({ url: '/', headers: { 'x-forwarded-for': forwarded } })
    expect((await send('203.0.113.1, 192.0.2.1')).statusCode).toBe(200)
    expect((await send('203.0.113.2, 192.0.2.1')).statusCode).toBe(429)
    expect((await send('203.0.113.1, 192.0.2.2')).statusCode).toBe(200)
  })

  it('ignores forwarded addresses without a proxy', async () => {
    const app = await makeService({ trustProxy: false, rateLimit: { max: 1 } })
    const send = (forwarded: string) => app.inject({ url: '/', headers: { 'x-forwarded-for': forwarded } })
    expect((await send('192.0.2.1')).statusCode).toBe(200)
    expect((await send('192.0.2.2')).statusCode).toBe(429)
  })
})
