// Reads and operates the screens of the quiz in a browser, for its tests.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

export const readHeading = (page: Page) => page.locator('h1').textContent().then(String)
export const readFocused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Waits for the screen with the given heading, and expects the heading to have the focus. */
export async function waitForScreen(page: Page, heading: string | RegExp): Promise<void> {
  await page.locator('#screen:not(.loading) h1', { hasText: heading }).waitFor()
  expect(await readFocused(page)).toMatch(heading)
}
