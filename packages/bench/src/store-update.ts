// Updates a changelog as the service does, without HTTP and in this process.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Creates a changelog in a folder. Returns a function that adds an entry to it. */
export async function createStoreUpdate(folder: string, changelog: string): Promise<() => Promise<unknown>> {
  // The questions service is measured without this part.
  const { openChangelogStore } = await import('@qb/core/changelog')
  // The bare work writes its copy here.
  mkdirSync(join(folder, '.git'))
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  const store = openChangelogStore({ repositoryPath: folder, changelogPath: 'CHANGELOG.md' })
  let number = 0
  return () => store.transact({ entries: [{ type: 'Added', description: `entry ${number++}` }] })
}
