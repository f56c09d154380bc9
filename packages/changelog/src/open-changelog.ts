// Opens the data of the service: the git repository and the changelog that the config names.
import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type ChangelogStore, openChangelogStore } from '@qb/core/changelog'
import {
  findTagProblem,
  findUpdateMessageProblem,
  openRepository,
  openVersionControl,
  type Repository,
  type VersionControl,
} from '@qb/core/git'
import { configError, type Logger } from '@qb/http'
import type { ChangelogConfig } from './config.ts'

interface OpenOptions {
  readonly config: ChangelogConfig
  /** The folder that the paths of the config are relative to, absolute. */
  readonly folder: string
  /** The environment of git. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly logger: Logger
  /** Called with a sentence for the operator. It is logged by default. */
  readonly onNotice?: (sentence: string) => void
}

/** How long a push or a fetch may take, in milliseconds. */
const REMOTE_TIMEOUT_MS = 60_000
/** How long readers get the state of the last fetch, in milliseconds. */
const REMOTE_MAX_AGE_MS = 5_000

/** The templates that are checked at start. */
const TEMPLATES = [
  ['CHANGELOG_TAG', findTagProblem],
  ['CHANGELOG_UPDATE_MESSAGE', findUpdateMessageProblem],
] as const

/** Opens the repository and its changelog. @throws AppError `config/invalid` for a missing folder or an invalid tag */
export function openChangelog({
  config,
  folder,
  environment,
  logger,
  onNotice = (sentence) => logger.warn(sentence),
}: OpenOptions): {
  readonly repository: Repository
  readonly changelog: ChangelogStore
} {
  const path = resolve(folder, config.REPOSITORY_PATH)
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw configError(`REPOSITORY_PATH: expected the path of a folder, got ${path}`)
  for (const [variable, findProblem] of TEMPLATES) {
    const problem = findProblem(config[variable])
    if (problem !== undefined) throw configError(`${variable}: ${problem}`)
  }
  if (!isInRepository(path)) {
    const { CHANGELOG_RELEASE_MODE: mode } = config
    if (mode !== 'file') {
      const expected = `expected a folder in a git repository, because CHANGELOG_RELEASE_MODE is ${mode}`
      throw configError(`REPOSITORY_PATH: ${expected}; got a folder in none: ${path}`)
    }
    onNotice(`REPOSITORY_PATH is in no git repository, so changes cannot be listed: ${path}`)
  }
  const { CHANGELOG_STATE_DIR: stateDir, CHANGELOG_IDEMPOTENCY_HOURS: hours } = config
  const changelog = openChangelogStore({
    repositoryPath: path,
    changelogPath: config.CHANGELOG_PATH,
    journal: {
      maxAgeMs: hours * 60 * 60 * 1000,
      ...(stateDir !== '' && { folder: resolve(folder, stateDir) }),
    },
    versionControl: openReleaseMode(config, path, environment),
    onFollowError: (error) => logger.warn({ err: error }, 'the remote cannot be followed'),
  })
  if (config.CHANGELOG_RELEASE_MODE !== 'file') {
    // Requests complete it too, so the service does not wait for it.
    changelog.recover().catch((error: unknown) => logger.warn({ err: error }, 'the start was not clean'))
  }
  return { repository: openRepository({ path, environment }), changelog }
}

/** Opens the version control of the release mode. Undefined in the mode `file`. */
export function openReleaseMode(
  config: ChangelogConfig,
  path: string,
  environment: OpenOptions['environment'],
): VersionControl | undefined {
  const { CHANGELOG_RELEASE_MODE: mode } = config
  if (mode === 'file') return undefined
  const remote = {
    name: config.CHANGELOG_REMOTE,
    maxAttempts: config.CHANGELOG_PUSH_ATTEMPTS,
    timeoutMs: REMOTE_TIMEOUT_MS,
    maxAgeMs: REMOTE_MAX_AGE_MS,
  }
  return openVersionControl({
    path,
    environment,
    commitMessage: config.CHANGELOG_COMMIT_MESSAGE,
    updateMessage: config.CHANGELOG_UPDATE_MESSAGE,
    tag: config.CHANGELOG_TAG,
    name: config.CHANGELOG_GIT_NAME,
    email: config.CHANGELOG_GIT_EMAIL,
    runsHooks: config.CHANGELOG_GIT_HOOKS,
    ...(mode === 'push' && { remote }),
  })
}

/** Whether a folder, or one that contains it, has a git directory. It is a file in a linked work tree. */
function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true
  const parent = dirname(folder)
  return parent !== folder && isInRepository(parent)
}
