// Finds the browser of the tests. The projects of vitest with a browser call `setup` once, before their first test.
import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'

/** Returns the path of the browser that CHROMIUM_PATH names, and undefined without one. */
export function findNamedBrowser(): string | undefined {
  const path = process.env.CHROMIUM_PATH
  return path && existsSync(path) ? path : undefined
}

/** Returns the path of the browser from npm (Linux x64), which it extracts when it is not there. */
export function extractBrowser(): Promise<string> {
  // Without WebGL, which the pages do not use, a page takes half of the processor time.
  sparticuz.setGraphicsMode = false
  return sparticuz.executablePath()
}

/** Extracts the browser. A process that looks for it meanwhile would start a part of it. */
export async function setup(): Promise<void> {
  if (findNamedBrowser() === undefined) await extractBrowser()
}
