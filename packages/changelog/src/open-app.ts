// Opens the repository and the changelog that the config names, and creates the app. The process and the library use it.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { openChangelogStore } from '@qb/core/changelog'
import { AppError } from '@qb/core/errors'
import { openRepository } from '@qb/core/git'
import { CONFIG_ERRORS, type Logger, type Service } from '@qb/http'
import { ROOT } from '@qb/http/root'
import { createApp } from './app.ts'
import type { AuthConfig } from './auth/auth-config.ts'
import { type ChangelogConfig, openConfiguredVersionControl, readJournalOptions } from './config.ts'

/** Options of {@link openApp}. */
export interface OpenOptions {
  readonly config: ChangelogConfig
  readonly authConfig: AuthConfig
  /** The folder that the paths of the config are relative to, absolute. */
  readonly folder: string
  /** The environment of git. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly logger: Logger
}

/**
 * Opens the repository and creates the app.
 * @throws AppError `config/invalid` when the folder of the repository does not exist, and for an invalid tag
 */
export async function openApp(options: OpenOptions): Promise<Service> {
  const { config, authConfig, folder, environment, logger } = options
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const repositoryPath = resolve(folder, config.REPOSITORY_PATH)
  if (!statSync(repositoryPath, { throwIfNoEntry: false })?.isDirectory()) {
    throw new AppError(
      CONFIG_ERRORS.invalid,
      `REPOSITORY_PATH: expected the path of a folder, got ${repositoryPath}`,
    )
  }
  if (!isInRepository(repositoryPath)) {
    logger.warn(
      { path: repositoryPath },
      'REPOSITORY_PATH is not in a git repository, no changes can be listed',
    )
  }
  const changelog = openChangelogStore({
    repositoryPath,
    changelogPath: config.CHANGELOG_PATH,
    journal: readJournalOptions(config, folder),
    versionControl: openConfiguredVersionControl(config, repositoryPath, environment),
    onFollowError: (error) => logger.warn({ err: error }, 'the remote cannot be followed'),
  })
  if (config.CHANGELOG_RELEASE_MODE !== 'file') {
    // Requests complete it too, so the service does not wait for it.
    changelog.recover().catch((error: unknown) => logger.warn({ err: error }, 'the start was not clean'))
  }
  const repository = openRepository({ path: repositoryPath, environment })
  const now = () => new Date()
  return createApp({ config, authConfig, repository, changelog, logger, version, now })
}

/** Whether a folder, or one that contains it, has a git directory. It is a file in a work tree of its own. */
function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true
  const parent = dirname(folder)
  return parent !== folder && isInRepository(parent)
}
