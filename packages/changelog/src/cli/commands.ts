// The commands `make-key`, `flow`, `check` and `tag`, as part of a program: `changelog` of the workspace, or `changelog-service` when it is
// installed. They create an API key, run the client flow against a running service, check a branch, or tag a release.
import { readCommandLine } from '@qb/core/command-line'
import { AppError, isError, suggestSimilar } from '@qb/core/errors'
import { GIT_ERRORS } from '@qb/core/git'
import { CONFIG_ERRORS } from '@qb/http'
import { makeKey, SCOPES, type Scope } from '../auth/api-keys.ts'
import { CommandError } from './api.ts'
import { runCheck } from './check.ts'
import { runFlow } from './flow.ts'
import { runTag } from './tag.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Describes the commands of a program. */
export const describeCommands = (
  program: string,
) => `  ${program} make-key <id> [--scopes changes:read+changelog:write+release:create]
      Creates an API key. Prints the key, and its entry for CHANGELOG_API_KEYS. The key is not stored.

  ${program} flow [--url <url>] [--bump MAJOR|MINOR|PATCH|auto] [--prerelease <identifier>] [--version <version>]
      [--package <name> | --all] [--since <ref>] [--dry-run]
      Lists the changes, adds an entry for each, and creates a release. With --bump auto, the entries under Unreleased
      determine the bump, as docs/changelog-format.md describes. --prerelease rc creates 1.3.0-rc.1, and --version that
      version. Reads the key from CHANGELOG_API_KEY. The URL is CHANGELOG_URL, or that of CHANGELOG_HOST, CHANGELOG_PORT and
      CHANGELOG_BASE_PATH, by default.

  ${program} check --base <ref> [--categories Feature,Security]
      Checks that the branch has a new entry under Unreleased when it changed paths of these categories since it left <ref>.
      Needs no service. The repository is REPOSITORY_PATH, or the current folder, and the changelog CHANGELOG_PATH.

  ${program} tag
      Creates the tag of the current version on the remote, unless the remote has it: for releases that were merged from the
      branch of CHANGELOG_PUSH_BRANCH. Needs no service. The settings are those of the service, such as CHANGELOG_TAG.`

/** The exit codes of the commands, and of the program that also starts the service. */
export const EXIT_CODES = `Exit codes:
  0  success, nothing to release, or the service was stopped by a signal
  1  error of the service, no entry (check), or the service cannot start
  2  invalid command line
  3  missing or invalid key, or missing scope
  4  no changelog service at the URL
  5  the repository, the changelog or the remote cannot be used (check, tag)`

/** The commands. Each prints its result. */
const COMMANDS = new Map<string, (args: string[], environment: Environment) => unknown>([
  ['make-key', printNewKey],
  ['flow', runFlow],
  ['check', runCheck],
  ['tag', runTag],
])

/** The errors of a command line or of a config. Others are those of the repository, the changelog or the remote. */
const USAGE_ERRORS = [CONFIG_ERRORS.invalid, GIT_ERRORS.invalid_ref]

/** Runs a command of a program, whose name is for the usage, and returns the exit code. */
export async function runChangelogCommand(
  line: readonly string[],
  program: string,
  environment: Environment,
): Promise<number> {
  // pnpm passes on the separator of `pnpm run changelog -- flow`.
  const [command = '', ...args] = line[0] === '--' ? line.slice(1) : line
  const usage = `usage:\n${describeCommands(program)}\n\n${EXIT_CODES}`
  if (command === 'help' || [command, ...args].some((arg) => arg === '--help' || arg === '-h')) {
    console.log(usage)
    return 0
  }
  try {
    const run = COMMANDS.get(command)
    if (!run)
      throw new CommandError(
        2,
        command
          ? `unknown command: ${command}${suggestSimilar(command, [...COMMANDS.keys()])}`
          : 'expected a command, got nothing',
      )
    await run(args, environment)
    return 0
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    const isUsageError = code.startsWith('ERR_PARSE_ARGS') || USAGE_ERRORS.some((one) => isError(error, one))
    const isKnown = error instanceof CommandError || error instanceof AppError || isUsageError
    if (!isKnown) throw error
    const exitCode = error instanceof CommandError ? error.exitCode : isUsageError ? 2 : 5
    console.error(exitCode === 2 ? `${message}\n${program} --help shows the usage` : message)
    return exitCode
  }
}

function printNewKey(args: string[]): void {
  const { values, positionals } = readCommandLine({
    args,
    allowPositionals: true,
    options: { scopes: { type: 'string', default: SCOPES.join('+') } },
  })
  const [id, ...more] = positionals
  if (id === undefined || more.length > 0)
    throw new CommandError(2, `expected one id, got ${positionals.length}`)
  const scopes = values.scopes.split('+')
  const unknown = scopes.find((scope) => !(SCOPES as readonly string[]).includes(scope))
  if (unknown !== undefined)
    throw new CommandError(2, `unknown scope: ${unknown}; expected one or more of: ${SCOPES.join(', ')}`)
  const { key, entry } = makeKey(id, scopes as Scope[])
  console.log(
    `API key (shown only once):\n${key}\n\nentry for the environment of the service (after a comma, if it has one already):\nCHANGELOG_API_KEYS="${entry}"`,
  )
}
