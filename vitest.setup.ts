// Gives a run of the tests a folder for its temporary files, and removes it afterwards. Tests need not remove theirs.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default function createTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'))
  process.env.TMPDIR = folder
  // A process that was killed can still write.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
