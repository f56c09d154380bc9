// Gives the tests a temporary folder of their own, and removes it at the end. Many tests create folders in it, and a test that is
// killed cannot remove them. Vitest calls `setup` for each project, before it starts workers.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const PREFIX = 'qb-tests-'

/** Creates the folder, unless there is one. Returns a function that removes it. */
export function setup(): (() => void) | undefined {
  if (basename(tmpdir()).startsWith(PREFIX)) return undefined
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  // As for the folder of the system: some tests run programs as another user.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
