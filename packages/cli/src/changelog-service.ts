#!/usr/bin/env node
// The program `changelog-service`: serves the changelog of a repository, and runs the commands for its clients.
import { resolve } from 'node:path'
import { formatUsage, isUsageError, runChangelogCommand } from '@qb/changelog/commands'
import { ChangelogConfig } from '@qb/changelog/config'
import { serveChangelog } from '@qb/changelog/serve'
import { withEnvFile } from '@qb/http'
import { runProgram } from './program.ts'
import { UsageError } from './usage-error.ts'

const NAME = 'changelog-service'

const INTRODUCTION = `Usage: ${NAME} [serve] [options]
       ${NAME} make-key <id> [--scopes <scope>+<scope>]
       ${NAME} flow [options]

Reports the changes of a git repository over HTTP, and edits its changelog.
Without API keys, it creates a temporary one at start and prints it.

  make-key  creates an API key
  flow      adds an entry for each change, and creates a release

${NAME} <command> --help shows the options of a command.`

const CONCLUSION = `A boolean option has no value; --no-<option> sets it to false. An option
overrides the environment, which overrides the file .env of the current folder.

Exit codes:
  0  stopped by SIGINT or SIGTERM, or the command was successful
  1  the service cannot start, or flow got an error response
  2  invalid command line
  3  flow: missing or invalid key, or missing scope
  4  flow: no changelog service at the URL`

await runProgram(
  {
    name: NAME,
    schema: ChangelogConfig,
    descriptions: {
      REPOSITORY_PATH: 'The folder of the git repository. Default: the current folder',
    },
    introduction: INTRODUCTION,
    conclusion: CONCLUSION,
    commands: {
      'make-key': (args) => runCommand(['make-key', ...args]),
      flow: (args) => runCommand(['flow', ...args]),
    },
    serve: (context) => serveChangelog({ ...context, gitEnvironment: process.env }),
  },
  process.argv.slice(2),
  process.env,
)

async function runCommand(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(`Usage:\n${formatUsage(NAME)}`)
    return 0
  }
  try {
    const code = await runChangelogCommand(args, {
      environment: withEnvFile(process.env, resolve('.env')),
      print: (line) => console.log(line),
      printError: (line) => console.error(line),
    })
    return code ?? 2
  } catch (error) {
    throw isUsageError(error) ? new UsageError(error.message) : error
  }
}
