// Calls that must compile, and calls that must not. `@ts-expect-error` is an error itself when the next line compiles.
import { createChangelogClient } from '@qb/client'

const baseUrl = 'http://127.0.0.1:8001'
const client = createChangelogClient({ baseUrl, apiKey: 'qb_ci_x' })

export async function results() {
  const release = await client.createRelease('MINOR', { ifMatch: '"abc"', idempotencyKey: 'job-1' })
  const version: string = release.version
  const etag: string | undefined = release.etag
  // @ts-expect-error only a dry run has a diff for certain
  release.diff.length
  const preview = await client.createRelease('MINOR', { dryRun: true })
  preview.diff.length
  const dryRun: true = preview.dry_run
  const update = await client.updateChangelog([{ type: 'Added', description: 'x' }], { dryRun: true })
  update.diff.length
  await client.updateChangelog([{ type: 'Security', description: 'x' }])
  // @ts-expect-error an update has no version
  update.version
  const { changes, base } = await client.getRepositoryChanges({ since: 'root' })
  // @ts-expect-error no such category
  changes[0]?.category === 'Bug'
  const { releases } = await client.getChangelog()
  // @ts-expect-error the date can be null
  releases[0]?.date.length
  const notes: string = await client.getNotes('latest')
  return [version, etag, dryRun, base, notes]
}

export function parameters() {
  // @ts-expect-error the entries are missing
  client.updateChangelog()
  // @ts-expect-error an entry has a description
  client.updateChangelog([{ type: 'Added' }])
  // @ts-expect-error no such type of entry
  client.updateChangelog([{ type: 'Improved', description: 'x' }])
  // @ts-expect-error no such member of an entry
  client.updateChangelog([{ type: 'Added', description: 'x', path: 'x' }])
  // @ts-expect-error entries are an array
  client.updateChangelog({ type: 'Added', description: 'x' })
  // @ts-expect-error the bump is missing
  client.createRelease()
  client.createRelease({ version: '2.0.0' }, { package: 'api' })
  client.createRelease({ packages: [{ package: 'api', version_bump: 'MINOR' }] })
  // @ts-expect-error no such bump
  client.createRelease({ packages: [{ package: 'api', version_bump: 'minor' }] })
  client.getVersion('latest', { package: 'api' })
  // @ts-expect-error the package is a string
  client.getChangelog({ package: 1 })
  client.createRelease('MINOR', { prerelease: 'rc' })
  // @ts-expect-error only releases have pre-releases
  client.updateChangelog([], { prerelease: 'rc' })
  // @ts-expect-error no such bump
  client.createRelease('major')
  // @ts-expect-error a key is a string
  client.createRelease('MAJOR', { idempotencyKey: 1 })
  // @ts-expect-error reads have no precondition
  client.getChangelog({ ifMatch: '"abc"' })
  // @ts-expect-error the version is missing
  client.getVersion()
}

export function options() {
  // @ts-expect-error a key or a token is missing
  createChangelogClient({ baseUrl })
  // @ts-expect-error only one of both is sent
  createChangelogClient({ baseUrl, apiKey: 'x', token: 'y' })
  // @ts-expect-error a token is a string
  createChangelogClient({ baseUrl, token: () => 1 })
  createChangelogClient({ baseUrl, token: () => 'x' })
  createChangelogClient({ baseUrl, token: async () => 'x' })
}
