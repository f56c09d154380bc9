// Operates Swagger UI in a browser.
import type { Page } from 'playwright-core'

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
