// Tests the docs pages of the questions service in a browser that can reach only 127.0.0.1.
import { execFileSync } from 'node:child_process'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  findViolations,
  openOperations,
  openPage,
  overflows,
  PHONE,
  saveScreenshot,
  startBrowser,
  tryOut,
} from './browser.ts'
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

/** A script that returns the colour behind the content of the page. */
const BACKGROUND = `[document.body, document.documentElement]
  .map((element) => getComputedStyle(element).backgroundColor)
  .find((colour) => colour !== 'rgba(0, 0, 0, 0)')`

const isFocused = async (element: Locator) =>
  (await element.and(element.page().locator(':focus')).count()) === 1

describe('the docs pages of the questions service, without internet access', () => {
  // The first test: only the page that has the focus may write to the clipboard.
  it('the example on the front page can be copied, and its response is that of the service', async () => {
    const watched = await openPage(browser, { permissions: ['clipboard-read', 'clipboard-write'] })
    const { page, errors } = watched
    await page.goto(service.url)
    const example = page.locator('figure', { hasText: 'Request' })
    await example.getByRole('button', { name: 'Copy' }).click()
    await example.getByRole('button', { name: 'Copied' }).waitFor()
    const command = await page.evaluate<string>('navigator.clipboard.readText()')
    const [, url = ''] = /^curl '(http[^']+)'$/.exec(command) ?? []
    const shown = await page.locator('figure', { hasText: 'Response' }).locator('pre').textContent()
    expect(JSON.parse(String(shown))).toEqual(await (await fetch(url)).json())
    await saveScreenshot(watched, 'landing-desktop', true)
    expect(errors).toEqual([])
  })

  it('the question of the front page can be answered, without scripts', async () => {
    const { page } = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(service.url)
    const card = page.locator('.sample')
    const shown = () => card.locator('small:visible').allTextContents()
    expect([await shown(), await card.locator('.answer').isVisible()]).toEqual([[], false])
    await card.locator('label:not(.right)').last().click()
    expect((await shown()).toSorted()).toEqual(['Correct answer', 'Your answer'])
    expect(await card.locator('.answer').isVisible()).toBe(true)
    await card.locator('label.right').click()
    expect(await shown()).toEqual(['Your answer'])
  })

  it('/docs scrolls to the response of a request on a phone, and /redoc opens its menu with the keyboard', async () => {
    const { page, errors } = await openPage(browser, { viewport: PHONE })
    await page.goto(`${service.url}/docs`)
    const operation = page.locator('[id$="-listCategories"]')
    await operation.locator('.opblock-summary-control').click()
    await operation.locator('button.execute').click()
    const response = operation.locator('.live-responses-table .response h5').first()
    await expect.poll(async () => (await response.boundingBox())?.y ?? 1e4).toBeLessThan(800)
    await page.goto(`${service.url}/redoc`)
    const entry = page.getByRole('menuitem', { name: 'Questions' }).first()
    const button = page.getByRole('button', { name: 'Menu', exact: true })
    expect(await entry.isVisible()).toBe(false)
    await button.focus()
    await page.keyboard.press('Enter')
    await entry.waitFor()
    expect(errors).toEqual([])
  })

  it.each([
    { width: 390, texts: 1 },
    { width: 1280, texts: 0 },
  ])(
    '/redoc has the method and the path below the title of an operation at $width px: $texts',
    async (view) => {
      const { page } = await openPage(browser, { viewport: { ...PHONE, width: view.width } })
      await page.goto(`${service.url}/redoc`)
      const operation = page.locator('[data-section-id$="operation/listQuestions"]')
      await operation.getByRole('heading', { level: 2 }).waitFor()
      expect(await operation.locator('p', { hasText: /^GET \/api\/v1/ }).count()).toBe(view.texts)
    },
  )

  it('/docs lists the operations, and “Try it out” returns questions', async () => {
    const watched = await openPage(browser)
    const { page, errors } = watched
    await page.goto(`${service.url}/docs`)
    for (const id of ['listQuestions', 'drawQuestions', 'getHealth']) {
      await page.locator(`[id$="-${id}"]`).waitFor()
    }
    expect(await page.getByText('Authorize').count()).toBe(0)
    expect(await page.locator('header .brand').textContent()).toBe('?Question bank')
    const requests = await page.evaluate<string[]>(
      "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)",
    )
    expect(requests.filter((path) => path.includes('json'))).toEqual([])
    await saveScreenshot(watched, 'docs')
    const drawn = await tryOut(page, 'drawQuestions', { category: 'astronomy', seed: '42' })
    expect(drawn).toContain('"seed": "42"')
    expect(drawn.match(/"correct_answer"/g)).toHaveLength(5)
    await saveScreenshot(watched, 'docs-tried')
    expect(
      (await tryOut(page, 'listQuestions', { category: 'literature' })).match(/"correct_answer"/g),
    ).toHaveLength(10)
    expect(await tryOut(page, 'checkAnswer', {})).toContain('"correct": true')
    expect(await tryOut(page, 'getHealth', {})).toContain('"status": "healthy"')
    expect(errors).toEqual([])
  })

  it('/docs shows the operations of the questions on the first screen', async () => {
    const { page } = await openPage(browser, { viewport: { width: 1280, height: 800 } })
    await page.goto(`${service.url}/docs`)
    const operation = page.locator('[id$="-drawQuestions"]')
    await operation.waitFor()
    const { y = Number.NaN, height = 0 } = (await operation.boundingBox()) ?? {}
    expect(y + height).toBeLessThan(800)
    // There is one server, so there is nothing to choose.
    expect(await page.locator('.servers').isVisible()).toBe(false)
  })

  it('/docs sends only the parameters that were filled in', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${service.url}/docs`)
    const body = await tryOut(page, 'listQuestions', { category: 'astronomy', ids: 'AST-0009,AST-0002' })
    expect(body.match(/AST-\d+/g)).toEqual(['AST-0009', 'AST-0002'])
    const requestUrl = await page.locator('[id$="-listQuestions"] .request-url').textContent()
    expect(requestUrl).toContain('/api/v1/questions/astronomy?ids=AST-0009%2CAST-0002')
  })

  it('/docs shows the command of each request, also after another one', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${service.url}/docs`)
    await tryOut(page, 'listQuestions', { category: 'astronomy', limit: '2' })
    const operation = page.locator('[id$="-listQuestions"]')
    const expectLimit = (limit: string) =>
      expect
        .poll(() => operation.locator('.curl-command code').textContent())
        .toContain(`/api/v1/questions/astronomy?limit=${limit}'`)
    await expectLimit('2')
    for (const limit of ['7', '3']) {
      await operation.locator('tr[data-param-name="limit"] input').fill(limit)
      await operation.locator('button.execute').click()
      await expectLimit(limit)
    }
  })

  it('/docs shows below a field why the service rejects its value, until the value changes', async () => {
    const { page } = await openPage(browser, { viewport: PHONE })
    await page.goto(`${service.url}/docs`)
    const operation = page.locator('[id$="-listQuestions"]')
    await operation.locator('.opblock-summary-control').click()
    const limit = operation.locator('tr[data-param-name="limit"]')
    const field = limit.getByRole('textbox')
    const execute = operation.locator('button.execute')
    const reason = limit.getByText('expected an integer from 1 to 50, got "99"')
    await field.fill('99')
    await execute.click()
    await reason.waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await operation.getByText('400 Bad Request').waitFor()
    expect(await findViolations(page)).toEqual([])
    await operation.getByRole('button', { name: 'Go to limit' }).click()
    await expect.poll(() => isFocused(field)).toBe(true)
    await field.fill('9')
    expect(await reason.count()).toBe(0)
    await operation.locator('tr[data-param-name="category"] input').fill('maths')
    await execute.click()
    await operation.locator('tr[data-param-name="category"]').getByText('got "maths"').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe(null)
    // The button was replaced. The keyboard stays where it was.
    await expect.poll(() => isFocused(execute)).toBe(true)
    await operation.getByRole('button', { name: 'Use astronomy' }).click()
    await page.keyboard.press('Enter')
    await operation.getByText('200 OK').waitFor()
  })

  it('/docs sends no request without a required value, and hides the old response', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${service.url}/docs`)
    const operation = page.locator('[id$="-mixQuestions"]')
    await operation.locator('.opblock-summary-control').click()
    const field = operation.locator('tr[data-param-name="category"] input')
    const execute = operation.locator('button.execute')
    const live = operation.locator('.live-responses-table')
    await execute.click()
    await operation.getByText('200 OK').waitFor()
    await field.fill('')
    await execute.click()
    await operation.getByText(/^Enter a value, such as \w+\. The request was not sent\.$/).waitFor()
    await expect.poll(() => isFocused(field)).toBe(true)
    expect(await live.isVisible()).toBe(false)
    expect(await findViolations(page)).toEqual([])
    await field.fill('astronomy')
    await execute.click()
    await live.waitFor()
    await expect
      .poll(() => operation.locator('.curl-command code').textContent())
      .toContain('category=astronomy')
  })

  it('/docs adds an empty value to a list on its line, and keeps the only value of a required list', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${service.url}/docs`)
    const operation = page.locator('[id$="-mixQuestions"]')
    await operation.locator('.opblock-summary-control').click()
    const list = operation.locator('[data-param-name="category"]')
    const fields = list.getByRole('textbox')
    const remove = list.getByRole('button', { name: /^Remove/ }).filter({ visible: true })
    const add = list.getByRole('button', { name: 'Add a value', exact: true })
    const topOf = async (element: Locator) => (await element.boundingBox())?.y
    expect(await topOf(add)).toBe(await topOf(fields))
    expect(await remove.count()).toBe(0)
    expect(await fields.inputValue()).toBe('*')
    // The value for all categories makes place for a category.
    await add.click()
    await expect.poll(() => isFocused(fields)).toBe(true)
    expect([await fields.inputValue(), await fields.getAttribute('placeholder')]).toEqual([
      '',
      'such as astronomy',
    ])
    await fields.fill('astronomy')
    await add.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => remove.count()).toBe(2)
    await expect.poll(() => isFocused(fields.last())).toBe(true)
    // The values have one width, so the button is below them.
    expect(await topOf(add)).toBeGreaterThan((await topOf(fields.last())) ?? Number.NaN)
    const widths = await fields.evaluateAll((all) => all.map((field) => field.getBoundingClientRect().width))
    expect(new Set(widths).size).toBe(1)
    await list.getByRole('button', { name: 'Remove astronomy', exact: true }).waitFor()
    // Empty fields are not sent.
    const difficulty = operation.locator('[data-param-name="difficulty"]')
    await difficulty.getByRole('button', { name: 'Add a value' }).click()
    await operation.locator('button.execute').click()
    await operation.getByText('200 OK').waitFor()
    expect(await operation.locator('.curl-command code').textContent()).toContain(
      "/api/v1/questions?category=astronomy'",
    )
  })

  it('/docs offers values with commas, and keeps the keyboard at the button above the response', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${service.url}/docs`)
    const operation = page.locator('[id$="-listQuestions"]')
    await operation.locator('.opblock-summary-control').click()
    const topic = operation.locator('[data-param-name="topic"]')
    await topic.getByRole('button', { name: 'Add a value' }).click()
    await topic.getByRole('textbox').fill('x')
    const execute = operation.locator('button.execute')
    await execute.focus()
    await page.keyboard.press('Enter')
    await operation
      .locator('.problem')
      .getByText(/^topic: expected one of \d+ values, got "x"$/)
      .waitFor()
    await operation.getByRole('button', { name: 'Use comets, asteroids and meteorites' }).click()
    expect(await topic.getByRole('textbox').inputValue()).toBe('comets, asteroids and meteorites')
    await operation.getByRole('button', { name: /^\d+ more$/ }).click()
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toMatch(/^Use /)
    await operation.getByRole('button', { name: 'Use astronomy in culture' }).click()
    expect(await topic.getByRole('textbox').inputValue()).toBe('astronomy in culture')
    await execute.focus()
    await page.keyboard.press('Enter')
    await operation.getByText('200 OK').waitFor()
    await expect.poll(() => isFocused(execute)).toBe(true)
    const { y = -1 } = (await execute.boundingBox()) ?? {}
    expect(y).toBeGreaterThan(0)
  })

  it.each([
    ['a, b', ['a', 'b']],
    ['a and 3 more', ['a']],
    ['"the moon", "comets, asteroids", plain', ['the moon', 'comets, asteroids', 'plain']],
    [String.raw`"say \"x\"; got y", "b and 2 more" and 2 more`, ['say "x"; got y', 'b and 2 more']],
    ['"a long text that was…", "b"', ['b']],
    ['none', []],
  ])('/docs reads the values of the error “expected one of: %s”', async (names, values) => {
    const { page } = await openPage(browser)
    await page.goto(`${service.url}/docs`)
    const message = JSON.stringify(`expected one of: ${names}; got "x"`)
    expect(await page.evaluate(`listAllowed(${message})`)).toEqual(values)
  })

  it('/docs offers the value first that the error calls similar', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${service.url}/docs`)
    const message = JSON.stringify('expected one of: "a", "b c", d; got "bc"; did you mean "b c"?')
    expect(await page.evaluate(`listAllowed(${message})`)).toEqual(['b c', 'a', 'd'])
  })

  it.each(['docs', 'redoc'])('/%s fits on a phone', async (name) => {
    const watched = await openPage(browser, { viewport: PHONE })
    const { page } = watched
    await page.goto(`${service.url}/${name}`)
    await page.getByText('Draw questions at random').locator('visible=true').first().waitFor()
    if (name === 'docs') await tryOut(page, 'drawQuestions', { category: 'astronomy', seed: '42' })
    await saveScreenshot(watched, `${name}-phone`, name === 'docs')
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    expect(width).toBeLessThanOrEqual(PHONE.width)
    // A name is on one line.
    const names = page.locator('redoc .property-name')
    const heights = await names.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(heights.length > 0).toBe(name === 'redoc')
    expect(Math.max(...heights, 0)).toBeLessThan(30)
  })

  it('/redoc lists the operations, each with a command that works', async () => {
    const watched = await openPage(browser)
    await watched.page.goto(`${service.url}/redoc`)
    for (const text of [
      'List questions of a category',
      'Draw questions at random',
      'Get the health of the service',
    ]) {
      await watched.page.getByRole('heading', { name: text }).first().waitFor()
    }
    await saveScreenshot(watched, 'redoc')
    const commands = await watched.page
      .locator('pre:not(:has(code)), pre > code', { hasText: 'curl' })
      .allTextContents()
    const statuses = commands.map((command) =>
      execFileSync('sh', ['-c', `${command.trim()} -s -o /dev/null -w '%{http_code}'`], { encoding: 'utf8' }),
    )
    // One of them is in the introduction, and has a button that copies it, or selects it where that is forbidden.
    await watched.page.locator('pre').getByRole('button', { name: 'Copy' }).first().click()
    await watched.page.getByRole('button', { name: /Copied|Selected/ }).waitFor()
    expect(statuses).toEqual(Array(11).fill('200'))
    expect(watched.errors).toEqual([])
  })

  it('/redoc finds operations by the names and values of parameters and members, statuses and header fields', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${service.url}/redoc`)
    const field = page.getByRole('textbox', { name: 'Search' })
    const results = page.locator('[role="search"] [role="menuitem"]')
    for (const [term, count] of [
      ['checkAnswer', 1],
      ['shuffle_options', 4],
      ['loaded_at', 1],
      ['429', 7],
      ['Retry-After', 7],
      ['retry', 7],
      ['hidden', 4],
      ['degraded', 1],
    ] as const) {
      await field.fill(term)
      await expect.poll(() => results.count(), { message: term, timeout: 20_000 }).toBe(count)
      await field.fill('')
      await expect.poll(() => results.count(), { timeout: 20_000 }).toBe(0)
    }
    await field.fill('limit')
    const found = page.locator('[role="search"] [data-found="limit"]')
    await expect.poll(() => found.count(), { timeout: 20_000 }).toBe(2)
    await field.fill('check')
    await expect.poll(() => results.first().textContent(), { timeout: 20_000 }).toContain('Check an answer')
    await field.fill('zzzz')
    const none = page.getByText('No results found')
    await none.waitFor()
    expect((await none.boundingBox())?.height).toBeLessThan(70)
    expect(await page.getByRole('menuitem', { name: 'Check an answer' }).isVisible()).toBe(false)
  })

  it('/redoc shows a value that can be null as one type, and each “required” in the same font', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${service.url}/redoc#tag/Questions/operation/drawQuestions`)
    const operation = page.locator('[data-section-id="tag/Questions/operation/drawQuestions"]')
    await operation.locator('button', { hasText: '200' }).first().click()
    await operation.locator('tr', { hasText: 'Null on the last page.' }).getByText('string or null').waitFor()
    expect(await page.getByText('Any of').count()).toBe(0)
    const fonts = await page.evaluate<string[]>(
      `[...document.querySelectorAll('td[kind] > div')]
        .filter(({ textContent }) => textContent === 'required')
        .map((element) => getComputedStyle(element).fontFamily)`,
    )
    expect(fonts.length).toBeGreaterThan(5)
    expect(new Set(fonts).size).toBe(1)
  })

  it.each([
    ['/', 'Quiz questions for your app'],
    ['/errors', 'Errors'],
    ['/docs', 'Question bank'],
    ['/redoc', 'Question bank'],
    ['/quiz/', 'What do you know?'],
    ['/no/page', 'This page does not exist'],
  ])(
    '%s has the header of all pages, in both colour schemes, and fits into 320 pixels',
    async (path, heading) => {
      const backgrounds: string[] = []
      for (const colorScheme of ['light', 'dark'] as const) {
        const watched = await openPage(browser, { viewport: { width: 320, height: 640 }, colorScheme })
        const { page, errors } = watched
        await page.goto(service.url + path)
        await page.locator('h1, .swagger-ui .title', { hasText: heading }).first().waitFor()
        await page.locator('.site-header .brand').waitFor()
        const links = await page
          .locator('.site-header a')
          .evaluateAll((anchors) =>
            anchors.map((a) => new URL(String((a as { href?: string }).href)).pathname),
          )
        expect(links).toEqual(['/', '/quiz/', '/docs', '/redoc', '/errors', '/openapi.json'])
        expect(await page.locator('.site-header [aria-current]').count()).toBe(
          path === '/' || path === '/no/page' ? 0 : 1,
        )
        expect(await overflows(page)).toBe(false)
        backgrounds.push(await page.evaluate<string>(BACKGROUND))
        await saveScreenshot(watched, `page-320-${path.replaceAll('/', '')}-${colorScheme}`)
        // The browser notes the status.
        expect(errors).toHaveLength(path === '/no/page' ? 1 : 0)
      }
      expect(new Set(backgrounds)).toEqual(new Set(['rgb(247, 246, 242)', 'rgb(16, 19, 30)']))
    },
  )

  it('the errors page shows every status on a phone, and the links of the front page are large enough for a finger', async () => {
    const { page } = await openPage(browser, { viewport: PHONE })
    await page.goto(`${service.url}/errors`)
    for (const link of await page.locator('.statuses a').all()) {
      const { x = -1, width = 1e4 } = (await link.boundingBox()) ?? {}
      expect(x + width).toBeLessThanOrEqual(PHONE.width)
    }
    await page.goto(service.url)
    const links = page.locator('.site-footer a, .page dd a, .grid p > a')
    expect(await links.count()).toBeGreaterThan(8)
    for (const link of await links.all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(40)
  })

  it.each(['/', '/errors', '/docs', '/redoc'])(
    '%s has no violations of axe-core rules in both colour schemes',
    async (path) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page } = await openPage(browser, { viewport: PHONE, colorScheme })
        await page.goto(service.url + path)
        await openOperations(page, path)
        expect(await findViolations(page), colorScheme).toEqual([])
      }
    },
  )

  it('/docs says at most three lines before the first operation', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${service.url}/docs`)
    const description = page.locator('.info .description')
    await description.waitFor()
    const { height = Number.NaN } = (await description.boundingBox()) ?? {}
    const lineHeight = await page.evaluate<string>(
      `getComputedStyle(document.querySelector('.info .description p')).lineHeight`,
    )
    expect(height).toBeLessThan(4 * Number.parseFloat(lineHeight))
  })

  it('the links of the landing page work', async () => {
    const watched = await openPage(browser, { viewport: PHONE })
    await watched.page.goto(service.url)
    const links = await watched.page
      .locator('a')
      .evaluateAll((anchors) => anchors.map((a) => (a as { href?: string }).href))
    expect(links.length).toBeGreaterThan(4)
    for (const link of links) expect((await fetch(String(link))).status, String(link)).toBe(200)
    await saveScreenshot(watched, 'landing')
    expect(watched.errors).toEqual([])
  })
})
