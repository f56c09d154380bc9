// Tests the docs pages of the changelog service in a browser that can reach only 127.0.0.1.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  findViolations,
  openOperations,
  openPage,
  overflows,
  PHONE,
  saveScreenshot,
  startBrowser,
  type WatchedPage,
} from './browser.ts'
import { type RunningService, startService } from './process.ts'

const KEY = `qb_e2e_${'k'.repeat(43)}`
const ENTRY = `e2e:changes:read+changelog:write+release:create:${createHash('sha256').update(KEY).digest('hex')}`
const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-01-01\n\n### Added\n\n- The first.\n'

let browser: Browser
let repository: string
let service: RunningService
beforeAll(async () => {
  repository = mkdtempSync(join(tmpdir(), 'qb-docs-'))
  writeFileSync(join(repository, 'CHANGELOG.md'), CHANGELOG)
  for (const command of ['init', 'add --all', '-c user.name=e2e -c user.email=e2e@x commit --message Work']) {
    execFileSync('git', command.split(' '), { cwd: repository, stdio: 'ignore' })
  }
  writeFileSync(join(repository, 'größe.md'), 'Groß.\n')
  const environment = { REPOSITORY_PATH: repository, CHANGELOG_API_KEYS: ENTRY }
  ;[service, browser] = await Promise.all([startService('changelog', environment), startBrowser()])
})
beforeEach(() => writeFileSync(join(repository, 'CHANGELOG.md'), CHANGELOG))
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(repository, { recursive: true })
})

const readChangelog = () => readFileSync(join(repository, 'CHANGELOG.md'), 'utf8')

/** Enters a key in the Authorize dialog. Replaces a key that was entered before. */
async function authorize(watched: WatchedPage, key: string): Promise<void> {
  const { page } = watched
  await page.locator('.scheme-container button.authorize').click()
  const scheme = page.locator('.dialog-ux .auth-container', { hasText: 'X-API-Key' })
  const logout = scheme.getByRole('button', { name: 'Remove authorization' })
  if (await logout.isVisible()) await logout.click()
  await scheme.locator('input').fill(key)
  await saveScreenshot(watched, 'changelog-docs-authorize')
  await scheme.getByRole('button', { name: 'Use this key' }).click()
  await scheme.getByText('Authorized').waitFor()
  await scheme.getByRole('button', { name: 'Close' }).click()
}

/** Opens an operation, fills in the request body, executes it, and returns the status and the response body. */
async function tryOut(
  page: Page,
  id: string,
  body?: object,
): Promise<{ status: string; responseBody: string }> {
  const operation = page.locator(`[id$="-${id}"]`)
  if (!(await operation.locator('button.execute').isVisible())) {
    await operation.locator('.opblock-summary-control').click()
  }
  if (body) await operation.locator('textarea.body-param__text').fill(JSON.stringify(body))
  const received = page.waitForResponse((response) => response.url().includes('/api/'))
  await operation.locator('button.execute').click()
  await received
  const result = operation.locator('.live-responses-table .response').first()
  await result.locator('code').first().waitFor()
  await result.scrollIntoViewIfNeeded()
  return {
    status: String(await result.locator('.response-col_status').textContent()).trim(),
    responseBody: String(await result.locator('.response-col_description code').first().textContent()),
  }
}

const EMPTY_BOX = { x: 0, y: 0, width: 0, height: 0 }

