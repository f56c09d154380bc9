// The library: creates the app of the changelog service in a process of yours. Its types depend on Fastify's types only, so
// that they can be published without the other packages.
import { resolve } from 'node:path'
import { createLogger, type Logger, readOptions, toOptionError } from '@qb/http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createApp as assembleApp } from './app.ts'
import { readAuthConfig } from './auth/auth-config.ts'
import { ChangelogConfig } from './config.ts'
import { openChangelog } from './open-changelog.ts'

/** Options of {@link createApp}. Each is a config variable of the service, which docs/configuration.md describes. */
export interface ChangelogOptions {
  /** The folder of the git repository, relative to the current folder. Default: the current folder. */
  readonly repository?: string
  /** The changelog file, relative to the repository. Default: `CHANGELOG.md`. */
  readonly changelog?: string
  /** The path at which the app is published, such as `/changes`. Default: empty. */
  readonly basePath?: string
  /** The packages of the repository, as `<name>=<folder>`, separated by commas. */
  readonly packages?: string
  /** The types that new entries can have, separated by commas. Default: `Added,Changed,Removed`. */
  readonly entryTypes?: string
  /** The accepted API keys, as `<id>:<scope>+<scope>:<sha256 hex>`, separated by commas. */
  readonly apiKeys?: string
  /** The secret of HS256 tokens, at least 32 random bytes. Default: no token is accepted. */
  readonly jwtSecret?: string
  /** The required `iss` of tokens. Default: it is not checked. */
  readonly jwtIssuer?: string
  /** The required `aud` of tokens. Default: it is not checked. */
  readonly jwtAudience?: string
  /** The issuer of ID tokens, such as `https://token.actions.githubusercontent.com`. Default: no ID token is accepted. */
  readonly oidcIssuer?: string
  /** The required `aud` of ID tokens. */
  readonly oidcAudience?: string
  /** Which claims give which scopes, such as `repository=owner/name => changes:read`. */
  readonly oidcRules?: string
  /** How long the response to a request with `Idempotency-Key` is kept, in hours. Default: 24. */
  readonly idempotencyHours?: number
  /** The folder in which these responses are kept, relative to the current folder. Default: in the git directory. */
  readonly stateDir?: string
  /** What a release changes. Default: `file`. */
  readonly releaseMode?: 'file' | 'commit' | 'push'
  /** The message of the commit and of the tag of a release. Default: `Release {version}`. */
  readonly commitMessage?: string
  /** The message of the commit of an update, in the release mode `push`. Default: `Update {path}`. */
  readonly updateMessage?: string
  /** The name of the tag of a release. Tags of this form are the base of the list of changes. Default: `v{version}`. */
  readonly tag?: string
  /** What a release does with the sections of its pre-releases. Default: `keep`. */
  readonly prerelease?: 'keep' | 'fold'
  /** The name of the author of commits and tags. Default: `user.name` of git. */
  readonly gitName?: string
  /** The email address of the author of commits and tags. Default: `user.email` of git. */
  readonly gitEmail?: string
  /** Whether the hooks of the repository run for commits and pushes. Default: false. */
  readonly gitHooks?: boolean
  /** The remote that the release mode `push` pushes to. Default: `origin`. */
  readonly remote?: string
  /** The branch that a release is pushed to, such as `release/{version}`. Default: the branch that is checked out. */
  readonly pushBranch?: string
  /** Maximum number of pushes of a change while other clones push theirs. Default: 5. */
  readonly pushAttempts?: number
  /** Maximum number of requests per minute and caller. `0` disables the limit. Default: 300. */
  readonly rateLimitMax?: number
  /** The URL of a Redis in which all processes count requests. Default: each process counts its own. */
  readonly rateLimitRedisUrl?: string
  /** Whether to take the client address from `X-Forwarded-For`, or the number of proxies that add one to it. Default: false. */
  readonly trustProxy?: boolean | number
  /** The lowest level to log. It has no effect on `logger`. Default: `info`. */
  readonly logLevel?: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Whether to log one line per request. Errors are always logged. Default: false. */
  readonly logRequests?: boolean
  /** Default: a logger that writes JSON lines to standard error. */
  readonly logger?: FastifyBaseLogger
}

/** The variables of the process that listens. The app does not listen by itself. */
const PROCESS_VARIABLES = ['CHANGELOG_HOST', 'CHANGELOG_PORT', 'LOG_FORMAT']

/**
 * Creates the app of the changelog service. It is ready to listen, to be called by `inject`, and to be closed. git runs
 * with the environment of this process.
 * @throws Error when an option is invalid, or without `apiKeys`, `jwtSecret` and `oidcIssuer`; its message names the option
 */
export async function createApp({ logger, ...options }: ChangelogOptions = {}): Promise<FastifyInstance> {
  try {
    const config = readOptions(ChangelogConfig, options, PROCESS_VARIABLES)
    const authConfig = readAuthConfig(config, true)
    const log = (logger as Logger | undefined) ?? createLogger('changelog', config.LOG_LEVEL)
    const data = openChangelog({ config, folder: resolve(), environment: process.env, logger: log })
    return await assembleApp({ config, authConfig, logger: log, ...data })
  } catch (error) {
    throw toOptionError(error)
  }
}
