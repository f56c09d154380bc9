// The command `tag`: creates the tags of releases whose branch was merged. It needs no service.
import { resolve } from 'node:path'
import { openChangelogStore } from '@qb/core/changelog'
import { readCommandLine } from '@qb/core/command-line'
import { readConfig } from '@qb/http'
import { findCurrentRelease } from '../change-lister.ts'
import { ChangelogConfig } from '../config.ts'
import { openReleaseMode } from '../open-changelog.ts'
import { readPackages } from '../packages.ts'

/** Creates the missing tags of current versions. @throws AppError of the config, the repository or the remote */
export async function runTag(
  args: string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  // It has no options.
  readCommandLine({ args, options: {} })
  const config = { ...readConfig(ChangelogConfig, environment), CHANGELOG_RELEASE_MODE: 'push' as const }
  const repositoryPath = resolve(config.REPOSITORY_PATH)
  for (const one of readPackages(config)) {
    const { changelogPath } = one
    const { document } = await openChangelogStore({ repositoryPath, changelogPath }).read()
    const release = findCurrentRelease(document)
    if (!release) {
      console.log(`${changelogPath} has no release`)
      continue
    }
    const versionControl = openReleaseMode(config, repositoryPath, environment, one)
    const { name, commit } = await versionControl.tagRelease(changelogPath, release)
    console.log(commit === undefined ? `${name} exists` : `created ${name} of ${commit}`)
  }
}
