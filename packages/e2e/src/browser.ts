// A headless Chromium that may talk to the loopback alone; what it tried beyond is reported, so is every
// console error. The browser comes as an npm package, so that nothing has to be installed on the machine.
import { existsSync, mkdirSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** Starts the browser: the one named by CHROMIUM_PATH, or the one from npm (Linux x64). */
export async function startBrowser(): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH
  if (named && existsSync(named)) return chromium.launch({ executablePath: named, args: ['--no-sandbox'] })
  return chromium.launch({
    executablePath: await sparticuz.executablePath(),
    // The browser's rules about other origins are part of what is tested.
    args: sparticuz.args.filter((arg) => arg !== '--disable-web-security'),
    headless: true,
  })
}

/** A page, and what went wrong on it so far. */
export interface WatchedPage {
  readonly page: Page
  readonly complaints: string[]
}

export const DESKTOP = { width: 1280, height: 900 }
export const PHONE = { width: 390, height: 844 }

/** Opens a page of its own; requests off the loopback are cut and written down. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: DESKTOP, ...options })
  // Shorter than a test may take, so that what is missing is named.
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  const complaints: string[] = []
  await context.route('**/*', (route) => {
    const { hostname, protocol, href } = new URL(route.request().url())
    if (hostname === '127.0.0.1' || protocol === 'data:' || protocol === 'blob:') return route.continue()
    complaints.push(`asked for ${href}`)
    return route.abort()
  })
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`))
  return { page, complaints }
}

/** Keeps a picture when SCREENSHOTS names a folder, for people to look at. */
export async function keepPicture({ page }: WatchedPage, name: string, fullPage = false): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage })
}
