import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { HTTP_ERRORS } from '../problems/http-errors.ts'
import type { Service } from '../service.ts'
import { assertProblem, listenOnFreePort, makeService, openConnection } from '../testing.ts'

let app: Service
beforeAll(async () => {
  app = await makeService()
  await listenOnFreePort(app)
})
afterAll(() => app.close())

const FILES = [
  ['/docs/static/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['/docs/static/swagger-ui-standalone-preset.js', 'text/javascript; charset=utf-8'],
  ['/docs/static/swagger-ui.css', 'text/css; charset=utf-8'],
  ['/docs/static/theme/page.css', 'text/css; charset=utf-8'],
  ['/docs/static/theme/page.js', 'text/javascript; charset=utf-8'],
  ['/redoc/redoc.standalone.js', 'text/javascript; charset=utf-8'],
  ['/redoc/page.css', 'text/css; charset=utf-8'],
  ['/redoc/page.js', 'text/javascript; charset=utf-8'],
  ['/site.css', 'text/css; charset=utf-8'],
  ['/site.js', 'text/javascript; charset=utf-8'],
] as const

describe('GET of a documentation page', () => {
  it.each(['/', '/docs', '/redoc', '/errors'])(
    'returns %s for phones too, without other origins',
    async (url) => {
      const { headers, body: page } = await app.inject(url)
      // The script of Swagger UI adds it.
      const script = url === '/docs' ? (await app.inject('/docs/static/theme/page.js')).body : ''
      const body = page + script.replace(/name: '(\w+)', content: '/, '<meta name="$1" content="')
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      // Without HTTPS, browsers ignore it, and complain in the console of each page.
      expect(headers['cross-origin-opener-policy']).toBe(undefined)
      expect(body).toContain('<meta name="viewport" content="width=device-width')
      expect(body).toMatch(/<title>[^<]*Test/)
    },
  )
})

describe('GET /redoc', () => {
  it('writes limits in words, and not as Redoc does', async () => {
    const { body } = await app.inject('/redoc/redoc.standalone.js')
    expect(body).toMatch(/`\$\{\w+\} to \$\{\w+\} /)
    expect(body).toContain('"each ",')
    expect(body).not.toMatch(/`\[ \$\{|"\[ items"/)
  })
})

describe('GET /docs', () => {
  it('has the icon of the other pages', async () => {
    const [, path] = /<link rel="icon"[^>]* href="([^"]+)"/.exec((await app.inject('/docs')).body) ?? []
    const { headers, body } = await app.inject(new URL(String(path), 'http://x/docs').pathname)
    expect(headers['content-type']).toBe('image/svg+xml')
    expect((await app.inject('/')).body).toContain(encodeURIComponent(body))
  })
})

describe('GET of a documentation page with a slash at the end', () => {
  it.each(['docs', 'redoc', 'errors'])('/%s/ redirects to the page', async (name) => {
    const { statusCode, headers } = await app.inject(`/${name}/`)
    expect([statusCode, headers.location]).toEqual([308, `../${name}`])
  })
})

describe('GET of a documentation file', () => {
  it.each(FILES)('returns %s with its content type and an ETag', async (url, type) => {
    const { statusCode, headers, rawPayload } = await app.inject(url)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe(type)
    expect(headers['cache-control']).toBe('public, no-cache')
    expect(rawPayload.length).toBeGreaterThan(100)
    expect(headers['content-length']).toBe(String(rawPayload.length))
    const cached = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
    expect([cached.statusCode, cached.body]).toEqual([304, ''])
    const head = await app.inject({ url, method: 'HEAD' })
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
      200,
      headers['content-length'],
      '',
    ])
  })

  it.each([...FILES.map(([url]) => url), '/openapi.json'])(
    'compresses %s when the client accepts gzip',
    async (url) => {
      const plain = await app.inject(url)
      const response = await app.inject({ url, headers: { 'accept-encoding': 'br;q=1.0, gzip;q=0.8' } })
      expect(response.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
      expect(gunzipSync(response.rawPayload).equals(plain.rawPayload)).toBe(true)
      expect(response.headers.etag).not.toBe(plain.headers.etag)
      const headers = { 'accept-encoding': 'gzip', 'if-none-match': String(response.headers.etag) }
      expect((await app.inject({ url, headers })).statusCode).toBe(304)
      const refused = await app.inject({ url, headers: { 'accept-encoding': 'gzip;q=0, identity' } })
      expect(refused.headers).not.toHaveProperty('content-encoding')
    },
  )

  it.each([
    'nothing.js',
    '..%2Fpackage.json',
    '%2e%2e/package.json',
    '__proto__',
    'package.json',
    'json',
    'yaml',
    'static/',
    'static/index.html',
    'static/swagger-ui.js',
    'static/..%2Fpackage.json',
    'static/%2e%2e/package.json',
    'static/__proto__',
    'static/theme/nothing.js',
  ])('responds with 404 for the unknown file %j', async (name) => {
    const { statusCode, headers, body } = await app.inject(`/docs/${name}`)
    assertProblem(
      { status: statusCode, contentType: String(headers['content-type']), body },
      HTTP_ERRORS.unknown_route,
    )
  })

  it('groups the errors by status, and links each status to its errors', async () => {
    const { body } = await app.inject('/errors')
    const [, statuses = ''] = /<nav class="statuses"[^>]*>(.*?)<\/nav>/s.exec(body) ?? []
    const links = [...statuses.matchAll(/href="#(\d+)">(\d+)/g)].map(([, id, status]) => [id, status])
    const groups = [...body.matchAll(/<section id="(\d+)">\n<h2>(\d+) <span>([\w ]+)<\/span>/g)]
    expect(links.length).toBeGreaterThan(5)
    expect(links).toEqual(groups.map(([, id, status]) => [id, status]))
    expect(groups.map(([, , status, reason]) => [status, reason])).toContainEqual(['404', 'Not Found'])
    expect(body).toMatch(/<section id="404">(?:(?!<\/section>).)*<li id="unknown-route">/s)
  })

  it('shows the link of an error in its response, which is an entry of the list', async () => {
    const { body } = await app.inject('/errors')
    expect(body).toContain('Link: &lt;/errors#invalid-parameters&gt;; rel=&quot;help&quot;')
    expect(body).toContain('<li id="unknown-route">')
    const { headers } = await app.inject('/nothing')
    expect(headers.link).toBe('</errors#unknown-route>; rel="help"')
  })

  it('shows names, strings and other values of JSON in different colours', async () => {
    const { body } = await app.inject('/errors')
    expect(body).toContain('<span class="name">&quot;status&quot;</span>: <span class="value">400</span>,')
    expect(body).toMatch(
      /<span class="name">&quot;title&quot;<\/span>: <span class="string">&quot;[^<]*&quot;<\/span>,/,
    )
  })

  it.runIf(process.platform === 'linux')(
    'leaks no file descriptors when pipelined requests are aborted',
    async () => {
      const countDescriptors = () => readdirSync('/proc/self/fd').length
      const request = `GET /docs/static/swagger-ui-bundle.js HTTP/1.1\r\nhost: x\r\n\r\n`
      const before = countDescriptors()
      for (let connection = 0; connection < 12; connection++) {
        const { client } = await openConnection(app)
        const closed = once(client, 'close')
        client.write(request.repeat(100))
        client.once('data', () => client.resetAndDestroy())
        await closed
      }
      await vi.waitFor(() => expect(countDescriptors()).toBeLessThanOrEqual(before), 60_000)
    },
  )
})
