#!/usr/bin/env node
// The program `question-bank`: serves questions, and runs the commands for datasets.
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runQuestionsCommand } from '@qb/curation/commands'
import { createProgressBar } from '@qb/curation/progress'
import { readCommandConfig } from '@qb/curation/read-config'
import { showPath } from '@qb/curation/show-path'
import { ROOT } from '@qb/http/root'
import { RESERVED_IDS } from '@qb/questions/app'
import { serveQuestions } from '@qb/questions/serve'
import { runProgram, UsageError } from './program.ts'

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
  bench   compares the service with other implementations on this machine

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
    options: { dir: 'QUESTIONS_DIR', host: 'QUESTIONS_HOST', port: 'QUESTIONS_PORT' },
    commands: {
      check: (args) => runCommand(['check', ...args], OWN_QUESTIONS),
      'check-data': (args) => runCommand(['check', ...args], OWN_QUESTIONS),
      import: (args) => runCommand(['import', ...args], '.'),
      bench: benchmark,
    },
    serve: serveQuestions,
  },
  process.argv.slice(2),
  process.env,
)

async function runCommand(args: readonly string[], defaultDir: string): Promise<number> {
  const onProgress = createProgressBar(process.stderr, () => performance.now())
  const code = await runQuestionsCommand(args, {
    ...readCommandConfig(resolve(), process.env, defaultDir),
    program: NAME,
    describeStart: (folder) => `npx ${NAME} --dir ${showPath(folder)}`,
    reservedIds: RESERVED_IDS,
    print: (line) => console.log(line),
    printError: (line) => console.error(line),
    printTable: (rows) => console.table(rows),
    ...(onProgress && { onProgress }),
  })
  return code ?? 2
}

/** Measures this program. The packages that only the command needs are installed by the user. */
async function benchmark(args: readonly string[]): Promise<number> {
  const { runBench } = await import('@qb/bench/command')
  try {
    return await runBench(args, {
      name: `${NAME} bench`,
      questions: [process.execPath, fileURLToPath(import.meta.url)],
      changelog: findChangelogService(),
      datasets: OWN_QUESTIONS,
      folder: resolve(),
    })
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (code.startsWith('ERR_PARSE_ARGS')) throw new UsageError(message)
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error
    const [, name = ''] = /package '([^']+)'/.exec(message) ?? []
    console.error(`expected the package ${name}, got none; install it with: npm install ${name}`)
    return 1
  }
}

/** Returns the command line of the changelog service, or undefined when its package is not installed. */
function findChangelogService(): string[] | undefined {
  try {
    return [
      process.execPath,
      fileURLToPath(new URL('changelog-service.js', import.meta.resolve('@qb/changelog'))),
    ]
  } catch {
    return undefined
  }
}
