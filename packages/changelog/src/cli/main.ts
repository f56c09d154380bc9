// The command `changelog`: makes a key, or runs the client flow against a running service.
import { parseArgs } from 'node:util'
import { AppError } from '@qb/core/errors'
import { makeKey } from '../auth/api-keys.ts'
import { SCOPES, type Scope } from '../auth/scopes.ts'
import { runFlow } from './flow.ts'

const USAGE = `usage:
  changelog make-key <id> [--scopes changes:read+changelog:write+release:create]
      Prints a new key once, and the entry for CHANGELOG_API_KEYS that makes it known.

  changelog flow [--url http://127.0.0.1:8001] [--bump MAJOR|MINOR|PATCH] [--since <ref>] [--dry-run]
      Fetches the changes, adds an entry for each, and cuts a release. The key is read from CHANGELOG_API_KEY.

exit codes:
  0  done, or nothing to release
  1  the service returned an error
  2  the command line is invalid
  3  the key is missing, unknown, or lacks a scope
  4  the service cannot be reached`

/** An invalid command line; ends the command with exit code 2. */
class UsageError extends Error {}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof UsageError || error instanceof AppError || isArgumentError(error))) throw error
  console.error(`${(error as Error).message}\n\n${USAGE}`)
  return 2
})

async function main([command, ...rest]: readonly string[]): Promise<number> {
  if (command === 'make-key') return printKey(rest)
  if (command === 'flow') return flow(rest)
  if (command === 'help' || command === '--help') {
    console.log(USAGE)
    return 0
  }
  throw new UsageError(command ? `unknown command: ${command}` : 'expected a command')
}

function printKey(args: string[]): number {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { scopes: { type: 'string', default: SCOPES.join('+') } },
  })
  const [id, ...more] = positionals
  if (id === undefined || more.length > 0) throw new UsageError('expected one id')
  const scopes = values.scopes.split('+')
  const unknown = scopes.find((scope) => !(SCOPES as readonly string[]).includes(scope))
  if (unknown !== undefined)
    throw new UsageError(`unknown scope: ${unknown}; expected some of ${SCOPES.join('+')}`)
  const { key, entry } = makeKey(id, scopes as Scope[])
  console.log(
    `the key, shown this once:\n${key}\n\nfor the service's environment:\nCHANGELOG_API_KEYS="${entry}"`,
  )
  return 0
}

function flow(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8001' },
      bump: { type: 'string', default: 'PATCH' },
      since: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  if (!URL.canParse(values.url) || !/^https?:$/.test(new URL(values.url).protocol)) {
    throw new UsageError(`--url: expected an address like http://127.0.0.1:8001, got ${values.url}`)
  }
  if (!['MAJOR', 'MINOR', 'PATCH'].includes(values.bump)) {
    throw new UsageError(`--bump: expected MAJOR, MINOR or PATCH, got ${values.bump}`)
  }
  return runFlow({
    url: values.url,
    key: process.env.CHANGELOG_API_KEY?.trim(),
    bump: values.bump,
    since: values.since,
    dryRun: values['dry-run'],
    print: (line) => console.log(line),
    complain: (line) => console.error(line),
  })
}

function isArgumentError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')
}
