// Adds an entry to the changelog and creates a release, in a CI job:
//
//   CHANGELOG_URL=… CHANGELOG_API_KEY=… CI_JOB=… node examples/client/release.js MINOR "A seed for every draw."
//
// A job that runs again has the same CI_JOB. It adds no second entry and creates no second release.
import { ChangelogError, createChangelogClient } from '@qb/client'

const { CHANGELOG_URL: baseUrl = '', CHANGELOG_API_KEY: apiKey = '', CI_JOB: job = '' } = process.env
const [bump, description = ''] = process.argv.slice(2)
if (job === '' || (bump !== 'MAJOR' && bump !== 'MINOR' && bump !== 'PATCH')) {
  console.error('expected CI_JOB, and the arguments MAJOR|MINOR|PATCH and a description')
  process.exit(2)
}

const changelog = createChangelogClient({ baseUrl, apiKey })
try {
  await changelog.updateChangelog([{ type: 'Added', description }], { idempotencyKey: `${job}-entry` })
  const release = await changelog.createRelease(bump, { idempotencyKey: `${job}-release` })
  console.log(release.success ? `released ${release.version}` : `nothing to release: ${release.reason}`)
  if (release.success) console.log(await changelog.getNotes(release.version))
} catch (error) {
  if (!(error instanceof ChangelogError)) throw error
  console.error(`${error.status} ${error.detail} (request ${error.requestId})`)
  process.exitCode = 1
}
