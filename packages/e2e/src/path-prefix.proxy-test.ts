// Tests both services below path prefixes: nginx with the configuration of examples/nginx, and a browser. Requires an
// installed nginx.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage, saveScreenshot, startBrowser, tryOut } from './browser.ts'
import { type RunningProxy, startProxy } from './nginx.ts'
import { type RunningService, startService } from './process.ts'

let services: RunningService[]
let proxy: RunningProxy
let browser: Browser
beforeAll(async () => {
  services = await Promise.all([
    startService('questions', { QUESTIONS_BASE_PATH: '/trivia' }),
    startService('changelog', { CHANGELOG_BASE_PATH: '/changes/' }),
  ])
  const [questions, changelog] = services.map(({ url }) => new URL(url).host)
  proxy = await startProxy('path-prefix.conf', {
    '127.0.0.1:8000': String(questions),
    '127.0.0.1:8001': String(changelog),
  })
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await proxy?.stop()
  await Promise.all(services?.map((service) => service.stop()) ?? [])
})

const getJson = async (path: string) =>
  (await fetch(proxy.url + path)).json() as Promise<Record<string, never>>

describe('the questions service at /trivia', () => {
  it('returns pages whose next URLs lead through all questions', async () => {
    const ids = new Set<string>()
    let path: string | null = '/trivia/api/v1/questions/astronomy?limit=50&seed=x'
    while (path !== null) {
      const response: Response = await fetch(proxy.url + path)
      const page = (await response.json()) as { questions: { id: string }[]; next: string | null }
      for (const { id } of page.questions) ids.add(id)
      if (page.next !== null) expect(response.headers.get('link')).toBe(`<${page.next}>; rel="next"`)
      path = page.next
    }
    expect(ids.size).toBe((await getJson('/trivia/api/v1/questions/astronomy?limit=1')).total)
  })

  it('links an error to its row', async () => {
    const { type } = await getJson('/trivia/api/v1/questions/astronomy?limit=0')
    expect(type).toBe('/trivia/errors#invalid-parameters')
    expect(await (await fetch(proxy.url + type)).text()).toContain('id="invalid-parameters"')
  })

  it('names its path in the OpenAPI document', async () => {
    expect((await getJson('/trivia/openapi.json')).servers).toMatchObject([{ url: '/trivia' }])
  })

  it.each(['/trivia', '/trivia/quiz', '/trivia/docs/'])('redirects %s to the page', async (path) => {
    const { status, url } = await fetch(proxy.url + path)
    expect(status).toBe(200)
    expect(url).toContain(`${proxy.url}/trivia/`)
  })

  it('has a landing page whose links and curl command work', async () => {
    const { page, errors } = await openPage(browser)
    await page.goto(`${proxy.url}/trivia/`)
    const links = await page
      .locator('a')
      .evaluateAll((anchors) => anchors.map((a) => String((a as { href?: string }).href)))
    const curl = /'(http.*)'/.exec(String(await page.locator('pre').first().textContent()))?.[1]
    for (const link of [...links, String(curl)]) expect((await fetch(link)).status, link).toBe(200)
    expect(curl).toContain(`${proxy.url}/trivia/api/v1/`)
    expect(errors).toEqual([])
  })

  it('has a quiz that can be played', async () => {
    const { page, errors } = await openPage(browser)
    await page.goto(`${proxy.url}/trivia/quiz/`)
    await page.getByRole('button', { name: 'Start' }).click()
    await page.locator('button[value]').first().waitFor()
    expect(errors).toEqual([])
  })

  it('can be tried out in Swagger UI', async () => {
    const watched = await openPage(browser)
    await watched.page.goto(`${proxy.url}/trivia/docs`)
    expect(await tryOut(watched.page, 'drawQuestions', { category: 'astronomy', seed: '42' })).toContain(
      '"seed": "42"',
    )
    await saveScreenshot(watched, 'docs-prefix')
    expect(watched.errors).toEqual([])
  })

  it('is documented by Redoc', async () => {
    const { page, errors } = await openPage(browser)
    await page.goto(`${proxy.url}/trivia/redoc`)
    await page.getByRole('heading', { name: 'Draw questions at random' }).first().waitFor()
    expect(errors).toEqual([])
  })
})

describe('the changelog service at /changes, from which nginx does not remove the prefix', () => {
  it('responds to operations and documents them', async () => {
    expect(await getJson('/changes/health')).toMatchObject({ status: 'healthy' })
    expect((await getJson('/changes/openapi.json')).servers).toMatchObject([{ url: '/changes' }])
    expect((await fetch(`${proxy.url}/changes/api/changelog`)).status).toBe(401)
    const { page, errors } = await openPage(browser)
    await page.goto(`${proxy.url}/changes/docs`)
    expect(await tryOut(page, 'getHealth', {})).toContain('"status": "healthy"')
    expect(errors).toEqual([])
  })
})
