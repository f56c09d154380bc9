// The docs pages of the changelog service as a person uses them: with a key, and with nothing but the loopback.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepPicture, openPage, PHONE, startBrowser, type WatchedPage } from './browser.ts'
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

/** Gives a key in the Authorize dialog; another one takes the place of the one before. */
async function authorize(watched: WatchedPage, key: string): Promise<void> {
  const { page } = watched
  await page.locator('.scheme-container button.authorize').click()
  const scheme = page.locator('.dialog-ux .auth-container', { hasText: 'X-API-Key' })
  const logout = scheme.getByRole('button', { name: 'Remove authorization' })
  if (await logout.isVisible()) await logout.click()
  await scheme.locator('input').fill(key)
  await keepPicture(watched, 'changelog-docs-authorize')
  await scheme.getByRole('button', { name: 'Apply credentials' }).click()
  await scheme.getByText('Authorized').waitFor()
  await page.locator('.dialog-ux .close-modal').click()
}

/** Opens an operation, fills in the body where one is given, executes it, and gives the status and the answer shown. */
async function tryOut(page: Page, id: string, body?: object): Promise<{ status: string; answer: string }> {
  const operation = page.locator(`[id$="-${id}"]`)
  if (!(await operation.locator('button.execute').isVisible())) {
    await operation.locator('.opblock-summary-control').click()
  }
  if (body) await operation.locator('textarea.body-param__text').fill(JSON.stringify(body))
  const answered = page.waitForResponse((response) => response.url().includes('/api/'))
  await operation.locator('button.execute').click()
  await answered
  const shown = operation.locator('.live-responses-table .response').first()
  await shown.locator('code').first().waitFor()
  await shown.scrollIntoViewIfNeeded()
  return {
    status: String(await shown.locator('.response-col_status').textContent()).trim(),
    answer: String(await shown.locator('.response-col_description code').first().textContent()),
  }
}

describe('the docs pages of the changelog in a browser', { timeout: 120_000 }, () => {
  it('/docs takes a key, and runs changes, update and release through “Try it out”', async () => {
    const watched = await openPage(browser)
    const { page, complaints } = watched
    await page.goto(`${service.url}/docs`)
    await page.locator('[id$="-getRepositoryChanges"]').waitFor()
    await keepPicture(watched, 'changelog-docs')
    await authorize(watched, KEY)

    const listed = await tryOut(page, 'getRepositoryChanges')
    expect(listed.status).toBe('200')
    expect(JSON.parse(listed.answer)).toEqual({
      changes: [{ type: 'Added', path: 'größe.md', category: 'Documentation' }],
    })
    await keepPicture(watched, 'changelog-docs-changes')

    const changes = [{ type: 'Added', description: 'Documentation: größe.md' }]
    const updated = await tryOut(page, 'updateChangelog', { changes })
    expect(JSON.parse(updated.answer)).toEqual({
      success: true,
      message: 'Changelog updated successfully',
    })
    expect(readChangelog()).toContain(
      '## [Unreleased]\n\n### Added\n\n- Documentation: größe.md\n\n## [1.2.0]',
    )
    await keepPicture(watched, 'changelog-docs-update')

    // The body as the page offers it
    const { success, version } = JSON.parse((await tryOut(page, 'createRelease')).answer)
    expect([success, version]).toEqual([true, '1.3.0'])
    expect(readChangelog()).toMatch(
      /## \[Unreleased\]\n\n## \[1\.3\.0\] - [\d-]{10}\n\n### Added\n\n- Documentation: größe\.md\n\n## \[1\.2\.0\]/,
    )
    await keepPicture(watched, 'changelog-docs-release')
    expect(complaints).toEqual([])
  })

  it('/docs shows what is missing without a key, and with a wrong one', async () => {
    const watched = await openPage(browser)
    const { page } = watched
    await page.goto(`${service.url}/docs`)
    const without = await tryOut(page, 'createRelease')
    expect(without.status).toBe('401')
    expect(JSON.parse(without.answer)).toMatchObject({
      success: false,
      error: expect.stringContaining('X-API-Key'),
    })
    await keepPicture(watched, 'changelog-docs-no-key')
    await authorize(watched, `${KEY}k`)
    expect((await tryOut(page, 'createRelease')).status).toBe('401')
    expect(readChangelog()).toBe(CHANGELOG)
  })

  it('/redoc shows the operations', async () => {
    const watched = await openPage(browser)
    const { page, complaints } = watched
    await page.goto(`${service.url}/redoc`)
    for (const text of [
      'What changed since the last release',
      'Add entries under Unreleased',
      'Release what is unreleased',
    ]) {
      await page.getByRole('heading', { name: text }).first().waitFor()
    }
    await keepPicture(watched, 'changelog-redoc')
    await page.getByRole('heading', { name: 'Add entries under Unreleased' }).first().scrollIntoViewIfNeeded()
    await keepPicture(watched, 'changelog-redoc-update')
    expect(complaints).toEqual([])
  })

  it('/ links to pages that are there, also on a small screen', async () => {
    const watched = await openPage(browser, { viewport: PHONE })
    await watched.page.goto(service.url)
    const links = await watched.page
      .locator('a')
      .evaluateAll((anchors) => anchors.map((a) => (a as { href?: string }).href))
    expect(links.length).toBeGreaterThan(3)
    for (const link of links) expect((await fetch(String(link))).status, String(link)).toBe(200)
    await keepPicture(watched, 'changelog-landing')
    expect(watched.complaints).toEqual([])
  })
})
