#!/usr/bin/env node
// The program `changelog-service`: serves the changelog of a repository, and runs the commands for its clients.
import { resolve } from 'node:path'
import { EXIT_CODES, runChangelogCommand } from '@qb/changelog/commands'
import { serveChangelog } from '@qb/changelog/serve'
import { withEnvFile } from '@qb/http'
import { runProgram } from './program.ts'

const NAME = 'changelog-service'

const HELP = `Usage: ${NAME} [serve] [options]
       ${NAME} <command> [options]

Reports the changes of a git repository over HTTP, and edits its changelog.
Without API keys, it creates a temporary one at start and prints it.

Options:
  --repository <path>  The folder of the git repository. Default: the current
                       folder [REPOSITORY_PATH]
  --host <host>        The address to listen on. Default: 127.0.0.1
                       [CHANGELOG_HOST]
  --port <n>           The port to listen on. 0 selects a free port.
                       Default: 8001 [CHANGELOG_PORT]
  -h, --help           Print this help
  -v, --version        Print the version

An option overrides its environment variable. All other settings are
environment variables too, or lines of the file .env in the current folder:
keys, tokens, release modes and limits. docs/configuration.md lists them.

Commands:
  make-key  creates an API key
  flow      adds an entry for each change, and creates a release
  check     checks that a branch has an entry in the changelog
  tag       creates the tag of a release that was merged

${NAME} <command> --help shows the options of a command.

${EXIT_CODES}`

const runCommand = (command: string) => (args: readonly string[]) =>
  runChangelogCommand([command, ...args], NAME, withEnvFile(process.env, resolve('.env')))

await runProgram(
  {
    name: NAME,
    help: HELP,
    options: { repository: 'REPOSITORY_PATH', host: 'CHANGELOG_HOST', port: 'CHANGELOG_PORT' },
    commands: {
      'make-key': runCommand('make-key'),
      flow: runCommand('flow'),
      check: runCommand('check'),
      tag: runCommand('tag'),
    },
    serve: (options) => serveChangelog(options, process.env),
  },
  process.argv.slice(2),
  process.env,
)
