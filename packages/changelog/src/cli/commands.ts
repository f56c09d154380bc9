// The commands `make-key` and `flow`, as part of a program: `changelog` of the workspace, or `changelog-service` when it is
// installed. They create an API key, or run the client flow against a running service.
import { parseArgs } from 'node:util'
import { AppError } from '@qb/core/errors'
import { makeKey, SCOPES, type Scope } from '../auth/api-keys.ts'
import { runFlow } from './flow.ts'

/** What a command depends on. */
export interface CommandContext {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly print: (line: string) => void
  readonly printError: (line: string) => void
}

/** Describes the usage of the commands of a program. */
export const formatUsage = (
  program: string,
) => `  ${program} make-key <id> [--scopes changes:read+changelog:write+release:create]
      Creates an API key. Prints the key, and its entry for CHANGELOG_API_KEYS. The key is not stored.

  ${program} flow [--url <url>] [--bump MAJOR|MINOR|PATCH] [--since <ref>] [--dry-run]
      Lists the changes, adds an entry for each, and creates a release. Reads the key from CHANGELOG_API_KEY. The URL is CHANGELOG_URL,
      or http://127.0.0.1 with CHANGELOG_PORT, by default.`

/** Describes the exit codes of the commands. */
export const EXIT_CODES = `exit codes:
  0  success, or nothing to release
  1  error response of the service
  2  invalid command line
  3  missing or invalid key, or missing scope
  4  no changelog service at the URL`

/** An error of the command line. It ends the command with exit code 2. */
class UsageError extends Error {}

/**
 * Runs a command with its arguments.
 * @returns the exit code, or undefined when the command is unknown
 * @throws Error when {@link isUsageError} is true for it, the arguments are invalid
 */
export async function runChangelogCommand(
  [command, ...rest]: readonly string[],
  context: CommandContext,
): Promise<number | undefined> {
  if (command === 'make-key') return makeKeyCommand(rest, context)
  if (command === 'flow') return flowCommand(rest, context)
  return undefined
}

/** Whether an error is about the arguments of a command. */
export function isUsageError(error: unknown): error is Error {
  return error instanceof UsageError || error instanceof AppError || isArgumentError(error)
}

function makeKeyCommand(args: string[], { print }: CommandContext): number {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { scopes: { type: 'string', default: SCOPES.join('+') } },
  })
  const [id, ...more] = positionals
  if (id === undefined || more.length > 0) throw new UsageError(`expected one id, got ${positionals.length}`)
  const scopes = values.scopes.split('+')
  const unknown = scopes.find((scope) => !(SCOPES as readonly string[]).includes(scope))
  if (unknown !== undefined)
    throw new UsageError(`unknown scope: ${unknown}; expected one or more of: ${SCOPES.join(', ')}`)
  const { key, entry } = makeKey(id, scopes as Scope[])
  print(
    `API key (shown only once):\n${key}\n\nentry for the environment of the service (after a comma, if it has one already):\nCHANGELOG_API_KEYS="${entry}"`,
  )
  return 0
}

function flowCommand(args: string[], context: CommandContext): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string', default: defaultUrl(context.environment) },
      bump: { type: 'string', default: 'PATCH' },
      since: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  if (!URL.canParse(values.url) || !/^https?:$/.test(new URL(values.url).protocol)) {
    throw new UsageError(`--url: expected a URL such as http://127.0.0.1:8001, got ${values.url}`)
  }
  if (!['MAJOR', 'MINOR', 'PATCH'].includes(values.bump)) {
    throw new UsageError(`--bump: expected one of: MAJOR, MINOR, PATCH; got ${values.bump}`)
  }
  return runFlow({
    url: values.url,
    key: context.environment.CHANGELOG_API_KEY?.trim(),
    bump: values.bump,
    since: values.since,
    dryRun: values['dry-run'],
    print: context.print,
    printError: context.printError,
  })
}

/** The URL of `CHANGELOG_URL`, or of a service on this machine with the same config. */
function defaultUrl({ CHANGELOG_URL: url, CHANGELOG_PORT: port }: CommandContext['environment']): string {
  return url || `http://127.0.0.1:${port || 8001}`
}

function isArgumentError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
}