describe('the docs pages of the changelog service', () => {
  it('/docs offers the dialog for a key below a response with 401, and describes a response on a phone', async () => {
    const { page, errors } = await openPage(browser, { viewport: PHONE })
    await page.goto(`${service.url}/docs`)
    expect((await tryOut(page, 'getChangelog')).status).toBe('401')
    expect(await page.locator('.status-line').textContent()).toMatch(/^401 Unauthorized\d+ ms/)
    expect(await page.locator('.problem').textContent()).toMatch(
      /^This operation needs a key\..*What this error/,
    )
    const note = page.locator('.response-note').getByRole('button', { name: 'Authorize' })
    const header = page.locator('.auth-wrapper > .authorize')
    for (const [opener, close] of [
      [note, () => page.keyboard.press('Escape')],
      [header, () => page.locator('.dialog-ux .close-modal').click()],
    ] as const) {
      await opener.click()
      await page.getByRole('dialog').getByRole('button', { name: 'Use this token' }).waitFor()
      await close()
      await expect.poll(() => opener.and(page.locator(':focus')).count()).toBe(1)
    }
    await page.locator('[id$="-getChangelog"]').getByRole('button', { name: 'Clear' }).click()
    const documented = page.locator('[id$="-getChangelog"] .responses-table .response').first()
    await documented.getByRole('tab', { name: 'Schema' }).click()
    const { width = 0 } = (await documented.locator('.response-col_description').boundingBox()) ?? {}
    expect(width).toBeGreaterThan(250)
    // The browser reports the failed request.
    expect(errors).toEqual([expect.stringContaining('401')])
  })

  it('/docs shows the first field of an operation that opens on a phone, and a lock that a finger hits', async () => {
    const { page } = await openPage(browser, { viewport: PHONE })
    await page.goto(`${service.url}/docs`)
    const operation = page.locator('[id$="-getRepositoryChanges"]')
    const { width, height } = (await operation.locator('.authorization__btn').boundingBox()) ?? {}
    expect(Math.min(width ?? 0, height ?? 0)).toBeGreaterThanOrEqual(44)
    await operation.locator('.opblock-summary-control').click()
    const endOfField = async () => {
      const { y = 1e4, height = 0 } = (await operation.locator('input').boundingBox()) ?? {}
      return y + height
    }
    await expect.poll(endOfField).toBeLessThan(PHONE.height - 70)
  })

  it('/docs leaves two thirds of a phone for the deepest text of a schema', async () => {
    const { page } = await openPage(browser, { viewport: PHONE })
    await page.goto(`${service.url}/docs`)
    const operation = page.locator('[id$="-updateChangelog"]')
    await operation.locator('.opblock-summary-control').click()
    await operation.getByRole('tab', { name: 'Schema' }).first().click()
    const text = operation.getByText('The entry in Markdown, without a leading bullet.')
    const { width = 0 } = (await text.boundingBox()) ?? {}
    expect(width).toBeGreaterThan((2 / 3) * PHONE.width)
    expect(await operation.locator('.json-schema-values').first().textContent()).toMatch(/^One of Added/)
    expect(await operation.getByText('Default false').filter({ visible: true }).count()).toBe(2)
    const foldsOf = (name: string) =>
      operation.getByRole('button', { name, exact: true }).locator('svg').filter({ visible: true }).count()
    expect([await foldsOf('changes'), await foldsOf('escape')]).toEqual([1, 0])
    await page.getByRole('button', { name: 'Schemas' }).click()
    const rows = page.locator('section.models article')
    await rows.first().waitFor()
    expect(await rows.locator('button').count()).toBeGreaterThan(5)
    const noise = page.locator('section.models').getByText(/Expand all|object/)
    expect(await noise.filter({ visible: true }).count()).toBe(0)
  })

  it('/docs dims the response of the request before while another one runs', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${service.url}/docs`)
    expect((await tryOut(page, 'getChangelog')).status).toBe('401')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/changelog', async (route) => {
      await held
      await route.continue()
    })
    const opacity = () =>
      page.evaluate<number>('Number(getComputedStyle(document.querySelector(".responses-inner")).opacity)')
    expect(await opacity()).toBe(1)
    await page.locator('[id$="-getChangelog"] button.execute').click()
    await expect.poll(opacity).toBeLessThan(0.5)
    release()
    await expect.poll(opacity).toBe(1)
  })

  it('/docs has the fields of a row on one line, the whole of a command, and a link to the help of an error', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${service.url}/docs`)
    const operation = page.locator('[id$="-updateChangelog"]')
    await operation.locator('.opblock-summary-control').click()
    const fields = operation.locator('.parameters input')
    await fields.nth(1).waitFor()
    const tops = (await fields.all()).map(async (field) => (await field.boundingBox())?.y)
    expect(new Set(await Promise.all(tops)).size).toBe(1)
    await page.setViewportSize(PHONE)
    await tryOut(page, 'updateChangelog')
    const command = operation.locator('.curl-command pre')
    expect(await command.evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBeLessThanOrEqual(0)
    const help = operation.getByRole('link', { name: 'What this error means, and what to do' })
    expect(await help.getAttribute('href')).toBe('/errors#unauthenticated')
  })

  it('/docs shows the body of an operation that opens, and the diff of a dry run', async () => {
    const watched = await openPage(browser, { viewport: { width: 1280, height: 800 } })
    const { page, errors } = watched
    await page.goto(`${service.url}/docs`)
    await authorize(watched, KEY)
    const operation = page.locator('[id$="-updateChangelog"]')
    await operation.locator('.opblock-summary-control').click()
    const endOfBody = async () => {
      const { y = 1e4, height = 0 } = (await operation.locator('textarea').boundingBox()) ?? {}
      return y + height
    }
    await expect.poll(endOfBody).toBeLessThan(726)
    const changes = [{ type: 'Added', description: 'Dark <mode>.' }]
    await tryOut(page, 'updateChangelog', { changes, dry_run: true })
    expect(await operation.locator('ins').allTextContents()).toContain('+- Dark <mode>.\n')
    expect(await operation.locator('.status-line').textContent()).toMatch(/^200 OK.*nothing was written/)
    const { y = -1 } = (await operation.locator('.responses-wrapper').boundingBox()) ?? {}
    expect(y).toBeGreaterThanOrEqual(0)
    expect(readChangelog()).toBe(CHANGELOG)
    expect(errors).toEqual([])
    // The reason of a 400 leads to the body.
    await operation.locator('textarea').fill('{"changes":')
    await operation.locator('.btn.execute').click()
    await operation.locator('.problem', { hasText: 'expected a body in JSON' }).waitFor()
    await operation.getByRole('button', { name: 'Edit the body' }).click()
    expect(await page.evaluate('document.activeElement.className')).toContain('body-param__text')
  })

  it('/docs accepts a key, and “Try it out” lists changes, adds entries and creates a release', async () => {
    const watched = await openPage(browser)
    const { page, errors } = watched
    await page.goto(`${service.url}/docs`)
    await page.locator('[id$="-getRepositoryChanges"]').waitFor()
    expect(await page.locator('.servers').isVisible()).toBe(false)
    await saveScreenshot(watched, 'changelog-docs')
    await authorize(watched, KEY)

    const listed = await tryOut(page, 'getRepositoryChanges')
    expect(listed.status).toBe('200')
    expect(JSON.parse(listed.responseBody)).toEqual({
      changes: [{ type: 'Added', path: 'größe.md', category: 'Documentation' }],
    })
    await saveScreenshot(watched, 'changelog-docs-changes')

    const changes = [{ type: 'Added', description: 'Documentation: größe.md' }]
    const updated = await tryOut(page, 'updateChangelog', { changes })
    expect(JSON.parse(updated.responseBody)).toEqual({
      success: true,
      message: 'Changelog updated successfully',
    })
    expect(readChangelog()).toContain(
      '## [Unreleased]\n\n### Added\n\n- Documentation: größe.md\n\n## [1.2.0]',
    )
    await saveScreenshot(watched, 'changelog-docs-update')

    // The default body of the page
    const { success, version } = JSON.parse(
      (await tryOut(page, 'createRelease', { version_bump: 'MINOR' })).responseBody,
    )
    expect([success, version]).toEqual([true, '1.3.0'])
    expect(readChangelog()).toMatch(
      /## \[Unreleased\]\n\n## \[1\.3\.0\] - [\d-]{10}\n\n### Added\n\n- Documentation: größe\.md\n\n## \[1\.2\.0\]/,
    )
    await saveScreenshot(watched, 'changelog-docs-release')
    expect(errors).toEqual([])
  })

  it('/docs shows the 401 response to a missing key and to an unknown key', async () => {
    const watched = await openPage(browser)
    const { page } = watched
    await page.goto(`${service.url}/docs`)
    const without = await tryOut(page, 'createRelease')
    expect(without.status).toBe('401')
    expect(JSON.parse(without.responseBody)).toMatchObject({
      success: false,
      error: expect.stringContaining('X-API-Key'),
    })
    await saveScreenshot(watched, 'changelog-docs-no-key')
    const note = page.locator('.response-note')
    expect(await note.textContent()).toContain('This operation needs a key.')
    await authorize(watched, `${KEY}k`)
    // Nothing was sent with the key yet.
    expect(await note.textContent()).toBe('A key is set now.Execute again')
    await note.getByRole('button', { name: 'Execute again' }).click()
    await note.getByText('This key was not accepted.').waitFor()
    expect(await note.getByRole('button').textContent()).toBe('Change key')
    expect(readChangelog()).toBe(CHANGELOG)
  })

  it('/redoc lists the operations', async () => {
    const watched = await openPage(browser)
    const { page, errors } = watched
    await page.goto(`${service.url}/redoc`)
    for (const text of [
      'List the changes since the last release',
      'Add entries under Unreleased',
      'Release the unreleased entries',
    ]) {
      await page.getByRole('heading', { name: text }).first().waitFor()
    }
    await saveScreenshot(watched, 'changelog-redoc')
    await page.getByRole('heading', { name: 'Add entries under Unreleased' }).first().scrollIntoViewIfNeeded()
    await saveScreenshot(watched, 'changelog-redoc-update')
    expect(errors).toEqual([])
  })

  it('/redoc has a row of credentials and a bar of the method that do not open', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${service.url}/redoc#tag/Changelog/operation/updateChangelog`)
    const operation = page.locator('[data-section-id="tag/Changelog/operation/updateChangelog"]')
    await operation.getByText('Authorizations:').click({ force: true })
    const bar = operation.locator('button', { hasText: '/api/changelog/update' })
    expect(await bar.isDisabled()).toBe(true)
    expect(await operation.getByText('Security Scheme Type').count()).toBe(0)
    expect(await bar.locator('svg').isVisible()).toBe(false)
  })

  it('/redoc shows the body of a request first, its samples while a reader scrolls, and the names of credentials', async () => {
    const { page } = await openPage(browser, { viewport: { width: 1280, height: 800 } })
    await page.goto(`${service.url}/redoc#tag/Changelog/operation/updateChangelog`)
    const operation = page.locator('[data-section-id="tag/Changelog/operation/updateChangelog"]')
    const topOf = async (text: string | RegExp) =>
      (await operation.getByText(text).first().boundingBox())?.y ?? Number.NaN
    await operation.getByText('Request samples').waitFor()
    await operation.getByText('The entry in Markdown, without a leading bullet.').first().waitFor()
    expect(await topOf('Request Body schema')).toBeLessThan(await topOf('Authorizations'))
    expect(await topOf('Authorizations')).toBeLessThan(await topOf('Header Parameters'))
    expect(await topOf('Header Parameters')).toBeLessThan(await topOf(/^Responses$/))
    await operation.getByText('API key').first().waitFor()
    await operation.getByText('Header Parameters').evaluate((element) => element.scrollIntoView())
    await expect.poll(() => topOf('Request samples')).toBeGreaterThan(0)
  })

  it('the links of the landing page work on a small screen', async () => {
    const watched = await openPage(browser, { viewport: PHONE })
    await watched.page.goto(service.url)
    const links = await watched.page
      .locator('a')
      .evaluateAll((anchors) => anchors.map((a) => (a as { href?: string }).href))
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) expect((await fetch(String(link))).status, String(link)).toBe(200)
    await saveScreenshot(watched, 'changelog-landing')
    expect(watched.errors).toEqual([])
  })

  it.each(['light', 'dark'] as const)(
    'the landing page in %s has no violations of axe-core rules',
    async (colorScheme) => {
      const watched = await openPage(browser, { viewport: { width: 320, height: 640 }, colorScheme })
      await watched.page.goto(service.url)
      expect(await findViolations(watched.page)).toEqual([])
      expect(await overflows(watched.page)).toBe(false)
      await saveScreenshot(watched, `changelog-landing-320-${colorScheme}`, true)
    },
  )

  it.each([320, 641, 768, 999, 1000, 1280])(
    '/docs has its button Authorize beside or below its description in %d pixels',
    async (width) => {
      const { page } = await openPage(browser, { viewport: { width, height: 800 } })
      await page.goto(`${service.url}/docs`)
      const boxOf = async (selector: string) => (await page.locator(selector).boundingBox()) ?? EMPTY_BOX
      await page.locator('.btn.authorize').waitFor()
      const [text, button] = [await boxOf('.info .description p'), await boxOf('.btn.authorize')]
      expect(text.width).toBeGreaterThan(0)
      const isBelow = button.y >= text.y + text.height
      expect(isBelow || button.x >= text.x + text.width).toBe(true)
    },
  )

  it.each(['/docs', '/redoc'])(
    '%s has no violations of axe-core rules in both colour schemes',
    async (path) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page } = await openPage(browser, { colorScheme })
        await page.goto(service.url + path)
        await openOperations(page, path)
        if (path === '/docs') await page.locator('.btn.authorize').click()
        expect(await findViolations(page), colorScheme).toEqual([])
      }
    },
  )

  it('the command of the landing page, with a key, returns the diff of a dry run', async () => {
    const { page } = await openPage(browser)
    await page.goto(service.url)
    const figure = page.locator('figure', { hasText: 'Preview request' })
    const command = String(await figure.locator('pre').textContent())
    const environment = { ...process.env, CHANGELOG_API_KEY: KEY }
    const printed = execFileSync('sh', ['-c', command], {
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const { success, diff } = JSON.parse(printed.toString())
    expect([success, diff]).toEqual([true, expect.stringContaining('+- Dark mode.')])
    expect(readChangelog()).toBe(CHANGELOG)
  })
})
