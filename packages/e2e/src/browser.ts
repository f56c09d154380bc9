// Starts a headless browser, and reads Swagger UI with it.
import { mkdirSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { extractBrowser, findNamedBrowser } from './find-browser.ts'

/** Starts the browser that CHROMIUM_PATH names, or the one from npm (Linux x64). */
export async function startBrowser(): Promise<Browser> {
  const named = findNamedBrowser()
  if (named !== undefined) return chromium.launch({ executablePath: named, args: ['--no-sandbox'] })
  return chromium.launch({
    executablePath: await extractBrowser(),
    // The tests depend on the same-origin policy, which this default argument would disable.
    args: sparticuz.args.filter((arg) => arg !== '--disable-web-security'),
    headless: true,
  })
}

/** A page and its errors so far: console errors, uncaught exceptions, and failed or blocked requests. */
export interface WatchedPage {
  readonly page: Page
  readonly errors: string[]
}

export const DESKTOP = { width: 1280, height: 900 }
export const PHONE = { width: 390, height: 844 }

/** Opens a page in its own browser context. Blocks and records requests to hosts other than 127.0.0.1. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: DESKTOP, ...options })
  // Below the test timeout, so that the error names the missing element.
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const errors: string[] = []
  await context.route('**/*', (route) => {
    const { hostname, protocol, href } = new URL(route.request().url())
    if (
      hostname === '127.0.0.1' ||
      hostname.endsWith('.localhost') ||
      protocol === 'data:' ||
      protocol === 'blob:'
    )
      return route.continue()
    errors.push(`blocked request: ${href}`)
    return route.abort()
  })
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console error: ${message.text()}`)
  })
  page.on('pageerror', (error) => errors.push(`uncaught exception: ${error.message}`))
  page.on('requestfailed', (request) => errors.push(`failed request: ${request.url()}`))
  return { page, errors }
}

/** Saves a screenshot as `<name>.png` in the folder SCREENSHOTS. Does nothing when it is not set. */
export async function saveScreenshot({ page }: WatchedPage, name: string, fullPage = false): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage })
}

/** Opens an operation, fills in its parameters, executes it, and returns the response body. */
export async function tryOut(
  page: Page,
  id: string,
  parameters: Readonly<Record<string, string>>,
): Promise<string> {
  const operation = page.locator(`[id$="-${id}"]`)
  await operation.locator('.opblock-summary-control').click()
  for (const [name, value] of Object.entries(parameters)) {
    await operation.locator(`tr[data-param-name="${name}"] input`).fill(value)
  }
  await operation.locator('button.execute').click()
  const body = operation.locator('.live-responses-table .response-col_description code')
  await body.waitFor()
  return String(await body.textContent())
}

/** Opens the first three operations of a page of docs and waits until their content is there. Does nothing on another page. */
export async function openOperations(page: Page, path: string): Promise<void> {
  const buttons = page.locator('.opblock-summary-control')
  if (path === '/docs') {
    await buttons.first().waitFor()
    for (const index of [0, 1, 2]) await buttons.nth(index).click()
    await page.locator('.opblock .responses-table').nth(2).waitFor()
  }
  if (path === '/redoc') await page.locator('redoc h5').first().waitFor()
}

/** Animations that end. What fades in has too little contrast until then. Those of scrolled code end where a reader stops. */
const ENDING_ANIMATIONS = `document.getAnimations()
  .filter(({ timeline }) => timeline instanceof DocumentTimeline)
  .filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity)
  .map(({ finished }) => finished)`

/** Runs all rules of axe-core when nothing moves. Returns one line per violation. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(`Promise.allSettled(${ENDING_ANIMATIONS})`)
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(document, { rules: { 'target-size': { enabled: true } } })`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/** Returns whether the page is wider than the viewport. */
export const overflows = (page: Page) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth')
