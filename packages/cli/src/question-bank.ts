#!/usr/bin/env node
// The program `question-bank`: serves questions, and runs the commands for datasets.
import { join, resolve } from 'node:path'
import { runQuestionsCommand } from '@qb/curation/commands'
import { ROOT } from '@qb/http/root'
import { serveQuestions } from '@qb/questions/serve'
import { runProgram } from './program.ts'

const NAME = 'question-bank'

const HELP = `Usage: ${NAME} [serve] [options]
       ${NAME} <command> [options]

Serves quiz questions over HTTP, with a quiz and the documentation of the API.
The files of --dir are served within seconds after they have changed.

Options:
  --dir <path>   The folder of the datasets. Default: the questions of this
                 package [QUESTIONS_DIR]
  --host <host>  The address to listen on. Default: 127.0.0.1 [QUESTIONS_HOST]
  --port <n>     The port to listen on. 0 selects a free port. Default: 8000
                 [QUESTIONS_PORT]
  --lan          Phones in the same network can play: listen on all addresses,
                 and print one with its QR code. The same as --host lan
  -h, --help     Print this help
  -v, --version  Print the version

An option overrides its environment variable. All other settings are
environment variables too, or lines of the file .env in the current folder:
workers, reloading, origins, limits and logs. docs/configuration.md lists them.

Commands:
  check   checks datasets and prints what the service will serve. The default
          is QUESTIONS_DIR, or else the questions of this package
  import  converts a file of questions to a dataset. The default of its folder
          is QUESTIONS_DIR, or else the current folder

${NAME} <command> --help shows the options of a command.

Exit codes:
  0  stopped by SIGINT or SIGTERM
  1  the service cannot start, or the command has found errors
  2  invalid command line`

/** The folder of the questions that come with this package. */
const OWN_QUESTIONS = join(ROOT, 'external-resources/questions')

await runProgram(
  {
    name: NAME,
    help: HELP,
    shorthands: new Map([['--lan', ['--host', 'lan']]]),
    options: { dir: 'QUESTIONS_DIR', host: 'QUESTIONS_HOST', port: 'QUESTIONS_PORT' },
    commands: {
      check: (args) => runCommand(['check', ...args], OWN_QUESTIONS),
      import: (args) => runCommand(['import', ...args], '.'),
    },
    serve: serveQuestions,
  },
  process.argv.slice(2),
  process.env,
)

async function runCommand(args: readonly string[], defaultDir: string): Promise<number> {
  const describeStart = (folder: string) => `npx ${NAME} --dir ${folder}`
  return (await runQuestionsCommand(args, { name: NAME, root: resolve(), defaultDir, describeStart })) ?? 2
}
