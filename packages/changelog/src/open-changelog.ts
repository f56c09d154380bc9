// Opens the data of the service: the git repository and the changelog that the config names.
import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type ChangelogStoreOptions, createRemoteReleaser, openChangelogStore } from '@qb/core/changelog'
import {
  findUpdateMessageProblem,
  openRepository,
  openVersionControl,
  type Repository,
  type VersionControl,
} from '@qb/core/git'
import { configError, type Logger } from '@qb/http'
import pLimit from 'p-limit'
import { createChangeLister } from './change-lister.ts'
import type { ChangelogConfig } from './config.ts'
import type { ChangelogContext, PackageContext } from './context.ts'
import { type Package, readPackages } from './packages.ts'

/** Releases several packages with one commit, in the release mode `push`: all of them, or none. */
export type ReleaseTogether = ReturnType<typeof createRemoteReleaser>

/** The data of the service, as part of the context of the operations. */
export type OpenedChangelog = Omit<ChangelogContext, 'version' | 'registry' | 'now'>

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

/** Opens the repository and its changelog. @throws AppError `config/invalid` for a missing folder or an invalid tag */
export function openChangelog({
  config,
  folder,
  environment,
  logger,
  onNotice = (sentence) => logger.warn(sentence),
}: OpenOptions): OpenedChangelog {
  const path = resolve(folder, config.REPOSITORY_PATH)
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw configError(`REPOSITORY_PATH: expected the path of a folder, got ${path}`)
  const problem = findUpdateMessageProblem(config.CHANGELOG_UPDATE_MESSAGE)
  if (problem !== undefined) throw configError(`CHANGELOG_UPDATE_MESSAGE: ${problem}`)
  const { CHANGELOG_RELEASE_MODE: mode, CHANGELOG_PUSH_BRANCH: branch } = config
  if (branch !== '' && mode !== 'push')
    throw configError(
      `CHANGELOG_PUSH_BRANCH, CHANGELOG_RELEASE_MODE: expected the release mode push with a branch, got ${mode}`,
    )
  if (!isInRepository(path)) {
    if (mode !== 'file') {
      const expected = `expected a folder in a git repository, because CHANGELOG_RELEASE_MODE is ${mode}`
      throw configError(`REPOSITORY_PATH: ${expected}; got a folder in none: ${path}`)
    }
    onNotice(`REPOSITORY_PATH is in no git repository, so changes cannot be listed: ${path}`)
  }
  const { CHANGELOG_STATE_DIR: stateDir, CHANGELOG_IDEMPOTENCY_HOURS: hours } = config
  const opened = openPackages(config, path, environment, {
    journal: {
      maxAgeMs: hours * 60 * 60 * 1000,
      ...(stateDir !== '' && { folder: resolve(folder, stateDir) }),
    },
    onFollowError: (error) => logger.warn({ err: error }, 'the remote cannot be followed'),
  })
  if (config.CHANGELOG_RELEASE_MODE !== 'file') {
    for (const { changelog } of opened.packages.size > 0 ? opened.packages.values() : [opened]) {
      // Requests complete it too, so the service does not wait for it.
      changelog.catchUp().catch((error: unknown) => logger.warn({ err: error }, 'the start was not clean'))
    }
  }
  return opened
}

/** Opens the store of each package. In git, they share a branch, so one of them is changed at a time. */
export function openPackages(
  config: ChangelogConfig,
  path: string,
  environment: OpenOptions['environment'],
  options: Pick<ChangelogStoreOptions, 'journal' | 'onFollowError'>,
  repository: Repository = openRepository({ path, environment }),
): OpenedChangelog {
  const [runAlone, limit] = [pLimit(1), pLimit(1)]
  const open = (one: Package): PackageContext => {
    const isRecorded = config.CHANGELOG_RELEASE_MODE !== 'file'
    const versionControl = isRecorded ? openReleaseMode(config, path, environment, one) : undefined
    const { changelogPath } = one
    const store = { ...options, repositoryPath: path, changelogPath, versionControl }
    const changelog = openChangelogStore({ ...store, ...(versionControl && { runAlone }) })
    return {
      package: one,
      changelog,
      listChanges: createChangeLister(repository, changelog, one, limit),
    }
  }
  const [first, ...others] = readPackages(config)
  const opened = open(first)
  const named = [opened, ...others.map(open)].flatMap((one) =>
    one.package.name === undefined ? [] : [[one.package.name, one] as const],
  )
  const { versionControl } = opened.changelog
  const canPush = versionControl?.pushes && !versionControl.createsBranches
  return {
    ...opened,
    packages: new Map(named),
    releaseTogether: canPush ? createRemoteReleaser(runAlone) : undefined,
  }
}

/** Opens the version control of the release mode `commit` or `push`. */
export function openReleaseMode(
  config: ChangelogConfig,
  path: string,
  environment: OpenOptions['environment'],
  { tag, releaseBranch, commitMessage, updateMessage }: Package,
): VersionControl {
  const remote = {
    name: config.CHANGELOG_REMOTE,
    releaseBranch,
    maxAttempts: config.CHANGELOG_PUSH_ATTEMPTS,
    timeoutMs: REMOTE_TIMEOUT_MS,
    maxAgeMs: REMOTE_MAX_AGE_MS,
  }
  return openVersionControl({
    path,
    environment,
    commitMessage,
    updateMessage,
    tag,
    name: config.CHANGELOG_GIT_NAME,
    email: config.CHANGELOG_GIT_EMAIL,
    runsHooks: config.CHANGELOG_GIT_HOOKS,
    ...(config.CHANGELOG_RELEASE_MODE === 'push' && { remote }),
  })
}

/** Whether a folder, or one that contains it, has a git directory. It is a file in a linked work tree. */
function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true
  const parent = dirname(folder)
  return parent !== folder && isInRepository(parent)
}
