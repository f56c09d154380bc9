import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepPicture, openPage, PHONE, startBrowser } from './browser.ts'
import { type RunningService, startService } from './process.ts'

let service: RunningService
let browser: Browser
beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService('questions'), startBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

/** Opens an operation in Swagger UI, fills in what is given, executes it, and gives the answer that is shown. */
async function tryOut(page: Page, id: string, parameters: Readonly<Record<string, string>>): Promise<string> {
  const operation = page.locator(`[id$="-${id}"]`)
  await operation.locator('.opblock-summary-control').click()
  for (const [name, value] of Object.entries(parameters)) {
    await operation.locator(`tr[data-param-name="${name}"] input`).fill(value)
  }
  await operation.locator('button.execute').click()
  const answer = operation.locator('.live-responses-table .response-col_description code')
  await answer.waitFor()
  return String(await answer.textContent())
}

describe('the docs pages in a browser, with nothing but the loopback in reach', () => {
  it('/docs lists the operations, and “Try it out” returns questions', async () => {
    const watched = await openPage(browser)
    const { page, complaints } = watched
    await page.goto(`${service.url}/docs`)
    for (const id of ['listQuestions', 'drawQuestions', 'getHealth']) {
      await page.locator(`[id$="-${id}"]`).waitFor()
    }
    expect(await page.getByText('Authorize').count()).toBe(0)
    await keepPicture(watched, 'docs')
    const drawn = await tryOut(page, 'drawQuestions', { category: 'astronomy', seed: '42' })
    expect(drawn).toContain('"seed": "42"')
    expect(drawn.match(/"correct_answer"/g)).toHaveLength(5)
    await keepPicture(watched, 'docs-tried')
    expect(
      (await tryOut(page, 'listQuestions', { category: 'literature' })).match(/"correct_answer"/g),
    ).toHaveLength(10)
    expect(await tryOut(page, 'checkAnswer', {})).toContain('"correct": true')
    expect(await tryOut(page, 'getHealth', {})).toContain('"status": "healthy"')
    expect(complaints).toEqual([])
  })

  it('/docs sends nothing but what was filled in, so that ids can be tried', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${service.url}/docs`)
    const answer = await tryOut(page, 'listQuestions', { category: 'astronomy', ids: 'AST-0002,AST-0001' })
    expect(answer.match(/AST-\d+/g)).toEqual(['AST-0002', 'AST-0001'])
    const asked = await page.locator('[id$="-listQuestions"] .request-url').textContent()
    expect(asked).toContain('/api/v1/questions/astronomy?ids=AST-0002%2CAST-0001')
  })

  it('/redoc shows the operations', async () => {
    const watched = await openPage(browser)
    await watched.page.goto(`${service.url}/redoc`)
    for (const text of [
      'List questions of a category',
      'Draw questions at random',
      'Get the health of the service',
    ]) {
      await watched.page.getByRole('heading', { name: text }).first().waitFor()
    }
    await keepPicture(watched, 'redoc')
    expect(watched.complaints).toEqual([])
  })

  it('/ links to pages that are there', async () => {
    const watched = await openPage(browser, { viewport: PHONE })
    await watched.page.goto(service.url)
    const links = await watched.page
      .locator('a')
      .evaluateAll((anchors) => anchors.map((a) => (a as { href?: string }).href))
    expect(links.length).toBeGreaterThan(4)
    for (const link of links) expect((await fetch(String(link))).status, String(link)).toBe(200)
    await keepPicture(watched, 'landing')
    expect(watched.complaints).toEqual([])
  })
})
